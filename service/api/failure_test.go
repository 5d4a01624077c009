package api

import (
	"errors"
	"testing"

	"assay/service/page"
)

// TestPageFailures has every way a page can fail, those too that a machine with a
// working browser cannot show.
func TestPageFailures(t *testing.T) {
	t.Parallel()
	cause := errors.New("the cause")
	for _, test := range []struct {
		kind   page.Kind
		code   code
		status int
		retry  bool
	}{
		{page.Unreachable, "page_unreachable", 502, false},
		{page.Forbidden, "forbidden_address", 403, false},
		{page.ProxyForbidden, "forbidden_address", 403, false},
		{page.ProxyFailed, "proxy_failed", 502, false},
		{page.Timeout, "timeout", 504, false},
		{page.Missing, "missing_dependency", 503, false},
		{page.TooLarge, "too_large", 413, false},
		{page.BadInput, "unsupported_page", 422, false},
		{page.Closed, "shutting_down", 503, true},
	} {
		f := pageFailure(&page.Error{Kind: test.kind, Message: "Chromium, say.", Err: cause})
		if f.code != test.code || f.code.status() != test.status || f.message != "Chromium, say." || (f.retryAfter > 0) != test.retry {
			t.Errorf("%v: %d %+v, want %s, %d, retry %t", test.kind, f.code.status(), f, test.code, test.status, test.retry)
		}
		if logged := f.cause != nil; logged != (test.kind == page.Missing) {
			t.Errorf("%v: cause %v is logged, which is wanted only where the operator has something to mend", test.kind, f.cause)
		}
	}
}
