package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"

	"assay/query"
	"assay/service/extract"
	"assay/service/extract/rank"
	"assay/service/extract/words"
)

// fold is on which of two sides of the fitted half a case is.
func (c *testCase) fold() int {
	sum := sha256.Sum256([]byte(c.foldKey()))
	return int(sum[1] % 2)
}

// asking is what a page offers for the fields of a case.
type asking struct {
	set    string
	fields []askedField
}

type askedField struct {
	present bool
	made    bool // it was added to the query, and is not on the page
	offers  []extract.Ranked
	right   []bool
}

// strangers are names of attributes that a page of another kind has not.
func strangers(dir string) ([]string, error) {
	read, err := words.ReadParaphrases(os.DirFS(dir))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, a := range read {
		for _, w := range a.Ways {
			if name := strings.ReplaceAll(w.Name, " ", "_"); identifier.MatchString(name) && len(words.Split(name)) > 1 && (w.Style == "en" || w.Style == "o" || w.Style == "d") {
				out = append(out, name)
			}
		}
	}
	return out, nil
}

var identifier = regexp.MustCompile(`^[A-Za-z]\w*$`)

const strangersAsked = 3

// askings returns what the pages of cases offer for their fields, and for some that they have not.
func (m *measurer) askings(ctx context.Context, of []*testCase, strange []string) ([]asking, error) {
	r := rand.New(rand.NewPCG(5, 5))
	var out []asking
	for _, c := range of {
		page, err := m.page(ctx, c)
		if err != nil {
			return nil, err
		}
		text := strings.TrimSpace(c.Query)
		for range r.IntN(2) * (1 + r.IntN(strangersAsked)) {
			text = text[:len(text)-1] + " " + strange[r.IntN(len(strange))] + " }"
		}
		q, err := query.Parse(text)
		if err != nil { // a name that is there already
			q = c.query
		}
		by := map[string]*askedField{}
		for _, o := range page.Ranked(ctx, q) {
			kind, ok := c.Compare[o.Path]
			if !ok && c.query.Root != q.Root && !strings.Contains(c.Query, o.Path) {
				kind, ok = "null", true
			}
			if !ok {
				continue
			}
			f := by[o.Path]
			if f == nil {
				f = &askedField{present: kind != "null" && at(c.Expected, o.Path) != nil, made: c.Compare[o.Path] == ""}
				by[o.Path] = f
			}
			f.offers = append(f.offers, o)
			f.right = append(f.right, f.present && c.isRight(o.Path, kind, o.Answer))
		}
		a := asking{set: c.Set}
		for path, kind := range c.Compare {
			if kind != "list" && !strings.Contains(path, "[]") && !strings.HasPrefix(kind, "records") && by[path] == nil {
				by[path] = &askedField{present: kind != "null" && at(c.Expected, path) != nil}
			}
		}
		for _, path := range slices.Sorted(maps.Keys(by)) {
			a.fields = append(a.fields, *by[path])
		}
		out = append(out, a)
	}
	return out, ctx.Err()
}

// isRight reports whether a value answers a field of a case.
func (c *testCase) isRight(path, kind string, answer json.RawMessage) bool {
	var v any
	if json.Unmarshal(answer, &v) != nil {
		return false
	}
	best := credit(kind, at(c.Expected, path), v, c.base)
	for _, other := range c.Accept[path] {
		best = max(best, credit(kind, other, v, c.base))
	}
	return best >= 0.5
}

func examplesOf(all []asking) (out []example) {
	for _, a := range all {
		for i := range a.fields {
			f := &a.fields[i]
			by := float32(1)
			switch {
			case a.set == "natural":
				by = 2
			case a.set != "names" && !strings.HasPrefix(a.set, "people"):
				by = 0.5
			}
			if !f.present { // to invent is worse than to leave out
				by *= 3
			}
			for k := range f.offers {
				out = append(out, example{&f.offers[k].Row, f.right[k], by})
			}
		}
	}
	return out
}

// decide returns the place of the offer that a field takes, or -1. Of those for a field that has
// no answer by its name, it takes none that is less likely right than sure; at 0 it takes what
// answers the field without the ranker.
func decide(m rank.Model, f *askedField, sure float64) int {
	best, most, need := -1, 0.0, sure
	for k := range f.offers {
		r := &f.offers[k].Row
		named := r[rank.IsAnswer] > 0 || r[rank.IsReworded] > 0
		if sure == 0 {
			if r[rank.IsAnswer] > 0 || named && best < 0 {
				best = k
			}
			continue
		}
		if named {
			need = rank.LeastKept
		}
		if p := m.Sure(r); p > most {
			best, most = k, p
		}
	}
	if sure > 0 && most < need {
		return -1
	}
	return best
}

// measureRank prints how many fields of each set are answered right by what the other side of
// the fitted half teaches, and how many are answered that the page does not hold.
func measureRank(out io.Writer, asked [2][]asking, models [2]rank.Model, sure float64) {
	type count struct{ right, present, invented, absent int }
	total := map[string]*count{}
	of := func(set string) *count {
		if total[set] == nil {
			total[set] = &count{}
		}
		return total[set]
	}
	for k := range asked {
		for _, a := range asked[k] {
			for i := range a.fields {
				f := &a.fields[i]
				t := of(a.set)
				if f.made {
					t = of("strangers")
				}
				got := decide(models[1-k], f, sure)
				switch {
				case f.present:
					t.present++
					if got >= 0 && f.right[got] {
						t.right++
					}
				default:
					t.absent++
					if got >= 0 {
						t.invented++
					}
				}
			}
		}
	}
	fmt.Fprintf(out, "sure %.1f:", sure)
	for _, set := range slices.Sorted(maps.Keys(total)) {
		t := total[set]
		fmt.Fprintf(out, "  %s %d of %d", set, t.right, t.present)
		if t.absent > 0 {
			fmt.Fprintf(out, ", invented %d of %d", t.invented, t.absent)
		}
	}
	fmt.Fprintln(out)
}

// rank trains the ranker. It measures on either side of the fitted half what the other teaches,
// and writes what both do to a file.
func (m *measurer) rank(ctx context.Context, file string, out io.Writer) error {
	strange, err := strangers("service/extract/words/paraphrases")
	if err != nil {
		return err
	}
	var sides [2][]*testCase
	for _, c := range m.cases {
		if !c.held() && !strings.HasPrefix(c.ID, "prompt") {
			sides[c.fold()] = append(sides[c.fold()], c)
		}
	}
	var asked [2][]asking
	var models [2]rank.Model
	for k := range sides {
		if asked[k], err = m.askings(ctx, sides[k], strange); err != nil {
			return err
		}
	}
	for k := range sides {
		models[k] = boost(examplesOf(asked[k]))
	}
	for _, sure := range []float64{0, 0.4, 0.5, 0.6, 0.7, 0.8} {
		measureRank(out, asked, models, sure)
	}
	if file == "" {
		return nil
	}
	return os.WriteFile(file, boost(append(examplesOf(asked[0]), examplesOf(asked[1])...)).Encode(), 0o644)
}
