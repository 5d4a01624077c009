package paper

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/read"
)

// places returns the addresses of a party.
func places(s *Sheet, role Role) []Value {
	out := labelledPlaces(s, role)
	switch role.String() {
	case "customeraddress":
		out = append(out, blockAddresses(s, "customer")...)
	case "shipaddress":
		out = append(out, blockAddresses(s, "shipto")...)
	case "address":
		blocks, trust := partyBlocks(s, Named("supplier"))
		for i, b := range blocks {
			if a, node := addressOf(b, 1); a != "" {
				out = append(out, Value{Text: a, Node: node, Strength: 0.93 * trust[i]})
			}
		}
		for _, h := range heads(s) {
			if h.strength < leastHead {
				continue
			}
			if a, node := besideName(s, h); a != "" {
				out = append(out, Value{Text: a, Node: node, Strength: h.strength, Alone: true})
			} else if a, node := addressOf(blockFrom(s, h.row, min(h.at, len(s.rows[h.row].words)-1)), 1); a != "" {
				out = append(out, Value{Text: a, Node: node, Strength: h.strength, Alone: true})
			}
		}
		if len(out) == 0 {
			out = loneAddresses(s)
		}
	}
	return out
}

// besideName returns the address in the same line as a name, parted from it by
// points or strokes, as senders print it over a window.
func besideName(s *Sheet, h head) (string, content.ID) {
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

// labelledPlaces returns the addresses beside and below labels that say address.
func labelledPlaces(s *Sheet, role Role) []Value {
	var out []Value
	blocks, trust := placeBlocks(s, role)
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

// isCustomers reports whether a label stands below one of whom a paper is for, in
// line with it.
func isCustomers(s *Sheet, l *label) bool {
	x := s.rows[l.row].words[l.from].x
	for i := range s.labels {
		other := &s.labels[i]
		if other.row >= l.row || other.row < l.row-4 || other.role.String() != "customer" || s.rows[other.row].page != s.rows[l.row].page {
			continue
		}
		if abs(s.rows[other.row].words[other.from].x-x) < s.rows[l.row].height {
			return true
		}
	}
	return false
}

func placeBlocks(s *Sheet, role Role) (blocks []block, trust []float64) {
	for i := range s.labels {
		l := &s.labels[i]
		if l.role != role || l.trust < 0.5 || role.String() == "address" && isCustomers(s, l) {
			continue
		}
		r := &s.rows[l.row]
		if l.to < len(r.words) && (l.colon || r.words[l.to].leading) && (l.colon || looksLikeStreet(text(r.words[l.to:r.segment(l.to)]))) {
			blocks, trust = append(blocks, blockFrom(s, l.row, l.to)), append(trust, l.trust)
		} else if b, ok := blockUnder(s, l); ok || len(b.lines) > 0 {
			blocks, trust = append(blocks, b), append(trust, 0.95*l.trust)
		}
	}
	return blocks, trust
}

func blockAddresses(s *Sheet, party string) []Value {
	var out []Value
	blocks, trust := partyBlocks(s, Named(party))
	for i, b := range blocks {
		if a, node := addressOf(b, 1); a != "" {
			out = append(out, Value{Text: a, Node: node, Strength: 0.85 * trust[i]})
		}
	}
	return out
}

// PartyLines returns the lines of the blocks in which a party is named, and where
// each stands.
func (s *Sheet) PartyLines(party Role) (lines []string, nodes []content.ID) {
	blocks, _ := partyBlocks(s, party)
	if party.String() == "supplier" && len(blocks) == 0 {
		for _, h := range heads(s) {
			if h.strength >= leastHead {
				blocks = append(blocks, blockFrom(s, h.row, min(h.at, len(s.rows[h.row].words)-1)))
				break
			}
		}
	}
	for _, b := range blocks {
		lines, nodes = append(lines, b.lines...), append(nodes, b.nodes...)
	}
	return lines, nodes
}

// loneAddresses returns the first block at the head that reads as an address,
// where no name was found above it.
func loneAddresses(s *Sheet) []Value {
	for i := range s.rows {
		r := &s.rows[i]
		if r.page != s.rows[0].page || r.proportion > headPart {
			break
		}
		for k := 0; k < len(r.words); k = r.segment(k) {
			if !looksLikeStreet(text(r.words[k:r.segment(k)])) || isLabelled(s, i, k) {
				continue
			}
			if a, node := addressOf(blockFrom(s, i, k), 0); a != "" {
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
		if len(parts) == 0 && isBranch(line) {
			continue
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
		if endsAsFirm(line) && len(parts) < 2 && !(len(parts) == 1 && looksLikeStreet(parts[0])) { // the firm behind the name above it
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

// isBranch reports whether a line is the number of a shop among those of a chain.
func isBranch(line string) bool {
	name, number, ok := strings.Cut(line, "#")
	words := tokens(name)
	return ok && len(words) == 1 && !streets[words[0]] && digits(number) > 0 && letters(number) == 0
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
