package layout

import (
	"strings"
	"testing"

	"assay/service/content"
)

// cells writes the tables of a page: a line for each row, cells parted by strokes.
func cells(page Page) string {
	doc := new(content.Document)
	Build(doc, []Page{page})
	var b strings.Builder
	for id := range doc.Nodes {
		n := &doc.Nodes[id]
		if n.Role != content.Row || n.Kind != content.Element {
			continue
		}
		for c := doc.FirstChild(content.ID(id)); c != content.None; c = doc.Next(c) {
			for k := c; k < doc.Nodes[c].End; k++ {
				b.WriteString(doc.Chars(k))
			}
			b.WriteString("|")
		}
		b.WriteString("\n")
	}
	return strings.ReplaceAll(b.String(), " |", "|")
}

func TestHeadedTables(t *testing.T) {
	for name, tt := range map[string]struct{ page, want string }{
		"a first column without a name": {`
              Net         Tax       Gross
7 %        330.84       23.16      354.00
19 %        48.15        9.15       57.30
`, `|Net|Tax|Gross|
7 %|330.84|23.16|354.00|
19 %|48.15|9.15|57.30|
`},
		"wrapped texts, an empty cell and sums": {`
Item                       Qty      Price     Amount

Chair with arms,            2       40.00      80.00
blue
Table                               99.00      99.00

                                    Total     179.00
`, "Item|Qty|Price|Amount|\nChair with arms, blue|2|40.00|80.00|\nTable||99.00|99.00|\n"},
		"names close to each other": {`
No.  Part       Description            Qty   Unit Price  Total

1    A-1        Cork                    40   bag  118.00  4720
2    B-2        Cap                     12   pc    65.00   780
`, "No.|Part|Description|Qty|Unit|Price|Total|\n1|A-1|Cork|40|bag|118.00|4720|\n2|B-2|Cap|12|pc|65.00|780|\n"},
		"years as names": {`
In millions        2024       2023

Revenue           412.6      371.7
Costs             254.4      231.8
`, "In millions|2024|2023|\nRevenue|412.6|371.7|\nCosts|254.4|231.8|\n"},
		"text that follows": {`
Date          Text             Amount

01.02.2024    Rent             950.00
05.02.2024    Water             12.00

The bank keeps this for      six years
`, "Date|Text|Amount|\n01.02.2024|Rent|950.00|\n05.02.2024|Water|12.00|\n"},
	} {
		if got := cells(typed(1, tt.page)); got != tt.want {
			t.Errorf("%s:\n%swant\n%s", name, got, tt.want)
		}
	}
}

// Cells centred beside one of two lines stand between its lines.
func TestCentredCells(t *testing.T) {
	page := Page{Number: 1, Width: 600, Height: 800}
	put := func(y float32, x float32, words ...string) {
		for _, w := range words {
			page.Words = append(page.Words, Word{Text: w, Box: Box{x, y, float32(6 * len(w)), 12}, Confidence: 100})
			x += float32(6*len(w)) + 3
		}
	}
	put(20, 20, "Qty")
	put(20, 100, "Description")
	put(20, 400, "Price")
	put(60, 100, "Large", "service", "with", "new")
	put(66, 20, "1")
	put(66, 400, "145.00")
	put(72, 100, "cables")
	put(100, 20, "10")
	put(100, 100, "Tube")
	put(100, 400, "6.95")
	want := "Qty|Description|Price|\n1|Large service with new cables|145.00|\n10|Tube|6.95|\n"
	if got := cells(page); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Cells that hardly any space parts are told by the line between them.
func TestRuledCells(t *testing.T) {
	page := typed(1, `
Item  Made in  Weight

Table Oak Wood 40
Chair Elm Wood 7
Bench Fir Wood 21
`)
	page.Lines = []Box{{X: 33, Y: 15, Width: 1, Height: 80}, {X: 87, Y: 15, Width: 1, Height: 80}, {X: 9, Y: 300, Width: 1, Height: 90}}
	want := "Item|Made in|Weight|\nTable|Oak Wood|40|\nChair|Elm Wood|7|\nBench|Fir Wood|21|\n"
	if got := cells(page); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if page.Lines = nil; cells(page) == want {
		t.Error("the cells are told without the lines")
	}
}

// TestLinesOfCells joins the lines of rows in which several cells have more than one, the
// first or the last of them too: they are closer to each other than rows are.
func TestLinesOfCells(t *testing.T) {
	for name, tt := range map[string]struct{ lines, want string }{
		"with names": {`
Date      Text                 Amount
-
02        CARD PAYMENT         142.00
Sep       BY TESCO
-
04        SALARY               2310.50
Sep                            EUR
-
09        RENT                 850.00
Sep
`, "Date|Text|Amount|\n02 Sep|CARD PAYMENT BY TESCO|142.00|\n04 Sep|SALARY|2310.50 EUR|\n09 Sep|RENT|850.00|\n"},
		"without values": {`
Action       Owner          Deadline
-
Order        H. McCall      21 Jan
                            2025
-
Survey       S.             31 Jan
             Ivanova        2025
`, "Action|Owner|Deadline|\nOrder|H. McCall|21 Jan 2025|\nSurvey|S. Ivanova|31 Jan 2025|\n"},
	} {
		page := Page{Number: 1, Width: 600, Height: 800}
		y := float32(20)
		for line := range strings.Lines(strings.TrimPrefix(tt.lines, "\n")) {
			if line == "-\n" { // what rows are further apart
				y += 6
				continue
			}
			for _, w := range typed(1, strings.TrimRight(line, "\n")).Words {
				w.Y = y
				page.Words = append(page.Words, w)
			}
			y += 11
		}
		if got := cells(page); got != tt.want {
			t.Errorf("%s:\n%swant:\n%s", name, got, tt.want)
		}
	}
}

// TestPartsNames tells two names of columns from the words of one.
func TestPartsNames(t *testing.T) {
	for name, tt := range map[string]struct {
		letter, gap float32
		want        bool
	}{
		"words of one name":                      {5.5, 3, false},
		"names of columns close to each other":   {5.5, 7.5, true},
		"words whose letters are as wide as all": {6, 6, false},
		"names of such, two blanks apart":        {6, 12, true},
	} {
		s := segment{words: []Word{{Text: "Result", Box: Box{0, 0, 6 * tt.letter, 10}}, {Text: "Flag", Box: Box{6*tt.letter + tt.gap, 0, 4 * tt.letter, 10}}}}
		if got := s.partsNames(1, 10); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
