package align

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
)

// maxKeptParted is of how many texts of a page it is kept how they are parted.
const maxKeptParted = 10_000

// maxParted is into how many pieces a text is parted by its form.
const maxParted = 3

// maxSiblings is how many siblings of an element are looked at.
const maxSiblings = 40

// hasPartedSiblings reports whether other elements beside one, made alike, begin with a piece of text
// among others: "Tea <b>$3</b>" beside "Water".
func (e *Engine) hasPartedSiblings(id content.ID) bool {
	t := e.Tree
	parent := t.Nodes[id].Parent
	if parent == content.None || t.Nodes[id].Role != content.Item {
		return false
	}
	parted, ok := e.partedIn[parent]
	if ok {
		return parted
	}
	n := 0
	for c := t.FirstChild(parent); c != content.None && n < maxSiblings && !parted; c = t.Next(c) {
		if t.Tag(c) != t.Tag(id) || t.Len(c) > MaxPiece {
			continue
		}
		n++
		first := t.FirstChild(c)
		if first == content.None || t.Nodes[first].Kind != content.Text || strings.TrimSpace(t.Chars(first)) == "" {
			continue
		}
		parted = t.Next(first) != content.None || len(e.partedByForm(t.Text(c))) > 1
	}
	e.partedIn[parent] = parted
	return parted
}

// partedByForm returns where the pieces of a text begin and end that a date, a price or a share at
// its end or a time, a day or a person at its beginning tell apart: "3.1 - 2 May 2025", "09:00:
// Opening (Hall 1)", "Adults £12", "Go 91 %", "1990 – Founded", "Ann Lee, Director".
func (e *Engine) partedByForm(s string) [][2]int {
	if len(s) > MaxPiece {
		return [][2]int{{0, len(s)}}
	}
	pieces, ok := e.parted[s]
	if !ok {
		if pieces = partByForm(e, s); len(e.parted) < maxKeptParted {
			e.parted[s] = pieces
		}
	}
	return pieces
}

// partByForm parts a text that partedByForm has not met before.
func partByForm(e *Engine, s string) [][2]int {
	if end, date := beforeDate(e, s); end > 0 {
		return [][2]int{{0, end}, {date, len(strings.TrimSuffix(s, ")"))}}
	}
	if end, rest := afterClock(s); end > 0 {
		if at := strings.LastIndex(s, " ("); at > rest && strings.HasSuffix(s, ")") {
			return [][2]int{{0, end}, {rest, at}, {at + len(" ("), len(s) - 1}}
		}
		return [][2]int{{0, end}, {rest, len(s)}}
	}
	if end, rest := afterDay(e, s); end > 0 {
		return [][2]int{{0, end}, {rest, len(s)}}
	}
	if end, rest := afterPerson(s); end > 0 {
		return [][2]int{{0, end}, {rest, len(strings.TrimSuffix(s, ")"))}}
	}
	if end, price := onpage.BeforePrice(s, e.Index.Locale); end > 0 {
		return [][2]int{{0, end}, {price, len(s)}}
	}
	if share := beforeShare.FindStringSubmatchIndex(s); share != nil {
		return [][2]int{{0, share[3]}, {share[4], len(s)}}
	}
	return [][2]int{{0, len(s)}}
}

// beforeShare finds the share that a text ends with: "Go 91.2 %".
var beforeShare = regexp.MustCompile(`^(\pL[^\d%]*) (\d[\d.,]*[ \x{a0}]?%)$`)

// maxToDay is within how many bytes of a text the first number of a date is that begins it.
const maxToDay = 24

// afterDay parts a text after the year or the date that it begins with: it returns where that
// ends and where what comes after it, and a colon or dash, begins, or zeros.
func afterDay(e *Engine, s string) (end, rest int) {
	if !strings.ContainsAny(s[:min(len(s), maxToDay)], "0123456789") {
		return 0, 0
	}
	if _, from, to, ok := read.FindDate(s, e.Index.Locale, e.Tree.Loaded); ok && from == 0 {
		end = to
	} else if len(s) > 4 && mayBeYear(s[:4]) {
		end = 4
	}
	if end == 0 || end == len(s) {
		return 0, 0
	}
	tail := strings.TrimLeft(s[end:], " :–—-")
	first, _ := utf8.DecodeRuneInString(tail)
	if rest = len(s) - len(tail); rest == end || !unicode.IsLetter(first) || rest == end+1 && !unicode.IsUpper(first) {
		return 0, 0
	}
	return end, rest
}

// maxFullName is how long, in bytes, a person's name is at most that a text is parted after.
const maxFullName = 24

// afterPerson parts a text after the name of a person that it begins with: "Ann Lee – Director",
// "Ann Lee (Director)".
func afterPerson(s string) (end, rest int) {
	for _, sep := range [...]string{" – ", " — ", " - ", ", ", " ("} {
		name, what, ok := strings.Cut(s, sep)
		if !ok || len(name) > maxFullName || strings.Count(name, " ") == 0 || strings.Count(name, " ") > 2 || !onpage.IsNameOfPerson(name) || strings.Contains(what, ", ") || strings.ContainsFunc(what, unicode.IsDigit) {
			continue
		}
		if first, _ := utf8.DecodeRuneInString(what); unicode.IsUpper(first) && (sep != " (" || strings.HasSuffix(what, ")")) {
			return len(name), len(name) + len(sep)
		}
	}
	return 0, 0
}

// maxClockLetters is how many letters a text has at most that is a time of day, or from one
// to another: "from 9 am to 5 pm".
const maxClockLetters = 12

// afterClock parts a text at the colon or dash after the time of day that it begins with:
// it returns where the time ends and what comes after it begins, or zeros.
func afterClock(s string) (end, rest int) {
	if s == "" || !isDigit(s[0]) {
		return 0, 0
	}
	if from, to, ok := read.Clock(s); ok && from == 0 && to+1 < len(s) && s[to] == ' ' && unicode.IsUpper(rune(s[to+1])) { // "08:00 Bonn"
		return to, to + 1
	}
	for _, sep := range [...]string{": ", " - ", " – "} {
		head, tail, ok := strings.Cut(s, sep)
		if ok && len(read.Clocks(head)) > 0 && onpage.Letters(head) <= maxClockLetters && tail != "" && !isDigit(tail[0]) {
			return len(head), len(head) + len(sep)
		}
	}
	return 0, 0
}

// beforeDate parts a text at the dash or bracket before the date, or at the bracket before
// the year, that it ends with: it returns where what stands before that ends and where the
// date begins, or zeros.
func beforeDate(e *Engine, s string) (end, date int) {
	for _, sep := range [...]string{" - ", " – ", " ("} {
		head, day, ok := strings.Cut(s, sep)
		if !ok || head == "" {
			continue
		}
		d, from, to, found := read.FindDate(strings.TrimSuffix(day, ")"), e.Index.Locale, e.Tree.Loaded)
		isYear := sep == " (" && len(day) == len("2024)") && day[4] == ')' && mayBeYear(day[:4])
		if isYear || found && d.HasDay && from == 0 && to >= len(day)-1 {
			if _, _, _, other := read.FindDate(head, e.Index.Locale, e.Tree.Loaded); !other {
				return len(head), len(head) + len(sep)
			}
		}
	}
	return 0, 0
}
