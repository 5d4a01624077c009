package onpage

import "testing"

func TestWritten(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a card", "Leeds LS10\n£34,500 a year\nLead a team of 18 loaders.\nSave job", "Lead a team of 18 loaders."},
		{"two paragraphs", "The band plays its second album.\nDoors are at seven in the evening.", "The band plays its second album.\nDoors are at seven in the evening."},
		{"a text with a heading", "About\nThe band plays its second album.", "The band plays its second album."},
		{"a list alone", "One bowl\nTwo pans\nA spoon", "One bowl\nTwo pans\nA spoon"},
		{"one line", "Reads files", "Reads files"},
	} {
		if got := Written(tt.text); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
