package result

import "testing"

// The value that was read is marked as the number it stands for in the page's words.
func TestTokenEnd(t *testing.T) {
	for _, test := range []struct{ text, value, want string }{
		{"€ 64.50 each", "64.5", "64.50"},
		{"€ 129.00.", "129", "129.00"},
		{"1,299 of 3", "1", "1,299"},
		{"42 W", "42", "42"},
		{"4 items, 2 left", "4", "4"},
		{"Alder 5", "Alder", "Alder"},
	} {
		for at := 0; ; at++ {
			if test.text[at:at+len(test.value)] == test.value {
				if got := test.text[at:tokenEnd(test.text, at+len(test.value))]; got != test.want {
					t.Errorf("%q in %q is marked as %q, want %q", test.value, test.text, got, test.want)
				}
				break
			}
		}
	}
}
