package document_test

import (
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/service/document"
	"assay/wire/pages"
	"assay/wire/pages/documenttest"
)

// letter makes the lines of a page of text in a size of letters.
func letter(page int, size, width, height float64) []text {
	var lines []text
	for y := 4 * size; y < height-4*size; y += 2 * size {
		lines = append(lines, text{X: 4 * size, Y: y, Size: size, Text: fmt.Sprintf("Page %d, line %.0f: the goods remain ours until they are paid in full", page, y/size)})
	}
	return lines
}

// compare times two ways to do the same, one after the other and again, and
// reports the medians and their ratio; the other work of the machine then weighs
// on both. The ratio of the processor time that both took, cpu-ratio, depends on
// that the least.
func compare(b *testing.B, name string, ours, theirs func()) {
	b.Helper()
	var our, their []time.Duration
	var ourCPU, theirCPU time.Duration
	for b.Loop() {
		began, used := time.Now(), processorTime(b)
		theirs()
		their, theirCPU = append(their, time.Since(began)), theirCPU+processorTime(b)-used
		began, used = time.Now(), processorTime(b)
		ours()
		our, ourCPU = append(our, time.Since(began)), ourCPU+processorTime(b)-used
	}
	slices.Sort(our)
	slices.Sort(their)
	median := func(d []time.Duration) float64 { return float64(d[len(d)/2].Microseconds()) / 1000 }
	b.ReportMetric(median(our), "ours-ms")
	b.ReportMetric(median(their), name+"-ms")
	b.ReportMetric(median(our)/median(their), "ratio")
	b.ReportMetric(float64(our[len(our)-1]-our[0])/float64(our[len(our)/2]), "spread")
	b.ReportMetric(float64(ourCPU)/float64(theirCPU), "cpu-ratio")
}

func opened(b *testing.B, file []byte) (*document.Reader, *document.File) {
	b.Helper()
	reader := document.NewReader(document.Config{Languages: []string{"eng"}})
	f, err := reader.Open(b.Context(), write(b, file))
	if err != nil {
		b.Fatal(err)
	}
	return reader, f
}

// BenchmarkTextPDF reads a text layer of 40 pages, beside pdftotext alone.
func BenchmarkTextPDF(b *testing.B) {
	sheets := make([][]text, 40)
	for i := range sheets {
		sheets[i] = letter(i+1, 10, documenttest.Width, documenttest.Height)
	}
	reader, file := opened(b, documenttest.PDF(sheets...))
	compare(b, "pdftotext", func() {
		if _, err := reader.Read(b.Context(), file, document.Options{}); err != nil {
			b.Fatal(err)
		}
	}, func() {
		if err := exec.CommandContext(b.Context(), "pdftotext", "-tsv", file.Path, os.DevNull).Run(); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkScan8 reads a scan of 8 pages, beside one Tesseract that reads the
// pages, drawn already, one after the other.
func BenchmarkScan8(b *testing.B) {
	var scans []image.Image
	for i := range 8 {
		scans = append(scans, documenttest.Picture(1654, 2339, letter(i+1, 30, 1654, 2339)...))
	}
	reader, file := opened(b, documenttest.Scan(scans...))
	dir := b.TempDir()
	if err := exec.CommandContext(b.Context(), "pdftoppm", "-gray", "-r", "200", file.Path, filepath.Join(dir, "page")).Run(); err != nil {
		b.Fatal(err)
	}
	drawn, err := filepath.Glob(filepath.Join(dir, "*.pgm"))
	if err != nil || len(drawn) != len(scans) {
		b.Fatal(drawn, err)
	}
	list := filepath.Join(dir, "list")
	if err := os.WriteFile(list, []byte(strings.Join(drawn, "\n")+"\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	compare(b, "tesseract", func() {
		if _, err := reader.Read(b.Context(), file, document.Options{}); err != nil {
			b.Fatal(err)
		}
	}, func() {
		alone := exec.CommandContext(b.Context(), "tesseract", list, "stdout", "-l", "eng", "--psm", "4", "--dpi", "200", "tsv")
		alone.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
		if err := alone.Run(); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkCount500 counts the pages of a PDF of 500.
func BenchmarkCount500(b *testing.B) {
	sheets := make([][]text, 500)
	for i := range sheets {
		sheets[i] = letter(i+1, 10, documenttest.Width, documenttest.Height)
	}
	file, err := os.Open(write(b, documenttest.PDF(sheets...)))
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	for b.Loop() {
		if _, count, err := pages.Count(b.Context(), file); err != nil || count != len(sheets) {
			b.Fatal(count, err)
		}
	}
}
