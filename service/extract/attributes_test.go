package extract_test

import "testing"

// TestAttributePages asks for the attributes of one thing on pages that give them in
// tables, bold words and headings of the older kind.
func TestAttributePages(t *testing.T) {
	for _, tt := range []struct{ name, html, query, want string }{
		{"model beside its label", `<h1>Olympus kit</h1><p>$599</p><p>Model: E-620</p>`, `{ model }`, `{"model":"E-620"}`},
		{"year of a film", `<title>Kitchen Sink Ballet (2012)</title><h1><span>Kitchen Sink Ballet</span> <span>(2012)</span></h1>`, `{ title }`, `{"title":"Kitchen Sink Ballet"}`},
		{"year in a title", `<title>Best of (2012)</title><h1>Best of (2012)</h1>`, `{ title }`, `{"title":"Best of (2012)"}`},
		{"rated", `<h1>Salt Road</h1><p><b>Rated:</b> PG-13</p><p><b>User rating:</b> 7.2/10</p>`, `{ mpaa_rating user_rating(number) }`, `{"mpaa_rating":"PG-13","user_rating":7.2}`},
		{"part number of a manufacturer", `<h1>Camera</h1><p><b>Mfg:</b> Nikon, Inc.<br><b>Mfg Part #:</b> 25608<br></p>`, `{ manufacturer }`, `{"manufacturer":"Nikon, Inc."}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("%s\n got %s\nwant %s", tt.query, got, tt.want)
			}
		})
	}
}
