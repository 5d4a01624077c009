package listing

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/align"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// items returns the members of a list in a range of nodes: its list items, else
// its rows, links or paragraphs.
func (l *lister) items(from, to content.ID) ([]string, []content.ID) {
	t := l.e.Tree
	if t.SpanLen(from, to) > 60000 {
		return nil, nil
	}
	for _, role := range [...]content.Role{content.Item, content.Row} {
		var texts []string
		var nodes []content.ID
		run := 0
		for k := from; k < to; k++ {
			n := &t.Nodes[k]
			if n.Kind != content.Element || n.Role != role || n.Hidden {
				continue
			}
			if t.Region(k)&(tree.InNav|tree.InRelated|tree.InChrome|tree.InComments)&^t.Region(from-1) != 0 && l.w.Concept.String() != "tags" {
				continue
			}
			if inner := l.holdsRole(k, role); inner {
				continue
			}
			text := t.Prose(k)
			if text == "" {
				text = shownAs(l.e, k)
			}
			if text != "" {
				texts, nodes = append(texts, text), append(nodes, k)
			}
			run++
			k = n.End - 1
		}
		if len(texts) > 0 && len(texts) <= 3 && l.w.Shape == lexicon.Items {
			texts, nodes = splitLines(texts, nodes)
		}
		if len(texts) > 1 || len(texts) == 1 && run == 1 && role == content.Item {
			return flatTexts(texts), nodes
		}
	}
	if l.w.Shape != lexicon.Steps && l.w.Shape != lexicon.Prose {
		var texts []string
		var nodes []content.ID
		linked := 0
		for k := from; k < to; k++ {
			if n := &t.Nodes[k]; n.Role == content.Link && n.Kind == content.Element && t.Len(k) > 1 && t.Len(k) < 80 {
				texts, nodes = append(texts, t.Text(k)), append(nodes, k)
				linked += t.Len(k)
				k = n.End - 1
			}
		}
		if len(texts) > 0 && linked*10 >= t.SpanLen(from, to)*6 {
			return texts, nodes
		}
	}
	var texts []string
	var nodes []content.ID
	first, last := t.LinesBetween(from, to)
	for i := first; i < last && len(texts) < 400; i++ {
		node := t.LineNode(i)
		if t.Region(node)&(tree.InHeading|tree.InChrome|tree.InRelated) != 0 {
			continue
		}
		texts, nodes = append(texts, t.LineText(i)), append(nodes, node)
	}
	return texts, nodes
}

// maxShownAs is how long, in bytes, words are that say what an item shows.
const maxShownAs = 40

// shownAs returns the words that say what an item shows without a text of its own: the
// colour of a patch, what an icon stands for.
func shownAs(e *Engine, item content.ID) string {
	for id := item; id < e.Tree.Nodes[item].End; id++ {
		if e.Tree.Nodes[id].Kind != content.Element {
			continue
		}
		for _, name := range [...]string{"aria-label", "title", "alt"} {
			if v := strings.TrimSpace(e.Tree.Value(id, name)); v != "" && len(v) <= maxShownAs {
				return v
			}
		}
	}
	return ""
}

func (l *lister) holdsRole(id content.ID, role content.Role) bool {
	t := l.e.Tree
	for k := id + 1; k < t.Nodes[id].End; k++ {
		if t.Nodes[k].Role == role && t.Nodes[k].Kind == content.Element && t.Len(k) > 0 {
			return true
		}
	}
	return false
}

// splitLines takes members that are whole lists themselves apart.
func splitLines(texts []string, nodes []content.ID) ([]string, []content.ID) {
	lines := 0
	for _, text := range texts {
		lines += 1 + strings.Count(text, "\n")
	}
	if lines < 3*len(texts) {
		return texts, nodes
	}
	var outTexts []string
	var outNodes []content.ID
	for i, text := range texts {
		for line := range strings.SplitSeq(text, "\n") {
			outTexts, outNodes = append(outTexts, line), append(outNodes, nodes[i])
		}
	}
	return outTexts, outNodes
}

// flatTexts puts each text on one line.
func flatTexts(texts []string) []string {
	for i := range texts {
		texts[i] = strings.ReplaceAll(texts[i], "\n", " ")
	}
	return texts
}

// headings answers a list of the page's headings: those below its own.
func (l *lister) headings() {
	e := l.e
	var texts []string
	var nodes []content.ID
	for i := range e.Index.Sections {
		s := &e.Index.Sections[i]
		if !l.s.Holds(s.Heading) || s.Heading == e.Index.H1 || e.Tree.Nodes[s.Heading].Role != content.Heading || e.Tree.Nodes[s.Heading].Level > 3 || e.Tree.Region(s.Heading)&tree.Aside != 0 {
			continue
		}
		texts, nodes = append(texts, align.HeadingText(e.Tree.Text(s.Heading))), append(nodes, s.Heading)
	}
	l.add(evidence.Heading, e.Weights.Kind[evidence.Heading], texts, nodes)
}

// paragraphs answers a list of the paragraphs of the page's main text.
func (l *lister) paragraphs() {
	e := l.e
	from, to := l.s.From, l.s.To
	if _, node := e.MainText(); l.s.Whole && node != content.None {
		from, to = node, e.Tree.Nodes[node].End
	}
	var texts []string
	var nodes []content.ID
	for id := from; id < to; id++ {
		n := &e.Tree.Nodes[id]
		if e.Tree.Tag(id) != "p" || n.Hidden || e.Tree.Len(id) < minParagraph || e.Tree.Region(id)&(tree.Aside|tree.InComments)&^e.Tree.Region(from) != 0 || e.FigureOf(id) != content.None || e.Tree.LinkLen(id)*2 > e.Tree.Len(id) {
			continue
		}
		texts, nodes = append(texts, e.Noted(id)), append(nodes, id)
	}
	l.add(evidence.Typed, e.Weights.Kind[evidence.Heading], texts, nodes)
}

// minParagraph is how much text, in bytes, a paragraph has that is more than a caption
// or the name of who wrote it.
const minParagraph = 30

// clocks takes the times of day that a record shows, each on its own.
func (l *lister) clocks() {
	if l.w.Shape != lexicon.Clock || l.s.Whole {
		return
	}
	t := l.e.Tree
	var texts []string
	var nodes []content.ID
	for id := l.s.From; id < l.s.To && len(texts) < MaxValues; id++ {
		n := &t.Nodes[id]
		if n.Kind != content.Text || t.Nodes[n.Parent].Hidden {
			continue
		}
		text := strings.TrimSpace(t.Chars(id))
		if from, to, ok := read.Clock(text); ok && from == 0 && to == len(text) {
			texts, nodes = append(texts, text), append(nodes, n.Parent)
		}
	}
	l.add(evidence.Record, l.e.Weights.ColumnForm, texts, nodes)
}

// regions takes the items inside elements and under headings that bear the
// list's name.
func (l *lister) regions() {
	e := l.e
	type region struct {
		key      evidence.Key
		end      content.ID
		strength float64
		texts    []string
		nodes    []content.ID
	}
	var named []region
	for i := range e.Index.Names {
		at := e.Index.Names[i].Node
		if !l.s.Holds(at) || e.Tree.Len(at) == 0 {
			continue
		}
		best, key := 0.0, evidence.NoKey
		for _, k := range e.Index.KeysOf(i) {
			if sim := e.Similarity(l.w, k); sim > best {
				best, key = sim, k
			}
		}
		if best < e.Weights.MinSimilarity {
			continue
		}
		texts, nodes := l.items(at+1, e.Tree.Nodes[at].End)
		if len(texts) == 0 {
			continue
		}
		strength := (e.Weights.Kind[evidence.Name] + 0.1) * best * e.Place(l.w, at, l.s)
		if l.w.Concept.String() == "tags" { // an article may bear its tags as classes
			strength *= min(1, 0.2+float64(textLen(texts))/float64(e.Tree.Len(at)))
		}
		merged := false
		for k := range named { // parts of one list, each in an element of the same name
			if r := &named[k]; r.key == key && at >= r.end {
				r.texts, r.nodes, r.end = append(r.texts, texts...), append(r.nodes, nodes...), e.Tree.Nodes[at].End
				merged = true
				break
			}
		}
		if !merged {
			named = append(named, region{key, e.Tree.Nodes[at].End, strength, texts, nodes})
		}
	}
	for _, r := range named {
		if len(r.texts) > 1 {
			l.add(evidence.Name, r.strength, r.texts, r.nodes)
		}
	}
	for i := range e.Index.Sections {
		s := &e.Index.Sections[i]
		if !l.s.Holds(s.Heading) {
			continue
		}
		sim := e.Similarity(l.w, s.Key)
		if sim < e.Weights.MinSimilarity {
			l.itemsUnder(s, sim)
			continue
		}
		texts, nodes := l.items(e.Tree.Nodes[s.Heading].End, min(s.End, l.s.To))
		l.add(evidence.Heading, (e.Weights.Kind[evidence.Heading]+0.15)*sim*e.Place(l.w, s.Heading, l.s), texts, nodes)
	}
}

// itemsUnder takes the list that stands right under a heading which has a telling word
// of the list's name, and may have others: "Insurance we accept" over what insurances
// are asked for.
func (l *lister) itemsUnder(s *evidence.Section, sim float64) {
	e := l.e
	t := e.Tree
	if s.Key == evidence.NoKey || sim < closeName || t.Region(s.Heading)&(tree.InNav|tree.InRelated) != 0 {
		return
	}
	for id := t.Nodes[s.Heading].End; id < s.Next; id++ {
		n := &t.Nodes[id]
		if n.Kind != content.Element || n.Hidden || e.Tree.Tag(id) != "ul" && e.Tree.Tag(id) != "ol" {
			continue
		}
		if texts, nodes := l.items(id+1, n.End); len(texts) > 1 && t.From(id)-t.To(s.Heading) < closeList {
			l.add(evidence.Heading, l.e.Weights.SharedHeading*e.Place(l.w, s.Heading, onpage.Scope{}), texts, nodes)
		}
		return
	}
}

// closeName is how alike a heading and a list's name are that are close to the same.
const closeName = 0.4

// closeList is how far, in bytes, a list may be from its heading.
const closeList = 200
