package history_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"assay/workspace/history"
)

// many fills a history and closes it.
func many(tb testing.TB, path string, n int) {
	s := history.New(path, history.Limits{})
	data := response(`{"products":[{"name":"Alder Desk Lamp","price":64.5}]}`)
	for i := range n {
		s.Record(history.OfQuery(start, page(fmt.Sprintf("https://shop%d.example/lamps?page=%d", i%100, i)), ""), history.Outcome{Response: data, Cost: 1, Sum: "1 in products", Took: time.Millisecond})
	}
	if err := s.Close(tb.Context()); err != nil {
		tb.Fatal(err)
	}
}

func BenchmarkRecord(b *testing.B) {
	many(b, filepath.Join(b.TempDir(), "history.db"), b.N)
}

// Of 100,000 calls: the first screen, then all.
func BenchmarkList(b *testing.B) {
	path := filepath.Join(b.TempDir(), "history.db")
	many(b, path, 100_000)
	s := history.New(path, history.Limits{})
	defer s.Close(b.Context())
	for _, limit := range []int{500, 100_000} {
		b.Run(fmt.Sprint(limit), func(b *testing.B) {
			for b.Loop() {
				if _, err := s.List(b.Context(), 0, limit); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
