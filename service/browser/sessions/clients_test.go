package sessions_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"assay/service/browser/sessions"
)

// clients is a folder with the test's scripts and the packages they need.
var clients = sync.OnceValues(installClients)

func installClients() (string, error) {
	if err := installNode(); err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "clients")
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "clients"))); err != nil {
		return "", err
	}
	install := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	install.Dir = dir
	if output, err := install.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm ci: %w\n%s", err, output)
	}
	return dir, nil
}

// installNode installs Node.js where it is missing and Debian's package manager can.
func installNode() error {
	if _, err := exec.LookPath("npm"); err == nil {
		return nil
	}
	if _, err := exec.LookPath("apt-get"); runtime.GOOS != "linux" || os.Getuid() != 0 || err != nil {
		return errors.New("these tests drive sessions with Playwright and Puppeteer: install Node.js and npm")
	}
	for _, args := range [][]string{{"update"}, {"install", "-y", "--no-install-recommends", "nodejs", "npm"}} {
		command := exec.Command("apt-get", args...)
		command.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		if output, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("apt-get %s: %w\n%s", args[0], err, output)
		}
	}
	return nil
}

// script is a client that runs.
type script struct {
	*exec.Cmd
	lines  *bufio.Reader
	input  io.WriteCloser
	errors bytes.Buffer
}

// startScript starts a client of a session.
func (b *bench) startScript(t testing.TB, session *sessions.Session, plainly bool, site, program, task string, more ...string) *script {
	t.Helper()
	dir, err := clients()
	if err != nil {
		t.Fatal(err)
	}
	wire := session.Wire()
	if plainly {
		wire.CDPURL, wire.BaseURL = plain(wire.CDPURL), plain(wire.BaseURL)
	}
	s := &script{Cmd: exec.Command("node", program, task)}
	s.Dir = dir
	s.Env = append(os.Environ(), "CDP_URL="+wire.CDPURL, "BASE_URL="+wire.BaseURL, "SITE="+site)
	s.Env = append(s.Env, more...)
	if !plainly {
		s.Env = append(s.Env, "NODE_EXTRA_CA_CERTS="+b.ca)
	}
	s.Stderr = &s.errors
	output, err := s.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if s.input, err = s.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	s.lines = bufio.NewReader(output)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Process.Kill() })
	return s
}

// line returns the next line that the client says.
func (s *script) line(t testing.TB) string {
	t.Helper()
	limit := time.AfterFunc(time.Minute, func() { s.Process.Kill() })
	defer limit.Stop()
	line, err := s.lines.ReadString('\n')
	if err != nil {
		s.Wait()
		t.Fatalf("the client ended: %v\n%s", err, s.errors.String())
	}
	return line
}

// finish waits for a client that ends by itself.
func (s *script) finish(t testing.TB) {
	t.Helper()
	io.Copy(io.Discard, s.lines)
	if err := s.Wait(); err != nil {
		t.Errorf("the client failed: %v\n%s", err, s.errors.String())
	}
}

func TestClients(t *testing.T) {
	address := site(t)
	b := newBench(t)
	for _, plainly := range []bool{false, true} {
		t.Run(fmt.Sprintf("plain=%v", plainly), func(t *testing.T) {
			session := b.create(t, usual())
			for _, program := range []string{"playwright.mjs", "puppeteer.mjs"} {
				t.Run(program, func(t *testing.T) {
					b.startScript(t, session, plainly, address, program, "drive").finish(t)
				})
			}
			b.startScript(t, session, plainly, address, "playwright.mjs", "discover").finish(t)
		})
	}
	t.Run("at once", func(t *testing.T) {
		session := b.create(t, usual())
		one := b.startScript(t, session, true, address, "playwright.mjs", "discover")
		two := b.startScript(t, session, true, address, "puppeteer.mjs", "drive")
		three := b.startScript(t, session, true, address, "playwright.mjs", "discover")
		one.finish(t)
		two.finish(t)
		three.finish(t)
	})
}
