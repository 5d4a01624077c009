package extract_test

import "testing"

// TestAsShown answers values of structured data in the page's words.
func TestAsShown(t *testing.T) {
	film := `<script type="application/ld+json">{"@type":"Movie","name":"The Weir Keeper","duration":"PT1H54M"}</script><h1>The Weir Keeper</h1><div><span>1h 54m</span><span>Drama</span></div>`
	gig := `<script type="application/ld+json">{"@type":"MusicEvent","name":"The Salt Lanterns","location":{"@type":"Place","name":"Cellar Nine","address":{"@type":"PostalAddress","streetAddress":"22 Frogmore Lane","addressLocality":"Bristol","postalCode":"BS1 5NA"}}}</script><h1>The Salt Lanterns</h1><p>22 Frogmore Lane, Bristol BS1 5NA</p>`
	for _, tt := range []struct{ name, html, query, want string }{
		{"a length of time", film, `{ running_time }`, `{"running_time":"1h 54m"}`},
		{"in minutes, if they are asked for", film, `{ running_time(integer, minutes) }`, `{"running_time":114}`},
		{"an address with its own commas", gig, `{ address }`, `{"address":"22 Frogmore Lane, Bristol BS1 5NA"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestNamesOfValues finds values by names that stand below them, are cut short, or spell
// numbers out.
func TestNamesOfValues(t *testing.T) {
	fact := func(value, name string) string {
		return `<div class="info"><p>` + value + `</p><h4>` + name + `</h4></div>`
	}
	row := func(name, value string) string {
		return `<li><span class="label">` + name + `</span><span class="value">` + value + `</span></li>`
	}
	for _, tt := range []struct{ name, html, query, want string }{
		{"headings below", `<h1>Halvorsen Marine</h1><section><h3>Company</h3>` + fact("2,140", "Employees") + fact("December 31", "Fiscal Year Ends") + fact("Industrials", "Sector") + fact("Marine Shipping", "Industry") + `</section>`,
			`{ employees(integer) fiscal_year_end sector industry ceo }`,
			`{"employees":2140,"fiscal_year_end":"December 31","sector":"Industrials","industry":"Marine Shipping","ceo":null}`},
		{"numbers in words", `<h1>HALV</h1><ul>` + row("Day's Range", "184.10 - 188.25") + row("52 Week Range", "121.60 - 201.00") + row("Ex-Dividend Date", "May 22, 2024") + `</ul>`,
			`{ day_range fifty_two_week_range }`,
			`{"day_range":"184.10 - 188.25","fifty_two_week_range":"121.60 - 201.00"}`},
		{"a link on which its host is written", `<h1>Halvorsen</h1><p>They build vessels. <a href="https://www.halvorsen.example">www.halvorsen.example</a></p>`,
			`{ website }`, `{"website":"https://www.halvorsen.example"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestWordsOfFilters keeps the records that say what a description limits a list to, in
// words of its name and with hyphens.
func TestWordsOfFilters(t *testing.T) {
	job := func(title, kind, pay string) string {
		return `<li class="job"><h3>` + title + `</h3><ul><li>` + pay + `</li><li>` + kind + `</li></ul></li>`
	}
	html := `<h1>Jobs</h1><ul>` + job("Supervisor", "Full-time", "£34,500 a year") + job("Team Leader", "Permanent", "£29,000 a year") + job("Controller", "Full-time", "£31,000 a year") + `</ul>`
	for _, query := range []string{`{ full_time_jobs(only full-time)[] { title } }`, `{ full_time_jobs(full-time only)[] { title } }`} {
		want := `{"full_time_jobs":[{"title":"Supervisor"},{"title":"Controller"}]}`
		if got := answerTo(t, html, query); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
}
