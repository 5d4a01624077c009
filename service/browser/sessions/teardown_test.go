package sessions_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/coder/websocket"

	"assay/service/browser"
	"assay/service/browser/sessions"
	"assay/wire"
)

// joined waits until a session has so many clients.
func (b *bench) joined(t *testing.T, session *sessions.Session, clients int) {
	t.Helper()
	b.await(t, session.ID, fmt.Sprint("with clients: ", clients), func(i wire.SessionInfo) bool { return i.Clients == clients })
}

func TestOnDisconnect(t *testing.T) {
	t.Parallel()
	address := site(t)
	b := shared(t)
	request := sessions.Request{Persona: browser.Linux, Timeout: time.Minute, OnDisconnect: true}

	t.Run("a killed client", func(t *testing.T) {
		session := b.create(t, request)
		client := b.startScript(t, session, false, address, "playwright.mjs", "stay")
		client.line(t)
		client.Process.Kill()
		b.awaitEnd(t, session.ID, sessions.EndDisconnected)
	})
	t.Run("a client that closes", func(t *testing.T) {
		session := b.create(t, request)
		b.startScript(t, session, true, address, "puppeteer.mjs", "close").finish(t)
		b.awaitEnd(t, session.ID, sessions.EndDisconnected)
	})
	t.Run("the last of two", func(t *testing.T) {
		session := b.create(t, request)
		one, two := connect(t, plain(session.Wire().CDPURL)), connect(t, plain(session.Wire().CDPURL))
		b.joined(t, session, 2)
		one.ws.CloseNow()
		b.joined(t, session, 1)
		third := connect(t, plain(session.Wire().CDPURL))
		b.joined(t, session, 2)
		third.ws.Close(websocket.StatusNormalClosure, "")
		b.joined(t, session, 1)
		two.ws.Close(websocket.StatusNormalClosure, "")
		b.awaitEnd(t, session.ID, sessions.EndDisconnected)
	})
	t.Run("nobody comes", func(t *testing.T) {
		short := request
		short.Timeout = 300 * time.Millisecond
		session := b.create(t, short)
		b.awaitEnd(t, session.ID, sessions.EndInactive)
	})
}

func TestOnInactivityTimeout(t *testing.T) {
	t.Parallel()
	address := site(t)
	b := shared(t)
	const timeout = 2 * time.Second // within which a client comes on a busy machine
	session := b.create(t, sessions.Request{Persona: browser.Linux, Timeout: timeout})
	const kept = `location.href + " " + document.cookie + " " + localStorage.kept`

	first := connect(t, plain(session.Wire().CDPURL))
	page, _ := first.page()
	first.must(page, "Page.navigate", `{"url":"`+address+`/"}`, nil)
	eventually(t, "the page is there", func() bool { return first.evaluate(page, "document.title") == "Front" })
	first.evaluate(page, `document.cookie = "kept=1; max-age=600"; localStorage.kept = "2"`)
	seen := first.evaluate(page, kept)
	if seen != address+"/ kept=1 2" {
		t.Fatalf("the first client saw %s", seen)
	}
	// A client that says nothing for longer than the timeout is activity: time must pass.
	time.Sleep(timeout + 300*time.Millisecond)
	if info, err := b.Get(session.ID); err != nil || info.State != wire.StateActive || info.SecondsToTeardown != nil {
		t.Fatalf("with a silent client it is %v, %v", info.State, err)
	}
	first.ws.CloseNow()
	info := b.await(t, session.ID, "idle", func(i wire.SessionInfo) bool { return i.State == wire.StateIdle })
	if left := *info.SecondsToTeardown; left <= 0 || left > timeout.Seconds() {
		t.Errorf("%v seconds are left", left)
	}
	second := connect(t, plain(session.Wire().CDPURL))
	page, _ = second.page()
	if again := second.evaluate(page, kept); again != seen {
		t.Errorf("the second client saw %s, the first %s", again, seen)
	}
	left := time.Now()
	second.ws.Close(websocket.StatusNormalClosure, "")
	b.awaitEnd(t, session.ID, sessions.EndInactive)
	if waited := time.Since(left); waited < timeout-100*time.Millisecond {
		t.Errorf("it ended after %v", waited)
	}
}

func TestDelete(t *testing.T) {
	t.Parallel()
	address := site(t)
	b := shared(t)
	session := b.create(t, usual())
	client := b.startScript(t, session, true, address, "playwright.mjs", "stay")
	client.line(t)
	if err := b.Delete(t.Context(), session.ID); err != nil {
		t.Fatal(err)
	}
	if line := client.line(t); line != "\"disconnected\"\n" {
		t.Errorf("the client says %s", line)
	}
	b.awaitEnd(t, session.ID, sessions.EndDeleted)
	if err := b.Delete(t.Context(), session.ID); err != sessions.ErrUnknown {
		t.Errorf("a second time: %v", err)
	}
}

func TestLimit(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(c *sessions.Config) { c.Max = 1 })
	session := b.create(t, usual())
	_, err := b.Create(t.Context(), usual())
	if limit, ok := err.(*sessions.LimitError); !ok || limit.Limit != 1 {
		t.Errorf("a second of one: %v", err)
	}
	if err := b.Delete(t.Context(), session.ID); err != nil {
		t.Fatal(err)
	}
	b.create(t, usual())
}

func TestLimitOfAKey(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(c *sessions.Config) { c.PerKey = 1 })
	request := usual()
	request.KeyID = "one"
	b.create(t, request)
	_, err := b.Create(t.Context(), request)
	if limit, ok := err.(*sessions.LimitError); !ok || limit.Limit != 1 || !limit.OfKey {
		t.Errorf("a second of the same key: %v", err)
	}
	request.KeyID = "two"
	b.create(t, request)
}
