package sessions_test

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/go-rod/rod"

	"assay/service/browser/sessions"
	"assay/wire"
)

// TestClientThatDoesNotRead lets the browser send a client more than it may fall behind:
// the others of the session do not notice.
func TestClientThatDoesNotRead(t *testing.T) {
	t.Parallel()
	log := &lockedBuffer{}
	b := newBench(t, func(c *sessions.Config) { c.Log = slog.New(slog.NewTextHandler(log, nil)) })
	address := site(t)
	session := b.create(t, usual())
	deaf := connect(t, plain(session.Wire().CDPURL))
	page, _ := deaf.page()
	deaf.must(page, "Runtime.enable", `{}`, nil)
	other := connect(t, plain(session.Wire().CDPURL))
	elsewhere := other.document(address)

	// What it asks for fills what it may fall behind, and what the console is told later finds it
	// no further.
	deaf.must(page, "Runtime.evaluate", `{"expression":"setInterval(() => console.log(1), 100)"}`, nil)
	for id := 100; id < 116; id++ {
		deaf.send(fmt.Sprintf(`{"id":%d,"sessionId":%q,"method":"Runtime.evaluate","params":{"expression":"'x'.repeat(4 << 20)","returnByValue":true}}`, id, page))
	}

	slowest := time.Duration(0)
	for info, began := session.Info(), time.Now(); info.Clients == 2; info = session.Info() {
		if time.Since(began) > 5*time.Minute {
			t.Fatal("the client that does not read is never cut")
		}
		asked := time.Now()
		if got := other.evaluate(elsewhere, "6 * 7"); got != 42.0 {
			t.Fatalf("another client gets %v", got)
		}
		slowest = max(slowest, time.Since(asked))
	}
	if slowest > 5*time.Second {
		t.Errorf("another client waits for %v", slowest)
	}
	other.evaluate(elsewhere, "1")
	if text := log.String(); !strings.Contains(text, "a client was cut") || !strings.Contains(text, session.ID) {
		t.Errorf("the log does not tell:\n%s", text)
	}
}

// TestClientsAreToldTheEnd: the sockets of a session that ends say so and why, but for
// those of clients that cannot take it.
func TestClientsAreToldTheEnd(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	told := func(t *testing.T, d *devtools, reason string) {
		t.Helper()
		var err error
		for err == nil {
			_, err = d.next()
		}
		var why websocket.CloseError
		if !errors.As(err, &why) || why.Code != websocket.StatusGoingAway || why.Reason != "the session has ended: "+reason {
			t.Errorf("the socket ends with %v, want %v and %s", err, websocket.StatusGoingAway, reason)
		}
	}
	t.Run("deleted", func(t *testing.T) {
		session := b.create(t, usual())
		one, two := connect(t, plain(session.Wire().CDPURL)), connect(t, plain(session.Wire().CDPURL))
		one.page()
		// Rod takes every frame for a message, and panics at one that is not JSON.
		odd := rod.New().ControlURL(plain(session.Wire().CDPURL)).Context(t.Context())
		if err := odd.Connect(); err != nil {
			t.Fatal(err)
		}
		if err := b.Delete(t.Context(), session.ID); err != nil {
			t.Fatal(err)
		}
		told(t, one, sessions.EndDeleted)
		told(t, two, sessions.EndDeleted)
		if _, err := odd.Pages(); err == nil {
			t.Error("rod goes on")
		}
		b.await(t, session.ID, "left", func(i wire.SessionInfo) bool { return i.Clients == 0 })
	})
	t.Run("the browser dies while it is called", func(t *testing.T) {
		session := b.create(t, usual())
		client := connect(t, plain(session.Wire().CDPURL))
		page, _ := client.page()
		for _, pid := range leaders(t, b.dir) {
			kill(t, pid)
		}
		for i := range 50 {
			client.ws.Write(t.Context(), websocket.MessageText, []byte(`{"id":`+string(rune('1'+i%9))+`,"method":"Runtime.evaluate","params":{"expression":"1"},"sessionId":"`+page+`"}`))
		}
		told(t, client, sessions.EndCrashed)
		b.awaitEnd(t, session.ID, sessions.EndCrashed)
	})
}
