package api

import (
	"net/http"
	"regexp"
)

// requestIDHeader tells apart requests in the logs of all that they pass. What a client or
// a proxy says there is sent back and logged. It is not the id of the ledger and of
// metadata.request_id, which has to be unique.
const requestIDHeader = "X-Request-Id"

// safeRequestID is an id that may stand in a log: of letters, digits and the signs of UUIDs,
// Base64 and traces.
var safeRequestID = regexp.MustCompile(`^[A-Za-z0-9._:/+=-]{1,128}$`)

// givenRequestID returns the id that came with a request, or "" if there is none that may
// stand in a log.
func givenRequestID(r *http.Request) string {
	return safeRequestID.FindString(r.Header.Get(requestIDHeader))
}
