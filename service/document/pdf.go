package document

import (
	"bytes"
	"context"
	"math"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode"

	"golang.org/x/sync/errgroup"

	"assay/service/content"
	"assay/service/document/layout"
)

// Bounds on Poppler.
const (
	popplerMemory = 1 << 30
	popplerText   = 96 << 20 // bytes of a document's table of words
	countOutput   = 64 << 10
	renderTime    = 20 * time.Second
)

// Resolutions at which pages are drawn to be recognised, in dots per inch, and
// how large such a drawing may be.
const (
	fastDPI     = 200
	standardDPI = 300
	maxDrawn    = 24_000_000 // pixels
	maxSide     = 10_000
)

// textTime is how long a text layer of some pages may take to read, and
// textProcessor how much of a processor's time: a page takes some milliseconds,
// but the machine may be busy.
func textTime(count int) time.Duration {
	return min(15*time.Second+time.Duration(count)*100*time.Millisecond, time.Minute)
}

func textProcessor(count int) time.Duration {
	return 3*time.Second + time.Duration(count)*100*time.Millisecond
}

var pageCount = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^Pages:\s+(\d+)\s*$`) })

// countWithPoppler counts the pages of a PDF that is too damaged for others.
func (r *Reader) countWithPoppler(ctx context.Context, path string) (int, error) {
	info := program{
		name: "pdfinfo", args: []string{path}, scratch: r.scratch,
		time: countTime, memory: popplerMemory, output: countOutput,
	}
	out, err := info.run(ctx)
	if err != nil {
		return 0, asError(err)
	}
	match := pageCount().FindSubmatch(out)
	if match == nil {
		return 0, fail(Damaged, nil, "The PDF cannot be read: it is damaged or cut short.")
	}
	count, err := strconv.Atoi(string(match[1]))
	if err != nil || count < 1 {
		return 0, fail(Damaged, err, "The PDF has no pages.")
	}
	return count, nil
}

// readPDF reads the text layer of a PDF, and recognises those of its pages that
// have none: all of them, or, if somebody may have enough before, in rounds. It
// returns the pages from the first on that were read.
func (r *Reader) readPDF(ctx context.Context, file *File, options Options) ([]layout.Page, error) {
	var words table
	text := program{
		name: "pdftotext",
		args: []string{"-tsv", "-enc", "UTF-8", "-f", "1", "-l", strconv.Itoa(file.Pages), file.Path, "-"},
		time: textTime(file.Pages), processor: textProcessor(file.Pages), memory: popplerMemory, output: popplerText,
		into: &words, scratch: r.scratch,
	}
	drawn := make(chan map[int]sketch, 1)
	go func() { drawn <- r.sketches(ctx, file, textTime(file.Pages)) }()
	_, err := text.run(ctx)
	drawings := <-drawn
	if err != nil {
		return nil, asError(err)
	}
	read := words.end()
	if len(read) == 0 {
		return nil, fail(Damaged, nil, "The PDF cannot be read: it has no page that can be drawn.")
	}

	var scans []*layout.Page
	for i := range read {
		drawn, known := drawings[read[i].Number]
		read[i].Lines = drawn.lines
		if isScan(&read[i], drawn, known) {
			scans = append(scans, &read[i])
		}
	}
	round := len(scans)
	if options.Enough != nil {
		round = cap(r.workers)
	}
	for len(scans) > 0 {
		some := scans[:min(round, len(scans))]
		if err := r.recogniseRound(ctx, file, some, options); err != nil {
			return nil, asError(err)
		}
		if scans = scans[len(some):]; len(scans) == 0 {
			break
		}
		soFar := read[:slices.IndexFunc(read, func(p layout.Page) bool { return p.Number == scans[0].Number })]
		doc := &content.Document{Source: content.PDF, Loaded: time.Now(), Layout: true}
		build(doc, soFar)
		if enough, err := options.Enough(ctx, doc); err != nil {
			return nil, err
		} else if enough {
			return soFar, nil
		}
		round *= 2 // to ask costs too
	}
	return read, nil
}

// recogniseRound recognises some pages, as many at a time as there are workers.
func (r *Reader) recogniseRound(ctx context.Context, file *File, scans []*layout.Page, options Options) error {
	together := min(maxTogether, (len(scans)+cap(r.workers)-1)/cap(r.workers))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(2 * cap(r.workers))
	for some := range slices.Chunk(scans, max(1, together)) {
		group.Go(func() error {
			return r.recognisePages(ctx, file, some, options)
		})
	}
	return group.Wait()
}

// What tells pages that are to be recognised from those whose text layer will do.
const (
	fewLetters  = 30  // hardly any: a page number, a stamp
	someLetters = 250 // what may stand over or beside a scan: a header, a fax's line, a seal
	mostOfPage  = 0.7 // that pictures cover of a scan
	partOfPage  = 0.05
	manyShapes  = 150 // letters that are drawn as outlines
)

// isScan reports whether a page is to be recognised, by what it shows: its text layer
// is none, or no text, or little beside what its pictures may say.
func isScan(page *layout.Page, drawn sketch, known bool) bool {
	readable, strange := 0, 0
	for _, word := range page.Words {
		for _, c := range word.Text {
			switch {
			case c == unicode.ReplacementChar, unicode.Is(unicode.Co, c): // fonts without a mapping to characters
				strange++
			case unicode.IsLetter(c), unicode.IsDigit(c):
				readable++
			}
		}
	}
	switch {
	case strange > readable/4:
		return true
	case !known || readable == 0:
		return readable < fewLetters
	case readable < fewLetters:
		return drawn.shapes >= manyShapes || drawn.covered(page) >= partOfPage
	}
	return readable < someLetters && drawn.covered(page) >= mostOfPage
}

// covered is the share of a page that pictures cover.
func (s *sketch) covered(page *layout.Page) float64 {
	const side = 40 // places at which it is looked, across and down
	count := 0
	for i := range side * side {
		x, y := page.Width*(float32(i%side)+0.5)/side, page.Height*(float32(i/side)+0.5)/side
		if slices.ContainsFunc(s.pictures, func(b layout.Box) bool {
			return b.X <= x && x < b.X+b.Width && b.Y <= y && y < b.Y+b.Height
		}) {
			count++
		}
	}
	return float64(count) / (side * side)
}

// letters counts the letters and digits of words.
func letters(words []layout.Word) int {
	count := 0
	for _, word := range words {
		for _, c := range word.Text {
			if unicode.IsLetter(c) || unicode.IsDigit(c) {
				count++
			}
		}
	}
	return count
}

// maxTogether is how many pages one run of Tesseract reads: to start it takes as
// long as to read several lines. Their pictures are held in memory meanwhile.
const maxTogether = 4

// recognisePages draws pages and recognises their words, except where a text
// layer has more. Their boxes are in points, as those of a text layer.
func (r *Reader) recognisePages(ctx context.Context, file *File, pages []*layout.Page, options Options) error {
	release, err := acquire(ctx, r.workers)
	if err != nil {
		return err
	}
	defer release()
	var scans []scan
	for _, page := range pages {
		dpi := drawingDPI(page, options)
		drawn, err := r.draw(ctx, file, page.Number, dpi)
		if err != nil {
			return err
		}
		if !drawn.blank() {
			scans = append(scans, scan{prepare(drawn), page, 72 / dpi})
		}
	}
	return r.recognise(ctx, scans, options)
}

// draw draws a page of a PDF.
func (r *Reader) draw(ctx context.Context, file *File, number int, dpi float64) (*picture, error) {
	page := strconv.Itoa(number)
	program := program{
		name: "pdftoppm",
		args: []string{"-gray", "-r", strconv.FormatFloat(dpi, 'f', 3, 64), "-f", page, "-l", page, file.Path},
		time: renderTime, memory: popplerMemory, output: 2 * maxDrawn, scratch: r.scratch,
	}
	if fonts := r.fonts.Load(); fonts != nil {
		program.env = []string{fontsFrom + *fonts}
	}
	out, err := program.run(ctx)
	if err != nil {
		return nil, err
	}
	drawn, err := readPGM(out)
	if err != nil {
		return nil, fail(Damaged, err, "Page %d of the PDF cannot be drawn: it is damaged.", number)
	}
	return drawn, nil
}

// drawingDPI is the resolution at which a page is drawn: lower for a page whose
// drawing would be too large.
func drawingDPI(page *layout.Page, options Options) float64 {
	dpi := float64(fastDPI)
	if options.Standard {
		dpi = standardDPI
	}
	width, height := max(1, float64(page.Width))/72, max(1, float64(page.Height))/72
	dpi = min(dpi, math.Sqrt(maxDrawn/(width*height)), maxSide/max(width, height))
	return max(dpi, 0.01)
}

// readPGM reads a binary grey image as pdftoppm writes it.
func readPGM(data []byte) (*picture, error) {
	header, rest := data, []byte(nil)
	var fields [4]int // magic, width, height, maximum
	for i := range fields {
		token := header
		end := bytes.IndexAny(token, " \n")
		if end < 0 {
			return nil, errNotPGM
		}
		token, rest = token[:end], token[end+1:]
		if i == 0 {
			if string(token) != "P5" {
				return nil, errNotPGM
			}
		} else if number, err := strconv.Atoi(string(token)); err != nil {
			return nil, errNotPGM
		} else {
			fields[i] = number
		}
		header = rest
	}
	width, height := fields[1], fields[2]
	if width < 1 || height < 1 || fields[3] != 255 || width > maxSide+1 || height > maxSide+1 || len(rest) < width*height {
		return nil, errNotPGM
	}
	return &picture{width: width, height: height, pixels: rest[:width*height]}, nil
}
