package extract_test

import "testing"

// TestCredits reads of people what they did, and what stands beside one fact in its value.
func TestCredits(t *testing.T) {
	for _, tt := range []struct{ name, html, query, want string }{
		{"a role in brackets after a name", `<h1>Bread at Dawn</h1><div>by <a href="/c/1">Ann Lee</a>, <a href="/c/2">Sam Roe</a> (Photographer)</div>`, `{ author photographer }`, `{"author":"Ann Lee","photographer":"Sam Roe"}`},
		{"a role before a name", `<h1>Choir</h1><div class="byline">By (author) <a href="/author/o" class="contributor">Ann Lee</a>, Introduction by <a href="/author/v" class="contributor">Judith Roe</a></div>`, `{ author introduction_by translator }`, `{"author":"Ann Lee","introduction_by":"Judith Roe","translator":null}`},
		{"a role in the heading's addition", `<title>Bread at Dawn</title><h1>Bread at Dawn<em>by <a href="/c/1">Ann Lee</a>, <a href="/c/2">Sam Roe</a> (Illustrator)</em></h1>`, `{ title illustrator }`, `{"title":"Bread at Dawn","illustrator":"Sam Roe"}`},
		{"a credit in a line", `<h1>The Kelpie</h1><p class="by">Photograph by Ann Lee</p><p>A sculpture near Falkirk.</p>`, `{ photographer }`, `{"photographer":"Ann Lee"}`},
		{"whom a paragraph begins with", `<h1>The bridge</h1><h2>Guest</h2><p>Prof. Ian Macready holds the chair of dynamics at Leeds. His book came out in 2023.</p>`, `{ guest }`, `{"guest":"Prof. Ian Macready"}`},
		{"a credit beside a picture", `<h1>Road test</h1><div><img src="a.jpg" alt=""><cite>Photo: B. Vance</cite></div><p>A tall wagon.</p>`, `{ photo_credit }`, `{"photo_credit":"B. Vance"}`},
		{"an edition after a publisher", `<h1>Salt</h1><ul><li><b>Publisher:</b> Mill Press; 1 edition (September 15, 2009)</li></ul>`, `{ publisher published_on(date) }`, `{"publisher":"Mill Press","published_on":"2009-09-15"}`},
		{"a title without what is in brackets", `<h1>Mechanics for Brewers (Paperback, 2nd Edition)</h1>`, `{ title(without the format) name }`, `{"title":"Mechanics for Brewers","name":"Mechanics for Brewers (Paperback, 2nd Edition)"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
