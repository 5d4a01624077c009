package onpage

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

// namedPiece returns the piece of a byline that has no number, if another one has, as the
// date after a mark: "Ann Lee • Dec. 19, 2025".
func namedPiece(s string) string {
	named, numbered := "", false
	for from, to := range TextPieces(s) {
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

// ReadPerson accepts what looks like a name, without the words around it.
func (e *Engine) ReadPerson(s string) (string, float64) {
	for _, prefix := range [...]string{"by ", "by: ", "with ", "von ", "par ", "por ", "di ", "door ", "av ", "af ", "written by ", "posted by ", "recipe by ", "author: ", "text: ", "autor: "} {
		if len(s) > len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
			s = strings.TrimSpace(s[len(prefix):])
			break
		}
	}
	role, name, labelled := strings.Cut(s, ": ")
	if labelled = labelled && strings.Count(role, " ") < 2 && IsNameOfPerson(name); labelled { // presented by: Ann Lee
		s = name
	}
	s = withoutContact(namedPiece(s))
	s = strings.Trim(s, " ,;:|•·-–—")
	for _, suffix := range [...]string{" says", " wrote", " said", " schrieb", " sagt", " dice", " dit", " (verified owner)", " (verified buyer)", " replied", " commented", " 기자", " 특파원", " 記者"} {
		s = strings.TrimSuffix(s, suffix)
	}
	if utf8.RuneCountInString(s) < 2 || len(s) > 80 || strings.Contains(s, "://") || !strings.ContainsFunc(s, unicode.IsLetter) {
		return "", 0
	}
	if name := subjectOf(s); name != "" {
		s = name
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
		if _, from, to, ok := read.FindDate(s, e.Index.Locale, e.Tree.Loaded); ok && to-from == len(s) {
			return "", 0 // "Jun 2"
		}
	}
	if labelled || strings.ContainsAny(s, "?!:") {
		fit -= 0.4
	}
	if IsHost(s) {
		fit -= 0.15
	}
	fit -= notAName(strings.ToLower(s))
	if fit <= 0 {
		return "", 0
	}
	return fields.Quote(s), fit
}

// subjectOf returns the person whose name a sentence begins with, or nothing: "Ann Lee" of "Ann Lee
// teaches physics at the college".
func subjectOf(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		first, _ := utf8.DecodeRuneInString(w)
		switch {
		case unicode.IsUpper(first):
		case w == "della" || w == "with" || w == "from":
			return ""
		case unicode.IsLower(first) && i > 1 && i < 6 && len(words) > i+1 && len(w) > 3 && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "":
			return strings.Join(words[:i], " ")
		default:
			return ""
		}
		if strings.ContainsAny(w, ",;:!?") {
			return ""
		}
	}
	return ""
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

// PersonText returns the names in an element that says more than a name: the
// texts of its links, if those are names.
func (e *Engine) PersonText(id content.ID) string {
	t := e.Tree
	var names []string
	links := 0
	for k := id + 1; k < t.Nodes[id].End && k < id+60; k++ {
		if n := &t.Nodes[k]; n.Kind == content.Element && n.Role == content.Link && t.Len(k) > 0 {
			links++
			if text := t.Text(k); len(text) <= 60 && strings.Contains(text, " ") {
				if _, fit := e.ReadPerson(text); fit >= 0.9 && capitalised(text) {
					names = append(names, text)
				}
			}
			k = n.End - 1
		}
	}
	if len(names) == 0 || len(names) > 6 {
		return ""
	}
	return strings.Join(names, ", ")
}

func capitalised(s string) bool {
	capitals, words := 0, 0
	for w := range strings.FieldsSeq(s) {
		words++
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsLower(r) {
			capitals++
		}
	}
	return capitals*2 > words
}

// maxCredits is how long, in bytes, a line is that tells who did what.
const maxCredits = 160

// credit is somebody named in a line with the part he had in the work: "Sam Roe
// (Photographer)", "Introduction by Judith Vane". Who has none wrote it.
type credit struct{ Role, Name string }

// joinsNames makes commas of the words between names.
var joinsNames = strings.NewReplacer(" and ", ",", " & ", ",")

// CreditsIn takes apart a line that tells of at least one of the people it names what he
// did; nil for any other.
func CreditsIn(line string) []credit {
	if len(line) > maxCredits || !strings.ContainsAny(line, "(") && !strings.Contains(line, " by ") {
		return nil
	}
	var all []credit
	told, role := false, ""
	for piece := range strings.FieldsFuncSeq(joinsNames.Replace(line), func(r rune) bool { return r == ',' || r == ';' }) {
		c := creditOf(strings.TrimSpace(piece), role)
		if !IsNameOfPerson(c.Name) {
			return nil
		}
		told = told || c.Role != ""
		if !strings.HasSuffix(piece, ")") { // what is in brackets is of the one before them alone
			role = c.Role
		}
		all = append(all, c)
	}
	if !told {
		return nil
	}
	return all
}

// creditOf reads one of the people of a line; without a word for what he did it is what
// the one before him did.
func creditOf(piece, before string) credit {
	if head, name, ok := strings.Cut(" "+piece, " by "); ok || strings.HasPrefix(strings.ToLower(piece), "by ") {
		if !ok {
			head, name = "", piece[len("by "):]
		}
		before, piece = strings.TrimSpace(head), name
	}
	name := strings.TrimSpace(piece)
	if rest, ok := strings.CutPrefix(name, "("); ok { // By (author) Ann Lee
		if role, rest, ok := strings.Cut(rest, ") "); ok {
			return credit{role, rest}
		}
	}
	if head, role, ok := strings.Cut(name, " ("); ok && strings.HasSuffix(role, ")") {
		if role = strings.TrimSuffix(role, ")"); lexicon.Introduces(role).Shape() == lexicon.Person {
			before = role
		}
		name = head
	}
	return credit{before, name}
}

// IsNameOfPerson reports whether a text is of the form of a person's name: a few words
// with capital letters.
func IsNameOfPerson(s string) bool {
	words := strings.Fields(s)
	return len(words) > 0 && len(words) <= 5 && StartsUpper(words[len(words)-1]) && capitalised(s) && !strings.ContainsFunc(s, unicode.IsDigit)
}

// Credited returns those whom a line names for what a field asks, with a comma between
// them, and whether it tells of anybody what he did.
func (e *Engine) Credited(w *fields.Field, line string) (names string, told bool) {
	var out []string
	all := CreditsIn(line)
	for _, c := range all {
		if e.IsRole(w, c.Role) {
			out = append(out, c.Name)
		}
	}
	return strings.Join(out, ", "), len(all) > 0
}

// IsRole reports whether a field asks for whoever has a role; without one he wrote it.
func (e *Engine) IsRole(w *fields.Field, role string) bool {
	if role == "" {
		return w.Concept.String() == "author" && w.IsOnly("author")
	}
	return max(e.TextSimilarity(w, role), e.TextSimilarity(w, role+" by")) >= sureRole
}

// sureRole is how alike a field's name and what somebody did are at least.
const sureRole = 0.9

// creditText returns the line of an element that tells who did what, as far as a field
// asks for it.
func creditText(e *Engine, w *fields.Field, id content.ID) (names string, told bool) {
	if e.Tree.Len(id) > maxCredits {
		return "", false
	}
	return e.Credited(w, e.Tree.Text(id))
}
