package browser

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp/jsonv2"
)

// peer is the browser's end of a Pipe.
type peer struct {
	*Pipe
	t *testing.T
}

func connect(t *testing.T, listen func(string, jsonv2.Value)) (*Conn, *peer) {
	t.Helper()
	fromUs, toBrowser := io.Pipe()
	fromBrowser, toUs := io.Pipe()
	browser := &peer{NewPipe(fromUs, toUs), t}
	t.Cleanup(func() { browser.Close() })
	return NewConn(NewPipe(fromBrowser, toBrowser), listen), browser
}

func (p *peer) read() string {
	raw, err := p.ReadMessage()
	if err != nil {
		p.t.Error(err)
	}
	return string(raw)
}

func (p *peer) say(text string) {
	if err := p.WriteMessage([]byte(text)); err != nil {
		p.t.Error(err)
	}
}

func TestConn(t *testing.T) {
	events := make(chan string, 10)
	conn, browser := connect(t, func(method string, params jsonv2.Value) { events <- method + string(params) })
	go func() {
		if got := browser.read(); got != `{"id":1,"method":"A.b","params":{"x":"y"}}` {
			t.Errorf("sent %s", got)
		}
		browser.say(`{"method":"E.f","params":{"n":1}}`)
		browser.say(`{"method":"E.f","params":{},"sessionId":"unknown"}`)
		browser.say(`{"id":7,"result":{}}`)
		browser.say(`{"id":1,"result":{"value":"\ud800 lone"}}`)
		browser.read()
		browser.say(`{"id":2,"error":{"code":-32000,"message":"no"}}`)
		browser.read()
		browser.Close()
	}()
	var result struct {
		Value string `json:"value"`
	}
	if err := conn.Browser().Call(t.Context(), "A.b", map[string]string{"x": "y"}, &result); err != nil || !strings.HasSuffix(result.Value, " lone") {
		t.Errorf("result %q, %v", result.Value, err)
	}
	if got := <-events; got != `E.f{"n":1}` {
		t.Errorf("event %s", got)
	}
	var failure *CallError
	if err := conn.Browser().Call(t.Context(), "A.c", struct{}{}, nil); !errors.As(err, &failure) || failure.Error() != "A.c: no" {
		t.Errorf("error %v", err)
	}
	if err := conn.Browser().Call(t.Context(), "A.d", struct{}{}, nil); err != ErrGone {
		t.Errorf("after the end: %v, want ErrGone", err)
	}
	<-conn.Done()
}

func TestCallDoesNotOutliveItsContext(t *testing.T) {
	conn, _ := connect(t, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	for range 40 { // more than any buffer on the way holds, for the browser reads nothing
		if err := conn.Browser().Call(ctx, "A.b", struct{}{}, nil); err != context.DeadlineExceeded {
			t.Fatalf("error %v", err)
		}
	}
	if len(conn.pending) > 0 {
		t.Errorf("%d calls are still waited for", len(conn.pending))
	}
}

func TestSessionsEnd(t *testing.T) {
	conn, browser := connect(t, nil)
	gone, crashed := conn.session("gone", ""), conn.session("crashed", "")
	go func() {
		browser.say(`{"method":"Target.detachedFromTarget","params":{"sessionId":"gone"}}`)
		browser.say(`{"method":"Inspector.targetCrashed","params":{},"sessionId":"crashed"}`)
	}()
	<-gone.Done()
	<-crashed.Done()
	if gone.Err() != ErrDetached || crashed.Err() != ErrCrashed {
		t.Errorf("errors %v, %v", gone.Err(), crashed.Err())
	}
}

func TestTooLargeMessage(t *testing.T) {
	from, to := io.Pipe()
	pipe := NewPipe(from, to)
	go func() {
		io.WriteString(to, `{"id":12,"result":"`)
		chunk := make([]byte, 1<<20)
		for i := range chunk {
			chunk[i] = 'x'
		}
		for range maxMessage >> 20 {
			to.Write(chunk)
		}
		io.WriteString(to, "\"}\x00{}\x00")
	}()
	raw, err := pipe.ReadMessage()
	if err != ErrMessageTooLarge || leadingID(raw) != 12 {
		t.Errorf("%v, id %d", err, leadingID(raw))
	}
	if raw, err = pipe.ReadMessage(); err != nil || string(raw) != "{}" {
		t.Errorf("the next message: %q, %v", raw, err)
	}
}

func TestSnapIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "chromium-browser")
	script := "#!/bin/sh\nexec /snap/bin/chromium \"$@\"\n"
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := search([]string{path}, nil)
	if !errors.Is(err, ErrMissing) || !strings.Contains(err.Error(), "snap") {
		t.Errorf("%v, want it refused as a snap", err)
	}
	if _, err := search([]string{filepath.Join(t.TempDir(), "nothing")}, nil); err != ErrMissing {
		t.Errorf("nothing there: %v, want ErrMissing", err)
	}
}

func TestBrands(t *testing.T) {
	short, full := Binary{Version: "156.0.8078.79"}.brands()
	if short[0].Brand != "Not:A-Brand" || short[0].Version != "8" || full[1].Brand != "Chromium" || full[1].Version != "156.0.8078.79" {
		t.Errorf("brands %+v %+v", short[0], full[1])
	}
}
