package main

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"assay/query"
	"assay/service/extract/words"
)

// ways are names for the fields of the corpus, some with a description, by set and field: those
// that the model of words knows, and those that it does not. The names for the container of all
// fields of a set are those of its field "_wrap".
type ways map[string]*[2][]query.Field

func newWays() ways {
	out := ways{}
	for _, f := range words.Fields() {
		of := &[2][]query.Field{}
		for _, w := range f.Ways {
			if !isIdentifier(w.Name) {
				continue
			}
			k := 0
			if w.IsKeptBack() {
				k = 1
			}
			of[k] = append(of[k], query.Field{Name: w.Name, Description: w.About})
		}
		out[f.Kind+"."+f.Name] = of
	}
	return out
}

// isIdentifier reports whether a query may have a field of that name.
func isIdentifier(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// renamed returns a case with other names for its fields, taken at random, or nil if none are
// known for any.
func (w ways) renamed(c *testCase, r *rand.Rand) *testCase {
	k := &renaming{ways: w, rand: r, of: c, paths: map[string]string{}}
	one := *c
	one.Set = renamedSet + c.Set
	one.query = &query.Query{Root: k.container(c.query.Root, "", "")}
	if k.known == 0 {
		return nil
	}
	one.Expected, _ = k.value(c.Expected, "").(map[string]any)
	one.Compare, one.Fields, one.Accept = renamedKeys(k, c.Compare), renamedKeys(k, c.Fields), renamedKeys(k, c.Accept)
	one.original = c
	return &one
}

// timesRenamed is how often a page is asked by other names, but for one of several variants of it.
const timesRenamed = 2

// renamedSet begins the names of sets of renamed cases.
const renamedSet = "renamed-"

// renaming is a case on its way to other names.
type renaming struct {
	ways  ways
	rand  *rand.Rand
	of    *testCase
	paths map[string]string // to the new path, by the old one
	known int               // how many fields have another name
}

// container returns a container with other names. from and to are the paths of what it is in.
func (k *renaming) container(c *query.Container, from, to string) *query.Container {
	out := &query.Container{}
	taken := map[string]bool{}
	for _, f := range c.Fields {
		one := *f
		old := from + f.Name
		if f.List {
			old += "[]"
		}
		if way := k.way(old, f); way != nil && !taken[way.Name] {
			one.Name = way.Name
			k.known++
			if way.Description != "" {
				one.Description = strings.TrimPrefix(f.Description+", "+way.Description, ", ")
			}
		}
		if taken[one.Name] {
			one.Name = f.Name
		}
		taken[one.Name] = true
		path := to + one.Name
		if f.List {
			path += "[]"
		}
		k.paths[old] = path
		if f.Container != nil {
			one.Container = k.container(f.Container, old+".", path+".")
		}
		out.Fields = append(out.Fields, &one)
	}
	return out
}

// way returns another name for a field, or nil.
func (k *renaming) way(path string, f *query.Field) *query.Field {
	field, ok := k.of.Fields[path]
	if !ok && f.Container != nil && !f.List {
		field = "_wrap"
	}
	all := k.ways[k.of.Set+"."+field]
	if list, of, ok := strings.Cut(field, "."); ok && all == nil {
		list, _, _ = strings.Cut(list, "_")
		all = k.ways[k.of.Set+"."+list+"."+of]
	}
	if all == nil {
		return nil
	}
	some := all[k.rand.IntN(len(all))]
	return &some[k.rand.IntN(len(some))]
}

// value returns an expected value under the new names.
func (k *renaming) value(v any, path string) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, of := range v {
			old := path + name
			if _, ok := k.paths[old]; !ok {
				old += "[]"
			}
			to := k.paths[old]
			to = strings.TrimSuffix(to[strings.LastIndexByte(to, '.')+1:], "[]")
			out[to] = k.value(of, old+".")
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = k.value(v[i], path)
		}
		return out
	}
	return v
}

// renamedKeys returns what is known of paths by their new names.
func renamedKeys[T any](k *renaming, of map[string]T) map[string]T {
	out := map[string]T{}
	for _, path := range slices.Sorted(maps.Keys(of)) {
		out[k.paths[path]] = of[path]
	}
	return out
}
