package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"assay/service/extract/rank"
	"assay/service/extract/ranking"
)

// fold is on which of two sides of the fitted half a case is.
func (c *testCase) fold() int {
	sum := sha256.Sum256([]byte(c.foldKey()))
	return int(sum[1] % 2)
}

// part is in which of two parts of its side a case is.
func (c *testCase) part() int {
	sum := sha256.Sum256([]byte(c.foldKey()))
	return int(sum[2] % 2)
}

// asking is what a page offers for the fields of a case.
type asking struct {
	set    string
	of     *ranking.Rankings
	part   int // of two, cases of one site or kind of page in the same
	fields []askedField
}

type askedField struct {
	present bool
	made    bool // it was added to the query, and is not on the page
	offers  []ranking.Ranked
	right   []float32 // how right each is, 0 to 1
}

// inParts does the same for both parts of some cases at once: those of one page are in one part.
func inParts[T any](of []*testCase, do func(of []*testCase, r *rand.Rand) ([]T, error)) ([]T, error) {
	var parts [2][]*testCase
	for _, c := range of {
		parts[c.part()] = append(parts[c.part()], c)
	}
	out, err := bothSides(func(k int) ([]T, error) { return do(parts[k], rand.New(rand.NewPCG(5, uint64(k)))) })
	return slices.Concat(out[0], out[1]), err
}

// askings returns what the pages of cases offer for their fields, and for some that they have not.
func (m *measurer) askings(ctx context.Context, of []*testCase, strange *strangers, r *rand.Rand) ([]asking, error) {
	var out []asking
	for _, c := range of {
		page, err := m.page(ctx, c)
		if err != nil {
			return nil, err
		}
		q := strange.askedWith(c, r)
		by := map[string]*askedField{}
		offered := page.Ranked(ctx, q)
		for _, o := range offered.Offers {
			kind, ok := c.Compare[o.Path]
			if !ok && isStranger(c, o.Path) {
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
			right := float32(0)
			if f.present {
				right = c.right(o.Path, kind, o.Answer)
			}
			f.right = append(f.right, right)
		}
		a := asking{set: c.Set, of: offered, part: c.part()}
		for path, kind := range c.Compare {
			if kind != "list" && !c.inRecords(path) && !strings.HasPrefix(kind, "records") && by[path] == nil {
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

// right says how right a value is that answers a field of a case. One that holds what is expected
// among much else is right, but not the best.
func (c *testCase) right(path, kind string, answer json.RawMessage) float32 {
	var v any
	if json.Unmarshal(answer, &v) != nil {
		return 0
	}
	expected := at(c.Expected, path)
	best := credit(kind, expected, v, c.base)
	for _, other := range c.Accept[path] {
		best = max(best, credit(kind, other, v, c.base))
	}
	switch {
	case best < halfRight:
		return 0
	case kind == "any" && len(plain(v)) > 2*len(plain(expected))+longer:
		return amongOthers
	}
	return 1
}

// What a value counts that is so many bytes longer than twice what is expected.
const (
	longer      = 8
	amongOthers = 0.4
)

// absentWeight is how much an absent field counts beside one that is there.
const absentWeight = 6

// examplesOf returns the offers with the first of their features, up to an end.
func examplesOf(all []asking, end int) (out []example) {
	asked := 0
	for _, a := range all {
		for i := range a.fields {
			f := &a.fields[i]
			asked++
			by := setWeight(a.set)
			if by == 1 || strings.HasPrefix(a.set, renamedSet) {
				by /= 2 // the corpus' own names are mostly answered by name, and there are many other ones
			}
			if !f.present { // to invent is worse than to leave out
				by *= absentWeight
			}
			for k := range f.offers {
				out = append(out, example{row: f.offers[k].Row[:end], right: f.right[k], weight: by, asked: asked})
			}
		}
	}
	return out
}

// decide returns the place of the offer that a field takes, or -1. Without a model it takes the
// answer by name.
func decide(m rank.Model, f *askedField, least *rank.Bounds) int {
	best := -1
	if m == nil {
		for k := range f.offers {
			if r := f.offers[k].Row; r[rank.IsAnswer] > 0 || r.IsNamed() && best < 0 {
				best = k
			}
		}
		return best
	}
	values, rows := make([]string, len(f.offers)), make([]*rank.Row, len(f.offers))
	for k := range f.offers {
		values[k], rows[k] = string(f.offers[k].Answer), f.offers[k].Row
	}
	weighed := m.Weigh(values, rows, least)
	for k := range weighed {
		if weighed[k].Told && (best < 0 || weighed[k].Compare(weighed[best]) < 0) {
			best = k
		}
	}
	return best
}

// ranked is how many fields of a set are answered right and how many could be, and how many are
// answered that the page does not hold.
type ranked struct{ right, offered, open, present, invented, absent int }

// countRanked counts that, by what the other side of the fitted half teaches.
func countRanked(asked [2][]asking, models [2]rank.Model, least *rank.Bounds) map[string]*ranked {
	total := map[string]*ranked{}
	for k := range asked {
		for _, a := range asked[k] {
			for i := range a.fields {
				f := &a.fields[i]
				set := a.set
				if f.made {
					set = strangersSet
				}
				t := total[set]
				if t == nil {
					t = &ranked{}
					total[set] = t
				}
				got := decide(models[1-k], f, least)
				switch {
				case f.present:
					t.present++
					if len(f.offers) > 0 {
						t.open++
					}
					if got >= 0 && f.right[got] > 0 {
						t.right++
					}
					if slices.ContainsFunc(f.right, func(r float32) bool { return r > 0 }) {
						t.offered++
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
	return total
}

// measureRank prints how fields of each set are answered. Those that the lexicon answers are not
// open to the ranker.
func measureRank(out io.Writer, asked [2][]asking, models [2]rank.Model, least *rank.Bounds, by string) {
	total := countRanked(asked, models, least)
	fmt.Fprintf(out, "%s:", by)
	for _, set := range slices.Sorted(maps.Keys(total)) {
		t := total[set]
		if t.open == 0 && t.absent == 0 {
			continue
		}
		fmt.Fprintf(out, "  %s %d of %d (%d offered)", set, t.right, t.open, t.offered)
		if t.absent > 0 {
			fmt.Fprintf(out, ", invented %d of %d", t.invented, t.absent)
		}
	}
	fmt.Fprintln(out)
}

// rank trains the models that weigh what pages offer. It measures on either side of the fitted
// half what the other teaches, and writes what both do to files of a folder; or prints what each
// group of features is worth.
func (m *measurer) rank(ctx context.Context, dir string, ablate bool, out io.Writer) error {
	strange, err := readStrangers(paraphrases)
	if err != nil {
		return err
	}
	named := newWays()
	printed := m.cases[0].File != ""
	if printed {
		made, err := printedCases(madeAsked)
		if err != nil {
			return err
		}
		m.cases = append(m.cases, made...)
	}
	r := rand.New(rand.NewPCG(8, 8))
	var sides [2][]*testCase
	for _, c := range m.cases {
		if !c.held() && !strings.HasPrefix(c.ID, "prompt") && (c.Page == "") == printed {
			sides[c.fold()] = append(sides[c.fold()], c)
			for range timesRenamed {
				if len(c.Variants) > 1 && r.IntN(len(c.Variants)) > 0 {
					continue
				}
				if one := named.renamed(c, r); one != nil {
					sides[c.fold()] = append(sides[c.fold()], one)
				}
			}
		}
	}
	asked, err := bothSides(func(k int) ([]asking, error) {
		return inParts(sides[k], func(of []*testCase, r *rand.Rand) ([]asking, error) { return m.askings(ctx, of, strange, r) })
	})
	if err != nil {
		return err
	}
	if printed {
		least := &rank.OnPaper
		measureRank(out, asked, [2]rank.Model{}, least, "by name")
		measureRank(out, asked, teachValues(asked), least, "ranked")
		return writeModels(dir, "paper", slices.Concat(asked[0], asked[1]))
	}
	lists, columns, err := m.askedLists(ctx, sides, strange)
	if err != nil {
		return err
	}
	if ablate {
		ablateRanks(out, asked, lists)
		return nil
	}
	measureLists(out, lists, teachSets(lists))
	least := &rank.OnPages
	measureRank(out, asked, [2]rank.Model{}, least, "by name")
	measureRank(out, asked, teachValues(asked), least, "ranked")
	if dir == "" {
		return nil
	}
	sets := slices.Concat(lists[0], lists[1]) // beside what the other side teaches
	for name, model := range map[string]rank.Model{
		"columns-alone.bin": columns.Alone, "columns.bin": columns.Beside,
		"sets-alone.bin": first.boost(setExamples(sets, rank.SetAlone), howRight), "sets.bin": last.boost(setExamples(sets, rank.SetCount), howRight),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), model.Encode(), 0o644); err != nil {
			return err
		}
	}
	return writeModels(dir, "values", slices.Concat(asked[0], asked[1]))
}

// writeModels trains the models of values and writes them to files of a folder, if one is given,
// under a name. What is asked is beside what the other side teaches of the other fields.
func writeModels(dir, name string, asked []asking) error {
	if dir == "" {
		return nil
	}
	var trained sync.WaitGroup
	var alone, beside rank.Model
	trained.Go(func() { beside = last.boost(examplesOf(asked, rank.Count), anyRight) })
	trained.Go(func() { alone = first.boost(examplesOf(asked, rank.Alone), anyRight) })
	trained.Wait()
	if err := os.WriteFile(filepath.Join(dir, name+"-alone.bin"), alone.Encode(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name+".bin"), beside.Encode(), 0o644)
}

// teachValues returns what each side of the fitted half teaches of values, and sets what the offers
// of either say of the other fields by what the other side teaches of each alone.
func teachValues(asked [2][]asking, without ...int) [2]rank.Model {
	return stack(asked, func(a asking) int { return a.part },
		func(of []asking) rank.Model { return first.boost(examplesOf(of, rank.Alone), anyRight, without...) }, together,
		func(of []asking) rank.Model { return last.boost(examplesOf(of, rank.Count), anyRight, without...) })
}

// teachSets does the same of sets of records and the other lists.
func teachSets(lists [2][]listAsking, without ...int) [2]rank.Model {
	return stack(lists, func(a listAsking) int { return a.part },
		func(of []listAsking) rank.Model {
			return first.boost(setExamples(of, rank.SetAlone), howRight, without...)
		}, besideSets,
		func(of []listAsking) rank.Model {
			return last.boost(setExamples(of, rank.SetCount), howRight, without...)
		})
}

// stack returns what each side teaches of what is beside others, after it has set what each of its two
// parts says of these by what the other part teaches alone. Then it sets the same by what the other side
// teaches alone.
func stack[T any](sides [2][]T, part func(T) int, alone func([]T) rank.Model, beside func([]T, rank.Model), all func([]T) rank.Model) [2]rank.Model {
	var alones [2]rank.Model
	models, _ := bothSides(func(k int) (rank.Model, error) {
		alones[k] = alone(sides[k])
		var parts [2][]T
		for _, a := range sides[k] {
			parts[part(a)] = append(parts[part(a)], a)
		}
		for i := range parts {
			beside(parts[i], alone(parts[1-i]))
		}
		return all(sides[k]), nil
	})
	for k := range sides {
		beside(sides[k], alones[1-k])
	}
	return models
}

// together sets what offers say of the other fields, by a model of each alone.
func together(of []asking, alone rank.Model) {
	for i := range of {
		of[i].of.Together(alone)
	}
}

// bothSides does the same for both sides at once.
func bothSides[T any](do func(side int) (T, error)) (out [2]T, err error) {
	var both sync.WaitGroup
	var failed [2]error
	for k := range out {
		both.Go(func() { out[k], failed[k] = do(k) })
	}
	both.Wait()
	return out, errors.Join(failed[:]...)
}

// ablateRanks prints how right fields and lists are answered by what the other side of the fitted
// half teaches, with all features and without those of each group.
func ablateRanks(out io.Writer, asked [2][]asking, lists [2][]listAsking) {
	values := func(without ...int) string {
		models := teachValues(asked, without...)
		right, present, invented, absent := 0, 0, 0, 0
		for _, t := range countRanked(asked, models, &rank.OnPages) {
			right, present, invented, absent = right+t.right, present+t.open, invented+t.invented, absent+t.absent
		}
		return fmt.Sprintf("%d of %d fields right, %d of %d invented", right, present, invented, absent)
	}
	sets := func(without ...int) string {
		sum, n := 0.0, 0.0
		for _, t := range sumLists(lists, teachSets(lists, without...)) {
			sum, n = sum+t.ranked, n+t.n
		}
		return fmt.Sprintf("lists %.4f", sum/n)
	}
	for _, of := range [...]struct {
		groups  []rank.Group
		measure func(without ...int) string
	}{{rank.ValueGroups, values}, {rank.SetGroups, sets}} {
		fmt.Fprintf(out, "all features: %s\n", of.measure())
		for _, g := range of.groups {
			fmt.Fprintf(out, "without %s: %s\n", g.Name, of.measure(g.Features...))
		}
	}
}
