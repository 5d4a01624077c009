// Package pages tells what kind of document a file is and how many pages it has,
// which is what a query of it costs, without sending it anywhere and without any
// program but this one. The dashboard shows the cost by it, and the service
// reserves by it, so that the two agree.
package pages

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
)

// Kind is a kind of document, as its content says whatever it is called.
type Kind uint8

// The kinds of documents that can be queried.
const (
	PDF Kind = iota
	JPEG
	PNG
)

// String returns the kind's common name.
func (k Kind) String() string { return [...]string{"PDF", "JPEG", "PNG"}[k] }

// What can be wrong with a file, for errors.Is.
var (
	// ErrUnsupported is a file that is neither a PDF nor a JPEG or PNG image.
	ErrUnsupported = errors.New("the file is neither a PDF nor a JPEG or PNG image")
	// ErrEncrypted is a PDF that opens only with a password.
	ErrEncrypted = errors.New("the PDF is protected by a password")
	// ErrUncountable is a PDF whose pages cannot be counted: it is damaged, or
	// uses what this counter does not know. What it costs is not known.
	ErrUncountable = errors.New("the pages of the PDF cannot be counted")
	// ErrDamaged is an image that cannot be decoded, ErrTooLarge one with more pixels
	// than are read.
	ErrDamaged  = errors.New("the image is damaged")
	ErrTooLarge = errors.New("the image is too large")
)

const (
	// headerRoom is how far into the file a PDF's header may begin: other
	// readers look as far.
	headerRoom = 1024
	// maxDecoded bounds what one compressed part of a PDF may grow to while its
	// pages are counted.
	maxDecoded = 64 << 20
)

// Sniff returns the kind of the file that begins with head, of which a kilobyte
// is enough. The only error is ErrUnsupported: a *ForeignError if the type is known.
func Sniff(head []byte) (Kind, error) {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xd8\xff")):
		return JPEG, nil
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		return PNG, nil
	case bytes.Contains(head[:min(len(head), headerRoom)], []byte("%PDF-")):
		return PDF, nil
	}
	return 0, foreign(head)
}

// Count returns the kind of a file and its number of pages, at least 1; an image
// has one. A kind that is known is returned with an error too. Errors are those
// named above, ctx's, and those of reading.
func Count(ctx context.Context, file io.ReadSeeker) (Kind, int, error) {
	kind, count, _, err := Read(ctx, file)
	return kind, count, err
}

// Read is Count that also returns the structure of a PDF that was read for it, nil for an
// image. More of it is read through file.
func Read(ctx context.Context, file io.ReadSeeker) (Kind, int, *model.Context, error) {
	head := make([]byte, headerRoom)
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return 0, 0, nil, fmt.Errorf("reading the file: %w", err)
	}
	n, err := io.ReadFull(file, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return 0, 0, nil, fmt.Errorf("reading the file: %w", err)
	}
	kind, err := Sniff(head[:n])
	if err != nil {
		return kind, 1, nil, err
	}
	if kind != PDF {
		return kind, 1, nil, checkPicture(file, kind)
	}
	pdf, err := readPDF(ctx, file)
	switch {
	case ctx.Err() != nil:
		return kind, 0, nil, ctx.Err()
	case errors.Is(err, pdfcpu.ErrWrongPassword):
		return kind, 0, nil, ErrEncrypted
	case err != nil:
		return kind, 0, nil, &uncountable{err}
	case pdf.PageCount < 1:
		return kind, 0, nil, fmt.Errorf("%w: it has none", ErrUncountable)
	}
	return kind, pdf.PageCount, pdf, nil
}

// withoutFolder keeps pdfcpu from making a folder of its own among the user's
// settings, which it does when its settings are first asked for.
var withoutFolder = sync.OnceFunc(func() { model.ConfigPath = "disable" })

// uncountable is an ErrUncountable, whose cause is for logs: it is in the words of a
// reader of PDFs.
type uncountable struct{ cause error }

func (e *uncountable) Error() string {
	return ErrUncountable.Error() + ": it is damaged or cut short"
}

func (e *uncountable) Is(target error) bool { return target == ErrUncountable }

func (e *uncountable) Unwrap() error { return e.cause }

// readPDF reads the structure of a PDF, and counts its pages. The library panics on some
// damaged files, then and when more is read of them.
func readPDF(ctx context.Context, file io.ReadSeeker) (document *model.Context, err error) {
	defer func() {
		if p := recover(); p != nil {
			document, err = nil, fmt.Errorf("the reader gave up: %v", p)
		}
	}()
	withoutFolder()
	settings := model.NewDefaultConfiguration()
	settings.Cmd = model.LISTINFO
	settings.Offline = true
	settings.Limits.MaxDecodeBytes = maxDecoded
	if document, err = pdfcpu.ReadWithContext(ctx, file, settings); err != nil {
		return nil, err
	}
	return document, document.EnsurePageCount()
}
