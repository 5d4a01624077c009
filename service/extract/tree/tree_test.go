package tree_test

import (
	"slices"
	"strings"
	"testing"

	"assay/service/content"
	"assay/service/extract/tree"
	"assay/service/page"
)

func parse(t *testing.T, html string) *tree.Tree {
	t.Helper()
	doc, err := page.Parse(html, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tree.New(doc)
}

func byID(t *testing.T, tr *tree.Tree, id string) content.ID {
	t.Helper()
	for i := range tr.Nodes {
		if tr.Value(content.ID(i), "id") == id {
			return content.ID(i)
		}
	}
	t.Fatalf("no element %s", id)
	return content.None
}

func TestText(t *testing.T) {
	tests := []struct{ html, want string }{
		{"<p id=x> a \n b\t</p>", "a b"},
		{"<div id=x><p>a</p><p>b</p></div>", "a\nb"},
		{"<p id=x>a<br>b", "a\nb"},
		{"<p id=x>a<b>b</b>c", "abc"},
		{"<p id=x><span class=q>2</span><span class=u>cups</span>", "2 cups"},
		{"<p id=x><span>2</span><span>cups</span>", "2cups"},
		{"<p id=x><span>Posted 3 days ago</span><button>Save</button><button>Hide</button>", "Posted 3 days ago Save Hide"},
		{"<p id=x><b>/5</b><span>4.3</span><span>211 ratings</span>", "/54.3 211 ratings"},
		{"<p id=x><span>H</span><span>ello</span><span>,</span>", "Hello,"},
		{"<p id=x><span>2</span>Cups won", "2 Cups won"},
		{"<p id=x>a&nbsp;b&shy;c&#8203;d", "a bcd"},
		{"<p id=x>a<script>b</script><i hidden>c</i>d", "ad"},
		{"<p id=x>a<select><option>b</select>c", "ac"},
		{"<p>before</p><p id=x></p><p>after", ""},
		{"<p>before</p> <p id=x><i> in </i></p> <p>after", "in"},
	}
	for _, tt := range tests {
		tr := parse(t, tt.html)
		if got := tr.Prose(byID(t, tr, "x")); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.html, got, tt.want)
		}
	}
}

// In lower case a name may be longer than as it is written.
func TestNamesThatGrow(t *testing.T) {
	tr := parse(t, "<div><p>the page's own text</p><div id=x class="+strings.Repeat("Ⱥ", 7)+"xfooter>text</div></div>")
	if got := tr.Region(byID(t, tr, "x")); got != 0 {
		t.Errorf("region %b, want none", got)
	}
}

func TestLines(t *testing.T) {
	tr := parse(t, "<div id=a>one <b>two</b><p id=b>three</p></div><ul id=c><li>four<li>five</ul>")
	var lines []string
	for i := range tr.Lines {
		lines = append(lines, tr.LineText(i)+"@"+tr.Tag(tr.LineNode(i)))
	}
	if want := []string{"one two@div", "three@p", "four@li", "five@li"}; !slices.Equal(lines, want) {
		t.Errorf("lines %q, want %q", lines, want)
	}
	for id, want := range map[string][2]int{"a": {0, 2}, "b": {1, 2}, "c": {2, 4}} {
		if from, to := tr.LinesOf(byID(t, tr, id)); [2]int{from, to} != want {
			t.Errorf("lines of %s: %d to %d, want %v", id, from, to, want)
		}
	}
}

func TestLinks(t *testing.T) {
	tr := parse(t, "<div id=x>ab <a href=/>cde</a></div>")
	if got := tr.LinkLen(byID(t, tr, "x")); got != 3 {
		t.Errorf("%d bytes in links, want 3", got)
	}
}

func TestRegions(t *testing.T) {
	tr := parse(t, `<header><p id=h>x</p></header><nav><p id=n>x</p></nav><main><article><header><p id=ah>x</p></header></article>
		<div class="related-posts"><p id=r>x</p></div><ol class="breadcrumbs"><li id=b>x</ol><div class="page-comments"><p id=c>x</p></div>
		<p>The page holds more than its parts, so that no part of it is taken for the whole.</p></main><footer><p id=f>x</p></footer>`)
	for id, want := range map[string]tree.Region{"h": tree.InHeader, "n": tree.InNav, "ah": tree.InMain, "r": tree.InRelated, "b": tree.InBreadcrumbs, "c": tree.InComments, "f": tree.InFooter} {
		if got := tr.Region(byID(t, tr, id)); got&want == 0 {
			t.Errorf("%s is in %b, not in %b", id, got, want)
		}
	}
	if got := tr.Region(byID(t, tr, "ah")); got&tree.InHeader != 0 {
		t.Error("an article's header is taken for the page's")
	}
}

func TestWordsOfTheWholePage(t *testing.T) {
	long := strings.Repeat("Words of the page. ", 8)
	tr := parse(t, `<nav>`+long+long+`</nav><form><div class="builder-widget"><p id=a>`+long+`</div><div class="builder-widget"><p id=b>`+long+`</div>
		<div class="builder-widget"><p id=c>`+long+`</div><div class="sidebar"><p id=s>Other things.</div></form>`)
	for _, id := range []string{"a", "b", "c"} {
		if got := tr.Region(byID(t, tr, id)); got != 0 {
			t.Errorf("%s is in %b, though all of the page is built so", id, got)
		}
	}
	if got := tr.Region(byID(t, tr, "s")); got&tree.InAside == 0 {
		t.Errorf("the sidebar is in %b", got)
	}
}
