package api

import "net/http"

// requestIDHeader tells apart requests in the logs of all that they pass. What a client or
// a proxy says there is sent back and logged. It is not the id of the ledger and of
// metadata.request_id, which has to be unique.
const requestIDHeader = "X-Request-Id"

// maxRequestID bounds an id that is taken over, in characters.
const maxRequestID = 128

// givenRequestID returns the id that came with a request, or "" if there is none that may
// stand in a log: of letters, digits and the signs of UUIDs, Base64 and traces.
func givenRequestID(r *http.Request) string {
	id := r.Header.Get(requestIDHeader)
	if len(id) > maxRequestID {
		return ""
	}
	for _, b := range []byte(id) {
		switch {
		case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9':
		case b == '-', b == '_', b == '.', b == ':', b == '/', b == '+', b == '=':
		default:
			return ""
		}
	}
	return id
}
