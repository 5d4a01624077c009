package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"

	"assay/query"
	"assay/service/extract/words"
)

// stranger is a name of an attribute of some kind of thing, which a page of another kind has not.
type stranger struct {
	name  string
	typed string // the type that a query may give it, or ""
}

// strangers are such names, and where those are that end in a word.
type strangers struct {
	all    []stranger
	ending map[string][]int
}

// paraphrases is the folder of the names of attributes.
const paraphrases = "service/extract/words/paraphrases"

// readStrangers returns the names in the paraphrases of a folder.
func readStrangers(dir string) (*strangers, error) {
	read, err := words.ReadParaphrases(os.DirFS(dir))
	if err != nil {
		return nil, err
	}
	s := &strangers{ending: map[string][]int{}}
	for _, a := range read {
		if strings.Contains(a.Kind, "page") { // what any page may have
			continue
		}
		for _, w := range a.Ways {
			name := strings.ReplaceAll(w.Name, " ", "_")
			split := words.Split(name)
			if identifier.MatchString(name) && len(split) > 1 && (w.Style == "en" || w.Style == "o" || w.Style == "d") {
				last := words.Stem(split[len(split)-1])
				s.ending[last] = append(s.ending[last], len(s.all))
				s.all = append(s.all, stranger{name, typeOf(a.Form)})
			}
		}
	}
	return s, nil
}

var identifier = regexp.MustCompile(`^[A-Za-z]\w*$`)

// typeOf returns the type of a field whose values have a form.
func typeOf(form string) string {
	switch form {
	case "percent":
		return "percent"
	case "money", "number", "length", "area", "volume", "mass", "temperature", "speed", "power", "energy", "datasize", "rating", "score":
		return "number"
	case "count":
		return "integer"
	case "day", "datetime":
		return "date"
	case "yesno":
		return "boolean"
	case "url":
		return "url"
	}
	return ""
}

const (
	strangersAsked = 3  // of a page at most
	sayNothing     = 20 // one of so many has a name without a meaning
)

// askedWith returns a case's query with some attributes that its page has not. Half of them end in
// the same word as a field of the query but mean something else: the rating of the noise beside
// that of the comfort. Absent fields stand anywhere in the query, and the others are shuffled in
// half of the queries, so that the models do not rely on their order.
func (s *strangers) askedWith(c *testCase, r *rand.Rand) *query.Query {
	m := words.Default()
	var fields, absent []*query.Field
	var asked []*words.Name
	for _, f := range c.query.Root.Fields {
		asked = append(asked, m.New(f.Name, f.Hint().Words).Prepare())
		if c.Compare[f.Name] == "null" {
			absent = append(absent, f)
		} else {
			fields = append(fields, f)
		}
	}
	for range r.IntN(strangersAsked + 1) {
		if f := s.absent(slices.Concat(fields, absent), asked, r); f != nil {
			absent = append(absent, f)
		}
	}
	if r.IntN(2) == 0 {
		r.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
	}
	for _, f := range absent {
		fields = slices.Insert(fields, r.IntN(len(fields)+1), f)
	}
	root := *c.query.Root
	root.Fields = fields
	return &query.Query{Root: &root}
}

// absent returns a field for an attribute that a page has not, beside other fields; nil if the one that
// came up may mean one of these. asked are their names.
func (s *strangers) absent(beside []*query.Field, asked []*words.Name, r *rand.Rand) *query.Field {
	one := s.all[r.IntN(len(s.all))]
	if r.IntN(sayNothing) == 0 {
		one = stranger{name: fmt.Sprintf("%c%d", 'a'+r.IntN(26), 1+r.IntN(9))}
	} else if split := words.Split(beside[r.IntN(len(beside))].Name); len(split) > 0 && r.IntN(2) == 0 {
		if ending := s.ending[words.Stem(split[len(split)-1])]; len(ending) > 0 {
			one = s.all[ending[r.IntN(len(ending))]]
		}
	}
	named := words.Default().New(one.name, "").Prepare()
	if slices.ContainsFunc(asked, func(n *words.Name) bool { return words.Logit(n, named) > 0 }) ||
		slices.ContainsFunc(beside, func(f *query.Field) bool { return f.Name == one.name }) {
		return nil
	}
	f := &query.Field{Name: one.name}
	if r.IntN(2) == 0 {
		f.Description = one.typed
	}
	return f
}

// columnsAskedWith returns a case's query with one attribute more in half of its lists of records,
// which these have not, and the names of those.
func (s *strangers) columnsAskedWith(c *testCase, r *rand.Rand) (*query.Query, map[string]bool) {
	added := map[string]bool{}
	root := *c.query.Root
	root.Fields = slices.Clone(root.Fields)
	for i, f := range root.Fields {
		if !f.List || f.Container == nil || r.IntN(2) == 0 {
			continue
		}
		var asked []*words.Name
		for _, child := range f.Container.Fields {
			asked = append(asked, words.Default().New(child.Name, child.Hint().Words).Prepare())
		}
		if one := s.absent(f.Container.Fields, asked, r); one != nil {
			added[one.Name] = true
			list, container := *f, *f.Container
			container.Fields = slices.Insert(slices.Clone(container.Fields), r.IntN(len(container.Fields)+1), one)
			list.Container = &container
			root.Fields[i] = &list
		}
	}
	return &query.Query{Root: &root}, added
}

// isStranger reports whether a field is none of a case's query.
func isStranger(c *testCase, path string) bool {
	return !strings.Contains(path, ".") && !slices.ContainsFunc(c.query.Root.Fields, func(f *query.Field) bool { return f.Name == path })
}
