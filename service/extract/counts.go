package extract

import (
	"strings"
	"unicode"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// maxCount is how long, in bytes, a text is that is a count and nothing else.
const maxCount = 12

// countKeys returns what a bare number in a record counts: what its icon is called,
// and the page of those that it counts, to which it leads.
func (e *engine) countKeys(p *part) []evidence.Key {
	if e.partLen(p) > maxCount || !isCount(e.partText(p)) {
		return nil
	}
	t := e.t
	var keys []evidence.Key
	add := func(name string) {
		if k := e.x.Intern(name); k != evidence.NoKey {
			keys = append(keys, k)
		}
	}
	if t.Nodes[p.id].Role == content.Link {
		path, _, _ := strings.Cut(t.Value(p.id, "href"), "?")
		path, _, _ = strings.Cut(path, "#")
		if name := path[strings.LastIndexByte(path, '/')+1:]; name != "" && !strings.ContainsFunc(name, unicode.IsDigit) {
			add(name)
		}
	}
	from, _ := e.span(p)
	icon := content.None
	for id := p.id; id < t.Nodes[p.id].End && id < p.id+20 && t.From(id) <= from; id++ {
		if t.Nodes[id].Kind == content.Element && t.Len(id) == 0 && iconName(t.Document, id) != "" {
			icon = id
		}
	}
	if icon != content.None {
		add(iconName(t.Document, icon))
	}
	return keys
}

// isCount reports whether a text is a number and nothing else, maybe in thousands:
// "14,208", "1.2k".
func isCount(s string) bool {
	s = strings.TrimSpace(s)
	digits := 0
	for i, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case strings.ContainsRune("., +", r):
		case i > 0 && i == len(s)-1 && strings.ContainsRune("kKmM", r):
		default:
			return false
		}
	}
	return digits > 0
}

// isHowMany reports whether a field asks how many there are of what the record is, and
// of nothing else.
func (w *want) isHowMany() bool {
	if w.typ != query.Integer && w.typ != query.Number {
		return false
	}
	switch strings.ToLower(w.field.Name) {
	case "count", "total", "amount", "quantity", "number":
		return true
	}
	return false
}

// areCounts reports whether the parts of a column are counts and nothing else: "14",
// "(1,208)".
func (e *engine) areCounts(col *column) bool {
	return col.all(func(p *part) bool {
		text := strings.TrimSpace(e.partText(p))
		if inner, ok := strings.CutPrefix(text, "("); ok {
			text = strings.TrimSuffix(inner, ")")
		}
		return len(text) <= maxCount && isCount(text)
	})
}

// areBracketed reports whether the parts of a column are counts in brackets: as what is
// rated says how often, "(212)".
func (e *engine) areBracketed(col *column) bool {
	return e.areCounts(col) && col.all(func(p *part) bool { return strings.HasPrefix(strings.TrimSpace(e.partText(p)), "(") })
}

// iconName returns what an element that shows no text is called: its label, or its
// class without the words of icons.
func iconName(d *content.Document, id content.ID) string {
	for _, name := range [...]string{"aria-label", "title", "alt"} {
		if v, _ := d.Attr(id, name); v != "" {
			return v
		}
	}
	class, _ := d.Attr(id, "class")
	var words []string
	for _, w := range lexicon.Words(class) {
		switch w {
		case "icon", "icons", "ico", "fa", "fas", "far", "fab", "bi", "svg", "octicon", "material", "glyphicon", "i", "mdi", "lucide", "o", "solid", "outline", "regular":
		case "eye": // what is drawn for what is counted
			words = append(words, "views")
		case "heart", "thumb", "thumbs", "thumbsup":
			words = append(words, "likes")
		case "bubble", "chat", "speech", "message":
			words = append(words, "comments")
		default:
			words = append(words, w)
		}
	}
	if len(words) > 2 {
		return ""
	}
	return strings.Join(words, " ")
}

// areCounted reports whether the parts of a column each say how many there are of
// something: "25 posts", "18 months".
func (e *engine) areCounted(col *column) bool {
	return col.all(func(p *part) bool {
		number, noun, ok := strings.Cut(strings.TrimSpace(e.partText(p)), " ")
		return ok && isCount(number) && !strings.ContainsFunc(noun, func(r rune) bool { return !unicode.IsLower(r) })
	})
}

// Limits of counts in the page's own words.
const (
	maxCounting = 200 // bytes of a line that counts
	maxBetween  = 3   // words between a number and what it counts
)

// counted takes numbers that stand before what a field asks how many there are of:
// "128 Data Engineer jobs" for total_jobs, "has 34 councillors" for num_councillors.
func (f *finder) counted() {
	e := f.e
	noun := countedNoun(f.w)
	if noun == "" {
		return
	}
	for i := range e.t.Lines {
		line := &e.t.Lines[i]
		if line.To-line.From > maxCounting || !f.s.holds(line.First) || e.t.Region(line.First)&(tree.InFooter|tree.InRelated) != 0 {
			continue
		}
		text := e.t.LineText(i)
		if number := numberOf(text, noun); number != "" {
			f.add(evidence.Typed, e.t.LineNode(i), number, f.e.w.Counted)
		}
		if e.t.Region(line.First)&tree.InNav != 0 {
			continue
		}
		if number := numberBefore(text, noun); number != "" {
			f.add(evidence.Typed, e.t.LineNode(i), number, f.e.w.Counted*e.place(f.w, line.First, f.s))
		}
	}
}

// countedNoun returns the stem of what a field asks how many there are of, or "".
func countedNoun(w *want) string {
	if w.typ != query.Integer && w.typ != query.Number || w.paging && w.concept.String() != "totalresults" {
		return ""
	}
	words := lexicon.Words(w.field.Name)
	if len(words) < 2 {
		return ""
	}
	switch last := words[len(words)-1]; last {
	case "count", "total":
		return lexicon.Stem(words[len(words)-2])
	default:
		switch words[0] {
		case "total", "num", "number", "count", "no", "n", "anzahl", "nombre", "numero", "open", "active", "current":
			return lexicon.Stem(last)
		}
	}
	return ""
}

// numberOf returns the number in a line that is a noun, by its stem, and how many there
// are, as the tabs of a page have it: "Issues 58", "Reviews (12)".
func numberOf(line, noun string) string {
	word, number, _ := strings.Cut(strings.TrimSpace(line), " ")
	number = strings.Trim(number, "()")
	if lexicon.Stem(strings.ToLower(word)) != noun || !isCount(number) {
		return ""
	}
	return number
}

// numberBefore returns the number in a line that a noun, by its stem, stands right
// after or a few words after.
func numberBefore(line, noun string) string {
	number, between := "", 0
	for word := range strings.FieldsSeq(line) {
		word = strings.Trim(word, ",.:;()[]")
		switch {
		case read.IsBareNumber(word):
			number, between = word, 0
		case number == "":
		case lexicon.Stem(strings.ToLower(word)) == noun:
			return number
		default:
			if between++; between > maxBetween {
				number = ""
			}
		}
	}
	return ""
}
