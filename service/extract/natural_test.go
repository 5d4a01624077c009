package extract_test

import (
	_ "embed"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

//go:embed testdata/natural/cases.txt
var naturalCases string

// TestNaturalQueries asks for things in the words that people use rather than
// those of the page.
func TestNaturalQueries(t *testing.T) {
	var html string
	n := 0
	for line := range strings.Lines(naturalCases) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
			continue
		case line[0] == '@':
			b, err := os.ReadFile(filepath.Join("testdata", "natural", line[1:]))
			if err != nil {
				t.Fatal(err)
			}
			html = string(b)
			continue
		}
		query, want, ok := strings.Cut(line, " => ")
		if !ok {
			t.Fatalf("%s has no answer", query)
		}
		n++
		if got := run(t, html, "https://www.example.com/dir/page.html", query).Data; string(got) != want {
			t.Errorf("%s\n got %s\nwant %s", query, got, want)
		}
	}
	if n < 60 {
		t.Errorf("%d queries, want 60", n)
	}
}
