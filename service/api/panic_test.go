package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"assay/service/account"
	"assay/wire"
)

// TestFaults has work that panics and work that fails for a reason that is
// nobody's business: both are a 500 that says nothing of it, and are refunded.
func TestFaults(t *testing.T) {
	t.Parallel()
	books, err := account.Open(t.Context(), account.Config{Database: filepath.Join(t.TempDir(), "account.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer books.Close()
	_, key, err := books.CreateKey(t.Context(), "test")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	a := New(Config{Account: books, Log: slog.New(slog.NewTextHandler(&log, nil))})
	a.route("/fault/{kind}", methods{http.MethodPost: func(c *call) error {
		if err := a.admit(c, ""); err != nil {
			return err
		}
		return a.metered(c, account.Web, 2, func(context.Context) ([]byte, error) {
			if usage, err := books.Usage(c.r.Context()); err != nil || usage.Used != 2 {
				t.Errorf("during the work: %+v, %v, want 2 calls reserved", usage, err)
			}
			if c.r.PathValue("kind") == "panic" {
				panic("the page says secret")
			}
			return nil, errors.New("an inner reason")
		})
	}})

	for kind, logged := range map[string]string{"panic": "panic_test.go", "error": "an inner reason"} {
		log.Reset()
		r := httptest.NewRequest(http.MethodPost, "/fault/"+kind, strings.NewReader("{}"))
		r.Header.Set("X-API-Key", key)
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)

		var body wire.ErrorBody
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
			t.Fatal(err)
		}
		if w.Code != 500 || body.Code != "internal_error" || body.Metadata.RequestID != w.Header().Get("X-Request-Id") {
			t.Errorf("%s: %d %+v", kind, w.Code, body)
		}
		if answer := w.Body.String(); strings.Contains(answer, "secret") || strings.Contains(answer, "inner") {
			t.Errorf("%s: the answer tells too much: %s", kind, answer)
		}
		if text := log.String(); !strings.Contains(text, logged) || !strings.Contains(text, body.Metadata.RequestID) || strings.Contains(text, "secret") {
			t.Errorf("%s: log = %s", kind, text)
		}
		if usage, err := books.Usage(t.Context()); err != nil || usage.Used != 0 {
			t.Errorf("%s: used = %+v, %v, want 0", kind, usage, err)
		}
		if n, _ := a.Active(); n != 0 {
			t.Errorf("%s: %d requests are active", kind, n)
		}
	}
}
