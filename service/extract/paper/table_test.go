package paper

import (
	"slices"
	"testing"

	"assay/service/content"
)

// line is a run of text on a page of a test.
type line struct {
	x, y float32
	text string
}

// sheetOf returns a page of runs of text whose letters are all as wide.
func sheetOf(lines []line) *Sheet {
	doc := &content.Document{Source: content.PDF, Layout: true}
	b := content.NewBuilder(doc)
	b.Open(content.Start{Role: content.Page, Tag: "section"})
	doc.Boxes = append(doc.Boxes, content.Box{Width: 600, Height: 800, Page: 1})
	doc.Styles = append(doc.Styles, content.Style{})
	for _, l := range lines {
		b.Text(l.text)
		doc.Boxes = append(doc.Boxes, content.Box{X: l.x, Y: l.y, Width: 5 * float32(len(l.text)), Height: 10, Page: 1})
		doc.Styles = append(doc.Styles, content.Style{})
	}
	b.Done()
	return New(doc)
}

// TestNamesInThreeLines reads names of columns that stand on three levels, one of them with a number.
func TestNamesInThreeLines(t *testing.T) {
	tables := sheetOf([]line{
		{240, 40, "Quantity"},
		{40, 52, "Item"}, {120, 52, "Description"}, {340, 52, "USD / 100"}, {420, 52, "Amount"},
		{220, 64, "ordered"}, {280, 64, "shipped"},
		{40, 84, "B-104"}, {120, 84, "Hex bolt"}, {230, 84, "400"}, {290, 84, "350"}, {360, 84, "6.40"}, {430, 84, "22.40"},
		{40, 98, "W-220"}, {120, 98, "Flat washer"}, {230, 98, "900"}, {290, 98, "900"}, {360, 98, "1.20"}, {430, 98, "10.80"},
	}).Tables()
	if len(tables) != 1 {
		t.Fatalf("got %d tables, want 1: %v", len(tables), tables)
	}
	var names []string
	for _, h := range tables[0].Heads {
		names = append(names, h.Text)
	}
	if want := []string{"Item", "Description", "Quantity ordered", "Quantity shipped", "USD / 100", "Amount"}; !slices.Equal(names, want) {
		t.Errorf("the columns are %q, want %q", names, want)
	}
	var last []string
	for _, c := range tables[0].Rows[len(tables[0].Rows)-1] {
		last = append(last, c.Text)
	}
	if want := []string{"W-220", "Flat washer", "900", "900", "1.20", "10.80"}; len(tables[0].Rows) != 2 || !slices.Equal(last, want) {
		t.Errorf("got %d rows, the last %q, want 2 and %q", len(tables[0].Rows), last, want)
	}
}
