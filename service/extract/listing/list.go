package listing

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
)

// series is a list of values that may answer a list of leaves.
type series struct {
	values []fields.Value
	score  float64
}

// MaxValues is how many values a list has at most.
const MaxValues = 5000

// valueList answers a list of plain values.
func valueList(e *Engine, w *fields.Field, s onpage.Scope) []fields.Answer {
	one := *w
	one.Sims = w.Sims
	switch w.Shape { // what a single member looks like
	case lexicon.Items, lexicon.AnyShape:
		one.Shape = lexicon.Text
	}
	l := &lister{e: e, w: w, one: &one, s: s}
	l.facts()
	l.regions()
	l.placed()
	l.controls()
	l.clocks()
	l.pictures()
	l.trail()
	l.columns()
	switch strings.ToLower(w.Query.Name) {
	case "headings", "subheadings", "sections", "chapters", "section_titles", "section_names", "h2", "h2s":
		if l.headings(); len(l.found) > 0 {
			l.found = l.found[len(l.found)-1:]
		}
	}
	switch strings.ToLower(w.Query.Name) {
	case "paragraphs", "paragraph", "paras", "absätze", "absaetze", "paragraphes", "párrafos", "parrafos", "paragrafi":
		l.paragraphs()
	}
	if w.Shape == lexicon.Person || w.Shape == lexicon.Org {
		l.people()
	}
	if len(l.found) == 0 && !s.Whole {
		l.only()
	}
	sort.SliceStable(l.found, func(a, b int) bool { return l.found[a].score > l.found[b].score })
	if len(l.found) == 0 || l.found[0].score < e.Weights.ListThreshold {
		return nil
	}
	best := l.found[0].values
	out := make([]fields.Answer, len(best))
	for i := range best {
		out[i] = fields.Answer{Leaf: best[i]}
	}
	return out
}

type lister struct {
	e     *Engine
	w     *fields.Field // the list
	one   *fields.Field // a member
	s     onpage.Scope
	found []series
}

// add judges a list of texts and keeps it if it can be the answer.
func (l *lister) add(kind evidence.Kind, strength float64, texts []string, nodes []content.ID) {
	if len(texts) == 0 {
		return
	}
	e := l.e
	if !e.InPlace(l.w, nodes[0]) {
		return
	}
	if len(texts) == 1 {
		texts = inLine(l.w, texts[0])
	}
	if l.w.Concept.String() == "tags" {
		if texts = plainTags(texts); kind == evidence.Meta && isTitleCut(e, texts) {
			strength *= 0.5
		}
	}
	var values []fields.Value
	seen := map[string]bool{}
	fits, length := 0.0, 0
	for i, text := range texts {
		if len(values) >= MaxValues {
			break
		}
		text = MemberText(l.w, text)
		if text == "" || onpage.IsNoteText(text) {
			continue
		}
		encoded, fit := e.Read(l.one, text)
		if fit <= 0 || encoded == "" || encoded == `""` {
			continue
		}
		if seen[encoded] && (l.w.Shape != lexicon.Items || l.w.Concept.String() == "tags") && l.w.Shape != lexicon.Steps {
			continue
		}
		seen[encoded] = true
		fits += fit
		length += len(text)
		values = append(values, fields.Value{JSON: encoded, Text: text, Node: nodes[min(i, len(nodes)-1)], Kind: kind, Score: min(0.99, strength*fit)})
	}
	if len(values) == 0 {
		return
	}
	n := float64(len(values))
	strength *= fits / n * min(1, 0.5+n/float64(len(texts)))
	mean := float64(length) / n
	switch l.w.Shape {
	case lexicon.Steps:
		if mean < 25 && !l.w.HasOwnWord(nil) { // those of care, of joining may be short
			strength *= 0.5
		}
		if mean > 900 {
			strength *= 0.6
		}
		if len(values) == 1 {
			strength *= 0.7
		}
	case lexicon.Items:
		strength *= 1 - min(0.6, max(0, mean-50)/200)
		if len(values) == 1 {
			strength *= 0.8
		}
		if l.w.Concept.String() == "ingredients" { // most have an amount
			strength *= 1 - e.Weights.Unmeasured*(1-min(1, 1.5*float64(measured(values))/n))
		}
	}
	l.found = append(l.found, series{values, strength})
}

func textLen(texts []string) int {
	n := 0
	for _, text := range texts {
		n += len(text)
	}
	return n
}

// measured counts the values that are an amount of something.
func measured(values []fields.Value) int {
	n := 0
	for i := range values {
		if text := values[i].Text; strings.ContainsFunc(text, unicode.IsNumber) && strings.ContainsFunc(text, unicode.IsLetter) {
			n++
		}
	}
	return n
}

// MemberText cleans a member of a list of the marks before it.
func MemberText(w *fields.Field, s string) string {
	s = strings.TrimSpace(s)
	s = strings.TrimLeft(s, "•·▢☐□◦‣-–—*✓✔ \u00a0")
	if w.Shape == lexicon.Steps {
		s = stripNumber(s)
	}
	if w.Concept.String() == "tags" {
		s = strings.TrimLeft(s, "#")
	}
	return strings.Trim(s, " ,;\u00a0\n")
}

// stripNumber takes off "1." and "Step 2:" before a step.
func stripNumber(s string) string {
	rest := s
	for _, prefix := range [...]string{"step ", "étape ", "schritt ", "paso ", "passo ", "stap "} {
		if len(rest) > len(prefix) && strings.EqualFold(rest[:len(prefix)], prefix) {
			rest = rest[len(prefix):]
			break
		}
	}
	k := 0
	for k < len(rest) && rest[k] >= '0' && rest[k] <= '9' {
		k++
	}
	if k == 0 || k > 2 || k == len(rest) {
		return s
	}
	tail := rest[k:]
	trimmed := strings.TrimLeft(tail, ".):- \n")
	if trimmed == "" {
		return ""
	}
	if len(rest) < len(s) || tail[0] == '.' && trimmed != tail || tail[0] == ')' || tail[0] == '\n' {
		return trimmed
	}
	return s
}

// facts takes lists in structured data and metas.
func (l *lister) facts() {
	e := l.e
	for i := range e.Index.Facts {
		f := &e.Index.Facts[i]
		if f.Kind == evidence.Label {
			if f.Paging || !l.s.Holds(f.Node) {
				continue
			}
		} else if !l.s.Whole && (l.s.Thing == nil || f.Thing != l.s.Thing) {
			continue
		}
		sim := e.Similarity(l.w, f.Key)
		if sim < e.Weights.MinSimilarity {
			continue
		}
		strength := e.Weights.Kind[f.Kind] * sim
		if f.Thing != nil && f.Thing != l.s.Thing {
			strength *= e.Weights.OtherThing
		}
		if f.Near {
			strength *= 0.7
		}
		if f.Kind == evidence.Label {
			strength *= e.Place(l.w, f.Node, l.s)
			if len(f.Values) == 1 && (l.w.Shape == lexicon.Items || l.w.Shape == lexicon.Steps) {
				strength *= e.Weights.InLine
			}
		}
		l.add(f.Kind, strength, l.parts(f), []content.ID{f.Node})
	}
}

// headed is how well the head of a column fits at least a list of what is in it.
const headed = 0.8

// columns takes the columns of tables that are called what the list is.
func (l *lister) columns() {
	list, member, asked := *l.w, *l.one, *l.w.Query
	asked.List = false
	member.Query, list.Children = &asked, []*fields.Field{&member}
	for _, g := range l.e.Index.Tables {
		if !l.s.Holds(g.Node) {
			continue
		}
		m := matchHeaders(l.e, &list, g)
		if m.named == 0 || m.mean() < headed {
			continue
		}
		var texts []string
		var nodes []content.ID
		for _, row := range g.Rows {
			if cell := row.Cells[m.columns[0]]; cell != content.None {
				texts, nodes = append(texts, CellValue(l.e, &member, cell).Text), append(nodes, cell)
			}
		}
		l.add(evidence.Column, l.e.Weights.TableColumn*m.mean(), texts, nodes)
	}
}

// only takes the list of a record that has just one.
func (l *lister) only() {
	t := l.e.Tree
	list := content.None
	for id := l.s.From; id < l.s.To; id++ {
		n := &t.Nodes[id]
		if n.Kind != content.Element || n.Hidden || t.Tag(id) != "ul" && t.Tag(id) != "ol" {
			continue
		}
		if list != content.None {
			return
		}
		list = id
		id = n.End - 1
	}
	if list == content.None || l.hasHeading(list) {
		return
	}
	texts, nodes := l.items(list+1, t.Nodes[list].End)
	l.add(evidence.Record, l.e.Weights.OnlyList, texts, nodes)
}

// hasHeading reports whether a list in a record stands under a heading of its own, after
// that of the record.
func (l *lister) hasHeading(list content.ID) bool {
	e := l.e
	h := headingBefore(e, list)
	if h <= l.s.From {
		return false
	}
	first := sort.Search(len(e.Index.Sections), func(i int) bool { return e.Index.Sections[i].Heading >= l.s.From })
	return e.Index.Sections[first].Heading < h
}

// inLine parts the only text of a list if it is a series of short pieces: what stands under
// "Skills" in one line.
func inLine(w *fields.Field, text string) []string {
	switch w.Shape {
	case lexicon.Steps, lexicon.Prose, lexicon.Address, lexicon.Person:
		return []string{text}
	}
	series := strings.TrimRight(text, ".")
	pieces := splitSeries(series)
	if strings.Contains(series, ";") {
		pieces = strings.Split(series, ";")
	}
	isLong := func(s string) bool {
		return len(s) > maxLastPiece || strings.Count(strings.TrimSpace(s), " ") >= maxInLine
	}
	if len(pieces) < minInLine || w.Concept.String() == "location" || slices.ContainsFunc(pieces, isLong) {
		return []string{text}
	}
	return pieces
}

// Bounds of a series in a line.
const (
	minInLine = 3 // pieces
	maxInLine = 4 // words of one
)

// parts splits a fact's only value if it is a list in one text.
func (l *lister) parts(f *evidence.Fact) []string {
	if len(f.Values) > 1 {
		return f.Values
	}
	text := f.Values[0]
	switch l.w.Shape {
	case lexicon.Steps, lexicon.Prose:
		return strings.Split(text, "\n")
	}
	if texts := l.childTexts(f.Node, text); len(texts) > 1 {
		return texts
	}
	switch l.w.Shape {
	case lexicon.Person:
		return splitNames(text)
	}
	if strings.Contains(text, "\n") {
		return strings.Split(text, "\n")
	}
	if strings.Contains(text, ";") {
		return strings.Split(text, ";")
	}
	return splitSeries(text)
}

// splitSeries parts "a, b and c". Two pieces are parted at a conjunction alone only if both are
// names of several words: "Ann Lee and Dev Roy", unlike "salt and pepper".
func splitSeries(text string) []string {
	parts := strings.Split(text, ",")
	n := len(parts) - 1
	last := strings.TrimSpace(parts[n])
	end, begin, ok := CutAtConjunction(last)
	switch first, second := last[:end], last[begin:]; {
	case !ok:
	case end == 0:
		parts[n] = second
	case n > 0 && len(first) <= maxLastPiece && len(second) <= maxLastPiece, isFullName(first) && isFullName(strings.TrimRight(second, ".")):
		parts = append(parts[:n], first, second)
	}
	return parts
}

// maxLastPiece bounds each of the last two pieces of a series, in bytes.
const maxLastPiece = 40

func isFullName(s string) bool { return strings.Contains(s, " ") && onpage.IsNameOfPerson(s) }

// childTexts returns the texts of the elements that an element is made of, if they
// are all of its text.
func (l *lister) childTexts(id content.ID, text string) []string {
	t := l.e.Tree
	if id == content.None || int(id) >= len(t.Nodes) || t.Nodes[id].Kind != content.Element || t.Prose(id) != text {
		return nil
	}
	id = l.e.OnlyPart(id)
	var texts []string
	size := 0
	for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
		if t.Nodes[c].Kind == content.Text {
			if strings.ContainsFunc(t.Raw(t.From(c), t.To(c)), onpage.IsWordRune) {
				return nil
			}
			continue
		}
		if one := t.Text(c); one != "" {
			texts = append(texts, one)
			size += len(one)
		}
	}
	if len(texts) < 2 || size > 60*len(texts) {
		return nil
	}
	return texts
}

// conjunctions stand between the last two of a series.
var conjunctions = []string{" and ", " & ", " or ", " und ", " oder ", " et ", " ou ", " y ", " e ", " o ", " en ", " og ", " och "}

// CutAtConjunction returns where what stands before the first conjunction of a text ends, and what
// follows it begins.
func CutAtConjunction(s string) (end, begin int, ok bool) {
	best := len(s)
	for _, and := range conjunctions {
		if strings.HasPrefix(s, and[1:]) {
			return 0, len(and) - 1, true
		}
		if k := strings.Index(s, and); k >= 0 && k < best {
			best, begin, ok = k, k+len(and), true
		}
	}
	return best, begin, ok
}

// betweenNames brings what stands between names to commas.
var betweenNames = func() *strings.Replacer {
	var pairs []string
	for _, mark := range append([]string{";", "\n", " | ", " with "}, conjunctions...) {
		pairs = append(pairs, mark, ",")
	}
	return strings.NewReplacer(pairs...)
}()

// splitNames parts "A, B and C".
func splitNames(s string) []string {
	return strings.Split(betweenNames.Replace(s), ",")
}

// people takes what a single author would be, and splits it.
func (l *lister) people() {
	one := *l.one
	one.Shape = l.w.Shape
	for _, v := range l.e.Candidates(&one, l.s) {
		if v.Kind == evidence.JSONLD || v.Kind == evidence.Meta {
			continue // weighed as facts already
		}
		text := v.Text
		if unquoted := unquote(v.JSON); unquoted != "" {
			text = unquoted
		}
		l.add(v.Kind, v.Score, splitNames(text), []content.ID{v.Node})
	}
}

func unquote(s string) string {
	if len(s) < 2 || s[0] != '"' || strings.ContainsRune(s, '\\') {
		return ""
	}
	return s[1 : len(s)-1]
}

// trail takes the steps of the page's trail for a list of breadcrumbs.
func (l *lister) trail() {
	if l.w.Concept.String() != "breadcrumbs" || !l.s.Whole {
		return
	}
	var texts []string
	var nodes []content.ID
	for _, c := range trail(l.e) {
		texts, nodes = append(texts, c.Text), append(nodes, c.Node)
	}
	l.add(evidence.Typed, l.e.Weights.ColumnForm, texts, nodes)
}

// placed takes all links of the place that the list's description tells: their
// addresses, or what is written on them.
func (l *lister) placed() {
	e := l.e
	if l.w.Filter.Place == 0 || l.w.Shape == lexicon.Prose || l.w.Shape == lexicon.Image {
		return
	}
	var texts []string
	var nodes []content.ID
	for _, id := range e.Index.Links {
		if !l.s.Holds(id) || !e.InPlace(l.w, id) {
			continue
		}
		text := e.Tree.Text(id)
		if l.w.Shape == lexicon.URL {
			text = e.Tree.Value(id, "href")
		}
		if text != "" {
			texts, nodes = append(texts, text), append(nodes, id)
		}
	}
	if len(texts) > 0 {
		l.add(evidence.Typed, e.Weights.ListThreshold+0.05, texts, nodes)
	}
}
