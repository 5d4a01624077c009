package pages

import (
	"bytes"
	"net/http"
	"strings"
)

// ForeignError is a file of a type that cannot be queried: an ErrUnsupported whose
// type is known.
type ForeignError struct {
	Type string // with its article: "a TIFF image"
}

// Error names the type and those that can be queried.
func (e *ForeignError) Error() string {
	return "the file is " + e.Type + ", neither a PDF nor a JPEG or PNG image"
}

// Is makes the error an ErrUnsupported.
func (e *ForeignError) Is(target error) bool { return target == ErrUnsupported }

// foreign names the type of a file that begins with head and is no document.
func foreign(head []byte) error {
	if name := typeName(head); name != "" {
		return &ForeignError{name}
	}
	return ErrUnsupported
}

// typeName is the common name of a file's type, with its article; "" if it is not
// known.
func typeName(head []byte) string {
	if len(head) == 0 {
		return "empty"
	}
	for _, known := range [...]struct{ start, name string }{
		{"II*\x00", "a TIFF image"},
		{"MM\x00*", "a TIFF image"},
		{"\x00\x00\x00\x0cjP  ", "a JPEG 2000 image"},
		{"\xffO\xffQ", "a JPEG 2000 image"},
		{"\xd0\xcf\x11\xe0", "a Microsoft Office document"},
		{"{\\rtf", "an RTF document"},
		{"%!PS", "a PostScript file"},
	} {
		if bytes.HasPrefix(head, []byte(known.start)) {
			return known.name
		}
	}
	if len(head) > 12 && string(head[4:8]) == "ftyp" {
		return mediaName(string(head[8:12]))
	}
	kind, _, _ := strings.Cut(http.DetectContentType(head), ";")
	switch kind {
	case "application/zip":
		return archiveName(head)
	case "image/gif":
		return "a GIF image"
	case "image/bmp":
		return "a BMP image"
	case "image/webp":
		return "a WebP image"
	case "text/html":
		return "an HTML page"
	case "text/xml", "text/plain":
		if bytes.Contains(head, []byte("<svg")) {
			return "an SVG picture"
		}
		return map[string]string{"text/xml": "an XML file", "text/plain": "plain text"}[kind]
	}
	return ""
}

// mediaName names what is in a container of pictures and films by its brand.
func mediaName(brand string) string {
	switch brand {
	case "heic", "heix", "hevc", "heim", "heis", "mif1", "msf1":
		return "an HEIC image"
	case "avif", "avis":
		return "an AVIF image"
	}
	return "a film or sound"
}

// archiveName names what is in a ZIP archive by its first file.
func archiveName(head []byte) string {
	switch {
	case bytes.Contains(head, []byte("[Content_Types].xml")), bytes.Contains(head, []byte("_rels/.rels")):
		return "a Microsoft Office document"
	case bytes.Contains(head, []byte("mimetypeapplication/vnd.oasis.opendocument")):
		return "an OpenDocument file"
	}
	return "a ZIP archive"
}
