package api

import (
	"errors"
	"strings"
	"testing"
)

// FuzzParseWebQuery gives the reader of requests any body: it must make a query
// that can be run, or an error that can be sent.
func FuzzParseWebQuery(f *testing.F) {
	f.Fuzz(func(t *testing.T, body []byte) {
		web, err := new(API).parseWebQuery(body)
		if err == nil {
			if len(web.readings) == 0 || web.readings[0].Query.Root == nil || (web.page.URL == nil && !web.page.HasHTML) {
				t.Errorf("an incomplete query: %+v", web)
			}
			return
		}
		var failed *failure
		if !errors.As(err, &failed) {
			t.Fatalf("%v is no failure", err)
		}
		if status := failed.code.status(); status != 400 && status != 422 {
			t.Errorf("%s has the status %d", failed.code, status)
		}
		if !strings.HasSuffix(failed.message, ".") || len(failed.message) > 2000 {
			t.Errorf("message = %q", failed.message)
		}
		if p := failed.position; p != nil && (p.Row < 1 || p.Column < 1) {
			t.Errorf("position = %+v", p)
		}
	})
}
