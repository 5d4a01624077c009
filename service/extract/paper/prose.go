package paper

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// In sentences a value is named by the words before it, and by what the sentence is about:
// "Art. 4 – Deposit. The tenant pays the landlord the sum of € 1,740.00". Whoever a contract
// is between is named by the word that it goes on with: "Davide Sartini, born in Rimini,
// hereinafter «the tenant»".

// How surely words name a value of a sentence.
const (
	inSentence = 0.7 // before it
	overClause = 0.6 // that the clause begins with
	asDefined  = 0.9 // that it is called by from there on
)

// Of sentences, in words.
const (
	leastProse  = 7  // of a line of a sentence
	nameInProse = 6  // before a value that name it
	maxClause   = 6  // of what a clause is about
	maxProse    = 20 // lines of a paragraph
)

// prose adds the values of sentences that the lines from a row on make, and returns the row
// after them: the next if they make none.
func prose(s *Sheet, i int) int {
	end := i
	for end < len(s.rows) && end < i+maxProse && isProse(s, end) {
		if end++; end < len(s.rows) && (s.rows[end].page != s.rows[i].page || s.rows[end].y-s.rows[end-1].bottom > 1.2*s.rows[i].height) {
			break
		}
	}
	if end < i+1 {
		return i + 1
	}
	if end < len(s.rows) && s.rows[end].page == s.rows[i].page && len(s.rows[end].words) > 0 && s.rows[end].segment(0) == len(s.rows[end].words) &&
		s.rows[end].y-s.rows[end-1].bottom < s.rows[i].height && !endsInColon(s, &s.rows[end], 0, len(s.rows[end].words)) {
		end++ // the last line is short
	}
	all := row{page: s.rows[i].page, height: s.rows[i].height}
	for n := i; n < end; n++ {
		all.words = append(all.words, s.rows[n].words...)
	}
	sentences(s, &all)
	return end
}

// isProse reports whether a row is a line of a sentence: many words, many of them in small
// letters, in one piece.
func isProse(s *Sheet, i int) bool {
	r := &s.rows[i]
	if len(r.words) < leastProse || r.inTable || 3*r.segment(0) < 2*len(r.words) {
		return false
	}
	small, words := 0, 0
	for k := range r.words {
		first, _ := utf8.DecodeRuneInString(r.words[k].text)
		if unicode.IsLower(first) {
			small++
		}
		if unicode.IsLetter(first) {
			words++
		}
	}
	return 5*small > 2*words && words > len(r.words)/3
}

// sentences adds the values of a paragraph.
func sentences(s *Sheet, r *row) {
	var clause []word // what it is about
	from := 0         // of the words that may name the next value
	person := 0       // from where on whom a defined word stands for may be named
	for k := 0; k < len(r.words); k++ {
		w := &r.words[k]
		if term := definedTerm(r, k); term != "" && k > person {
			define(s, r, person, k, term)
			person, from = k+1, k+1
			continue
		}
		if k == 0 || endsSentence(r.words[k-1].text) {
			from = k
			if first, end := clauseAt(s, r, k); end > 0 {
				clause, from, k = r.words[first:end], end, end-1
				continue
			}
		}
		if strings.HasSuffix(w.text, ":") {
			continue
		}
		end := proseValue(s, r, k)
		if end == 0 {
			if strings.HasSuffix(w.text, ",") || strings.HasSuffix(w.text, ";") {
				from = k + 1
			}
			continue
		}
		value := r.words[k:end]
		name := slices.Clone(r.words[max(from, k-nameInProse):k])
		after := end
		for after < len(r.words) && after < end+2 && letters(r.words[after].text) > 2 && !hasDigit(r.words[after].text) && !endsPhrase(r.words[after-1].text) {
			after++
		}
		offerText(s, name, strings.Trim(text(value), " ,.;:"), value[0].node, inSentence)
		offerText(s, slices.Concat(name, r.words[end:after]), strings.Trim(text(value), " ,.;:"), value[0].node, inSentence)
		if len(clause) > 0 {
			offerText(s, clause, strings.Trim(text(value), " ,.;:"), value[0].node, overClause)
			offerText(s, slices.Concat(clause, r.words[end:after]), strings.Trim(text(value), " ,.;:"), value[0].node, overClause)
		}
		k, from = end-1, end
	}
}

func endsPhrase(s string) bool { return strings.ContainsAny(s[len(s)-1:], ".,;:)") }

// endsSentence reports whether a sentence or a clause ends with a word: abbreviations are short.
func endsSentence(s string) bool {
	trimmed := strings.TrimRight(s, ".;!?")
	return len(trimmed) < len(s) && utf8.RuneCountInString(trimmed) > 3
}

// clauseAt returns where the words are that say what a clause is about that begins at a word, as
// headings within the text do: "Art. 3 – Rent.", "4. Deposit:". Their end is 0 if there are none.
func clauseAt(s *Sheet, r *row, k int) (first, end int) {
	at := k
	for at < min(len(r.words), k+3) && (hasDigit(r.words[at].text) || isMark(r.words[at].text) || at == k && letters(r.words[at].text) <= 8 && strings.HasSuffix(r.words[at].text, ".")) {
		at++
	}
	if at == k {
		return 0, 0
	}
	for end := at; end < min(len(r.words), at+maxClause); end++ {
		if strings.HasSuffix(r.words[end].text, ".") || strings.HasSuffix(r.words[end].text, ":") {
			return at, end + 1
		}
	}
	return 0, 0
}

// proseValue returns the end of the value that begins at a word of a sentence, or 0: a day, an
// amount with its currency, a number with what it counts, a code.
func proseValue(s *Sheet, r *row, k int) int {
	if _, end, ok := dateAt(s, r, k); ok && end > k {
		return end
	}
	w := r.words[k].text
	if isCurrencyWord(w) && k+1 < len(r.words) && hasDigit(r.words[k+1].text) {
		return k + 2
	}
	trimmed := strings.Trim(w, "(),.;:«»\"")
	if !hasDigit(trimmed) {
		return 0
	}
	if strings.IndexAny(trimmed, "€$£") == 0 {
		return k + 1
	}
	if letters(trimmed) > 0 {
		if len(trimmed) > 5 || letters(trimmed) == 1 {
			return k + 1
		}
		return 0
	}
	if k+1 < len(r.words) && !endsPhrase(w) {
		next := r.words[k+1].text
		if first, _ := utf8.DecodeRuneInString(next); isCurrencyWord(strings.Trim(next, ".,;")) || unicode.IsLower(first) && letters(next) > 2 {
			return k + 2
		}
	}
	return k + 1
}

// quotes open and close the words that a text uses for somebody from there on.
const quotes = "«»“”„\"‘’‹›"

// definedTerm returns the word in quotation marks that stands at a place, with no more than an
// article.
func definedTerm(r *row, k int) string {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(r.words[k].text, "("))
	if !strings.ContainsRune(quotes, first) {
		return ""
	}
	for end := k; end < min(len(r.words), k+3); end++ {
		if last := strings.TrimRight(r.words[end].text, ".,;:)"); strings.ContainsAny(last[len(last)-min(len(last), 3):], quotes) && (end > k || len(last) > 4) {
			return strings.Trim(text(r.words[k:end+1]), quotes+" .,;:()")
		}
	}
	return ""
}

// define adds what is said of somebody before the word that stands for them: their name, and
// the values named by words before them.
func define(s *Sheet, r *row, from, to int, term string) {
	named := false
	for k := from; k < to; k++ {
		if !named {
			end := k
			for end < to && isPartOfName(r.words[end].text) && (end == k || !endsPhrase(r.words[end-1].text)) {
				end++
			}
			if end-k >= 2 && (k == 0 || !hasDigit(text(r.words[k:end])) && !isUpper(r.words[k:end])) {
				s.offers = append(s.offers, Offer{Label: term, Value: strings.Trim(text(r.words[k:end]), " ,.;:"), Node: r.words[k].node, Place: asDefined})
				named = true
				k = end - 1
				continue
			}
		}
		if end := proseValue(s, r, k); end > 0 && named {
			name := text(r.words[max(from, k-2):k])
			s.offers = append(s.offers, Offer{Label: strings.Trim(name, " ,.;:") + " " + term, Value: strings.Trim(text(r.words[k:end]), " ,.;:"), Node: r.words[k].node, Place: asDefined})
			k = end - 1
		}
	}
}

// isPartOfName reports whether a word can be one of a name: it begins with a capital letter.
func isPartOfName(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(first) && letters(s) > 1
}

// Lasting returns the first length of time that a text states: a number and the word after it.
func Lasting(text string) string {
	all := strings.Fields(text)
	for k := 0; k+1 < len(all); k++ {
		if unit := strings.Trim(all[k+1], ".,;:)"); hasDigit(all[k]) && letters(all[k]) == 0 && letters(unit) > 1 && !hasDigit(unit) {
			return strings.Trim(all[k], "(") + " " + unit
		}
	}
	return ""
}
