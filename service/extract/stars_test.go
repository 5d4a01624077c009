package extract_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/client/query"
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

// TestReviewText leaves the lines that answer other fields out of a review's text.
func TestReviewText(t *testing.T) {
	one := func(name, day, text string) string {
		return `<li class="comment"><div><strong>` + name + `</strong> — <time datetime="` + day + `">` + day + `</time> <a href="#r">Reply</a></div><p>` + text + `</p><p>And more of it, in a paragraph of its own.</p><div><a href="#r">Report this</a></div></li>`
	}
	html := `<h1>Soup</h1><ol class="comments">` + one("Ann Lee", "2024-05-06", "The best soup I ever had, by far.") + one("Bob Ray", "2024-05-07", "Too much salt for me, sorry to say.") + `</ol>`
	got := answerTo(t, html, `{ comments[] { author date(date) text } }`)
	for _, want := range []string{`"text":"The best soup I ever had, by far.\nAnd more of it, in a paragraph of its own."`, `"author":"Bob Ray","date":"2024-05-07"`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
}

// TestTableParts takes tables of the same headers as one list, leaves out the marks
// of footnotes, and finds headers in bold under a title across the table.
func TestTableParts(t *testing.T) {
	table := func(rows string) string {
		return `<table><tr><th colspan=2>Fleet</th></tr><tr><td><b>Model</b></td><td><b>Built</b></td></tr>` + rows + `</table>`
	}
	html := `<h1>Buses</h1><h2>North</h2>` + table(`<tr><td>D40<sup><a href="#n1">[1]</a></sup></td><td>2010</td></tr><tr><td>D41</td><td>2011</td></tr>`) +
		`<h2>South</h2>` + table(`<tr><td>X9</td><td>2001</td></tr><tr><td>X10</td><td>2002</td></tr>`)
	got := answerTo(t, html, `{ rows[] { model built } }`)
	if want := `{"rows":[{"model":"D40","built":"2010"},{"model":"D41","built":"2011"},{"model":"X9","built":"2001"},{"model":"X10","built":"2002"}]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := answerTo(t, html, `{ south[] { model built } }`), `{"south":[{"model":"X9","built":"2001"},{"model":"X10","built":"2002"}]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
