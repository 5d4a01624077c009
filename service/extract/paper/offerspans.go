package paper

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/read"
)

// offerSpan adds the ends of a time from one day to another.
func offerSpan(s *Sheet, label []word, value []word, place float64) {
	r := row{words: value}
	for k := 0; k < len(value); k++ {
		if first, last, end := daysAt(s, &r, k); end > 0 {
			offerEnds(s, label, first, last, value[k].node, place)
			return
		}
		_, end, ok := dateAt(s, &r, k)
		if !ok {
			continue
		}
		first := k
		for next := end; next < min(len(value), end+3); next++ {
			if _, last, ok := dateAt(s, &r, next); ok {
				offerEnds(s, label, text(value[first:end]), text(value[next:last]), value[first].node, place)
				return
			}
		}
		return
	}
}

// offerParts adds what several names together name, parted by strokes as they are: "Born / Sex:
// 11/09/1958 / F".
func offerParts(s *Sheet, label []word, value []word, place float64) {
	_, name := boxNumber(label)
	names := strings.Split(name, "/")
	var values []string
	from := 0
	for k := range value {
		if value[k].text == "/" {
			values, from = append(values, text(value[from:k])), k+1
		}
	}
	values = append(values, text(value[from:]))
	if len(names) < 2 || len(values) != len(names) {
		return
	}
	for i := range names {
		if part := strings.TrimSpace(names[i]); letters(part) > 1 && values[i] != "" {
			s.offers = append(s.offers, Offer{Label: part, Value: values[i], Node: value[0].node, Place: place})
		}
	}
}

// offerEnds adds the first and the last of some days, by their label.
func offerEnds(s *Sheet, label []word, first, last string, node content.ID, place float64) {
	_, name := boxNumber(label)
	s.offers = append(s.offers,
		Offer{Label: strings.TrimSpace(name + " from start"), Value: first, Node: node, Place: place},
		Offer{Label: strings.TrimSpace(name + " to end"), Value: last, Node: node, Place: place})
}

// daysAt returns the first and the last of some days of one month that begin at a word, and where
// they end: "12 to 19 June 2025", "3–5 September 2025". The end is 0 if there are none.
func daysAt(s *Sheet, r *row, k int) (first, last string, end int) {
	if _, _, ok := dateAt(s, r, k); ok && k > 0 {
		return "", "", 0
	}
	day, rest, joined := strings.Cut(strings.ReplaceAll(r.words[k].text, "–", "-"), "-")
	day = strings.TrimRight(day, ".")
	if day == "" || len(day) > 2 || digits(day) != len(day) {
		return "", "", 0
	}
	from := k // of the last day
	switch {
	case joined && rest != "":
		if rest = strings.TrimRight(rest, "."); len(rest) > 2 || digits(rest) != len(rest) {
			return "", "", 0
		}
	case k+2 < len(r.words) && isSpanWord(r.words[k+1].text) && !r.words[k+2].leading:
		from = k + 2
		rest = strings.TrimRight(r.words[from].text, ".")
	default:
		return "", "", 0
	}
	for end = min(from+4, r.segment(k)); end > from+1; end-- {
		month := text(r.words[from+1 : end])
		if hasDigit(r.words[from+1].text) {
			return "", "", 0
		}
		_, a, b, ok := read.FindDate(rest+" "+month, s.locale, s.doc.Loaded)
		if !ok || a > 0 || b < len(rest+" "+month)-1 {
			continue
		}
		return day + " " + month, rest + " " + month, end
	}
	return "", "", 0
}
