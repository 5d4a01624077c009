package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"assay/service/content"
	"assay/service/extract"
	"assay/service/extract/evidence"
	"assay/service/extract/onpage"
)

// measurer scores the engine on cases.
type measurer struct {
	cases []*testCase
	jobs  int
	keep  bool // keep the pages read in memory: several measurements follow

	without []source // sources left out
}

// score is how well one case was answered.
type score struct {
	mean    float64
	credits map[string]float64 // by path
	data    json.RawMessage
}

// measure answers every case with the weights given, and returns their scores in
// the order of the cases.
func (m *measurer) measure(ctx context.Context, w onpage.Weights) ([]score, error) {
	out := make([]score, len(m.cases))
	errs := make([]error, m.jobs)
	var next atomic.Int64
	var wg sync.WaitGroup
	for job := range m.jobs {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(m.cases) {
					return
				}
				s, err := m.one(ctx, m.cases[i], &w)
				if err != nil {
					errs[job] = fmt.Errorf("%s: %w", m.cases[i].ID, err)
					return
				}
				out[i] = s
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (m *measurer) one(ctx context.Context, c *testCase, w *onpage.Weights) (score, error) {
	page, err := m.page(ctx, c)
	if err != nil {
		return score{}, err
	}
	r, err := page.Answer(ctx, c.query, extract.Options{Weights: w})
	if err != nil {
		return score{}, err
	}
	var data map[string]any
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return score{}, err
	}
	s := judge(c, data)
	s.data = r.Data
	return s, nil
}

// page reads a case's page, or returns it as read before.
func (m *measurer) page(ctx context.Context, c *testCase) (*extract.Page, error) {
	if c.original != nil {
		return m.page(ctx, c.original)
	}
	if c.read != nil {
		return c.read.Afresh(), nil
	}
	doc, err := c.document(ctx)
	if err != nil {
		return nil, err
	}
	var kinds []evidence.Kind
	for i := range m.without {
		m.without[i].hide(doc)
		kinds = append(kinds, m.without[i].kinds...)
	}
	p, err := extract.Read(ctx, doc, kinds)
	if err == nil && m.keep {
		c.read = p
		return c.read.Afresh(), nil
	}
	return p, err
}

// group is the cases of one set and variant.
type group struct {
	set, variant string
	of           []int
}

func (m *measurer) groups() []group {
	var out []group
	for i, c := range m.cases {
		k := slices.IndexFunc(out, func(g group) bool { return g.set == c.Set && g.variant == c.variant })
		if k < 0 {
			k = len(out)
			out = append(out, group{set: c.Set, variant: c.variant})
		}
		out[k].of = append(out[k].of, i)
	}
	return out
}

// mean is the mean score of some cases of a group: of the fitted half, the held
// back half, or all.
func (m *measurer) mean(g group, scores []score, want func(*testCase) bool) (float64, int) {
	total, n := 0.0, 0
	for _, i := range g.of {
		if want(m.cases[i]) {
			total += scores[i].mean
			n++
		}
	}
	return total / float64(max(1, n)), n
}

func fitted(c *testCase) bool { return !c.held() }
func held(c *testCase) bool   { return c.held() }
func every(*testCase) bool    { return true }

func (m *measurer) report(out io.Writer, scores []score) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%-12s %-9s %6s %8s %8s %8s\n", "set", "variant", "cases", "fitted", "held", "all")
	groups := m.groups()
	for _, g := range groups {
		a, _ := m.mean(g, scores, fitted)
		b, _ := m.mean(g, scores, held)
		all, n := m.mean(g, scores, every)
		fmt.Fprintf(w, "%-12s %-9s %6d %8.4f %8.4f %8.4f\n", g.set, g.variant, n, a, b, all)
	}
	for _, g := range groups {
		if _, n := m.mean(g, scores, fitted); n == 0 {
			continue
		}
		var names []string
		credits := map[string][]float64{}
		for _, i := range g.of {
			c := m.cases[i]
			if c.held() {
				continue
			}
			for _, path := range slices.Sorted(maps.Keys(scores[i].credits)) {
				name := c.Fields[path]
				if name == "" {
					name = path
				}
				if credits[name] == nil {
					names = append(names, name)
				}
				credits[name] = append(credits[name], scores[i].credits[path])
			}
		}
		fmt.Fprintf(w, "\n%s %s, fitted half:", g.set, g.variant)
		for _, name := range names {
			total := 0.0
			for _, v := range credits[name] {
				total += v
			}
			fmt.Fprintf(w, "  %s %.3f", name, total/float64(len(credits[name])))
		}
		fmt.Fprintln(w)
	}
	fitted, held := m.invented(scores, fitted), m.invented(scores, held)
	if n := fitted.fields + held.fields; n > 0 {
		fmt.Fprintf(w, "\nvalues for absent fields: %d of %d (fitted %d of %d, held %d of %d)\n",
			fitted.values+held.values, n, fitted.values, fitted.fields, held.values, held.fields)
	}
	return w.Flush()
}

// absence is how many fields pages do not hold, and how many of them were given a value.
type absence struct{ fields, values int }

// invented counts the absent fields of some of the cases.
func (m *measurer) invented(scores []score, of func(*testCase) bool) (n absence) {
	for i, c := range m.cases {
		if !of(c) {
			continue
		}
		for path, credit := range scores[i].credits {
			if c.lacks(path) {
				n.fields++
				if credit < 1 {
					n.values++
				}
			}
		}
	}
	return n
}

func (m *measurer) writeResults(file string, scores []score) error {
	f, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("writing the results: %w", err)
	}
	w := json.NewEncoder(f)
	w.SetEscapeHTML(false)
	for i, c := range m.cases {
		line := map[string]any{"id": c.ID, "set": c.Set, "variant": c.variant, "score": scores[i].mean, "credits": scores[i].credits, "data": scores[i].data}
		if err := w.Encode(line); err != nil {
			f.Close()
			return fmt.Errorf("writing the results: %w", err)
		}
	}
	return f.Close()
}

// explain shows the answers to one case beside what was expected, or to those of the fitted half
// whose ids begin so.
func (m *measurer) explain(ctx context.Context, out io.Writer, id string) error {
	for _, c := range m.cases {
		if c.ID != id && (c.held() || !strings.HasPrefix(c.ID, id)) {
			continue
		}
		doc, err := c.document(ctx)
		if err != nil {
			return err
		}
		w := onpage.Fitted()
		r, err := extract.Run(ctx, doc, c.query, extract.Options{Weights: &w})
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s %s\n%s\n", c.ID, c.variant, c.Query)
		for _, e := range r.Evidence {
			selector := ""
			if e.Selector != nil {
				selector = *e.Selector
			}
			fmt.Fprintf(out, "  %-22s %-9s %.2f %.90q %s\n", e.Pointer, e.Kind, e.Score, e.Text, tail(selector, 60))
		}
		var data map[string]any
		if err := json.Unmarshal(r.Data, &data); err != nil {
			return err
		}
		offered, err := offers(ctx, doc, c)
		if err != nil {
			return err
		}
		s := judge(c, data)
		for _, path := range slices.Sorted(maps.Keys(s.credits)) {
			expected, _ := json.Marshal(at(c.Expected, path))
			fmt.Fprintf(out, "  %.2f %-20s %.200s\n", s.credits[path], path, expected)
			for _, o := range offered[path] {
				fmt.Fprintf(out, "       %5.2f %.80s by %.60q %.2f\n", o.Odds, o.JSON, o.Label, o.Signs)
			}
		}
	}
	return nil
}

// offersShown is how many offers for a field are shown.
const offersShown = 6

// offers returns what a document offers for its fields, by their paths, the likeliest first.
func offers(ctx context.Context, doc *content.Document, c *testCase) (map[string][]onpage.Candidate, error) {
	out := map[string][]onpage.Candidate{}
	if c.File == "" {
		return out, nil
	}
	page, err := extract.Read(ctx, doc, nil)
	if err != nil {
		return nil, err
	}
	all, err := page.Candidates(ctx, c.query)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b onpage.Candidate) int { return cmp.Compare(b.Odds, a.Odds) })
	for path, f := range leaves(c.query.Root, "") {
		for _, o := range all {
			if o.Field == f && len(out[path]) < offersShown {
				out[path] = append(out[path], o)
			}
		}
	}
	return out, nil
}

func tail(s string, n int) string {
	if len(s) > n {
		return "…" + s[len(s)-n:]
	}
	return s
}
