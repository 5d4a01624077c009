package paper

import (
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/read"
)

// legalForms end the names of firms; businesses are words that names of shops end
// with or hold.
var (
	legalForms = set("co ltd limited llc inc incorporated gmbh plc corp corporation pty llp bv nv srl spa sarl sas sa kg ag oy ab aps lda bhd sdn sl slu eurl sasu ohg ug ev pte pvt kft sro doo s/b")
	businesses = set("trading enterprise enterprises company restaurant restoran kedai store stores supermarket market mart shop cafe hotel bakery pharmacy hardware stationery supply supplies services solutions group industries motor electrical book books foods food bank energie energy stadtwerke consulting studio bureau boutique markt apotheke restaurante ristorante farmacia panaderia librairie boulangerie pharmacie garage perniagaan syarikat pasaraya holding holdings associates partners")
)

// block is the lines that stand below each other in one place.
type block struct {
	lines []string
	nodes []content.ID
}

// maxBlock is how many lines a party's block has.
const maxBlock = 9

// blockFrom gathers the lines from a segment downwards that are in line with it
// and close to each other.
func (s *Sheet) blockFrom(i, k int) block { return s.blockAt(i, k, s.rows[i].words[k].x) }

// blockAt is blockFrom with the place at which the other lines begin.
func (s *Sheet) blockAt(i, k int, from float32) block {
	var b block
	r := &s.rows[i]
	end := r.segment(k)
	to := r.words[end-1].to
	center := (from + to) / 2
	b.lines, b.nodes = append(b.lines, text(r.words[k:end])), append(b.nodes, r.words[k].node)
	last := r
	for n := i + 1; n < len(s.rows) && len(b.lines) < maxBlock; n++ {
		next := &s.rows[n]
		if next.page != r.page {
			break
		}
		at := -1
		for w := 0; w < len(next.words); w = next.segment(w) {
			words := next.words[w:next.segment(w)]
			x, right := words[0].x, words[len(words)-1].to
			middle := (x+right)/2 - center
			if abs(x-from) < 1.6*last.height || abs(middle) < 1.6*last.height || overlap(words, from, to) > 0.6*min(right-x, to-from) && x > from-1.6*last.height ||
				overlap(words, from, to) > 0.95*min(right-x, to-from) && right-x < 2.5*(to-from) && abs(middle) < 0.25*(right-x) {
				at = w
				break
			}
		}
		if at < 0 {
			if next.y-last.bottom > 1.5*last.height {
				break
			}
			continue
		}
		if next.y-last.bottom > 1.9*max(last.height, next.height) {
			break
		}
		words := next.words[at:next.segment(at)]
		b.lines, b.nodes = append(b.lines, text(words)), append(b.nodes, words[0].node)
		to = max(to, words[len(words)-1].to)
		center = (words[0].x + words[len(words)-1].to) / 2
		last = next
	}
	return b
}

func abs(x float32) float32 { return max(x, -x) }

// partyBlocks returns the blocks beside or below the labels of a role.
func (s *Sheet) partyBlocks(role Role) (blocks []block, trust []float64) {
	for i := range s.labels {
		l := &s.labels[i]
		if l.role != role || l.trust < 0.5 {
			continue
		}
		r := &s.rows[l.row]
		if l.from > 0 && !r.words[l.from].leading && !l.colon {
			continue
		}
		if l.to < len(r.words) {
			if !l.colon && !r.words[l.to].leading && l.size < 2 {
				continue // a word of a sentence
			}
			if _, another := s.labelAt(l.row, l.to); l.colon || !r.words[l.to].leading {
				b := s.blockAt(l.row, l.to, r.words[l.from].x)
				if beside := s.blockFrom(l.row, l.to); len(beside.lines) > len(b.lines) {
					b = beside
				}
				if b.isParty() && (!another || l.colon) {
					blocks, trust = append(blocks, b), append(trust, l.trust)
				}
				continue
			}
		}
		if b, ok := s.blockUnder(l); ok {
			blocks, trust = append(blocks, b), append(trust, l.trust*0.95)
		} else if l.to < len(r.words) {
			if b := s.blockFrom(l.row, l.to); b.isParty() {
				blocks, trust = append(blocks, b), append(trust, l.trust*0.7)
			}
		}
	}
	return blocks, trust
}

// blockUnder returns the block that begins in the rows right under a label.
func (s *Sheet) blockUnder(l *label) (block, bool) {
	r := &s.rows[l.row]
	from, to := r.words[l.from].x, r.words[l.to-1].to
	for n := l.row + 1; n < min(len(s.rows), l.row+4); n++ {
		under := &s.rows[n]
		if under.page != r.page || under.y-r.bottom > 4*r.height {
			break
		}
		for k := 0; k < len(under.words); k = under.segment(k) {
			words := under.words[k:under.segment(k)]
			if overlap(words, from, to) <= 0 || abs(words[0].x-from) > 3*r.height {
				continue
			}
			b := s.blockFrom(n, k)
			return b, b.isParty()
		}
	}
	return block{}, false
}

// isParty reports whether a block can be somebody's name, with or without an
// address.
func (b block) isParty() bool {
	return len(b.lines) > 0 && isName(b.lines[0])
}

// isName reports whether a line can be a name.
func isName(s string) bool {
	if len(s) < 2 || len(s) > 90 || letters(s) < 2 || digits(s) > letters(s) || strings.ContainsAny(s, "@€$£%=") {
		return false
	}
	if colon := strings.Index(s, ": "); colon > 0 || strings.HasSuffix(s, ":") {
		return false
	}
	v := vocab()
	words := tokens(s)
	phrase := strings.Join(words, " ")
	if len(v.phrases[phrase]) > 0 || len(words) < 4 && allKnown(v, words) {
		return false // a label, or several names of columns
	}
	return !isDocumentKind(words)
}

// kinds are the words that say what a document is.
var kinds = set("invoice receipt tax bill statement quotation estimate quote order facture recu rechnung quittung factura recibo fattura ricevuta fatura factuur bon kassenbon kassenzettel ticket simplified proforma pro forma credit note purchase duplicate copy original cash sale sales official account page de di du avoir gutschrift lieferschein kontoauszug extracto estratto conto releve compte angebot devis presupuesto preventivo offerte reprint welcome to thank you customer's merchant payment voucher adjustment delivery slip report account's accounts merchant's customers office's")

func isDocumentKind(words []string) bool {
	if len(words) == 0 {
		return true
	}
	n := 0
	for _, w := range words {
		if kinds[w] {
			n++
		}
	}
	return n == len(words) || n > 1 && 2*n > len(words)
}

// parties returns the names of a party: beside and below its labels; for the one
// the document is from, also what is written at its head.
func (s *Sheet) parties(role Role) []Value {
	var out []Value
	blocks, trust := s.partyBlocks(role)
	for i, b := range blocks {
		name := cleanName(b.lines[0])
		if name == "" {
			continue
		}
		strength := 0.9 * trust[i]
		if role.String() == "supplier" {
			if a, _ := addressOf(b, 1); a == "" && !endsAsFirm(name) {
				strength *= 0.5 // a person who sold it
			}
		}
		out = append(out, Value{Text: name, Node: b.nodes[0], Strength: strength})
	}
	if role.String() == "supplier" {
		for _, h := range s.heads() {
			out = append(out, Value{Text: h.name, Node: h.node, Strength: h.strength, Alone: true})
		}
	}
	return out
}

// cleanName cuts the numbers of registers and what introduces a name off it.
func cleanName(s string) string {
	for _, start := range [...]string{"own by:", "owned by:", "operated by:", "by:"} {
		if len(s) > len(start) && strings.EqualFold(s[:len(start)], start) {
			s = s[len(start):]
		}
	}
	words := strings.Fields(s)
	for i := range words { // a register's number follows the legal form
		if i > 0 && i+1 < len(words) && legalForms[strings.Trim(fold(words[i]), ".,()")] && startsNumber(words[i+1:]) {
			words = words[:i+1]
			break
		}
	}
	for len(words) > 1 { // in brackets, or bare
		last := words[len(words)-1]
		open := strings.LastIndex(strings.Join(words, " "), "(")
		joined := strings.Join(words, " ")
		if open > 0 && strings.HasSuffix(last, ")") && digits(joined[open:]) >= 4 {
			words = strings.Fields(joined[:open])
			continue
		}
		break
	}
	name := strings.Trim(strings.Join(words, " "), " ,;:|*-–_~='\"`")
	if last := name[strings.LastIndexByte(name, ' ')+1:]; !strings.Contains(strings.TrimSuffix(last, "."), ".") && !legalForms[strings.TrimSuffix(fold(last), ".")] {
		name = strings.TrimRight(name, ". ")
	}
	return strings.TrimLeft(name, ".")
}

// startsNumber reports whether words begin with a number, in brackets or bare,
// rather than with a place in brackets.
func startsNumber(words []string) bool {
	if !strings.HasPrefix(words[0], "(") {
		return digits(words[0]) > 3
	}
	inside, _, _ := strings.Cut(strings.Join(words, " "), ")")
	return hasDigit(inside)
}

// head is what may name whom a document is from.
type head struct {
	name     string
	node     content.ID
	row, at  int
	strength float64
}

// leastHead is how surely a line must be a name for an address to be looked for
// below it.
const leastHead = 0.36

// headPart is the share of the first page in which its head is.
const headPart = 0.4

// heads returns the lines at the head of the document that may be the name of
// whom it is from, in the order of the document.
func (s *Sheet) heads() []head {
	if len(s.rows) == 0 {
		return nil
	}
	other := s.otherParties()
	size := s.typicalHeight()
	var out []head
	passed, firms := 0, 0
	last := len(s.rows) // the row of the last name of a shop that is no firm's
	joined := content.None
	for i := range s.rows {
		r := &s.rows[i]
		if r.page != s.rows[0].page || r.proportion > headPart || len(out) >= 8 {
			break
		}
		for k := 0; k < len(r.words); k = r.segment(k) {
			end := r.segment(k)
			line := text(r.words[k:end])
			if other[r.words[k].node] || r.words[k].node == joined || !isName(cleanName(line)) || strings.Contains(cleanName(line), ":") || s.isLabelled(i, k) || r.inTable && passed > 2 {
				continue
			}
			q := nameQuality(line)
			if q <= 0 {
				continue
			}
			name, used := line, 1
			if !endsAsFirm(line) && i+1 < len(s.rows) && !hasDigit(line) {
				next := &s.rows[i+1]
				below := text(next.words)
				n := len(strings.Fields(cleanName(below)))
				alike := n <= 3 && next.height < 1.5*r.height && r.height < 1.5*next.height && strings.ToUpper(below) == below == (strings.ToUpper(line) == line)
				if endsAsFirm(cleanName(below)) && (alike || isLegalForm(cleanName(below))) && letters(line) > 6 && next.y-r.bottom < 1.2*r.height {
					name, used, joined = line+" "+cleanName(below), 2, next.words[0].node
					q = max(q, nameQuality(name))
				}
			}
			if i+used < len(s.rows) {
				q += s.likeHead(i+used, k, r)
			}
			if r.height > 1.35*size {
				q += 0.08
			}
			if cleaned := cleanName(name); cleaned != "" {
				strength := 0.88*min(1, q) - 0.02*float64(passed)
				if firms > 0 && !(i == last+1 && endsAsFirm(name)) {
					strength -= 0.3 // a firm further down is whom it is for, but under the name of a shop its owner
				}
				out = append(out, head{cleaned, r.words[k].node, i + used - 1, k, strength})
				if q >= 0.5 {
					passed++
				}
				if q >= 0.75 {
					firms++
					if last = i + used - 1; endsAsFirm(name) {
						last = len(s.rows)
					}
				}
			}
		}
	}
	return out
}

// nameQuality says how much a line looks like the name of a firm.
func nameQuality(s string) float64 {
	words := strings.Fields(s)
	if len(words) > 9 {
		return 0
	}
	odd, long, capital := 0, 0, 0
	for _, w := range words {
		if letters(w) >= 3 {
			long++
		}
		if unicode.IsUpper(first(strings.TrimLeft(w, "(\"'&"))) {
			capital++
		}
		if letters(w)+digits(w) == 0 && w != "&" && w != "-" && w != "+" || letters(w) == 1 && len(w) == 1 && w != "&" {
			odd++
		}
	}
	if long == 0 || capital == 0 || odd*3 > len(words) || letters(s)*2 < len(s) {
		return 0
	}
	q := 0.58
	if len(words) == 1 && letters(s) < 4 {
		q -= 0.15
	}
	if 2*capital < len(words) {
		q -= 0.15
	}
	firm, business := false, false
	for i, w := range words {
		firm = firm || i > 0 && isFirmWord(words, i)
		business = business || businesses[formWord(w)]
	}
	switch {
	case firm:
		q += 0.3
	case business:
		q += 0.14
	}
	if digits(s) > 0 && !firm {
		q -= 0.2
	}
	if looksLikeStreet(s) {
		q -= 0.3
	}
	if strings.HasSuffix(s, ",") || strings.HasSuffix(s, ".") && !firm {
		q -= 0.2
	}
	return q
}

func endsAsFirm(s string) bool {
	words := strings.Fields(cleanName(s))
	return len(words) > 0 && isFirmWord(words, len(words)-1)
}

// isFirmWord reports whether a word of a name is of a firm's legal form. After
// another such word it may be misread by a letter.
func isFirmWord(words []string, i int) bool {
	form := formWord(words[i])
	if legalForms[form] {
		return true
	}
	if i == 0 || len(form) != 3 || !legalForms[formWord(words[i-1])] {
		return false
	}
	for known := range legalForms {
		if len(known) == 3 && distance(form, known, 1) <= 1 {
			return true
		}
	}
	return false
}

// formWord returns a word as legal forms are written in their list.
func formWord(word string) string {
	return strings.ReplaceAll(strings.Trim(fold(word), ".,()"), ".", "")
}

// isLegalForm reports whether a line is nothing but the legal form of a firm, with
// or without where it is registered: the end of the name above it.
func isLegalForm(s string) bool {
	for word := range strings.FieldsSeq(s) {
		bracketed := strings.HasPrefix(word, "(") && strings.HasSuffix(word, ")") && !hasDigit(word)
		if !bracketed && !legalForms[strings.ReplaceAll(strings.Trim(fold(word), ".,"), ".", "")] {
			return false
		}
	}
	return s != ""
}

// likeHead says how much the lines under a name speak for it: an address, a
// number of a register or of a tax, a telephone number.
func (s *Sheet) likeHead(i, k int, r *row) float64 {
	for n := i; n < min(len(s.rows), i+3); n++ {
		next := &s.rows[n]
		if next.page != r.page || next.y-r.bottom > 5*r.height {
			break
		}
		x := r.words[k].x
		for w := 0; w < len(next.words); w = next.segment(w) {
			words := next.words[w:next.segment(w)]
			if abs(words[0].x-x) > 3*r.height && overlap(words, x, r.words[r.segment(k)-1].to) <= 0 {
				continue
			}
			line := text(words)
			if looksLikeStreet(line) || isRegisterNumber(line) {
				return 0.14
			}
		}
	}
	return 0
}

// isRegisterNumber reports whether a line is the number of a firm or of its tax.
func isRegisterNumber(s string) bool {
	words := tokens(s)
	for _, w := range words {
		switch w {
		case "gst", "roc", "reg", "regno", "co", "vat", "ust", "siret", "siren", "abn", "tva", "tax":
			return digits(s) > 3
		}
	}
	return strings.HasPrefix(s, "(") && digits(s) > 4
}

// isLabelled reports whether a segment begins with a label of something else than
// the party a document is from.
func (s *Sheet) isLabelled(i, k int) bool {
	l, ok := s.labelAt(i, k)
	if !ok {
		return false
	}
	return l.colon || l.to == s.rows[i].segment(k) || hasDigit(text(s.rows[i].words[l.to:s.rows[i].segment(k)]))
}

// otherParties returns the lines of the blocks of others than whom the document
// is from.
func (s *Sheet) otherParties() map[content.ID]bool {
	nodes := map[content.ID]bool{}
	for _, name := range [...]string{"customer", "shipto", "customeraddress", "shipaddress"} {
		blocks, _ := s.partyBlocks(Named(name))
		for _, b := range blocks {
			for _, id := range b.nodes {
				nodes[id] = true
			}
		}
	}
	return nodes
}

// Of returns the values that can be of a party: those in its own block, or, for
// the one the document is from, outside those of the others.
func (s *Sheet) Of(party Role, values []Value) []Value {
	own := map[content.ID]bool{}
	if party.String() == "supplier" {
		own = s.otherParties()
	} else {
		blocks, _ := s.partyBlocks(party)
		for _, b := range blocks {
			for _, id := range b.nodes {
				own[id] = true
			}
		}
	}
	rows := map[content.ID]bool{} // a line may be several runs of text
	for i := range s.rows {
		r := &s.rows[i]
		for k := 0; k < len(r.words); k = r.segment(k) {
			words := r.words[k:r.segment(k)]
			inside := false
			for _, w := range words {
				inside = inside || own[w.node]
			}
			for _, w := range words {
				rows[w.node] = rows[w.node] || inside
			}
		}
	}
	var out []Value
	for _, v := range values {
		if rows[v.Node] == (party.String() != "supplier") {
			out = append(out, v)
		}
	}
	return out
}

func (s *Sheet) typicalHeight() float32 {
	var total float32
	for i := range s.rows {
		total += s.rows[i].height
	}
	return total / float32(max(1, len(s.rows)))
}

// places returns the addresses of a party.
func (s *Sheet) places(role Role) []Value {
	out := s.labelledPlaces(role)
	switch role.String() {
	case "customeraddress":
		out = append(out, s.blockAddresses("customer")...)
	case "shipaddress":
		out = append(out, s.blockAddresses("shipto")...)
	case "address":
		blocks, trust := s.partyBlocks(Named("supplier"))
		for i, b := range blocks {
			if a, node := addressOf(b, 1); a != "" {
				out = append(out, Value{Text: a, Node: node, Strength: 0.93 * trust[i]})
			}
		}
		for _, h := range s.heads() {
			if h.strength < leastHead {
				continue
			}
			if a, node := s.besideName(h); a != "" {
				out = append(out, Value{Text: a, Node: node, Strength: h.strength, Alone: true})
			} else if a, node := addressOf(s.blockFrom(h.row, min(h.at, len(s.rows[h.row].words)-1)), 1); a != "" {
				out = append(out, Value{Text: a, Node: node, Strength: h.strength, Alone: true})
			}
		}
		if len(out) == 0 {
			out = s.loneAddresses()
		}
	}
	return out
}

// besideName returns the address in the same line as a name, parted from it by
// points or strokes, as senders print it over a window.
func (s *Sheet) besideName(h head) (string, content.ID) {
	r := &s.rows[h.row]
	if h.at >= len(r.words) {
		return "", content.None
	}
	var b block
	for k := r.segment(h.at); k < len(r.words); k = r.segment(k) {
		if r.words[k].x-r.words[k-1].to > 3*r.height {
			break
		}
		b.lines, b.nodes = append(b.lines, text(r.words[k:r.segment(k)])), append(b.nodes, r.words[k].node)
	}
	return addressOf(b, 0)
}

// Titles returns what a document may be called: the line in the largest letters at
// its head, or its first.
func (s *Sheet) Titles() []Value {
	var out []Value
	tallest := float32(0)
	for i := range s.rows {
		r := &s.rows[i]
		if r.page != s.rows[0].page || r.proportion > headPart {
			break
		}
		line := text(r.words[:r.segment(0)])
		if letters(line) < 4 || len(line) > 150 || s.isLabelled(i, 0) || looksLikeStreet(line) || strings.Contains(line, "@") {
			continue
		}
		if r.height > 1.25*tallest {
			tallest = r.height
			out = []Value{{Text: line, Node: r.words[0].node, Strength: 0.55, Alone: true}}
		}
	}
	return out
}

// labelledPlaces returns the addresses beside and below labels that say address.
func (s *Sheet) labelledPlaces(role Role) []Value {
	var out []Value
	blocks, trust := s.placeBlocks(role)
	for i, b := range blocks {
		from := 0
		if len(b.lines) > 1 && !looksLikeStreet(b.lines[0]) && isName(b.lines[0]) {
			from = 1
		}
		if a, node := addressOf(b, from); a != "" {
			out = append(out, Value{Text: a, Node: node, Strength: 0.88 * trust[i]})
		}
	}
	return out
}

func (s *Sheet) placeBlocks(role Role) (blocks []block, trust []float64) {
	for i := range s.labels {
		l := &s.labels[i]
		if l.role != role || l.trust < 0.5 {
			continue
		}
		r := &s.rows[l.row]
		if l.to < len(r.words) && (l.colon || r.words[l.to].leading) && (l.colon || looksLikeStreet(text(r.words[l.to:r.segment(l.to)]))) {
			blocks, trust = append(blocks, s.blockFrom(l.row, l.to)), append(trust, l.trust)
		} else if b, ok := s.blockUnder(l); ok || len(b.lines) > 0 {
			blocks, trust = append(blocks, b), append(trust, 0.95*l.trust)
		}
	}
	return blocks, trust
}

func (s *Sheet) blockAddresses(party string) []Value {
	var out []Value
	blocks, trust := s.partyBlocks(Named(party))
	for i, b := range blocks {
		if a, node := addressOf(b, 1); a != "" {
			out = append(out, Value{Text: a, Node: node, Strength: 0.85 * trust[i]})
		}
	}
	return out
}

// loneAddresses returns the first block at the head that reads as an address,
// where no name was found above it.
func (s *Sheet) loneAddresses() []Value {
	for i := range s.rows {
		r := &s.rows[i]
		if r.page != s.rows[0].page || r.proportion > headPart {
			break
		}
		for k := 0; k < len(r.words); k = r.segment(k) {
			if !looksLikeStreet(text(r.words[k:r.segment(k)])) || s.isLabelled(i, k) {
				continue
			}
			if a, node := addressOf(s.blockFrom(i, k), 0); a != "" {
				return []Value{{Text: a, Node: node, Strength: 0.55, Alone: true}}
			}
		}
	}
	return nil
}

// addressOf joins the lines of a block's address, from a line on, until what is
// none any more.
func addressOf(b block, from int) (string, content.ID) {
	var parts []string
	node := content.None
	proof := false
	for i := from; i < len(b.lines); i++ {
		line := strings.Trim(b.lines[i], " |;*'`~_")
		if isRegisterNumber(line) || i == from && len(parts) == 0 && !hasDigit(line) && endsAsFirm(line) {
			if len(parts) == 0 {
				continue
			}
			break
		}
		if endsBlock(line) {
			if len(parts) == 0 && i < from+2 {
				continue
			}
			break
		}
		if len(parts) == 0 {
			if !looksLikeStreet(line) && !hasDigit(line) && !strings.Contains(line, ",") && i+1 < len(b.lines) && !looksLikeStreet(b.lines[i+1]) {
				continue
			}
			node = b.nodes[i]
		}
		if letters(line)+digits(line) < 2 {
			break
		}
		if endsAsFirm(line) && len(parts) < 2 { // the firm behind the name above it
			parts = nil
			continue
		}
		proof = proof || looksLikeStreet(line) || hasDigit(line) && (strings.Contains(line, ",") || len(parts) > 0 && len(tokens(line)) > 1)
		parts = append(parts, line)
		if len(parts) == 6 {
			break
		}
	}
	if !proof {
		return "", content.None
	}
	var out strings.Builder
	for i, p := range parts {
		if i > 0 {
			if !strings.HasSuffix(parts[i-1], ",") {
				out.WriteByte(',')
			}
			out.WriteByte(' ')
		}
		out.WriteString(p)
	}
	return strings.Trim(out.String(), " ,;"), node
}

// endsBlock reports whether a line is not of an address: it has a way to reach
// somebody, a label, a date, an amount.
func endsBlock(line string) bool {
	if strings.ContainsAny(line, "@€$£%=*") || strings.Contains(line, "www.") || strings.Contains(line, "http") {
		return true
	}
	words := tokens(line)
	if len(words) == 0 || len(words) > 14 || isDocumentKind(words) || letters(line) == 0 && digits(line) < 4 {
		return true
	}
	if len(vocab().phrases[strings.Join(words, " ")]) > 0 {
		return true
	}
	for n := 1; n < min(5, len(words)) && hasDigit(line); n++ {
		switch r := vocab().pick(strings.Join(words[:n], " "), false); {
		case r == 0 || n == 1 && len(words[0]) < 3:
		case r.Form() == Code, r.Form() == Date:
			return true
		}
	}
	for _, w := range words[:min(2, len(words))] {
		switch w {
		case "tel", "telephone", "phone", "fax", "hotline", "mobile", "telefon", "email", "e", "web", "website", "gst", "vat", "tva", "ust", "siret", "siren", "iban", "reg", "roc", "cashier", "table", "pos", "receipt", "invoice", "bill", "doc", "tax", "ship", "member", "order", "co", "company", "date", "time", "uid", "nif", "cif", "abn", "piva", "kvk", "btw", "steuernummer", "thank", "welcome", "slip", "cash":
			if digits(w) == 0 && (w != "e" && w != "co" || strings.Contains(line, ":")) {
				return true
			}
		}
	}
	if label, _, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(fold(label), "lot") && !strings.HasPrefix(fold(label), "no") {
		return true
	}
	if phone, ok := read.Phone(line); ok && digits(phone) >= 9 && len(phone)+6 > len(line) {
		return true
	}
	if _, from, to, ok := read.FindDate(line, read.Locale{}, fixedNow); ok && hasDigit(line[from:to]) && (to-from)*2 > len(line) {
		return true
	}
	return cents(line) && letters(line) < 6
}

// streets are words that stand in addresses.
var streets = set("street st road rd avenue ave lane ln drive dr boulevard blvd way court place square terrace parkway highway suite unit floor box strasse str platz weg allee rue avenida calle via piazza corso viale rua estate building park plaza jalan jln lot no lorong taman bandar kampung persiaran lebuh lebuhraya seksyen tingkat blok block jln plot po chemin impasse quai cours place paseo carrer carretera largo travessa straat laan plein gracht kade largo vicolo")

// looksLikeStreet reports whether a line looks like one of an address: a word of
// streets with a number, or a postal code with a place.
func looksLikeStreet(s string) bool {
	words := tokens(s)
	if len(words) < 2 || !hasDigit(s) {
		for _, w := range words {
			if w == "jalan" || w == "lorong" || w == "taman" || w == "strasse" || w == "lebuh" {
				return true
			}
		}
		return false
	}
	if isRegisterNumber(s) {
		return false
	}
	street, code := false, false
	for i, w := range words {
		street = street || streets[w] && (i > 0 && w != "no" || i == 0 && w == "no" || w == "lot" || w == "jalan" || w == "rue" || w == "via" || w == "calle" || w == "unit" || w == "suite" || w == "rua" || w == "po" || w == "block")
		for _, end := range [...]string{"strasse", "str", "weg", "platz", "allee", "straat", "laan", "gasse"} {
			street = street || len(w) > len(end)+2 && strings.HasSuffix(w, end)
		}
		if n := len(w); digits(w) == n && n >= 4 && n <= 6 && letters(s) > 3 {
			code = true
		}
	}
	return street || code && len(words) <= 8
}
