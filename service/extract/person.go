package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/extract/read"
)

// isPhraseOfWords reports whether a text begins like a sentence and goes on like one:
// "Sized small", unlike "Ann Lee" and "Vincent van Gogh".
func isPhraseOfWords(words []string) bool {
	if first, _ := utf8.DecodeRuneInString(words[0]); !unicode.IsUpper(first) {
		return false
	}
	for _, word := range words[1:] {
		if r, _ := utf8.DecodeRuneInString(word); !unicode.IsLower(r) {
			continue
		}
		switch strings.Trim(word, ".,") {
		case "van", "von", "vom", "zu", "zum", "der", "den", "de", "da", "do", "dos", "das", "di", "del", "della", "du", "la", "le", "el", "al", "bin", "ibn", "ter", "ten", "af", "av", "y", "e", "and", "und", "et", "og", "och", "en", "with", "mit", "für", "for", "in", "at", "from", "aus":
		default:
			return true
		}
	}
	return false
}

// namedPiece returns the piece of a byline that has no number, if another one has, as the
// date after a mark: "Ann Lee • Dec. 19, 2025".
func namedPiece(s string) string {
	named, numbered := "", false
	for from, to := range textPieces(s) {
		switch piece := s[from:to]; {
		case strings.ContainsFunc(piece, unicode.IsDigit):
			numbered = true
		case named == "":
			named = piece
		}
	}
	if !numbered || named == "" {
		return s
	}
	return named
}

// readPerson accepts what looks like a name, without the words around it.
func (e *engine) readPerson(s string) (string, float64) {
	for _, prefix := range [...]string{"by ", "by: ", "with ", "von ", "par ", "por ", "di ", "door ", "av ", "af ", "written by ", "posted by ", "recipe by ", "author: ", "text: ", "autor: "} {
		if len(s) > len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
			s = strings.TrimSpace(s[len(prefix):])
			break
		}
	}
	s = withoutContact(namedPiece(s))
	s = strings.Trim(s, " ,;:|•·-–—")
	for _, suffix := range [...]string{" says", " wrote", " said", " schrieb", " sagt", " dice", " dit", " (verified owner)", " (verified buyer)", " replied", " commented", " 기자", " 특파원", " 記者"} {
		s = strings.TrimSuffix(s, suffix)
	}
	if utf8.RuneCountInString(s) < 2 || len(s) > 80 || strings.Contains(s, "://") || !strings.ContainsFunc(s, unicode.IsLetter) {
		return "", 0
	}
	words := strings.Fields(s)
	if half := len(words) / 2; half > 1 && slices.Equal(words[:half], words[half:]) { // the name of a picture, then the name
		words = words[:half]
		s = strings.Join(words, " ")
	}
	if len(words) == 1 && strings.Count(strings.Trim(s, "."), ".") > 1 && strings.ToLower(s) == s { // the key of a text that was not filled in
		return "", 0
	}
	fit := 1.0
	if first, _ := utf8.DecodeRuneInString(s); unicode.IsLower(first) && len(words) > 1 {
		fit -= 0.2
	}
	if len(words) > 6 {
		fit -= 0.15 * float64(len(words)-6)
	}
	digits := 0
	for _, r := range s {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	if digits > 4 || digits > 0 && len(words) > 2 {
		fit -= 0.5
	} else if digits > 0 && len(words) == 2 {
		if _, from, to, ok := read.FindDate(s, e.x.Locale, e.t.Loaded); ok && to-from == len(s) {
			return "", 0 // "Jun 2"
		}
	}
	if strings.ContainsAny(s, "?!:") {
		fit -= 0.4
	}
	if isHost(s) {
		fit -= 0.15
	}
	fit -= notAName(strings.ToLower(s))
	if fit <= 0 {
		return "", 0
	}
	return quote(s), fit
}

// withoutContact cuts off what follows a name: a remark in brackets, an address to
// write to, whom it was written for.
func withoutContact(s string) string {
	if at := strings.IndexByte(s, '@'); at > 0 {
		s = s[:strings.LastIndexByte(s[:at], ' ')+1]
	}
	for _, mark := range [...]string{" (", " For ", " for ", " via ", " in "} {
		if head, _, ok := strings.Cut(s, mark); ok && strings.Contains(strings.TrimSpace(head), " ") {
			s = head
		}
	}
	return strings.TrimSpace(s)
}

// notAName says how surely a text, in lower case, is of a page's machinery rather
// than a name.
func notAName(s string) float64 {
	switch s {
	case "name *", "name*", "name", "your name", "email *", "author", "by", "von", "par", "por", "about", "about the author", "admin", "follow", "share", "written", "written by", "posted", "posted by", "published by", "geschrieben von", "écrit par", "escrito por", "scritto da", "editor at large", "reply", "authors", "print", "save", "twitter", "facebook", "instagram", "email", "e-mail", "linkedin", "comment", "comments", "guest", "quote", "report", "home", "menu", "search", "share article", "google scholar", "view profile", "profile", "contact", "website", "subscribe", "read more", "more", "top", "new", "member", "redaktion", "news", "staff", "add to cart", "add to bag", "buy now", "recipe", "recipes", "grocery list", "shopping list", "added", "changed", "fixed", "removed", "deprecated", "features", "details", "overview", "highlights",
		"find", "website find", "visit homepage", "visit website", "private message", "send message", "send pm", "pm", "permalink", "post time", "post reply", "link to post":
		return 0.8
	}
	for _, start := range [...]string{"about ", "more ", "share", "follow ", "view ", "read ", "see ", "all ", "show ", "leave ", "log ", "sign ", "join ", "photo", "image", "foto", "répond", "repond", "antwort", "zitier", "respond", "citer", "quote", "reply", "svara", "citera", "beantwoord", "citeer", "rispondi", "cita ", "report ", "melden", "signaler", "go to ", "back to ", "add ", "posts", "joined", "offline", "online", "click", "avatar"} {
		if strings.HasPrefix(s, start) {
			return 0.5
		}
	}
	for _, word := range [...]string{"comment", "google scholar", "subscribe", "newsletter", "copyright", "min read", " ago", " follower"} {
		if strings.Contains(s, word) {
			return 0.5
		}
	}
	return 0
}
