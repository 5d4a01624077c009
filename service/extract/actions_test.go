package extract_test

import "testing"

// TestActions reads values without what the page offers to do beside them.
func TestActions(t *testing.T) {
	for _, tt := range []struct{ name, html, query, want string }{
		{"links beside values", `<h1>Inn</h1><ul><li><strong>Address</strong> 11 Mill Lane, Leeds <a href="/m">Map it</a></li><li>Genre: <a href="/g">Mystery</a> <a href="/k">more</a></li><li>Weight: 1.4 pounds (<a href="/s">View shipping rates</a>)</li></ul>`, `{ address genre weight }`, `{"address":"11 Mill Lane, Leeds","genre":"Mystery","weight":"1.4 pounds"}`},
		{"an address of a page after a value", `<h1>Acme</h1><p>Headquarters: Burlington, VT <a href="http://acme.example">http://acme.example</a></p>`, `{ headquarters }`, `{"headquarters":"Burlington, VT"}`},
		{"links that are values", `<h1>Inn</h1><p>Topics: <a href="/f">Food</a>, <a href="/t">Travel</a></p>`, `{ topics }`, `{"topics":"Food, Travel"}`},
		{"buttons in other languages", `<h1>Gasthof</h1><dl><dt>Adresse</dt><dd>Hauptstr. 4, 80331 Muenchen <button>Karte anzeigen</button></dd></dl>`, `{ address }`, `{"address":"Hauptstr. 4, 80331 Muenchen"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
