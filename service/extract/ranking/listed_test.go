package ranking

import (
	"slices"
	"strings"
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
		{"Denise Farrar | Dish", atDash, "Denise Farrar", "Dish"},
		{"well-known", atDash, "", ""},
		{"Anne K., Zellingen", atComma, "Anne K.", "Zellingen"},
		{"Manual (PDF, 14.2 MB)", atComma, "PDF", "14.2 MB"},
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
		}{{cut{at: tt.at}, tt.first}, {cut{at: tt.at, rest: true}, tt.rest}} {
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
		"Contains: lactose, cellulose, salt and magnesium stearate. Store it dry.": {"lactose", "cellulose", "salt", "magnesium stearate"},
		"red, blue": nil,
		"It rained, and we, the four of us, went home at last on the last bus from Norwich.": nil,
	} {
		e := engineOf(t, "<p>"+text+"</p>")
		var got []string
		for _, s := range newLists(e).all {
			if s.fact != 0 {
				continue
			}
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

func TestOptions(t *testing.T) {
	e := engineOf(t, `<label for=s>Sort by</label><select id=s><option value="">Choose<option value=1>Top rated<option value=2>New</select><select name=s2><option>Top rated<option>New</select>`)
	all := newLists(e).all
	if len(all) != 1 {
		t.Fatalf("%d sets, want 1: the second has the same options", len(all))
	}
	s := all[0]
	var got []string
	for i := range s.series {
		got = append(got, e.PartText(&s.series[i]))
	}
	if want := []string{"Top rated", "New"}; !slices.Equal(got, want) || !slices.Contains(s.names, "Sort by") {
		t.Errorf("%q of %q, want %q of Sort by", got, s.names, want)
	}
}

func TestCountIn(t *testing.T) {
	for name, want := range map[string]int{"top10": 10, "four_pillars": 4, "threeRecipes": 3, "zwei_gewinner": 2, "all 25": 25, "news of 2024": 0, "one_liners": 0} {
		if got := countIn(name); got != want {
			t.Errorf("%q: %d, want %d", name, got, want)
		}
	}
}

func TestPanelName(t *testing.T) {
	for _, html := range []string{
		`<button aria-controls=p>Fill power</button><div id=p><ul><li>550<li>650<li>800</ul></div>`,
		`<p id=n>Fill power</p><p>in cubic inches<div aria-labelledby=n><ul><li>550<li>650<li>800</ul></div>`,
	} {
		named := false
		for _, s := range newLists(engineOf(t, html)).all {
			named = named || len(s.spans) == 3 && slices.Contains(s.names, "Fill power")
		}
		if !named {
			t.Errorf("no set of three is called by its panel: %s", html)
		}
	}
}

func TestTurned(t *testing.T) {
	for _, tt := range []struct{ name, html, want string }{
		{"comparison", `<table><tr><th>Plan<th>Free<th>Pro<tr><td>Price<td>$0<td>$20<tr><td>Seats<td>1<td>5</table>`, "Plan Price Seats: Free $0 1; Pro $20 5;"},
		{"rows without names", `<table><tr><th>Year<th>Won<th>Lost<tr><td>1999<td>3<td>4<tr><td>2000<td>5<td>6</table>`, ""},
	} {
		e := engineOf(t, tt.html)
		var b strings.Builder
		for _, s := range newLists(e).all {
			if s.grid == nil || s.grid == e.Index.Tables[0] {
				continue
			}
			for k := range s.grid.Headers {
				b.WriteString(strings.Repeat(" ", min(k, 1)) + s.grid.Headers[k].Text)
			}
			b.WriteByte(':')
			for _, row := range s.grid.Rows {
				for _, c := range row.Cells {
					b.WriteString(" " + e.Tree.Text(c))
				}
				b.WriteByte(';')
			}
		}
		if got := b.String(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
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
	return New(t.Context(), &Page{Page: onpage.NewPage(x, records.Mine(t.Context(), x))}, nil, nil, false)
}
