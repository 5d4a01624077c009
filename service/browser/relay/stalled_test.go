package relay_test

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
	"assay/service/browser/sessiontest"
	"assay/service/servicetest"
	"assay/wire"
)

// TestClientThatDoesNotRead lets the browser send a client more than it may fall behind:
// the others of the session are answered all the while.
func TestClientThatDoesNotRead(t *testing.T) {
	t.Parallel()
	log := &servicetest.Log{}
	b := sessiontest.New(t, func(c *sessions.Config) { c.Log = slog.New(slog.NewTextHandler(log, nil)) })
	address := sessiontest.Site(t)
	session := b.Begin(t, sessiontest.Usual())
	deaf := sessiontest.Connect(t, session)
	page, _ := deaf.Page()
	deaf.Must(page, "Runtime.enable", `{}`, nil)
	other := sessiontest.Connect(t, session)
	elsewhere := other.Document(address)

	// What it asks for fills what it may fall behind, and what the console is told later finds it
	// no further.
	deaf.Must(page, "Runtime.evaluate", `{"expression":"setInterval(() => console.log(1), 100)"}`, nil)
	for id := 100; id < 116; id++ {
		deaf.Send(fmt.Sprintf(`{"id":%d,"sessionId":%q,"method":"Runtime.evaluate","params":{"expression":"'x'.repeat(4 << 20)","returnByValue":true}}`, id, page))
	}

	for info, began := session.Info(), time.Now(); info.Clients == 2; info = session.Info() {
		if time.Since(began) > 5*time.Minute {
			t.Fatal("the client that does not read is never cut")
		}
		if got := other.Evaluate(elsewhere, "6 * 7"); got != 42.0 {
			t.Fatalf("another client gets %v", got)
		}
		time.Sleep(20 * time.Millisecond) // asking without a pause takes both processors
	}
	other.Evaluate(elsewhere, "1")
	if text := log.String(); !strings.Contains(text, "a client was cut") || !strings.Contains(text, session.ID) {
		t.Errorf("the log does not tell:\n%s", text)
	}
}

// TestClientsAreToldTheEnd: the sockets of a session that ends say so and why, but for
// those of clients that cannot take it.
func TestClientsAreToldTheEnd(t *testing.T) {
	t.Parallel()
	b := sessiontest.New(t)
	told := func(t *testing.T, d *sessiontest.Client, reason string) {
		t.Helper()
		var err error
		for err == nil {
			_, err = d.Next()
		}
		var why websocket.CloseError
		if !errors.As(err, &why) || why.Code != websocket.StatusGoingAway || why.Reason != "the session has ended: "+reason {
			t.Errorf("the socket ends with %v, want %v and %s", err, websocket.StatusGoingAway, reason)
		}
	}
	t.Run("deleted", func(t *testing.T) {
		session := b.Begin(t, sessiontest.Usual())
		one, two := sessiontest.Connect(t, session), sessiontest.Connect(t, session)
		one.Page()
		// Rod takes every frame for a message, and panics at one that is not JSON.
		odd := rod.New().ControlURL(wire.PlainURL(session.Wire().CDPURL)).Context(t.Context())
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
		b.Await(t, session.ID, "left", func(i wire.SessionInfo) bool { return i.Clients == 0 })
	})
	t.Run("the browser dies while it is called", func(t *testing.T) {
		session := b.Begin(t, sessiontest.Usual())
		client := sessiontest.Connect(t, session)
		page, _ := client.Page()
		for _, pid := range sessiontest.Browsers(t, b.Dir) {
			sessiontest.Kill(t, pid)
		}
		for i := range 50 {
			client.WS.Write(t.Context(), websocket.MessageText, []byte(`{"id":`+string(rune('1'+i%9))+`,"method":"Runtime.evaluate","params":{"expression":"1"},"sessionId":"`+page+`"}`))
		}
		told(t, client, sessions.EndCrashed)
		b.AwaitEnd(t, session.ID, sessions.EndCrashed)
	})
}
