package extract_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"assay/query"
	"assay/service/api/heap"
	"assay/service/extract"
	"assay/service/page"
)

// memoryPage names, in the environment of a child of BenchmarkMemory, the page it is
// to read and its size in MB.
const memoryPage = "ASSAY_TEST_MEMORY_PAGE"

// BenchmarkMemory reads and answers large pages, each in a process of its own, and
// reports the most memory that the process had of the system, in sizes of the page:
// that is with the process itself, and with what the collector has not yet returned.
//
//	go test -run xxx -bench Memory -benchtime 1x ./service/extract
func BenchmarkMemory(b *testing.B) {
	if at := os.Getenv(memoryPage); at != "" {
		answerLarge(b, at)
		return
	}
	for _, name := range [...]string{"listing", "article", "plain table", "cards", "classes", "one table", "links", "state", "one text"} {
		const size = 19
		b.Run(fmt.Sprintf("%s/%dMB", strings.ReplaceAll(name, " ", "-"), size), func(b *testing.B) {
			peak := 0
			for b.Loop() {
				cmd := exec.CommandContext(b.Context(), os.Args[0], "-test.run=^$", "-test.bench=^BenchmarkMemory$", "-test.benchtime=1x")
				cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s", memoryPage, size, name))
				out, err := cmd.Output()
				if err != nil {
					b.Fatalf("%v: %s", err, out)
				}
				_, told, _ := bytes.Cut(out, []byte("peak kB: "))
				told, _, _ = bytes.Cut(told, []byte("\n"))
				if peak, err = strconv.Atoi(string(told)); err != nil {
					b.Fatalf("the child told no peak: %s", out)
				}
			}
			b.ReportMetric(float64(peak)/(size<<10), "peak/page")
			b.ReportMetric(float64(peak)/1024, "peak-MB")
		})
	}
}

// answerLarge reads and answers a page and prints the process's peak of memory.
func answerLarge(b *testing.B, at string) {
	size, name, _ := strings.Cut(at, " ")
	n, err := strconv.Atoi(size)
	if err != nil {
		b.Fatal(err)
	}
	q, err := query.Parse(hardQuery)
	if err != nil {
		b.Fatal(err)
	}
	for _, hard := range hardPages {
		if hard.name != name {
			continue
		}
		source := hard.page(n << 20)
		defer heap.Tighten(len(source))()
		doc, err := page.Parse(source, nil)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := extract.Run(b.Context(), doc, q, extract.Options{NoEvidence: true}); err != nil {
			b.Fatal(err)
		}
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	peak, _, _ = strings.Cut(peak, "kB")
	fmt.Printf("peak kB: %s\n", strings.TrimSpace(peak))
}
