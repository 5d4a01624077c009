package document_test

import (
	"cmp"
	"encoding/xml"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"assay/service/content"
	"assay/service/document"
)

var icdar = flag.String("icdar", "", "`folder` with PDFs and the structure of their tables (NAME-str.xml) as of ICDAR 2013, to measure tables on")

// gridded is a table as what stands at each place of its grid: the number of a cell
// from 1, or 0.
type gridded struct {
	page  int32
	texts []string // of the cells, letters and digits only; "" counts as no cell
	at    map[[2]int]int
	rows  int
	cols  int
}

func (g *gridded) put(text string, row, col, rowspan, colspan int) {
	if g.at == nil {
		g.at = map[[2]int]int{}
	}
	g.texts = append(g.texts, strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text))
	for r := row; r < row+rowspan; r++ {
		for c := col; c < col+colspan; c++ {
			g.at[[2]int{r, c}] = len(g.texts)
		}
	}
	g.rows, g.cols = max(g.rows, row+rowspan), max(g.cols, col+colspan)
}

// relation is a cell beside or above another, which is how ICDAR 2013 compares
// tables.
type relation struct {
	page        int32
	first, next string
	below       bool
}

// relations are those of each cell that is not blank with the next one that is not,
// to the right and downwards.
func (g *gridded) relations() map[relation]int {
	out := map[relation]int{}
	seen := map[[3]int]bool{}
	walk := func(outer, inner int, place func(o, i int) [2]int, below int) {
		for o := range outer {
			last := 0
			for i := range inner {
				cell := g.at[place(o, i)]
				if cell == 0 || g.texts[cell-1] == "" || cell == last {
					continue
				}
				if pair := [3]int{last, cell, below}; last > 0 && !seen[pair] {
					seen[pair] = true
					out[relation{g.page, g.texts[last-1], g.texts[cell-1], below == 1}]++
				}
				last = cell
			}
		}
	}
	walk(g.rows, g.cols, func(r, c int) [2]int { return [2]int{r, c} }, 0)
	walk(g.cols, g.rows, func(c, r int) [2]int { return [2]int{r, c} }, 1)
	return out
}

// expectedTables reads the tables of a document as people marked them.
func expectedTables(t *testing.T, name string) []gridded {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	type cell struct {
		StartRow int    `xml:"start-row,attr"`
		EndRow   string `xml:"end-row,attr"`
		StartCol int    `xml:"start-col,attr"`
		EndCol   string `xml:"end-col,attr"`
		Content  string `xml:"content"`
	}
	var marked struct {
		Tables []struct {
			Regions []struct {
				Page  int32  `xml:"page,attr"`
				Cells []cell `xml:"cell"`
			} `xml:"region"`
		} `xml:"table"`
	}
	if err := xml.Unmarshal(data, &marked); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	span := func(end string, start int) int {
		last, err := strconv.Atoi(cmp.Or(end, strconv.Itoa(start)))
		if err != nil || last < start {
			t.Fatalf("%s: a cell from %d to %q", name, start, end)
		}
		return last - start + 1
	}
	var out []gridded
	for _, table := range marked.Tables {
		for _, region := range table.Regions {
			g := gridded{page: region.Page}
			for _, c := range region.Cells {
				g.put(c.Content, c.StartRow, c.StartCol, span(c.EndRow, c.StartRow), span(c.EndCol, c.StartCol))
			}
			out = append(out, g)
		}
	}
	return out
}

// readTables returns the tables of a document as they were read.
func readTables(doc *content.Document) []gridded {
	var out []gridded
	for id := range content.ID(len(doc.Nodes)) {
		if n := &doc.Nodes[id]; n.Kind != content.Element || n.Role != content.Table {
			continue
		}
		g := gridded{page: doc.Boxes[id].Page}
		row := 0
		for r := doc.FirstChild(id); r != content.None; r = doc.Next(r) {
			col := 0
			for c := doc.FirstChild(r); c != content.None; c = doc.Next(c) {
				span := func(name string) int {
					value, _ := doc.Attr(c, name)
					n, _ := strconv.Atoi(cmp.Or(value, "1"))
					return n
				}
				for g.at[[2]int{row, col}] > 0 {
					col++
				}
				var text strings.Builder
				for k := c; k < doc.Nodes[c].End; k++ {
					text.WriteString(doc.Chars(k))
				}
				g.put(text.String(), row, col, span("rowspan"), span("colspan"))
				col += span("colspan")
			}
			row++
		}
		out = append(out, g)
	}
	return out
}

// TestICDAR measures what is read of tables on a corpus, as the competition of ICDAR
// 2013 did for the whole process: per document, the share of the relations of
// neighbouring cells that are right among those read (precision) and among those
// marked (recall), and F1, each as the mean over the documents.
//
//	go test ./service/document -run TestICDAR -v -icdar FOLDER
func TestICDAR(t *testing.T) {
	if *icdar == "" {
		t.Skip("measures a corpus: -icdar FOLDER")
	}
	names, err := filepath.Glob(filepath.Join(*icdar, "*-str.xml"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no NAME-str.xml in %s (%v)", *icdar, err)
	}
	reader := document.NewReader(document.Config{Languages: []string{"eng"}})
	var precision, recall, f1 float64
	documents, tables, found := 0, 0, 0
	for _, name := range names {
		pdf := strings.TrimSuffix(name, "-str.xml") + ".pdf"
		if _, err := os.Stat(pdf); err != nil {
			continue // marked twice
		}
		file, err := reader.Open(t.Context(), pdf)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := reader.Read(t.Context(), file, document.Options{})
		if err != nil {
			t.Logf("%s: %v", filepath.Base(pdf), err)
			documents++
			continue
		}
		read, readAll := map[relation]int{}, 0
		for _, g := range readTables(doc) {
			for r, n := range g.relations() {
				read[r] += n
				readAll += n
			}
		}
		right, marked := 0, 0
		var each []string
		for _, g := range expectedTables(t, name) {
			own, ownRight := 0, 0
			for r, n := range g.relations() {
				took := min(n, read[r])
				read[r] -= took
				own, ownRight = own+n, ownRight+took
			}
			right, marked = right+ownRight, marked+own
			if tables++; 2*ownRight > own {
				found++
			}
			each = append(each, fmt.Sprintf("p%d %.2f", g.page, float64(ownRight)/float64(max(1, own))))
		}
		p, r := float64(right)/float64(max(1, readAll)), float64(right)/float64(max(1, marked))
		f := 2 * p * r / max(p+r, 1e-9)
		documents++
		precision, recall, f1 = precision+p, recall+r, f1+f
		t.Logf("%-12s precision %.2f recall %.2f F1 %.2f: %s", filepath.Base(pdf), p, r, f, strings.Join(each, ", "))
	}
	n := float64(documents)
	t.Logf("%d documents: precision %.3f, recall %.3f, F1 %.3f; of %d tables more than half is right of %d", documents, precision/n, recall/n, f1/n, tables, found)
}
