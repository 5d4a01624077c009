// Package oneshot is what the one-shot commands do: read what the user gave, make
// one call, and write the answer for a person or for the next program in a pipe.
// Data goes to standard output, everything else to standard error.
package oneshot

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"assay/client"
)

// IO is where a command reads and writes.
type IO struct {
	In       io.Reader
	Out, Err io.Writer
	OutTTY   bool // Out is a terminal: write for a person
	ErrTTY   bool // Err is a terminal: show progress
	Width    int  // columns of the terminal; 0 if unknown, then tables are as wide as they are
	Plain    bool // no animation: for screen readers and those who ask for it
}

// Format is a form of output.
type Format string

// The forms of output.
const (
	Auto   Format = ""       // JSON for data; for usage and sessions, a table on a terminal
	JSON   Format = "json"   // indented on a terminal, else one row
	Table  Format = "table"  // aligned columns
	CSV    Format = "csv"    // RFC 4180 with a header
	NDJSON Format = "ndjson" // a record a row

	Markdown Format = "markdown" // a table in GitHub's Markdown
)

// Formats returns the names of the forms of output, for help and completion.
func Formats() []string {
	return []string{string(JSON), string(Table), string(CSV), string(NDJSON), string(Markdown)}
}

// ParseFormat reads the name of a form of output; "" is Auto.
func ParseFormat(name string) (Format, error) {
	switch f := Format(strings.ToLower(name)); f {
	case Auto, JSON, Table, CSV, NDJSON, Markdown:
		return f, nil
	}
	return Auto, &UsageError{fmt.Sprintf("unknown output %q: choose %s", name, strings.Join(Formats(), ", "))}
}

// UsageError is a command that cannot run as it was given.
type UsageError struct{ Message string }

// Error gives the message.
func (e *UsageError) Error() string { return e.Message }

// The exit codes of every command.
const (
	ExitOK           = 0
	ExitFailed       = 1 // the request failed
	ExitUsage        = 2 // bad usage, a query with errors among it
	ExitQuota        = 3 // the quota is exhausted
	ExitUnauthorized = 4 // the API key is missing or not accepted
)

// ExitCode returns the exit code for what a command returned.
func ExitCode(err error) int {
	var (
		usage *UsageError
		query *QueryError
	)
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &usage), errors.As(err, &query):
		return ExitUsage
	case errors.Is(err, client.ErrQuotaExhausted):
		return ExitQuota
	case errors.Is(err, client.ErrUnauthorized), errors.Is(err, client.ErrNoKey):
		return ExitUnauthorized
	}
	return ExitFailed
}
