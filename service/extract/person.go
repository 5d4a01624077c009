package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
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

// bylines takes who wrote a page from links to authors' pages, and from short
// lines that begin with "by" in some language.
func (f *finder) bylines() {
	e := f.e
	t := e.t
	for _, id := range e.x.Links {
		if !f.s.holds(id) || t.Len(id) < 3 || t.Len(id) > 60 {
			continue
		}
		if t.Region(id)&(tree.InNav|tree.InFooter|tree.InRelated|tree.InComments) != 0 && f.s.whole {
			continue
		}
		if leadsToAuthor(t.Value(id, "href")) || hasWord(t.Value(id, "rel"), "author") {
			f.add(evidence.Name, id, t.Text(id), e.w.Byline*e.place(f.w, id, f.s))
		}
	}
	for i := range t.Lines {
		line := &t.Lines[i]
		if size := line.To - line.From; size < 7 || size > 90 || !f.s.holds(line.First) {
			continue
		}
		if name, ok := afterBy(t.LineText(i)); ok {
			node := t.LineNode(i)
			if _, told := e.credited(f.w, t.LineText(i)); told {
				continue
			}
			if linked := e.personText(node); linked != "" {
				name = linked
			}
			f.add(evidence.Label, node, name, e.w.Byline*e.place(f.w, node, f.s))
		}
	}
}

// leadsToAuthor reports whether an address has a directory that sites keep their
// authors in.
func leadsToAuthor(href string) bool {
	href, _, _ = strings.Cut(href, "?")
	parts := strings.Split(strings.ToLower(href), "/")
	for i, part := range parts {
		if i == len(parts)-1 || parts[i+1] == "" {
			break
		}
		switch part {
		case "author", "authors", "autor", "autoren", "autores", "auteur", "auteurs", "autore", "autori", "redaktion", "contributor", "contributors",
			"writer", "writers", "journalist", "journalists", "by", "people", "profile", "profiles", "staff", "reporter", "reporters", "columnist", "columnists",
			"forfatter", "skribent", "redakteur", "redacteur", "byline", "meet-the-team", "our-team", "user", "users", "u", "member", "members", "chef", "chefs", "cook", "cooks":
			return true
		}
	}
	return false
}

func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// afterBy returns the names of a line such as "Von Anna Lee und Karl Maier".
func afterBy(s string) (string, bool) {
	first, rest, ok := strings.Cut(s, " ")
	if !ok {
		return "", false
	}
	switch strings.ToLower(strings.TrimRight(first, ":")) {
	case "by", "von", "par", "por", "di", "door", "av", "af", "przez", "text:", "text", "words", "от", "автор":
	default:
		return "", false
	}
	rest = strings.TrimPrefix(strings.TrimPrefix(rest, "by "), "von ")
	for _, sep := range [...]string{" | ", " • ", " · ", " – ", " — ", " - "} {
		rest, _, _ = strings.Cut(rest, sep)
	}
	least := 2
	if name, _, ok := strings.Cut(rest, ", in "); ok { // the section it stands in
		rest, least = name, 1
	}
	var words []string
	for word := range strings.FieldsSeq(rest) {
		if words = append(words, word); len(words) > 9 {
			return "", false
		}
	}
	if len(words) < least {
		return "", false
	}
	capitals := 0
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(w); unicode.IsUpper(r) {
			capitals++
		} else if unicode.IsDigit(r) {
			return "", false
		}
	}
	return rest, capitals*3 >= len(words)*2
}

// personText returns the names in an element that says more than a name: the
// texts of its links, if those are names.
func (e *engine) personText(id content.ID) string {
	t := e.t
	var names []string
	links := 0
	for k := id + 1; k < t.Nodes[id].End && k < id+60; k++ {
		if n := &t.Nodes[k]; n.Kind == content.Element && n.Role == content.Link && t.Len(k) > 0 {
			links++
			if text := t.Text(k); len(text) <= 60 && strings.Contains(text, " ") {
				if _, fit := e.readPerson(text); fit >= 0.9 && capitalised(text) {
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
type credit struct{ role, name string }

// joinsNames makes commas of the words between names.
var joinsNames = strings.NewReplacer(" and ", ",", " & ", ",")

// creditsIn takes apart a line that tells of at least one of the people it names what he
// did; nil for any other.
func creditsIn(line string) []credit {
	if len(line) > maxCredits || !strings.ContainsAny(line, "(") && !strings.Contains(line, " by ") {
		return nil
	}
	var all []credit
	told, role := false, ""
	for piece := range strings.FieldsFuncSeq(joinsNames.Replace(line), func(r rune) bool { return r == ',' || r == ';' }) {
		c := creditOf(strings.TrimSpace(piece), role)
		if !isNameOfPerson(c.name) {
			return nil
		}
		told = told || c.role != ""
		if !strings.HasSuffix(piece, ")") { // what is in brackets is of the one before them alone
			role = c.role
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

// isNameOfPerson reports whether a text is of the form of a person's name: a few words
// with capital letters.
func isNameOfPerson(s string) bool {
	words := strings.Fields(s)
	return len(words) > 0 && len(words) <= 5 && startsUpper(words[len(words)-1]) && capitalised(s) && !strings.ContainsFunc(s, unicode.IsDigit)
}

// credited returns those whom a line names for what a field asks, with a comma between
// them, and whether it tells of anybody what he did.
func (e *engine) credited(w *want, line string) (names string, told bool) {
	var out []string
	all := creditsIn(line)
	for _, c := range all {
		if e.isRole(w, c.role) {
			out = append(out, c.name)
		}
	}
	return strings.Join(out, ", "), len(all) > 0
}

// uncredited returns the names that stand beside a label without those of whom it is said
// that they did something else than what a field asks.
func (e *engine) uncredited(w *want, text string) string {
	var out []string
	for _, c := range creditsIn(text) {
		if c.role == "" || e.isRole(w, c.role) {
			out = append(out, c.name)
		}
	}
	if len(out) == 0 {
		return text
	}
	return strings.Join(out, ", ")
}

// isRole reports whether a field asks for whoever has a role; without one he wrote it.
func (e *engine) isRole(w *want, role string) bool {
	if role == "" {
		return w.concept.String() == "author" && w.isOnly("author")
	}
	return max(e.textSimilarity(w, role), e.textSimilarity(w, role+" by")) >= sureRole
}

// sureRole is how alike a field's name and what somebody did are at least.
const sureRole = 0.9

// credits takes who did what a field asks for from the lines that tell it of people.
func (f *finder) credits() {
	if f.w.shape != lexicon.Person || f.w.typ != 0 {
		return
	}
	e := f.e
	take := func(node content.ID, text string) {
		if names, _ := e.credited(f.w, text); names != "" {
			f.add(evidence.Label, node, names, e.w.Byline*e.place(f.w, node, f.s))
		}
	}
	for i := range e.t.Lines {
		if f.s.holds(e.t.Lines[i].First) {
			take(e.t.LineNode(i), e.t.LineText(i))
		}
	}
	if e.x.H1 != content.None && f.s.holds(e.x.H1) {
		if _, addition := e.headingParts(e.x.H1); addition != content.None {
			take(addition, e.t.Text(addition))
		}
	}
}

// creditText returns the line of an element that tells who did what, as far as a field
// asks for it.
func (e *engine) creditText(w *want, id content.ID) (names string, told bool) {
	if e.t.Len(id) > maxCredits {
		return "", false
	}
	return e.credited(w, e.t.Text(id))
}
