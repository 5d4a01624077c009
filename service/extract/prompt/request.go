package prompt

import (
	"slices"
	"strings"
)

// withoutRequest drops the words that ask from the start of a sentence: "please
// get me", "I would like to know".
func withoutRequest(words []string) []string {
	for len(words) > 0 {
		w := words[0]
		next := ""
		if len(words) > 1 {
			next = words[1]
		}
		switch w {
		case "list":
			switch next {
			case "of":
				return append([]string{"all"}, words[2:]...)
			case "price", "prices":
				return words
			}
		case "table", "set", "collection", "array", "summary", "overview":
			if next == "of" && len(words) > 2 && !isCompound(w, next, words[2]) && (w == "table" || isPluralPhrase(words[2:])) {
				return append([]string{"all"}, words[2:]...)
			}
			return words
		case "name", "names":
			if w == "name" && (isArticle(next) || isEach(next) || isNumber(next) && len(words) > 2 && isPluralPhrase(words[2:])) {
				words = words[1:]
				continue
			}
			return words
		case "report", "query", "search", "display", "output", "record", "state", "capture", "print", "open", "download", "make", "like", "review":
			if isContent(next) && !(w == "make" && isNumber(next)) || next == "" || next == comma || next == "of" || next == "and" && w != "search" {
				return words // a noun after all
			}
		case "show", "help", "need", "want":
			if next == "" || next == comma || next == "and" && w != "help" {
				return words
			}
		case "do", "does", "did", "is", "are", "was", "were", "has", "have", "can":
			if !(w == "have" || w == "can" && (next == "you" || next == "i" || next == "we") || w == "do" && next == "you" || w == "is" && next == "it" || next == "there") {
				return words
			}
		case "get", "extract", "find", "give", "fetch", "return", "collect", "scrape", "retrieve", "pull", "grab",
			"tell", "say", "identify", "provide", "gather", "compile", "crawl", "parse", "obtain", "bring", "send",
			"produce", "create", "generate", "read", "look", "check", "go", "visit", "navigate", "see", "know",
			"out", "up", "back", "down", "me", "us", "i", "we", "you", "it", "am", "would", "could", "should", "will", "shall", "may",
			"to", "that", "please", "kindly", "just", "also", "then", "now", "so", "well", "first", "next", "finally", "trying", "looking", "interested",
			"interest", "hi", "hello", "hey", "dear", "thanks", "thank", "ok", "okay", "and", "or", "but", "for", "about", "on", "in", "at", "of", "from", "into",
			"the", "a", "an", "this", "be", "able", "let", "both", "any", comma, colon, "if", "possible", "quickly", "simply", "exactly", "only", "there", "using", "wonder", "wondering", "learn", "think", "understand", "determine", "specify", "include", "select", "pick", "choose", "write", "simple", "full", "complete", "following", "hola", "by", "via":
			if w == "first" && isContent(next) && (isNumber(next) || isPlural(next)) || w == "next" && isPlural(next) {
				return words
			}
			if w == "for" && isEach(next) || w == "from" && isEach(next) || w == "any" && isPlural(next) || w == "full" && next != "list" && next != "table" || w == "complete" && next != "list" {
				return words
			}
		case "firstly", "second", "secondly", "third", "thirdly", "fourth", "lastly":
			if next != comma {
				return words
			}
		case "website", "site", "page", "webpage", "url", "web":
			if next != comma && next != colon && next != "and" || w == "url" && next != colon {
				return words
			}
		default:
			if !isOrder(words) {
				return words
			}
		}
		words = words[1:]
	}
	return words
}

// withoutPurpose drops what the data is for: "for a citation I need", "I need to send them
// a letter:", "I only have half an hour".
func withoutPurpose(words []string) []string {
	for i, w := range words {
		tail := words[i+1:]
		switch {
		case i == 0 && isPurpose(words) && !slices.Contains(words, colon):
			return nil
		case (w == comma || w == colon) && i > 0 && isPurpose(tail):
			return words[:i]
		case w == "i" && i > 1 && words[0] == "for" && !isEach(words[1]) && len(tail) > 0 && (tail[0] == "need" || tail[0] == "want"):
			return words[i:]
		case w == colon && isAnnouncement(words[:i], tail):
			return withoutPurpose(tail)
		}
	}
	return words
}

// isPurpose reports whether words tell of the one who asks: "I am counting them".
func isPurpose(words []string) bool {
	if len(words) < 3 || words[0] != "i" {
		return false
	}
	switch words[1] {
	case "am":
		return strings.HasSuffix(words[2], "ing") && words[2] != "looking" && words[2] != "trying" && words[2] != "searching" && words[2] != "wondering"
	case "only", "just", "have":
		return words[1] == "have" || words[2] == "have"
	case "want", "need":
		return words[2] == "to" && len(words) > 3 && firstOf(words[3:4], "know", "get", "see", "extract", "find", "have", "learn", "collect", "scrape") == ""
	}
	return false
}

// isAnnouncement reports whether what stands before a colon only says that something follows.
func isAnnouncement(words, tail []string) bool {
	for len(words) > 0 && isOneOf(lastOf(words), "please", comma) {
		words = words[:len(words)-1]
	}
	return isPurpose(words) || announces(words) || len(words) == 2 && words[0] == "one" ||
		len(tail) > 1 && (tail[0] == "get" || tail[0] == "give" || tail[0] == "tell" || tail[0] == "show") && tail[1] == "me" && !hasEach(words)
}

// announces reports whether words only announce what follows: "two lists", "details of the cup",
// "needed". Questions that are not counted are what is asked for.
func announces(words []string) bool {
	for at := slices.Index(words, colon); at >= 0; at = slices.Index(words, colon) {
		words = words[at+1:]
	}
	if hasEach(words) {
		return false
	}
	said := withoutRequest(words)
	if at := slices.IndexFunc(said, func(w string) bool { return isOneOf(w, "of", "for", "on", "about", "from", "in") }); at > 0 {
		said = said[:at]
	}
	if at := slices.Index(words, "my"); at > 0 && words[at-1] == "for" { // for my report
		return true
	}
	if len(said) == 0 {
		return len(words) > 0
	}
	counted := isNumber(said[0]) && isOneOf(lastOf(said), "answers", "blocks", "lists", "points", "questions", "things")
	return counted || len(said) < 6 && isOneOf(lastOf(said), "addition", "data", "details", "facts", "figures", "info", "information", "needed", "note", "required", "specifications", "specs", "wanted", "wish", "wishes")
}

// withoutFormat drops what is said of the answer's form: "as JSON", "in a table".
func withoutFormat(words []string) []string {
	out := make([]string, 0, len(words))
	for i := 0; i < len(words); i++ {
		switch words[i] {
		case "json":
			for i+1 < len(words) && (words[i+1] == "object" || words[i+1] == "objects" || words[i+1] == "array" || words[i+1] == "format") {
				i++
			}
			continue
		case "as", "in", "into", "to", "using":
			k := i + 1
			for k < len(words) && (words[k] == "a" || words[k] == "an" || words[k] == "valid" || words[k] == "structured" || words[k] == "pretty" || words[k] == "the" || words[k] == "nested") {
				k++
			}
			if k < len(words) && isFormat(words[k]) || k < len(words) && k > i+1 && words[i] == "as" && (words[k] == "list" || words[k] == "table" || words[k] == "array") && (k+1 == len(words) || words[k+1] == colon) || k+1 < len(words) && words[k] == "format" && words[k-1] == "structured" {
				for k < len(words) && (isFormat(words[k]) || words[k] == "format" || words[k] == "object" || words[k] == "objects" || words[k] == "array" || words[k] == "list" || words[k] == "table" || words[k] == "file") {
					k++
				}
				i = k - 1
				continue
			}
		}
		out = append(out, words[i])
	}
	return out
}

func isFormat(w string) bool {
	switch w {
	case "json", "csv", "xml", "yaml", "markdown", "spreadsheet", "excel":
		return true
	}
	return false
}

func isEach(w string) bool {
	switch w {
	case "each", "every", "all":
		return true
	}
	return false
}

func hasEach(words []string) bool {
	for _, w := range words {
		if isEach(w) {
			return true
		}
	}
	return false
}

func isNumber(w string) bool { _, ok := number(w); return ok }

// number reads a small number in digits or words.
func number(w string) (int, bool) {
	for i, name := range [...]string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"} {
		if w == name {
			return i + 1, true
		}
	}
	if w == "twenty" {
		return 20, true
	}
	n := 0
	for _, r := range w {
		if r < '0' || r > '9' || n > 100000 {
			return 0, false
		}
		n = n*10 + int(r-'0')
	}
	return n, n > 0
}

// isContent reports whether a word names something rather than joins words.
func isContent(w string) bool {
	switch w {
	case "", comma, colon, open, shut, "the", "a", "an", "and", "or", "of", "with", "by", "in", "on", "at", "for", "from", "to", "as",
		"all", "each", "every", "this", "these", "that", "their", "its", "please", "me", "i", "get", "want", "need", "is", "are", "was", "were", "what", "who", "how", "when", "where", "which", "much", "many", "has", "it":
		return false
	}
	return true
}

func isPluralPhrase(words []string) bool {
	if hasEach(words[:min(len(words), 2)]) {
		return true
	}
	for _, w := range words {
		if !isContent(w) && w != "the" && w != "these" {
			return false
		}
		if isPlural(w) {
			return true
		}
	}
	return false
}
