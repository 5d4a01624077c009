package ranking

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/extract/evidence"
	"assay/service/extract/listing"
)

// Bounds of what a sentence enumerates.
const (
	maxItem      = 80 // bytes of an item
	maxItemWords = 7  // of one that is no name
	leastUnbound = 4  // items of a series that no conjunction ends
)

// beforeItems are words that stand between what an enumeration is of and its items, or after these.
var beforeItems = setOf(` `, `as like including includes include included are is was were be of with the a an in at on by from for to between through than that which who have has had into over under our their its your his her this these those wie darunter etwa sind ist war waren von mit der die das den dem des ein eine im am auf bei aus zu zum zur für comme dont sont est les la le de du un une à en dans par pour avec sur entre como son es los las el una del al con por para desde come sono è gli i il lo dei delle della di da tra per su nel são os o do dos das na no em com zoals zijn het een van met op uit naar voor`)

// theRest is what an enumeration ends with that is not of it.
var theRest = setOf(`, `, `others, more, many more, much more, so on, etc, andere, weitere, mehr, autres, plus, otros, otras, más, altri, altro, outros, mais, meer`)

// withinNames are words that stand within names.
var withinNames = setOf(` `, `of the de la del di da do du van von &`)

func setOf(mark, words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.SplitSeq(words, mark) {
		out[w] = true
	}
	return out
}

// item is a piece of a sentence, from its beginning.
type item struct{ from, to int }

// enumerations takes what sentences enumerate, "systems like SVN, CVS and Git", as records of one
// value each, but for sentences that are a series and nothing else.
func (l *lists) enumerations(series map[sentenceAt]bool) {
	t := l.engine.Tree
	found := 0
	for i := range t.Lines {
		line := t.Lines[i]
		text := t.Raw(line.From, line.To)
		if !strings.Contains(text, ", ") && len(text) <= maxSeriesPart {
			continue // a line that short is a value of its own
		}
		for from, to := range evidence.Sentences(text) {
			if series[sentenceAt{i, from}] {
				continue
			}
			for _, items := range enumerated(text[from:to]) {
				if found++; found > maxSeries {
					return
				}
				first, last := items[0], items[len(items)-1]
				s := &listed{enumerated: true, names: []string{nameBefore(text[from : from+first.from]), strings.TrimSpace(text[from+last.to : to])}}
				for _, it := range items {
					s.piece(l.engine, i, from+it.from, from+it.to)
				}
				l.add(s)
			}
		}
	}
}

// nameBefore returns the last words of a text that are short enough to name a set.
func nameBefore(text string) string {
	text = strings.TrimSpace(text)
	if len(text) > maxSetName {
		text = text[len(text)-maxSetName:]
		_, text, _ = strings.Cut(text, " ")
	}
	return text
}

// enumerated returns the items of each enumeration of a sentence.
func enumerated(s string) (out [][]item) {
	var pieces []item
	for from := 0; from < len(s); {
		to := len(s)
		if k := strings.Index(s[from:], ", "); k >= 0 {
			to = from + k
		}
		pieces = append(pieces, item{from, to})
		from = to + len(", ")
	}
	for begin := 0; begin < len(pieces); {
		end := begin + 1
		for end < len(pieces)-1 && isShort(s[pieces[end].from:pieces[end].to]) && !joins(s[pieces[end].from:pieces[end].to]) {
			end++
		}
		var items []item
		if end < len(pieces) {
			items = series(s, pieces[begin:end+1])
		}
		if items != nil {
			end++
		} else {
			items = pair(s, pieces[begin])
		}
		if items != nil {
			out = append(out, items)
		}
		begin = end
	}
	return out
}

// series returns the items of pieces that stand between commas, or nil: the first ends with an item,
// the last begins with one, or with two and a conjunction between them.
func series(s string, pieces []item) []item {
	last := pieces[len(pieces)-1]
	items := append([]item(nil), pieces[:len(pieces)-1]...)
	bound := false
	if a, b, ok := listing.CutAtConjunction(s[last.from:last.to]); ok {
		bound = true
		if a > 0 {
			items = append(items, item{last.from, last.from + a})
		}
		last.from += b
	}
	if !bound || !theRest[strings.ToLower(strings.TrimRight(s[last.from:last.to], " .!"))] {
		items = append(items, last)
	}
	names := true
	for _, it := range items[1:] {
		names = names && startsName(withoutArticle(s[it.from:it.to]))
	}
	if len(items) < 3 || !bound && (!names || len(items) < leastUnbound) {
		return nil
	}
	return trimmed(s, items, names)
}

// pair returns two names with a conjunction between them, or nil.
func pair(s string, piece item) []item {
	a, b, ok := listing.CutAtConjunction(s[piece.from:piece.to])
	if !ok || a == 0 || !startsName(withoutArticle(s[piece.from+b:piece.to])) {
		return nil
	}
	return trimmed(s, []item{{piece.from, piece.from + a}, {piece.from + b, piece.to}}, true)
}

// trimmed cuts what is not of an enumeration off its first and its last item, or returns nil.
func trimmed(s string, items []item, names bool) []item {
	first, last := &items[0], &items[len(items)-1]
	switch at := afterMark(s, *first); {
	case at > first.from:
		first.from = at
	case names:
		if first.from = lastName(s, *first); first.from == first.to && len(items) > 2 {
			items = items[1:]
		}
	default:
		first.from = afterCue(s, *first)
	}
	last.to = endOfItem(s, *last, names)
	for i := range items {
		it := &items[i]
		text := s[it.from:it.to]
		if names {
			text = withoutArticle(text)
			it.from = it.to - len(text)
		}
		if text = strings.TrimRight(text, " .!?:;”“"); !strings.Contains(text, "(") {
			text = strings.TrimRight(text, ")")
		}
		it.to = it.from + len(text)
		if text == "" || len(text) > maxItem {
			return nil
		}
	}
	return items
}

// afterMark returns where a piece goes on after the last mark that an enumeration may follow; its
// beginning if there is none.
func afterMark(s string, p item) int {
	at := p.from
	for _, mark := range [...]string{": ", " – ", " — ", " - ", "(", "“", "„"} {
		if k := strings.LastIndex(s[at:p.to], mark); k >= 0 && !strings.ContainsAny(s[at+k:p.to], ")”") {
			at += k + len(mark)
		}
	}
	return at
}

// lastName returns where the words with capital letters begin that a piece ends with.
func lastName(s string, p item) int {
	from := p.to
	for at := p.to; at > p.from; {
		begin := p.from + strings.LastIndexByte(strings.TrimRight(s[p.from:at], " "), ' ') + 1
		switch word := strings.TrimSpace(s[begin:at]); {
		case startsName(word):
			from = begin
		case from == p.to || !withinNames[word]:
			return from
		}
		at = begin
	}
	return from
}

// afterCue returns where a piece goes on after the last word that stands before items; its
// beginning if there is none.
func afterCue(s string, p item) int {
	from, at := p.from, p.from
	for at < p.to {
		end := p.to
		if k := strings.IndexByte(s[at:p.to], ' '); k >= 0 {
			end = at + k
		}
		if beforeItems[strings.ToLower(s[at:end])] && end < p.to {
			from = end + 1
		}
		at = end + 1
	}
	return from
}

// endOfItem returns where the last item of an enumeration ends.
func endOfItem(s string, p item, names bool) int {
	if k := strings.IndexAny(s[p.from:p.to], ";:–—“”"); k > 0 {
		p.to = p.from + k
	}
	if !names && isShort(s[p.from:p.to]) {
		return p.to
	}
	at, begun := p.from, false
	for at < p.to {
		end := p.to
		if k := strings.IndexByte(s[at:p.to], ' '); k >= 0 {
			end = at + k
		}
		word := s[at:end]
		switch name := startsName(word); {
		case strings.HasPrefix(word, "("):
			if k := strings.IndexByte(s[at:p.to], ')'); k > 0 {
				return at + k + 1
			}
			return at
		case names && begun && !name && !withinNames[word]:
			return at
		case !names && begun && beforeItems[strings.ToLower(word)]:
			return at
		default:
			begun = begun || name || !names
		}
		at = end + 1
	}
	return p.to
}

// withoutArticle cuts a short word without a capital off the beginning of a name.
func withoutArticle(s string) string {
	word, rest, ok := strings.Cut(s, " ")
	if ok && len(word) <= 4 && !startsName(word) && startsName(rest) {
		return rest
	}
	return s
}

// startsName reports whether a text begins with a capital letter or a digit, or in a script that
// has no capitals.
func startsName(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, "\"'‘“„«("))
	return unicode.IsUpper(r) || unicode.IsDigit(r) || unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
}

// isShort reports whether a piece is short enough for an item.
func isShort(s string) bool { return len(s) <= maxItem && strings.Count(s, " ") < maxItemWords }

// joins reports whether a piece has a conjunction, and so is the last of its enumeration.
func joins(s string) bool {
	_, _, ok := listing.CutAtConjunction(s)
	return ok
}
