package document_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"

	"assay/service/document"
	"assay/wire/pages/documenttest"
)

// Bounds within which any file must be answered, on a busy machine: it may take
// several programs one after the other, which together may take that time for a page.
const (
	hostileTime    = 3 * time.Minute
	hostileChild   = 1 << 20 // KiB of memory of one program
	hostileService = 700 << 20
)

// outcome is what must become of a file.
type outcome uint8

const (
	answered outcome = iota
	refused
	either // as the programs that read it take it
)

// TestHostile reads files that are made to do harm. Each must be read or refused
// with a sentence, in bounded time and memory, and leave nothing behind.
func TestHostile(t *testing.T) {
	words := []text{{X: 50, Y: 60, Size: 12, Text: "Some words that are long enough to be a text layer."}}
	whole := documenttest.PDF(words)
	picture := documenttest.PNG(documenttest.Picture(300, 100, text{X: 20, Y: 60, Size: 30, Text: "Hello"}))
	many := make([][]text, 10_000)
	tests := []struct {
		name string
		file []byte
		want outcome
	}{
		{"page box of 100 MB", documenttest.Boxed("[0 0 10000 10000]"), answered},
		{"page box beyond reason", documenttest.Boxed("[0 0 1000000000 1000000000]"), either},
		{"page box without end", documenttest.Boxed("[0 0 " + strings.Repeat("9", 300) + " 842]"), either},
		{"10,000 pages", documenttest.PDF(many...), refused},
		{"page tree that contains itself", bytes.Replace(whole, []byte("/Kids ["), []byte("/Kids [2 0 R "), 1), answered},
		{"count that lies", bytes.Replace(whole, []byte("/Count 1"), []byte("/Count 400"), 1), either},
		{"negative count", bytes.Replace(whole, []byte("/Count 1"), []byte("/Count -3"), 1), either},
		{"compressed page of 1 GB", flated(bytes.Repeat([]byte("0 0 m "), 16<<10), 11_000), either},
		{"compressed text of 3 MB", flated(bytes.Repeat([]byte("BT /F1 9 Tf 9 9 Td (aaaa aaaa) Tj ET\n"), 2<<10), 40), either},
		{"compressed PNG", bomb(6000, 6000), answered},
		{"compressed PNG of 400 million pixels", bomb(20_000, 20_000), refused},
		{"compressed PNG that is longer than it says", longer(), either},
		{"JPEG of 400 million pixels", tall(20_000, 20_000), refused},
		{"PDF that is a web page too", append([]byte("<html><script>alert(1)</script>\n"), whole...), answered},
		{"PDF that is a ZIP too", append(bytes.Clone(whole), "PK\x05\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"...), answered},
		{"PNG that is a PDF too", append(bytes.Clone(picture), whole...), answered},
		{"JavaScript", bytes.Replace(whole, []byte("/Type /Catalog"), []byte("/Type /Catalog /OpenAction << /S /JavaScript /JS (while\\(1\\){}) >>"), 1), answered},
		{"launch of a program", bytes.Replace(whole, []byte("/Type /Catalog"), []byte("/Type /Catalog /OpenAction << /S /Launch /F (/bin/sh) >>"), 1), answered},
		{"nested arrays", bytes.Replace(whole, []byte("/Type /Catalog"), []byte("/Type /Catalog /A "+strings.Repeat("[", 100_000)), 1), either},
		{"encrypted without a password", encrypt(t, whole, ""), answered},
		{"encrypted with a password", encrypt(t, whole, "secret"), refused},
		{"cut short", whole[:len(whole)/2], either},
		{"progressive JPEG", drawn(t, whole, "-jpeg", "-jpegopt", "progressive=y"), answered},
		{"CMYK JPEG", drawn(t, whole, "-jpegcmyk"), answered},
		{"interlaced PNG", interlaced(), answered},
	}
	before, folder := openFiles(t), t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Run("file", func(t *testing.T) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				t.Parallel()
				began := time.Now()
				_, err := read(t, test.file)
				if took := time.Since(began); took > hostileTime {
					t.Errorf("took %s", took)
				}
				var failed *document.Error
				switch {
				case err != nil && !errors.As(err, &failed):
					t.Errorf("not an error of the document: %v", err)
				case err == nil && test.want == refused:
					t.Error("it was read")
				case err != nil && test.want == answered:
					t.Errorf("refused: %v", err)
				case err != nil && !strings.HasSuffix(failed.Message, "."):
					t.Errorf("message %q is no sentence", failed.Message)
				}
				t.Logf("%v, %v", time.Since(began).Round(time.Millisecond), err)
			})
		}
	})
	leftBehind(t, before)
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left in the folder for temporary files: %v, %v", left, err)
	}
}

func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil && runtime.GOOS == "linux" {
		t.Fatal(err)
	}
	return len(entries)
}

func leftBehind(t *testing.T, before int) {
	t.Helper()
	if after := openFiles(t); after > before+2 {
		t.Errorf("%d files are open, %d were before", after, before)
	}
	if children, err := os.ReadFile(fmt.Sprintf("/proc/self/task/%d/children", os.Getpid())); err == nil && len(bytes.TrimSpace(children)) > 0 {
		t.Errorf("processes are left: %s", children)
	}
	if runtime.GOOS == "linux" {
		self, child := peakMemory(t)
		if child > hostileChild {
			t.Errorf("a program took %d MiB of memory", child>>10)
		}
		if self<<10 > hostileService {
			t.Errorf("reading took %d MiB of memory", self>>10)
		}
		t.Logf("peak memory: %d MiB, of a program %d MiB", self>>10, child>>10)
	}
}

// flated returns a PDF with a page that is compressed, of a piece that is repeated.
func flated(piece []byte, times int) []byte {
	packed := packMany(piece, times)
	drawing := "/Filter /FlateDecode >>\nstream\n" + packed + "\nendstream"
	file := documenttest.PDF(nil)
	empty := []byte(">>\nstream\n\nendstream")
	if !bytes.Contains(file, empty) {
		panic("the page of an empty PDF is written otherwise")
	}
	file = bytes.Replace(file, []byte("/Length 0 "), fmt.Appendf(nil, "/Length %d ", len(packed)), 1)
	return bytes.Replace(file, empty, []byte(drawing), 1)
}

// encrypt returns a PDF that is opened with a password.
func encrypt(t *testing.T, file []byte, password string) []byte {
	t.Helper()
	model.ConfigPath = "disable"
	settings := model.NewAESConfiguration(password, "owner", 256)
	var encrypted bytes.Buffer
	if err := api.Encrypt(bytes.NewReader(file), &encrypted, settings); err != nil {
		t.Fatal(err)
	}
	return encrypted.Bytes()
}

// drawn returns the first page of a PDF as pdftoppm draws it to a JPEG.
func drawn(t *testing.T, file []byte, options ...string) []byte {
	t.Helper()
	root := filepath.Join(t.TempDir(), "drawn")
	args := append(options, "-r", "80", "-singlefile", write(t, file), root)
	if out, err := exec.CommandContext(t.Context(), "pdftoppm", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	jpeg, err := os.ReadFile(root + ".jpg")
	if err != nil {
		t.Fatal(err)
	}
	return jpeg
}

// chunked returns a PNG of chunks: pairs of a name and its content.
func chunked(chunks ...string) []byte {
	b := []byte("\x89PNG\r\n\x1a\n")
	for i := 0; i < len(chunks); i += 2 {
		b = binary.BigEndian.AppendUint32(b, uint32(len(chunks[i+1])))
		start := len(b)
		b = append(append(b, chunks[i]...), chunks[i+1]...)
		b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[start:]))
	}
	return b
}

// header is a PNG's: of 8 bits of grey.
func header(width, height uint32, interlace byte) string {
	b := binary.BigEndian.AppendUint32(nil, width)
	b = binary.BigEndian.AppendUint32(b, height)
	return string(append(b, 8, 0, 0, 0, interlace))
}

func pack(rows []byte, times int) string {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	for range times {
		w.Write(rows)
	}
	w.Close()
	return packed.String()
}

// packMany is pack for what is never read to the end, whose checksum is wrong: it
// packs only two of the pieces. From the second on, of which each follows the same,
// all are packed the same way.
func packMany(piece []byte, times int) string {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	w.Write(piece)
	w.Flush()
	first := packed.Len()
	w.Write(piece)
	w.Flush()
	return packed.String()[:first] + strings.Repeat(packed.String()[first:], times-1)
}

// bomb returns a PNG of black, which is small for its pixels.
func bomb(width, height int) []byte {
	return chunked("IHDR", header(uint32(width), uint32(height), 0), "IDAT", pack(make([]byte, width+1), height), "IEND", "")
}

// longer returns a small PNG whose compressed part goes on for a gigabyte.
func longer() []byte {
	return chunked("IHDR", header(64, 64, 0), "IDAT", packMany(make([]byte, 1<<20), 1<<10), "IEND", "")
}

// interlaced returns an interlaced PNG of one shade.
func interlaced() []byte {
	rows := 8 + 8 + 8 + 16 + 16 + 32 + 32 // of the seven passes over 64 rows
	pixels := 64*64 + rows
	return chunked("IHDR", header(64, 64, 1), "IDAT", pack(make([]byte, pixels), 1), "IEND", "")
}

// tall returns a small JPEG whose header claims a size.
func tall(width, height uint16) []byte {
	file := documenttest.JPEG(image.NewGray(image.Rect(0, 0, 8, 8)), 0)
	at := bytes.Index(file, []byte{0xff, 0xc0}) + 5
	binary.BigEndian.PutUint16(file[at:], height)
	binary.BigEndian.PutUint16(file[at+2:], width)
	return file
}
