package prompt

import (
	"strings"

	"assay/service/extract/lexicon"
)

// askedFor are words that people ask for so often that a slip in one of them is
// known for what it is.
const askedFor = ` address addresses article articles author authors available book books category categories
comment comments companies company contact country currency date dates description details director discount
email employees event events extract features headline headlines image images ingredients instructions items
language latest link links listing listings location manufacturer movie movies name names number opening organization
password phone photo photos population position price prices product products publication published publisher
quantity question questions rating ratings recipe recipes restaurant restaurants result results review reviews salary
schedule seller shipping specifications subject summary table telephone title titles update updated username
version warranty website weight year years `

// minSlip is how long a word must be for a letter too many or too few to be seen as
// a slip; letters that changed places are in words of five.
const minSlip = 7

// spelled mends a slip in a word that people ask for. A word that is known itself is
// left alone.
func spelled(w string) string {
	if len(w) < 5 || strings.Contains(askedFor, " "+w+" ") || strings.IndexFunc(w, func(r rune) bool { return r < 'a' || r > 'z' }) >= 0 {
		return w
	}
	for right := range strings.FieldsSeq(askedFor) {
		if isSwapped(w, right) || len(right) >= minSlip && (lacksOne(w, right) || lacksOne(right, w)) {
			if lexicon.Compile(w).Concept() == 0 {
				return right
			}
		}
	}
	return w
}

// isSwapped reports whether two words differ in that two neighbours changed places.
func isSwapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// lacksOne reports whether a word is another without one of the letters inside it:
// endings are no slips.
func lacksOne(short, long string) bool {
	if len(short)+1 != len(long) {
		return false
	}
	i := 0
	for i < len(short) && short[i] == long[i] {
		i++
	}
	return i > 0 && i+1 < len(long) && short[i:] == long[i+1:]
}

// isNonsense reports whether a name is what people type to see whether anything
// happens.
func isNonsense(name string) bool {
	switch name {
	case "test", "testing", "foo", "bar", "foo_bar", "blah", "blah_blah", "bla", "bla_bla", "lorem_ipsum", "hello_world", "good_morning", "good_day", "good_afternoon", "good_evening", "good_night":
		return true
	}
	if len(name) < 4 {
		return false
	}
	for _, row := range [...]string{"qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm"} {
		if strings.Contains(row, name) {
			return true
		}
	}
	return false
}
