package onpage

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// ByName returns what is to be read of a text that the page shows for a field.
func ByName(w *fields.Field, text string) string {
	if w.Shape == lexicon.Person {
		return cutByline(text)
	}
	if open := strings.LastIndex(text, " ("); open > 0 && IsWords(w.Shape) && wantsLess(w) && strings.HasSuffix(text, ")") {
		return text[:open]
	}
	return text
}

// cutByline keeps the first part of a line about an author: "Ann Lee | 3 May".
func cutByline(s string) string {
	for _, sep := range [...]string{" | ", " • ", " · ", " – ", " — ", " / ", " - ", ", in ", " in ", " at ", "\n"} {
		if head, _, ok := strings.Cut(s, sep); ok && len(head) > 2 {
			s = head
		}
	}
	return s
}

// ValuesOf returns the texts of an element that may be the value of the field: an
// attribute for links, images and times, else its text.
func (e *Engine) ValuesOf(w *fields.Field, id content.ID) []string {
	t := e.Tree
	switch w.Shape {
	case lexicon.URL:
		return linkOf(e, id)
	case lexicon.Image:
		return imageIn(e, id)
	}
	if own := ownForm(e, w, id); own != nil {
		return own
	}
	switch tag := t.Tag(id); tag {
	case "img":
		if IsWords(w.Shape) {
			return []string{t.Value(id, "alt")}
		}
	case "input":
		switch strings.ToLower(t.Value(id, "type")) {
		case "checkbox", "radio", "submit", "button", "reset", "image", "password", "search":
			return nil
		}
		return []string{t.Value(id, "value")}
	case "data", "meter":
		return []string{t.Value(id, "value")}
	case "del", "s", "strike":
		if w.Shape != lexicon.Price {
			return nil
		}
	}
	if w.Shape == lexicon.Prose || w.Shape == lexicon.Address && t.Len(id) < 400 {
		return []string{underHeading(e, id)}
	}
	if t.Len(id) > 3000 {
		return nil
	}
	if w.Shape == lexicon.Price {
		return priceOf(e, w, id)
	}
	text := e.Noted(id)
	if w.IsNaming() || w.Shape == lexicon.Person {
		text = e.nameIn(id)
	}
	if text != "" {
		return []string{text}
	}
	if v := t.Value(id, "content"); v != "" {
		return []string{v}
	}
	return nil
}

// priceOf returns what an element says that a thing costs, or did cost if the field asks for that: of
// a former price the whole, "$638.94", whose digits may stand in several elements.
func priceOf(e *Engine, w *fields.Field, id content.ID) []string {
	struck := e.struckAround(id)
	switch {
	case struck == content.None:
		return []string{e.CurrentPrice(id)}
	case w.Concept.String() == "oldprice":
		return []string{e.Tree.Text(struck)}
	case struck == id:
		return nil
	}
	return []string{e.CurrentPrice(id)}
}

// addressOf returns where a link leads, or the site that it says it leads to, if it counts
// clicks on the way or lacks a scheme.
func addressOf(e *Engine, link content.ID) string {
	href, text := e.Tree.Value(link, "href"), strings.ToLower(e.Tree.Text(link))
	site, ok := strings.CutPrefix(text, "www.")
	if !ok || strings.ContainsAny(site, " \n…") {
		return href
	}
	host, _, _ := strings.Cut(site, "/")
	if u, err := url.Parse(strings.ToLower(href)); err != nil || strings.HasSuffix(u.Hostname(), host) {
		return href
	}
	return "http://" + text
}

// linkOf returns where the first link in an element leads, or the link that it is in.
func linkOf(e *Engine, id content.ID) []string {
	t := e.Tree
	for k := id; k < t.Nodes[id].End && k < id+40; k++ {
		if t.Nodes[k].Role == content.Link && t.Nodes[k].Kind == content.Element {
			return []string{addressOf(e, k)}
		}
	}
	for p, up := t.Nodes[id].Parent, 0; p != content.None && up < 3; p, up = t.Nodes[p].Parent, up+1 {
		if t.Nodes[p].Role == content.Link {
			return []string{t.Value(p, "href")}
		}
	}
	return nil
}

// imageIn returns the source of the first picture in an element.
func imageIn(e *Engine, id content.ID) []string {
	t := e.Tree
	for k := id; k < t.Nodes[id].End && k < id+40; k++ {
		if t.Tag(k) == "img" {
			return []string{ImageSource(t.Document, k)}
		}
	}
	return nil
}

// ownForm returns what an element gives for values of a shape in a form of their own: the
// time for machines, the address a link writes to, stars, the names in a byline.
func ownForm(e *Engine, w *fields.Field, id content.ID) []string {
	text := ""
	switch w.Shape {
	case lexicon.Date:
		for k := id; k < e.Tree.Nodes[id].End && k < id+12; k++ {
			if v := cmp.Or(e.Tree.Value(k, "datetime"), evidence.TitledTime(e.Tree, k, e.Index.Locale)); v != "" && w.Type != 0 {
				return []string{v, e.Tree.Text(id)}
			}
		}
	case lexicon.Email, lexicon.Phone:
		text = writesTo(e, w.Shape, id)
	case lexicon.Rating:
		text = e.ScoreText(id)
	case lexicon.Person:
		names, told := creditText(e, w, id)
		if told {
			return []string{names}
		}
		text = e.PersonText(id)
	}
	if text == "" {
		return nil
	}
	return []string{text}
}

// CurrentPrice returns the text of an element, line by line, without what is
// struck through.
func (e *Engine) CurrentPrice(id content.ID) string {
	t := e.Tree
	from, to := t.From(id), t.To(id)
	for k := id + 1; k < t.Nodes[id].End; k++ {
		if t.Len(k) == 0 || !e.IsFormer(k) {
			continue
		}
		if t.From(k) <= from+1 {
			from = t.To(k)
		} else {
			to = min(to, t.From(k))
		}
	}
	if to < from {
		return t.Prose(id)
	}
	return strings.Trim(t.Raw(from, to), " \n")
}

// underHeading returns the text of an element without the heading that it begins with,
// if one line follows it: what the element is called, and not what it says.
func underHeading(e *Engine, id content.ID) string {
	t := e.Tree
	text := t.Prose(id)
	head, rest, ok := strings.Cut(text, "\n")
	if !ok || strings.Contains(rest, "\n") {
		return text
	}
	for k := id + 1; k < t.Nodes[id].End && t.From(k) == t.From(id); k++ {
		if t.Nodes[k].Role == content.Heading && t.Text(k) == strings.TrimSpace(head) {
			return strings.TrimSpace(rest)
		}
	}
	return text
}

// writesTo returns the address or number that the only link in an element, or the link
// that it is, is for, where what is written on it is another text; else "".
func writesTo(e *Engine, shape lexicon.Shape, id content.ID) string {
	scheme := "mailto:"
	if shape == lexicon.Phone {
		scheme = "tel:"
	}
	to := e.LeadsTo(id)
	if len(to) < len(scheme) || !strings.EqualFold(to[:len(scheme)], scheme) || strings.ContainsAny(e.Tree.Text(id), "@0123456789") {
		return ""
	}
	to, _, _ = strings.Cut(to[len(scheme):], "?")
	return to
}

// LeadsTo returns the address of the only link in or around an element; else "".
func (e *Engine) LeadsTo(id content.ID) string {
	to := ""
	for k := id; k < e.Tree.Nodes[id].End; k++ {
		if e.Tree.Nodes[k].Role == content.Link && e.Tree.Nodes[k].Kind == content.Element {
			if to != "" {
				return ""
			}
			to = addressOf(e, k)
		}
	}
	for up := 0; to == "" && up < 3 && e.Tree.Nodes[id].Parent != content.None; up++ {
		if id = e.Tree.Nodes[id].Parent; e.Tree.Nodes[id].Role == content.Link {
			to = e.Tree.Value(id, "href")
		}
	}
	return to
}

// ImageSource returns the address of an image, or "".
func ImageSource(d *content.Document, id content.ID) string {
	for _, name := range [...]string{"data-src", "data-original", "data-lazy-src", "src"} {
		if v, _ := d.Attr(id, name); v != "" && !strings.HasPrefix(v, "data:") {
			return v
		}
	}
	if v, _ := d.Attr(id, "srcset"); v != "" {
		first, _, _ := strings.Cut(strings.TrimSpace(v), " ")
		return strings.TrimSuffix(first, ",")
	}
	return ""
}

// maxDateText is how much of a text is searched for a date, in bytes.
const maxDateText = 400

// maxBooleanText is how long, in bytes, a text is that says yes or no.
const maxBooleanText = 200

// maxShort is how long, in bytes, a text is at most that may be anything but prose.
const maxShort = 5000

// OneLine collapses the blanks of a text.
func OneLine(s string) string {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < ' ', c == ' ' && (i == 0 || i == len(s)-1 || s[i+1] == ' '), c == 0xC2, c == 0xE2, c == 0xE3:
			return joinWords(s)
		}
	}
	return s
}

// joinWords is the words of a text with one blank between them. The text may be a whole
// page's: it is not made a list of words first.
func joinWords(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for word := range strings.FieldsSeq(s) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// ReadAfresh does what read does, whether it was done before or not.
func (e *Engine) ReadAfresh(w *fields.Field, text string) (encoded string, fit float64) {
	text = strings.TrimSpace(text)
	if text == "" || !utf8.ValidString(text) {
		if text = strings.TrimSpace(strings.ToValidUTF8(text, "")); text == "" {
			return "", 0
		}
	}
	switch w.Type {
	case query.Integer, query.Number, query.Price, query.Percent:
		return readNumber(e, w, text)
	case query.Boolean:
		return readBoolean(OneLine(text))
	case query.Date, query.DateTime:
		return readDate(e, w, OneLine(text))
	case query.Email:
		return found(read.Email(text))
	case query.Phone:
		return found(phone(e, OneLine(text)))
	case query.URL:
		return found(read.URL(text, e.Tree.Base))
	}
	return readText(e, w, text)
}

// readBoolean reads whether a text says yes or no.
func readBoolean(s string) (string, float64) {
	if len(s) > maxBooleanText {
		return "", 0
	}
	b, ok := read.Boolean(s)
	if !ok {
		return "", 0
	}
	return strconv.FormatBool(b), 1
}

// readDate reads a day, or a day and a time. The more of a text is about something else,
// and the less a date says, the less it fits.
func readDate(e *Engine, w *fields.Field, s string) (string, float64) {
	if len(s) > maxDateText {
		s = strings.ToValidUTF8(s[:maxDateText], "")
	}
	d, from, to, ok := read.FindDate(s, e.Index.Locale, e.Tree.Loaded)
	if !ok || strings.HasPrefix(d.Date(), "1970-01-01") { // the zero of clocks
		return "", 0
	}
	if w.Bound > 0 {
		if _, last, ok := read.Span(s, e.Index.Locale, e.Tree.Loaded); ok {
			d = last
		}
	}
	fit := 0.5 + 0.5*float64(to-from)/float64(len(s))
	if from > 40 {
		fit *= 0.5
	}
	if !d.HasDay {
		fit *= 0.6
	}
	if d.Relative {
		fit *= 0.5
	}
	if w.Type == query.DateTime {
		return fields.Quote(d.DateTime()), fit
	}
	return fields.Quote(d.Date()), fit
}

func found(s string, ok bool) (string, float64) {
	if !ok {
		return "", 0
	}
	return fields.Quote(s), 1
}

// isDay reports whether a text is a day in numbers: no quantity, though it begins with
// a number.
func isDay(e *Engine, text string) bool {
	if len(text) < 8 || len(text) > 10 || strings.Count(text, "/") != 2 && strings.Count(text, "-") != 2 && strings.Count(text, ".") != 2 {
		return false
	}
	_, from, to, ok := read.FindDate(text, e.Index.Locale, e.Tree.Loaded)
	return ok && to-from == len(text)
}

// isDate reports whether a short text is a date and nothing else: "4 March 2025".
func isDate(e *Engine, text string) bool {
	if len(text) > 30 || Letters(text) < 3 {
		return false
	}
	_, from, to, ok := read.FindDate(text, e.Index.Locale, e.Tree.Loaded)
	return ok && to-from == len(text)
}

// Letters counts the letters of a text.
func Letters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// AsShown returns the words in which the page shows a value that structured data gives in
// a form for machines, if it shows it: "1h 54m" for PT1H54M, an address with its own
// commas. Fields with a type have a form of their own.
func (e *Engine) AsShown(w *fields.Field, text string) string {
	if w.Type != 0 || w.Shape != lexicon.Address && (w.Shape != lexicon.Duration || !strings.HasPrefix(text, "P")) {
		return text
	}
	if shown, known := e.shown[text]; known {
		return shown
	}
	if len(e.shown) >= maxShown {
		return text
	}
	shown := ""
	if w.Shape == lexicon.Address {
		shown = shownAddress(e, text)
	} else if d, ok := read.Duration(text, 0, e.Index.Locale); ok && d > 0 {
		shown = shownDuration(e, d)
	}
	if shown == "" {
		shown = text
	}
	if e.shown == nil {
		e.shown = map[string]string{}
	}
	e.shown[text] = shown
	return shown
}

// maxShown is how many values a page is searched for: those of a list of events may be
// thousands.
const maxShown = 16

// maxShownDuration is how long, in bytes, a text is that tells a length of time and
// nothing else.
const maxShownDuration = 24

// shownDuration returns the shortest text of the page's own that tells a length of time, or "".
func shownDuration(e *Engine, d time.Duration) string {
	t := e.Tree
	shortest := ""
	for i := range t.Nodes {
		id := content.ID(i)
		if n := &t.Nodes[i]; n.Kind != content.Element || n.Hidden || t.Len(id) < 2 || t.Len(id) > maxShownDuration || t.Region(id)&tree.Aside != 0 {
			continue
		}
		text := t.Text(id)
		if !unicode.IsDigit(rune(text[0])) {
			continue
		}
		if shown, ok := read.Duration(text, 0, e.Index.Locale); ok && shown == d && (shortest == "" || len(text) < len(shortest)) {
			shortest = text
		}
	}
	return shortest
}

// shownAddress returns the line of the page that has the words of an address in their
// order, but maybe not the country's, or "".
func shownAddress(e *Engine, address string) string {
	words := lexicon.Words(address)
	if len(words) < 3 {
		return ""
	}
	for i := range e.Tree.Lines {
		if size := int(e.Tree.Lines[i].To - e.Tree.Lines[i].From); size*2 < len(address) || size > 2*len(address) {
			continue
		}
		text := e.Tree.LineText(i)
		if !strings.EqualFold(text[:min(len(text), len(words[0]))], words[0]) {
			continue
		}
		if line := lexicon.Words(text); len(commonWords(line, words)) >= max(len(line), len(words))-1 {
			return text
		}
	}
	return ""
}

// commonWords returns what two lists of words begin with alike.
func commonWords(a, b []string) []string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return a[:n]
}
