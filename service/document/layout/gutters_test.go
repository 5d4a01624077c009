package layout

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// printed makes a page of the words of a PDF that a browser printed: a line for
// each with its left, top, width, height and text, parted by tabs.
func printed(t *testing.T, name string) Page {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "close", name+".tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	reader := csv.NewReader(file)
	reader.Comma = '\t'
	lines, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	page := Page{Number: 1, Width: 612, Height: 792}
	for _, line := range lines {
		var side [4]float32
		for i := range side {
			value, err := strconv.ParseFloat(line[i], 32)
			if err != nil {
				t.Fatal(err)
			}
			side[i] = float32(value)
		}
		page.Words = append(page.Words, Word{Text: line[4], Box: Box{side[0], side[1], side[2], side[3]}, Confidence: 100})
	}
	return page
}

func TestCloseColumns(t *testing.T) {
	const priced = "Item|Qty|Price|Amount|\nAlder Desk Lamp|2|64.50|129.00|\nBirch Floor Lamp|1|129.00|129.00|\n"
	for name, want := range map[string]string{
		"bordered":               "Item|Quantity|Amount|\nAlder Desk Lamp|1|64.50|\nBirch Floor Lamp|1|129.00|\n",
		"tight":                  priced + "Oak 12 Shelf 40|12|21.28|255.40|\n",
		"without-borders":        priced + "Oak Shelf|12|21.28|255.40|\n",
		"numbers-at-the-right":   "Description|Qty|Price|Amount|\nAlder Desk Lamp|2|64.50|129.00|\nBirch Floor Lamp|1|129.00|129.00|\nOak Shelf|12|21.28|255.40|\n",
		"numbers-beside-numbers": "No|Description|Qty|Price|VAT|Amount|\n1|Desk Lamp 3000|2|64.50|19|129.00|\n2|Floor Lamp|1|129.00|19|129.00|\n3|Shelf|12|21.28|7|255.40|\n",
		"times":                  "Day|Start|End|Hours|\nWed|06:10|14:30|8.0|\nFri|06:00|13:00|6.5|\n",
		"two-lines":              "Item|Qty|Unit price|Amount|\nAlder Desk Lamp with shade|2|64.50|129.00|\nBirch Floor Lamp dimmable, 2 m|1|129.00|129.00|\nOak Shelf white|12|21.28|255.40|\n",
		"currency":               "Item|Qty|Amount|\nAlder Desk Lamp|2|€ 129.00|\nBirch Floor Lamp|1|€ 129.00|\nOak Shelf|12|€ 255.40|\n",
		"one-row":                "Item|Qty|Amount|\nAlder Desk Lamp|4|513.40|\n",
		"names-of-two-words":     "Item name|Order qty|Unit price|Net amount|\nAlder Desk Lamp|2|64.50|129.00|\nBirch Floor Lamp|1|129.00|129.00|\nOak Shelf|12|21.28|255.40|\n",
	} {
		if got := cells(printed(t, name)); got != want {
			t.Errorf("%s:\n%swant:\n%s", name, got, want)
		}
	}
}

func TestJustifiedLinesHaveNoCells(t *testing.T) {
	rows := makeRows(printed(t, "justified").Words)
	for i, r := range partCells(rows) {
		if i >= 4 && i <= 14 && len(r.segments) > len(rows[i].segments) {
			t.Errorf("%q is in %d parts, want %d", r.text(), len(r.segments), len(rows[i].segments))
		}
	}
}
