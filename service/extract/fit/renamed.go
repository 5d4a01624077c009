package main

import (
	"bufio"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"

	"assay/query"
)

// waysFile is what people call the fields of the corpus: our own data, in the project.
const waysFile = "service/extract/fit/asked/ways.txt"

// ways are names for the fields of the corpus, some with a description, by set and field. The
// names for the container of all fields of a set are those of its field "_wrap".
type ways map[string][]query.Field

// readWays reads such names: under a line "# set.field" one of them a line.
func readWays(file string) (ways, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out, of := ways{}, ""
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if field, ok := strings.CutPrefix(line, "# "); ok {
			of = field
			continue
		}
		if line == "" {
			continue
		}
		parts := oneWay.FindStringSubmatch(line)
		if parts == nil || of == "" {
			return nil, fmt.Errorf("%s:%d: %q is no name, nor one with a description", file, n, line)
		}
		out[of] = append(out[of], query.Field{Name: parts[1], Description: parts[2]})
	}
	return out, lines.Err()
}

var oneWay = regexp.MustCompile(`^([\pL_][\pL\pN_]*)(?:\(([^()]+)\))?$`)

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
	if len(all) == 0 {
		return nil
	}
	return &all[k.rand.IntN(len(all))]
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
