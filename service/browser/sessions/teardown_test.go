package sessions_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

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
	b := newBench(t)
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
		one := b.startScript(t, session, true, address, "playwright.mjs", "stay")
		one.line(t)
		two := b.startScript(t, session, true, address, "playwright.mjs", "stay")
		two.line(t)
		one.Process.Kill()
		b.joined(t, session, 1)
		third := b.startScript(t, session, true, address, "playwright.mjs", "discover")
		third.finish(t)
		b.joined(t, session, 1)
		two.input.Close()
		two.finish(t)
		b.awaitEnd(t, session.ID, sessions.EndDisconnected)
	})
	t.Run("nobody comes", func(t *testing.T) {
		short := request
		short.Timeout = 300 * time.Millisecond
		session := b.create(t, short)
		b.awaitEnd(t, session.ID, sessions.EndInactive)
		if alive, _ := b.Active(); alive != 0 {
			t.Errorf("%d sessions are alive", alive)
		}
	})
}

func TestOnInactivityTimeout(t *testing.T) {
	t.Parallel()
	address := site(t)
	// What the client needs is there before the session's time runs.
	if _, err := clients(); err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	const timeout = 3 * time.Second
	session := b.create(t, sessions.Request{Persona: browser.Linux, Timeout: timeout})
	// A script takes its time to start, on a busy machine longer than the timeout: until
	// it is there, another client is.
	startScript := func() (*script, string) {
		usher := connect(t, plain(session.Wire().CDPURL))
		defer usher.ws.CloseNow()
		script := b.startScript(t, session, true, address, "playwright.mjs", "stay")
		return script, script.line(t)
	}

	first, seen := startScript()
	b.joined(t, session, 1)
	if !strings.Contains(seen, address) || !strings.Contains(seen, "kept=1") {
		t.Fatalf("the first client saw %s", seen)
	}
	// A client that says nothing for longer than the timeout is activity.
	time.Sleep(timeout + 500*time.Millisecond)
	if info, err := b.Get(session.ID); err != nil || info.State != wire.StateActive || info.SecondsToTeardown != nil {
		t.Fatalf("with a silent client it is %v, %v", info.State, err)
	}
	first.Process.Kill()
	info := b.await(t, session.ID, "idle", func(i wire.SessionInfo) bool { return i.State == wire.StateIdle })
	if left := *info.SecondsToTeardown; left <= 0 || left > timeout.Seconds() {
		t.Errorf("%v seconds are left", left)
	}
	second, again := startScript()
	b.joined(t, session, 1)
	if again != seen {
		t.Errorf("the second client saw %s, the first %s", again, seen)
	}
	left := time.Now()
	second.input.Close()
	second.finish(t)
	b.awaitEnd(t, session.ID, sessions.EndInactive)
	if waited := time.Since(left); waited < timeout-100*time.Millisecond {
		t.Errorf("it ended after %v", waited)
	}
}

func TestEnds(t *testing.T) {
	t.Parallel()
	address := site(t)
	b := newBench(t)
	t.Run("deleted", func(t *testing.T) {
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
	})
	t.Run("the browser dies", func(t *testing.T) {
		session := b.create(t, usual())
		client := b.startScript(t, session, true, address, "playwright.mjs", "stay")
		client.line(t)
		for _, pid := range leaders(t, b.dir) {
			kill(t, pid)
		}
		if line := client.line(t); line != "\"disconnected\"\n" {
			t.Errorf("the client says %s", line)
		}
		b.awaitEnd(t, session.ID, sessions.EndCrashed)
	})
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
