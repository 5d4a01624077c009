package prompt_test

import (
	_ "embed"
	"strings"
	"testing"

	"assay/query"
	"assay/service/extract/prompt"
)

//go:embed testdata/invented.txt
var invented string

// TestInvented measures how near the queries are to those that a person would write, on pages
// that no rule was made for: the mean of the F1 over the paths of their fields, types included.
func TestInvented(t *testing.T) {
	seen, held, ok := strings.Cut(invented, "\n## held back\n")
	if !ok {
		t.Fatal("no prompts are held back")
	}
	for name, half := range map[string]struct {
		text  string
		least float64
	}{"seen": {seen, 0.91}, "held": {held, 0.6}} {
		t.Run(name, func(t *testing.T) {
			sum, n := 0.0, 0
			for line := range strings.Lines(half.text) {
				text, want, ok := strings.Cut(strings.TrimSpace(line), " => ")
				if !ok || text[0] == '#' {
					continue
				}
				n++
				f1, got := near(t, text, want)
				if sum += f1; f1 < 1 {
					t.Logf("%.2f: %q is %s", f1, text, got)
				}
			}
			if n < 30 {
				t.Errorf("%d prompts; there should be 30", n)
			}
			if mean := sum / float64(n); mean < half.least {
				t.Errorf("F1 %.3f, less than %.2f", mean, half.least)
			} else {
				t.Logf("F1 %.3f", mean)
			}
		})
	}
}

// near reads a prompt and returns how near its query is to a given one, and the query.
func near(t *testing.T, text, want string) (f1 float64, got string) {
	q, err := query.Parse(want)
	if err != nil {
		t.Fatalf("%q: %v", want, err)
	}
	reading, err := prompt.Read(text)
	if err != nil {
		return 0, err.Error()
	}
	wanted, read := map[string]bool{}, map[string]bool{}
	paths(wanted, "", q.Root.Fields)
	paths(read, "", reading.Query.Root.Fields)
	both := 0
	for p := range read {
		if wanted[p] {
			both++
		}
	}
	return 2 * float64(both) / float64(len(read)+len(wanted)), strings.Join(strings.Fields(query.Format(reading.Query)), " ")
}

func paths(out map[string]bool, in string, fields []*query.Field) {
	for _, f := range fields {
		p := in + f.Name
		if f.List {
			p += "[]"
		}
		out[p+" "+f.Hint().Type.String()] = true
		if f.Container != nil {
			paths(out, p+".", f.Container.Fields)
		}
	}
}
