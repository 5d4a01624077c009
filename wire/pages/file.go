package pages

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
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
	if err == nil && file.Kind == PDF {
		err = checkEnd(f, file.Size)
	}
	if err != nil {
		file.Pages = 0
	}
	return file, err
}

// endRoom is how far before the end of a file the end of its PDF may be: junk may follow.
const endRoom = 64 << 10

// checkEnd refuses a PDF whose end is missing. What is left of it may still tell how many
// pages there were, but few of them can be read, if any.
func checkEnd(file io.ReaderAt, size int64) error {
	end := make([]byte, min(size, endRoom))
	if _, err := file.ReadAt(end, size-int64(len(end))); err != nil && err != io.EOF {
		return fmt.Errorf("reading the file: %w", err)
	}
	if !bytes.Contains(end, []byte("startxref")) {
		return &uncountable{errors.New("there is no startxref at its end")}
	}
	return nil
}

// short leaves the path out of an error: whoever asks has it.
func short(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}
