package align

import (
	"strings"
	"unicode"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
)

// maxCount is how long, in bytes, a text is that is a count and nothing else.
const maxCount = 12

// countKeys returns what a bare number in a record counts: what its icon is called,
// and the page of those that it counts, to which it leads.
func countKeys(e *Engine, p *onpage.Part) []evidence.Key {
	if e.PartLen(p) > maxCount || !find.IsCount(e.PartText(p)) {
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

// isHowMany reports whether a field asks how many there are of what the record is, and
// of nothing else.
func isHowMany(w *fields.Field) bool {
	if w.Type != query.Integer && w.Type != query.Number {
		return false
	}
	switch strings.ToLower(w.Query.Name) {
	case "count", "total", "amount", "quantity", "number":
		return true
	}
	return false
}

// areCounts reports whether the parts of a column are counts and nothing else: "14",
// "(1,208)".
func areCounts(e *Engine, col *onpage.Column) bool {
	return col.All(func(p *onpage.Part) bool {
		text := strings.TrimSpace(e.PartText(p))
		if inner, ok := strings.CutPrefix(text, "("); ok {
			text = strings.TrimSuffix(inner, ")")
		}
		return len(text) <= maxCount && find.IsCount(text)
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
