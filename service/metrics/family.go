package metrics

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The kinds of families.
const (
	counterKind   = "counter"
	gaugeKind     = "gauge"
	histogramKind = "histogram"
)

// family is the series of one name. It is safe for concurrent use.
type family struct {
	kind, name, help string
	labels           []string
	bounds           []float64 // of a histogram, in seconds

	mu     sync.Mutex
	series map[string]*figure // by their labels as they are written, without braces
}

// figure is the value of a series; that of a histogram is its sum.
type figure struct {
	value   float64
	buckets []uint64 // beside each bound, and beyond the last
}

func newFamily(kind, name, help string, labels ...string) *family {
	return &family{kind: kind, name: "assay_" + name, help: help, labels: labels, series: make(map[string]*figure)}
}

// at returns the figure of a series, with f.mu held unless f is new.
func (f *family) at(values ...string) *figure {
	pairs := make([]string, len(values))
	for i, value := range values {
		pairs[i] = f.labels[i] + `="` + escapes.Replace(value) + `"`
	}
	key := strings.Join(pairs, ",")
	if f.series[key] == nil {
		f.series[key] = &figure{buckets: make([]uint64, len(f.bounds)+1)}
	}
	return f.series[key]
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// add adds to the series with these values of the labels.
func (f *family) add(n float64, values ...string) *family {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at(values...).value += n
	return f
}

// observe counts a time in a histogram.
func (f *family) observe(took time.Duration, values ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, _ := slices.BinarySearch(f.bounds, took.Seconds())
	figure := f.at(values...)
	figure.value += took.Seconds()
	figure.buckets[at]++
}

func (f *family) write(to *bytes.Buffer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.series) == 0 {
		return
	}
	fmt.Fprintf(to, "# HELP %s %s\n# TYPE %[1]s %[3]s\n", f.name, f.help, f.kind)
	for _, labels := range slices.Sorted(maps.Keys(f.series)) {
		figure := f.series[labels]
		if f.kind != histogramKind {
			writeLine(to, f.name, labels, figure.value)
			continue
		}
		var count uint64
		for i, n := range figure.buckets {
			bound := "+Inf"
			if i < len(f.bounds) {
				bound = number(f.bounds[i])
			}
			count += n
			writeLine(to, f.name+"_bucket", strings.TrimPrefix(labels+`,le="`+bound+`"`, ","), float64(count))
		}
		writeLine(to, f.name+"_sum", labels, figure.value)
		writeLine(to, f.name+"_count", labels, float64(count))
	}
}

func writeLine(to *bytes.Buffer, name, labels string, value float64) {
	if labels != "" {
		labels = "{" + labels + "}"
	}
	fmt.Fprintln(to, name+labels, number(value))
}

func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
