package extract

import (
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

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
