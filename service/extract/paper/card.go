package paper

import (
	"strings"
)

// brands are the names that ways to pay go by on papers.
var brands = set("visa mastercard maestro amex girocard ec cash bar contant pin bancontact bizum paypal ideal discover diners jcb especes efectivo contanti mada interac eftpos")

// methods returns the ways to pay that begin rows with an amount.
func methods(s *Sheet) []Value {
	var out []Value
	for i := range s.rows {
		r := &s.rows[i]
		if len(r.words) == 0 || countAmounts(s, r) == 0 && !strings.HasSuffix(r.words[0].text, ":") {
			continue
		}
		for k := range r.words[:min(2, len(r.words))] {
			if w := &r.words[k]; len(w.tokens) > 0 && brands[w.tokens[0]] {
				out = append(out, Value{Text: strings.Trim(w.text, ":.,"), Node: w.node, Strength: 0.55, Alone: true})
				break
			}
		}
	}
	return out
}

// cardNumbers returns the last digits of cards whose other digits are hidden.
func cardNumbers(s *Sheet) []Value {
	var out []Value
	for i := range s.rows {
		for _, w := range s.rows[i].words {
			shown := strings.TrimLeft(w.text, "*xX#•.·-")
			if hidden := len(w.text) - len(shown); hidden >= 3 && len(shown) == 4 && digits(shown) == 4 {
				out = append(out, Value{Text: shown, Node: w.node, Strength: 0.7, Alone: true})
			}
		}
	}
	return out
}

// taxRates returns the rates that stand with the amounts of taxes.
func taxRates(s *Sheet) []Value {
	var out []Value
	for i := range s.sums {
		a := &s.sums[i]
		if a.role.String() != "tax" {
			continue
		}
		r := &s.rows[a.row]
		for k := range r.words {
			w := strings.Trim(r.words[k].text, "()@:")
			switch {
			case hasDigit(w) && strings.HasSuffix(w, "%"):
			case hasDigit(w) && k+1 < len(r.words) && strings.HasPrefix(r.words[k+1].text, "%"):
				w += "%"
			default:
				continue
			}
			out = append(out, Value{Text: w, Node: r.words[k].node, Strength: 0.6 * a.strength, Alone: true})
		}
	}
	return out
}

// clockAt reads a time of day that begins with a word of a row.
func clockAt(r *row, k int) (string, bool) {
	w := strings.Trim(r.words[k].text, "(),;[]")
	hour, rest, ok := strings.Cut(w, ":")
	if !ok || len(hour) > 2 || digits(hour) != len(hour) || hour == "" || len(rest) < 2 || digits(rest[:2]) != 2 || hour > "23" && len(hour) == 2 || rest[:2] > "59" {
		return "", false
	}
	if k+1 < len(r.words) {
		switch fold(strings.ReplaceAll(r.words[k+1].text, ".", "")) {
		case "am", "pm":
			return w + " " + r.words[k+1].text, true
		}
	}
	return w, true
}

// clocks returns the times of day beside dates.
func clocks(s *Sheet) []Value {
	var out []Value
	for i := range s.rows {
		r := &s.rows[i]
		dated := false
		for k := range r.words {
			if _, _, ok := dateAt(s, r, k); ok {
				dated = true
			}
		}
		for k := range r.words {
			if t, ok := clockAt(r, k); ok && dated {
				out = append(out, Value{Text: t, Node: r.words[k].node, Strength: 0.6, Alone: true})
			}
		}
	}
	return out
}
