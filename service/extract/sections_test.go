package extract_test

import "testing"

// TestSections takes the headings of a level, and what stands under each, as records.
func TestSections(t *testing.T) {
	const changes = `<h1>News of the library</h1><p>All that changed.</p><h2>3.1.0 - 2025-06-02</h2><h3>Added</h3><ul><li>A command that prints all settings.</li><li>Names may have dots in them.</li></ul><h3>Fixed</h3><ul><li>Empty files are read again.</li></ul><h2>3.0.2 - 2025-04-11</h2><h3>Changed</h3><ul><li>Messages are shorter than they were.</li></ul><h3>Fixed</h3><ul><li>A crash on very long lines.</li></ul>`
	for _, tt := range []struct{ name, html, query, want string }{
		{"in two levels", changes, `{ versions[] { version release_date(date) sections[] { type changes[] } } }`,
			`{"versions":[{"version":"3.1.0","release_date":"2025-06-02","sections":[{"type":"Added","changes":["A command that prints all settings.","Names may have dots in them."]},{"type":"Fixed","changes":["Empty files are read again."]}]},{"version":"3.0.2","release_date":"2025-04-11","sections":[{"type":"Changed","changes":["Messages are shorter than they were."]},{"type":"Fixed","changes":["A crash on very long lines."]}]}]}`},
		{"times and what they are of", `<h1>Town run</h1><p>Come and run with us.</p><h4>Saturday</h4><ul><li>12:00 – 18:00: Numbers are handed out (Market hall)</li><li>15:30: Children's run (Quay)</li></ul><h4>Sunday</h4><ul><li>09:00: Start of the marathon (Stadium)</li><li>10:15: Start of the half (Stadium)</li></ul>`,
			`{ schedule[] { day items[] { time event place } } }`,
			`{"schedule":[{"day":"Saturday","items":[{"time":"12:00","event":"Numbers are handed out","place":"Market hall"},{"time":"15:30","event":"Children's run","place":"Quay"}]},{"day":"Sunday","items":[{"time":"09:00","event":"Start of the marathon","place":"Stadium"},{"time":"10:15","event":"Start of the half","place":"Stadium"}]}]}`},
		{"the only text that is left", `<h1>Cinema</h1><h2>Ticket prices</h2><ul><li><span>Adult</span><span>£9.50</span></li><li><span>Student</span><span>£8.00</span></li><li><span>Child</span><span>£5.00</span></li></ul>`,
			`{ ticket_prices[] { category price(number) } }`,
			`{"ticket_prices":[{"category":"Adult","price":9.5},{"category":"Student","price":8},{"category":"Child","price":5}]}`},
		{"a dash before a date", changes, `{ releases[] { version date(date) } }`,
			`{"releases":[{"version":"3.1.0","date":"2025-06-02"},{"version":"3.0.2","date":"2025-04-11"}]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
