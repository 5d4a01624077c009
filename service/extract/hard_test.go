package extract_test

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"assay/query"
	"assay/service/extract"
	"assay/service/page"
)

// hardPages are pages that are hard on a parser or an engine, beside two plain
// ones: each is built to a size of about n bytes.
var hardPages = []struct {
	name string
	page func(n int) string
}{
	{"article", func(n int) string {
		return "<h1>Long</h1>" + fill(n, func(i int) string {
			return fmt.Sprintf("<h2>Part %d</h2><p>By the %dth of May 2024 the price was $%d.50, <a href=/p/%d>Ann Lee</a> wrote.</p>", i, i%28+1, i, i)
		})
	}},
	{"cards", func(n int) string {
		return fill(n, func(i int) string {
			return fmt.Sprintf(`<div class="card"><h3><a href="/p/%d">Thing %d</a></h3><span class="price">$%d.99</span><time datetime="2024-05-06">6 May 2024</time><p>Some words about it.</p></div>`, i, i, i)
		})
	}},
	{"listing", func(n int) string { // dressed as sites dress theirs
		return "<!doctype html><html lang=en><body>\n<main class=\"container mx-auto px-4\">\n" + fill(n, func(i int) string {
			return fmt.Sprintf(`  <article class="product-card product-card--grid" data-product-id="%d">
    <a class="product-card__link" href="/products/thing-number-%d?ref=listing"><img class="product-card__image" src="/media/catalog/thing-%d-300x300.jpg" alt="Thing %d" loading="lazy" width="300" height="300"></a>
    <h3 class="product-card__title"><a href="/products/thing-number-%d">Thing number %d for the house and the garden</a></h3>
    <p class="product-card__text">A sturdy thing, made of oak and steel, that lasts for years and is easily mended.</p>
    <span class="product-card__price price price--current">$%d.99</span>
  </article>
`, i, i, i, i, i, i, i)
		})
	}},
	{"siblings", func(n int) string { return fill(n, func(i int) string { return "<p>a" + fmt.Sprint(i) }) }},
	{"classes", func(n int) string {
		return fill(n, func(i int) string { return fmt.Sprintf(`<div class="c%d name-%d"><b>x</b></div>`, i, i) })
	}},
	{"deep", func(n int) string { return strings.Repeat("<div>", n/5) + "text" }},
	{"deep lists", func(n int) string { return strings.Repeat("<ul><li>item", n/12) }},
	{"deep inline", func(n int) string { return strings.Repeat("<b>x<i>", n/7) }},
	{"deep tables", func(n int) string { return strings.Repeat("<table><tr><td>x", n/16) }},
	{"one text", func(n int) string { return "<p>" + strings.Repeat("word ", n/5) }},
	{"one word", func(n int) string { return "<p>" + strings.Repeat("w", n) }},
	{"digits", func(n int) string { return "<p>" + strings.Repeat("1,234.50 ", n/9) }},
	{"dates", func(n int) string { return "<p>" + strings.Repeat("3 May 2024 ", n/11) }},
	{"colons", func(n int) string { return "<p>" + strings.Repeat("a: b ", n/5) }},
	{"attributes", func(n int) string {
		return "<p " + fill(n, func(i int) string { return fmt.Sprintf("a%d=v ", i) }) + ">text"
	}},
	{"long class", func(n int) string { return `<div class="` + strings.Repeat("price ", n/6) + `">$5</div>` }},
	{"tables", func(n int) string {
		return fill(n, func(i int) string {
			return fmt.Sprintf("<table><tr><th>Name<th>Price<tr><td>n%d<td>$%d</table>", i, i)
		})
	}},
	{"one table", func(n int) string {
		return "<table><tr><th>Name<th>Price<th>Date" + fill(n, func(i int) string { return fmt.Sprintf("<tr><td>n%d<td>$%d<td>6 May 2024", i, i) })
	}},
	{"plain table", func(n int) string { // as most are written
		return "<table class=\"table\">\n  <thead>\n    <tr><th>Name</th><th>Price</th><th>Date</th></tr>\n  </thead>\n  <tbody>\n" + fill(n, func(i int) string {
			return fmt.Sprintf("    <tr class=\"row\">\n      <td class=\"name\"><a href=\"/things/%d\">Thing number %d</a></td>\n      <td class=\"price\">$%d.99</td>\n      <td class=\"date\">6 May 2024</td>\n    </tr>\n", i, i, i)
		})
	}},
	{"wide table", func(n int) string {
		return "<table>" + fill(n, func(i int) string {
			if i%1000 == 0 {
				return "<tr><td rowspan=2000 colspan=200>x"
			}
			return "<td>x"
		})
	}},
	{"spans", func(n int) string {
		return "<table>" + fill(n, func(int) string { return "<tr><td rowspan=9999 colspan=9999>x" })
	}},
	{"definitions", func(n int) string {
		return "<dl>" + fill(n, func(i int) string { return fmt.Sprintf("<dt>Term %d<dd>value %d", i, i) })
	}},
	{"labels", func(n int) string {
		return fill(n, func(i int) string { return fmt.Sprintf("<p><b>Label %d:</b> value %d</p>", i, i) })
	}},
	{"inputs", func(n int) string {
		return "<form>" + fill(n, func(i int) string {
			return fmt.Sprintf(`<label for=f%d>Field %d</label><input id=f%d name=f%d>`, i, i, i, i)
		})
	}},
	{"links", func(n int) string {
		return fill(n, func(i int) string { return fmt.Sprintf(`<a href="/l/%d">Link %d</a> `, i, i) })
	}},
	{"headings", func(n int) string {
		return fill(n, func(i int) string { return fmt.Sprintf("<h%d>Heading %d</h%d>", i%6+1, i, i%6+1) })
	}},
	{"breadcrumbs", func(n int) string {
		return fill(n, func(i int) string {
			return fmt.Sprintf(`<nav class="breadcrumbs"><a href=/>Home</a> › <a href=/%d>x</a>`, i)
		})
	}},
	{"JSON-LD nodes", func(n int) string {
		return `<script type="application/ld+json">{"@graph":[{"@type":"Thing"}` + fill(n, func(i int) string {
			return fmt.Sprintf(`,{"@id":"#%d","@type":"Product","name":"P%d","offers":{"price":%d},"isRelatedTo":{"@id":"#%d"}}`, i, i, i, i+1)
		}) + `]}</script><h1>P1</h1>`
	}},
	{"JSON-LD scripts", func(n int) string {
		return fill(n, func(i int) string {
			return fmt.Sprintf(`<script type="application/ld+json">{"@type":"Product","name":"P%d","sku":"%d"}</script>`, i, i)
		}) + "<h1>P1</h1>"
	}},
	{"deep JSON", func(n int) string {
		return `<script>window.__STATE__ = ` + strings.Repeat(`{"a":[`, n/6) + `</script><h1>P1</h1>`
	}},
	{"state", func(n int) string {
		return `<script type="application/json">{"items":[{}` + fill(n, func(i int) string {
			return fmt.Sprintf(`,{"name":"P%d","price":%d,"tags":["a","b"]}`, i, i)
		}) + `]}</script><h1>P1</h1>`
	}},
	{"open state", func(n int) string {
		return "<script>" + strings.Repeat(`window.X = {"a":"b`, n/18) + "</script><h1>P1</h1>"
	}},
	{"microdata", func(n int) string {
		return fill(n, func(i int) string {
			return fmt.Sprintf(`<div itemscope itemtype="https://schema.org/Product" itemref="r"><span itemprop=name>P%d</span></div>`, i)
		}) + `<b id=r itemprop=brand>B</b>`
	}},
	{"deep microdata", func(n int) string { return strings.Repeat(`<div itemscope itemprop=a>x`, n/27) }},
	{"microformats", func(n int) string {
		return fill(n, func(i int) string { return fmt.Sprintf(`<div class="h-card"><span class="p-name">N%d</span>`, i) })
	}},
	{"metas", func(n int) string {
		return fill(n, func(i int) string { return fmt.Sprintf(`<meta property="og:p%d" content="v%d">`, i, i) })
	}},
	{"unclosed", func(n int) string { return strings.Repeat("<a href=/x><span>t", n/18) }},
	{"half tag", func(n int) string { return "<p>x" + strings.Repeat("<", n) }},
	{"comments", func(n int) string { return strings.Repeat("<!-- x -->", n/10) + "<h1>P</h1>" }},
	{"replies", func(n int) string {
		return `<div class="comments">` + fill(n, func(i int) string {
			return fmt.Sprintf(`<div class="comment"><b class="author">U%d</b><p>Some words.</p>`, i)
		})
	}},
	{"column spans", func(n int) string {
		return "<table>" + fill(n, func(i int) string { return fmt.Sprintf("<tr><td colspan=1000>a%d<td colspan=65535>b", i) })
	}},
	{"entities", func(n int) string { return "<p>" + strings.Repeat("&amp;&lt;&euro;5 ", n/16) }},
	{"JSON", func(n int) string {
		return `{"items":[{"name":"P"}` + fill(n, func(i int) string {
			return fmt.Sprintf(`,{"name":"P%d","price":%d.5,"tags":["a","b"],"by":{"name":"Ann"}}`, i, i)
		}) + `]}`
	}},
	{"JSON of members", func(n int) string {
		return `{"a":1` + fill(n, func(i int) string { return fmt.Sprintf(`,"price_%d":%d`, i, i) }) + `}`
	}},
	{"deep JSON page", func(n int) string { return strings.Repeat(`{"a":[`, n/12) + strings.Repeat(`]}`, n/12) }},
	{"rows of records", func(n int) string {
		return "<table>" + fill(n, func(i int) string {
			return fmt.Sprintf(`<tr class=athing><td>%d.<td><a href=/i/%d>Story %d</a><tr><td><td>%d points by <a href=/u>u</a><tr class=spacer>`, i, i, i, i)
		})
	}},
}

// fill joins parts until they make n bytes.
func fill(n int, part func(i int) string) string {
	var b strings.Builder
	b.Grow(n + 500)
	for i := 0; b.Len() < n; i++ {
		b.WriteString(part(i))
	}
	return b.String()
}

// hardQuery asks for something of every kind.
const hardQuery = `{ title author published(date) price(number) sku brand text
	items[] { name price(number) url date(date) text }
	reviews[] { author rating(number) text }
	breadcrumbs[] { name url }
	tags[] next_page(url) }`

// maxGrowth is how many times the work may be of a page four times the size: four,
// and what rounding up to larger pieces and sorting add.
const maxGrowth = 7

// TestHardPages answers each page small and four times as large, and holds the work to
// what is linear in the size. Work is counted, by how often the engine asks whether to
// go on and by what it allocates, so that the machine's speed has no say in it.
func TestHardPages(t *testing.T) {
	q, err := query.Parse(hardQuery)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range hardPages {
		t.Run(tt.name, func(t *testing.T) {
			const size = 25 << 10
			work(t, tt.page(size), q) // what is made once, at the first use
			steps, bytes := work(t, tt.page(size), q)
			moreSteps, moreBytes := work(t, tt.page(4*size), q)
			const start = 50 // steps, and kB, that any page takes
			if moreSteps > maxGrowth*(steps+start) {
				t.Errorf("%d steps for a page of %d kB, %d for four times that", steps, size>>10, moreSteps)
			}
			if moreBytes > maxGrowth*(bytes+start<<10) {
				t.Errorf("%d bytes for a page of %d kB, %d for four times that", bytes, size>>10, moreBytes)
			}
		})
	}
}

// work reads and answers a page and returns how often the engine asked whether to go
// on, and the bytes that were allocated.
func work(t *testing.T, source string, q *query.Query) (steps, bytes uint64) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	ctx := &countingContext{Context: t.Context()}
	doc, err := page.Parse(source, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := extract.Run(ctx, doc, q, extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if !json.Valid(r.Data) {
		t.Errorf("not JSON: %.200s", r.Data)
	}
	return ctx.asked.Load(), after.TotalAlloc - before.TotalAlloc
}

// countingContext counts how often it is asked whether it is done.
type countingContext struct {
	context.Context
	asked atomic.Uint64
}

func (c *countingContext) Err() error {
	c.asked.Add(1)
	return c.Context.Err()
}

// BenchmarkHardPages reads and answers each page at 1 MB and at 4 MB: MB/s that
// fall from the one to the other tell of a cost that is not linear.
//
//	go test -run xxx -bench HardPages -benchtime 1x ./service/extract
func BenchmarkHardPages(b *testing.B) {
	q, err := query.Parse(hardQuery)
	if err != nil {
		b.Fatal(err)
	}
	for _, tt := range hardPages {
		for _, size := range [...]int{1, 4} {
			b.Run(fmt.Sprintf("%s/%dMB", strings.ReplaceAll(tt.name, " ", "-"), size), func(b *testing.B) {
				source := tt.page(size << 20)
				b.SetBytes(int64(len(source)))
				b.ReportAllocs()
				for b.Loop() {
					doc, err := page.Parse(source, nil)
					if err != nil {
						b.Fatal(err)
					}
					if _, err := extract.Run(b.Context(), doc, q, extract.Options{}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkFields answers queries of more and more fields from one page of 1 MB.
func BenchmarkFields(b *testing.B) {
	doc, err := page.Parse(hardPages[1].page(1<<20), nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, form := range [...]string{"{ %s}", "{ items[] { %s} }"} {
		for _, n := range [...]int{20, 200, 1900} {
			var fields strings.Builder
			for i := range n {
				fmt.Fprintf(&fields, [...]string{"price_%d(number) ", "field_%d "}[i%2], i)
			}
			q, err := query.Parse(fmt.Sprintf(form, &fields))
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s/%d", [...]string{"list", "leaves"}[min(1, strings.Count(form, "{")%2)], n), func(b *testing.B) {
				for b.Loop() {
					if _, err := extract.Run(b.Context(), doc, q, extract.Options{}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N*n), "ms/field")
			})
		}
	}
}
