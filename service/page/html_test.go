package page

import (
	"fmt"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"assay/service/content"
)

// outline writes a document's visible structure: tags with their text inside.
func outline(d *content.Document) string {
	var b strings.Builder
	var ends []content.ID
	for i := range d.Nodes {
		for len(ends) > 0 && content.ID(i) >= ends[len(ends)-1] {
			b.WriteByte(')')
			ends = ends[:len(ends)-1]
		}
		n := &d.Nodes[i]
		switch {
		case n.Hidden:
		case n.Kind == content.Text:
			b.WriteString(strings.TrimSpace(d.Chars(content.ID(i))))
		default:
			b.WriteString(d.Tag(content.ID(i)) + "(")
			ends = append(ends, n.End)
		}
	}
	return b.String() + strings.Repeat(")", len(ends))
}

func TestParse(t *testing.T) {
	tests := []struct{ name, html, want string }{
		{"plain", `<p>a<p>b`, "html(body(p(a)p(b)))"},
		{"nothing", ``, "html(body())"},
		{"text", `a < b`, "html(body(a < b))"},
		{"hidden", `<p hidden>a</p><p style="color:red; DISPLAY : none !important">b</p><dialog>c</dialog><p aria-hidden=true>d`, "html(body(p(d)))"},
		{"hidden inside hidden", `<div hidden><p>a</p></div><p>b`, "html(body(p(b)))"},
		{"found by search", `<p hidden=until-found>a`, "html(body(p(a)))"},
		{"template", `<template><p>a</p></template>b`, "html(body(b))"},
		{"shadow root", `<x-y><template shadowrootmode=open><p>a</p></template>b</x-y>`, "html(body(x-y(p(a)b)))"},
		{"folded answer", `<h3><button aria-expanded=false>a</button></h3><div hidden><p>b</p><p hidden>c</p><script>d</script></div><p>e`, "html(body(h3(button(a))div(p(b))p(e)))"},
		{"hidden until a script runs", `<div style="visibility:hidden"><header style="display:none">a</header><input><h1>b</h1>` + strings.Repeat("c ", leastMost) + `</div><p>d`, "html(body(div(input()h1(b)" + strings.TrimSpace(strings.Repeat("c ", leastMost)) + ")p(d)))"},
		{"folded panel", `<ul role=tablist><li role=tab>a</ul><div role=tabpanel hidden>b</div><div id=x style="display:none">c</div><button aria-controls=x>d</button>`, "html(body(ul(li(a))div(b)div(c)button(d)))"},
		{"folded menu", `<button aria-expanded=false>a</button><div hidden class=dropdown>b</div><button aria-haspopup=true>c</button><div hidden>d</div><nav><button>e</button><div hidden>f</div></nav><button>g</button><div hidden><a href=/>h</a></div>`, "html(body(button(a)button(c)nav(button(e))button(g)))"},
		{"streamed part", `<main><!--$?--><template id="B:0"></template><p>wait</p><!--/$--><i>a</i></main><div hidden id="S:0"><p>b</p><template id="P:1"></template></div><script>$RC("B:0","S:0")</script><div hidden id="S:1"><p>c</p></div><script>$RS("S:1","P:1")</script>`, "html(body(main(p(b)p(c)i(a))div()div()))"},
		{"streamed part whose place is gone", `<main><!--$?--><template id="B:0"></template><template id="B:1"></template><!--/$--></main><div hidden id="S:0">a</div><div hidden id="S:1">b</div><script>$RC("B:0","S:0");$RC("B:1","S:1")</script>`, "html(body(main(a)div()div(b)))"},
		{"streamed parts within each other", `<div hidden id="S:0">a<template id="B:1"></template></div><div hidden id="S:1">b<template id="B:0"></template></div><script>$RC("B:0","S:0");$RC("B:1","S:1")</script>`, "html(body(div()div(ba)))"},
		{"streamed part that no script moves", `<p>a</p><div hidden id="S:0"><p>b</p></div>`, "html(body(p(a)div(p(b))))"},
		{"script and style", `<p>a<script>b</script><style>c</style><svg><text>d</text></svg>e`, "html(body(p(asvg()e)))"},
		{"without scripts", `<p>a</p><noscript><p>b</noscript>`, "html(body(p(a)noscript(p(b))))"},
		{"table", `<table><tr><td>a<td>b`, "html(body(table(tbody(tr(td(a)td(b))))))"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := Parse(tt.html, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := outline(d); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestParseDocument(t *testing.T) {
	base, err := url.Parse("https://a.example/x/y")
	if err != nil {
		t.Fatal(err)
	}
	d, err := Parse(`<html lang="de-AT"><base href="../z/"><base href="/no"><script type="Application/LD+JSON; charset=utf-8" id=s>{"a":1}</script><title>T</title>`, base)
	if err != nil {
		t.Fatal(err)
	}
	if d.Lang != "de-AT" || d.Base.String() != "https://a.example/z/" || d.URL != base || d.Loaded.IsZero() || d.Source != content.HTML {
		t.Errorf("document %q %v %v %v", d.Lang, d.Base, d.URL, d.Loaded)
	}
	if len(d.Data) != 1 || d.Data[0].Type != "application/ld+json" || d.Data[0].ID != "s" || d.Data[0].Text != `{"a":1}` || d.Tag(d.Data[0].Node) != "script" {
		t.Errorf("data %+v", d.Data)
	}
}

func TestRoles(t *testing.T) {
	for html, want := range map[string]content.Role{
		`<h3 id=x>`: content.Heading, `<div id=x role=heading>`: content.Heading, `<a id=x href=/>`: content.Link, `<a id=x>`: content.Inline,
		`<li id=x>`: content.Item, `<div id=x role=listitem>`: content.Item, `<nav id=x>`: content.Navigation, `<div id=x role=banner>`: content.Header,
		`<time id=x>`: content.Time, `<x-card id=x>`: content.Block, `<b id=x>`: content.Inline, `<article id=x role=presentation>`: content.Article,
	} {
		d, err := Parse(html, nil)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for i := range d.Nodes {
			if v, _ := d.Attr(content.ID(i), "id"); v == "x" {
				found = true
				if got := d.Nodes[i].Role; got != want {
					t.Errorf("%s has role %d, want %d", html, got, want)
				}
			}
		}
		if !found {
			t.Errorf("%s: the element is gone", html)
		}
	}
	if _, level := roleOf("div", []content.Attr{{Name: "role", Value: "heading"}, {Name: "aria-level", Value: "3"}}); level != 3 {
		t.Errorf("level %d, want 3", level)
	}
}

// Pages nested beyond what html.Parse takes are read all the same.
func TestParseDeep(t *testing.T) {
	d, err := Parse(`<html lang=fr><head><title>T</title></head><body><p>one<p>two<table><tr><td>c1<td>c2</table>`+
		strings.Repeat("<div>", 10_000)+"<b>deep</b>"+strings.Repeat("</div>", 10_000)+`<script>var x</script><p hidden>no<p>last`, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := outline(d)
	for _, want := range []string{"p(one)p(two)", "tr(td(c1)td(c2))", "b(deep)", "p(last)"} {
		if strings.HasPrefix(want, "b(") {
			want = "deep" // too deep to keep its own element
		}
		if !strings.Contains(got, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(got, "var x") || strings.Contains(got, "no") {
		t.Error("hidden text is shown")
	}
	if d.Lang != "fr" || len(d.Data) != 1 {
		t.Errorf("lang %q, %d data blocks", d.Lang, len(d.Data))
	}
	for i := range d.Nodes {
		depth := 0
		for at := d.Nodes[i].Parent; at != content.None; at = d.Nodes[at].Parent {
			depth++
		}
		if depth > maxDepth+2 {
			t.Fatalf("depth %d", depth)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`<p>a<table><p>b<tr><td><a href=x>c</table></a><template shadowrootmode=open><i>d`)
	f.Add(strings.Repeat("<b>", 600) + "<script>x</script></b></table><td>y")
	f.Add(`<svg><svg></svg><style></svg>x`)
	f.Add(`<!--$?--><template id="B:0"></template><i>a</i><!--/$--><div hidden id="S:0">b</div><script>$RC("B:0","S:0")</script>`)
	f.Fuzz(func(t *testing.T, source string) {
		d, err := Parse(source, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.Nodes {
			n := &d.Nodes[i]
			if n.End <= content.ID(i) || int(n.End) > len(d.Nodes) || n.Parent >= content.ID(i) || i > 0 && n.Parent == content.None {
				t.Fatalf("node %d: end %d, parent %d of %d", i, n.End, n.Parent, len(d.Nodes))
			}
		}
	})
}

// Attributes without end must not take more than their share of memory, and with it of
// time: of pages twice as large, twice as much.
func TestParseManyAttributes(t *testing.T) {
	attrs := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " a%d=v", i)
		}
		return b.String()
	}
	tags := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for _, tt := range []struct {
		name string
		page func(n int) string
	}{
		{"of one element", func(n int) string { return "<p" + attrs(n) + ">Here" }},
		{"of all elements", func(n int) string { return tags("<p a%d=v>Here", n) }},
		{"of an element before many", func(n int) string { return "<p" + attrs(n) + ">" + strings.Repeat("<p class=c>Here", n) }},
		{"of html", func(n int) string { return tags("<html a%d=v>", n) + "Here" }},
		{"of body", func(n int) string { return "<body" + attrs(200) + ">" + tags("<BODY\tb%d='v'>", n) + "Here" }},
		{"of a formatting element", func(n int) string { return "<p><b" + attrs(n) + ">x" + strings.Repeat("</p><p>Here", n) }},
		{"of one after a value with a tag", func(n int) string {
			return "<p t='<b>'><b u='>'" + attrs(n) + ">x" + strings.Repeat("</p><p>Here", n)
		}},
		{"of formatting elements that stay open", func(n int) string {
			return "<p>" + tags("<b id=b%d>", n) + strings.Repeat("</p><p>Here", n)
		}},
		{"of links in links", func(n int) string { return strings.Repeat("<a b='<i c=\"<a d=\"", n) + "'>Here" }},
		{"of a noscript element", func(n int) string {
			return "<p>Here<noscript><p><b" + attrs(n) + ">x" + strings.Repeat("</p><p>x", n) + "</noscript>"
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			parse := func(n int) (allocated uint64) {
				source := tt.page(n)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				d, err := Parse(source, nil)
				runtime.ReadMemStats(&after)
				if err != nil {
					t.Fatal(err)
				}
				if !strings.Contains(outline(d), "Here") {
					t.Errorf("the text is gone from %.200s", source)
				}
				return after.TotalAlloc - before.TotalAlloc
			}
			small, large := parse(1500), parse(3000)
			if large > 3*small || large > 16<<20 {
				t.Errorf("%d attributes take %d KiB, twice as many %d KiB", 1500, small>>10, large>>10)
			}
		})
	}
}
