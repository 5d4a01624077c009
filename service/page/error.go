package page

// Kind says what went wrong with a page, as far as a caller has to tell it apart.
type Kind uint8

// The kinds of errors.
const (
	Unreachable    Kind = iota // the page could not be had: DNS, refused, reset, TLS
	Forbidden                  // an address this service may not visit
	ProxyForbidden             // an upstream proxy at an address this service may not visit
	ProxyFailed                // the upstream proxy could not be reached, refused us, or failed
	Timeout                    // the page was not there in time
	Missing                    // a needed part, Chromium, is not installed or does not start
	TooLarge                   // the page is larger than this service reads
	BadInput                   // what is there is no page: a download, an image, a PDF
	Closed                     // the Loader is shutting down
)

// String returns the kind as one lower-case word.
func (k Kind) String() string {
	return [...]string{"unreachable", "forbidden", "proxy_forbidden", "proxy_failed", "timeout", "missing", "too_large", "bad_input", "closed"}[k]
}

// Error is a page that could not be loaded. Message is a sentence for the user,
// without secrets; Err is the cause, for the log, and may be nil.
type Error struct {
	Kind    Kind
	Message string
	Err     error
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
