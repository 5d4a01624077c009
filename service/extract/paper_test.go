package extract_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"assay/query"
	"assay/service/content"
	"assay/service/document"
	"assay/service/extract"
	"assay/service/extract/prompt"
	"assay/wire/pages/documenttest"
)

// typeset makes a PDF of text laid out with blanks: two of them or more set
// pieces apart, which keep their places; pieces that end in digits keep their
// right ends, as numbers in columns do. A line of "=====" begins a page.
func typeset(source string) []byte {
	const column, line, size, margin = 5.3, 15, 10, 36
	var pages [][]documenttest.Text
	for page := range strings.SplitSeq(source, "=====\n") {
		var texts []documenttest.Text
		y := 50.0
		for row := range strings.Lines(page) {
			row = strings.TrimRight(row, "\n")
			runes := []rune(row)
			for from := 0; from < len(runes); {
				if runes[from] == ' ' {
					from++
					continue
				}
				to := from
				for to < len(runes) && !(runes[to] == ' ' && (to+1 == len(runes) || runes[to+1] == ' ')) {
					to++
				}
				piece := string(runes[from:to])
				x := margin + column*float64(from)
				if last, _ := utf8.DecodeLastRuneInString(piece); from > 0 && (unicode.IsDigit(last) || last == '€') {
					x = margin + column*float64(to) - size*width(piece)
				}
				texts = append(texts, documenttest.Text{X: x, Y: y, Size: size, Text: piece})
				from = to
			}
			y += line
		}
		pages = append(pages, texts)
	}
	return documenttest.PDF(pages...)
}

// width is roughly how wide a text is in Helvetica of size 1.
func width(s string) float64 {
	w := 0.0
	for _, r := range s {
		switch {
		case strings.ContainsRune(" .,:;/'ijl-", r):
			w += 0.28
		case unicode.IsUpper(r):
			w += 0.68
		default:
			w += 0.556
		}
	}
	return w
}

func readPaper(t *testing.T, name string) *content.Document {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("testdata", "paper", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	reader := document.NewReader(document.Config{Languages: []string{"eng"}})
	return readWith(t, reader, typeset(string(source)), document.Options{})
}

func readWith(t *testing.T, reader *document.Reader, source []byte, options document.Options) *content.Document {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, source, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := reader.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := reader.Read(t.Context(), file, options)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestPaper(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "paper", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Document, Query, Prompt string
		Want                    map[string]any
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Document+"/"+c.Prompt, func(t *testing.T) {
			doc := readPaper(t, c.Document)
			var readings []prompt.Reading
			var err error
			if c.Prompt != "" {
				readings, err = prompt.Read(c.Prompt)
			} else {
				readings = make([]prompt.Reading, 1)
				readings[0].Query, err = query.Parse(c.Query)
			}
			if err != nil {
				t.Fatal(err)
			}
			_, result, err := extract.Best(t.Context(), doc, readings, extract.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got map[string]any
			if err := json.Unmarshal(result.Data, &got); err != nil {
				t.Fatal(err)
			}
			compare(t, "", got, c.Want)
			for _, e := range result.Evidence {
				if e.Page < 1 || e.Box == nil || e.Box[2] <= 0 || e.Box[3] <= 0 || e.Box[3] > 60 {
					t.Errorf("%s: evidence %q has page %d and box %v", e.Pointer, e.Text, e.Page, e.Box)
				}
			}
		})
	}
}

// compare reports where an answer differs from what is wanted.
func compare(t *testing.T, path string, got, want any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		object, _ := got.(map[string]any)
		for name, w := range want {
			compare(t, path+"/"+name, object[name], w)
		}
		return
	case []any:
		list, _ := got.([]any)
		if len(list) == len(want) {
			for i, w := range want {
				compare(t, path+"/"+string(rune('0'+i)), list[i], w)
			}
			return
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %v, want %v", path, got, want)
	}
}
