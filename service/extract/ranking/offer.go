package ranking

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/find"
	"assay/service/extract/rank"
	"assay/service/extract/read"
	"assay/service/extract/tree"
	"assay/service/extract/words"
)

// offer is a value that the page has under a name.
type offer struct {
	is     int // what it is: rank.IsLabel …
	kind   evidence.Kind
	node   content.ID
	name   string
	value  string
	ofSpan bool           // it is the first or the last day of a span, which only dates may be
	ofDate bool           // it is a part of a date, which no date may be
	bound  int            // below 0: it is the lower end of a range, above 0: the upper
	fact   *evidence.Fact // of a label or structured data
	named  []int32        // the words of its name, in the page's bag
	around []int32        // the words of the heading over it
	said   []int32        // those of the sentence it stands in
	words  []int32        // those of the value, if it is short
}

// Bounds of what a page offers.
const (
	maxOffers      = 20_000
	usualOffers    = 6   // of a line
	maxOfferedLine = 160 // bytes of a line that is a value
	maxOfferedName = 100 // bytes of a name
	mentionWindow  = 6   // words before and after a mention that name it

	maxBeside  = 60  // bytes of a line beside another that names it
	maxTitles  = 4   // lines that are part of the page's title
	maxToTitle = 500 // lines from the top that are looked at for them

	maxToLead = 30 // lines from the heading to the first paragraph
	leastLead = 80 // bytes of that

	maxSentences    = 4000 // bytes of a line whose sentences are read
	maxUnit         = 12   // bytes of a word after a number that may be its unit
	leastMultiplier = 3    // bytes of a word such as million after a number; 5 m may be metres
)

// offerer gathers what a page offers.
type offerer struct {
	x      *evidence.Index
	bag    *words.Bag
	offers []offer
	over   map[content.ID][]int32 // by heading
	dates  map[int32]bool         // where those begin that have the form of a date
	pairs  map[string]int         // lines that are a label and its value, which are no values themselves: how long the label is
}

// offersOf returns what the values of a page are called, wherever it says so.
func offersOf(e *Engine) ([]offer, *words.Bag) {
	o := &offerer{x: e.Index, bag: words.Default().NewBag(), over: map[content.ID][]int32{}, dates: map[int32]bool{}, pairs: map[string]int{}}
	for _, m := range e.Index.Dates {
		o.dates[m.From] = true
	}
	for i := range o.x.Facts {
		if f := &o.x.Facts[i]; f.Kind == evidence.Label && len(f.Values[0]) <= maxOfferedLine {
			o.pairs[f.Name+": "+f.Values[0]] = len(f.Name)
			if !f.Near {
				o.pairs[f.Name+" "+f.Values[0]] = len(f.Name)
			}
		}
	}
	o.offers = make([]offer, 0, min(maxOffers, len(e.Index.Facts)+usualOffers*len(e.Tree.Lines)))
	o.facts()
	o.cells(e)
	o.links()
	o.lines()
	o.titles()
	o.lead()
	o.sections()
	o.marked()
	o.formed()
	return o.offers, o.bag
}

func (o *offerer) add(f offer) {
	if len(o.offers) == maxOffers || f.value == "" || len(f.name) > maxOfferedName || o.pairs[f.value] > 0 {
		return
	}
	f.named = o.bag.Add(nil, f.name)
	if f.node != content.None {
		f.around = o.heading(f.node)
	}
	if len(f.value) <= maxOfferedLine {
		f.words = o.bag.Add(nil, f.value)
	}
	if len(f.named) > 0 || len(f.around) > 0 || f.is == rank.IsHeading || f.is == rank.IsTitle || f.is == rank.IsLead || f.is == rank.IsForm {
		o.offers = append(o.offers, f)
	}
}

// heading returns the words of the heading over a node.
func (o *offerer) heading(node content.ID) []int32 {
	at := sectionOver(o.x, node)
	if at < 0 {
		return nil
	}
	h := o.x.Sections[at].Heading
	ids, ok := o.over[h]
	if !ok {
		ids = o.bag.Add(nil, o.x.Tree.Text(h))
		o.over[h] = ids
	}
	return ids
}

// sectionOver returns the place of the last section that begins before a node and holds it, or -1.
func sectionOver(x *evidence.Index, node content.ID) int {
	at, _ := slices.BinarySearchFunc(x.Sections, node, func(s evidence.Section, n content.ID) int { return int(s.Heading) - int(n) })
	for at--; at >= 0; at-- {
		if s := &x.Sections[at]; s.End > node {
			return at
		}
	}
	return -1
}

func (o *offerer) facts() {
	for i := range o.x.Facts {
		f := &o.x.Facts[i]
		is := rank.IsData
		if f.Kind == evidence.Label {
			is = rank.IsLabel
		}
		if f.Paging || len(f.Values) == 0 {
			continue
		}
		o.add(offer{is: is, kind: f.Kind, node: f.Node, name: f.Name, value: f.Values[0], fact: f})
		if is == rank.IsLabel {
			o.span(offer{is: is, kind: f.Kind, node: f.Node, name: f.Name}, f.Values[0])
		}
	}
	for i := range o.x.Names {
		node := o.x.Names[i].Node
		if n := o.x.Tree.Len(node); n == 0 || n > maxOfferedLine {
			continue
		}
		for _, k := range o.x.KeysOf(i) {
			if name := o.x.Name(k); name != nil {
				o.add(offer{is: rank.IsLine, kind: evidence.Name, node: node, name: strings.Join(name.Words, " "), value: o.x.Tree.Text(node)})
			}
		}
	}
}

// links offers addresses by what is written on their links, and by what the addresses say.
func (o *offerer) links() {
	t := o.x.Tree
	for _, node := range o.x.Links {
		to := t.Value(node, "href")
		name := t.Text(node)
		if name == "" {
			label, _ := t.Attr(node, "aria-label")
			title, _ := t.Attr(node, "title")
			name = cmp.Or(label, title)
		}
		f := offer{is: rank.IsLink, kind: evidence.Typed, node: node, value: to}
		if f.name = name; name != "" {
			o.add(f)
		}
		if f.name = addressWords(to); f.name != "" {
			f.is = rank.IsAddress
			o.add(f)
		}
	}
}

// addressWords returns the words of an address: its host without what all hosts have, and the
// last part of its path.
func addressWords(to string) string {
	u, err := url.Parse(to)
	if err != nil {
		return ""
	}
	host := strings.TrimPrefix(u.Hostname(), "www.")
	if i := strings.LastIndexByte(host, '.'); i >= 0 {
		host = host[:i]
	}
	path := strings.TrimSuffix(u.Path, "/")
	return strings.TrimSpace(host + " " + path[strings.LastIndexByte(path, '/')+1:])
}

func (o *offerer) lines() {
	t := o.x.Tree
	for i := range t.Lines {
		text := t.LineText(i)
		node := t.LineNode(i)
		label := o.pairs[text]
		if len(text) <= maxOfferedLine && label == 0 {
			if over := sectionOver(o.x, node); over >= 0 {
				if h := o.x.Sections[over].Heading; t.Len(h) <= maxOfferedName && t.To(h) <= t.Lines[i].From {
					o.add(offer{is: rank.IsLine, kind: evidence.Heading, node: node, name: t.Text(h), value: text})
				}
			}
		}
		if t.Region(node)&tree.InNav == 0 && label == 0 {
			o.beside(i, text, node)
		}
		if owner := find.CopyrightOwner(text); owner != "" && len(text) <= maxOfferedLine {
			o.add(offer{is: rank.IsLabel, kind: evidence.Typed, node: node, name: "copyright owner", value: owner})
		}
		if label > 0 && !strings.ContainsAny(text[label:], "/(|") { // its value has no parts
			continue
		}
		if len(text) > 3 && len(text) <= maxSentences && t.Region(node)&tree.InNav == 0 {
			for from, to := range evidence.Sentences(text) {
				o.sentence(node, t.Lines[i].From+int32(from), text[from:to], label-from)
			}
		}
	}
}

// titles offers lines near the top that are part of the page's title: what the page is about, even
// if no element marks it as a heading.
func (o *offerer) titles() {
	t := o.x.Tree
	title := strings.ToLower(o.x.Title)
	found := map[string]bool{}
	for i := range min(len(t.Lines), maxToTitle) {
		text := t.LineText(i)
		if len(text) > maxOfferedLine || found[text] || len(strings.Fields(text)) < 2 || !strings.Contains(title, strings.ToLower(text)) {
			continue
		}
		o.add(offer{is: rank.IsTitle, kind: evidence.Typed, node: t.LineNode(i), value: text})
		if found[text] = true; len(found) == maxTitles {
			return
		}
	}
}

// beside offers a short line by the line above it, and one with a number by the line below it.
func (o *offerer) beside(i int, text string, node content.ID) {
	t := o.x.Tree
	if len(text) > maxBeside {
		return
	}
	f := offer{kind: evidence.Typed, node: node, value: text}
	if i > 0 {
		if name := t.LineText(i - 1); len(name) <= maxBeside && !o.x.IsBlank(t.LineNode(i-1), node) {
			f.is, f.name = rank.IsBelow, name
			o.add(f)
		}
	}
	if i+1 < len(t.Lines) && strings.ContainsFunc(text, unicode.IsDigit) {
		if name := t.LineText(i + 1); len(name) <= maxBeside && !isTerm(t, t.LineNode(i+1)) {
			f.is, f.name = rank.IsAbove, name
			o.add(f)
		}
	}
}

// isTerm reports whether a line is the label of what follows it in a list of labels and values.
func isTerm(t *tree.Tree, node content.ID) bool {
	for ; node != content.None; node = t.Nodes[node].Parent {
		switch t.Nodes[node].Role {
		case content.Term:
			return true
		case content.Terms:
			return false
		}
	}
	return false
}

// lead offers the first paragraph below the page's heading, and its first sentence.
func (o *offerer) lead() {
	t := o.x.Tree
	if o.x.H1 == content.None {
		return
	}
	_, first := t.LinesOf(o.x.H1)
	for i := first; i < min(len(t.Lines), first+maxToLead); i++ {
		text, node := t.LineText(i), t.LineNode(i)
		if len(text) < leastLead || t.Region(node)&(tree.InNav|tree.InForm) != 0 {
			continue
		}
		o.add(offer{is: rank.IsLead, kind: evidence.Typed, node: node, value: text})
		for from, to := range evidence.Sentences(text) {
			if to < len(text) {
				o.add(offer{is: rank.IsLead, kind: evidence.Typed, node: node, value: text[from:to] + "."})
			}
			return
		}
	}
}

// sentence offers a sentence by its own words, and the dates, numbers and proper names in it by the
// words beside them. It begins at a place in the page's text, with a label of so many bytes.
func (o *offerer) sentence(node content.ID, begins int32, text string, label int) {
	if len(text) > 600 {
		return
	}
	if len(text) <= maxOfferedLine && !strings.HasSuffix(text, ":") {
		o.add(offer{is: rank.IsSaid, kind: evidence.Typed, node: node, name: text[:min(len(text), maxOfferedName)], value: text})
	}
	said := o.bag.Add(nil, text)
	o.span(offer{is: rank.IsForm, kind: evidence.Typed, node: node, said: said}, text)
	dates := o.datesIn(text)
	for _, d := range dates {
		if !o.dates[begins+int32(d.from)] {
			o.add(offer{is: rank.IsForm, kind: evidence.Typed, node: node, name: wordsBeside(strings.Fields(text[:d.from]), strings.Fields(text[d.to:])), value: text[d.from:d.to], said: said})
		}
	}
	parts, starts := fieldsIn(text)
	upper := -1 // where the upper end of a range begins
	for i := 0; i < len(parts); i++ {
		if starts[i] < label {
			continue
		}
		ofDate := slices.ContainsFunc(dates, func(d dateIn) bool { return d.from < starts[i]+len(parts[i]) && starts[i] < d.to })
		to := i + 1
		is := rank.IsMention
		switch first, _ := utf8.DecodeRuneInString(strings.TrimLeft(parts[i], `("“„'`)); {
		case strings.ContainsFunc(parts[i], unicode.IsDigit):
			to = endOfNumber(parts, i)
		case unicode.IsUpper(first) && len(parts) > 1:
			is = rank.IsProper
			for to < len(parts) && to-i < 6 && !endsPart(parts[to-1]) && isProper(parts[to]) {
				to++
			}
			if to-i == len(parts) || i == 0 && to == 1 { // a title, or how any sentence begins
				continue
			}
		default:
			continue
		}
		name := wordsBeside(parts[:i], parts[to:])
		value := trimMarks(strings.Join(parts[i:to], " "))
		f := offer{is: is, kind: evidence.Typed, node: node, name: name, value: value, said: said, ofDate: ofDate}
		if is == rank.IsMention {
			if _, high, ok := read.Ends(text[starts[i]:], o.x.Locale); ok {
				f.bound, upper = -1, len(text)-len(high)
			} else if upper >= 0 && upper < starts[i]+len(parts[i]) {
				f.bound, upper = 1, -1
			}
		}
		multiplied := is == rank.IsMention && to < len(parts) && len(parts[to]) >= leastMultiplier && read.IsMultiplier(trimMarks(parts[to]))
		if !multiplied {
			o.add(f)
		}
		if is == rank.IsMention && to < len(parts) && !endsPart(parts[to-1]) && len(parts[to]) < maxUnit {
			f.value = value + " " + trimMarks(parts[to])
			if to+1 < len(parts) && isOfDays(parts[to]) {
				f.value += " " + trimMarks(parts[to+1])
			}
			o.add(f)
			if end := to + 2; multiplied && end <= len(parts) && !endsPart(parts[to]) && len(parts[to+1]) < maxUnit { // 310 million crowns
				f.name, f.value = wordsBeside(parts[:i], parts[end:]), f.value+" "+trimMarks(parts[to+1])
				o.add(f)
			}
		}
		i = to - 1
	}
}

// isOfDays reports whether a word after a number says which days, weeks or hours it counts.
func isOfDays(word string) bool {
	switch word {
	case "working", "business", "calendar", "consecutive", "full":
		return true
	}
	return false
}

// fieldsIn returns the fields of a text, as strings.Fields does, and where each begins.
func fieldsIn(text string) (fields []string, starts []int) {
	at := 0
	fields = strings.Fields(text)
	for _, f := range fields {
		at += strings.Index(text[at:], f)
		starts = append(starts, at)
		at += len(f)
	}
	return fields, starts
}

// dateIn is where a date stands in a text.
type dateIn struct{ from, to int }

// datesIn finds the dates in a text.
func (o *offerer) datesIn(text string) (out []dateIn) {
	for at := 0; ; {
		_, from, to, ok := read.FindDate(text[at:], o.x.Locale, o.x.Tree.Loaded)
		if !ok {
			return out
		}
		out = append(out, dateIn{at + from, at + to})
		at += to
	}
}

// span offers the first and the last day of a span of days in a text, as its start and its end.
func (o *offerer) span(f offer, text string) {
	if !strings.ContainsFunc(text, unicode.IsDigit) {
		return
	}
	if first, last, ok := read.Span(text, o.x.Locale, o.x.Tree.Loaded); ok {
		f.ofSpan = true
		name := f.name
		f.name, f.value = strings.TrimSpace(name+" start"), first.Date()
		o.add(f)
		f.name, f.value = strings.TrimSpace(name+" end"), last.Date()
		o.add(f)
	}
}

// endOfNumber returns where a number ends whose thousands stand apart: 21 870.
func endOfNumber(parts []string, i int) int {
	to := i + 1
	if len(parts[i]) > 3 {
		return to
	}
	for to < len(parts) && isDigits(parts[to-1]) && len(trimMarks(parts[to])) == 3 && isDigits(trimMarks(parts[to])) {
		to++
	}
	return to
}

func isDigits(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// wordsBeside returns the last words before a mention and the first after it, up to where a part of
// the sentence ends.
func wordsBeside(before, after []string) string {
	from := len(before)
	for from > max(0, len(before)-mentionWindow) && !endsPart(before[from-1]) {
		from--
	}
	end := 0
	for end < min(len(after), mentionWindow) && (end == 0 || !endsPart(after[end-1])) {
		end++
	}
	name := strings.Join(before[from:], " ") + " " + strings.Join(after[:end], " ")
	for len(name) > maxOfferedName {
		name = name[:max(0, strings.LastIndexByte(name, ' '))]
	}
	return name
}

// marked offers what stands in an element of its own within a line, as code, emphasis or a link.
func (o *offerer) marked() {
	t := o.x.Tree
	for id := range t.Nodes {
		node := content.ID(id)
		if t.Nodes[id].Kind != content.Element || t.Nodes[id].Hidden {
			continue
		}
		switch t.Tag(node) {
		case "a", "b", "code", "em", "i", "kbd", "mark", "q", "strong", "var":
			o.piece(rank.IsMarked, node, t.From(node), t.To(node), t.Text(node))
		}
	}
}

// formed offers the pieces of lines that have the form of a value.
func (o *offerer) formed() {
	for _, of := range [...][]evidence.Mark{o.x.Dates, o.x.Prices, o.x.Phones, o.x.Emails} {
		for _, m := range of {
			if m.To > m.From {
				o.piece(rank.IsForm, m.Node, m.From, m.To, m.Text)
			}
			if written := o.x.Tree.Text(m.Node); o.x.Tree.Tag(m.Node) == "a" && !strings.Contains(written, m.Text) && len(written) <= maxOfferedName {
				o.add(offer{is: rank.IsForm, kind: evidence.Typed, node: m.Node, name: written, value: m.Text})
			}
		}
	}
}

// piece offers a piece of a line by the words beside it. Nothing is offered as marked that is nearly
// the whole line.
func (o *offerer) piece(is int, node content.ID, from, to int32, text string) {
	t := o.x.Tree
	at := t.LineAt(from)
	if at == len(t.Lines) || len(text) > maxOfferedName || is == rank.IsMarked && o.pairs[t.LineText(at)] > 0 {
		return
	}
	line := t.Lines[at]
	from = max(from, line.From)
	if to > line.To || to <= from || is == rank.IsMarked && int(to-from) > int(line.To-line.From)-4 {
		return
	}
	before, after := t.Raw(max(line.From, from-maxOfferedName), from), t.Raw(to, min(line.To, to+maxOfferedName))
	o.add(offer{is: is, kind: evidence.Typed, node: node, name: wordsBeside(strings.Fields(before), strings.Fields(after)), value: text, said: o.bag.Add(nil, before+" "+after)})
}

// endsPart reports whether a word ends a sentence or a part of it.
func endsPart(word string) bool { return strings.ContainsAny(word[len(word)-1:], ".;!?|:") }

// isProper reports whether a word goes on a proper name.
func isProper(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	switch word {
	case "of", "&", "de", "van", "von", "der", "the", "and":
		return true
	}
	return unicode.IsUpper(first)
}

func trimMarks(s string) string {
	return strings.TrimSuffix(strings.Trim(s, `,;:!?()[]"“”„’'…–—| `), ".")
}

func (o *offerer) sections() {
	t := o.x.Tree
	for i := range o.x.Sections {
		s := &o.x.Sections[i]
		name := t.Text(s.Heading)
		if at := t.LineAt(t.From(s.Heading) + 1); at < len(t.Lines) && o.pairs[t.LineText(at)] > 0 {
			continue
		}
		if len(name) <= maxOfferedLine {
			o.add(offer{is: rank.IsHeading, kind: evidence.Heading, node: s.Heading, value: name})
		}
		first, last := t.LinesBetween(s.Heading+1, s.Next)
		if text := strings.TrimSpace(t.SpanText(t.Nodes[s.Heading].End, s.Next)); first < last && len(text) > maxOfferedLine && len(text) <= 4000 {
			o.add(offer{is: rank.IsSection, kind: evidence.Heading, node: s.Heading, name: name, value: text})
		}
	}
}

// regions are the features that say in which part of the page something stands.
var regions = [...]struct {
	ofValue, ofSet int
	in             tree.Region
}{
	{rank.InNav, rank.SetInNav, tree.InNav | tree.InChrome},
	{rank.InFoot, rank.SetInFoot, tree.InFooter},
	{rank.InHead, rank.SetInHead, tree.InHeader},
	{rank.InAside, rank.SetInAside, tree.InAside | tree.InRelated},
	{rank.InForm, rank.SetInForm, tree.InForm},
	{rank.InComments, rank.SetInComments, tree.InComments},
}
