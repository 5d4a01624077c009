package views

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// left waits for the end of a program that talks in lines, and checks that it wrote
// nothing but text and left the terminal's modes as they were.
func left(t *testing.T, p *console) {
	t.Helper()
	select {
	case err := <-p.ended:
		if err != nil {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(patience):
		t.Fatalf("the program does not end; it wrote\n%s", p.raw())
	}
	if at := strings.IndexAny(p.raw(), "\x1b\a\b"); at >= 0 {
		t.Errorf("it wrote more than text: %q", p.raw()[at:])
	}
	p.sameModes()
}

func TestLinesOfTextOnATerminal(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	ownService(t, home)
	page := filepath.Join(home, "page.html")
	if err := os.WriteFile(page, []byte("<h1>Alder</h1>"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := onConsole(t, home, program(t), "--screen-reader")
	p.until(patience, "Command: ")
	p.send("query " + page + "\r")
	p.until(patience, "in your own words: ")
	p.send("{ heading }\r")
	p.until(patience, "[send]: ")
	p.send("\r")
	p.until(patience, "heading: Alder\r\nEnd.")
	p.send("\r")
	p.until(patience, "Command: ")
	p.send("usage\r")
	p.until(patience, "Used: 1 of 10,000 calls")
	p.until(patience, "Command: ")
	p.send("\x04")
	p.until(patience, "Goodbye.")
	left(t, p)
}

func TestLinesOfTextAreInterrupted(t *testing.T) {
	s := newStage(t)
	asked := make(chan struct{})
	s.Handle(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // else the end of the call is not noticed
		close(asked)
		<-r.Context().Done()
	})
	t.Setenv("ASSAY_SCREEN_READER", "1")
	start := func() *console {
		p := onConsole(t, t.TempDir(), program(t), "--base-url", s.URL, "--api-key", "k-1234")
		p.until(patience, "Command: ")
		return p
	}
	p := start()
	p.send("query shop.example\r")
	p.until(patience, "in your own words: ")
	p.send("{ a }\r")
	p.until(patience, "[send]: ")
	p.send("\r")
	<-asked
	p.send("\x03")
	p.until(patience, "Cancelled.")
	p.until(patience, "Command: ")
	p.send("\x03")
	p.until(patience, "Goodbye.")
	left(t, p)

	p = start()
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	p.until(patience, "Goodbye.")
	left(t, p)

	p = start() // a secret, half typed
	p.send("query shop.example\r")
	p.until(patience, "in your own words: ")
	p.send("{ a }\r")
	p.until(patience, "[send]: ")
	for _, line := range []string{"params", "", "", "", "", "", "", "custom", "http://proxy.example:3128", "me"} {
		p.send(line + "\r")
		p.until(patience, ": ")
	}
	p.until(patience, "Password, which is not shown: ")
	p.send("sesame")
	p.send("\x03")
	p.until(patience, "Goodbye.")
	left(t, p)
	if strings.Contains(p.raw(), "sesame") {
		t.Errorf("it showed the password: %q", p.raw())
	}
}
