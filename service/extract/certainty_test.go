package extract_test

import (
	"context"
	"strings"
	"testing"

	"assay/query"
	"assay/service/content"
	"assay/service/document"
	"assay/service/extract"
	"assay/wire/pages/documenttest"
)

func TestEndsEarly(t *testing.T) {
	for source, want := range map[string]bool{
		"{ invoice_number }":                   true,
		"{ invoice { number  date(date) } }":   true,
		"{ invoice_number  total }":            false,
		"{ quantity(number) }":                 false,
		"{ items[] { description } }":          false,
		"{ invoice { number  references[] } }": false,
	} {
		if got := extract.EndsEarly(parse(t, source)); got != want {
			t.Errorf("%s ends early: %v, want %v", source, got, want)
		}
	}
}

func parse(t *testing.T, source string) *query.Query {
	t.Helper()
	q, err := query.Parse(source)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestEnough reads a scan of four pages only as far as a query needs.
func TestEnough(t *testing.T) {
	scan := documenttest.Scan(
		documenttest.Picture(827, 1169, documenttest.Text{X: 60, Y: 100, Size: 30, Text: "Statement of the year for all members"}),
		documenttest.Picture(827, 1169, documenttest.Text{X: 60, Y: 100, Size: 30, Text: "Invoice number: A-5521"}),
		documenttest.Picture(827, 1169, documenttest.Text{X: 60, Y: 100, Size: 30, Text: "Invoice date: 13 February 2024"}),
		documenttest.Picture(827, 1169, documenttest.Text{X: 60, Y: 100, Size: 30, Text: "Due date: 14 March 2024"}),
	)
	reader := document.NewReader(document.Config{Languages: []string{"eng"}, Workers: 1})
	for _, test := range []struct {
		query string
		asked int // pages read whenever it was asked whether they will do, of the last time
		pages int
		want  string
	}{
		{"{ invoice_number }", 3, 3, `"A-5521"`},
		{"{ due_date }", 3, 4, "14"},
	} {
		q, asked := parse(t, test.query), 0
		doc := readWith(t, reader, scan, document.Options{Enough: func(ctx context.Context, soFar *content.Document) (bool, error) {
			asked = countPages(soFar)
			result, err := extract.Run(ctx, soFar, q, extract.Options{})
			return err == nil && extract.Sure(q, result), err
		}})
		result, err := extract.Run(t.Context(), doc, q, extract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := countPages(doc); got != test.pages || asked != test.asked || !strings.Contains(string(result.Data), test.want) {
			t.Errorf("%s is %s after %d pages, asked after %d; want %s, %d, %d", test.query, result.Data, got, asked, test.want, test.pages, test.asked)
		}
	}
}

func countPages(doc *content.Document) int {
	count := 0
	for i := range doc.Nodes {
		if doc.Nodes[i].Role == content.Page {
			count++
		}
	}
	return count
}
