package command_test

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/creack/pty"

	"assay/command/runtest"
	"assay/service"
)

// TestPortalCommands opens the portal of a running service with the link that the
// command prints, sets the password while it runs, and signs in with it.
func TestPortalCommands(t *testing.T) {
	t.Parallel()
	home, data := t.TempDir(), filepath.Join(t.TempDir(), "data")
	s := runtest.Start(t, service.Config{DataDir: data})
	run := func(input string, args ...string) (stdout, stderr string, err error) {
		t.Helper()
		var out, errs bytes.Buffer
		cmd := runtest.Command(t, home, append(args, "--data-dir", data)...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &errs
		err = cmd.Run()
		return out.String(), errs.String(), err
	}

	link, errs, err := run("", "portal", "open")
	if err != nil || !strings.HasPrefix(link, s.BaseURL+"/portal/open/") || strings.Count(link, "\n") != 1 {
		t.Fatalf("portal open printed %q and %q (%v)", link, errs, err)
	}
	if !strings.Contains(errs, "open the link yourself") {
		t.Errorf("without a desktop it said %q", errs)
	}
	visitor := runtest.Browse(t)
	response, err := visitor.Get(strings.TrimSpace(link))
	if path, text := runtest.Look(t, response, err); path != "/portal" || !strings.Contains(text, "calls used") {
		t.Errorf("the link leads to %s:\n%s", path, text)
	}
	response, err = runtest.Browse(t).Get(strings.TrimSpace(link))
	if _, text := runtest.Look(t, response, err); response.StatusCode != http.StatusForbidden {
		t.Errorf("the link is good twice:\n%s", text)
	}

	if _, errs, err := run("short\n", "portal", "password"); err == nil || !strings.Contains(errs, "at least 10 characters") {
		t.Errorf("a short password: %v, %q", err, errs)
	}
	response, err = visitor.Get(s.BaseURL + "/portal")
	if path, _ := runtest.Look(t, response, err); path != "/portal" {
		t.Errorf("a password that was refused ended the session: at %s", path)
	}
	if _, errs, err := run("correct horse battery\r\nnot this line\n", "portal", "password"); err != nil || errs != "The password is set.\n" {
		t.Fatalf("setting the password: %v, %q", err, errs)
	}
	response, err = visitor.Get(s.BaseURL + "/portal")
	path, text := runtest.Look(t, response, err)
	if path != "/portal/sign-in" {
		t.Errorf("after the password was set the session goes on: at %s", path)
	}
	token := regexp.MustCompile(`name="csrf_token" value="([^"]+)"`).FindStringSubmatch(text)
	if token == nil {
		t.Fatalf("no form:\n%s", text)
	}
	response, err = visitor.PostForm(s.BaseURL+"/portal/sign-in", map[string][]string{"csrf_token": {token[1]}, "password": {"correct horse battery"}})
	if path, text := runtest.Look(t, response, err); path != "/portal" {
		t.Errorf("the password leads to %s:\n%s", path, text)
	}
}

// TestPortalPasswordOnTerminal types the password, twice the same and not.
func TestPortalPasswordOnTerminal(t *testing.T) {
	t.Parallel()
	home, data := t.TempDir(), t.TempDir()
	runtest.Start(t, service.Config{DataDir: data})
	for _, test := range []struct{ first, second, says string }{
		{"correct horse battery", "correct horse batter", "not the same; nothing was changed"},
		{"correct horse battery", "correct horse battery", "The password is set."},
	} {
		cmd := runtest.Command(t, home, "portal", "password", "--data-dir", data)
		terminal, err := pty.Start(cmd)
		if err != nil {
			t.Fatal(err)
		}
		defer terminal.Close()
		shown := until(t, terminal, "New password for the portal: ")
		io.WriteString(terminal, test.first+"\r")
		shown += until(t, terminal, "The same again: ")
		io.WriteString(terminal, test.second+"\r")
		shown += until(t, terminal, test.says)
		if strings.Contains(shown, "horse") {
			t.Errorf("the password is shown: %q", shown)
		}
		cmd.Wait()
	}
}

// until reads from a terminal until it has shown a text.
func until(t *testing.T, terminal *os.File, text string) string {
	t.Helper()
	var shown strings.Builder
	buffer := make([]byte, 1024)
	for !strings.Contains(shown.String(), text) {
		n, err := terminal.Read(buffer)
		shown.Write(buffer[:n])
		if err != nil {
			t.Fatalf("the terminal shows %q and ends, not %q: %v", shown.String(), text, err)
		}
	}
	return shown.String()
}
