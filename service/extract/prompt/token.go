package prompt

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Marks are tokens of their own. Every other token is a word in lower case.
const (
	comma = ","
	colon = ":"
	open  = "("
	shut  = ")"
)

// maxWords bounds what is read of a prompt.
const maxWords = 1000

// sentences splits a text into sentences and those into tokens, and tells their
// language. A line that ends with a colon goes on with the lines of the list below it.
func sentences(text string) ([][]string, *language) {
	text = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "\r", "", "…", " ").Replace(text)
	text = headings.ReplaceAllStringFunc(text, oneWord)
	var out [][]string
	var current []string
	total := 0
	flush := func() {
		if len(current) > 0 {
			out = append(out, current)
		}
		current = nil
	}
	inList := false
	for line := range strings.SplitSeq(text, "\n") {
		body, marked := unbulleted(strings.TrimSpace(itemized(line)))
		switch {
		case body == "":
			continue
		case marked || inList:
			inList = true
			if n := len(current); n > 0 && current[n-1] != colon {
				current = append(current, comma)
			}
		default:
			flush()
		}
		for i, part := range splitSentences(body) {
			if i > 0 {
				flush()
				inList = false
			}
			words := split(part)
			if total += len(words); total > maxWords {
				return out, languages()[0]
			}
			current = append(current, words...)
		}
		if n := len(current); n > 0 && current[n-1] == colon {
			inList = true
		}
	}
	flush()
	lang := languageOf(out)
	for i := range out {
		out[i] = lang.english(out[i])
	}
	return out, lang
}

// numbering are the numbers of a list within a line: "1) the name 2) the price", "(1) …, (2) …".
var numbering = regexp.MustCompile(`(^|[\s,;:])\(?([1-9a-e])\)\s+`)

// itemized puts commas between the items of a list within a line that are numbered, or stand after a
// colon between semicolons or dashes: "wanted: the name; the price". Items that have commas of their
// own become sentences.
func itemized(line string) string {
	if marks := numbering.FindAllStringSubmatch(line, -1); len(marks) > 1 && (marks[0][2] == "1" && marks[1][2] == "2" || marks[0][2] == "a" && marks[1][2] == "b") {
		line = strings.TrimLeft(strings.ReplaceAll(numbering.ReplaceAllString(line, ";"), ":;", ": "), ";")
	}
	lead, items, ok := strings.Cut(line, ":")
	if ok && strings.Count(items, " – ") > 1 && !strings.Contains(items, ",") { // name – price – rating
		items = strings.ReplaceAll(items, " – ", ", ")
		line = lead + ":" + items
	}
	if !ok || strings.ContainsAny(lead, ";.?!") || !strings.Contains(items, ";") {
		return line
	}
	depth := 0
	for _, r := range items {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case ',', '?', '!':
			if depth == 0 || r != ',' { // items have parts, or are sentences
				return line
			}
		}
	}
	return lead + ":" + strings.TrimRight(strings.ReplaceAll(items, ";", ","), " ,.")
}

// headings are the names of parts of a page: "under General Setup and Optimization", in quotes.
var headings = regexp.MustCompile(`(?:^|[\s(])"[^"\s][^"]{2,60}"|\bunder (?:the )?\p{Lu}[\p{L}\d]*(?:,? (?:and|&|of|to|for|in|the|\p{Lu}[\p{L}\d]*))* \p{Lu}[\p{L}\d]*`)

// oneWord makes one word of the name of a part of a page, so that it is not read as a list.
func oneWord(heading string) string {
	lead := "under "
	rest, ok := strings.CutPrefix(heading, lead)
	if !ok {
		lead, rest, _ = strings.Cut(heading, `"`)
	}
	return lead + strings.Join(strings.FieldsFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), "_")
}

// unbulleted takes the mark of a list item off a line: "- name", "2. price".
func unbulleted(line string) (string, bool) {
	if rest := strings.TrimLeft(line, "-*•–·"); rest != line && (rest == "" || rest[0] == ' ' || rest[0] > 0x7f) {
		return strings.TrimSpace(rest), true
	}
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	if digits > 0 && digits < 3 && len(line) > digits+1 && (line[digits] == '.' || line[digits] == ')') && line[digits+1] == ' ' {
		return strings.TrimSpace(line[digits+1:]), true
	}
	return line, false
}

// splitSentences splits at full stops, semicolons, question and exclamation marks
// that end a word; not at those in "4.5", "e.g." and "example.com".
func splitSentences(s string) []string {
	var out []string
	start := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ';', '?', '!':
		case '.':
			if i+1 < len(s) && s[i+1] != ' ' || abbreviated(s[start:i]) {
				continue
			}
		default:
			if !strings.HasPrefix(s[i:], "。") && !strings.HasPrefix(s[i:], "？") && !strings.HasPrefix(s[i:], "¿") && !strings.HasPrefix(s[i:], "¡") {
				continue
			}
		}
		out = append(out, s[start:i])
		_, size := utf8.DecodeRuneInString(s[i:])
		start = i + size
		i = start - 1
	}
	return append(out, s[start:])
}

func abbreviated(s string) bool {
	last := strings.ToLower(s[strings.LastIndexByte(s, ' ')+1:])
	switch last {
	case "e.g", "i.e", "etc", "no", "approx", "incl", "excl", "max", "min", "z.b", "bzw":
		return true
	}
	return false
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// split parts a sentence into tokens.
func split(s string) []string {
	var out []string
	var word strings.Builder
	flush := func() {
		w := strings.Trim(word.String(), "-_'")
		if strings.HasSuffix(word.String(), "s'") {
			w += "'"
		}
		word.Reset()
		if w != "" && !strings.Contains(w, "://") && !strings.HasPrefix(w, "www.") {
			out = append(out, w)
		}
	}
	for field := range strings.FieldsSeq(s) {
		if strings.Contains(field, "://") {
			if strings.ContainsAny(field[len(field)-1:], ",:") {
				out = append(out, field[len(field)-1:])
			}
			continue
		}
		for i, r := range field {
			switch {
			case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || r == '\'' || r == '_' || r == '-':
				word.WriteRune(unicode.ToLower(r))
			case r == '.' && i+1 < len(field) && i > 0:
				word.WriteRune(r)
			case r == '%':
				flush()
				out = append(out, "percent")
			case r == '#':
				flush()
			case r == '$' || r == '€' || r == '£':
				word.WriteRune(r)
			case r == '/' && i == 1 && len(field) >= 3 && isLetter(field[0]) && isLetter(field[2]) && (len(field) == 3 || !isLetter(field[3])): // P/E
			case r == ',' || r == '/' || r == '&' || r == '+' || r == '|':
				flush()
				out = append(out, comma)
			case r == '(' || r == '[' || r == '{':
				flush()
				out = append(out, open)
			case r == ')' || r == ']' || r == '}':
				flush()
				out = append(out, shut)
			case r == ':' || r == '=':
				flush()
				out = append(out, colon)
			default:
				flush()
			}
		}
		flush()
		if strings.HasSuffix(field, "–") || strings.HasSuffix(field, "—") || field == "-" {
			out = append(out, colon)
		}
	}
	return out
}
