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
			doc, err := page.Parse(tt.html, nil)
			if err != nil {
				t.Fatal(err)
			}
			x := evidence.Gather(context.Background(), tree.New(doc))
			var all []string
			for _, set := range records.Mine(context.Background(), x) {
				var texts []string
				for _, sp := range set.Spans {
					texts = append(texts, strings.ReplaceAll(x.Tree.SpanText(sp.From, sp.To), "\n", " "))
				}
				got := strings.Join(texts, "/")
				if got == tt.want {
					return
				}
				all = append(all, got)
			}
			t.Errorf("sets %q, none is %q", all, tt.want)
		})
	}
}
