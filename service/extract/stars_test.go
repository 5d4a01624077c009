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
