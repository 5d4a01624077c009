package layout

import (
	"fmt"
	"strings"
	"testing"

	"assay/service/content"
)

// typed makes a page of lines as a typewriter would: each character is 6 wide and
// 10 high, lines are 14 apart, and a blank line is one.
func typed(number int, lines string) Page {
	page := Page{Number: number, Width: 600, Height: 800}
	for n, line := range strings.Split(strings.Trim(lines, "\n"), "\n") {
		for at := 0; at < len(line); {
			if line[at] == ' ' {
				at++
				continue
			}
			end := at
			for end < len(line) && line[end] != ' ' {
				end++
			}
			page.Words = append(page.Words, Word{Text: line[at:end], Box: Box{float32(6 * at), float32(20 + 14*n), float32(6*(end-at) - 2), 10}, Confidence: 100})
			at = end
		}
	}
	return page
}

// draw writes a tree on lines, one for each element that holds elements or text.
func draw(doc *content.Document) string {
	var b strings.Builder
	var node func(id content.ID)
	node = func(id content.ID) {
		n := &doc.Nodes[id]
		if n.Kind == content.Text {
			b.WriteString(doc.Chars(content.ID(id)))
			return
		}
		fmt.Fprintf(&b, "%s{", doc.Tag(id))
		for c := doc.FirstChild(id); c != content.None; c = doc.Next(c) {
			node(c)
		}
		b.WriteString("}")
	}
	node(0)
	out := b.String()
	for _, tag := range []string{"section", "div", "table", "tr", "dl", "p", "h1", "h2", "h3", "ul", "li", "header", "footer"} {
		out = strings.ReplaceAll(out, "}"+tag+"{", "}\n"+tag+"{")
		out = strings.ReplaceAll(out, "{"+tag+"{", "{\n"+tag+"{")
	}
	return strings.ReplaceAll(out, " }", "}") + "\n"
}

func TestBuild(t *testing.T) {
	tests := []struct{ name, page, want string }{
		{"labels and values in columns", `
Order number: 4711     Date: 2024-05-01
Contact Ms Meyer
`, `
div{div{
p{Order number: 4711}
p{Contact Ms Meyer}}}
div{
p{Date: 2024-05-01}}
`},
		{"labels beside values", `
Subtotal           100.00
Sales tax           19.00
Amount due         119.00
`, `
dl{dt{Subtotal}dd{100.00}dt{Sales tax}dd{19.00}dt{Amount due}dd{119.00}}
`},
		{"labels with colons apart", `
Vendor        :  Miller and Sons
Buyer         :  Jones
`, `
dl{dt{Vendor:}dd{Miller and Sons}dt{Buyer:}dd{Jones}}
`},
		{"titles in capital letters", `
LANGUAGES
English
Polish
LICENCES
Full UK driving licence
`, `
div{
p{LANGUAGES}
div{
p{English}
p{Polish}}}
div{
p{LICENCES}
div{
p{Full UK driving licence}}}
`},
		{"labels above values", `
Number      Issued        Due
A-17        2024-05-01    2024-06-01
`, `
table{
tr{th{Number}th{Issued}th{Due}}
tr{td{A-17}td{2024-05-01}td{2024-06-01}}}
`},
		{"table with sums below", `
Article               Qty     Price      Sum
Desk lamp, brass        2     39.90    79.80
Office chair            1    129.00   129.00
with arm rests
Desk                    4     10.00    40.00
                            Subtotal  248.80
                            Total     296.07
`, `
table{
tr{th{Article}th{Qty}th{Price}th{Sum}}
tr{td{Desk lamp, brass}td{2}td{39.90}td{79.80}}
tr{td{Office chair with arm rests}td{1}td{129.00}td{129.00}}
tr{td{Desk}td{4}td{10.00}td{40.00}}}
dl{dt{Subtotal}dd{248.80}dt{Total}dd{296.07}}
`},
		{"addresses side by side", `
Billed to               Shipped to
Miller and Sons         Jones
12 High Street          9 Low Road
London                  Leeds
`, `
div{div{
p{Billed to}
div{
p{Miller and Sons}
p{12 High Street}
p{London}}}}
div{
div{
p{Shipped to}
div{
p{Jones}
p{9 Low Road}
p{Leeds}}}}
`},
		{"two columns of text", `
The first column of this page    The other one begins here and
goes on for several lines and    has as many lines of its own,
is read to its very end before   which come after all those of
the second column is begun at    the first and are read whole,
all by whoever reads the page    from the top to the very end.
`, `
div{
p{The first column of this page goes on for several lines and is read to its very end before the second column is begun at all by whoever reads the page}}
div{
p{The other one begins here and has as many lines of its own, which come after all those of the first and are read whole, from the top to the very end.}}
`},
		{"a word and its value", `
Invoice 2024-0815
`, `
p{span{Invoice}span{2024-0815}}
`},
	}
	for _, test := range tests {
		doc := &content.Document{}
		Build(doc, []Page{typed(1, test.page)})
		want := "document{\nsection{" + strings.TrimSuffix(test.want, "\n") + "}}\n"
		if got := draw(doc); got != want {
			t.Errorf("%s:\n%swant:\n%s", test.name, got, want)
		}
		if len(doc.Boxes) != len(doc.Nodes) || len(doc.Styles) != len(doc.Nodes) {
			t.Errorf("%s: %d nodes, %d boxes, %d styles", test.name, len(doc.Nodes), len(doc.Boxes), len(doc.Styles))
		}
	}
}

func TestRunningHeads(t *testing.T) {
	var pages []Page
	for n := 1; n <= 12; n++ {
		page := typed(n, fmt.Sprintf("Quarterly figures\n\n\n\n\n\n\n\n\n\n\n\n\n\nText of page number %d only", n))
		for i, word := range []string{"Page", fmt.Sprint(n), "of", "12"} {
			page.Words = append(page.Words, Word{Text: word, Box: Box{float32(200 + 40*i), 780, 30, 10}, Confidence: 100})
		}
		pages = append(pages, page)
	}
	doc := &content.Document{}
	Build(doc, pages)
	got := draw(doc)
	if n := strings.Count(got, "header{"); n != 11 {
		t.Errorf("%d running heads, want 11: the first page's names the document", n)
	}
	if n := strings.Count(got, "footer{"); n != 12 {
		t.Errorf("%d running feet, want 12", n)
	}
}

func FuzzBuild(f *testing.F) {
	f.Add([]byte("Total: 12\x00\x10\x20\x30"))
	f.Fuzz(func(t *testing.T, data []byte) {
		page := Page{Number: 1, Width: 100, Height: 100}
		for i := 0; i+4 < len(data); i += 4 {
			page.Words = append(page.Words, Word{
				Text:       string(rune(data[i])) + ":1"[:data[i]%3],
				Box:        Box{float32(data[i+1]), float32(data[i+2]), float32(data[i+3]%40) + 1, float32(data[i]%20) + 1},
				Confidence: 90,
			})
			switch data[i] % 7 { // and a line beside it
			case 0:
				page.Lines = append(page.Lines, Box{float32(data[i+1]), float32(data[i+2]), float32(data[i+3]), 1})
			case 1:
				page.Lines = append(page.Lines, Box{float32(data[i+1]), float32(data[i+2]), 1, float32(data[i+3])})
			}
		}
		doc := &content.Document{}
		Build(doc, []Page{page})
		words := 0
		for id := range doc.Nodes {
			words += len(strings.Fields(doc.Chars(content.ID(id))))
		}
		if words > 2*len(page.Words) || len(doc.Boxes) != len(doc.Nodes) {
			t.Errorf("%d words became %d; %d nodes, %d boxes", len(page.Words), words, len(doc.Nodes), len(doc.Boxes))
		}
	})
}

// TestStartsLine reads an amount at the right edge of a box as a line below its name.
func TestStartsLine(t *testing.T) {
	name := Word{Text: "wages", Box: Box{300, 40, 30, 7}}
	for text, c := range map[string]struct {
		word Word
		want bool
	}{
		"below, at the right": {Word{Box: Box{360, 48, 50, 12}}, true},
		"below":               {Word{Box: Box{300, 48, 50, 12}}, true},
		"beside, larger":      {Word{Box: Box{340, 38, 50, 12}}, false},
		"beside, askew":       {Word{Box: Box{340, 43, 50, 7}}, false},
	} {
		if got := startsLine(name, c.word); got != c.want {
			t.Errorf("%s: got %v, want %v", text, got, c.want)
		}
	}
}

// A label or its value may go on in the next line, which is closer than that of another label.
func TestValuesOfSeveralLines(t *testing.T) {
	page := typed(1, `
Customer       7741 0093
number         2258

Bill           E-2026-
               118450

Period         1 Dec to
               28 Feb
`)
	for i := range page.Words {
		w := &page.Words[i]
		if w.Height = 13; w.Text == "Period" { // in the middle of its lines
			w.Y += 7
		}
	}
	var doc content.Document
	Build(&doc, []Page{page})
	want := "dl{dt{Customer number}dd{7741 0093 2258}dt{Bill}dd{E-2026-118450}dt{Period}dd{1 Dec to 28 Feb}}"
	if got := draw(&doc); !strings.Contains(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A line further below the last row than rows are from each other is not of it.
func TestLineBelowRows(t *testing.T) {
	page := typed(1, `
Number             HK-88102
Insured            Ann Lee
Adviser            Severn LLP 20
Place of risk      Hull 9
Cover and sums
`)
	for i := range page.Words {
		if w := &page.Words[i]; w.Y > 70 {
			w.Y += 4
		}
	}
	var doc content.Document
	Build(&doc, []Page{page})
	if got := draw(&doc); !strings.Contains(got, "dt{Place of risk}dd{Hull 9}}\np{Cover and sums}") {
		t.Errorf("got\n%s", got)
	}
}
