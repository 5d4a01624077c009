package extract_test

import "testing"

// TestSections takes the headings of a level, and what stands under each, as records.
func TestSections(t *testing.T) {
	const changes = `<h1>News of the library</h1><p>All that changed.</p><h2>3.1.0 - 2025-06-02</h2><h3>Added</h3><ul><li>A command that prints all settings.</li><li>Names may have dots in them.</li></ul><h3>Fixed</h3><ul><li>Empty files are read again.</li></ul><h2>3.0.2 - 2025-04-11</h2><h3>Changed</h3><ul><li>Messages are shorter than they were.</li></ul><h3>Fixed</h3><ul><li>A crash on very long lines.</li></ul>`
	for _, tt := range []struct{ name, html, query, want string }{
		{"in two levels", changes, `{ versions[] { version release_date(date) sections[] { type changes[] } } }`,
			`{"versions":[{"version":"3.1.0","release_date":"2025-06-02","sections":[{"type":"Added","changes":["A command that prints all settings.","Names may have dots in them."]},{"type":"Fixed","changes":["Empty files are read again."]}]},{"version":"3.0.2","release_date":"2025-04-11","sections":[{"type":"Changed","changes":["Messages are shorter than they were."]},{"type":"Fixed","changes":["A crash on very long lines."]}]}]}`},
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
