// Package history keeps the calls that a dashboard made in an SQLite file of the
// user's: what was asked of what, how it ended, what it cost, and the answer. It is
// opened when it is first used, written in the background, and bounded in number, age
// and size. Secrets are taken out before anything is written: API keys and the
// addresses of sessions never come here, and passwords of proxies, user names and
// passwords in addresses and parameters that look secret are masked wherever they
// stand, in answers too.
package history

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"assay/client"
	"assay/wire"
)

// Kind is what a call asked for.
type Kind string

// The kinds of calls.
const (
	Query    Kind = "query"    // of a web page
	Document Kind = "document" // of a PDF or an image
	Session  Kind = "session"  // a browser was launched
)

// Origin is what the source of a call is.
type Origin string

// The origins.
const (
	URL  Origin = "url"
	HTML Origin = "html" // it is told by its size and hash, and not kept
	File Origin = "file" // Entry.Path is its path; of a web query, of HTML
	None Origin = ""     // of a session
)

// Failures that have no word of the service's for Entry.Code.
const (
	CodeCancelled   = "cancelled"
	CodeUnreachable = "unreachable" // the service
	CodeTimeout     = "timeout"
	CodeFailed      = "failed" // anything else
)

// Entry is one call.
type Entry struct {
	ID     int64 // from 1, in the order in which calls ended; given by the store
	At     time.Time
	Kind   Kind
	Origin Origin
	Source string // for people: the masked address, a file's name, "HTML of 12,840 bytes"
	Path   string // of a file
	Hash   string // of HTML: the first characters of its SHA-256
	Masked bool   // a secret was taken out of the address or the params

	Query  string // the query asked, or ""
	Prompt string // the prompt asked, or ""
	// Params is the JSON of wire.Params, of wire.DocumentParams or, for a
	// session, of wire.SessionRequest; "" if none were given.
	Params string

	Status    int    // HTTP status; 0 without an answer
	Code      string // "" for success, else the service's word for the failure or one of the Code constants
	Error     string // the failure in a sentence
	RequestID string // or the session's id
	Took      time.Duration
	Cost      int    // calls
	Size      int64  // of the answer's data, in bytes
	Sum       string // what the answer holds: "24 products"
	Kept      bool   // the answer is in the store; a very large one is not
	Pinned    bool   // retention leaves it

	secrets []string // to be masked in what the service says
}

// OK reports whether the call succeeded.
func (e *Entry) OK() bool { return e.Code == "" }

// Address returns the address of the page that the call was about, or "": one that a
// secret was taken out of leads nowhere.
func (e *Entry) Address() string {
	if e.Origin != URL || e.Masked {
		return ""
	}
	return e.Source
}

// Answer is what came back from a query of a page or a document.
type Answer struct {
	Data     json.RawMessage
	Metadata wire.Metadata
}

// Outcome is how a call ended.
type Outcome struct {
	Response  *wire.QueryResponse // of a query that succeeded; must not change from now on
	SessionID string              // of a session that was launched
	Err       error
	Took      time.Duration
	Cost      int    // of a success
	Sum       string // "24 products"
}

// OfQuery returns the entry for a web query that begins at the given time. path is
// that of the HTML's file, or "".
func OfQuery(at time.Time, r wire.QueryRequest, path string) Entry {
	e := Entry{At: at, Kind: Query, Query: r.Query, Prompt: r.Prompt}
	if r.Query != "" {
		e.Prompt = ""
	}
	switch {
	case path != "":
		e.Origin, e.Path, e.Source = File, path, filepath.Base(path)
	case r.HTML != "":
		e.Origin, e.Source = HTML, fmt.Sprintf("HTML of %d bytes", len(r.HTML))
	default:
		e.Origin, e.Source = URL, e.mask(r.URL)
	}
	if r.HTML != "" {
		sum := sha256.Sum256([]byte(r.HTML))
		e.Hash = hex.EncodeToString(sum[:6])
	}
	if r.Params != nil {
		params := *r.Params
		params.Proxy = e.proxy(params.Proxy)
		e.Params = encode(params)
	}
	return e
}

// OfDocument returns the entry for a query of the document at a path.
func OfDocument(at time.Time, r client.DocumentRequest, path string) Entry {
	e := Entry{At: at, Kind: Document, Origin: File, Path: path, Source: filepath.Base(path), Query: r.Query, Prompt: r.Prompt}
	if r.Query != "" {
		e.Prompt = ""
	}
	if r.Params != nil {
		e.Params = encode(*r.Params)
	}
	return e
}

// OfSession returns the entry for the launch of a session.
func OfSession(at time.Time, r wire.SessionRequest) Entry {
	e := Entry{At: at, Kind: Session}
	r.Proxy = e.proxy(r.Proxy)
	e.Params = encode(r)
	e.Source = strings.Join(strings.Fields(strings.Join([]string{r.UAPreset, r.BrowserProfile}, " ")), ", ")
	return e
}

func encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil || string(text) == "{}" { // a wait that is no number, which no form lets through
		return ""
	}
	return string(text)
}

// end fills in how the call ended.
func (e *Entry) end(o Outcome) {
	e.Took, e.Sum = o.Took, o.Sum
	if o.Err == nil {
		e.Status, e.Cost, e.RequestID = 200, o.Cost, o.SessionID
		if e.Kind == Session {
			e.Status = 201
		}
		if o.Response != nil {
			e.RequestID, e.Size = o.Response.Metadata.RequestID, int64(len(o.Response.Data))
		}
		return
	}
	e.Error, e.Code = e.scrub(o.Err.Error()), CodeFailed
	var refused *client.Error
	switch {
	case errors.Is(o.Err, context.Canceled):
		e.Code = CodeCancelled
	case errors.As(o.Err, &refused):
		e.Status, e.RequestID = refused.Status, refused.RequestID
		if refused.Code != "" {
			e.Code = refused.Code
		}
	case errors.Is(o.Err, context.DeadlineExceeded):
		e.Code = CodeTimeout
	case errors.Is(o.Err, client.ErrUnreachable):
		e.Code = CodeUnreachable
	}
}

// Limits bound the store. Pinned calls are never removed.
type Limits struct {
	Off         bool          // nothing is kept
	Calls       int           // number of calls
	Age         time.Duration // since they were made
	Bytes       int64         // of all answers, compressed
	AnswerBytes int64         // of one answer, as it came; a larger one is not kept
}

// DefaultLimits are the limits if nothing else is said.
var DefaultLimits = Limits{Calls: 100_000, Age: 180 * 24 * time.Hour, Bytes: 512 << 20, AnswerBytes: 16 << 20}
