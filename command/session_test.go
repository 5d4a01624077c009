package command_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"assay/client"
	"assay/command"
	"assay/wire"
)

// browsers is a service with two sessions, one of them ended.
type browsers struct {
	asked  string // the body of the last creation
	closed []string
	lists  bool
}

func (b *browsers) client(t *testing.T) *client.Client {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/managed/sessions", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		b.asked = strings.TrimSpace(string(body))
		w.WriteHeader(http.StatusCreated)
		io.WriteString(w, `{"session_id":"one","cdp_url":"wss://h.example:1/SECRET/devtools/browser/one","base_url":"https://h.example:1/SECRET"}`)
	})
	if b.lists {
		mux.HandleFunc("GET /v1/managed/sessions", func(w http.ResponseWriter, _ *http.Request) {
			session := func(id, state, reason, seconds string) string {
				return fmt.Sprintf(`{"session_id":%q,"state":%q,"end_reason":%s,"created_at":%q,"last_activity_at":%[4]q,"seconds_to_teardown":%s,"clients":0,"browser_ua_preset":"linux","browser_profile":"light","shutdown_mode":"on_disconnect","inactivity_timeout_seconds":300,"pages":[{"index":0,"title":"Shop\u001b[31m","url":"https://shop.example"}],"cdp_url":"wss://h.example:1/SECRET/x","base_url":"https://h.example:1/SECRET"}`,
					id, state, reason, time.Now().Add(-90*time.Second).UTC().Format(time.RFC3339), seconds)
			}
			io.WriteString(w, `{"sessions":[`+session("one", "idle", "null", "272.9")+","+session("two", "ended", `"inactivity"`, "null")+`],"missing_nodes":["https://two.example"]}`)
		})
		mux.HandleFunc("DELETE /v1/managed/sessions/{id}", func(w http.ResponseWriter, r *http.Request) {
			if r.PathValue("id") == "none" {
				w.WriteHeader(404)
				return
			}
			b.closed = append(b.closed, r.PathValue("id"))
			w.WriteHeader(http.StatusNoContent)
		})
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	c, err := client.New(client.Config{BaseURL: server.URL, APIKey: "key"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// options reads the flags of assay session create.
func options(t *testing.T, args ...string) (command.CreateOptions, error) {
	t.Helper()
	var flags command.SessionFlags
	set := pflag.NewFlagSet("create", pflag.ContinueOnError)
	flags.Add(set)
	if err := set.Parse(args); err != nil {
		return command.CreateOptions{}, err
	}
	return flags.Options()
}

func TestSessionFlags(t *testing.T) {
	t.Setenv("ASSAY_PROXY_PASSWORD", "")
	for _, tt := range []struct {
		args []string
		want string // the body, or what the error says
	}{
		{nil, `{}`},
		{[]string{"--browser-ua-preset", "windows", "--browser-profile", "stealth", "--inactivity-timeout", "60", "--shutdown-mode", "on_inactivity_timeout", "--proxy", "managed:DE"},
			`{"browser_ua_preset":"windows","browser_profile":"stealth","inactivity_timeout_seconds":60,"proxy":{"type":"managed","country_code":"DE"},"shutdown_mode":"on_inactivity_timeout"}`},
		{[]string{"--proxy", "socks5://p.example:1", "--proxy-username", "u", "--proxy-password", "p"},
			`{"proxy":{"type":"custom","url":"socks5://p.example:1","username":"u","password":"p"}}`},
		{[]string{"--browser-ua-preset", "beos"}, "choose windows, macos, linux"},
		{[]string{"--browser-profile", "heavy"}, "choose light, stealth"},
		{[]string{"--shutdown-mode", "never"}, "choose on_disconnect, on_inactivity_timeout"},
		{[]string{"--inactivity-timeout", "0"}, "from 5 to 86400"},
		{[]string{"--inactivity-timeout", "86401"}, "from 5 to 86400"},
		{[]string{"--proxy", "nonsense"}, "--proxy must be"},
		{[]string{"-o", "yaml"}, "unknown output"},
	} {
		o, err := options(t, tt.args...)
		if err != nil {
			if command.ExitCode(err) != command.ExitUsage || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%q: %v, want %s", tt.args, err, tt.want)
			}
			continue
		}
		var b browsers
		var out bytes.Buffer
		if err := command.CreateSession(t.Context(), b.client(t), o, command.IO{Out: &out, Err: io.Discard}); err != nil {
			t.Fatal(err)
		}
		if b.asked != tt.want {
			t.Errorf("%q asked for %s, want %s", tt.args, b.asked, tt.want)
		}
		if want := `{"session_id":"one","cdp_url":"wss://h.example:1/SECRET/devtools/browser/one","base_url":"https://h.example:1/SECRET"}` + "\n"; out.String() != want {
			t.Errorf("printed %s", out.String())
		}
	}
}

func TestSessionList(t *testing.T) {
	list := func(format command.Format, tty bool) string {
		t.Helper()
		var out bytes.Buffer
		b := browsers{lists: true}
		var said bytes.Buffer
		if err := command.ListSessions(t.Context(), b.client(t), format, command.IO{Out: &out, Err: &said, OutTTY: tty}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(said.String(), "the node https://two.example does not answer") {
			t.Errorf("of the node that is missing it says %q", said.String())
		}
		return out.String()
	}
	table := list(command.Auto, true)
	for _, want := range []string{"state", "idle", "in 4m 32s", "ended", "inactivity", "1m 30s", "https://shop.example"} {
		if !strings.Contains(table, want) {
			t.Errorf("the table has no %q:\n%s", want, table)
		}
	}
	if strings.Contains(table, "SECRET") || strings.Contains(table, "\x1b[31m") {
		t.Errorf("the table shows what it must not:\n%q", table)
	}
	var sessions []wire.SessionInfo
	if err := json.Unmarshal([]byte(list(command.Auto, false)), &sessions); err != nil || len(sessions) != 2 || sessions[0].CDPURL != "wss://h.example:1/SECRET/x" {
		t.Errorf("a pipe gets %v (%v)", sessions, err)
	}
	if text := list(command.JSON, true); strings.Contains(text, "SECRET") || !strings.Contains(text, "wss://h.example:1/••••••") {
		t.Errorf("JSON on a terminal is\n%s", text)
	}
	if lines := strings.Count(list(command.NDJSON, false), "\n"); lines != 2 {
		t.Errorf("%d lines of NDJSON", lines)
	}
	if text := list(command.CSV, false); !strings.HasPrefix(text, "state,session,") {
		t.Errorf("CSV begins %.40q", text)
	}
	var none browsers
	err := command.ListSessions(t.Context(), none.client(t), command.Auto, command.IO{Out: io.Discard, Err: io.Discard})
	if !errors.Is(err, client.ErrNoSessionCalls) || command.ExitCode(err) != command.ExitFailed {
		t.Errorf("without the call: %v", err)
	}
}

func TestSessionClose(t *testing.T) {
	b := browsers{lists: true}
	c := b.client(t)
	streams := command.IO{Out: io.Discard, Err: io.Discard}
	if err := command.CloseSessions(t.Context(), c, nil, true, streams); err != nil || len(b.closed) != 1 || b.closed[0] != "one" {
		t.Errorf("--all closed %q (%v)", b.closed, err)
	}
	b.closed = nil
	err := command.CloseSessions(t.Context(), c, []string{"a", "none", "b"}, false, streams)
	if !errors.Is(err, client.ErrUnknownSession) || command.ExitCode(err) != command.ExitFailed || strings.Join(b.closed, " ") != "a b" {
		t.Errorf("closed %q (%v)", b.closed, err)
	}
	for _, bad := range []error{command.CheckClose(nil, false), command.CheckClose([]string{"a"}, true)} {
		if command.ExitCode(bad) != command.ExitUsage {
			t.Errorf("%v", bad)
		}
	}
	if command.CheckClose(nil, true) != nil || command.CheckClose([]string{"a"}, false) != nil {
		t.Error("a good call is refused")
	}
}
