package api

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"assay/query"
)

const (
	// maxBody is how large a JSON body may be, after decompression.
	maxBody = 20 << 20

	// maxDiscard and discardTime bound how much of a body is read only to let the
	// client get its answer: many send the whole body before they look for one,
	// and see a broken connection if the service stops listening halfway.
	maxDiscard  = 64 << 20
	discardTime = 10 * time.Second
)

// readBody reads a request's JSON body, decompressed.
func (a *API) readBody(c *call) ([]byte, error) {
	// Not every writer has deadlines; without one, the server's own applies.
	controller := http.NewResponseController(c)
	controller.SetReadDeadline(time.Now().Add(a.cfg.BodyTimeout))

	// A compressed body is never larger than what it holds, unless it is made to be.
	if c.r.ContentLength > maxBody {
		return nil, bodyTooLarge()
	}
	source, err := c.body(maxBody + 1)
	if failed := (*failure)(nil); errors.As(err, &failed) {
		return nil, failed
	} else if err != nil {
		return nil, a.bodyFailure(c, err)
	}

	var body bytes.Buffer
	body.Grow(int(min(max(c.r.ContentLength, 0), 1<<20)) + bytes.MinRead)
	n, err := body.ReadFrom(io.LimitReader(source, maxBody+1))
	if err != nil {
		return nil, a.bodyFailure(c, err)
	}
	if n > maxBody {
		return nil, bodyTooLarge()
	}
	// From now on reading only serves to notice that the client has gone.
	controller.SetReadDeadline(time.Time{})
	return body.Bytes(), nil
}

// body returns a request's body, decompressed, of which at most so many bytes are read before.
func (c *call) body(limit int64) (io.Reader, error) {
	raw := http.MaxBytesReader(c, c.r.Body, limit)
	switch encoding := strings.ToLower(strings.TrimSpace(c.r.Header.Get("Content-Encoding"))); encoding {
	case "", "identity":
		return raw, nil
	case "gzip", "x-gzip":
		return gzip.NewReader(raw)
	default:
		return nil, fail(malformedBody, "The body has the Content-Encoding %q, which is not supported; send it as it is or with gzip.", encoding)
	}
}

const notGzip = "The request body is not valid gzip, although its Content-Encoding says so."

func isGzip(err error) bool {
	return errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum)
}

// bodySize returns how many bytes a request's body may come to. A compressed one, or
// one that comes in pieces, does not say.
func bodySize(r *http.Request) int64 {
	if r.ContentLength < 0 || r.Header.Get("Content-Encoding") != "" {
		return maxBody
	}
	return min(r.ContentLength, maxBody)
}

func bodyTooLarge() *failure {
	return fail(tooLarge, "The request body is larger than the %d MiB that are accepted.", maxBody>>20)
}

// bodyFailure says why a body could not be read.
func (a *API) bodyFailure(c *call, err error) error {
	large := (*http.MaxBytesError)(nil)
	switch {
	case errors.As(err, &large):
		return bodyTooLarge()
	case errors.Is(err, os.ErrDeadlineExceeded):
		c.late = true
		return fail(malformedBody, "The request body did not arrive within %s.", a.cfg.BodyTimeout)
	case isGzip(err):
		return fail(malformedBody, notGzip)
	}
	return fail(malformedBody, "The request body could not be read to its end: it is cut short or damaged.")
}

// discardBody reads what is left of the request's body, within bounds, so that
// the client comes to read the answer. If that is not all, the connection ends
// with the answer; its deadline stays, for the server reads on a little by itself.
func (c *call) discardBody() {
	if c.r.Body == nil || c.r.Body == http.NoBody || strings.EqualFold(c.r.Header.Get("Expect"), "100-continue") {
		return
	}
	if c.late {
		c.Header().Set("Connection", "close")
		return
	}
	controller := http.NewResponseController(c)
	if err := controller.SetReadDeadline(time.Now().Add(discardTime)); err != nil {
		return
	}
	if _, err := io.CopyN(io.Discard, c.r.Body, maxDiscard); err == io.EOF {
		controller.SetReadDeadline(time.Time{})
	} else {
		c.Header().Set("Connection", "close")
	}
}

// decodeObject reads a JSON text that must be an object, in which no object has two
// members of one name: which of them was meant, nobody can tell. Invalid UTF-8 becomes
// U+FFFD.
func decodeObject(text []byte) (map[string]jsontext.Value, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, fail(malformedJSON, "The request body is empty; it must be a JSON object.")
	}
	var members map[string]jsontext.Value
	err := json.Unmarshal(text, &members, jsontext.AllowInvalidUTF8(true))
	if syntax := (*jsontext.SyntacticError)(nil); errors.As(err, &syntax) {
		at := locate(text, int(syntax.ByteOffset))
		var f *failure
		if errors.Is(err, jsontext.ErrDuplicateName) {
			name := clip(strings.Join(slices.Collect(syntax.JSONPointer.Tokens()), "."))
			f = failField(malformedJSON, name, "The request body has the key %s twice, the second time at row %d, column %d: leave one of them out.",
				strconv.Quote(name), at.Row, at.Column)
		} else {
			f = fail(malformedJSON, "The request body is not valid JSON at row %d, column %d: %s.", at.Row, at.Column, syntaxProblem(syntax))
		}
		f.position = &at
		return nil, f
	}
	if err != nil || members == nil {
		return nil, fail(invalidType, "The request body must be a JSON object, not %s.", kindName(jsontext.Value(text).Kind()))
	}
	return members, nil
}

// syntaxProblem words a syntax error without quoting the library's name and
// offsets.
func syntaxProblem(syntax *jsontext.SyntacticError) string {
	if errors.Is(syntax.Err, io.ErrUnexpectedEOF) {
		return "it ends too early"
	}
	return strings.TrimPrefix(syntax.Err.Error(), "jsontext: ")
}

// locate turns a byte offset into a row and a column.
func locate(text []byte, offset int) query.Position {
	before := text[:min(offset, len(text))]
	lineStart := bytes.LastIndexByte(before, '\n') + 1
	return query.Position{
		Offset: min(offset, len(text)),
		Row:    bytes.Count(before, []byte("\n")) + 1,
		Column: utf8.RuneCount(before[lineStart:]) + 1,
	}
}
