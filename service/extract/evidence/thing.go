package evidence

import (
	"html"
	"strings"

	"assay/service/content"
)

// Thing is an entity in the page's structured data, whatever notation it is in.
type Thing struct {
	Kind  Kind
	Types []string // without their vocabulary: Product, Recipe
	ID    string
	Node  content.ID
	Props []Prop // in source order
	Up    *Thing // what it is a property of, or nil
	In    string // the name of that property
}

// Prop is a property of a Thing.
type Prop struct {
	Name   string
	Values []Value
}

// Value is a text or a Thing.
type Value struct {
	Text  string
	Thing *Thing
	Node  content.ID
}

// Is reports whether the thing has a type of that name.
func (t *Thing) Is(name string) bool {
	for _, have := range t.Types {
		if have == name {
			return true
		}
	}
	return false
}

// Get returns the values of a property.
func (t *Thing) Get(name string) []Value {
	for i := range t.Props {
		if t.Props[i].Name == name {
			return t.Props[i].Values
		}
	}
	return nil
}

func (t *Thing) add(name string, v Value) {
	if v.Thing != nil {
		v.Thing.Up, v.Thing.In = t, name
	}
	for i := range t.Props {
		if t.Props[i].Name == name {
			t.Props[i].Values = append(t.Props[i].Values, v)
			return
		}
	}
	t.Props = append(t.Props, Prop{Name: name, Values: []Value{v}})
}

// Label returns the text that stands for a thing where a plain value is wanted.
func (t *Thing) Label() string {
	for _, name := range [...]string{"text", "name", "headline", "reviewBody", "articleBody", "@value", "value", "ratingValue", "url", "contentUrl"} {
		for _, v := range t.Get(name) {
			if v.Thing == nil && v.Text != "" {
				return v.Text
			}
		}
	}
	return ""
}

// address joins the parts of a postal address in reading order.
func (t *Thing) address() string {
	var parts []string
	for _, name := range [...]string{"streetAddress", "addressLocality", "addressRegion", "postalCode", "addressCountry"} {
		for _, v := range t.Get(name) {
			text := v.Text
			if v.Thing != nil {
				text = v.Thing.Label()
			}
			if text != "" {
				parts = append(parts, text)
				break
			}
		}
	}
	return strings.Join(parts, ", ")
}

// String returns the value as text: a thing stands as its label or address.
func (v Value) String() string {
	if v.Thing == nil {
		return v.Text
	}
	if v.Thing.Is("PostalAddress") {
		return v.Thing.address()
	}
	return v.Thing.Label()
}

const (
	maxThings = 20000
	maxFacts  = 20000
)

// clean makes plain text of a value that may hold HTML.
func clean(s string) string {
	if name, ok := vocabularyTerm(s); ok {
		return name
	}
	if strings.IndexByte(s, '&') >= 0 {
		s = html.UnescapeString(html.UnescapeString(s))
	}
	if strings.IndexByte(s, '<') >= 0 {
		s = stripTags(s)
	}
	return tidy(s)
}

// vocabularyTerm returns the name of a value that schema.org defines: InStock.
func vocabularyTerm(s string) (string, bool) {
	_, rest, ok := strings.Cut(s, "://")
	if !ok {
		return "", false
	}
	return strings.CutPrefix(strings.TrimPrefix(rest, "www."), "schema.org/")
}

// tidy collapses blanks, keeping line breaks.
func tidy(s string) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if s[i] <= ' ' && (s[i] != ' ' || i == 0 || i == len(s)-1 || s[i-1] == ' ') || s[i] == 0xC2 {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var b strings.Builder
	for line := range strings.SplitSeq(s, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		for i, w := range words {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(w)
		}
	}
	return b.String()
}

func stripTags(s string) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(s, '<')
		if open < 0 {
			break
		}
		end := strings.IndexByte(s[open:], '>')
		if end < 0 || open+1 < len(s) && (s[open+1] == ' ' || s[open+1] >= '0' && s[open+1] <= '9') {
			b.WriteString(s[:open+1])
			s = s[open+1:]
			continue
		}
		b.WriteString(s[:open])
		tag := strings.ToLower(strings.Trim(s[open+1:open+end], "/ "))
		for _, block := range [...]string{"p", "br", "li", "div", "h", "ul", "ol", "tr"} {
			if strings.HasPrefix(tag, block) {
				b.WriteByte('\n')
				break
			}
		}
		s = s[open+end+1:]
	}
	b.WriteString(s)
	return b.String()
}

// measured reports whether a thing is an amount of something.
func (t *Thing) measured() bool {
	return t.Get("amount") != nil || t.Get("quantity") != nil || t.Get("unit") != nil
}

// thingFacts lays the properties of all things out as facts.
func (x *Index) thingFacts() {
	for _, t := range x.Things {
		factsOf(x, t, t, "", 0)
	}
}

func factsOf(x *Index, root, t *Thing, path string, depth int) {
	for i := range t.Props {
		p := &t.Props[i]
		if len(x.Facts) >= maxFacts {
			return
		}
		f := Fact{Kind: root.Kind, Key: x.Intern(path + p.Name), Thing: root, Node: t.Node}
		for _, v := range p.Values {
			if root.Kind == State && v.Thing != nil && v.Thing.measured() {
				continue // the name alone would be half of it
			}
			f.Node = v.Node
			f.Values = appendText(f.Values, v, 0)
		}
		if len(f.Values) > 0 && f.Key != NoKey {
			x.Facts = append(x.Facts, f)
		}
		if depth >= 3 {
			continue
		}
		things := 0
		for _, v := range p.Values {
			if v.Thing == nil || v.Thing == root {
				continue
			}
			if things++; things > 3 {
				break // an array of things is a record set
			}
			next := path + p.Name + " "
			if p.Name == "offers" || p.Name == "mainEntity" || p.Name == "mainEntityOfPage" || p.Name == "itemReviewed" {
				next = path
			}
			factsOf(x, root, v.Thing, next, depth+1)
		}
	}
}

// appendText adds the text of a value; sections of steps are laid out flat.
func appendText(out []string, v Value, depth int) []string {
	if v.Thing == nil {
		if v.Text != "" {
			out = append(out, v.Text)
		}
		return out
	}
	if items := v.Thing.Get("itemListElement"); len(items) > 0 && (v.Thing.Is("HowToSection") || v.Thing.Is("ItemList") || v.Thing.Is("HowToStep") && len(v.Thing.Get("text")) == 0) {
		if v.Thing.Is("HowToSection") {
			if name := v.Thing.Get("name"); len(name) > 0 && name[0].Thing == nil {
				out = append(out, name[0].Text)
			}
		}
		for _, item := range items {
			if item.Thing != nil && item.Thing != v.Thing && depth < 3 {
				out = appendText(out, item, depth+1)
			} else if item.Text != "" {
				out = append(out, item.Text)
			}
		}
		return out
	}
	if s := v.String(); s != "" {
		out = append(out, s)
	}
	return out
}
