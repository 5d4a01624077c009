package paper

import (
	"strings"

	"assay/service/extract/read"
)

// Words of sentences about payment, and those before the day until which.
var (
	payWords   = set("pay paid payment payable due collect debit remit settle uberweisen uberweisung zahlen zahlung zahlbar begleichen regler reglement payer paiement payable pagar pago abonar pagare pagamento saldare betalen betaling voldoen")
	untilWords = set("by before until till bis zum spatestens vor avant au antes hasta entro il voor uiterlijk on tot")
)

// promised returns the dates of sentences that say until when is to be paid.
func promised(s *Sheet) []Value {
	var out []Value
	for i := range s.rows {
		r := &s.rows[i]
		for k := 1; k < len(r.words); k++ {
			piece, _, ok := dateAt(s, r, k)
			if !ok || !has(s, i, max(0, k-3), k, untilWords) {
				continue
			}
			if !has(s, i, 0, k, payWords) && !(i > 0 && s.rows[i-1].page == r.page && r.y-s.rows[i-1].bottom < r.height && has(s, i-1, 0, len(s.rows[i-1].words), payWords)) {
				continue
			}
			out = append(out, Value{Text: piece, Node: r.words[k].node, Strength: 0.75, Alone: true})
			break
		}
	}
	return out
}

// has reports whether any of some words of a row is one of a set.
func has(s *Sheet, i, from, to int, words map[string]bool) bool {
	for _, w := range s.rows[i].words[from:to] {
		for _, t := range w.tokens {
			if words[t] {
				return true
			}
		}
	}
	return false
}

// span is a time from one day to another as it is printed.
type span struct {
	from, to Value
	text     string
}

var spanWords = set("to until till through thru bis au al a tot e t/m -")

// spans finds the times from one day to another that stand in one line.
func spans(s *Sheet) []span {
	var out []span
	for i := range s.rows {
		r := &s.rows[i]
		for k := 0; k < len(r.words); k++ {
			first, end, ok := dateAt(s, r, k)
			if !ok || end+1 >= len(r.words) || !isSpanWord(r.words[end].text) {
				continue
			}
			second, last, ok := dateAt(s, r, end+1)
			if !ok {
				continue
			}
			if day, ok := read.Date(second, s.locale, s.doc.Loaded); ok && !strings.Contains(first, day.Date()[:4]) && digits(first) < 5 {
				first += " " + day.Date()[:4]
			}
			out = append(out, span{
				from: Value{Text: first, Node: r.words[k].node, Strength: 0.6, Alone: true},
				to:   Value{Text: second, Node: r.words[end+1].node, Strength: 0.6, Alone: true},
				text: text(r.words[k:last]),
			})
			k = last - 1
		}
	}
	return out
}

func isSpanWord(s string) bool { return isMark(s) && s != "" || spanWords[fold(s)] }

// ends returns the first or last days of the times that a document names.
func ends(s *Sheet, role Role) []Value {
	var out []Value
	for _, t := range spans(s) {
		if role.String() == "periodfrom" {
			out = append(out, t.from)
		} else {
			out = append(out, t.to)
		}
	}
	return out
}

// periods returns the times that a document names, as they are printed.
func periods(s *Sheet) []Value {
	var out []Value
	for _, t := range spans(s) {
		v := t.from
		v.Text, v.Strength = t.text, 0.5
		out = append(out, v)
	}
	return out
}
