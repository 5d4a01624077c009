package paper

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/read"
)

// goods is what was bought, as a table without names of columns.
type goods struct {
	s     *Sheet
	roles []Role
	rows  []TableRow
	sum   float64
	name  *TableCell // a line without an amount right above
	above *row
}

// The columns of goods.
const (
	goodsQuantity = iota
	goodsName
	goodsRate
	goodsPrice
	goodsTotal
	goodsColumns
)

// Goods returns the things that stand above the first sum of a document, each with
// its amount at the end of its row: what tills print has no names of columns.
func (s *Sheet) Goods() (Table, bool) {
	g := goods{s: s, roles: []Role{Named("quantity"), Named("description"), Named("rate"), Named("unitprice"), Named("linetotal")}}
	summed := false
	for i := range s.rows {
		r := &s.rows[i]
		if len(g.rows) > 0 && isSum(s, r) || g.isSumOfAll(r) {
			summed = true
			break
		}
		g.take(r)
		if len(g.rows) > maxTableRows {
			break
		}
	}
	if len(g.rows) == 0 || !summed || len(g.rows) == 1 && s.gap == wideGap {
		return Table{}, false
	}
	t := Table{Rows: g.rows}
	for _, role := range g.roles {
		t.Heads = append(t.Heads, Head{Role: role, Node: content.None})
	}
	return t, true
}

// isSum reports whether a row begins with words for a sum.
func isSum(s *Sheet, r *row) bool {
	a, from, ok := lastAmount(s, r)
	return ok && from > 0 && a.from > 0 && IsSum(text(r.words[:from]))
}

// isSumOfAll reports whether a row has the sum of the amounts so far, whatever its
// words were read as.
func (g *goods) isSumOfAll(r *row) bool {
	a, _, ok := lastAmount(g.s, r)
	return ok && len(g.rows) > 1 && same(a.value, g.sum)
}

// lastAmount returns the amount that ends a row, but for a mark of its tax, and
// where the words before it end.
func lastAmount(s *Sheet, r *row) (a amount, from int, ok bool) {
	for k := max(0, len(r.words)-4); k < len(r.words); k++ {
		a, ok = amountAt(r, k, s.locale)
		if !ok || !a.marked {
			continue
		}
		if rest := text(r.words[a.to:]); len(rest) <= 2 && !hasDigit(rest) {
			return a, a.from, true
		}
	}
	return amount{}, 0, false
}

// take reads a row.
func (g *goods) take(r *row) {
	a, end, priced := lastAmount(g.s, r)
	name, above := g.name, g.above
	g.name, g.above = nil, nil
	if !priced {
		if line := text(r.words); letters(line) > 1 && len(r.words) <= 8 {
			g.name, g.above = &TableCell{Text: line, Node: r.words[0].node}, r
		}
		return
	}
	if a.value < 0 || isTitled(g.s, r, end) {
		return
	}
	cells := make(TableRow, goodsColumns)
	for c := range cells {
		cells[c].Node = content.None
	}
	cells[goodsTotal] = TableCell{a.text, r.words[a.from].node}
	words := g.tail(r.words[:end], a.value, cells)
	words = g.lead(words, cells)
	words = g.each(words, a.value, cells)
	switch {
	case letters(text(words)) > 1:
		cells[goodsName] = TableCell{strings.Trim(text(words), " *-:"), words[0].node}
	case name != nil && r.page == above.page && r.y-above.bottom < 1.5*r.height:
		cells[goodsName] = *name
	default:
		return
	}
	if cells[goodsQuantity].Node == content.None {
		cells[goodsPrice] = cells[goodsTotal]
	}
	g.rows, g.sum = append(g.rows, cells), g.sum+a.value
}

// isTitled reports whether the words before an amount name what it is on a paper,
// or when it was.
func isTitled(s *Sheet, r *row, end int) bool {
	if end == 0 {
		return false
	}
	if strings.HasSuffix(r.words[end-1].text, ":") {
		return true
	}
	_, _, isDate := dateAt(s, r, 0)
	return isDate
}

// tail takes how many and at what price off the end of the words before an amount:
// "2 x 1.50", "2.14 lb @ 0.79/lb", "10%".
func (g *goods) tail(words []word, total float64, cells TableRow) []word {
	if n := len(words); n > 0 && strings.HasSuffix(words[n-1].text, "%") && hasDigit(words[n-1].text) {
		cells[goodsRate] = TableCell{words[n-1].text, words[n-1].node}
		words = words[:n-1]
	}
	for k := range words { // the first number from which on only numbers and marks follow
		if !isCount(words[k].text) || !onlyCounts(words[k:]) {
			continue
		}
		var numbers []word
		for _, w := range words[k:] {
			if hasDigit(w.text) {
				numbers = append(numbers, w)
			}
		}
		if len(numbers) < 2 {
			break
		}
		count, ok := read.Number(strings.Trim(numbers[0].text, "x×X*@"), g.s.locale)
		price, both := read.Number(strings.TrimLeft(numbers[1].text, "x×X*@"), g.s.locale)
		if !ok || !both || math.Abs(count*price-total) > 0.011+0.005*total {
			break
		}
		cells[goodsQuantity] = TableCell{strings.Trim(numbers[0].text, "x×X*@"), numbers[0].node}
		cells[goodsPrice] = TableCell{strings.TrimLeft(numbers[1].text, "x×X*@"), numbers[1].node}
		return words[:k]
	}
	return words
}

// lead takes how many there are off the beginning of words: "2 Espresso", "3x".
func (g *goods) lead(words []word, cells TableRow) []word {
	if len(words) < 2 || cells[goodsQuantity].Node != content.None {
		return words
	}
	count := strings.TrimRight(words[0].text, "x×X")
	n, err := strconv.Atoi(count)
	if err != nil || n < 1 || n > 999 {
		return words
	}
	rest := words[1:]
	if len(rest) > 1 && (rest[0].text == "x" || rest[0].text == "X" || rest[0].text == "×") {
		rest = rest[1:]
	}
	if letters(text(rest)) < 2 {
		return words
	}
	cells[goodsQuantity] = TableCell{count, words[0].node}
	return rest
}

// each takes what one costs off the end of words, if as many as there are cost the
// whole: "2 x Negroni à 18.00".
func (g *goods) each(words []word, total float64, cells TableRow) []word {
	last := len(words) - 1
	if last < 1 || cells[goodsQuantity].Node == content.None || cells[goodsPrice].Node != content.None {
		return words
	}
	count, _ := strconv.Atoi(cells[goodsQuantity].Text)
	price, ok := read.Number(strings.TrimLeft(words[last].text, "@"), g.s.locale)
	if !ok || math.Abs(float64(count)*price-total) > 0.011 {
		return words
	}
	cells[goodsPrice] = TableCell{strings.TrimLeft(words[last].text, "@"), words[last].node}
	if perOne[fold(words[last-1].text)] {
		last--
	}
	return words[:last]
}

// perOne are the words before what one costs.
var perOne = set("a @ at je zu each per ad da")

// isCount reports whether a word is a number with at most the mark of a product.
func isCount(s string) bool {
	s = strings.Trim(s, "x×X*@")
	return s != "" && hasDigit(s) && !strings.ContainsFunc(s, unicode.IsLetter) && !strings.ContainsAny(s, "/:%#-")
}

// measures are the units that goods are sold by.
var measures = set("lb lbs kg g gr l ltr liter litre gal oz m cm mm pc pcs st stk stuck ea un x @ ud uds pz ct")

// onlyCounts reports whether words are nothing but numbers, units, currencies and
// marks of products.
func onlyCounts(words []word) bool {
	return !slices.ContainsFunc(words, func(w word) bool {
		if isCount(w.text) || isCurrencyWord(w.text) || w.text == "@" || w.text == "×" || w.text == "*" {
			return false
		}
		for _, t := range w.tokens {
			if digits(t) < len(t) && !measures[t] && !isCurrencyWord(strings.ToUpper(t)) {
				return true
			}
		}
		return len(w.tokens) == 0
	})
}
