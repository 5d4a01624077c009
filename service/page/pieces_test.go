package page

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"assay/service/content"
)

// whole writes a page that is parsed in one piece, or reports that it cannot be.
func whole(source string) (*content.Document, bool) {
	w := newHTMLWriter(nil, time.Time{})
	root, err := html.Parse(strings.NewReader(source))
	if err != nil {
		return nil, false
	}
	w.tree(root, 0, nil)
	return w.done(), true
}

// cut writes a page that is parsed in pieces, or reports that it cannot be.
func cut(source string, size int) (*content.Document, bool) {
	w := newHTMLWriter(nil, time.Time{})
	if w.pieces(source, size) != nil {
		return nil, false
	}
	return w.done(), true
}

// written is all that a document says, a node a line.
func written(d *content.Document) string {
	var b strings.Builder
	for i := range d.Nodes {
		id := content.ID(i)
		n := &d.Nodes[i]
		fmt.Fprintf(&b, "%d %d %d %d %d %t %q %q", i, n.Parent, n.End, n.Role, n.Level, n.Hidden, d.Tag(id), d.Chars(id))
		for a := range d.Attrs(id) {
			fmt.Fprintf(&b, " %q=%q", a.Name, a.Value)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%q %v %q", d.Lang, d.Base, d.Data)
	return b.String()
}

// samePieces fails the test if a page that can be parsed in pieces is another one then.
func samePieces(t *testing.T, source string, size int) (inPieces bool) {
	t.Helper()
	want, ok := whole(source)
	if !ok {
		return false
	}
	got, ok := cut(source, size)
	if !ok {
		return false
	}
	a, b := strings.Split(written(want), "\n"), strings.Split(written(got), "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			t.Errorf("in pieces of %d bytes, node %d is\n%s\nnot\n%s", size, i, b[min(i, len(b)-1)], a[i])
			if len(source) < 2000 {
				t.Logf("of %s", source)
			}
			break
		}
	}
	return true
}

// badPages are written as pages often are, and as none should be.
var badPages = map[string]string{
	"odd doctype":         "<!doctypehtml 000><div>a<p>b<table><tr><td>c</table>",
	"plain":               "<!doctype html><html lang=de><head><title>T</title></head><body><div class=a><p>one<p>two</div>",
	"no doctype":          "<p>a<table><tr><td>b</table>",
	"table":               "<!doctype html><table><tr><th>Name<th>Price<tr><td>a<td><b>1</b></table><p>after",
	"tables in tables":    "<table><tr><td><table><tr><td><p>x<td>y</table><td>z</table>",
	"formatting":          "<p><b>one<p>two</b><p><i>three</p><p>four</i><div>five",
	"formatting, tables":  "<p><b>x</p><table><tr><td>y<td><i>z<tr><td>u</table><p>v</b>w",
	"links around blocks": "<a href=/1><div><h2>A</h2><p>b</p></div></a><a href=/2><div><h2>C</h2><p>d</p></div></a>",
	"open link":           "<div><a href=/1>x<p>y</div><div><p>z</a><p>u</div>",
	"text in a table":     "<table>a<tr>b<td>c<p>d</table><div>e</div><table><div>f<p>g</table>",
	"ignored starts":      "<div>a<tr>b<td>c<body class=x>d<html lang=x>e<head>f</div>",
	"form":                "<form><div><p>a</form><p>b<form>c</div></form><p>d",
	"form in a table":     "<table><form><tr><td>a</form><td><form>b</table><p>c",
	"ends of nothing":     "<p>a</b></p></div></p><div>b</section>c</div>",
	"after the body":      "<p>a</body></html><p>b<!-- c --> </body>d<p>e",
	"comments":            "<div>a<!-- <p> --><p>b<!-- x --><p>c</div>",
	"scripts":             "<div><script>if (a<b) document.write('<p>x')</script><p>a<style>p{}</style></div>",
	"noscript":            "<div><noscript><p>a<p>b</noscript><p>c<noscript><img src=x></noscript></div>",
	"drawings":            "<div><svg><p>a</svg><p>b<svg><g><title>x</title></g></svg><math><mi>x</math></div>",
	"template":            "<template><p>a<tr><td>b</template><div><template shadowrootmode=open><p>c</template>d</div>",
	"choices":             "<select><option>a<option>b<p>c<optgroup><option>d</select><p>e",
	"lists":               "<ul><li>a<ul><li>b<li>c</ul><li>d<div><li>e</ul><dl><dt>a<dd>b<dt>c</dl>",
	"headings":            "<h1>a<h2>b</h1><div>c<h3>d</div>",
	"buttons":             "<button><p>a<button>b</button><p>c<object><p>d</object><marquee><b>e<p>f",
	"pre":                 "<pre>\n\n<div>a</div></pre><textarea>\n<p>b</textarea><plaintext><p>c",
	"frames":              "<div> <p> <frameset><frame></frameset>",
	"NUL and odd names":   "<p>a\x00b<x-y\"z><p>c</x-y\"z><IMAGE><P>D",
	"cut in an end tag":   "00000000000<p 0><div 00></div 00000<A",
	"open attribute":      "<p>a<p title='<p>b<p>c",
}

func TestPieces(t *testing.T) {
	inPieces := 0
	for name, source := range badPages {
		t.Run(name, func(t *testing.T) {
			for _, doctype := range [...]string{"", "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\">"} {
				for size := 1; size < 90; size += 7 {
					if samePieces(t, doctype+source+source+source, size) {
						inPieces++
					}
				}
			}
		})
	}
	if all := len(badPages) * 2 * 13; inPieces*2 < all {
		t.Errorf("%d of %d pages were parsed in pieces: the cuts are tested too little", inPieces, all)
	}
}

func FuzzPieces(f *testing.F) {
	for _, source := range badPages {
		f.Add(source+source, 20)
	}
	f.Fuzz(func(t *testing.T, source string, size int) {
		samePieces(t, source, 1+max(size, -size)%1000)
	})
}
