package paper

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/read"
)

// amount is an amount of money as printed.
type amount struct {
	text   string
	value  float64
	from   int // its words
	to     int
	marked bool // with a currency, or with cents
}

// sum is an amount that words beside or above it say the use of.
type sum struct {
	role     Role
	strength float64
	amount   amount
	row      int
	node     content.ID
	label    string // the words that say it
}

// isCurrencyWord reports whether a word is a currency and nothing else.
func isCurrencyWord(s string) bool {
	s = strings.Trim(s, ":()[].,")
	if r, size := utf8.DecodeRuneInString(s); size == len(s) && unicode.Is(unicode.Sc, r) {
		return true
	}
	if len(s) < 2 || len(s) > 5 || strings.ToLower(s) == s && s != "kr" || hasDigit(s) || strings.EqualFold(s, "EURO") && s != "EUR" {
		return strings.EqualFold(s, "euro") || strings.EqualFold(s, "euros")
	}
	_, ok := read.MarkedPrice(s+" 1.00", read.Locale{})
	return ok
}

// amountAt reads an amount of money at a word of a row. Blanks within it, which
// reading puts beside points, are closed.
func amountAt(r *row, k int, locale read.Locale) (amount, bool) {
	words := r.words
	from := k
	if isCurrencyWord(words[k].text) && k+1 < len(words) && !words[k+1].leading {
		k++
	}
	body := words[k].text
	to := k + 1
	if !startsAmount(body) {
		return amount{}, false
	}
	for to < len(words) && to < k+4 && words[to].x-words[to-1].to < 0.8*r.height && (joins(body, words[to].text) || isNextGroup(body, words[to].text)) {
		if last := body[len(body)-1]; last == '.' || last == ',' {
			body += words[to].text
		} else {
			body += " " + words[to].text
		}
		to++
	}
	if to < len(words) && !words[to].leading && strings.HasPrefix(words[to].text, "%") {
		return amount{}, false // a rate
	}
	if to < len(words) && !words[to].leading && isCurrencyWord(words[to].text) {
		body += " " + words[to].text
		to++
	}
	if k > from {
		body = words[from].text + " " + body
	}
	text := strings.Trim(body, " :;*|()[]=")
	if !isAmountText(text) {
		return amount{}, false
	}
	value, ok := read.Price(text, locale)
	if !ok {
		return amount{}, false
	}
	if strings.HasSuffix(text, "-") && value > 0 {
		value = -value
	}
	_, currency := read.MarkedPrice(text, locale)
	return amount{text: text, value: value, from: from, to: to, marked: currency || cents(text)}, true
}

// startsAmount reports whether a word can begin an amount.
func startsAmount(s string) bool {
	s = strings.TrimLeft(s, "+-−–(*=:|")
	for s != "" && !hasDigit(s[:1]) {
		r, size := utf8.DecodeRuneInString(s)
		if !unicode.Is(unicode.Sc, r) && !unicode.IsUpper(r) {
			return false
		}
		s = s[size:]
		if unicode.IsUpper(r) && !unicode.IsUpper(first(s)) && first(s) != '$' && !unicode.IsDigit(first(s)) && first(s) != '-' {
			return false
		}
	}
	return s != ""
}

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// isNextGroup reports whether three digits go on with a number: "14 280".
func isNextGroup(body, next string) bool {
	if len(next) != 3 || digits(next) != 3 || strings.ContainsAny(body, ".,") {
		return false
	}
	last := strings.TrimLeft(body[strings.LastIndexByte(body, ' ')+1:], "-−+")
	return len(last) >= 1 && len(last) <= 3 && digits(last) == len(last) && last[0] != '0'
}

// joins reports whether what follows a blank belongs to the amount before it.
func joins(body, next string) bool {
	last := body[len(body)-1]
	n := 0
	for n < len(next) && next[n] >= '0' && next[n] <= '9' {
		n++
	}
	switch {
	case last == '.' || last == ',':
		return n == 2 && (n == len(next) || !unicode.IsLetter(first(next[n:])) || unicode.Is(unicode.Sc, first(next[n:]))) || n == 3 && n < len(next) && (next[n] == '.' || next[n] == ',')
	case last >= '0' && last <= '9' && n == 3 && n < len(next) && (next[n] == ',' || next[n] == '.') && !strings.ContainsAny(body, ".,"):
		tail := 0
		for tail < len(body) && body[len(body)-1-tail] >= '0' && body[len(body)-1-tail] <= '9' {
			tail++
		}
		return tail <= 3
	case last >= '0' && last <= '9' && len(next) == 3 && (next[0] == ',' || next[0] == '.') && n == 0 && digits(next) == 2:
		return true
	}
	return false
}

// isAmountText reports whether a text is an amount and little else.
func isAmountText(s string) bool {
	n, other := 0, 0
	for i, r := range s {
		switch {
		case r >= '0' && r <= '9':
			if n > 0 && i > 0 && unicode.IsLetter(rune(s[i-1])) {
				return false
			}
			n++
		case unicode.IsLetter(r):
			other++
		case r == '/' || r == ':' || r == '%' || r == '@' || r == '#' || r == '_':
			return false
		}
	}
	if strings.Count(s, ".") > 1 && strings.Count(s, ",") > 1 || strings.Contains(strings.Trim(s, "-"), "-") && other == 0 && !strings.Contains(s, " -") {
		return false
	}
	if other > 0 && !cents(s) {
		if _, ok := read.MarkedPrice(s, read.Locale{}); !ok {
			return false
		}
	}
	return n > 0 && n <= 15 && other <= 5
}

// cents reports whether a text ends in two decimals, but for marks and a currency.
func cents(s string) bool {
	s = strings.TrimRightFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
	return len(s) >= 4 && (s[len(s)-3] == '.' || s[len(s)-3] == ',') && unicode.IsDigit(rune(s[len(s)-4]))
}

// Words that tell what an amount is, beyond the phrases of the vocabulary.
var (
	withoutTax = set("excl excluding exclusive exc ex before ht hors netto net untaxed taxable neto imponible imponibile liquido sin senza sem exclusief zonder ohne")
	withTax    = set("incl including inclusive inc ttc brutto gross payable due inkl inklusive incluido inclusa compresa inclusief pagar payer grand pagare zahlen betalen balance")
	taxes      = set("tax taxes vat gst sst tva mwst ust umsatzsteuer mehrwertsteuer iva btw igst cgst sgst hst pst impuesto impuestos imposta imposte taxe steuer")
	totals     = set("total totale totaal totals summe gesamt gesamtbetrag gesamtsumme rechnungsbetrag endbetrag montant amount amt importe importo betrag bedrag totaalbedrag endsumme zahlbetrag suma")
	parts      = set("sub subtotal zwischensumme subtotale subtotaal sous soustotal")
	notMoney   = set("qty quantity quantities items item count pcs pieces savings saved save points kwh units weight anzahl menge articles artikel nombre articulos pezzi aantal stuks line lines pages hours visits")
)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// roleOfAmount says what the words before an amount say it is.
func roleOfAmount(words []string) (Role, float64) {
	v := vocab()
	kept := words[:0:0]
	for _, w := range words {
		if digits(w) == 0 && !isCurrencyWord(strings.ToUpper(w)) {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 || len(kept) > 9 {
		return 0, 0
	}
	if r := v.pick(strings.Join(kept, " "), false); r != 0 && r.Form() == Amount {
		return r, 1
	}
	has := func(m map[string]bool) bool {
		return slices.ContainsFunc(kept, func(w string) bool { return m[w] })
	}
	unknown := 0
	for _, w := range kept {
		if len(w) > 2 && !v.words[w] {
			unknown++
		}
	}
	strength := max(0.35, 0.95-0.2*float64(unknown))
	switch {
	case has(notMoney):
		return 0, 0
	case has(totals) && has(withoutTax) || has(parts):
		return Named("subtotal"), strength
	case has(totals) && has(withTax):
		return Named("total"), strength
	case has(taxes) && !has(withTax) && !has(withoutTax):
		return Named("tax"), strength
	}
	// The longest phrase at the head of the words.
	for n := min(len(kept), v.longest); n > 0; n-- {
		if r := v.pick(strings.Join(kept[:n], " "), false); r != 0 && r.Form() == Amount {
			return r, strength * (0.55 + 0.4*float64(n)/float64(len(kept)))
		}
	}
	if has(totals) {
		return Named("total"), strength * 0.7
	}
	for n := min(len(kept)-1, v.longest); n > 1; n-- { // after a day: Jan balance brought forward
		if r := v.pick(strings.Join(kept[len(kept)-n:], " "), false); r != 0 && r.Form() == Amount {
			return r, strength * (0.5 + 0.4*float64(n)/float64(len(kept)))
		}
	}
	return 0, 0
}

// findSums finds the amounts that stand beside or below words that say what they
// are.
func findSums(s *Sheet) {
	for i := range s.rows {
		sumsInRow(s, i)
	}
	for i := range s.labels {
		sumBelow(s, &s.labels[i])
	}
	slices.SortStableFunc(s.sums, func(a, b sum) int { return cmp.Compare(a.row, b.row) })
}

// sumsInRow adds the amounts of a row that have words before them, back to the amount
// before.
func sumsInRow(s *Sheet, i int) {
	r := &s.rows[i]
	start := 0                        // of the words that are not of an earlier amount
	several := countAmounts(s, r) > 2 // the values under a row of names
	for k := 0; k < len(r.words); {
		a, ok := amountAt(r, k, s.locale)
		if !ok || !a.marked && k == 0 {
			k++
			continue
		}
		var words []string
		for _, w := range r.words[labelFrom(r, start, k):k] {
			words = append(words, w.tokens...)
		}
		if role, strength := roleOfAmount(words); role != 0 {
			if start > 0 {
				strength *= 0.85
			}
			if several {
				strength *= 0.5
			}
			if !a.marked {
				if len(a.text) > 6 {
					strength = 0 // a number of something
				}
				strength *= 0.6
			}
			if a.to < len(r.words) && r.words[a.to].leading {
				if _, more := amountAt(r, a.to, s.locale); more {
					strength *= 0.7 // the sums of a table's columns
				}
			}
			s.sums = append(s.sums, sum{role, strength, a, i, r.words[a.from].node, strings.Join(words, " ")})
		}
		start, k = a.to, a.to
	}
}

// labelFrom returns where the words before the k-th of a row begin that may say what it
// is: not before start, and after any number but a rate, as of a tax.
func labelFrom(r *row, start, k int) int {
	from := k
	for from > start {
		before := r.words[from-1].text
		rate := strings.ContainsAny(before, "%)") || from < len(r.words) && strings.HasPrefix(r.words[from].text, "%")
		if hasDigit(before) && !rate {
			break
		}
		from--
	}
	return from
}

// sumBelow adds the amount below a label that has none beside it.
func sumBelow(s *Sheet, l *label) {
	if l.role.Form() != Amount || l.trust < 0.5 {
		return
	}
	if _, beside := right(s, l, l.role); beside {
		return
	}
	v, ok := below(s, l, l.role)
	if !ok {
		return
	}
	value, ok := read.Price(v.Text, s.locale)
	if !ok {
		return
	}
	strength := v.Strength * l.trust
	if !cents(v.Text) {
		strength *= 0.7
	}
	for n := l.row + 1; n < min(len(s.rows), l.row+4); n++ {
		under := &s.rows[n]
		if slices.ContainsFunc(under.words, func(w word) bool { return w.node == v.Node }) && countAmounts(s, under) > 2 {
			strength *= 0.8 // the sums of a table's columns
			break
		}
	}
	s.sums = append(s.sums, sum{l.role, strength, amount{text: v.Text, value: value, marked: cents(v.Text)}, l.row + 1, v.Node, labelText(s, l)})
}

func countAmounts(s *Sheet, r *row) int {
	n := 0
	for k := 0; k < len(r.words); k++ {
		if a, ok := amountAt(r, k, s.locale); ok && a.marked {
			n++
			k = a.to - 1
		}
	}
	return n
}

// amounts returns the amounts of a role; what the document's other amounts add up
// to is believed more.
func amounts(s *Sheet, role Role) []Value {
	var out []Value
	name := role.String()
	for i := range s.sums {
		a := &s.sums[i]
		if a.role != role {
			continue
		}
		strength := 0.86 * a.strength
		switch name {
		case "total":
			strength = provenTotal(s, a, strength)
		case "tax", "subtotal":
			if addsUp(s, a, name) {
				strength += 0.5 * (1 - strength)
			}
		}
		printed := a.amount.text
		if name == "discount" {
			printed = strings.Trim(printed, "-−–") // its name says that it is taken off
		}
		out = append(out, Value{Text: printed, Node: a.node, Strength: strength, Label: a.label})
	}
	if name == "total" && len(out) == 0 {
		out = append(totalPaid(s), untaxedTotal(s)...)
	}
	if name == "subtotal" {
		out = append(out, taxedSums(s)...)
	}
	return out
}

// currencies returns the currency that most of the amounts stand with.
func currencies(s *Sheet) []Value {
	counts := map[string]int{}
	where := map[string]content.ID{}
	for i := range s.rows {
		for k := range s.rows[i].words {
			w := &s.rows[i].words[k]
			mark := ""
			if isCurrencyWord(w.text) {
				mark = strings.Trim(w.text, ":()[].,")
			} else if at := strings.IndexFunc(w.text, func(r rune) bool { return unicode.Is(unicode.Sc, r) }); at >= 0 && hasDigit(w.text) {
				_, size := utf8.DecodeRuneInString(w.text[at:])
				mark = w.text[at : at+size]
			}
			if mark == "" {
				continue
			}
			if counts[mark]++; counts[mark] == 1 {
				where[mark] = w.node
			}
		}
	}
	best := ""
	for mark, n := range counts { // a code says more than a sign
		code, bestCode := letters(mark) == 3, letters(best) == 3
		if best == "" || code && !bestCode || code == bestCode && (n > counts[best] || n == counts[best] && mark < best) {
			best = mark
		}
	}
	if best == "" {
		return nil
	}
	return []Value{{Text: best, Node: where[best], Strength: 0.6}}
}

// IsSum reports whether a text says that what follows is a sum of what is above:
// a total, a tax, a balance.
func IsSum(text string) bool {
	words := tokens(text)
	if len(words) == 0 || len(words) > 8 {
		return false
	}
	role, strength := roleOfAmount(words)
	switch role.String() {
	case "total", "subtotal", "tax", "paid", "change", "rounding", "opening", "closing", "discount", "shipping":
		return strength > 0.6
	}
	return false
}
