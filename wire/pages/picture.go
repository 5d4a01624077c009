package pages

import (
	"bufio"
	"errors"
	"fmt"
	"image/jpeg"
	"image/png"
	"io"
)

// maxPixels bounds the images that are decoded: the largest cameras' pictures,
// and little enough memory.
const maxPixels = 50_000_000

// PictureError is an image that cannot be read.
type PictureError struct {
	Reason  error  // ErrUnsupported, ErrDamaged or ErrTooLarge
	Message string // a sentence for the user
	Cause   error  // for the log; may be nil
}

// Error returns the message.
func (e *PictureError) Error() string { return e.Message }

// Unwrap returns what the error is.
func (e *PictureError) Unwrap() error { return e.Reason }

// checkPicture refuses an image that cannot be decoded, by its header.
func checkPicture(file io.ReadSeeker, kind Kind) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("reading the file: %w", err)
	}
	decode := png.DecodeConfig
	if kind == JPEG {
		decode = jpeg.DecodeConfig
	}
	header, err := decode(bufio.NewReader(file))
	switch {
	case err != nil:
		return BadPicture(kind, err)
	case header.Width < 1 || header.Height < 1:
		return &PictureError{ErrDamaged, fmt.Sprintf("The %v image has no pixels.", kind), nil}
	case int64(header.Width)*int64(header.Height) > maxPixels:
		return &PictureError{ErrTooLarge, fmt.Sprintf("The %v image has %d x %d pixels; at most %d million are read. Scale it down, or query its parts.",
			kind, header.Width, header.Height, maxPixels/1_000_000), nil}
	}
	return nil
}

// BadPicture words a decoder's error.
func BadPicture(kind Kind, err error) *PictureError {
	var unknownJPEG jpeg.UnsupportedError
	var unknownPNG png.UnsupportedError
	if errors.As(err, &unknownJPEG) || errors.As(err, &unknownPNG) {
		return &PictureError{ErrUnsupported, fmt.Sprintf("The %v image uses a feature that is not supported (%v); save it anew as an ordinary %v image.", kind, err, kind), err}
	}
	return &PictureError{ErrDamaged, fmt.Sprintf("The %v image cannot be read: it is damaged or cut short.", kind), err}
}
