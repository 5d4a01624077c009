package ranking

import (
	"testing"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/onpage"
	"assay/service/extract/records"
	"assay/service/extract/tree"
	"assay/service/page"
)

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		text        string
		at          cutAt
		first, rest string // "" and "": it is not cut there
	}{
		{"SEO: how pages are found", atColon, "SEO", "how pages are found"},
		{"at 10:30 sharp", atColon, "", ""},
		{"Organization – the core of it", atDash, "Organization", "the core of it"},
		{"well-known", atDash, "", ""},
		{"Anne K., Zellingen", atComma, "Anne K.", "Zellingen"},
		{"Wired (16)", atBracket, "Wired", "16"},
		{"(16)", atBracket, "", ""},
		{"11.2. Index types", atNumber, "11.2.", "Index types"},
		{"#3 Nikon", atNumber, "#3", "Nikon"},
		{"Nikon 3", atNumber, "", ""},
	} {
		e := engineOf(t, "<p>"+tt.text+"</p>")
		p := onpage.Part{ID: content.None, Key: -1}
		for id := range e.Tree.Nodes {
			if e.Tree.Tag(content.ID(id)) == "p" {
				p.ID = content.ID(id)
			}
		}
		for _, c := range []struct {
			cut  cut
			want string
		}{{cut{tt.at, false}, tt.first}, {cut{tt.at, true}, tt.rest}} {
			q := c.cut.of(e, &p)
			got := ""
			if q.ID != content.None {
				got = e.PartText(&q)
			}
			if got != c.want {
				t.Errorf("%q cut at %d, rest %v: %q, want %q", tt.text, c.cut.at, c.cut.rest, got, c.want)
			}
		}
	}
}

func TestSeries(t *testing.T) {
	for text, want := range map[string][]string{
		"Flavours: rose, mint and lime": {"rose", "mint", "lime"},
		"13 / 12 / 11 / 10":             {"13", "12", "11", "10"},
		"red, blue":                     nil,
		"It rained, and we, the four of us, went home at last on the last bus from Norwich.": nil,
	} {
		e := engineOf(t, "<p>"+text+"</p>")
		var got []string
		for _, s := range newLists(e).all {
			for i := range s.series {
				got = append(got, e.PartText(&s.series[i]))
			}
		}
		if len(got) != len(want) {
			t.Errorf("%q: %q, want %q", text, got, want)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
		}
	}
}

func engineOf(t *testing.T, html string) *Engine {
	t.Helper()
	doc, err := page.Parse(html, nil)
	if err != nil {
		t.Fatal(err)
	}
	x := evidence.Gather(t.Context(), tree.New(doc))
	return New(t.Context(), Page{Index: x, Sets: records.Mine(t.Context(), x)}, nil, nil, false)
}
