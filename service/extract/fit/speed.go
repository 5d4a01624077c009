package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"

	"assay/service/extract"
	"assay/service/page"
)

// gcPercent is what the service sets.
const gcPercent = 400

// speed takes the processor time that parsing a page and answering from it take on
// one processor, collecting garbage included, set by set. Pages are read as they are.
func (m *measurer) speed(ctx context.Context, out io.Writer) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	fmt.Fprintf(out, "%-12s %6s %10s %8s %8s\n", "set", "pages", "KB a page", "p50 ms", "p95 ms")
	for _, g := range m.groups() {
		if g.variant == "stripped" && len(m.cases[g.of[0]].Variants) > 1 {
			continue // the same pages
		}
		bytes := 0
		var took []float64
		for _, i := range g.of {
			c := m.cases[i]
			source, err := c.source()
			if err != nil {
				return err
			}
			bytes += len(source)
			start := processorTime()
			doc, err := page.Parse(source, nil)
			if err != nil {
				return err
			}
			if _, err := extract.Run(ctx, doc, c.query, extract.Options{}); err != nil {
				return err
			}
			took = append(took, float64((processorTime()-start).Microseconds())/1000)
		}
		slices.Sort(took)
		n := len(took)
		fmt.Fprintf(out, "%-12s %6d %10d %8.1f %8.1f\n", g.set, n, bytes/n>>10, took[n/2], took[n*95/100])
	}
	return nil
}
