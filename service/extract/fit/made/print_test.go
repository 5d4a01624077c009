package made

import (
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"assay/service/browser"
	"assay/service/content"
	"assay/service/document"
)

// TestPrinted: documents that Chromium prints, and that are read as any other PDF, have the content
// that they were made with.
func TestPrinted(t *testing.T) {
	chromium, err := browser.Find(browser.Light)
	if err != nil {
		t.Fatal(err)
	}
	reader := document.NewReader(document.Config{})
	same, all, profile := 0, 0, t.TempDir()
	for number, count := uint64(0), 0; count < 3; number++ {
		p := maker().write(3, number)
		pages := svg(p.sheet)
		c := p.finish()
		if c.Scan {
			continue
		}
		count++
		folder := t.TempDir()
		page, pdf := filepath.Join(folder, "page.html"), filepath.Join(folder, "page.pdf")
		if err := os.WriteFile(page, []byte(pages), 0o600); err != nil {
			t.Fatal(err)
		}
		printing := exec.CommandContext(t.Context(), chromium.Path, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
			"--user-data-dir="+profile, "--print-to-pdf="+pdf, "file://"+page)
		if out, err := printing.CombinedOutput(); err != nil {
			t.Fatalf("printing: %v\n%s", err, out)
		}
		file, err := reader.Open(t.Context(), pdf)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := reader.Read(t.Context(), file, document.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want, got := outline(c.Document), outline(doc)
		left := map[string]int{}
		for _, line := range got {
			left[line]++
		}
		for _, line := range want {
			if all++; left[line] > 0 {
				left[line]--
				same++
			} else {
				t.Logf("%d, %s: %q is not as printed", number, c.Kind, line)
			}
		}
	}
	t.Logf("%d of %d texts are as printed", same, all)
	if same < all*97/100 {
		t.Errorf("%d of %d texts are as printed", same, all)
	}
}

// outline is the texts of a document with the elements they stand in.
func outline(doc *content.Document) []string {
	var out []string
	for id := range doc.Nodes {
		if n := &doc.Nodes[id]; n.Kind == content.Text {
			out = append(out, doc.Tag(n.Parent)+" "+strings.TrimSpace(doc.Chars(content.ID(id))))
		}
	}
	return out
}

// svg draws pages for Chromium: every word as wide as it is on the sheet, whatever fonts there are.
func svg(s *sheet) string {
	var out strings.Builder
	fmt.Fprintf(&out, "<meta charset=utf-8><style>@page{size:%.2fpt %.2fpt;margin:0}body{margin:0}svg{display:block;break-after:page}svg:last-child{break-after:auto}</style>", s.width, s.height)
	for _, p := range s.pages {
		fmt.Fprintf(&out, `<svg width="%[1]gpt" height="%.2[2]fpt" viewBox="0 0 %[1]g %[3]g">`, s.width, s.height-0.5, s.height-0.5)
		for _, l := range p.lines {
			fmt.Fprintf(&out, `<rect x="%g" y="%g" width="%g" height="%g"/>`, l.X, l.Y, l.Width, l.Height)
		}
		for _, w := range p.words {
			weight, family := 400, map[*family]string{sans: "sans-serif", serif: "serif", typewriter: "monospace"}[w.font.family]
			if w.font.bold {
				weight = 700
			}
			fmt.Fprintf(&out, `<text x="%g" y="%g" textLength="%g" lengthAdjust="spacingAndGlyphs" font-size="%g" font-weight="%d" font-family="%s">%s</text>`,
				w.X, w.base, w.Width, w.font.size, weight, family, html.EscapeString(w.text))
		}
		out.WriteString("</svg>")
	}
	return out.String()
}
