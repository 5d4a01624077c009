package pages

import (
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // the kinds of images
	_ "image/png"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// File is a file as far as the cost of a query of it goes.
type File struct {
	Size     int64 // bytes
	Modified time.Time
	Kind     Kind
	Pages    int // which is what a query costs; 0 if it is not known
}

// Same reports whether f and g are of a file that did not change between them.
func (f File) Same(g File) bool { return f.Size == g.Size && f.Modified.Equal(g.Modified) }

// ErrEmpty is a file with nothing in it.
var ErrEmpty = errors.New("the file is empty")

// Stat returns the size and the time of the last change of a file, and refuses what
// is no file.
func Stat(path string) (File, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return File{}, short(err)
	case info.IsDir():
		return File{}, errors.New("it is a folder")
	case !info.Mode().IsRegular():
		return File{}, errors.New("it is not a regular file")
	}
	return File{Size: info.Size(), Modified: info.ModTime()}, nil
}

// CountFile counts the pages of a file. Besides Count's errors it returns ErrEmpty
// and those of opening a file.
func CountFile(ctx context.Context, path string) (File, error) {
	file, err := Stat(path)
	if err != nil {
		return file, err
	}
	if file.Size == 0 {
		return file, ErrEmpty
	}
	f, err := os.Open(path)
	if err != nil {
		return file, short(err)
	}
	defer f.Close()
	file.Kind, file.Pages, err = Count(ctx, f)
	if err != nil {
		file.Pages = 0
	}
	return file, err
}

// short leaves the path out of an error: whoever asks has it.
func short(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// Facts is what a document says of itself. What it does not say is "" or zero.
type Facts struct {
	Width, Height     float64 // of the first page in points, or of the image in pixels, upright
	Title, Author     string
	Creator, Producer string // the programs it was made with
	Created, Modified time.Time
	Version           string // of the PDF format
}

// Describe reads the facts of a file. Errors are those of CountFile.
func Describe(ctx context.Context, path string) (File, Facts, error) {
	var facts Facts
	file, err := CountFile(ctx, path)
	if err != nil {
		return file, facts, err
	}
	f, err := os.Open(path)
	if err != nil {
		return file, facts, short(err)
	}
	defer f.Close()
	if file.Kind != PDF {
		config, _, err := image.DecodeConfig(f)
		if err != nil {
			return file, facts, fmt.Errorf("the image cannot be read: %w", err)
		}
		facts.Width, facts.Height = float64(config.Width), float64(config.Height)
		if _, err := f.Seek(0, io.SeekStart); err == nil && Orientation(f) > 4 { // on its side
			facts.Width, facts.Height = facts.Height, facts.Width
		}
		return file, facts, nil
	}
	return file, describePDF(ctx, f), nil
}

// describePDF reads what it can of a PDF that was counted.
func describePDF(ctx context.Context, f *os.File) (facts Facts) {
	// The library panics on some damaged files; what was read until then stands.
	defer func() { _ = recover() }()
	document, err := readPDF(ctx, f)
	if err != nil {
		return facts
	}
	facts.Version = document.VersionString()
	if _, _, inherited, err := document.PageDict(1, false); err == nil && inherited != nil {
		box := inherited.MediaBox
		if inherited.CropBox != nil {
			box = inherited.CropBox
		}
		if box != nil {
			facts.Width, facts.Height = box.Width(), box.Height()
			if inherited.Rotate%180 != 0 {
				facts.Width, facts.Height = facts.Height, facts.Width
			}
		}
	}
	if document.Info == nil {
		return facts
	}
	info, err := document.DereferenceDict(*document.Info)
	if err != nil {
		return facts
	}
	text := func(name string) string {
		object, ok := info.Find(name)
		if !ok {
			return ""
		}
		s, err := document.DereferenceText(object)
		if err != nil {
			return ""
		}
		return s
	}
	at := func(name string) time.Time {
		t, _ := types.DateTime(text(name), true)
		return t
	}
	facts.Title, facts.Author, facts.Creator, facts.Producer = text("Title"), text("Author"), text("Creator"), text("Producer")
	facts.Created, facts.Modified = at("CreationDate"), at("ModDate")
	return facts
}
