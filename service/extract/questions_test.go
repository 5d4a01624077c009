package extract_test

import "testing"

// TestQuestions reads what pages ask and answer themselves, and nothing else.
func TestQuestions(t *testing.T) {
	const sections = `<h1>Cheese log</h1><h2>Ingredients</h2><p>Two kinds of soft cheese, nuts and dried cranberries.</p><h2>Instructions</h2><p>Mix it all well, form a log and let it rest in the fridge for an hour.</p><h2>Tips</h2><p>Use cheese that is at room temperature, it is easier to mix.</p>`
	for _, tt := range []struct{ name, html, query, want string }{
		{"folded texts of a list", `<h1>Insurance</h1><h2>Did you know?</h2><p>Most people do not read what they sign, says a study.</p><section class="faqs"><h2>Frequently asked questions</h2><ul class="accordion"><li><a href="#" class="accordion-title">Is there an age limit?</a><div class="accordion-content"><p>Yes, most have one, from 70 to 100 years.</p></div></li><li><a href="#" class="accordion-title">Does it cover trips abroad?</a><div class="accordion-content"><p>Only within the bounds of the policy.</p></div></li></ul></section>`,
			`{ faq[] { question answer } }`,
			`{"faq":[{"question":"Is there an age limit?","answer":"Yes, most have one, from 70 to 100 years."},{"question":"Does it cover trips abroad?","answer":"Only within the bounds of the policy."}]}`},
		{"headings and what follows them", `<h1>Rolls</h1><h2>FAQ</h2><h3>Why did my dough not rise?</h3><p>The yeast was too old.</p><h3>Can I freeze them?</h3><p>Yes, for two months.</p><h2>Comments</h2><p>Lovely recipe, thank you.</p>`,
			`{ faqs[] { q a } }`,
			`{"faqs":[{"q":"Why did my dough not rise?","a":"The yeast was too old."},{"q":"Can I freeze them?","a":"Yes, for two months."}]}`},
		{"no questions", sections, `{ faq[] { question answer } }`, `{"faq":[]}`},
		{"a turn of speech", sections + `<h2>Want more of these?</h2><p>Here are some other recipes with cheese that we like.</p>`, `{ faq[] { question answer } }`, `{"faq":[]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
