package prompt

import "iter"

// withAt finds the word that parts an owner from its fields, outside parentheses.
func withAt(words []string) int {
	for i, w := range outside(words) {
		switch w {
		case "with", "including", "include", "includes", "containing", "having", colon:
			if i > 0 && i+1 < len(words) {
				return i
			}
		}
	}
	return -1
}

// outside yields the words that stand outside parentheses, and where.
func outside(words []string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		depth := 0
		for i, w := range words {
			switch {
			case w == open:
				depth++
			case w == shut:
				depth--
			case depth <= 0 && !yield(i, w):
				return
			}
		}
	}
}

// isCondition reports whether what follows "with" limits the owner rather than
// naming its fields: "rating above 4", "at least 3 stars", "free shipping only".
func isCondition(tail []string) bool {
	for i, w := range tail {
		if w == "only" && i+1 == len(tail) && possessor(tail[0]) { // with its text only
			return false
		}
		switch w {
		case comma, "and", open:
			return false
		case "above", "over", "under", "below", "least", "most", "than", "only":
			return true
		}
	}
	return isNumber(tail[0])
}

// parted splits words at commas and "and", outside parentheses, and says where
// each part begins.
func parted(words []string) (parts [][]string, starts []int) {
	start := 0
	cut := func(end int) {
		parts, starts = append(parts, words[start:end]), append(starts, start)
		start = end + 1
	}
	for i, w := range outside(words) {
		switch w {
		case comma, "and", "or", "plus":
			if w == "and" && i > 0 && words[i-1] == "terms" || w != comma && i+1 < len(words) && isContent(words[i+1]) && firstOf(words[start:i], "without", "excluding", "except") != "" {
				continue
			}
			cut(i)
		}
	}
	cut(len(words))
	return parts, starts
}
