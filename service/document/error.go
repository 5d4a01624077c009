package document

import "fmt"

// ErrorKind says what went wrong with a document, as far as a caller has to tell
// it apart.
type ErrorKind uint8

// The kinds of errors.
const (
	Unsupported  ErrorKind = iota // neither a PDF nor an image that can be read
	Encrypted                     // a PDF that opens only with a password
	Damaged                       // cut short, empty, or not what it says it is
	TooManyPages                  // more pages than are read
	TooLarge                      // what is in it takes more room than a document may
	Missing                       // a needed program is not installed, or does not start
	Timeout                       // reading took longer than it may
)

// String returns the kind as lower-case words.
func (k ErrorKind) String() string {
	return [...]string{"unsupported", "encrypted", "damaged", "too_many_pages", "too_large", "missing", "timeout"}[k]
}

// Error is a document that could not be read. Message is a sentence for the
// user; Err is the cause, for the log, and may be nil.
type Error struct {
	Kind    ErrorKind
	Message string
	Err     error
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func fail(kind ErrorKind, cause error, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...), Err: cause}
}
