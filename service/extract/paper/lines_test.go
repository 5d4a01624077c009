package paper

import (
	"testing"

	"assay/service/content"
)

// TestLinesOfCells reads values that go on in the next line of their cell.
func TestLinesOfCells(t *testing.T) {
	doc := &content.Document{Source: content.PDF, Layout: true}
	b := content.NewBuilder(doc)
	place := func(x, y, width, height float32) {
		doc.Boxes = append(doc.Boxes, content.Box{X: x, Y: y, Width: width, Height: height, Page: 1})
		doc.Styles = append(doc.Styles, content.Style{})
	}
	cell := func(role content.Role, x, y float32, lines ...string) {
		b.Open(content.Start{Role: role})
		place(x, y, 60, 12*float32(len(lines))-2)
		for n, line := range lines {
			b.Text(line)
			place(x, y+11*float32(n), 5*float32(len(line)), 10)
		}
		b.Close()
	}
	b.Open(content.Start{Role: content.Page})
	place(0, 0, 600, 800)
	b.Open(content.Start{Role: content.Terms})
	place(40, 40, 200, 50)
	cell(content.Term, 40, 40, "Account ", "reference ")
	cell(content.Definition, 140, 40, "7741 0093 ", "2258 ")
	cell(content.Term, 40, 70, "Bill number ")
	cell(content.Definition, 140, 70, "E-2026-", "118450 ")
	b.Close()
	b.Open(content.Start{Role: content.Row})
	place(40, 120, 400, 22)
	cell(content.Cell, 40, 120, "Tariff ")
	cell(content.Cell, 140, 120, "Steady ", "Fixed 27 ")
	b.Close()
	b.Open(content.Start{Role: content.Row})
	place(40, 160, 400, 22)
	cell(content.Cell, 40, 160, "Gas ", "Water ")
	cell(content.Cell, 140, 160, "11.10 ", "22.20 ")
	b.Close()
	b.Done()
	got := map[string]string{}
	for _, o := range New(doc).Offers() {
		if o.Place == acrossRow {
			got[o.Label] = o.Value
		}
	}
	for label, want := range map[string]string{
		"Account reference": "7741 0093 2258", "Bill number": "E-2026-118450", "Tariff": "Steady Fixed 27",
		"Gas": "11.10", "Water": "22.20",
	} {
		if got[label] != want {
			t.Errorf("%s is %q, want %q", label, got[label], want)
		}
	}
}
