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
		{"two that are made to be opened", `<h1>Visit</h1><p>We are open all week.</p><h3><button aria-expanded="false">Is there parking?</button></h3><div hidden><p>Yes, behind the house.</p></div><h3><button aria-expanded="false">Are dogs welcome?</button></h3><div hidden><p>On a lead.</p></div>`,
			`{ faq[] { question answer } }`,
			`{"faq":[{"question":"Is there parking?","answer":"Yes, behind the house."},{"question":"Are dogs welcome?","answer":"On a lead."}]}`},
		{"lines that are marked", `<h1>Blue lamp</h1><p>A lamp.</p><p><b>Q: Is a bulb included?</b><br>A: No, it is not. <i>Posted 3 May 2011 by Ann</i></p><p><b>Q: How long is the cord?</b><br>A: Two metres.</p>`,
			`{ questions[] { question answer } }`,
			`{"questions":[{"question":"Is a bulb included?","answer":"No, it is not."},{"question":"How long is the cord?","answer":"Two metres."}]}`},
		{"a sign after them", `<h1>Plans</h1><section class="faq"><div class="q"><button>Can I cancel?<span>+</span></button><div style="display:none">At any time.</div></div><div class="q"><button>Is there a trial?<span>+</span></button><div style="display:none">For two weeks.</div></div><div class="q"><button>Who can see my data?<span>+</span></button><div style="display:none">Nobody else.</div></div></section>`,
			`{ faqs[] { question answer } }`,
			`{"faqs":[{"question":"Can I cancel?","answer":"At any time."},{"question":"Is there a trial?","answer":"For two weeks."},{"question":"Who can see my data?","answer":"Nobody else."}]}`},
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
