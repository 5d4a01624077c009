package find

import (
	"strings"
	"unicode"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// MaxCount is how long, in bytes, a text is that is a count and nothing else.
const MaxCount = 12

// CountKeys returns what a bare number in a record counts: what its icon is called,
// and the page of those that it counts, to which it leads.
func (e *Engine) CountKeys(p *onpage.Part) []evidence.Key {
	if e.PartLen(p) > MaxCount || !IsCount(e.PartText(p)) {
		return nil
	}
	t := e.Tree
	var keys []evidence.Key
	add := func(name string) {
		if k := e.Index.Intern(name); k != evidence.NoKey {
			keys = append(keys, k)
		}
	}
	if t.Nodes[p.ID].Role == content.Link {
		path, _, _ := strings.Cut(t.Value(p.ID, "href"), "?")
		path, _, _ = strings.Cut(path, "#")
		if name := path[strings.LastIndexByte(path, '/')+1:]; name != "" && !strings.ContainsFunc(name, unicode.IsDigit) {
			add(name)
		}
	}
	from, _ := e.Span(p)
	icon := content.None
	for id := p.ID; id < t.Nodes[p.ID].End && id < p.ID+20 && t.From(id) <= from; id++ {
		if t.Nodes[id].Kind == content.Element && t.Len(id) == 0 && iconName(t.Document, id) != "" {
			icon = id
		}
	}
	if icon != content.None {
		add(iconName(t.Document, icon))
	}
	return keys
}

// IsCount reports whether a text is a number and nothing else, maybe in thousands:
// "14,208", "1.2k".
func IsCount(s string) bool {
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

// IsHowMany reports whether a field asks how many there are of what the record is, and
// of nothing else.
func IsHowMany(w *fields.Field) bool {
	if w.Type != query.Integer && w.Type != query.Number {
		return false
	}
	switch strings.ToLower(w.Query.Name) {
	case "count", "total", "amount", "quantity", "number":
		return true
	}
	return false
}

// AreCounts reports whether the parts of a column are counts and nothing else: "14",
// "(1,208)".
func (e *Engine) AreCounts(col *onpage.Column) bool {
	return col.All(func(p *onpage.Part) bool {
		text := strings.TrimSpace(e.PartText(p))
		if inner, ok := strings.CutPrefix(text, "("); ok {
			text = strings.TrimSuffix(inner, ")")
		}
		return len(text) <= MaxCount && IsCount(text)
	})
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

// Limits of counts in the page's own words.
const (
	maxCounting = 200 // bytes of a line that counts
	maxBetween  = 3   // words between a number and what it counts
)

// counted takes numbers that stand before what a field asks how many there are of:
// "128 Data Engineer jobs" for total_jobs, "has 34 councillors" for num_councillors.
func (f *Finder) counted() {
	e := f.Engine
	noun := countedNoun(f.w)
	if noun == "" {
		return
	}
	for i := range e.Tree.Lines {
		line := &e.Tree.Lines[i]
		if line.To-line.From > maxCounting || !f.s.Holds(line.First) || e.Tree.Region(line.First)&(tree.InFooter|tree.InRelated) != 0 {
			continue
		}
		text := e.Tree.LineText(i)
		if number := numberOf(text, noun); number != "" {
			f.add(evidence.Typed, e.Tree.LineNode(i), number, f.Engine.Weights.Counted)
		}
		if e.Tree.Region(line.First)&tree.InNav != 0 {
			continue
		}
		if number := numberBefore(text, noun); number != "" {
			f.add(evidence.Typed, e.Tree.LineNode(i), number, f.Engine.Weights.Counted*e.Place(f.w, line.First, f.s))
		}
	}
}

// countedNoun returns the stem of what a field asks how many there are of, or "".
func countedNoun(w *fields.Field) string {
	if w.Type != query.Integer && w.Type != query.Number || w.Paging && w.Concept.String() != "totalresults" {
		return ""
	}
	words := lexicon.Words(w.Query.Name)
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
	if lexicon.Stem(strings.ToLower(word)) != noun || !IsCount(number) {
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
