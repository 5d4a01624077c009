package prompt_test

import (
	_ "embed"
	"errors"
	"strings"
	"testing"

	"assay/query"
	"assay/service/extract/prompt"
)

//go:embed testdata/prompts.txt
var prompts string

func TestRead(t *testing.T) {
	n, none := 0, 0
	for line := range strings.Lines(prompts) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		text, want, ok := strings.Cut(line, " => ")
		if !ok {
			t.Fatalf("%q has no query", line)
		}
		n++
		if want == "-" {
			none++
		}
		reading, err := prompt.Read(strings.ReplaceAll(text, `\n`, "\n"))
		got := "-"
		switch {
		case err == nil:
			got = strings.Join(strings.Fields(query.Format(reading.Query)), " ")
		case !errors.Is(err, prompt.ErrNoData):
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
	if n < 220 || none < 30 {
		t.Errorf("%d prompts, %d of which name no data; there should be 220 and 30", n, none)
	}
}

// TestSure checks that a reading tells when it left words out.
func TestSure(t *testing.T) {
	for text, want := range map[string]bool{
		"all products with name and price":                           true,
		"the author and date of this article":                        true,
		"Who came to dinner last night?":                             false,
		"what the quarterly figures of the firm said about its debt": false,
	} {
		reading, err := prompt.Read(text)
		if err != nil && want || err == nil && reading.Sure != want {
			t.Errorf("%q: sure %t, error %v; want %t", text, reading.Sure, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("all products with name, price (in €) and 3d model")
	f.Add("the page's 's of of with with")
	f.Add("for each (of (them), and their's: with")
	f.Add("l'auteur d' qu' et de la")
	for line := range strings.Lines(prompts) {
		text, _, _ := strings.Cut(line, " => ")
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		reading, err := prompt.Read(text)
		if err == nil && len(reading.Query.Root.Fields) == 0 {
			t.Error("a query without fields")
		}
		if err != nil && !errors.Is(err, prompt.ErrNoData) {
			t.Error(err)
		}
	})
}
