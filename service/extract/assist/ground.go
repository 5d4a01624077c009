package assist

import (
	"encoding/json"
	"math"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// ground is what a page says, laid out for looking values up in it.
type ground struct {
	t      *tree.Tree
	locale read.Locale

	said  []piece // the visible lines, then what attributes and metas say
	lines int     // how many of them are visible lines
	text  string  // all pieces folded, a blank between them
	start []int   // where each piece begins in text

	numbers map[float64]int // number → piece; filled when first asked for
	dates   map[string]int  // YYYY-MM-DD → piece
	links   map[string]content.ID
}

// piece is a text of the page and where it is from.
type piece struct {
	text string
	node content.ID
}

// found is a value that stands on the page.
type found struct {
	value json.RawMessage
	text  string // what it was read from
	node  content.ID
}

// maxGround bounds the text that values are looked up in, in bytes.
const maxGround = 8 << 20

func newGround(t *tree.Tree) *ground {
	g := &ground{t: t, locale: read.Locale{Lang: t.Lang}}
	for i := range t.Lines {
		g.said = append(g.said, piece{t.LineText(i), t.LineNode(i)})
	}
	g.lines = len(g.said)
	for i := range t.Nodes {
		n := &t.Nodes[i]
		id := content.ID(i)
		if n.Kind != content.Element {
			continue
		}
		for a := range t.Attrs(id) {
			switch a.Name {
			case "alt", "title", "aria-label", "content", "value", "datetime":
				if a.Value != "" && (a.Name != "value" || t.Tag(id) == "input" || t.Tag(id) == "data") {
					g.said = append(g.said, piece{a.Value, id})
				}
			}
		}
		if t.Tag(id) == "title" && n.End > id+1 && t.Nodes[id+1].Kind == content.Text {
			g.said = append(g.said, piece{t.Chars(id + 1), id})
		}
	}
	var b strings.Builder
	for i := range g.said {
		if b.Len() > maxGround {
			g.said = g.said[:i]
			g.lines = min(g.lines, i)
			break
		}
		g.start = append(g.start, b.Len())
		fold(g.said[i].text, func(r rune, _ int) { b.WriteRune(r) })
		b.WriteByte(' ')
	}
	g.text = b.String()
	return g
}

// fold yields the characters of a text as they are compared: lower case, one blank
// for any run of blanks, plain quotes and dashes; each with its offset.
func fold(s string, yield func(r rune, offset int)) {
	blank := true
	for i, r := range s {
		switch r {
		case '‘', '’', '‚', '′', '`', '´':
			r = '\''
		case '“', '”', '„', '″', '«', '»':
			r = '"'
		case '‐', '‑', '‒', '–', '—', '−':
			r = '-'
		case '\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', utf8.RuneError:
			continue
		}
		if unicode.IsSpace(r) {
			if blank {
				continue
			}
			blank, r = true, ' '
		} else {
			blank, r = false, unicode.ToLower(r)
		}
		yield(r, i)
	}
}

// find looks up what a model said of a field.
func (g *ground) find(f *query.Field, said json.RawMessage) (found, bool) {
	hint := f.Hint()
	var text string
	isText := json.Unmarshal(said, &text) == nil
	var number float64
	isNumber := !isText && json.Unmarshal(said, &number) == nil
	switch hint.Type {
	case query.Integer, query.Number, query.Price, query.Percent:
		if !isNumber || hint.Type == query.Integer && number != math.Trunc(number) {
			return found{}, false
		}
		return g.number(number, unitOf(f, hint))
	case query.Boolean:
		var yes bool
		if json.Unmarshal(said, &yes) != nil || isText || isNumber {
			return found{}, false
		}
		return g.boolean(yes)
	}
	if isNumber { // a text that is a number, as written
		text, isText = string(said), true
	}
	if text = strings.TrimSpace(text); !isText || text == "" {
		return found{}, false
	}
	switch hint.Type {
	case query.Date, query.DateTime:
		return g.date(text, hint.Type == query.DateTime)
	case query.URL:
		return g.link(text)
	case query.Email:
		return g.email(text)
	case query.Phone:
		return g.phone(text)
	}
	if at, ok := g.link(text); ok && strings.Contains(text, "://") {
		return at, true
	}
	return g.words(text)
}

func unitOf(f *query.Field, hint query.Hint) time.Duration {
	if unit := read.UnitOf(hint.Words); unit != 0 {
		return unit
	}
	return read.UnitOf(f.Name)
}

// words finds a text, whole words, and returns it as the page spells it.
func (g *ground) words(s string) (found, bool) {
	var b strings.Builder
	fold(s, func(r rune, _ int) { b.WriteRune(r) })
	folded := strings.TrimSpace(b.String())
	if folded == "" {
		return found{}, false
	}
	for at := 0; ; {
		i := strings.Index(g.text[at:], folded)
		if i < 0 {
			return found{}, false
		}
		i += at
		end := i + len(folded)
		if g.bounded(i, end) {
			if text, node, ok := g.original(i, end); ok {
				return found{quote(text), text, node}, true
			}
		}
		at = i + 1
	}
}

// bounded reports whether text[from:to] is no part of longer words.
func (g *ground) bounded(from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(g.text[:from])
	first, _ := utf8.DecodeRuneInString(g.text[from:])
	last, _ := utf8.DecodeLastRuneInString(g.text[:to])
	after, _ := utf8.DecodeRuneInString(g.text[to:])
	return !(joins(before) && joins(first)) && !(joins(last) && joins(after))
}

func joins(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// original returns the page's own text of text[from:to], which may go over visible
// lines but not over attributes.
func (g *ground) original(from, to int) (string, content.ID, bool) {
	first := sort.Search(len(g.start), func(i int) bool { return g.start[i] > from }) - 1
	last := sort.Search(len(g.start), func(i int) bool { return g.start[i] >= to }) - 1
	if first != last && last >= g.lines {
		return "", 0, false
	}
	a := unfolded(g.said[first].text, from-g.start[first])
	z := unfolded(g.said[last].text, to-g.start[last])
	node := g.said[first].node
	if first == last {
		return strings.TrimSpace(g.said[first].text[a:z]), node, true
	}
	text := g.t.Raw(g.t.Lines[first].From+int32(a), g.t.Lines[last].From+int32(z))
	return strings.TrimSpace(text), node, true
}

// unfolded returns the offset in s of the given offset in what s folds to.
func unfolded(s string, offset int) int {
	at, n := len(s), 0
	fold(s, func(r rune, i int) {
		if n >= offset && at == len(s) {
			at = i
		}
		n += utf8.RuneLen(r)
	})
	return at
}

func quote(s string) json.RawMessage {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(strings.ToValidUTF8(s, "")) != nil {
		return nil
	}
	return json.RawMessage(strings.TrimSuffix(b.String(), "\n"))
}

// number finds a number that some piece of the page reads as.
func (g *ground) number(n float64, unit time.Duration) (found, bool) {
	if g.numbers == nil {
		g.numbers = map[float64]int{}
		for i := range g.said {
			g.readNumbers(i)
		}
	}
	i, ok := g.numbers[n]
	for k := 0; !ok && unit != 0 && k < len(g.said); k++ {
		i, ok = k, g.lasts(g.said[k].text, n, unit)
	}
	if !ok {
		return found{}, false
	}
	return found{json.RawMessage(strconv.FormatFloat(n, 'f', -1, 64)), g.said[i].text, g.said[i].node}, true
}

// lasts reports whether a piece of text tells of a duration of n units.
func (g *ground) lasts(text string, n float64, unit time.Duration) bool {
	for at := 0; at < len(text); at++ {
		if text[at] < '0' || text[at] > '9' || at > 0 && text[at-1] >= '0' && text[at-1] <= '9' {
			continue
		}
		piece := text[at:min(len(text), at+40)]
		if stop := strings.IndexAny(piece, ".;\n"); stop > 0 {
			piece = piece[:stop]
		}
		if d, ok := read.Duration(piece, unit, g.locale); ok && float64(d)/float64(unit) == n {
			return true
		}
	}
	return false
}

func (g *ground) readNumbers(i int) {
	note := func(n float64, ok bool) {
		if _, seen := g.numbers[n]; ok && !seen {
			g.numbers[n] = i
		}
	}
	text := g.said[i].text
	if len(text) < 60 {
		note(read.Number(text, g.locale))
		note(read.Price(text, g.locale))
		note(read.Rating(text, g.locale))
		note(read.Percent(text, g.locale))
	}
	for at := 0; at < len(text); at++ {
		if text[at] < '0' || text[at] > '9' {
			continue
		}
		end := at
		for end < len(text) && (text[end] >= '0' && text[end] <= '9' || text[end] == '.' || text[end] == ',' || text[end] == '\'' || text[end] == ' ' && end-at < 24) {
			end++
		}
		run := strings.TrimRight(text[at:end], " .,'")
		signed := run
		if at > 0 && (text[at-1] == '-' || strings.HasSuffix(text[:at], "−")) {
			signed = "-" + run
		}
		note(read.Number(signed, g.locale))
		note(read.Price(run, g.locale))
		if strings.Contains(run, " ") {
			for part := range strings.FieldsSeq(run) {
				note(read.Number(strings.Trim(part, ".,'"), g.locale))
			}
		}
		at = end
	}
}

func (g *ground) boolean(yes bool) (found, bool) {
	for i := range g.said {
		if text := g.said[i].text; len(text) > 3 && len(text) < 80 {
			if b, ok := read.Boolean(text); ok && b == yes {
				return found{json.RawMessage(strconv.FormatBool(b)), text, g.said[i].node}, true
			}
		}
	}
	return found{}, false
}

// date finds a day that some piece of the page names.
func (g *ground) date(s string, withTime bool) (found, bool) {
	if g.dates == nil {
		g.dates = map[string]int{}
		for i := range g.said {
			g.locale.Near = read.LastDay(g.locale.Near, g.said[i].text, g.locale, g.t.Loaded)
		}
		for i := range g.said {
			rest := g.said[i].text
			for n := 0; n < 20 && rest != ""; n++ {
				d, _, to, ok := read.FindDate(rest, g.locale, g.t.Loaded)
				if !ok || to <= 0 {
					break
				}
				if _, seen := g.dates[d.Date()]; !seen {
					g.dates[d.Date()] = i
				}
				rest = rest[to:]
			}
		}
	}
	day, _, _ := strings.Cut(s, "T")
	i, ok := g.dates[day]
	if !ok {
		return found{}, false
	}
	value := day
	if withTime {
		if d, _, _, is := read.FindDate(g.said[i].text, g.locale, g.t.Loaded); is && d.Date() == day {
			value = d.DateTime()
		}
	}
	return found{quote(value), g.said[i].text, g.said[i].node}, true
}

// link finds an address among the page's links and images.
func (g *ground) link(s string) (found, bool) {
	if g.links == nil {
		g.links = map[string]content.ID{}
		for i := range g.t.Nodes {
			for _, name := range [...]string{"href", "src", "data-src", "content"} {
				v := g.t.Value(content.ID(i), name)
				if v == "" || name == "content" && !strings.Contains(v, "://") {
					continue
				}
				if u, ok := read.URL(v, g.t.Base); ok {
					if _, seen := g.links[u]; !seen {
						g.links[u] = content.ID(i)
					}
				}
			}
		}
	}
	u, ok := read.URL(s, g.t.Base)
	if !ok {
		return found{}, false
	}
	node, ok := g.links[u]
	if !ok {
		return found{}, false
	}
	return found{quote(u), u, node}, true
}

func (g *ground) email(s string) (found, bool) {
	address, ok := read.Email(s)
	if !ok {
		return found{}, false
	}
	if at, ok := g.words(address); ok {
		return at, true
	}
	for i := range g.t.Nodes {
		if href := g.t.Value(content.ID(i), "href"); strings.HasPrefix(href, "mailto:") {
			if on, ok := read.Email(href); ok && strings.EqualFold(on, address) {
				return found{quote(on), href, content.ID(i)}, true
			}
		}
	}
	return found{}, false
}

// phone finds a number of the same digits, in whatever grouping.
func (g *ground) phone(s string) (found, bool) {
	wanted := digits(s)
	if len(wanted) < 7 {
		return found{}, false
	}
	for i := range g.said {
		if on, ok := read.Phone(g.said[i].text); ok && digits(on) == wanted {
			return found{quote(on), on, g.said[i].node}, true
		}
	}
	for i := range g.t.Nodes {
		if href := g.t.Value(content.ID(i), "href"); strings.HasPrefix(href, "tel:") {
			if number, err := url.PathUnescape(href[len("tel:"):]); err == nil && digits(number) == wanted {
				return found{quote(number), href, content.ID(i)}, true
			}
		}
	}
	return found{}, false
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}
