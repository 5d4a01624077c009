package extract_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/query"
	"assay/service/extract"
	"assay/service/page"
)

// answerTo answers a query from HTML.
func answerTo(t *testing.T, html, text string) string {
	t.Helper()
	q, err := query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := page.Parse(html, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := extract.Run(context.Background(), doc, q, extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return string(r.Data)
}

// TestStars reads ratings that are drawn: by words of attributes, by classes, by
// widths, by pictures, by counting.
func TestStars(t *testing.T) {
	full, empty := `<i class="fa fa-star"></i>`, `<i class="fa fa-star-o"></i>`
	on, off := `<span class="icon-star filled"></span>`, `<span class="icon-star"></span>`
	for _, tt := range []struct{ name, four, two string }{
		{"words", `<span aria-label="4 out of 5 stars"></span>`, `<span aria-label="2 out of 5 stars"></span>`},
		{"German", `<span title="4 von 5 Sternen"></span>`, `<span title="2 von 5 Sternen"></span>`},
		{"number", `<span data-rating="4"></span>`, `<span data-rating="2"></span>`},
		{"class", `<span class="stars star-4"></span>`, `<span class="stars star-2"></span>`},
		{"tens", `<span class="rating rating-40"></span>`, `<span class="rating rating-20"></span>`},
		{"word in class", `<p class="star-rating Four"></p>`, `<p class="star-rating Two"></p>`},
		{"width", `<div class="stars"><div class="stars-on" style="width: 80%"></div></div>`, `<div class="stars"><div class="stars-on" style="width:40%"></div></div>`},
		{"picture", `<img src="/i/stars-4.png">`, `<img src="/i/stars-2.png">`},
		{"outlined", "<div>" + strings.Repeat(full, 4) + empty + "</div>", "<div>" + strings.Repeat(full, 2) + strings.Repeat(empty, 3) + "</div>"},
		{"characters", "<div>★★★★☆</div>", "<div>★★☆☆☆</div>"},
		{"scale", "<div>" + scale(4) + "</div>", "<div>" + scale(2) + "</div>"},
		{"filled of all", "<div>" + strings.Repeat(on, 4) + strings.ReplaceAll(off, "icon-star", "icon-star empty") + "</div>", "<div>" + strings.Repeat(on, 2) + strings.Repeat(strings.ReplaceAll(off, "icon-star", "icon-star empty"), 3) + "</div>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			html := `<h1>Mug</h1><div class="reviews">` +
				review("Ann Lee", tt.four, "Keeps its colour well after many washes.") +
				review("Bob Ray", tt.two, "The handle came off in the second week of use.") +
				review("Cy Dee", tt.four, "A present for my sister, who likes the shape.") + `</div>`
			got := answerTo(t, html, `{ reviews[] { author rating(number) } }`)
			want := `{"reviews":[{"author":"Ann Lee","rating":4},{"author":"Bob Ray","rating":2},{"author":"Cy Dee","rating":4}]}`
			if got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// scale is five stars that are numbered, of which the first n are full.
func scale(n int) string {
	var b strings.Builder
	for i := range 5 {
		fmt.Fprintf(&b, `<span class="my-rating %s" data-rating="%d"></span>`, [...]string{"solid", "outline"}[min(1, (i+1)/(n+1))], i+1)
	}
	return b.String()
}

func review(author, stars, text string) string {
	return `<div class="review"><b class="author">` + author + `</b>` + stars + `<p>` + text + `</p></div>`
}

// TestScoresInWords reads ratings that stand in a line with how many gave them, as languages
// write them, and takes no other numbers for them.
func TestScoresInWords(t *testing.T) {
	for line, want := range map[string]string{
		`<span>4.6</span> out of 5 (212 reviews)`: `{"rating":4.6,"review_count":212}`,
		`4.6/5 based on 212 reviews`:              `{"rating":4.6,"review_count":212}`,
		`4,6/5 (1 024 avis)`:                      `{"rating":4.6,"review_count":1024}`,
		`4,6 (1.024 Bewertungen)`:                 `{"rating":4.6,"review_count":1024}`,
		`4,6 su 5 · 1.024 recensioni`:             `{"rating":4.6,"review_count":1024}`,
		`Step 3 of 5`:                             `{"rating":null,"review_count":null}`,
		`Page 2/10`:                               `{"rating":null,"review_count":null}`,
		`Version 4.6 (212 files)`:                 `{"rating":null,"review_count":null}`,
	} {
		if got := answerTo(t, `<html lang="`+lang(line)+`"><h1>Lamp</h1><p>`+line+`</p>`, `{ rating(number) review_count(number) }`); got != want {
			t.Errorf("%s\n got %s\nwant %s", line, got, want)
		}
	}
}

// lang returns the language that writes a rating so.
func lang(line string) string {
	switch {
	case strings.Contains(line, "recensioni"):
		return "it"
	case strings.Contains(line, "avis"):
		return "fr"
	case strings.Contains(line, "Bewertungen"):
		return "de"
	}
	return "en"
}
