package main

import (
	"os"
	"slices"

	"assay/service/extract/words"
)

// attribute is one property of one kind of thing with the ways to name it.
type attribute struct {
	kind, name, form string
	examples         []string
	ways             []way
}

// way is one way to name an attribute.
type way struct {
	style string // en, ab, q, d, o or the language
	text  string
	name  []string // its words
	about []string // those of its description, if it has one
}

// fields are what people call the fields of the corpus, but for the names that are kept back.
func fields() []attribute {
	all := words.Fields()
	for i := range all {
		all[i].Ways = slices.DeleteFunc(all[i].Ways, words.Way.IsKeptBack)
	}
	return split(all)
}

// readParaphrases reads all files of paraphrases in a folder and splits the names into words.
func readParaphrases(dir string) ([]attribute, error) {
	read, err := words.ReadParaphrases(os.DirFS(dir))
	return split(read), err
}

// split splits the names of attributes into words.
func split(read []words.Attribute) []attribute {
	all := make([]attribute, len(read))
	for i, r := range read {
		a := attribute{kind: r.Kind, name: r.Name, form: r.Form, examples: r.Values}
		for _, w := range r.Ways {
			if name := words.Split(w.Name); len(name) > 0 {
				a.ways = append(a.ways, way{w.Style, w.Name, name, words.Split(w.About)})
			}
		}
		all[i] = a
	}
	return all
}
