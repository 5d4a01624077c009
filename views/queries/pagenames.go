package queries

import (
	"encoding/json"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// pageRead brings what the page of a tab calls things.
type pageRead struct {
	of    *tab
	names []string
}

// readPage reads the names of a page that is at hand, a file or HTML, for the query that
// is about to be written. What stands at an address only the service reads.
func (v *View) readPage() tea.Cmd {
	d, p := v.tab, v.source.place()
	if p == d.named {
		return nil
	}
	d.named, d.onPage = p, nil
	if p.kind() == fromURL {
		return nil
	}
	return func() tea.Msg {
		at, err := p.read("")
		if err != nil {
			return nil // which is told when it is asked
		}
		return pageRead{d, pageNames(at.html)}
	}
}

func (v *View) pageRead(msg pageRead) {
	msg.of.onPage = msg.names
	msg.of.ask.SetNames(v.namesFor(msg.of))
}

// Bounds of the names that are taken from a page.
const (
	maxPageNames = 200
	maxNamedHTML = 2 << 20 // bytes read
	maxLabel     = 60      // bytes
)

// labels are the elements whose whole text names something; ends are those that end one
// whose own end is left out.
var (
	ends   = []atom.Atom{atom.Td, atom.Dd, atom.Tr, atom.Table, atom.Dl}
	labels = []atom.Atom{atom.Th, atom.Dt, atom.Label, atom.H1, atom.H2, atom.H3, atom.Caption, atom.Legend}
)

// pageNames returns what a page calls things, as names of fields, in its order: its labels
// and headers, the properties of its microdata, and the keys of its JSON.
func pageNames(page string) []string {
	var names []string
	add := func(label string) {
		if name := asField(label); name != "" && len(label) <= maxLabel && len(names) < maxPageNames && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	inside := false // a label
	var text strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(page[:min(len(page), maxNamedHTML)]))
	for {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken:
			return names
		case html.TextToken:
			if inside {
				text.Write(tokens.Text())
			}
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			token := tokens.Token()
			label := slices.Contains(labels, token.DataAtom)
			if label || slices.Contains(ends, token.DataAtom) {
				add(strings.TrimSpace(text.String()))
				text.Reset()
				inside = label && kind == html.StartTagToken
			}
			structured := properties(token, add)
			if structured && kind == html.StartTagToken && tokens.Next() == html.TextToken {
				for _, key := range keysOf(json.RawMessage(tokens.Text())) {
					if !strings.HasPrefix(key, "@") {
						add(key)
					}
				}
			}
		}
	}
}

// properties adds what the microdata of an element names, and reports whether it is a
// script of JSON.
func properties(token html.Token, add func(string)) (structured bool) {
	for _, a := range token.Attr {
		switch a.Key {
		case "itemprop", "property":
			_, name, ok := strings.Cut(a.Val, ":")
			if !ok {
				name = a.Val
			}
			for property := range strings.FieldsSeq(name) {
				add(property)
			}
		case "type":
			structured = token.DataAtom == atom.Script && strings.HasSuffix(a.Val, "json")
		}
	}
	return structured
}
