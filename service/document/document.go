// Package document turns a PDF or an image into content. The text layer of a PDF
// is read with Poppler; pages without one, and images, are read with Tesseract.
// Both give words with boxes, of which package layout makes lines, tables and
// labels with their values.
//
// Files come from anywhere. The programs that parse them run in processes of
// their own, with bounds on time, memory and output, an empty environment, and one
// folder to write to, which is thrown away; what this package parses itself is
// bounded likewise.
package document

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"

	"assay/service/content"
	"assay/service/document/layout"
	"assay/wire/pages"
)

// DefaultMaxPages is how many pages a document may have if nothing else is said.
const DefaultMaxPages = 500

// countTime bounds the counting of a document's pages.
const countTime = 10 * time.Second

// Config says how documents are read. Zero values mean the default in brackets.
type Config struct {
	Languages []string // Tesseract's names for them, the likeliest first [those installed, at most four]
	MaxPages  int      // of one document [DefaultMaxPages]
	Workers   int      // pages that are recognised at a time [one for each processor]
	Cache     string   // folder for the cache of fonts, made if need be [none is kept]
	Scratch   string   // folder in which each program gets one of its own to write to [the system's for temporary files]
}

// Reader reads documents. It is safe for concurrent use, and all of its reading
// shares the same workers.
type Reader struct {
	languages languages
	maxPages  int
	workers   chan struct{} // holds one for each page being recognised
	counters  chan struct{} // the same for each file being counted or decoded here
	cache     string
	scratch   string
	fonts     atomic.Pointer[string] // the settings that name the cache, once it is built
}

// NewReader returns a Reader. Which programs are there is found out when they are
// first needed.
func NewReader(cfg Config) *Reader {
	if cfg.MaxPages <= 0 {
		cfg.MaxPages = DefaultMaxPages
	}
	if cfg.Workers <= 0 {
		cfg.Workers = runtime.GOMAXPROCS(0)
	}
	return &Reader{
		languages: languages{wanted: cfg.Languages, scratch: cfg.Scratch},
		maxPages:  cfg.MaxPages,
		workers:   make(chan struct{}, cfg.Workers),
		counters:  make(chan struct{}, 2),
		cache:     cfg.Cache,
		scratch:   cfg.Scratch,
	}
}

// MaxPages is how many pages a document may have.
func (r *Reader) MaxPages() int { return r.maxPages }

// File is a document that can be read, as far as can be told without reading it.
type File struct {
	Path  string
	Kind  pages.Kind
	Pages int // at least 1; an image has one

	pdf atomic.Pointer[model.Context] // what was read of a PDF to count its pages, until it is read on
}

// Open looks at the file at a path: what it is and how many pages it has. It
// refuses, with an *Error, what cannot be read whatever it costs.
func (r *Reader) Open(ctx context.Context, path string) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening the document: %w", err)
	}
	defer file.Close()
	release, err := acquire(ctx, r.counters)
	if err != nil {
		return nil, err
	}
	defer release()

	counting, cancel := context.WithTimeout(ctx, countTime)
	defer cancel()
	kind, count, pdf, err := pages.Read(counting, file)
	bad, isPicture := errors.AsType[*pages.PictureError](err)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case isPicture:
		return nil, badPicture(bad)
	case errors.Is(err, pages.ErrUnsupported):
		return nil, unsupported(err)
	case errors.Is(err, pages.ErrEncrypted):
		return nil, encrypted(err)
	case errors.Is(err, pages.ErrUncountable) || errors.Is(err, context.DeadlineExceeded):
		if count, err = r.countWithPoppler(ctx, path); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	}
	if count > r.maxPages {
		return nil, fail(TooManyPages, nil, "The document has %d pages; a query takes at most %d. Split it and query the parts.", count, r.maxPages)
	}
	opened := &File{Path: path, Kind: kind, Pages: count}
	opened.pdf.Store(pdf)
	return opened, nil
}

// Options says how a document is read.
type Options struct {
	Standard bool // recognise at a higher resolution and twice, at the cost of time

	// Enough, if not nil, is asked between rounds of scanned pages whether the pages
	// read so far will do. The rest of the document is left out if so.
	Enough func(ctx context.Context, soFar *content.Document) (bool, error)
}

// Read reads a file that Open has returned. Errors about the file are *Error;
// others are ctx's or faults of the machine.
func (r *Reader) Read(ctx context.Context, file *File, options Options) (*content.Document, error) {
	doc := &content.Document{Source: content.Image, Loaded: time.Now(), Layout: true}
	if file.Kind != pages.PDF {
		read, err := r.readImage(ctx, file, options)
		if err != nil {
			return nil, err
		}
		build(doc, read)
		return doc, nil
	}
	doc.Source = content.PDF
	read, err := r.readPDF(ctx, file, options)
	if err != nil {
		return nil, err
	}
	build(doc, read)
	return doc, nil
}

// build fills in a document and its other readings.
func build(doc *content.Document, read []layout.Page) {
	layout.Build(doc, read)
	for n := range mostReadings(read) {
		doc.Again = append(doc.Again, reading(doc, read, n))
	}
}

// mostReadings is how often the page was read that was read most often, or 0.
func mostReadings(read []layout.Page) int {
	most := 0
	for i := range read {
		most = max(most, len(read[i].Readings))
	}
	return most
}

// reading returns a document whose pages are as one of their readings has them.
func reading(of *content.Document, read []layout.Page, n int) *content.Document {
	doc := &content.Document{Source: of.Source, Loaded: of.Loaded, Layout: true}
	read = slices.Clone(read)
	for i := range read {
		if page := &read[i]; n < len(page.Readings) {
			page.Words = page.Readings[n]
		}
	}
	layout.Build(doc, read)
	return doc
}

// acquire takes one of the places; the function it returns gives it back.
func acquire(ctx context.Context, places chan struct{}) (release func(), err error) {
	select {
	case places <- struct{}{}:
		return sync.OnceFunc(func() { <-places }), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// unsupported says what a file is that is no document, as far as that is known.
func unsupported(cause error) *Error {
	if foreign, ok := errors.AsType[*pages.ForeignError](cause); ok {
		return fail(Unsupported, nil, "The file is %s. The documents that can be queried are PDFs and JPEG and PNG images.", foreign.Type)
	}
	return fail(Unsupported, nil, "The file is neither a PDF nor a JPEG or PNG image, which are the documents that can be queried.")
}

func badPicture(err *pages.PictureError) *Error {
	kinds := map[error]ErrorKind{pages.ErrUnsupported: Unsupported, pages.ErrDamaged: Damaged, pages.ErrTooLarge: TooLarge}
	return &Error{Kind: kinds[err.Reason], Message: err.Message, Err: err.Cause}
}

func encrypted(cause error) *Error {
	return fail(Encrypted, cause, "The PDF is protected by a password; save it without one and query that.")
}

// asError gives the failure of a program over a file its place among the errors.
// Those of the file are told apart from those of the machine as well as exit
// codes allow.
func asError(err error) error {
	var known *Error
	var limit *limitError
	var exit *exitError
	switch {
	case errors.As(err, &known), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &limit):
		return fail(limit.kind, err, "Reading the document takes too much: %v. Try a part of it, or a simpler file.", limit)
	case errors.As(err, &exit) && strings.Contains(strings.ToLower(exit.stderr), "password"):
		return encrypted(err)
	case errors.As(err, &exit):
		return fail(Damaged, err, "The document cannot be read: it is damaged or cut short.")
	}
	return err
}
