package extract_test

import "testing"

// TestRunningText reads what describes a thing from boxes that show its facts as well.
func TestRunningText(t *testing.T) {
	job := func(title, firm, pay, about string) string {
		return `<li class="k1"><div class="k2"><div class="k3"><h2><a href="/j/` + title[:3] + `">` + title + `</a></h2><span class="k4">` + firm + `</span><div>` + pay + `</div><div>Full-time</div></div><div class="k5"><ul><li>` + about + `</li></ul></div><div class="k6"><span class="k7">Posted 3 days ago</span><button>Save job</button></div></div></li>`
	}
	for _, tt := range []struct{ name, html, query, want string }{
		{"facts and a table under the text", `<h1>The Weir Keeper</h1><section><h2>Synopsis</h2><p>A lock keeper finds letters in the silt and begins to answer them.</p><table><tr><td>Director</td><td>Aoife Lennon</td></tr><tr><td>Language</td><td>English</td></tr></table><div><span class="n">4.3</span><span>211 ratings</span></div></section>`,
			`{ synopsis }`, `{"synopsis":"A lock keeper finds letters in the silt and begins to answer them."}`},
		{"a card's text, and not the card", `<h1>Jobs</h1><ul>` + job("Shift Supervisor", "Pennine Pallets", "£34,500", "Lead a team of 18 loaders and drivers across two docks.") + job("Team Leader", "Fernley Foods", "£29,000", "Four on, four off. Counterbalance licence an advantage.") + job("Stock Controller", "Harrogate Bathrooms", "£31,000", "Responsible for stock accuracy and dispatch targets.") + `</ul>`,
			`{ jobs[] { title summary } }`,
			`{"jobs":[{"title":"Shift Supervisor","summary":"Lead a team of 18 loaders and drivers across two docks."},{"title":"Team Leader","summary":"Four on, four off. Counterbalance licence an advantage."},{"title":"Stock Controller","summary":"Responsible for stock accuracy and dispatch targets."}]}`},
		{"points between sentences stay", `<h1>Pan</h1><div class="description"><p>A pan of cast iron for those who fry every day of the week.</p><p>Made to last:</p><p>It comes with a lid that fits no other pan.</p></div>`,
			`{ description }`, `{"description":"A pan of cast iron for those who fry every day of the week.\nMade to last:\nIt comes with a lid that fits no other pan."}`},
		{"short lines alone stay", `<h1>Pan</h1><div class="description"><p>Cast iron</p><p>With lid</p></div>`, `{ description }`, `{"description":"Cast iron\nWith lid"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestFormWithin reads the part of a record's text that has the form asked for.
func TestFormWithin(t *testing.T) {
	release := func(version, mark, date string) string {
		return `<div class="release"><a href="/r/` + version + `"><p class="release__version">` + version + mark + `</p><p class="release__date">` + date + `</p></a></div>`
	}
	html := `<h1>Releases</h1>` + release("2.8.1", "", "May 3, 2024") + release("2.8.0", "", "Jan 17, 2024") + release("3.0.0b1", ` <span class="badge">pre-release</span>`, "Dec 20, 2023")
	got := answerTo(t, html, `{ releases[] { version date(date) } }`)
	if want := `{"releases":[{"version":"2.8.1","date":"2024-05-03"},{"version":"2.8.0","date":"2024-01-17"},{"version":"3.0.0b1","date":"2023-12-20"}]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
