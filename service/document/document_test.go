package document_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/service/content"
	"assay/service/document"
	"assay/wire/pages/documenttest"
)

type text = documenttest.Text

func write(t testing.TB, file []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "upload")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t testing.TB, file []byte) (*content.Document, error) {
	t.Helper()
	opened, err := reader().Open(t.Context(), write(t, file))
	if err != nil {
		return nil, err
	}
	return reader().Read(t.Context(), opened, document.Options{})
}

// reader is shared, since each finds out Tesseract's languages once.
var reader = sync.OnceValue(func() *document.Reader {
	return document.NewReader(document.Config{Languages: []string{"eng"}})
})

func mustRead(t testing.TB, file []byte) *content.Document {
	t.Helper()
	doc, err := read(t, file)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// outline writes a document's elements that hold text as tag(text) lines.
func outline(doc *content.Document) string {
	var b strings.Builder
	for id := range doc.Nodes {
		if n := &doc.Nodes[id]; n.Kind == content.Text {
			b.WriteString(doc.Tag(n.Parent) + "(" + strings.TrimSpace(doc.Chars(content.ID(id))) + ")\n")
		}
	}
	return b.String()
}

func TestTextLayer(t *testing.T) {
	doc := mustRead(t, documenttest.PDF(
		[]text{{X: 50, Y: 60, Size: 24, Text: "Annual report"}, {X: 50, Y: 120, Size: 11, Text: "Invoice number: 4711"}},
		[]text{{X: 50, Y: 60, Size: 11, Text: "The second page has words of its own, too."}},
	))
	if doc.Source != content.PDF || !doc.Layout || len(doc.Boxes) != len(doc.Nodes) || len(doc.Styles) != len(doc.Nodes) {
		t.Fatalf("source %v, %d nodes, %d boxes, %d styles", doc.Source, len(doc.Nodes), len(doc.Boxes), len(doc.Styles))
	}
	want := "h1(Annual report)\np(Invoice number:)\np(4711)\np(The second page has words of its own, too.)\n"
	if got := outline(doc); got != want {
		t.Errorf("outline:\n%swant:\n%s", got, want)
	}
	for id := range doc.Nodes {
		if doc.Chars(content.ID(id)) == "4711 " {
			box := doc.Boxes[id]
			if box.Page != 1 || box.X < 100 || box.X > 160 || box.Y < 100 || box.Y > 125 {
				t.Errorf("the number's box is %+v", box)
			}
		}
	}
}

func TestScannedPage(t *testing.T) {
	scan := documenttest.Picture(1240, 1754, text{X: 100, Y: 200, Size: 36, Text: "Delivery note"}, text{X: 100, Y: 300, Size: 30, Text: "Order number: 90210"}, text{X: 100, Y: 360, Size: 30, Text: "Weight: 12 kg in total"})
	got := outline(mustRead(t, documenttest.Scan(scan)))
	for _, want := range []string{"Delivery note", "p(Order number:)\np(90210)", "p(Weight:)"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in:\n%s", want, got)
		}
	}
}

// TestStampedScan reads a scan under a line of text, such as a fax has, and leaves a
// short page alone that has no picture.
func TestStampedScan(t *testing.T) {
	scan := documenttest.Picture(1240, 1754, text{X: 100, Y: 300, Size: 30, Text: "Order number: 90210"}, text{X: 100, Y: 360, Size: 30, Text: "Weight: 12 kg in total"})
	got := outline(mustRead(t, documenttest.Stamped(scan, text{X: 50, Y: 30, Size: 10, Text: "Received on 4 May 2026 at 12:31 from the office of Miller and Sons, page 1 of 1"})))
	for _, want := range []string{"Received on", "p(Order number:)\np(90210)", "p(Weight:)"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in:\n%s", want, got)
		}
	}

	t.Setenv("PATH", pathWith(t, "pdftotext")) // it cannot be drawn
	short := mustRead(t, documenttest.PDF([]text{{X: 50, Y: 60, Size: 11, Text: "Room 317"}}))
	if got := outline(short); !strings.Contains(got, "317") {
		t.Errorf("a short page reads %q", got)
	}
}

// pathWith makes a folder that has one program of those that are installed.
func pathWith(t *testing.T, name string) string {
	t.Helper()
	installed, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.Symlink(installed, filepath.Join(folder, name)); err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestScannedPages reads a scan of which one run of Tesseract reads all pages but
// the empty one.
func TestScannedPages(t *testing.T) {
	page := func(n string) *image.Gray {
		return documenttest.Picture(827, 1169, text{X: 60, Y: 100, Size: 30, Text: "This is the " + n + " page of them all"})
	}
	scan := documenttest.Scan(page("first"), documenttest.Picture(827, 1169), page("third"))
	one := document.NewReader(document.Config{Languages: []string{"eng"}, Workers: 1})
	opened, err := one.Open(t.Context(), write(t, scan))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := one.Read(t.Context(), opened, document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[int32]string{}
	for id := range doc.Nodes {
		if n := &doc.Nodes[id]; n.Kind == content.Text {
			got[doc.Boxes[id].Page] += doc.Chars(content.ID(id))
		}
	}
	for page, want := range map[int32]string{1: "first", 2: "", 3: "third"} {
		if text := got[page]; !strings.Contains(text, want) || (text == "") != (want == "") {
			t.Errorf("page %d: %q, want the %q", page, text, want)
		}
	}
}

func TestPictures(t *testing.T) {
	lines := []text{{X: 40, Y: 80, Size: 34, Text: "GREEN GROCER LTD"}, {X: 40, Y: 140, Size: 28, Text: "Date: 2024-05-17"}, {X: 40, Y: 190, Size: 28, Text: "Total: 41.50"}, {X: 40, Y: 240, Size: 28, Text: "Thank you for your visit"}}
	upright := documenttest.Picture(640, 320, lines...)
	sideways := image.NewGray(image.Rect(0, 0, 320, 640)) // as a camera held on its side stores it
	for y := range 320 {
		for x := range 640 {
			sideways.SetGray(y, 639-x, upright.GrayAt(x, y))
		}
	}
	deep := image.NewNRGBA64(upright.Bounds())
	draw.Draw(deep, deep.Bounds(), upright, image.Point{}, draw.Src)
	clear := image.NewNRGBA(upright.Bounds()) // black letters on nothing
	documenttest.Draw(clear, color.Black, lines...)
	for name, file := range map[string][]byte{
		"PNG":                 documenttest.PNG(upright),
		"JPEG":                documenttest.JPEG(upright, 0),
		"16-bit PNG":          documenttest.PNG(deep),
		"transparent PNG":     documenttest.PNG(clear),
		"EXIF-oriented JPEG":  documenttest.JPEG(sideways, 6),
		"JPEG not marked so":  documenttest.JPEG(large(sideways), 0),
		"upside-down, no tag": documenttest.PNG(large(turned(turned(upright)))),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := mustRead(t, file)
			got := outline(doc)
			for _, want := range []string{"GREEN GROCER LTD", "p(Date:)\np(2024-05-17)", "p(Total:)\np(41.50)"} {
				if !strings.Contains(got, want) {
					t.Errorf("%q is missing in:\n%s", want, got)
				}
			}
			if doc.Source != content.Image {
				t.Errorf("source = %v", doc.Source)
			}
			if small := doc.Boxes[1].Width*doc.Boxes[1].Height <= 640*320; small && len(doc.Again) != 2 {
				t.Errorf("it was read %d times, want twice", len(doc.Again))
			}
			for _, again := range doc.Again {
				if page, whole := again.Boxes[1], doc.Boxes[1]; page != whole || !strings.Contains(outline(again), "GREEN GROCER LTD") {
					t.Errorf("a reading of it, on a page of %v rather than %v, is:\n%s", page, whole, outline(again))
				}
			}
		})
	}
}

func turned(m *image.Gray) *image.Gray {
	size := m.Bounds().Size()
	out := image.NewGray(image.Rect(0, 0, size.Y, size.X))
	for y := range size.Y {
		for x := range size.X {
			out.SetGray(size.Y-1-y, x, m.GrayAt(x, y))
		}
	}
	return out
}

// large is a picture and the same again below it: a page needs some text for its
// orientation to be told.
func large(m *image.Gray) *image.Gray {
	size := m.Bounds().Size()
	out := image.NewGray(image.Rect(0, 0, size.X, size.Y*2))
	for _, top := range []int{0, size.Y} {
		draw.Draw(out, image.Rect(0, top, size.X, top+size.Y), m, image.Point{}, draw.Src)
	}
	return out
}

// TestLightLetters reads names of columns in white on a bar.
func TestLightLetters(t *testing.T) {
	m := documenttest.Picture(1240, 600, text{X: 80, Y: 320, Size: 30, Text: "Desk lamp"}, text{X: 620, Y: 320, Size: 30, Text: "2"}, text{X: 900, Y: 320, Size: 30, Text: "39.90"})
	draw.Draw(m, image.Rect(60, 200, 1180, 270), image.NewUniform(color.Gray{140}), image.Point{}, draw.Src)
	documenttest.Draw(m, color.White, text{X: 80, Y: 245, Size: 30, Text: "Article"}, text{X: 620, Y: 245, Size: 30, Text: "Quantity"}, text{X: 900, Y: 245, Size: 30, Text: "Price"})
	got := outline(mustRead(t, documenttest.PNG(m)))
	if want := "th(Article)\nth(Quantity)\nth(Price)\ntd(Desk lamp)\ntd(2)\ntd(39.90)\n"; !strings.Contains(got, want) {
		t.Errorf("outline:\n%swant:\n%s", got, want)
	}
}

func TestRefused(t *testing.T) {
	whole := documenttest.PDF([]text{{X: 50, Y: 60, Size: 12, Text: "Some words that are long enough to be a text layer."}})
	picture := documenttest.PNG(documenttest.Picture(300, 100, text{X: 20, Y: 50, Size: 20, Text: "Hello"}))
	many := make([][]text, document.DefaultMaxPages+1)
	tests := []struct {
		name string
		file []byte
		kind document.ErrorKind
	}{
		{"text", []byte("just some text"), document.Unsupported},
		{"empty", nil, document.Unsupported},
		{"GIF", []byte("GIF89a\x01\x00\x01\x00"), document.Unsupported},
		{"PDF header only", []byte("%PDF-1.7\n%%EOF"), document.Damaged},
		{"PDF without pages", documenttest.PDF(), document.Damaged},
		{"too many pages", documenttest.PDF(many...), document.TooManyPages},
		{"PNG cut short", picture[:len(picture)/2], document.Damaged},
		{"JPEG header only", []byte("\xff\xd8\xff\xe0"), document.Damaged},
		{"PNG of 400 million pixels", sized(picture, 20_000, 20_000), document.TooLarge},
		{"PNG of no pixels", sized(picture, 0, 10), document.Damaged},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := read(t, test.file)
			var failed *document.Error
			if !errors.As(err, &failed) || failed.Kind != test.kind {
				t.Errorf("error %v, want kind %v", err, test.kind)
			}
		})
	}
	if _, err := read(t, []byte("GIF89a\x01\x00\x01\x00")); err == nil || !strings.HasPrefix(err.Error(), "The file is a GIF image.") {
		t.Errorf("a GIF is refused with %v", err)
	}
	if _, err := read(t, whole[:bytes.LastIndex(whole, []byte("startxref"))]); err != nil {
		t.Errorf("a PDF whose index is cut off cannot be read: %v", err)
	}
}

// sized returns a PNG whose header claims a size, with the checksum it needs.
func sized(file []byte, width, height uint32) []byte {
	const header = 16 // where width and height are
	file = append([]byte(nil), file...)
	binary.BigEndian.PutUint32(file[header:], width)
	binary.BigEndian.PutUint32(file[header+4:], height)
	binary.BigEndian.PutUint32(file[header+13:], crc32.ChecksumIEEE(file[header-4:header+13]))
	return file
}

func TestHugePages(t *testing.T) {
	for _, box := range []string{"[0 0 14400 14400]", "[0 0 10000000 10000000]", "[0 0 1 9000000]", "[0 0 0 0]", "[0 0 -5 -5]"} {
		began := time.Now()
		if _, err := read(t, documenttest.Boxed(box)); err != nil {
			if failed := (*document.Error)(nil); !errors.As(err, &failed) {
				t.Errorf("page box %s: %v", box, err)
			}
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("page box %s took %s", box, took)
		}
	}
}

// documents is for go test ./service/document -run FlippedBytes -args -documents DIR
var documents = flag.String("documents", "", "a folder of PDFs that TestFlippedBytes reads too")

// TestFlippedBytes reads documents with a few bytes changed: each must be read or
// refused in bounded time, and leave nothing behind.
func TestFlippedBytes(t *testing.T) {
	picture := documenttest.Picture(420, 60, text{X: 10, Y: 40, Size: 24, Text: "Total of all the items: 12"})
	type base struct {
		file []byte
		runs int
	}
	bases := map[string]base{
		"PDF":  {documenttest.PDF([]text{{X: 50, Y: 60, Size: 12, Text: "Invoice number: 4711, of the first of May"}}, []text{{X: 50, Y: 60, Size: 12, Text: "The second page of the very same invoice"}}), 60},
		"scan": {documenttest.Scan(picture), 5},
		"PNG":  {documenttest.PNG(picture), 8},
		"JPEG": {documenttest.JPEG(picture, 6), 8},
	}
	if *documents != "" {
		paths, err := filepath.Glob(filepath.Join(*documents, "*.pdf"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no PDFs in %s: %v", *documents, err)
		}
		for _, path := range paths {
			file, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			bases[filepath.Base(path)] = base{file, 5}
		}
	}
	open := openFiles(t)
	t.Run("file", func(t *testing.T) {
		for name, base := range bases {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				readFlipped(t, base.file, base.runs)
			})
		}
	})
	leftBehind(t, open)
}

// readFlipped reads a file so many times, each time changed or cut short elsewhere.
func readFlipped(t *testing.T, whole []byte, runs int) {
	random := rand.New(rand.NewPCG(1, 2))
	for run := range runs {
		file := append([]byte(nil), whole...)
		for range 1 + run%8 {
			file[random.IntN(len(file))] ^= 1 << random.IntN(8)
		}
		if run%5 == 4 {
			file = file[:random.IntN(len(file))]
		}
		began := time.Now()
		_, err := read(t, file)
		if failed := (*document.Error)(nil); err != nil && !errors.As(err, &failed) {
			t.Errorf("run %d: %v", run, err)
		}
		if took := time.Since(began); took > hostileTime {
			t.Errorf("run %d took %s", run, took)
		}
	}
}
