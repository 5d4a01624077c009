package sessions_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/coder/websocket"

	"assay/service/browser"
	"assay/service/browser/sessions"
	"assay/service/browser/sessiontest"
	"assay/service/servicetest"
	"assay/wire"
)

// joined waits until a session has so many clients.
func joined(t *testing.T, b *sessiontest.Bench, session *sessions.Session, clients int) {
	t.Helper()
	b.Await(t, session.ID, fmt.Sprint("with clients: ", clients), func(i wire.SessionInfo) bool { return i.Clients == clients })
}

func TestOnDisconnect(t *testing.T) {
	t.Parallel()
	address := sessiontest.Site(t)
	b := sessiontest.Shared(t)
	request := sessions.Request{Persona: browser.Linux, Timeout: time.Minute, OnDisconnect: true}

	t.Run("a killed client", func(t *testing.T) {
		session := b.Begin(t, request)
		client := b.StartScript(t, session, false, address, "playwright.mjs", "stay")
		client.Line(t)
		client.Process.Kill()
		b.AwaitEnd(t, session.ID, sessions.EndDisconnected)
	})
	t.Run("a client that closes", func(t *testing.T) {
		session := b.Begin(t, request)
		b.StartScript(t, session, true, address, "puppeteer.mjs", "close").Finish(t)
		b.AwaitEnd(t, session.ID, sessions.EndDisconnected)
	})
	t.Run("the last of two", func(t *testing.T) {
		session := b.Begin(t, request)
		one, two := sessiontest.Connect(t, session), sessiontest.Connect(t, session)
		joined(t, b, session, 2)
		one.WS.CloseNow()
		joined(t, b, session, 1)
		third := sessiontest.Connect(t, session)
		joined(t, b, session, 2)
		third.WS.Close(websocket.StatusNormalClosure, "")
		joined(t, b, session, 1)
		two.WS.Close(websocket.StatusNormalClosure, "")
		b.AwaitEnd(t, session.ID, sessions.EndDisconnected)
	})
	t.Run("nobody comes", func(t *testing.T) {
		short := request
		short.Timeout = 300 * time.Millisecond
		session := b.Begin(t, short)
		b.AwaitEnd(t, session.ID, sessions.EndInactive)
	})
}

func TestOnInactivityTimeout(t *testing.T) {
	t.Parallel()
	address := sessiontest.Site(t)
	b := sessiontest.Shared(t)
	const timeout = 2 * time.Second // within which a client comes on a busy machine
	session := b.Begin(t, sessions.Request{Persona: browser.Linux, Timeout: timeout})
	const kept = `location.href + " " + document.cookie + " " + localStorage.kept`

	first := sessiontest.Connect(t, session)
	page, _ := first.Page()
	first.Must(page, "Page.navigate", `{"url":"`+address+`/"}`, nil)
	servicetest.Eventually(t, "the page is there", func() bool { return first.Evaluate(page, "document.title") == "Front" })
	first.Evaluate(page, `document.cookie = "kept=1; max-age=600"; localStorage.kept = "2"`)
	seen := first.Evaluate(page, kept)
	if seen != address+"/ kept=1 2" {
		t.Fatalf("the first client saw %s", seen)
	}
	// A client that says nothing for longer than the timeout is activity: time must pass.
	time.Sleep(timeout + 300*time.Millisecond)
	if info, err := b.Get(session.ID); err != nil || info.State != wire.StateActive || info.SecondsToTeardown != nil {
		t.Fatalf("with a silent client it is %v, %v", info.State, err)
	}
	first.WS.CloseNow()
	info := b.Await(t, session.ID, "idle", func(i wire.SessionInfo) bool { return i.State == wire.StateIdle })
	if left := *info.SecondsToTeardown; left <= 0 || left > timeout.Seconds() {
		t.Errorf("%v seconds are left", left)
	}
	second := sessiontest.Connect(t, session)
	page, _ = second.Page()
	if again := second.Evaluate(page, kept); again != seen {
		t.Errorf("the second client saw %s, the first %s", again, seen)
	}
	left := time.Now()
	second.WS.Close(websocket.StatusNormalClosure, "")
	b.AwaitEnd(t, session.ID, sessions.EndInactive)
	if waited := time.Since(left); waited < timeout-100*time.Millisecond {
		t.Errorf("it ended after %v", waited)
	}
}

func TestDelete(t *testing.T) {
	t.Parallel()
	address := sessiontest.Site(t)
	b := sessiontest.Shared(t)
	session := b.Begin(t, sessiontest.Usual())
	client := b.StartScript(t, session, true, address, "playwright.mjs", "stay")
	client.Line(t)
	if err := b.Delete(t.Context(), session.ID); err != nil {
		t.Fatal(err)
	}
	if line := client.Line(t); line != "\"disconnected\"\n" {
		t.Errorf("the client says %s", line)
	}
	b.AwaitEnd(t, session.ID, sessions.EndDeleted)
	if err := b.Delete(t.Context(), session.ID); err != sessions.ErrUnknown {
		t.Errorf("a second time: %v", err)
	}
}

func TestLimit(t *testing.T) {
	t.Parallel()
	b := sessiontest.New(t, func(c *sessions.Config) { c.Max = 1 })
	session := b.Begin(t, sessiontest.Usual())
	_, err := b.Create(t.Context(), sessiontest.Usual())
	if limit, ok := err.(*sessions.LimitError); !ok || limit.Limit != 1 {
		t.Errorf("a second of one: %v", err)
	}
	if err := b.Delete(t.Context(), session.ID); err != nil {
		t.Fatal(err)
	}
	b.Begin(t, sessiontest.Usual())
}

func TestLimitOfAKey(t *testing.T) {
	t.Parallel()
	b := sessiontest.New(t, func(c *sessions.Config) { c.PerKey = 1 })
	request := sessiontest.Usual()
	request.KeyID = "one"
	b.Begin(t, request)
	_, err := b.Create(t.Context(), request)
	if limit, ok := err.(*sessions.LimitError); !ok || limit.Limit != 1 || !limit.OfKey {
		t.Errorf("a second of the same key: %v", err)
	}
	request.KeyID = "two"
	b.Begin(t, request)
}
