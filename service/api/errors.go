package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"assay/query"
	"assay/wire"
)

// code is the machine's word for an error. Clients compare it, so a code never
// changes its meaning.
type code string

// The codes of all errors.
const (
	malformedJSON     code = "malformed_json"        // the body is not JSON
	malformedBody     code = "malformed_body"        // the body cannot be read: encoding, cut short
	unauthorized      code = "unauthorized"          // no key, an unknown one or a revoked one
	scopeMissing      code = "scope"                 // the key is not for this
	quotaExhausted    code = "quota_exhausted"       // fewer calls are left than are wanted
	keyQuota          code = "key_quota"             // the same of the key's own limit
	forbiddenAddress  code = "forbidden_address"     // an address this service may not visit
	notFound          code = "not_found"             // no such path or resource
	methodNotAllowed  code = "method_not_allowed"    // the path has no such method
	tooLarge          code = "too_large"             // the body, or the page, is larger than is read
	missingField      code = "missing_field"         // a field that is needed is not there
	invalidType       code = "invalid_type"          // a field has a value of the wrong JSON type
	invalidValue      code = "invalid_value"         // a field has a value that is not allowed
	outOfRange        code = "out_of_range"          // a number or a length is outside its bounds
	invalidQuery      code = "invalid_query"         // the query has syntax errors
	invalidPrompt     code = "invalid_prompt"        // the prompt names no data
	unsupportedScheme code = "unsupported_scheme"    // the URL is neither http nor https
	noManagedProxy    code = "no_managed_proxy"      // no managed proxy is in that country
	unsupportedPage   code = "unsupported_page"      // what is at the URL is no page
	unsupportedFile   code = "unsupported_file"      // neither a PDF nor an image that can be read
	encryptedFile     code = "encrypted_file"        // a PDF that opens only with a password
	damagedFile       code = "damaged_file"          // a document that is cut short, empty or broken
	complexFile       code = "complex_file"          // a document that takes too long to read
	tooManyRequests   code = "too_many_requests"     // the key or the node has as much to do as it may, or the key had in the last minute
	internalError     code = "internal_error"        // a fault of the service
	pageUnreachable   code = "page_unreachable"      // the page could not be had
	proxyFailed       code = "proxy_failed"          // the upstream proxy could not be reached, or refused
	shuttingDown      code = "shutting_down"         // the service takes no new work
	databaseGone      code = "database_unavailable"  // the account's database cannot be reached, or is too busy
	storageGone       code = "storage_unavailable"   // the disk is full or cannot be written
	nodeUnavailable   code = "node_unavailable"      // the node that has the session does not answer
	missingDependency code = "missing_dependency"    // a program the service needs is not installed
	timedOut          code = "timeout"               // the page or the query took too long
	clientGone        code = "client_closed_request" // nobody is there to read the answer; for the log
)

// status returns the HTTP status of a code.
func (c code) status() int {
	switch c {
	case malformedJSON, malformedBody:
		return http.StatusBadRequest
	case unauthorized:
		return http.StatusUnauthorized
	case quotaExhausted, keyQuota:
		return http.StatusPaymentRequired
	case forbiddenAddress, scopeMissing:
		return http.StatusForbidden
	case notFound:
		return http.StatusNotFound
	case methodNotAllowed:
		return http.StatusMethodNotAllowed
	case tooLarge:
		return http.StatusRequestEntityTooLarge
	case missingField, invalidType, invalidValue, outOfRange, invalidQuery, invalidPrompt,
		unsupportedScheme, noManagedProxy, unsupportedPage, unsupportedFile, encryptedFile, damagedFile, complexFile:
		return http.StatusUnprocessableEntity
	case tooManyRequests:
		return http.StatusTooManyRequests
	case pageUnreachable, proxyFailed:
		return http.StatusBadGateway
	case shuttingDown, databaseGone, storageGone, nodeUnavailable, missingDependency:
		return http.StatusServiceUnavailable
	case timedOut:
		return http.StatusGatewayTimeout
	case clientGone:
		return 499 // what servers log for this; it is never sent
	}
	return http.StatusInternalServerError
}

// failure is an error as the client sees it.
type failure struct {
	code       code
	message    string          // one sentence for a person
	field      string          // the field that is wrong, as in "params.wait_for"; "" if none is
	position   *query.Position // where in the query, or in the body if it is malformed
	retryAfter time.Duration   // when it makes sense to try again; 0 for not saying
	allow      string          // the methods that are allowed, for methodNotAllowed
	cause      error           // for the log; nothing a client may see
}

func (f *failure) Error() string { return f.message }

func (f *failure) Unwrap() error { return f.cause }

// fail makes a failure without a field.
func fail(c code, format string, args ...any) *failure {
	return &failure{code: c, message: fmt.Sprintf(format, args...)}
}

// failField makes a failure of one field.
func failField(c code, field, format string, args ...any) *failure {
	return &failure{code: c, field: field, message: fmt.Sprintf(format, args...)}
}

// after says when it makes sense to try again.
func (f *failure) after(wait time.Duration) *failure {
	f.retryAfter = max(wait, retryLeast)
	return f
}

// because notes the cause, for the log.
func (f *failure) because(cause error) *failure {
	f.cause = cause
	return f
}

// internal makes a failure of something that should not fail; what it was is for
// the log only.
func internal(cause error) *failure {
	return &failure{
		code:    internalError,
		message: "The service failed to answer this request; it was not counted. Trying again may help; the operator finds the reason in the log under the request id.",
		cause:   cause,
	}
}

// write sends the failure.
func (f *failure) write(w http.ResponseWriter, requestID string) {
	body := wire.ErrorBody{
		ErrorInfo: f.message,
		Detail:    f.message,
		Code:      string(f.code),
		Position:  f.position,
		Metadata:  wire.ErrorMetadata{RequestID: requestID},
	}
	if f.field != "" {
		body.Field = &f.field
	}
	header := w.Header()
	if f.retryAfter > 0 {
		seconds := int64((f.retryAfter + time.Second - 1) / time.Second)
		header.Set("Retry-After", strconv.FormatInt(seconds, 10))
	}
	if f.allow != "" {
		header.Set("Allow", f.allow)
	}
	if f.code == unauthorized {
		header.Set("WWW-Authenticate", `ApiKey realm="assay"`)
	}
	text, err := json.Marshal(body)
	if err != nil {
		panic(fmt.Sprintf("encoding an error body, which is strings and numbers: %v", err))
	}
	writeJSON(w, f.code.status(), text)
}

// writeJSON sends a JSON text.
func writeJSON(w http.ResponseWriter, status int, text []byte) {
	header := w.Header()
	header.Set("Content-Type", "application/json; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(len(text)))
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	// Not every writer has deadlines. This one is for the answer, not the connection.
	controller := http.NewResponseController(w)
	controller.SetWriteDeadline(time.Now().Add(takeTime + time.Duration(len(text)/takeRate)*time.Second))
	w.WriteHeader(status)
	w.Write(text) // a client that has gone away is nobody to tell
	controller.SetWriteDeadline(time.Time{})
}

// takeTime and takeRate, in bytes a second, bound how slowly a client may take its
// answer.
const (
	takeTime = 30 * time.Second
	takeRate = 64 << 10
)
