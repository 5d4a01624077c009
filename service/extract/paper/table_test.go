package paper

import (
	"slices"
	"testing"

	"assay/service/content"
	"assay/service/extract/read"
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

// TestNumbersToTheRight reads numbers that stand at the right of their columns, nearer to the next name
// than to their own at the left.
func TestNumbersToTheRight(t *testing.T) {
	tables := sheetOf([]line{
		{40, 40, "Description"}, {200, 40, "Quantity"}, {320, 40, "Unit price"}, {440, 40, "Line total"},
		{40, 60, "Hand drill"}, {305, 60, "2"}, {400, 60, "45.00"}, {525, 60, "90.00"},
		{40, 74, "Wood screws"}, {300, 74, "10"}, {405, 74, "3.20"}, {525, 74, "32.00"},
	}).Tables()
	if len(tables) != 1 || len(tables[0].Rows) != 2 {
		t.Fatalf("got %v, want a table of two rows", tables)
	}
	for i, want := range [...][]string{{"Hand drill", "2", "45.00", "90.00"}, {"Wood screws", "10", "3.20", "32.00"}} {
		var got []string
		for _, c := range tables[0].Rows[i] {
			got = append(got, c.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("row %d is %q, want %q", i, got, want)
		}
	}
}

// TestSides reads two tables that one row of names is over, up to the sums of each.
func TestSides(t *testing.T) {
	tables := sheetOf([]line{
		{40, 40, "Earnings"}, {180, 40, "Hours"}, {230, 40, "Amount"}, {300, 40, "Deductions"}, {440, 40, "Rate"}, {490, 40, "Amount"},
		{40, 54, "Basic pay"}, {185, 54, "30"}, {225, 54, "900.00"}, {300, 54, "Pension"}, {445, 54, "5%"}, {490, 54, "45.00"},
		{40, 68, "Overtime"}, {185, 68, "4"}, {230, 68, "60.00"}, {300, 68, "Income tax"}, {445, 68, "9%"}, {490, 68, "81.00"},
		{40, 82, "Meals"}, {185, 82, "20"}, {230, 82, "40.00"}, {300, 82, "Union"}, {445, 82, "1%"}, {490, 82, "9.00"},
		{40, 96, "Gross in all"}, {220, 96, "1,000.00"}, {300, 96, "Held back"}, {485, 96, "135.00"},
	}).Tables()
	if len(tables) != 1 {
		t.Fatalf("got %d tables, want 1: %v", len(tables), tables)
	}
	sides := tables[0].Sides(read.Locale{Lang: "en"})
	if len(sides) != 2 {
		t.Fatalf("got %d sides, want 2: %v", len(sides), sides)
	}
	for side, want := range [...][]string{{"Basic pay", "Overtime", "Meals"}, {"Pension", "Income tax", "Union"}} {
		var got []string
		for _, row := range sides[side].Rows {
			got = append(got, row[0].Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", sides[side].Heads[0].Text, got, want)
		}
	}
}

// TestEndsOfTables reads tables with names of rows between them, under one without a name for its
// first column, and up to a title.
func TestEndsOfTables(t *testing.T) {
	doc := page(content.Start{Role: content.Page}, 14, []string{
		"Item    Quantity    Price",
		"Lamp    2           3.00",
		"TABLES",
		"Desk    4           6.00",
		"Premium",
		"Wood    6           9.00",
		"",
		"        Net         Tax",
		"7 %     2.00        0.14",
		"19 %    4.00        0.76",
	})
	for id := range doc.Nodes {
		if id > 0 && doc.Chars(content.ID(id)) == "Premium" {
			doc.Nodes[id-1].Role = content.Heading
		}
	}
	var got []string
	for _, table := range New(doc).Tables() {
		for _, row := range table.Rows {
			got = append(got, row[0].Text)
		}
	}
	if want := []string{"Lamp", "Desk", "7 %", "19 %"}; !slices.Equal(got, want) {
		t.Errorf("the first cells are %q, want %q", got, want)
	}
}
