package extract_test

import "testing"

// What the page calls otherwise than its user is told by what names mean and where it stands.
func TestRanked(t *testing.T) {
	const page = `<title>Alder Rowing Club</title><h1>Alder Rowing Club</h1>
<p>Founded by the ferrymen of the town. Joining costs a one-off membership fee of £35 for adults.</p>
<dl><dt>Boathouse opened</dt><dd>12 May 1911</dd><dt>Number of boats</dt><dd>48</dd><dt>Club colours</dt><dd>green and white</dd></dl>
<ul><li><a href="/safety.pdf">Water safety rules</a></li><li><a href="/regatta">Summer regatta</a></li></ul>
<table><tr><th>Boat</th><th>Length</th><th>Built</th></tr><tr><td>Heron</td><td>8.2 m</td><td>1987</td></tr><tr><td>Plover</td><td>6 m</td><td>1992</td></tr></table>
<footer><a href="mailto:post@club.example">Join the club</a> <a href="/privacy">Privacy policy</a></footer>`
	for _, tt := range []struct{ query, want string }{
		{`{ fee_for_membership(number) }`, `{"fee_for_membership":35}`},
		{`{ boat_count(integer) }`, `{"boat_count":48}`},
		{`{ boathouse_opening_date(date) }`, `{"boathouse_opening_date":"1911-05-12"}`},
		{`{ safety_rules_link(url) }`, `{"safety_rules_link":"https://club.example/safety.pdf"}`},
		{`{ boat_count(integer) crew_weight(number) flight_number }`, `{"boat_count":48,"crew_weight":null,"flight_number":null}`},
		{`{ length_of_plover }`, `{"length_of_plover":"6 m"}`},
		{`{ year_heron_was_built(integer) }`, `{"year_heron_was_built":1987}`},
		{`{ whom_to_write_to_join(email) }`, `{"whom_to_write_to_join":"post@club.example"}`},
		{`{ privacy_policy_link(url) }`, `{"privacy_policy_link":"https://club.example/privacy"}`},
	} {
		if got := string(run(t, page, "https://club.example/", tt.query).Data); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.query, got, tt.want)
		}
	}
}

// Days without a year are of the time that the page is of, and a span of days has a first and a last one.
func TestDaysOfPage(t *testing.T) {
	const page = `<title>Soil sensing workshop</title><meta property="article:published_time" content="2024-03-01T09:00:00Z"><h1>Soil sensing workshop</h1>
<p>The workshop takes place in Tartu from 9 to 11 October in the old observatory. Papers are due on 12 June.</p>
<p>The observatory, built of timber by the university's own carpenters, burnt down in the night of 7 November 2021, and was rebuilt in brick, with a larger dome and a lecture room for two hundred, by 2 May 2023.</p>
<dl><dt>Exhibition</dt><dd>3-7 September</dd></dl>`
	for _, tt := range []struct{ query, want string }{
		{`{ papers_due(date) }`, `{"papers_due":"2024-06-12"}`},
		{`{ observatory_burnt_down(date) rebuilt_by(date) }`, `{"observatory_burnt_down":"2021-11-07","rebuilt_by":"2023-05-02"}`},
		{`{ first_day(date) last_day(date) }`, `{"first_day":"2024-10-09","last_day":"2024-10-11"}`},
		{`{ exhibition_start(date) exhibition_end(date) }`, `{"exhibition_start":"2024-09-03","exhibition_end":"2024-09-07"}`},
	} {
		if got := answerTo(t, page, tt.query); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.query, got, tt.want)
		}
	}
}

// Each event of a list has the first and the last of its days.
func TestDaysOfEvents(t *testing.T) {
	const page = `<title>Events</title><h1>Events</h1>
<ul class="events"><li class="event"><h3>Fair</h3> <span>12-14 June 2024</span></li><li class="event"><h3>Market</h3> <span>2-4 July 2024</span></li><li class="event"><h3>Ball</h3> <span>30 July - 2 August 2024</span></li></ul>`
	const want = `{"events":[{"name":"Fair","start":"2024-06-12","end":"2024-06-14"},{"name":"Market","start":"2024-07-02","end":"2024-07-04"},{"name":"Ball","start":"2024-07-30","end":"2024-08-02"}]}`
	if got := answerTo(t, page, `{ events[] { name start(date) end(date) } }`); got != want {
		t.Errorf(" got %s\nwant %s", got, want)
	}
}

// TestLabelsAndEnds takes no label into a value, and each end of a range for what asks for it.
func TestLabelsAndEnds(t *testing.T) {
	for _, tt := range []struct{ html, query, want string }{
		{`<h1>Helle Wohnung in Gohlis</h1><h2>Bausubstanz</h2><div><p><b>Baujahr</b> 1912</p><p><b>Wesentliche Energieträger</b> Gas</p><p><b>Energieeffizienzklasse</b> C</p></div>`,
			`{ energy { carrier class } }`, `{"energy":{"carrier":"Gas","class":"C"}}`},
		{`<h1>Senior Engineer</h1><div><span>Salary</span> €85,000 – €105,000 per year + equity</div><p>Dublin, Ireland</p>`,
			`{ job { salary_min(number) salary_max(number) } }`, `{"job":{"salary_min":85000,"salary_max":105000}}`},
		{`<h1>Agenda</h1><ol><li><h3>Apologies for absence</h3></li><li><h3>14 Weir Lane</h3><p>Presented by: Martin Hale</p></li><li><h3>20 mph zones</h3><p>Presented by: Siobhan Reilly</p></li></ol>`,
			`{ agenda_items[] { title presenter } }`, `{"agenda_items":[{"title":"Apologies for absence","presenter":null},{"title":"14 Weir Lane","presenter":"Martin Hale"},{"title":"20 mph zones","presenter":"Siobhan Reilly"}]}`},
	} {
		if got := answerTo(t, tt.html, tt.query); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.query, got, tt.want)
		}
	}
}
