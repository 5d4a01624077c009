// Package prompt turns what a person asks for in plain words into the query that
// the person would have written. What is named becomes a field,
// plurals and "all …" become lists, what follows "with" or stands before "of"
// becomes the fields inside, and the words themselves give the types.
//
// Reading goes from the outside in: a text is split into sentences of words whose
// function words are brought to English (token.go, language.go), the words of
// asking are taken off (request.go), questions are brought to what they ask for
// (question.go, who.go, what.go, how.go), by the model of words (meaning.go), the
// rest is read as lists of noun phrases (clause.go, owned.go), and a noun phrase
// becomes a field (noun.go).
package prompt

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/query"
)

// ErrNoData says that a prompt names no data.
var ErrNoData = errors.New(`the prompt names no data to extract; name what you want, such as "all products with name and price"`)

// Reading is what was understood of a prompt.
type Reading struct {
	Query *query.Query
	// Sure is false if words were left over that a better reader may make sense
	// of.
	Sure bool
}

// Read reads a prompt. The error is ErrNoData if it names no data.
func Read(text string) (Reading, error) {
	said, lang := sentences(text)
	r := reader{sure: true, plurals: !lang.bare, english: lang == languages()[0]}
	for _, s := range said {
		r.sentence(s)
	}
	nameThings(r.fields, lang)
	fold(r.fields)
	itemize(r.fields)
	fields := slices.DeleteFunc(merged(r.fields), func(f *field) bool { return len(f.fields) == 0 && isNonsense(f.name) })
	if len(fields) == 0 {
		return Reading{}, ErrNoData
	}
	var b strings.Builder
	write(&b, fields)
	q, err := query.Parse(b.String())
	if err != nil {
		return Reading{}, fmt.Errorf("the prompt became a query that does not read: %w", err)
	}
	return Reading{Query: q, Sure: r.sure && plain(fields)}, nil
}

// reader reads the sentences of one prompt.
type reader struct {
	fields  []*field
	sure    bool
	english bool
	topic   string // what "this …" says that the page is about
	plurals bool   // whether its nouns take an s for several
}

// field is a field that a prompt names.
type field struct {
	name     string
	typ      string   // a type of the query language, or ""
	notes    []string // what else the description says: filters and units
	list     bool
	relative bool     // its last note is a clause on what it is
	of       []string // whose it is, as far as its name does not say
	about    []string // what tells which things of a list are meant, and the word before it
	having   bool     // its fields were asked for as what it comes with
	fields   []*field
}

func (f *field) note(s string) {
	if s != "" && !slices.Contains(f.notes, s) {
		f.notes = append(f.notes, s)
	}
}

// description returns what goes between the parentheses. Containers have no type.
func (f *field) description() string {
	items := f.notes
	if f.typ != "" && len(f.fields) == 0 {
		items = append([]string{f.typ}, items...)
	}
	return strings.Map(func(r rune) rune {
		if r == '(' || r == ')' || r < ' ' {
			return -1
		}
		return r
	}, strings.Join(items, ", "))
}

func write(b *strings.Builder, fields []*field) {
	b.WriteString("{ ")
	for _, f := range fields {
		if f.name != "" && f.name[0] >= '0' && f.name[0] <= '9' { // what is left of a longer name may begin with a digit
			b.WriteByte('_')
		}
		b.WriteString(f.name)
		if d := f.description(); d != "" {
			b.WriteString("(" + d + ")")
		}
		if f.list {
			b.WriteString("[]")
		}
		if len(f.fields) > 0 {
			b.WriteString(" ")
			write(b, f.fields)
		}
		b.WriteString(" ")
	}
	b.WriteString("}")
}

// fold puts into the names of lists of values what tells which are meant: the benefits of the lamp
// are lamp benefits.
func fold(fields []*field) {
	for _, f := range fields {
		fold(f.fields)
		if f.list && len(f.notes) == 0 && len(f.about) > 0 && (len(f.fields) == 0 || f.about[0] == "for") {
			f.name = cmp.Or(identifier(append(f.about[1:], strings.Split(f.name, "_")...)), f.name)
		}
	}
}

// merged unites fields of the same name: a prompt may come back to what it named.
func merged(fields []*field) []*field {
	distinguish(fields)
	var out []*field
	for _, f := range fields {
		at := slices.IndexFunc(out, func(o *field) bool {
			return o.name == f.name || len(f.fields) > 0 && f.list && o.list && singularName(o.name) == singularName(f.name)
		})
		if at < 0 {
			out = append(out, f)
			continue
		}
		o := out[at]
		o.list = o.list || f.list
		o.having = o.having || f.having
		o.fields = append(o.fields, f.fields...)
		if o.typ == "" {
			o.typ = f.typ
		}
		for _, note := range f.notes {
			o.note(note)
		}
	}
	for _, f := range out {
		f.fields = merged(f.fields)
	}
	return out
}

// distinguish gives fields of one name that are told apart by whose they are, and lists by what
// is noted of them, names of their own: the price of a piece and the price of the row.
func distinguish(fields []*field) {
	for i, f := range fields {
		for _, o := range fields[:i] {
			if o.name != f.name || o.list != f.list || len(o.fields)+len(f.fields) > 0 {
				continue
			}
			if of, other := f.told(), o.told(); len(of) > 0 && len(other) > 0 && !slices.Equal(of, other) {
				f.tell(of)
				o.tell(other)
			}
			break
		}
	}
}

// told returns what tells a field from others of its name.
func (f *field) told() []string {
	switch {
	case !f.list:
		return f.of
	case len(f.notes) > 0:
		return withoutFill(strings.Fields(f.notes[0]))
	}
	return nil
}

// tell puts what tells a field from others into its name.
func (f *field) tell(of []string) {
	name := append(slices.Clone(of), f.name)
	f.notes = slices.DeleteFunc(f.notes, func(note string) bool { return strings.HasPrefix(note, "of ") || note == strings.Join(of, " ") })
	if f.list {
		name = append([]string{f.name}, of...)
	}
	if name := identifier(name); name != "" {
		f.name = name
	}
}

// plain reports whether every name is one a person would write: of few words.
func plain(fields []*field) bool {
	for _, f := range fields {
		if strings.Count(f.name, "_") > 3 || !plain(f.fields) {
			return false
		}
	}
	return true
}
