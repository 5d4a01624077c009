package jsondoc

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// large is about 100 MB of JSON shaped like the answer to a web query.
var large = sync.OnceValue(func() []byte {
	random := rand.New(rand.NewPCG(7, 7))
	words := strings.Fields("alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike prix été 東京 über naïve 🙂 price stock")
	text := func(n int) string {
		some := make([]string, n)
		for i := range some {
			some[i] = words[random.IntN(len(words))]
		}
		return strings.Join(some, " ")
	}
	b := bytes.NewBuffer(make([]byte, 0, 101e6))
	b.WriteString(`{"data": {"items": [`)
	for i := 0; b.Len() < 100e6; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, `{"id": %d, "name": "%s", "price": %.2f, "in_stock": %v, "url": "https://example.test/p/%d?ref=%08x", "tags": ["%s", "%s"], `,
			i, text(3), random.Float64()*1000, random.IntN(2) == 0, i, random.Uint32(), text(1), text(1))
		fmt.Fprintf(b, `"seller": {"name": "%s", "rating": %.1f, "address": {"city": "%s", "zip": "%05d", "note": null}}, "description": "%s"}`,
			text(2), random.Float64()*5, text(1), random.IntN(100000), text(5+random.IntN(36)))
	}
	b.WriteString("]}}\n")
	return b.Bytes()
})

func BenchmarkIndex100MB(b *testing.B) {
	data := large()
	b.SetBytes(int64(len(data)))
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		doc, err := Index(context.Background(), data, Options{})
		if err != nil {
			b.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "heap-MB")
		b.ReportMetric(float64(doc.Len())/1e6, "M-nodes")
	}
}

func BenchmarkSearch100MB(b *testing.B) {
	doc, err := Index(context.Background(), large(), Options{})
	if err != nil {
		b.Fatal(err)
	}
	searches := []struct {
		name, text string
		options    SearchOptions
	}{
		{"missing word", "zeppelin", SearchOptions{}},
		{"in every item", "ALPHA", SearchOptions{}},
		{"one letter", "a", SearchOptions{}},
		{"pattern", `\bzep+elin`, SearchOptions{Regexp: true}},
	}
	for _, s := range searches {
		b.Run(s.name, func(b *testing.B) {
			m, err := NewMatcher(s.text, s.options)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(doc.Data())))
			for b.Loop() {
				hits, _ := doc.Search(context.Background(), m)
				b.ReportMetric(float64(len(hits)), "hits")
			}
		})
	}
}
