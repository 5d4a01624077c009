package extract_test

import "testing"

// TestBoxTables reads tables that are made of boxes, and headers of letters that their
// cells spell out.
func TestBoxTables(t *testing.T) {
	row := func(cells ...string) string {
		out := `<div class="r">`
		for _, c := range cells {
			out += "<span>" + c + "</span>"
		}
		return out + "</div>"
	}
	seasons := row("Spring", "April–May", "21°C", "Moderate") + row("Summer", "June–August", "31°C", "Very busy")
	want := `{"seasons":[{"season":"Spring","months":"April–May","high_temp":"21°C","crowds":"Moderate"},{"season":"Summer","months":"June–August","high_temp":"31°C","crowds":"Very busy"}]}`
	for _, tt := range []struct{ name, html, query, want string }{
		{"headers and rows side by side", `<h1>Sorvena</h1><div class="c">` + row("Season", "Months", "High", "Crowds") + seasons + `</div>`,
			`{ seasons[] { season months high_temp crowds } }`, want},
		{"rows in a box of their own", `<h1>Sorvena</h1><div class="c">` + row("Season", "Months", "High", "Crowds") + `<div>` + seasons + `</div></div>`,
			`{ seasons[] { season months high_temp crowds } }`, want},
		{"headers spelled out", `<h1>League</h1><table><tr><th><abbr title="Position">P</abbr></th><th>Team</th><th title="Games played">GP</th></tr><tr><td>1</td><td>Oldgate</td><td>29</td></tr><tr><td>2</td><td>Harwick</td><td>28</td></tr></table>`,
			`{ standings[] { position(integer) team games_played(integer) } }`,
			`{"standings":[{"position":1,"team":"Oldgate","games_played":29},{"position":2,"team":"Harwick","games_played":28}]}`},
		{"a first column under a name of its own", `<h1>Yogurt</h1><h2>Nutrition</h2><table><tr><th>Typical values</th><th>Per 100g</th><th>Per serving</th></tr><tr><th>Fat</th><td>9.2g</td><td>11.5g</td></tr><tr><th>Salt</th><td>0.2g</td><td>0.3g</td></tr></table>`,
			`{ nutrition[] { nutrient per_100g per_serving } }`,
			`{"nutrition":[{"nutrient":"Fat","per_100g":"9.2g","per_serving":"11.5g"},{"nutrient":"Salt","per_100g":"0.2g","per_serving":"0.3g"}]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
