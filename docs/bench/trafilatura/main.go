// Command trafilatura measures Assay's engine side by side with go-trafilatura: both
// read the same article pages, by turns on one processor, and give the main text, whose tokens are compared with those expected.
//
//	cd docs/bench/trafilatura && go run . --corpus DIR
//
// It is a module of its own, so that the program does not depend on what it is
// compared with.
package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/markusmobius/go-trafilatura"

	"assay/query"
	"assay/service/extract"
	"assay/service/page"
)

func main() {
	corpus := flag.String("corpus", "", "the `directory` of the corpus: a folder with a cases.jsonl for each set")
	set := flag.String("set", "articles", "the `set` to read: its cases ask for a prose field")
	flag.Parse()
	if err := run(*corpus, *set, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "trafilatura:", err)
		os.Exit(1)
	}
}

// article is a page and the main text that is expected of it.
type article struct {
	ID, Page, Query string
	Expected        map[string]any
	Compare         map[string]string

	source string
	text   string // the name of the field for the main text
}

func run(corpus, set string, out io.Writer) error {
	if corpus == "" {
		return errors.New("no corpus: name its folder with --corpus")
	}
	articles, err := load(corpus, set)
	if err != nil {
		return err
	}
	if len(articles) == 0 {
		return fmt.Errorf("no cases with a main text in %s of %s", set, corpus)
	}
	runtime.GOMAXPROCS(1)
	readers := []*reader{
		{name: "assay", read: assay},
		{name: "go-trafilatura", read: trafilaturaWith(trafilatura.Options{ExcludeComments: true})},
		{name: "with its fallback", read: trafilaturaWith(trafilatura.Options{ExcludeComments: true, EnableFallback: true})},
	}
	for _, a := range articles[:min(5, len(articles))] { // what is made on first use is made
		for _, r := range readers {
			_, _ = r.read(a) // an error shows below
		}
	}
	for i, a := range articles {
		for k := range readers {
			readers[(i+k)%len(readers)].measure(a) // by turns
		}
	}
	fmt.Fprintf(out, "%d pages of %s\n%-18s %8s %8s %8s %12s %12s %8s\n", len(articles), set, "", "failed", "p50 ms", "p95 ms", "KB a page", "allocations", "F1")
	for _, r := range readers {
		n := len(articles)
		slices.Sort(r.took)
		fmt.Fprintf(out, "%-18s %8d %8.1f %8.1f %12d %12d %8.3f\n", r.name, r.failed,
			milliseconds(r.took[n/2]), milliseconds(r.took[n*95/100]), r.bytes/uint64(n)>>10, r.allocations/uint64(n), r.f1/float64(n))
	}
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// reader is one of the two that are compared, and what was measured of it.
type reader struct {
	name string
	read func(article) (text string, err error)

	took               []time.Duration // of a processor
	bytes, allocations uint64
	f1                 float64
	failed             int
}

func (r *reader) measure(a article) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start := processor()
	text, err := r.read(a)
	r.took = append(r.took, processor()-start)
	runtime.ReadMemStats(&after)
	r.bytes += after.TotalAlloc - before.TotalAlloc
	r.allocations += after.Mallocs - before.Mallocs
	if err != nil {
		r.failed++
		return
	}
	expected, _ := a.Expected[a.text].(string)
	r.f1 += f1(tokens(expected), tokens(text))
}

// processor returns the processor time that the program has taken.
func processor() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // never for oneself
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// assay answers the case's whole query, its title, author and date too.
func assay(a article) (string, error) {
	q, err := query.Parse(a.Query)
	if err != nil {
		return "", err
	}
	doc, err := page.Parse(a.source, nil)
	if err != nil {
		return "", err
	}
	r, err := extract.Run(context.Background(), doc, q, extract.Options{})
	if err != nil {
		return "", err
	}
	var data map[string]any
	if err := json.Unmarshal(r.Data, &data); err != nil {
		return "", err
	}
	text, _ := data[a.text].(string)
	return text, nil
}

// trafilaturaWith has go-trafilatura extract pages, their metadata too.
func trafilaturaWith(opt trafilatura.Options) func(article) (string, error) {
	return func(a article) (string, error) {
		r, err := trafilatura.Extract(strings.NewReader(a.source), opt)
		if err != nil {
			return "", err
		}
		return r.ContentText, nil
	}
}

// load reads the cases of a set that ask for a main text.
func load(corpus, set string) ([]article, error) {
	f, err := os.Open(filepath.Join(corpus, set, "cases.jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []article
	for lines := bufio.NewReader(f); ; {
		line, err := lines.ReadBytes('\n')
		if len(line) > 1 {
			var a article
			if err := json.Unmarshal(line, &a); err != nil {
				return nil, err
			}
			for path, kind := range a.Compare {
				if kind == "prose" && !strings.ContainsAny(path, ".[") {
					a.text = path
				}
			}
			if a.text != "" {
				if a.source, err = source(filepath.Join(corpus, filepath.FromSlash(a.Page))); err != nil {
					return nil, err
				}
				out = append(out, a)
			}
		}
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func source(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(file, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return "", err
		}
	}
	b, err := io.ReadAll(r)
	return strings.ToValidUTF8(string(b), "\uFFFD"), err
}

func tokens(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// f1 is the harmonic mean of precision and recall of an answer's tokens, each counted
// as often as it occurs.
func f1(expected, answer []string) float64 {
	count := map[string]int{}
	for _, t := range expected {
		count[t]++
	}
	common := 0
	for _, t := range answer {
		if count[t] > 0 {
			count[t]--
			common++
		}
	}
	if common == 0 {
		return 0
	}
	return 2 * float64(common) / float64(len(expected)+len(answer))
}
