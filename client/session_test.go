package client_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"

	"assay/client"
	"assay/wire"
)

// answering returns a client of a service that answers as the handler does.
func answering(t *testing.T, h http.HandlerFunc) *client.Client {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c, err := client.New(client.Config{BaseURL: server.URL, APIKey: "the-key"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const oneSession = `{"session_id":"7f3a","state":"idle","end_reason":null,"created_at":"2026-11-21T09:00:00Z","last_activity_at":"2026-11-21T09:01:00.5Z",
"seconds_to_teardown":119.5,"clients":0,"browser_ua_preset":"windows","browser_profile":"stealth","shutdown_mode":"on_disconnect","inactivity_timeout_seconds":300,
"pages":[{"index":0,"title":"Shop","url":"https://shop.example"}],"cdp_url":"wss://127.0.0.1:4/SECRET/devtools/browser/7f3a","base_url":"https://127.0.0.1:4/SECRET/"}`

func TestSessionsAreListedShownAndEnded(t *testing.T) {
	var asked []string
	c := answering(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery != "" || r.Header.Get("X-API-Key") != "the-key" {
			t.Errorf("%s %s?%s came with the key %q", r.Method, r.URL.Path, r.URL.RawQuery, r.Header.Get("X-API-Key"))
		}
		asked = append(asked, r.Method+" "+r.URL.Path)
		switch {
		case r.Method == http.MethodDelete:
			w.WriteHeader(http.StatusNoContent)
		case strings.HasSuffix(r.URL.Path, "/7f3a"):
			io.WriteString(w, oneSession)
		default:
			io.WriteString(w, `{"sessions":[`+oneSession+`]}`)
		}
	})
	list, err := c.Sessions(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	one, err := c.Session(t.Context(), "7f3a")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(list[0], *one); diff != "" {
		t.Error(diff)
	}
	if one.BaseURL != "https://127.0.0.1:4/SECRET" || *one.SecondsToTeardown != 119.5 || !one.Alive() || one.Pages[0].Title != "Shop" {
		t.Errorf("read %#v with %+v", one, one.Pages)
	}
	if err := c.EndSession(t.Context(), "7f3a"); err != nil {
		t.Error(err)
	}
	want := []string{"GET /v1/managed/sessions", "GET /v1/managed/sessions/7f3a", "DELETE /v1/managed/sessions/7f3a"}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Error(diff)
	}
}

func TestServicesWithoutSessionCalls(t *testing.T) {
	for _, status := range []int{404, 405, 501} {
		c := answering(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(status) })
		_, listed := c.Sessions(t.Context())
		_, shown := c.Session(t.Context(), "7f3a")
		for name, err := range map[string]error{"list": listed, "show": shown, "end": c.EndSession(t.Context(), "7f3a")} {
			if !errors.Is(err, client.ErrNoSessionCalls) || errors.Is(err, client.ErrUnknownSession) {
				t.Errorf("%s with status %d: %v", name, status, err)
			}
		}
	}
}

func TestUnknownSession(t *testing.T) {
	c := answering(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/sessions") {
			io.WriteString(w, `{"sessions":[]}`)
			return
		}
		w.WriteHeader(404)
		io.WriteString(w, `{"error_info":"There is no such session.","code":"not_found"}`)
	})
	if list, err := c.Sessions(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	for _, id := range []string{"7f3a", "", "../usage", "a/b", ".."} {
		if err := c.EndSession(t.Context(), id); !errors.Is(err, client.ErrUnknownSession) {
			t.Errorf("ending %q: %v", id, err)
		}
	}
	if err := c.EndSession(t.Context(), "7f3a"); err.Error() != "There is no such session. (HTTP 404 not_found)" {
		t.Errorf("it says %q", err)
	}
}

func TestBadSessionLists(t *testing.T) {
	for _, body := range []string{`{}`, `[]`, `<html>`, ``, `{"sessions":null}`} {
		c := answering(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, body) })
		var bad *client.Error
		if _, err := c.Sessions(t.Context()); !errors.As(err, &bad) || bad.Code != "bad_answer" {
			t.Errorf("%q: %v", body, err)
		}
	}
}

func TestStream(t *testing.T) {
	asked := ""
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.String()
		if strings.Contains(asked, "/stream/7/") {
			w.WriteHeader(404)
			io.WriteString(w, `{"error_info":"There is no page 7."}`)
			return
		}
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		for _, text := range []string{`{"type":"page","index":1,"title":"Shop","url":"https://shop.example","width":1280,"height":720,"pages":[{"index":0},{"index":1}]}`, `{"type":"something new"}`} {
			conn.Write(r.Context(), websocket.MessageText, []byte(text))
		}
		conn.Write(r.Context(), websocket.MessageBinary, []byte("\xff\xd8 a picture"))
		conn.Write(r.Context(), websocket.MessageText, []byte(`{"type":"ended","reason":"inactivity"}`))
		conn.Close(websocket.StatusNormalClosure, "")
	}))
	t.Cleanup(host.Close)
	// On loopback the address says https, and plain HTTP is spoken.
	base := strings.Replace(host.URL, "http:", "https:", 1) + "/SECRET"
	c := answering(t, nil)
	s, err := c.Stream(t.Context(), base, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if asked != "/SECRET/stream/1/frames?readonly=1" {
		t.Errorf("asked for %s", asked)
	}
	state, err := s.Next(t.Context())
	if err != nil || state.Page == nil || state.Page.Title != "Shop" || len(state.Page.Pages) != 2 {
		t.Errorf("first %+v, %v", state.Page, err)
	}
	picture, err := s.Next(t.Context())
	if err != nil || string(picture.Picture) != "\xff\xd8 a picture" {
		t.Errorf("then %q, %v", picture.Picture, err)
	}
	_, err = s.Next(t.Context())
	var ended *client.SessionEndedError
	if !errors.As(err, &ended) || ended.Reason != "inactivity" {
		t.Errorf("at last %v", err)
	}
	if _, err = s.Next(t.Context()); err == nil || strings.Contains(err.Error(), "SECRET") {
		t.Errorf("after the end: %v", err)
	}

	_, err = c.Stream(t.Context(), base, 7)
	var refused *client.Error
	if !errors.As(err, &refused) || refused.Status != 404 || refused.Message != "There is no page 7." {
		t.Errorf("a page that is not there: %v", err)
	}
	host.Close()
	if _, err = c.Stream(t.Context(), base, 0); !errors.Is(err, client.ErrUnreachable) || strings.Contains(err.Error(), "SECRET") {
		t.Errorf("without a host: %v", err)
	}
	if _, err = c.Stream(t.Context(), "SECRET", 0); err == nil || strings.Contains(err.Error(), "SECRET") {
		t.Errorf("with no address: %v", err)
	}
}

// TestSessionIsAsked: an address that stands for a session's page asks that page.
func TestSessionIsAsked(t *testing.T) {
	var path, body string
	c := answering(t, func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		path, body = r.URL.Path, strings.TrimSpace(string(text))
		io.WriteString(w, `{"data":{"a":1},"metadata":{"request_id":"r"}}`)
	})
	for _, test := range []struct {
		request    wire.QueryRequest
		path, body string // "" if nothing is to be asked
	}{
		{wire.QueryRequest{URL: "https://shop.example", Query: "{ a }"}, "/v1/query-data", `{"query":"{ a }","url":"https://shop.example"}`},
		{wire.QueryRequest{URL: wire.SessionAddress("7f3a", -1), Query: "{ a }"}, "/v1/managed/sessions/7f3a/query-data", `{"query":"{ a }"}`},
		{wire.QueryRequest{URL: wire.SessionAddress("7f3a", 0), Prompt: "a", Params: &wire.Params{WaitFor: 1, Screenshot: true, BrowserProfile: "light"}},
			"/v1/managed/sessions/7f3a/query-data", `{"prompt":"a","params":{"page":0,"wait_for":1,"is_screenshot_enabled":true}}`},
		{wire.QueryRequest{URL: wire.SessionAddress("7f3a", 0), Query: "{ a }", Params: &wire.Params{ScrollToBottom: true}}, "", ""},
		{wire.QueryRequest{URL: "session:../usage", Query: "{ a }"}, "", ""},
	} {
		path, body = "", ""
		if _, err := c.Query(t.Context(), test.request); (err != nil) != (test.path == "") {
			t.Errorf("%v: %v", test.request, err)
		}
		if path != test.path || body != test.body {
			t.Errorf("%v asks %s for %s, want %s for %s", test.request, path, body, test.path, test.body)
		}
	}
}
