package assist

import (
	"sort"
	"strings"
	"unicode/utf8"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// maxLine is how much of one line is sent, in bytes.
const maxLine = 2000

// compact returns the text of a page within a budget of tokens: its lines in order,
// each once in a row, with "…" where others were left out. If there are too many,
// those count that hold words of what is asked for, or stand near such, in the
// main part and early.
func compact(t *tree.Tree, asked *query.Query, budget int) string {
	words, links := vocabulary(asked)
	type line struct {
		text string
		rank float64
		cost int
		kept bool
	}
	lines := make([]line, 0, len(t.Lines)+1)
	if title := pageTitle(t); title != "" {
		lines = append(lines, line{text: title, rank: 10})
	}
	near := 0.0
	for i := range t.Lines {
		text := cutLine(t.LineText(i))
		if n := len(lines); n > 0 && lines[n-1].text == text {
			continue
		}
		node := t.Lines[i].First
		hits := 0.0
		for _, w := range lexicon.Words(text[:min(len(text), 400)]) {
			if words[lexicon.Stem(w)] {
				hits++
			}
		}
		r := t.Region(node)
		rank := 1 - 0.5*float64(i)/float64(len(t.Lines))
		if r&tree.InHeading != 0 {
			rank += 0.5
		}
		if r&(tree.InNav|tree.InFooter|tree.InHeader|tree.InAside|tree.InRelated|tree.InChrome) != 0 {
			rank -= 0.6
		}
		rank += min(hits, 3) + near
		if near *= 0.7; hits > 0 {
			near = 1
		}
		if links {
			text += addresses(t, node)
		}
		lines = append(lines, line{text: text, rank: rank})
	}
	order := make([]int, len(lines))
	for i := range lines {
		order[i] = i
		lines[i].cost = tokens(lines[i].text) + 1
	}
	sort.SliceStable(order, func(a, b int) bool { return lines[order[a]].rank > lines[order[b]].rank })
	for _, i := range order {
		if lines[i].cost <= budget {
			budget -= lines[i].cost
			lines[i].kept = true
		}
	}
	var b strings.Builder
	gap := false
	for i := range lines {
		if !lines[i].kept {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteString("…\n")
		}
		gap = false
		b.WriteString(lines[i].text)
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// tokens is a careful estimate of how many tokens a text takes: one for four ASCII
// characters, one for every other character.
func tokens(s string) int {
	n := 0
	for i := 0; i < len(s); {
		_, size := utf8.DecodeRuneInString(s[i:])
		if i += size; size == 1 {
			n++
		} else {
			n += 4
		}
	}
	return (n + 3) / 4
}

func cutLine(s string) string {
	if len(s) <= maxLine {
		return s
	}
	cut := maxLine
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// vocabulary returns the stems of the words a query has, and whether it asks for
// addresses.
func vocabulary(asked *query.Query) (words map[string]bool, links bool) {
	words = map[string]bool{}
	asked.Walk(func(f *query.Field, _ []*query.Field) {
		hint := f.Hint()
		for _, w := range append(lexicon.Words(f.Name), lexicon.Words(hint.Words)...) {
			if len(w) > 2 {
				words[lexicon.Stem(w)] = true
			}
		}
		switch lexicon.Compile(f.Name).Concept().Shape() {
		case lexicon.URL, lexicon.Image:
			links = links || f.IsLeaf()
		}
		links = links || f.IsLeaf() && hint.Type == query.URL
	})
	return words, links
}

func pageTitle(t *tree.Tree) string {
	for i := range t.Nodes {
		if id := content.ID(i); t.Tag(id) == "title" && id+1 < t.Nodes[id].End && t.Nodes[id+1].Kind == content.Text {
			return cutLine(strings.Join(strings.Fields(t.Chars(id+1)), " "))
		}
	}
	return ""
}

// addresses returns the address of the link that a line begins in.
func addresses(t *tree.Tree, node content.ID) string {
	for up := 0; node != content.None && up < 6; node, up = t.Nodes[node].Parent, up+1 {
		if t.Nodes[node].Role == content.Link {
			if u, ok := read.URL(t.Value(node, "href"), t.Base); ok && len(u) < 500 {
				return " <" + u + ">"
			}
			return ""
		}
	}
	return ""
}
