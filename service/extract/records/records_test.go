package records_test

import (
	"context"
	"strings"
	"testing"

	"assay/service/extract/evidence"
	"assay/service/extract/records"
	"assay/service/extract/tree"
	"assay/service/page"
)

func TestMine(t *testing.T) {
	tests := []struct{ name, html, want string }{
		{"siblings", `<div><p class=a>1</p><p class=a>2</p><p class=a>3</p></div>`, "1/2/3"},
		{"under different parents", `<section><div class=post>1</div></section><section><div class=post>2</div></section>`, "1/2"},
		{"among others", `<div><div class="ad">x</div><div class="item first">1</div><div class="item">2</div></div>`, "1/2"},
		{"terms", `<dl><dt>q1<dd>a1<dt>q2<dd>a2</dl>`, "q1 a1/q2 a2"},
		{"headings", `<div><h2>A</h2><p>1</p><h2>B</h2><p>2</p></div>`, "A 1/B 2"},
		{"split over siblings", `<div><div class=who>a</div><div class=what>1</div><div class=who>b</div><div class=what>2</div><div class=who>c</div><div class=what>3</div></div>`, "a 1/b 2/c 3"},
		{"told by how cells begin", `<table><tr><td><b>a</b><td><p>1</p></tr><tr><td><a href=u>up</a><td><i>x</i></tr><tr><td><b>b</b><td><p>2</p></tr><tr><td><a href=u>up</a><td><i>y</i></tr></table>`, "a 1/b 2"},
		{"nested, each with its own text", `<ul><li class=c>question 1<ul><li class=c>answer 1a</li></ul></li><li class=c>question 2</li></ul>`, "question 1/answer 1a/question 2"},
		{"not inside one another", `<ul><li class=c>1<ul><li class=c>1a</li></ul></li><li class=c>2</li></ul>`, "1 1a/2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var all []string
			sets, x := mine(t, tt.html)
			for _, set := range sets {
				got := textOf(x, set)
				if got == tt.want {
					return
				}
				all = append(all, got)
			}
			t.Errorf("sets %q, none is %q", all, tt.want)
		})
	}
}

// A page may have more groups of siblings than are ever looked at: the first of them
// become sets, and those that text stands between wherever they are.
func TestManyGroups(t *testing.T) {
	source := strings.Repeat("<ul><li>one<li>two</ul>", 20_000) +
		`<div><div class=who>a</div><div class=what>1</div><div class=who>b</div><div class=what>2</div><div class=who>c</div><div class=what>3</div></div>`
	sets, x := mine(t, source)
	if len(sets) < 2 || len(sets) > 5_000 {
		t.Fatalf("%d sets", len(sets))
	}
	for i, set := range sets[1:] {
		if set.Spans[0].From < sets[i].Spans[0].From && len(set.Spans) == 2 {
			t.Fatalf("set %d begins at node %d, the one before at %d", i+1, set.Spans[0].From, sets[i].Spans[0].From)
		}
	}
	if got := textOf(x, sets[1]); got != "one/two" {
		t.Errorf("the first list of two is %q", got)
	}
	last := ""
	for _, set := range sets {
		if text := textOf(x, set); strings.HasPrefix(text, "a 1") {
			last = text
		}
	}
	if last != "a 1/b 2/c 3" {
		t.Errorf("the records at the end are %q", last)
	}
}

// mine returns the sets of a page.
func mine(t *testing.T, source string) ([]*records.Set, *evidence.Index) {
	t.Helper()
	doc, err := page.Parse(source, nil)
	if err != nil {
		t.Fatal(err)
	}
	x := evidence.Gather(context.Background(), tree.New(doc))
	return records.Mine(context.Background(), x), x
}

// textOf returns the texts of a set's records.
func textOf(x *evidence.Index, set *records.Set) string {
	var texts []string
	for _, sp := range set.Spans {
		texts = append(texts, strings.ReplaceAll(x.Tree.SpanText(sp.From, sp.To), "\n", " "))
	}
	return strings.Join(texts, "/")
}
