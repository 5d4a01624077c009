package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"assay/service/extract"
)

// spread returns n of the cases, evenly over their order; all if there are fewer.
func spread(cases []*testCase, n int) []*testCase {
	if n >= len(cases) {
		return cases
	}
	out := make([]*testCase, n)
	for i := range out {
		out[i] = cases[i*len(cases)/n]
	}
	return out
}

// same answers n cases on one, two and eight processors, each time in another
// order, and compares the answers and their evidence byte for byte. It prints a
// digest of them all, by which two versions of the engine are compared.
func (m *measurer) same(ctx context.Context, out io.Writer, n int, seed uint64) error {
	cases := spread(m.cases, n)
	order := make([]int, len(cases))
	for i := range order {
		order[i] = i
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	random := rand.New(rand.NewPCG(seed, 0))
	var first [][]byte
	for _, processors := range [...]int{1, 2, 8} {
		runtime.GOMAXPROCS(processors)
		start := time.Now()
		answers, err := wholeAnswers(ctx, cases, order, processors)
		if err != nil {
			return err
		}
		if first == nil {
			first = answers
		}
		for i, c := range cases {
			if string(answers[i]) != string(first[i]) {
				return fmt.Errorf("%s %s: another answer on %d processors:\n%s\n%s", c.ID, c.variant, processors, answers[i], first[i])
			}
		}
		fmt.Fprintf(out, "%d cases on %d processors: the same (%.1f s)\n", len(cases), processors, time.Since(start).Seconds())
		random.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
	}
	digest := sha256.New()
	for _, answer := range first {
		digest.Write(answer)
	}
	fmt.Fprintf(out, "digest of the answers: %x\n", digest.Sum(nil)[:12])
	return nil
}

// wholeAnswers answers cases in an order, several at once, and returns what the
// answers say and rest on, by case.
func wholeAnswers(ctx context.Context, cases []*testCase, order []int, jobs int) ([][]byte, error) {
	out, errs := make([][]byte, len(cases)), make([]error, jobs)
	var next atomic.Int64
	var wg sync.WaitGroup
	for job := range jobs {
		wg.Go(func() {
			for at := int(next.Add(1)) - 1; at < len(order); at = int(next.Add(1)) - 1 {
				i := order[at]
				if out[i], errs[job] = wholeAnswer(ctx, cases[i]); errs[job] != nil {
					errs[job] = fmt.Errorf("%s: %w", cases[i].ID, errs[job])
					return
				}
			}
		})
	}
	wg.Wait()
	return out, cmp.Or(slices.DeleteFunc(errs, func(err error) bool { return err == nil })...)
}

// readAt is when pages are said to have been read: relative dates depend on it.
var readAt = time.Date(2025, 1, 1, 12, 0, 0, 0, time.UTC)

func wholeAnswer(ctx context.Context, c *testCase) ([]byte, error) {
	doc, err := c.document(ctx)
	if err != nil {
		return nil, err
	}
	doc.Loaded = readAt
	r, err := extract.Run(ctx, doc, c.query, extract.Options{})
	if err != nil {
		return nil, err
	}
	return json.Marshal(r)
}
