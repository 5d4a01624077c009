package relay

import (
	"bytes"
	"strconv"
)

// envelope is what a message of Chromium's says about itself at its two ends. The
// browser writes {"id":N,… for an answer, {"method":"…",… for an event, and
// …,"sessionId":"…"} last if the message belongs to a session; everything between
// is left unread.
type envelope struct {
	id       int64  // of an answer, else 0
	method   string // of an event, else ""
	session  string // "" for the browser itself
	afterID  int    // where an answer goes on after its id and comma
	tailFrom int    // where ,"sessionId" begins, or the final brace
}

var (
	headID     = []byte(`{"id":`)
	headMethod = []byte(`{"method":"`)
	tailKey    = []byte(`,"sessionId":"`)
)

// maxTail bounds how far from the end a session is looked for.
const maxTail = 128

// open reads the two ends of a message; ok is false for one in no known form.
func open(message []byte) (e envelope, ok bool) {
	if len(message) < 2 || message[len(message)-1] != '}' {
		return e, false
	}
	e.tailFrom = len(message) - 1
	if message[len(message)-2] == '"' {
		// Params, results and errors are objects: only a session's name ends so.
		tail := message[max(0, len(message)-maxTail):]
		at := bytes.LastIndex(tail, tailKey)
		if at < 0 {
			return e, false
		}
		e.tailFrom = len(message) - len(tail) + at
		e.session = string(tail[at+len(tailKey) : len(tail)-2])
	}
	if rest, found := bytes.CutPrefix(message, headMethod); found {
		end := bytes.IndexByte(rest[:min(len(rest), maxTail)], '"')
		if end < 0 {
			return e, false
		}
		e.method = string(rest[:end])
		return e, true
	}
	rest, found := bytes.CutPrefix(message, headID)
	if !found {
		return e, false
	}
	comma := bytes.IndexByte(rest[:min(len(rest), 24)], ',')
	if comma < 0 {
		return e, false
	}
	id, err := strconv.ParseInt(string(rest[:comma]), 10, 64)
	if err != nil {
		return e, false
	}
	e.id, e.afterID = id, len(headID)+comma+1
	return e, true
}
