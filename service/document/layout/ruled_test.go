package layout

import (
	"fmt"
	"strings"
	"testing"

	"assay/service/content"
)

// spanned writes the tables of a page as cells does, with how many columns and rows a
// cell spans.
func spanned(page Page) string {
	doc := new(content.Document)
	Build(doc, []Page{page})
	var b strings.Builder
	for id := range content.ID(len(doc.Nodes)) {
		if n := &doc.Nodes[id]; n.Role != content.Row || n.Kind != content.Element {
			continue
		}
		for c := doc.FirstChild(id); c != content.None; c = doc.Next(c) {
			for k := c; k < doc.Nodes[c].End; k++ {
				b.WriteString(doc.Chars(k))
			}
			across, _ := doc.Attr(c, "colspan")
			down, _ := doc.Attr(c, "rowspan")
			if across != "" || down != "" {
				fmt.Fprintf(&b, "(%sx%s)", down, across)
			}
			if doc.Nodes[c].Role == content.HeaderCell {
				b.WriteString("*")
			}
			b.WriteString("|")
		}
		b.WriteString("\n")
	}
	return strings.NewReplacer(" |", "|", " *", "*", " (", "(").Replace(b.String())
}

// lying and standing are lines of a page that is typed: above a row of text, and from
// above one row to above another.
func lying(row int, from, to float32) Box {
	return Box{X: from, Y: float32(20+14*row) - 2, Width: to - from, Height: 0.5}
}

func standing(at float32, row, to int) Box {
	return Box{X: at, Y: float32(20+14*row) - 2, Width: 0.5, Height: float32(14 * (to - row))}
}

func TestRuledTables(t *testing.T) {
	for name, tt := range map[string]struct {
		page  string
		lines []Box
		want  string
	}{
		"cells over several columns and rows": {`
              Staff
Town          Men    Women
Aldow and     12     9
its port
Brem          7      8
`, []Box{
			lying(0, 0, 160), lying(1, 80, 160), lying(2, 0, 160), lying(4, 0, 160), lying(5, 0, 160),
			standing(0, 0, 5), standing(80, 0, 5), standing(120, 1, 5), standing(160, 0, 5),
		}, "Town(2x)*|Staff(x2)*|\nMen*|Women*|\nAldow and its port|12|9|\nBrem|7|8|\n"},
		"rows that no line parts": {`
Town          Men    Women
Aldow         12     9
Brem          7      8
`, []Box{
			lying(0, 0, 160), lying(1, 0, 160), lying(3, 0, 160),
			standing(0, 0, 3), standing(80, 0, 3), standing(120, 0, 3), standing(160, 0, 3),
		}, "Town*|Men*|Women*|\nAldow|12|9|\nBrem|7|8|\n"},
		"lines that only lie, with names over two columns": {`
                 Staff             Guests
Town          Men    Women      Men    Women
Aldow         12     9          3      21
Brem          7      8          14     15
Colm          5      6          17     18
`, []Box{lying(0, 0, 270), lying(1, 80, 155), lying(1, 190, 265), lying(2, 0, 270), lying(5, 0, 270)},
			"*|Staff(x2)*|Guests(x2)*|\nTown*|Men*|Women*|Men*|Women*|\nAldow|12|9|3|21|\nBrem|7|8|14|15|\nColm|5|6|17|18|\n"},
		"names of two lines over narrower values, and a row of two": {`
Day         Work              Pieces Price   Sum
                                             EUR
2.2.-       Painting               3  118    354
4.2.        indoors
5.2.        Lime                   1    7      7
`, []Box{lying(2, 0, 294), lying(4, 0, 294), lying(5, 0, 294)},
			"Day*|Work*|Pieces*|Price*|Sum EUR*|\n2.2.- 4.2.|Painting indoors|3|118|354|\n5.2.|Lime|1|7|7|\n"},
		"a second table below lines of the same length": {`
Day         Read     Units
Monday      41207      353
Tuesday     41560      391

What you pay for all that
Kind        Rate       Sum
Units       22.10   233.38
Days        47.81    43.03
`, []Box{lying(1, 0, 160), lying(2, 0, 160), lying(3, 0, 160), lying(6, 0, 160), lying(7, 0, 160), lying(8, 0, 160)},
			"Day*|Read*|Units*|\nMonday|41207|353|\nTuesday|41560|391|\nKind*|Rate*|Sum*|\nUnits|22.10|233.38|\nDays|47.81|43.03|\n"},
		"names of rows below them": {`
Test        Result   Units
BLOOD
Iron          12     umol
Copper        14     umol
URINE
Sodium        98     mmol
`, []Box{lying(1, 0, 160), lying(2, 0, 160), lying(3, 0, 160), lying(4, 0, 160), lying(5, 0, 160), lying(6, 0, 160)},
			"Test*|Result*|Units*|\nBLOOD(x3)|\nIron|12|umol|\nCopper|14|umol|\nURINE(x3)|\nSodium|98|mmol|\n"},
		"a frame around text": {`
This text stands in a frame and has
nothing to do with a table at all as
it is read from the top to the end.
`, []Box{lying(0, 0, 230), lying(3, 0, 230), standing(0, 0, 3), standing(230, 0, 3)}, ""},
	} {
		page := typed(1, tt.page)
		page.Lines = tt.lines
		if got := spanned(page); got != tt.want {
			t.Errorf("%s:\n%swant\n%s", name, got, tt.want)
		}
	}
}
