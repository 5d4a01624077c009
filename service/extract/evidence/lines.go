package evidence

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// maxMarks bounds how many values of one form are kept.
const maxMarks = 3000

// lines reads the page line by line: "Label: value" in one line or over two,
// words that introduce a value ("By", "Serves"), and values known by their form.
func (x *Index) lines() {
	t := x.Tree
	for i := range t.Lines {
		line := &t.Lines[i]
		size := line.To - line.From
		if size < 2 {
			continue
		}
		text := t.LineText(i)
		if size <= 3000 {
			labelled(x, i, text)
			roles(x, i, text)
		}
		if size > 600 {
			text = text[:600]
		}
		marks(x, i, text)
		if x.paired[t.LineNode(i)] {
			continue
		}
		if size <= 160 {
			introduced(x, i, 0, text)
		}
		pieces(x, i, text)
	}
	x.ones()
	slices.Sort(x.blanks)
}

// hasLabel reports whether a line is a label, or begins with one: what comes before it has no value.
func hasLabel(line string) bool {
	colon := labelColon(line)
	return colon >= 0 && (colon == len(line)-1 || colon <= maxLabel && startsUpper(line))
}

// labelled finds labels that end in a colon.
func labelled(x *Index, i int, text string) {
	colon := labelColon(text)
	if colon < 0 {
		dashed(x, i, text)
		return
	}
	t := x.Tree
	node := t.LineNode(i)
	if colon == len(text)-colonSize(text, colon) { // the value is on the next line
		if i+1 < len(t.Lines) && colon <= maxLabel {
			next := t.LineText(i + 1)
			if items := itemsFrom(x, i+1); len(items) > 1 {
				several(x, text[:colon], t.LineNode(i+1), items)
			} else if items := linesUnder(x, i); len(items) > 1 {
				several(x, text[:colon], t.LineNode(i+1), items)
			} else if len(next) <= 300 && !hasLabel(next) {
				pair(x, text[:colon], t.LineNode(i+1), next, true)
			}
		}
		return
	}
	// Runs of text that end in a colon start a new pair within the line.
	start := 0
	for colon >= 0 && start < len(text) {
		label := text[start:colon]
		rest := text[colon+colonSize(text, colon):]
		next := nextLabel(x, i, colon+1)
		value := rest
		if next > 0 {
			value = text[colon+colonSize(text, colon) : next]
		}
		if cut, size := nextPair(value, label); size > 0 {
			next = len(text) - len(rest) + cut + size
			value = value[:cut]
		}
		value = strings.Trim(value, " |•·▪")
		if next > 0 {
			value = strings.TrimRight(value, " ,;")
		}
		if cut := strings.LastIndexAny(label, "|•·▪"); cut >= 0 {
			_, w := utf8.DecodeRuneInString(label[cut:])
			label = label[cut+w:]
		}
		if len(label) <= maxLabel && strings.Count(label, " ") <= 5 {
			pair(x, label, nodeAt(x, i, colon+1, node), value, false)
		}
		if next <= 0 || next >= len(text) {
			return
		}
		start = next
		c := labelColon(text[start:])
		if c < 0 {
			return
		}
		colon = start + c
	}
}

// nextPair returns where the value of a label ends because another pair follows it in
// the same text, and how long what parts them is; 0 if none follows. After a comma only a
// label that is written like the first begins a pair, after a blank only a word that is known
// as one, or stands between amounts.
func nextPair(value, label string) (cut, size int) {
	if !strings.Contains(value, ":") {
		return 0, 0
	}
	for k := range value {
		rest := value[k:]
		for _, sep := range [...]string{" | ", " • ", " · "} {
			if strings.HasPrefix(rest, sep) && strings.Contains(rest, ":") {
				return k, len(sep)
			}
		}
		if k == 0 || rest[0] != ' ' && !strings.HasPrefix(rest, ", ") && !strings.HasPrefix(rest, "; ") {
			continue
		}
		size := strings.IndexByte(rest, ' ') + 1
		next, said, ok := strings.Cut(rest[size:min(len(rest), size+maxBeside+len(": ")+1)], ": ")
		if !ok || said == "" || len(next) > maxBeside || strings.Count(next, " ") > 2 || strings.ContainsFunc(next, notOfLabel) || startsUpper(next) != startsUpper(strings.TrimSpace(label)) {
			continue
		}
		isKnown := lexicon.Introduces(next) != 0 || startsWithDigit(said) && strings.ContainsFunc(value[:k], unicode.IsDigit)
		if rest[0] != ' ' || startsUpper(next) && isKnown && !strings.Contains(next, " ") {
			return k, size
		}
	}
	return 0, 0
}

// maxBeside bounds a label within a line, in bytes.
const maxBeside = 30

// dashed finds labels in bold that a dash parts from their value.
func dashed(x *Index, i int, text string) {
	if !beginsBold(x, i) {
		return
	}
	t := x.Tree
	line := &t.Lines[i]
	bold := t.To(t.Nodes[line.First].Parent) - line.From
	if bold <= 0 || int(bold) >= len(text) {
		return
	}
	r, size := utf8.DecodeRuneInString(strings.TrimLeft(text[bold:], " "))
	value, ok := strings.CutPrefix(strings.TrimLeft(text[bold:], " ")[size:], " ")
	if label := text[:bold]; ok && (r == '-' || r == '–' || r == '—') && startsLikeLabel(label) && !startsWithDigit(label) && len(value) <= maxBolded {
		pair(x, label, nodeAt(x, i, len(text)-1, t.LineNode(i)), value, true)
	}
}

// beginsBold reports whether a line begins with bold words that begin their element.
func beginsBold(x *Index, i int) bool {
	t := x.Tree
	p := t.Nodes[t.Lines[i].First].Parent
	return p != content.None && (t.Tag(p) == "b" || t.Tag(p) == "strong") && t.From(p)+1 >= t.Lines[i].From // it may begin with the break before the line
}

// Limits of the lines under a label.
const (
	maxUnder     = 60  // how many
	maxUnderLine = 400 // bytes of one
)

// linesUnder returns the lines that follow one in the same block, set apart by breaks
// alone, up to the next that begins with bold words.
func linesUnder(x *Index, i int) []string {
	t := x.Tree
	block := t.LineNode(i)
	for block != content.None && !t.IsBlock(block) {
		block = t.Nodes[block].Parent
	}
	if block == content.None || i+1 >= len(t.Lines) || t.Lines[i+1].To > t.To(block) {
		return nil
	}
	var items []string
	for k := i + 1; k < len(t.Lines) && t.Lines[k].To <= t.To(block) && len(items) < maxUnder; k++ {
		at := t.Nodes[t.Lines[k].First].Parent
		for at != content.None && !t.IsBlock(at) {
			at = t.Nodes[at].Parent
		}
		text := t.LineText(k)
		if at != block || len(text) > maxUnderLine || beginsBold(x, k) {
			break
		}
		items = append(items, text)
	}
	return items
}

// itemsFrom returns the short texts of the list whose first item is the line.
func itemsFrom(x *Index, i int) []string {
	t := x.Tree
	item := t.LineNode(i)
	for up := 0; up < 4 && item != content.None && t.Nodes[item].Role != content.Item; up++ {
		item = t.Nodes[item].Parent
	}
	if item == content.None || t.Nodes[item].Role != content.Item || t.From(item)+1 < t.Lines[i].From {
		return nil
	}
	var items []string
	for c := t.FirstChild(t.Nodes[item].Parent); c != content.None; c = t.Next(c) {
		if t.Nodes[c].Role != content.Item || t.Len(c) == 0 {
			continue
		}
		if c < item || t.Len(c) > 60 || len(items) == maxSeveral {
			return nil
		}
		items = append(items, t.Text(c))
	}
	return items
}

// labelColon returns where the colon of a leading label stands, or -1.
func labelColon(s string) int {
	limit := min(len(s), maxLabel+20)
	for k := 1; k < limit; k++ {
		switch {
		case s[k] == ':':
			if k+1 < len(s) && (s[k+1] == '/' || s[k+1] >= '0' && s[k+1] <= '9' && s[k-1] >= '0' && s[k-1] <= '9') {
				return -1
			}
			return k
		case strings.HasPrefix(s[k:], "："):
			return k
		case s[k] == '.' && k+1 < len(s) && s[k+1] == ' ' && k > 4:
			return -1
		}
	}
	return -1
}

func colonSize(s string, at int) int {
	if s[at] == ':' {
		return 1
	}
	return len("：")
}

// nextLabel returns where in the line, after the offset, a run of text starts
// that is a label again, or 0.
func nextLabel(x *Index, i, after int) int {
	t := x.Tree
	line := &t.Lines[i]
	for id := line.First; int(id) < len(t.Nodes) && t.From(id) < line.To; id++ {
		if t.Nodes[id].Kind != content.Text || int(t.From(id)-line.From) <= after {
			continue
		}
		run := strings.TrimSpace(t.Chars(id))
		if len(run) > 1 && len(run) <= maxLabel && strings.HasSuffix(run, ":") || t.Nodes[id].Parent != t.LineNode(i) && isPair(run) {
			return int(t.From(id) - line.From)
		}
	}
	return 0
}

// isPair reports whether a text of an element of its own is a label with its value: "Zone: A".
func isPair(text string) bool {
	colon := labelColon(text)
	return colon > 0 && colon <= maxLabel && startsUpper(text) && strings.HasPrefix(text[colon:], ": ") && strings.Count(text[:colon], " ") < 3
}

// nodeAt returns the element that holds the text at an offset of a line, no
// higher than top.
func nodeAt(x *Index, i, offset int, top content.ID) content.ID {
	t := x.Tree
	line := &t.Lines[i]
	at := line.From + int32(offset)
	best := top
	for id := line.First; int(id) < len(t.Nodes) && t.From(id) <= at+1; id++ {
		if t.Nodes[id].Kind == content.Text && t.To(id) > at+1 {
			if p := t.Nodes[id].Parent; p > top {
				best = p
			}
			break
		}
	}
	return best
}

// introduced finds a value after a word that introduces it without a colon, in a text
// that begins at an offset of a line. What is marked as a label has no value in itself.
func introduced(x *Index, i, offset int, text string) {
	switch x.Tree.Nodes[nodeAt(x, i, offset, x.Tree.LineNode(i))].Role {
	case content.Term, content.HeaderCell, content.Label:
		return
	}
	var room [maxIntroducing + 2]int
	words := leadingWords(room[:0], text, maxIntroducing)
	if len(words) < 2 || !lexicon.MayIntroduce(text[:words[0]]) {
		return
	}
	for n := len(words) - 1; n > 0; n-- {
		c := lexicon.Introduces(text[:words[n-1]])
		if c == 0 {
			continue
		}
		rest := strings.TrimLeft(text[words[n-1]:], " :-–—")
		if !introducedFits(c.Shape(), rest) && !(c.String() == "modified" && read.IsClock(rest)) { // boards that change by the minute say the time alone
			continue
		}
		pair(x, text[:words[n-1]], nodeAt(x, i, offset+words[n-1], x.Tree.LineNode(i)), rest, true)
		break
	}
}

// maxIntroducing is how many words introduce a value at most.
const maxIntroducing = 4

// leadingWords appends the ends of the first n words and one more.
func leadingWords(ends []int, s string, n int) []int {
	for k := 0; k < len(s) && len(ends) <= n; k++ {
		if s[k] == ' ' && k > 0 && s[k-1] != ' ' {
			ends = append(ends, k)
		}
	}
	return append(ends, len(s))
}

func introducedFits(shape lexicon.Shape, rest string) bool {
	if rest == "" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	switch shape {
	case lexicon.Person, lexicon.Org:
		return (unicode.IsUpper(r) || !unicode.IsLower(r) && unicode.IsLetter(r)) && len(rest) <= 80
	case lexicon.Integer, lexicon.Number, lexicon.Duration, lexicon.Rating, lexicon.Price:
		return unicode.IsDigit(r) || unicode.Is(unicode.Sc, r)
	case lexicon.Date:
		_, ok := read.Date(rest, read.Locale{}, epoch)
		return ok
	case lexicon.Phone:
		_, ok := read.Phone(rest)
		return ok
	case lexicon.Identifier:
		return strings.IndexFunc(rest, unicode.IsDigit) >= 0 && len(rest) <= 40
	}
	return false
}

// marks keeps what has the form of a date, a price, a number or address to reach
// somebody at.
func marks(x *Index, i int, text string) {
	t := x.Tree
	digits, currency, at := 0, false, false
	for k := 0; k < len(text); k++ {
		c := text[k]
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c == '@':
			at = true
		case c == '$':
			currency = true
		case c >= utf8.RuneSelf:
			if c == 0xC2 || c == 0xE2 || c == 0xC5 || c == 0xC4 {
				if r, _ := utf8.DecodeRuneInString(text[k:]); unicode.Is(unicode.Sc, r) || r == 'ł' || r == 'č' {
					currency = true
				}
			}
		}
	}
	line := &t.Lines[i]
	if at && len(x.Emails) < maxMarks {
		if mail, ok := read.Email(text); ok {
			x.Emails = append(x.Emails, mark(x, line, i, strings.Index(text, mail), mail))
		}
	}
	if digits == 0 {
		if len(text) <= 40 && len(x.Dates) < maxMarks {
			if _, from, to, ok := read.FindDate(text, x.Locale, t.Loaded); ok && from < 20 {
				x.Dates = append(x.Dates, mark(x, line, i, from, text[from:to]))
			}
		}
		return
	}
	if len(text) <= 200 && len(x.Dates) < maxMarks {
		if _, from, to, ok := read.FindDate(text, x.Locale, t.Loaded); ok {
			x.Dates = append(x.Dates, mark(x, line, i, from, text[from:to]))
			dated(x, i, text[:from], text[from:to], from)
		}
	}
	if digits >= 7 && len(x.Phones) < maxMarks {
		if phone, ok := read.Phone(text); ok && !endsPlace(text, phone) {
			x.Phones = append(x.Phones, mark(x, line, i, strings.Index(text, phone), phone))
		}
	}
	if len(x.Prices) < maxMarks && len(text) <= 120 && (currency || strings.ContainsAny(text, "krKREUSDFtzPLNHGBCAs")) {
		if _, ok := read.MarkedPrice(text, x.Locale); ok {
			m := mark(x, line, i, 0, text)
			if t.To(m.Node) < m.To { // several, of which the first may be struck through
				m.Node = t.LineNode(i)
			}
			x.Prices = append(x.Prices, m)
		}
	}
}

// dated pairs a date within a line with the words before it that say what date it
// is: "this page was last edited on 3 March 2024".
func dated(x *Index, i int, before, date string, at int) {
	words := strings.Fields(strings.TrimRight(before, " :,-–—("))
	for len(words) > 0 && isBeforeDate(strings.ToLower(words[len(words)-1])) {
		words = words[:len(words)-1]
	}
	if len(words) < 2 { // what begins the line is read as a label
		return
	}
	for n := min(3, len(words)); n > 0; n-- {
		label := strings.Join(words[len(words)-n:], " ")
		if c := lexicon.Introduces(label); c != 0 && c.Shape() == lexicon.Date {
			pair(x, label, nodeAt(x, i, at, x.Tree.LineNode(i)), date, true)
			return
		}
	}
}

func isBeforeDate(word string) bool {
	switch word {
	case "on", "at", "the", "am", "le", "el", "il", "op", "em", "den", "vom", "du", "del":
		return true
	}
	return false
}

func mark(x *Index, line *tree.Line, i, from int, text string) Mark {
	if from < 0 {
		from = 0
	}
	return Mark{Node: nodeAt(x, i, from, x.Tree.LineNode(i)), From: line.From + int32(from), To: line.From + int32(from+len(text)), Text: text}
}

// epoch lets relative dates be recognised where only the form matters.
var epoch = time.Unix(0, 0).UTC()

// endsPlace reports whether five digits and four stand right after the name of a place:
// a postal code of the United States, "Farwell, Utah 84532-4410".
func endsPlace(text, number string) bool {
	before, _, ok := strings.Cut(text, number)
	if !ok || len(number) != 10 || number[5] != '-' || strings.IndexByte(number, '-') != 5 {
		return false
	}
	_, place, ok := strings.Cut(before, ", ")
	return ok && strings.HasSuffix(place, " ") && startsUpper(place) && !strings.ContainsAny(place, ":.0123456789")
}

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}
