package extract_test

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"assay/query"
	"assay/service/extract"
	"assay/service/page"
)

func TestData(t *testing.T) {
	const shop = `<title>Lamp - Shop</title><h1>Lamp</h1><p>Price: $1,234.50</p><p>Colour: <b>Red</b></p>
		<table><tr><th>Size</th><td>40 cm</td></tr><tr><th>In stock</th><td>No</td></tr></table>
		<h2>Features</h2><ul><li>Dimmer</li><li>Two bulbs</li></ul>
		<a href="/buy?id=7">Buy now</a> <a href="mailto:help@shop.example">Write to us</a> <a href="tel:+15550100">Call</a>`
	tests := []struct{ name, html, query, want string }{
		{"types", shop, `{ price(number) size in_stock(boolean) }`, `{"price":1234.5,"size":"40 cm","in_stock":false}`},
		{"price as text", shop, `{ price }`, `{"price":"$1,234.50"}`},
		{"field order", shop, `{ size colour title }`, `{"size":"40 cm","colour":"Red","title":"Lamp"}`},
		{"nothing invented", shop, `{ flight_number boarding_gate salary(number) director }`, `{"flight_number":null,"boarding_gate":null,"salary":null,"director":null}`},
		{"empty shapes", shop, `{ passengers[] { seat } stops[] pilot { licence } }`, `{"passengers":[],"stops":[],"pilot":{"licence":null}}`},
		{"page is the whole page", `<title>Mugs | Shop</title><h1>Mugs</h1><div class="page"><h2>Ways to save</h2><p>Twice.</p></div>`, `{ page { title } }`, `{"page":{"title":"Mugs"}}`},
		{"only link", `<p>Read <a href="/more">on</a>.</p>`, `{ link(url) }`, `{"link":"https://shop.example/more"}`},
		{"one of two links", `<p><a href="/a">A</a> <a href="/b">B</a></p>`, `{ link(url) }`, `{"link":null}`},
		{"name said twice", `<h1>News</h1><div class="author"><b>Ann Lee</b> <span>Ann Lee</span></div>`, `{ author }`, `{"author":"Ann Lee"}`},
		{"key of a text", `<h1>News</h1><div class="author">page.head.author</div>`, `{ author }`, `{"author":null}`},
		{"site's name in the heading", `<title>How to fix a lamp - Forum</title><h1><a href="/">Forum</a></h1><h2>How to fix a lamp</h2>`, `{ title }`, `{"title":"How to fix a lamp"}`},
		{"list", shop, `{ features[] }`, `{"features":["Dimmer","Two bulbs"]}`},
		{"contact", shop, `{ email phone }`, `{"email":"help@shop.example","phone":"+15550100"}`},
		{"absolute link", shop, `{ buy_now(url) }`, `{"buy_now":"https://shop.example/buy?id=7"}`},
		{"empty page", ``, `{ title items[] { name } }`, `{"title":null,"items":[]}`},
		{"one text", `hello`, `{ title }`, `{"title":null}`},
		{"unit", `<p>Total time: 1 hr 20 min</p>`, `{ total_time(integer, minutes) }`, `{"total_time":80}`},
		{"unit seconds", `<p>Duration: 2 minutes</p>`, `{ duration(number, seconds) }`, `{"duration":120}`},
		{"locale", `<html lang="de"><p>Preis: 1.234,56 €</p>`, `{ preis(number) }`, `{"preis":1234.56}`},
		{"two labels in a line", `<p><b>Prep:</b> 5 min <b>Cook:</b> 10 min</p>`, `{ prep_time(integer) cook_time(integer) }`, `{"prep_time":5,"cook_time":10}`},
		{"hidden is not shown", `<h1>A</h1><p style="display:none">Code: 77</p>`, `{ code }`, `{"code":null}`},
		{"quotes", `<h1>Say "hi" &amp; \go</h1>`, `{ title }`, `{"title":"Say \"hi\" & \\go"}`},
		{
			"json-ld graph", `<script type="application/ld+json">{"@graph":[{"@type":"WebSite","name":"S"},{"@type":"Product","name":"P","brand":{"@id":"#b"},"offers":[{"price":"9.99"}]},{"@id":"#b","@type":"Brand","name":"B"}]}</script><h1>P</h1>`,
			`{ product { name brand price(number) } }`, `{"product":{"name":"P","brand":"B","price":9.99}}`,
		},
		{
			"nested list", `<div class="team"><h3>Red</h3><ul class="players"><li>Ann</li><li>Bo</li></ul></div><div class="team"><h3>Blue</h3><ul class="players"><li>Cy</li><li>Di</li></ul></div>`,
			`{ teams[] { name players[] } }`, `{"teams":[{"name":"Red","players":["Ann","Bo"]},{"name":"Blue","players":["Cy","Di"]}]}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(run(t, tt.html, "https://shop.example/lamps/", tt.query).Data); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// Every value that is not null has evidence whose selector picks one element.
func TestEvidence(t *testing.T) {
	for _, c := range smokeCases(t) {
		source := c.source(t, "as_is")
		r := run(t, source, c.URL, c.Query)
		root, err := html.Parse(strings.NewReader(source))
		if err != nil {
			t.Fatal(err)
		}
		var data any
		if err := json.Unmarshal(r.Data, &data); err != nil {
			t.Fatal(err)
		}
		want := pointers(data, "", nil)
		if len(want) != len(r.Evidence) {
			t.Errorf("%s: %d values, %d pieces of evidence", c.ID, len(want), len(r.Evidence))
		}
		for _, ev := range r.Evidence {
			if !want[ev.Pointer] {
				t.Errorf("%s: evidence for %s, which is no value", c.ID, ev.Pointer)
			}
			if ev.Score <= 0 || ev.Score > 1 || ev.Text == "" || ev.Kind == "" || ev.Selector == nil {
				t.Errorf("%s: poor evidence %+v", c.ID, ev)
				continue
			}
			sel, err := cascadia.Parse(*ev.Selector)
			if err != nil {
				t.Errorf("%s: selector %q: %v", c.ID, *ev.Selector, err)
				continue
			}
			if n := len(cascadia.QueryAll(root, sel)); n != 1 {
				t.Errorf("%s: selector %q picks %d elements", c.ID, *ev.Selector, n)
			}
		}
	}
}

func pointers(v any, at string, out map[string]bool) map[string]bool {
	if out == nil {
		out = map[string]bool{}
	}
	switch v := v.(type) {
	case map[string]any:
		for name, m := range v {
			pointers(m, at+"/"+name, out)
		}
	case []any:
		for i, m := range v {
			pointers(m, at+"/"+strconv.Itoa(i), out)
		}
	case nil:
	default:
		out[at] = true
	}
	return out
}

// Pages built to hurt end in bounded time with an answer.
func TestHostilePages(t *testing.T) {
	const ask = `{ title price(number) tags[] items[] { name url price(number) date(date) text } }`
	tests := []struct{ name, html string }{
		{"siblings", "<ul>" + strings.Repeat(`<li class="item"><a href="/x">one</a> <b>$3</b>`, 100_000) + "</ul>"},
		{"levels", strings.Repeat(`<div class="item">`, 10_000) + "deep" + strings.Repeat("</div>", 10_000)},
		{"inline levels", strings.Repeat("<b><i>", 5_000) + "deep"},
		{"one text", "<p>" + strings.Repeat("word 12.50 ", 20<<20/11)},
		{"no blanks", "<p>" + strings.Repeat("x", 20<<20)},
		{"attributes", "<p " + strings.Repeat(`a1 b2 c3 `, 100_000) + ">x"},
		{"classes", `<p class="` + strings.Repeat("c1 d2 ", 100_000) + `">x`},
		{"cells", "<table>" + strings.Repeat("<tr>"+strings.Repeat("<td>1", 100), 1000) + "</table>"},
		{"spans", `<table><tr><td rowspan=60000 colspan=1000>x</td></tr>` + strings.Repeat("<tr><td>y", 3000) + "</table>"},
		{"headings", strings.Repeat("<h2>Price</h2><p>5", 30_000)},
		{"labels", strings.Repeat("<p>Price: 5 Name: x</p>", 50_000)},
		{"one line of labels", "<p>" + strings.Repeat("<b>Price:</b> 5 ", 50_000)},
		{"json", `<script type="application/ld+json">` + strings.Repeat(`{"a":[`, 100_000)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			run(t, tt.html, "", ask)
			if took := time.Since(start); took > slowdown*20*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestContext(t *testing.T) {
	q, err := query.Parse(`{ items[] { name } }`)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := page.Parse(strings.Repeat("<li>x", 1000), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := extract.Run(ctx, doc, q, extract.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func FuzzRun(f *testing.F) {
	for _, c := range smokeCases(f) {
		f.Add(c.source(f, "as_is"), c.Query)
	}
	f.Add(`<table><tr><th colspan=3>a<tr><td rowspan=9>b`, `{ rows[] { a b } }`)
	f.Add(`<script type="application/ld+json">{"@id":"a","x":{"@id":"a"}}</script>`, `{ x }`)
	f.Add(strings.Repeat("<div>", 600)+"Label:<dd>x<template shadowrootmode=open><p>y", `{ label list[] }`)
	f.Add(`<ul><li>1. Mug<li>2. Jug</ul>`, `{ _[] { _ no name } __ { _ } }`)
	f.Add(`<div><b>Leeds</b> 2 – 1 <i>Hull</i></div><div>York v Bath</div>`, `{ a[] { home away home_goals(integer) } time }`)
	f.Fuzz(func(t *testing.T, source, text string) {
		q, err := query.Parse(text)
		if err != nil {
			return
		}
		doc, err := page.Parse(source, nil)
		if err != nil {
			return
		}
		r, err := extract.Run(context.Background(), doc, q, extract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !json.Valid(r.Data) {
			t.Fatalf("not JSON: %s", r.Data)
		}
	})
}

// BenchmarkRun answers a list and two leaves from a page of about 200 KB; parse
// is the time to read the page alone.
func BenchmarkRun(b *testing.B) {
	post := `<div class="post" id="post1"><div class="post-head"><a class="username" href="/u/marta">marta</a> <time class="post-date" datetime="2023-05-02">May 2, 2023</time></div><div class="post-body"><p>` +
		strings.Repeat("My bike squeaks with every turn of the left pedal. ", 10) + `</p></div><div class="post-foot"><a href="/quote/1">Quote</a> <a href="/report/1">Report</a></div></div>`
	source := `<title>Squeak - Forum</title><h1>Squeak</h1>` + strings.Repeat(post, 200_000/len(post))
	q, err := query.Parse(`{ topic_title  reply_count(integer)  posts[] { author  date(date)  text } }`)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(source)))
		for b.Loop() {
			if _, err := page.Parse(source, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	doc, err := page.Parse(source, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("engine", func(b *testing.B) {
		b.SetBytes(int64(len(source)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := extract.Run(context.Background(), doc, q, extract.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
