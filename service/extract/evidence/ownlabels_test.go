package evidence_test

import (
	"testing"

	"assay/service/extract/evidence"
)

// TestLabelsWithoutElements reads labels that only stand where labels stand.
func TestLabelsWithoutElements(t *testing.T) {
	const (
		words   = `<table><tr><td>Author</td><td>Ann Lee</td><td>Publisher</td><td>Quill</td></tr><tr><td>Language</td><td>Dutch</td><td>Pages</td><td>320</td></tr><tr><td>ISBN</td><td>9780000000002</td><td>Weight</td><td>300 g</td></tr></table>`
		across  = `<table><tr><td colspan=4><b>Details</b></td></tr>`
		zebra   = `<table><tr><td class=odd>Author</td><td class=odd>Ann Lee</td></tr><tr><td class=even>Pages</td><td class=even>320</td></tr><tr><td class=odd>Weight</td><td class=odd>300 g</td></tr><tr><td class=even>Colour</td><td class=even>Red</td></tr></table>`
		rows    = `<table><tr><td class=head>Weight</td><td class=head>Colour</td></tr><tr><td>300 g</td><td>Red</td></tr><tr><td class=head colspan=2>Maker</td></tr><tr><td colspan=2>Quill</td></tr></table>`
		players = `<table><tr><td>Ann</td><td>Reds</td><td>Forward</td><td>12</td></tr><tr><td>Bob</td><td>Blues</td><td>Back</td><td>10</td></tr><tr><td>Cid</td><td>Reds</td><td>Forward</td><td>7</td></tr></table>`
	)
	for _, tt := range []struct{ name, html, key, want string }{
		{"own text", `<ul><li>Farbe<span class=v>Rot</span></li><li>Zubehör<span class=v>Keines</span></li></ul>`, "Zubehör", "Keines"},
		{"the first of them", `<ul><li>Farbe <b>Rot</b></li><li>Zubehör <b>Keines</b></li></ul>`, "Farbe", "Rot"},
		{"an element before the own text", `<ul><li><span>Born</span>3 June 1987</li><li><span>College</span>Murray</li></ul>`, "College", "Murray"},
		{"over the own text", `<div><p><span class=lbl>Attire</span><br>Casual</p><p><span class=lbl>Parking</span><br>Valet</p></div>`, "Attire", "Casual"},
		{"one alone", `<p>Call us on <b>Mondays</b></p>`, "Call us on", ""},
		{"not a link", `<ul><li>See also <a href=/a>Mugs</a></li><li>And of course <a href=/b>Cups</a></li></ul>`, "See also", ""},
		{"a row over a row", rows, "Colour", "Red"},
		{"a row over a row across", rows, "Maker", "Quill"},
		{"labels are no values", rows, "Weight", "300 g"},
		{"striped rows", zebra, "Colour", "Red"},
		{"two pairs a row", words, "Publisher", "Quill"},
		{"two pairs a row under a title", across + words[len("<table>"):], "Weight", "300 g"},
		{"four columns", players, "Ann", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if found := values(gather(t, tt.html), evidence.Label, tt.key); len(found) > 0 {
				got = found[0]
			}
			if got != tt.want {
				t.Errorf("%s: got %q, want %q", tt.key, got, tt.want)
			}
		})
	}
}
