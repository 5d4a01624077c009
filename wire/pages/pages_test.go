package pages_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"os"
	"path/filepath"
	"testing"

	"assay/wire/pages"
	"assay/wire/pages/documenttest"
)

func TestCount(t *testing.T) {
	text := []documenttest.Text{{X: 50, Y: 50, Size: 12, Text: "Hello"}}
	three := documenttest.PDF(text, text, text)
	picture := image.NewGray(image.Rect(0, 0, 4, 4))
	tests := []struct {
		name  string
		file  []byte
		kind  pages.Kind
		count int
		err   error
	}{
		{"one page", documenttest.PDF(text), pages.PDF, 1, nil},
		{"three pages", three, pages.PDF, 3, nil},
		{"junk before the header", append([]byte("junk\n"), three...), pages.PDF, 3, nil},
		{"JPEG", documenttest.JPEG(picture, 0), pages.JPEG, 1, nil},
		{"PNG", documenttest.PNG(picture), pages.PNG, 1, nil},
		{"a picture that is a PDF too", append(documenttest.PNG(picture), three...), pages.PNG, 1, nil},
		{"too many pixels", withSize(documenttest.PNG(picture), 60_000, 60_000), pages.PNG, 0, pages.ErrTooLarge},
		{"no pixels", withSize(documenttest.PNG(picture), 0, 0), pages.PNG, 0, pages.ErrDamaged},
		{"a PNG's first bytes", documenttest.PNG(picture)[:8], pages.PNG, 0, pages.ErrDamaged},
		{"a JPEG's first bytes", documenttest.JPEG(picture, 0)[:4], pages.JPEG, 0, pages.ErrDamaged},
		{"no pages", documenttest.PDF(), pages.PDF, 0, pages.ErrUncountable},
		{"header only", []byte("%PDF-1.7\n"), pages.PDF, 0, pages.ErrUncountable},
		{"text", []byte("Dear Sir or Madam"), 0, 1, pages.ErrUnsupported},
		{"empty", nil, 0, 1, pages.ErrUnsupported},
	}
	for _, test := range tests {
		kind, count, err := pages.Count(t.Context(), bytes.NewReader(test.file))
		if kind != test.kind || err == nil && count != test.count || !errors.Is(err, test.err) {
			t.Errorf("%s: %v, %d pages, %v; want %v, %d, %v", test.name, kind, count, err, test.kind, test.count, test.err)
		}
	}
}

// A PDF without its end is not fine, whatever its first half says of its pages.
func TestCountFileThatIsCutShort(t *testing.T) {
	whole := documenttest.PDF(nil, nil)
	end := bytes.LastIndex(whole, []byte("startxref"))
	for name, test := range map[string]struct {
		file  []byte
		pages int
		err   error
	}{
		"whole":               {whole, 2, nil},
		"with junk behind it": {append(bytes.Clone(whole), make([]byte, 5000)...), 2, nil},
		"without its end":     {whole[:end], 0, pages.ErrUncountable},
		"a half":              {whole[:len(whole)/2], 0, pages.ErrUncountable},
	} {
		path := filepath.Join(t.TempDir(), "file.pdf")
		if err := os.WriteFile(path, test.file, 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := pages.CountFile(t.Context(), path)
		if file.Pages != test.pages || !errors.Is(err, test.err) {
			t.Errorf("%s: %d pages, %v; want %d, %v", name, file.Pages, err, test.pages, test.err)
		}
	}
}

// withSize returns a PNG whose header says another size.
func withSize(png []byte, width, height uint32) []byte {
	header := png[12:29] // the type of the chunk and what is in it
	binary.BigEndian.PutUint32(header[4:], width)
	binary.BigEndian.PutUint32(header[8:], height)
	binary.BigEndian.PutUint32(png[29:], crc32.ChecksumIEEE(header))
	return png
}

// TestForeign names the type of what is no document.
func TestForeign(t *testing.T) {
	for head, want := range map[string]string{
		"":                        "empty",
		"II*\x00\x08\x00\x00\x00": "a TIFF image",
		"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00":                      "an HEIC image",
		"\x00\x00\x00\x18ftypavif\x00\x00\x00\x00":                      "an AVIF image",
		"\x00\x00\x00\x18ftypisom\x00\x00\x00\x00":                      "a film or sound",
		"RIFF\x40\x00\x00\x00WEBPVP8 ":                                  "a WebP image",
		"GIF89a\x01\x00":                                                "a GIF image",
		"\x00\x00\x00\x0cjP  \r\n":                                      "a JPEG 2000 image",
		"PK\x03\x04\x00\x00":                                            "a ZIP archive",
		"PK\x03\x04\x14\x00[Content_Types].xml":                         "a Microsoft Office document",
		"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":                              "a Microsoft Office document",
		"PK\x03\x04\x14mimetypeapplication/vnd.oasis.opendocument.text": "an OpenDocument file",
		"<!DOCTYPE html><html>":                                         "an HTML page",
		"<?xml version='1.0'?><svg>":                                    "an SVG picture",
		"<?xml version='1.0'?><note>":                                   "an XML file",
		"{\\rtf1 Hello}":                                                "an RTF document",
		"%!PS-Adobe-3.0":                                                "a PostScript file",
		"Dear Sir or Madam":                                             "plain text",
		"\x7fELF\x02\x01\x01\x00":                                       "",
	} {
		_, err := pages.Sniff([]byte(head))
		got := ""
		if foreign := (*pages.ForeignError)(nil); errors.As(err, &foreign) {
			got = foreign.Type
		}
		if got != want || !errors.Is(err, pages.ErrUnsupported) {
			t.Errorf("%q is %q (%v), want %q", head, got, err, want)
		}
	}
}

// TestNothingOnDisk has the library leave the user's settings alone.
func TestNothingOnDisk(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	if _, _, err := pages.Count(t.Context(), bytes.NewReader(documenttest.PDF(nil))); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(home)
	if err != nil || len(entries) > 0 {
		t.Errorf("counting left %v in the home folder, error %v", entries, err)
	}
}

func FuzzCount(f *testing.F) {
	f.Add(documenttest.PDF(nil, nil))
	f.Add([]byte("%PDF-1.5\nstartxref\n0\n%%EOF"))
	f.Add([]byte("\x89PNG\r\n\x1a\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		_, count, err := pages.Count(t.Context(), bytes.NewReader(file))
		if err == nil && count < 1 {
			t.Errorf("%d pages without an error", count)
		}
	})
}

func TestOrientation(t *testing.T) {
	picture := documenttest.Picture(8, 6)
	for want := byte(1); want <= 8; want++ {
		if got := pages.Orientation(bytes.NewReader(documenttest.JPEG(picture, want))); got != int(want) {
			t.Errorf("the orientation of a file = %d, want %d", got, want)
		}
	}
	for name, file := range map[string][]byte{"JPEG without EXIF": documenttest.JPEG(picture, 0), "PNG": documenttest.PNG(picture), "empty": nil} {
		if got := pages.Orientation(bytes.NewReader(file)); got != 1 {
			t.Errorf("%s: orientation %d, want 1", name, got)
		}
	}
}

func FuzzOrientation(f *testing.F) {
	f.Add(documenttest.JPEG(documenttest.Picture(2, 2), 6))
	f.Fuzz(func(t *testing.T, file []byte) {
		if n := pages.Orientation(bytes.NewReader(file)); n < 1 || n > 8 {
			t.Errorf("orientation %d", n)
		}
	})
}
