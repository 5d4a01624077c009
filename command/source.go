package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"assay/query"
	"assay/workspace/text"
)

// readText reads a file, or standard input for "-". A file that is not there is
// bad usage.
func readText(name, what string, streams IO) ([]byte, error) {
	source, from := streams.In, " from standard input"
	if name != "-" {
		file, err := os.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, &UsageError{fmt.Sprintf("reading the %s: there is no file %s", what, name)}
		}
		if err != nil {
			return nil, fmt.Errorf("reading the %s: %w", what, err)
		}
		defer file.Close()
		source, from = file, ""
	}
	data, err := io.ReadAll(io.LimitReader(source, maxText+1))
	if err != nil {
		return nil, fmt.Errorf("reading the %s%s: %w", what, from, err)
	}
	if len(data) > maxText { // a device may have no end
		return nil, &UsageError{fmt.Sprintf("the %s in %s is larger than %d MiB, which no service takes", what, nameOf(name), maxText>>20)}
	}
	return text.UTF8(data), nil
}

// maxText is how much of a page or a query is read, in bytes.
const maxText = 64 << 20

// QueryError is a query that does not parse. Its message shows the rows at fault.
type QueryError struct {
	Name   string // of the file, or what the query is
	Source string
	Errors query.ErrorList
}

// Error shows each error below its row, with a caret under the column.
func (e *QueryError) Error() string {
	return "the query has errors\n" + describe(e.Name, e.Source, "", e.Errors)
}

// Unwrap gives the errors.
func (e *QueryError) Unwrap() error { return e.Errors }

// describe shows errors with the rows of the source they are on.
func describe(name, src, kind string, errs query.ErrorList) string {
	const most = 10
	rows := splitRows(src)
	var b strings.Builder
	for i, e := range errs {
		if i > 0 {
			b.WriteByte('\n')
		}
		if i == most {
			fmt.Fprintf(&b, "and %d more", len(errs)-most)
			break
		}
		fmt.Fprintf(&b, "%s:%d:%d: %s%s", visible(name), e.Pos.Row, e.Pos.Column, kind, e.Message)
		if e.Pos.Row <= len(rows) {
			b.WriteString(caret(rows[e.Pos.Row-1], e))
		}
	}
	return b.String()
}

// caret shows the part of a row around an error, and carets under the error.
func caret(row string, e *query.Error) string {
	const before, after = 60, 40 // characters shown
	runes := []rune(strings.TrimPrefix(row, "\ufeff"))
	from := min(e.Pos.Column-1, len(runes))
	to := len(runes)
	if e.End.Row == e.Pos.Row {
		to = min(e.End.Column-1, len(runes))
	}
	to = max(from, min(to, from+after))
	start := max(0, from-before)
	end := min(len(runes), from+after)
	margin := fmt.Sprintf("\n%5d | ", e.Pos.Row)
	shown := func(r []rune) string { return visible(strings.ReplaceAll(string(r), "\t", "    ")) }
	blank := fmt.Sprintf("\n%5s | %*s", "", ansi.StringWidth(shown(runes[start:from])), "")
	return margin + shown(runes[start:end]) + blank + strings.Repeat("^", max(1, ansi.StringWidth(shown(runes[from:to]))))
}

// splitRows splits a source into rows as query positions count them.
func splitRows(src string) []string {
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(src), "\n")
}

// visible replaces what would act on a terminal instead of showing on it by its
// code.
func visible(s string) string { return escapeBut("", s) }

// escape is visible for text of several rows.
func escape(s string) string { return escapeBut("\n", s) }

func escapeBut(kept, s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case !acts(r) || strings.ContainsRune(kept, r):
			b.WriteRune(r)
		case r == '\n', r == '\r', r == '\t':
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		default:
			fmt.Fprintf(&b, `\u%04x`, r) // everything that acts is in the basic plane
		}
	}
	return b.String()
}

// acts reports whether a terminal obeys r: control characters, and those that
// turn the direction of writing.
func acts(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}
