package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

const (
	maxLabel  = 48    // bytes of a label
	maxValue  = 4000  // bytes of what stands beside it
	maxLabels = 20000 // of a page
)

// labels collects values that stand beside a label in the page's structure:
// terms and definitions, form labels, and two short texts side by side of which
// the first is named a label.
func (x *Index) labels() {
	t := x.Tree
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Kind != content.Element || n.Hidden {
			continue
		}
		id := content.ID(i)
		switch n.Role {
		case content.Term:
			term(x, id)
		case content.Label:
			formLabel(x, id)
		default:
			twoParts(x, id, n)
		}
	}
}

func pair(x *Index, label string, value content.ID, text string, near bool) {
	label = strings.TrimRight(strings.TrimSpace(label), " :：*")
	text = x.WithoutAction(value, text)
	if len(label) == 1 {
		label = contactOf(label, text)
	}
	if text == "" && label != "" && value != content.None {
		x.blanks = append(x.blanks, value)
	}
	if number, name, ok := strings.Cut(text, " "); ok && x.boxes[number] && startsUpper(name) && lexicon.Introduces(label).Shape() != lexicon.Address {
		return // the next box of a form, and no house number
	}
	if label == "" || text == "" || strings.HasSuffix(text, ":") || len(label) > maxLabel || len(text) > maxValue || x.labelCount >= maxLabels {
		return
	}
	if k := x.Intern(label); k != NoKey {
		x.labelCount++
		x.Facts = append(x.Facts, Fact{Kind: Label, Key: k, Name: label, Node: value, Values: []string{text}, Near: near})
	}
	switch lexicon.Introduces(label).String() {
	case "time", "date": // "10:00 – 11:25"
		if clocks := read.Clocks(text); len(clocks) == 2 && len(text) <= maxSpan {
			pair(x, "start time", value, clocks[0], true)
			pair(x, "end time", value, clocks[1], true)
		}
	}
}

// IsBlank reports whether the value of a label is missing between two nodes of a page, so that the
// second is not the value of the first. In documents it may still stand below.
func (x *Index) IsBlank(label, next content.ID) bool {
	i, _ := slices.BinarySearch(x.blanks, label)
	return x.Tree.Source == content.HTML && i < len(x.blanks) && x.blanks[i] < next
}

// contactOf spells out the letter before a number or an address to reach somebody at: "T: +44 20 7946 0001".
func contactOf(letter, text string) string {
	word := ""
	switch letter {
	case "T", "t", "P", "p":
		word = "Phone"
	case "F", "f":
		word = "Fax"
	case "M", "m":
		word = "Mobile"
	}
	if _, ok := read.Phone(text); ok && word != "" {
		return word
	}
	return letter
}

// maxSpan is how long, in bytes, a text is at most that says from when to when something is.
const maxSpan = 40

func term(x *Index, id content.ID) {
	t := x.Tree
	label := cellLabel(x, id)
	if len(label) > maxLabel {
		return
	}
	next := t.Next(id)
	for next != content.None && t.Nodes[next].Kind == content.Text {
		next = t.Next(next)
	}
	if next != content.None && t.Nodes[next].Role == content.Definition {
		pair(x, label, next, t.Prose(next), false)
	}
}

// formLabel pairs a label with what its field holds.
func formLabel(x *Index, id content.ID) {
	t := x.Tree
	target := t.Value(id, "for")
	if target == "" {
		return
	}
	field, ok := x.byID(target)
	if !ok {
		return
	}
	n := &t.Nodes[field]
	value := ""
	switch {
	case t.Tag(field) == "input":
		switch strings.ToLower(t.Value(field, "type")) {
		case "hidden", "checkbox", "radio", "submit", "button", "password":
			return
		}
		value = t.Value(field, "value")
	case t.Tag(field) == "select":
		for k := field + 1; k < n.End; k++ {
			if _, selected := t.Attr(k, "selected"); selected && t.Tag(k) == "option" && k+1 < n.End {
				value = tidy(t.Chars(k + 1))
			}
		}
	case n.Role != content.Field:
		value = t.Text(field)
	}
	pair(x, t.Text(id), field, value, false)
}

// twoParts pairs the two children of an element when the first reads as a label.
func twoParts(x *Index, id content.ID, n *content.Node) {
	t := x.Tree
	if x.stacked[id] {
		return
	}
	if size := t.Len(id); size < 3 || size > 300 || n.End-id > 40 {
		return
	}
	var parts [3]content.ID
	count := 0
	for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
		if t.Nodes[c].Kind == content.Text {
			if strings.TrimSpace(t.Chars(c)) != "" {
				boldLabel(x, id)
				boldLabels(x, id)
				ownLabel(x, id)
				return
			}
			continue
		}
		if t.Len(c) == 0 {
			if count == 1 && t.Tag(c) == t.Tag(parts[0]) && t.Nodes[c].End == c+1 {
				x.blanks = append(x.blanks, c)
			}
			continue
		}
		if count == 3 {
			severalParts(x, parts[0])
			alternating(x, id)
			return
		}
		parts[count] = c
		count++
	}
	if count == 3 && !isFigure(x, parts) {
		severalParts(x, parts[0])
		return
	}
	if count < 2 {
		return
	}
	if count == 2 && labelsUnder(x, id) {
		pair(x, t.Text(parts[1]), parts[0], t.Prose(parts[0]), true)
	}
	label := t.Text(parts[0])
	if len(label) > maxLabel || !startsLikeLabel(label) || isByline(x, parts[0]) || beginsWithDay(x, label) {
		return
	}
	if colon := labelColon(label); colon >= 0 && colon < len(label)-1 {
		return // "Operator: Greenway" beside "Zone: A"
	}
	pair(x, label, parts[1], t.Prose(parts[1]), !strings.HasSuffix(label, ":") && !namedLabel(x, parts[0]))
	switch name := t.Text(parts[1]); {
	case len(name) <= 30 && startsWithDigit(label) && !strings.ContainsAny(name, "0123456789"):
		pair(x, name, parts[0], label, true) // "3" over "Bedrooms"
	case x.EndsBox(parts[1]):
		pair(x, name, parts[0], label, true) // "December 31" over "Fiscal year ends"
	}
}

// maxOverName is how long, in bytes, a value is at most that stands over its name.
const maxOverName = 80

// EndsBox reports whether a heading is the last of the short texts of its box: the name
// of the value over it, and not of what comes after the box.
func (x *Index) EndsBox(heading content.ID) bool {
	t := x.Tree
	n := &t.Nodes[heading]
	if n.Role != content.Heading || n.Parent == content.None || t.To(heading) < t.To(n.Parent) || t.Len(heading) > maxLabel {
		return false
	}
	over := t.From(heading) - t.From(n.Parent)
	return over > 1 && over <= maxOverName && !hasHeading(x, n.Parent, heading)
}

// hasHeading reports whether a heading stands in an element before a node.
func hasHeading(x *Index, id, before content.ID) bool {
	for k := id + 1; k < before; k++ {
		if n := &x.Tree.Nodes[k]; n.Role == content.Heading && x.Tree.Len(k) > 0 {
			return true
		}
	}
	return false
}

// isFigure reports whether three parts of an element are a label, the amount it is for, and
// a remark on it, as the tiles of a dashboard have them: "Orders today", "46", "▼ 3 %".
func isFigure(x *Index, parts [3]content.ID) bool {
	t := x.Tree
	if t.Nodes[parts[0]].Role == content.Cell || t.Nodes[parts[0]].Role == content.HeaderCell || t.LinkLen(parts[0]) > 0 {
		return false
	}
	label, amount, remark := t.Text(parts[0]), t.Text(parts[1]), t.Text(parts[2])
	return len(amount) <= maxFigure && startsWithAmount(amount) && !startsWithDigit(label) &&
		len(remark) <= maxRemark && strings.ContainsAny(remark, "0123456789%")
}

// Bytes of an amount in a tile, and of the remark under it.
const (
	maxFigure = 20
	maxRemark = 60
)

// cellLabel returns what a cell or term says a value is: its first line, or its first
// part if what follows is a remark with a number: "NAV" over the day it is of.
func cellLabel(x *Index, id content.ID) string {
	t := x.Tree
	head, rest, lines := strings.Cut(t.Prose(id), "\n")
	if lines && strings.ContainsAny(rest, "0123456789") && strings.ContainsFunc(head, unicode.IsLetter) {
		return strings.TrimSpace(head)
	}
	first := content.None
	for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
		switch {
		case t.Nodes[c].Kind == content.Text && strings.TrimSpace(t.Chars(c)) != "":
			return t.Text(id)
		case t.Nodes[c].Kind != content.Element || t.Len(c) == 0:
		case first == content.None:
			first = c
		case strings.ContainsAny(t.Text(c), "0123456789") && strings.ContainsFunc(t.Text(first), unicode.IsLetter):
			return t.Text(first)
		default:
			return t.Text(id)
		}
	}
	return t.Text(id)
}

// boldLabel pairs bold words at the start of an element with the text after them.
func boldLabel(x *Index, id content.ID) {
	t := x.Tree
	label := t.FirstChild(id)
	if label == content.None || t.Nodes[label].Kind != content.Element || t.Tag(label) != "b" && t.Tag(label) != "strong" {
		return
	}
	after := t.Next(label)
	if after == content.None || t.Nodes[after].Kind != content.Text {
		return
	}
	text := strings.TrimSpace(t.Raw(t.From(after), t.To(after)))
	if text != x.WithoutAction(id, strings.TrimSpace(t.Raw(t.To(label), t.To(id)))) {
		return
	}
	if r, _ := utf8.DecodeRuneInString(text); len(text) > maxBolded || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Sc, r) {
		return
	}
	if name := t.Text(label); startsLikeLabel(name) && !startsWithDigit(name) && !strings.HasSuffix(name, ":") {
		pair(x, name, id, text, true)
	}
}

// maxBolded is how long, in bytes, a value is at most that bold words stand before.
const maxBolded = 80

// boldLabels pairs bold words with the texts between them, if an element holds nothing else:
// "<b>Author</b> Ann Moss <b>Publisher</b> Foo Press".
func boldLabels(x *Index, id content.ID) {
	t := x.Tree
	var labels []content.ID
	var texts []string
	for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
		text := strings.TrimSpace(t.Raw(t.From(c), t.To(c)))
		switch {
		case text == "":
		case t.Tag(c) == "b" || t.Tag(c) == "strong":
			if len(labels) > len(texts) || !startsLikeLabel(text) || startsWithDigit(text) || !startsUpper(text) || strings.HasSuffix(text, ":") || strings.Count(text, " ") > 2 {
				return
			}
			labels = append(labels, c)
		case t.Nodes[c].Kind != content.Text || len(labels) != len(texts)+1 || len(text) > maxBolded:
			return
		default:
			if r, _ := utf8.DecodeRuneInString(text); !unicode.IsUpper(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Sc, r) {
				return // it goes on with a sentence
			}
			texts = append(texts, text)
		}
	}
	if len(texts) < 2 || len(labels) != len(texts) {
		return
	}
	for i, label := range labels {
		pair(x, t.Text(label), label, texts[i], true)
	}
	x.notePaired(id)
}

// notePaired notes that an element's lines say nothing beyond its pairs.
func (x *Index) notePaired(id content.ID) {
	if x.paired == nil {
		x.paired = map[content.ID]bool{}
	}
	x.paired[id] = true
}

// maxAlternating is how many pairs of a label and a value an element holds at most.
const maxAlternating = 12

// alternating pairs the children of an element that are, in turn, made as labels and as values.
func alternating(x *Index, id content.ID) {
	t := x.Tree
	var parts []content.ID
	for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
		if t.Len(c) == 0 {
			continue
		}
		if n := len(parts); n == 2*maxAlternating || n >= 2 && !alike(t, c, parts[n-2]) || n == 1 && alike(t, c, parts[0]) {
			return
		}
		parts = append(parts, c)
	}
	if len(parts) < 4 || len(parts)%2 != 0 {
		return
	}
	for i := 0; i < len(parts); i += 2 {
		if label := t.Text(parts[i]); len(label) > maxLabel || !startsLikeLabel(label) || startsWithDigit(label) || t.LinkLen(parts[i]) > 0 {
			return
		}
	}
	for i := 0; i < len(parts); i += 2 {
		pair(x, t.Text(parts[i]), parts[i+1], t.Prose(parts[i+1]), true)
	}
	x.notePaired(id)
}

// alike reports whether two elements are made alike: the same tag and class.
func alike(t *tree.Tree, a, b content.ID) bool {
	return t.Tag(a) == t.Tag(b) && t.Value(a, "class") == t.Value(b, "class")
}

// beginsWithDay reports whether a text begins with a date in figures: what stands beside
// it is of that day, and not its value.
func beginsWithDay(x *Index, s string) bool {
	if !startsWithDigit(s) || len(s) < 6 {
		return false
	}
	d, from, _, ok := read.FindDate(s, x.Locale, epoch)
	return ok && d.HasDay && from == 0
}

// maxSeveral is how many values one label has at most.
const maxSeveral = 12

// severalParts pairs a bold label with the short texts that stand after it in
// elements of their own.
func severalParts(x *Index, label content.ID) {
	t := x.Tree
	switch t.Tag(label) {
	case "b", "strong", "dt", "th", "label":
	default:
		return
	}
	text := t.Text(label)
	if len(text) > maxLabel || !startsLikeLabel(text) {
		return
	}
	var values []string
	first := content.None
	for c := t.Next(label); c != content.None; c = t.Next(c) {
		if t.Nodes[c].Kind == content.Text || t.Len(c) == 0 {
			continue
		}
		value := t.Text(c)
		if len(value) > 60 || len(values) == maxSeveral || t.Tag(c) == t.Tag(label) || t.Nodes[c].Role == content.Heading {
			return
		}
		if values = append(values, value); first == content.None {
			first = c
		}
	}
	several(x, text, first, values)
}

func several(x *Index, label string, node content.ID, values []string) {
	before := len(x.Facts)
	pair(x, label, node, values[0], false)
	if len(x.Facts) > before {
		x.Facts[before].Values = values
	}
}

func namedLabel(x *Index, id content.ID) bool {
	switch x.Tree.Tag(id) {
	case "b", "strong", "label", "dt", "th", "h2", "h3", "h4", "h5", "h6":
		return true
	}
	class := strings.ToLower(x.Tree.Value(id, "class"))
	return strings.Contains(class, "label") || strings.Contains(class, "lbl") || strings.Contains(class, "title") || strings.Contains(class, "key") || strings.Contains(class, "name") || strings.Contains(class, "heading") || strings.Contains(class, "term")
}

// isByline reports whether an element is dressed as the name of who wrote something,
// which is a value, whatever stands beside it.
func isByline(x *Index, id content.ID) bool {
	class, text := strings.ToLower(x.Tree.Value(id, "class")), x.Tree.Text(id)
	if strings.HasSuffix(text, ":") || strings.Contains(class, "label") {
		return false
	}
	return strings.Contains(class, "author") || strings.Contains(class, "byline") || strings.HasPrefix(strings.ToLower(text), "by ")
}

func startsLikeLabel(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

func startsWithDigit(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsDigit(r)
}
