package extract_test

import "testing"

// TestPairs takes lists of labels and values from rows that have both.
func TestPairs(t *testing.T) {
	for _, tt := range []struct{ name, html, query, want string }{
		{"the label without an element", `<h1>Old van</h1><ul class="details"><li class="row">Marke<span class="v">Opel</span></li><li class="row">Farbe<span class="v">Rot</span></li><li class="row">Sitze<span class="v">9</span></li></ul>`,
			`{ details[] { label value } }`,
			`{"details":[{"label":"Marke","value":"Opel"},{"label":"Farbe","value":"Rot"},{"label":"Sitze","value":"9"}]}`},
		{"in groups", `<h1>Lamp</h1><section><div class="g"><h3>Light</h3><div class="r"><div class="a">Bulb</div><div class="b">E27</div></div><div class="r"><div class="a">Colour</div><div class="b">Warm</div></div></div><div class="g"><h3>Size</h3><div class="r"><div class="a">Height</div><div class="b">30 cm</div></div><div class="r"><div class="a">Foot</div><div class="b">Round</div></div></div></section>`,
			`{ spec_groups[] { group specs[] { label value } } }`,
			`{"spec_groups":[{"group":"Light","specs":[{"label":"Bulb","value":"E27"},{"label":"Colour","value":"Warm"}]},{"group":"Size","specs":[{"label":"Height","value":"30 cm"},{"label":"Foot","value":"Round"}]}]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
