package document

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"golang.org/x/sync/errgroup"

	"assay/service/document/layout"
	"assay/wire/pages"
)

// Bounds on Tesseract.
const (
	tesseractMemory = 2 << 30
	tesseractTime   = 45 * time.Second // for a picture
	furtherTime     = 15 * time.Second // for each further one of the same run
	tesseractOutput = 16 << 20
	orientationTime = 45 * time.Second
	orientationWork = 10 * time.Second // of a processor
)

// Tesseract's ways to look at a picture: --psm.
const (
	psmOrientation = "0"
	psmColumn      = "4" // text of varying sizes, such as a page
	psmBlock       = "6" // lines of text one below the other, such as a receipt
)

// maxLanguages is how many of the installed languages are read with if nothing
// is said: each makes reading slower, and takes letters of others for its own.
const maxLanguages = 4

// languages finds out, once, which of its languages Tesseract reads with.
type languages struct {
	wanted  []string // all of those that are installed if empty
	scratch string   // as Config has it

	mu    sync.Mutex
	found string
}

// names returns the languages as -l takes them, English first if nobody chose.
func (l *languages) names(ctx context.Context) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.found != "" {
		return l.found, nil
	}
	list := program{
		name: "tesseract", args: []string{"--list-langs"}, env: tesseractEnv(), scratch: l.scratch,
		time: orientationTime, memory: tesseractMemory, output: countOutput,
	}
	out, err := list.run(ctx)
	if err != nil {
		return "", err
	}
	_, text, _ := strings.Cut(string(out), "\n") // the first line is a heading
	chosen, err := chooseLanguages(l.wanted, strings.Fields(text))
	if err != nil {
		return "", err
	}
	l.found = strings.Join(chosen, "+")
	return l.found, nil
}

// CheckLanguages says why images and scanned pages cannot be read, or nil.
func (r *Reader) CheckLanguages(ctx context.Context) error {
	_, err := r.languages.names(ctx)
	return err
}

// chooseLanguages returns those of the installed languages to read with. One that
// is wanted and not there is an error: reading without it would give wrong text.
func chooseLanguages(wanted, installed []string) ([]string, error) {
	readable := slices.DeleteFunc(slices.Clone(installed), func(name string) bool { return name == "osd" || name == "equ" })
	for _, name := range wanted {
		if !slices.Contains(readable, name) {
			return nil, fail(Missing, nil, "This service is set to read images and scanned pages in %q, which its Tesseract does not have (it has %s); its operator can install tesseract-ocr-%s, or change --ocr-languages.",
				name, cmp.Or(strings.Join(readable, ", "), "none"), strings.ReplaceAll(name, "_", "-"))
		}
	}
	if len(wanted) > 0 {
		return wanted, nil
	}
	readable = slices.DeleteFunc(readable, func(name string) bool { return strings.Contains(name, "/") })
	if len(readable) == 0 {
		return nil, fail(Missing, nil, "This service's Tesseract has no language to read images and scanned pages in; its operator can install one, such as tesseract-ocr-eng.")
	}
	if at := slices.Index(readable, "eng"); at > 0 {
		readable = slices.Insert(slices.Delete(readable, at, at+1), 0, "eng")
	}
	return readable[:min(len(readable), maxLanguages)], nil
}

// tesseractEnv is Tesseract's environment. One thread each is both faster and
// leaves the other processors to other pages.
func tesseractEnv() []string {
	env := []string{"OMP_THREAD_LIMIT=1", "LC_ALL=C.UTF-8"}
	if data := os.Getenv("TESSDATA_PREFIX"); data != "" {
		env = append(env, "TESSDATA_PREFIX="+data)
	}
	return env
}

// readImage reads the one page of an image. Its boxes are in pixels of the image
// as it is meant to be looked at.
func (r *Reader) readImage(ctx context.Context, file *File, options Options) ([]layout.Page, error) {
	upright, err := r.decodeFile(ctx, file)
	if err != nil {
		return nil, err
	}
	read := []layout.Page{{Number: 1, Width: float32(upright.width), Height: float32(upright.height)}}
	if upright.blank() {
		return read, nil
	}
	release, err := acquire(ctx, r.workers)
	if err != nil {
		return nil, err
	}
	defer release()
	scale := readingScale(upright)
	s := scan{prepare(upright).scale(scale), &read[0], 1 / scale}
	if scale > 1 {
		err = r.recogniseSmall(ctx, s, options)
	} else {
		err = r.recognise(ctx, []scan{s}, options)
	}
	if err != nil {
		return nil, asError(err)
	}
	return read, nil
}

// recogniseSmall reads the scan of a small picture, whose letters are hard to
// tell apart, in two ways: at a time if a worker is free, the second of which is
// this one's for as long.
func (r *Reader) recogniseSmall(ctx context.Context, s scan, options Options) error {
	group, reading := errgroup.WithContext(ctx)
	select {
	case r.workers <- struct{}{}:
		defer func() { <-r.workers }()
	default:
		group.SetLimit(1)
	}
	var words [][]layout.Word
	var again []layout.Word
	group.Go(func() (err error) {
		words, err = r.readWords(reading, s.picture)
		return err
	})
	group.Go(func() (err error) {
		again, err = r.readLarger(reading, s.picture)
		return err
	})
	if err := group.Wait(); err != nil {
		return err
	}
	return r.finish(ctx, s, words[0], again, options)
}

func (r *Reader) decodeFile(ctx context.Context, file *File) (*picture, error) {
	release, err := acquire(ctx, r.counters)
	if err != nil {
		return nil, err
	}
	defer release()
	opened, err := os.Open(file.Path)
	if err != nil {
		return nil, fmt.Errorf("opening the document: %w", err)
	}
	defer opened.Close()
	decoded, err := decodePicture(opened, file.Kind)
	if err != nil {
		return nil, err
	}
	if file.Kind == pages.JPEG {
		if _, err := opened.Seek(0, 0); err != nil {
			return nil, fmt.Errorf("reading the document: %w", err)
		}
		decoded = decoded.orient(pages.Orientation(opened))
	}
	return decoded, nil
}

// Sizes of pictures of text, in pixels, by which they are scaled to be read.
const (
	smallPicture = 2_000_000
	largePicture = 16_000_000
)

// readingScale is by how much a picture is scaled to be read: letters of small
// ones are too small to be told apart, and those of large ones take long for
// nothing.
func readingScale(p *picture) float64 {
	switch size := p.width * p.height; {
	case size <= smallPicture:
		return 1.5
	case size > largePicture:
		return 0.5
	}
	return 1
}

// scan is a picture that is ready to be read, and the page it is read into.
type scan struct {
	picture *picture
	page    *layout.Page
	unit    float64 // of the page's boxes, in pixels of the picture
}

// prepare returns a picture with its text upright, dark and on white.
func prepare(p *picture) *picture {
	return p.withoutBorder().unshade().darken().straighten()
}

// recognise reads scans into their pages. Boxes are those of the pictures as they
// were read.
func (r *Reader) recognise(ctx context.Context, scans []scan, options Options) error {
	pictures := make([]*picture, len(scans))
	for i, s := range scans {
		pictures[i] = s.picture
	}
	read, err := r.readWords(ctx, pictures...)
	if err != nil {
		return err
	}
	for i, s := range scans {
		if err := r.finish(ctx, s, read[i], nil, options); err != nil {
			return err
		}
	}
	return nil
}

// finish gives a scan's page the words that were read of it, and again if again is
// not nil. A picture whose words make no sense is turned, and one whose words are
// doubtful is read again.
func (r *Reader) finish(ctx context.Context, s scan, words, again []layout.Word, options Options) error {
	p := s.picture
	if !makesSense(words) {
		turned, upright, err := r.readTurned(ctx, p)
		if err != nil {
			return err
		}
		if confident(turned) > confident(words) {
			words, again, p = turned, nil, upright
		}
	}
	if again == nil && (options.Standard || doubtful(words)) {
		var err error
		if again, err = r.readLarger(ctx, p); err != nil {
			return err
		}
	}
	unit := float32(s.unit)
	scaleWords(words, unit)
	scaleWords(again, unit)
	var readings [][]layout.Word
	if len(again) > 0 {
		readings = [][]layout.Word{words, again}
		words = combine(words, again)
	}
	if letters(words) < letters(s.page.Words) {
		return nil // its text layer has more
	}
	s.page.Readings = readings
	s.page.Lines = p.standingLines()
	for i, line := range s.page.Lines {
		s.page.Lines[i] = line.Scale(unit)
	}
	s.page.Width, s.page.Height = unit*float32(p.width), unit*float32(p.height)
	s.page.Words, s.page.Recognised = words, true
	return nil
}

func scaleWords(words []layout.Word, unit float32) {
	for i := range words {
		words[i].Box = words[i].Box.Scale(unit)
	}
}

// Of a second reading.
const (
	larger     = 4.0 / 3 // than for the first
	mostLarger = 8_000_000
)

// readLarger reads a picture for the second time, and otherwise than the first:
// lit evenly, larger if it is small, and with an eye to other lines.
func (r *Reader) readLarger(ctx context.Context, p *picture) ([]layout.Word, error) {
	factor, psm := 1.0, psmColumn
	if p.width*p.height < mostLarger {
		factor = larger
	}
	if segmentation(p) == psmColumn {
		psm = psmBlock
	}
	read, err := r.readAs(ctx, psm, []*picture{p.flatten().scale(factor)})
	if err != nil {
		return nil, err
	}
	scaleWords(read[0], float32(1/factor))
	return read[0], nil
}

// sureOfAll is the confidence that a clean scan's words have on the whole.
const sureOfAll = 85

// doubtful reports whether a picture is worth reading a second time.
func doubtful(words []layout.Word) bool {
	sum, count := float32(0), 0
	for _, word := range words {
		sum += word.Confidence * float32(len(word.Text))
		count += len(word.Text)
	}
	return count > 0 && sum < sureOfAll*float32(count)
}

// readWords runs Tesseract over pictures: once over those of the same kind that
// follow each other. It returns the words of each.
func (r *Reader) readWords(ctx context.Context, pictures ...*picture) ([][]layout.Word, error) {
	words := make([][]layout.Word, 0, len(pictures))
	for len(words) < len(pictures) {
		psm := segmentation(pictures[len(words)])
		last := len(words) + 1
		for last < len(pictures) && segmentation(pictures[last]) == psm {
			last++
		}
		some, err := r.readAs(ctx, psm, pictures[len(words):last])
		if err != nil {
			return nil, err
		}
		words = append(words, some...)
	}
	return words, nil
}

// readAs runs Tesseract once over pictures, and returns the words of each.
func (r *Reader) readAs(ctx context.Context, psm string, pictures []*picture) ([][]layout.Word, error) {
	limit := tesseractTime + time.Duration(len(pictures)-1)*furtherTime
	out, err := r.tesseract(ctx, pictures, psm, limit, limit, "tsv")
	if err != nil {
		return nil, err
	}
	var read table
	read.Write(out)
	words := make([][]layout.Word, len(pictures))
	for _, page := range read.end() {
		if page.Number <= len(words) {
			words[page.Number-1] = slices.DeleteFunc(page.Words, isNoise)
		}
	}
	return words, nil
}

func (r *Reader) tesseract(ctx context.Context, pictures []*picture, psm string, limit, processor time.Duration, output ...string) ([]byte, error) {
	languages, err := r.languages.names(ctx)
	if err != nil {
		return nil, err
	}
	if psm == psmOrientation {
		languages = "osd"
	}
	read := program{
		name:  "tesseract",
		args:  append([]string{"stdin", "stdout", "-l", languages, "--psm", psm, "--dpi", strconv.Itoa(standardDPI)}, output...),
		env:   tesseractEnv(),
		stdin: tiff(pictures),
		time:  limit, processor: processor, memory: tesseractMemory, output: tesseractOutput, scratch: r.scratch,
	}
	return read.run(ctx)
}

// segmentation chooses how Tesseract looks at a picture: receipts are narrow.
func segmentation(p *picture) string {
	if p.width < 1500 || p.height > 2*p.width {
		return psmBlock
	}
	return psmColumn
}

// isNoise reports whether a word is none: ruling lines and specks are taken for
// strokes. A word is not noise for being unsure, as numbers in tables often are.
func isNoise(word layout.Word) bool {
	if strings.ContainsFunc(word.Text, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) {
		return word.Confidence < 5 && len([]rune(word.Text)) < 2
	}
	return strings.Trim(word.Text, "|[]_—¦") == "" || word.Confidence < 60 && strings.Trim(word.Text, "{}~–=!'`‘’“”\"°.,;\\/<>«»-") == ""
}

// confident counts the letters of words that were surely read.
func confident(words []layout.Word) int {
	count := 0
	for _, word := range words {
		if word.Confidence >= 75 && len(word.Text) >= 3 {
			count += len(word.Text)
		}
	}
	return count
}

// makesSense reports whether what was read of a picture looks like its text: of
// one that lies on its side, few words are sure.
func makesSense(words []layout.Word) bool {
	all := 0
	for _, word := range words {
		all += len(word.Text)
	}
	sure := confident(words)
	return sure >= 20 && 3*sure >= all
}

// readTurned reads a picture turned as Tesseract's orientation finder thinks it
// should be; no words if it thinks the picture is upright or cannot tell.
func (r *Reader) readTurned(ctx context.Context, p *picture) ([]layout.Word, *picture, error) {
	out, err := r.tesseract(ctx, []*picture{p}, psmOrientation, orientationTime, orientationWork)
	if exit, limit := (*exitError)(nil), (*limitError)(nil); errors.As(err, &exit) || errors.As(err, &limit) {
		return nil, nil, nil // too little text to tell, or no data to tell by
	}
	if err != nil {
		return nil, nil, err
	}
	quarters := orientation(out)
	if quarters == 0 {
		return nil, nil, nil
	}
	turned := p
	for range quarters {
		turned = turned.turn()
	}
	turned = turned.straighten()
	words, err := r.readWords(ctx, turned)
	if err != nil {
		return nil, nil, err
	}
	return words[0], turned, nil
}

// orientation reads by how many quarters clockwise a picture should be turned.
func orientation(report []byte) int {
	for line := range bytes.Lines(report) {
		if degrees, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("Rotate: ")); ok {
			n, err := strconv.Atoi(string(degrees))
			if err == nil && n > 0 && n < 360 && n%90 == 0 {
				return n / 90
			}
		}
	}
	return 0
}
