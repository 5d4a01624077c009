package fields

import "assay/service/extract/lexicon"

// EndOfRange tells which end of a range a name asks for.
func EndOfRange(name string) int {
	words := lexicon.Words(name)
	if n := len(words); n > 1 && words[n-1] == "to" { // salary_to
		return 1
	}
	for _, word := range words {
		switch word {
		case "min", "minimum", "lowest", "low", "from", "lower", "starting", "mindestens", "ab":
			return -1
		case "max", "maximum", "highest", "high", "upper", "hochstens", "bis":
			return 1
		}
	}
	return 0
}

// isEnd reports whether a day or a time of day is when something ends or arrives.
func (w *Field) isEnd() bool {
	for _, word := range lexicon.Words(w.Query.Name) {
		switch word {
		case "arrival", "arrives", "arrive", "arriving", "end", "ends", "ending", "closes", "closing", "close", "until", "to", "finish", "finishes", "checkout", "ankunft", "ende", "arrivee", "llegada", "arrivo", "aankomst":
			return true
		}
	}
	return false
}
