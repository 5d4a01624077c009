package paper

import "strings"

// The sizes of IBANs.
const (
	shortestIBAN = 15
	longestIBAN  = 34
)

// ibans returns the IBANs that stand anywhere in the document, over the end of a line too:
// their check digits tell them from anything else.
func ibans(s *Sheet) []Value {
	var out []Value
	for i := range s.rows {
		r := &s.rows[i]
		for k := range r.words {
			if v, ok := ibanAt(s, i, k); ok {
				out = append(out, v)
			}
		}
	}
	return out
}

// ibanAt reads an IBAN that begins with a word of a row.
func ibanAt(s *Sheet, i, k int) (Value, bool) {
	r := &s.rows[i]
	first := strings.Trim(r.words[k].text, ".,;:()")
	if len(first) < 4 || letters(first[:2]) != 2 || digits(first[2:4]) != 2 {
		return Value{}, false
	}
	var parts []string
	size := 0
	found := Value{Node: r.words[k].node, Strength: 0.9, Alone: true}
	ok := false
	for size <= longestIBAN {
		part := strings.Trim(r.words[k].text, ".,;:()")
		if part == "" || strings.Trim(part, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			break
		}
		parts, size = append(parts, part), size+len(part)
		if size >= shortestIBAN && size <= longestIBAN && isIBAN(strings.Join(parts, "")) {
			found.Text, ok = strings.Join(parts, " "), true
		}
		if k++; k == len(r.words) {
			if i++; i == len(s.rows) || s.rows[i].page != r.page {
				break
			}
			r, k = &s.rows[i], 0
		}
	}
	return found, ok
}

// isIBAN reports whether the check digits of an IBAN are right (ISO 13616).
func isIBAN(s string) bool {
	rest := 0
	for _, c := range s[4:] + s[:4] {
		switch {
		case c >= '0' && c <= '9':
			rest = (rest*10 + int(c-'0')) % 97
		case c >= 'A' && c <= 'Z':
			rest = (rest*100 + int(c-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1
}
