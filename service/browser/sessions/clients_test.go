package sessions_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/service/browser/sessions"
	"assay/service/servicetest"
)

// clients are the test's scripts, made ready to run.
var clients = sync.OnceValues(installClients)

// clientsDir is where they are, once they are; it goes when all tests have run.
var clientsDir string

// installed is a folder with the scripts and the packages they need, and the
// Node.js to run them with.
type installed struct{ dir, node string }

func installClients() (installed, error) {
	if err := installNode(); err != nil {
		return installed{}, err
	}
	packages, err := installPackages("testdata/clients")
	if err != nil {
		return installed{}, err
	}
	dir, err := os.MkdirTemp("", "clients")
	if err != nil {
		return installed{}, err
	}
	clientsDir = dir
	if err := os.CopyFS(dir, os.DirFS("testdata/clients")); err != nil {
		return installed{}, err
	}
	if err := os.Symlink(filepath.Join(packages, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		return installed{}, err
	}
	node, err := modernNode(filepath.Join(packages, "node"))
	return installed{dir, node}, err
}

// installPackages returns a folder with the packages that scripts need. It stays from
// one run to the next: npm takes longer than all the tests.
func installPackages(scripts string) (string, error) {
	lock, err := os.ReadFile(filepath.Join(scripts, "package-lock.json"))
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(cache, "assay", fmt.Sprintf("test-clients-%x", sha256.Sum256(lock)))
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	fresh := fmt.Sprintf("%s-%d", folder, os.Getpid())
	defer os.RemoveAll(fresh)
	if err := os.CopyFS(fresh, os.DirFS(scripts)); err != nil {
		return "", err
	}
	if err := npm(fresh, "ci", "--ignore-scripts", "--prefer-offline"); err != nil {
		return "", err
	}
	return folder, os.Rename(fresh, folder)
}

func npm(dir string, args ...string) error {
	command := exec.Command("npm", append(args, "--no-audit", "--no-fund")...)
	command.Dir = dir
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("npm %s: %w\n%s", args[0], err, output)
	}
	return nil
}

// modernNode returns a Node.js that Playwright runs on, which needs 20: the
// system's, or one from npm put into dir, since Debian 12 has 18.
func modernNode(dir string) (string, error) {
	const oldest, version = 20, "22.20.0"
	out, err := exec.Command("node", "--version").Output()
	if err != nil {
		return "", fmt.Errorf("asking Node.js for its version: %w", err)
	}
	var major int
	if _, err := fmt.Sscanf(string(out), "v%d.", &major); err == nil && major >= oldest {
		return "node", nil
	}
	name := runtime.GOOS + "-" + map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	node := filepath.Join(dir, "node_modules", "node-"+name, "bin", "node")
	if _, err := os.Stat(node); err == nil {
		return node, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	return node, npm(dir, "install", "--prefix", dir, "node-"+name+"@"+version)
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

// startScript starts a client of a session, with its tasks one after the other.
func (b *bench) startScript(t testing.TB, session *sessions.Session, plainly bool, site, program, tasks string, more ...string) *script {
	t.Helper()
	scripts, err := clients()
	if err != nil {
		t.Fatal(err)
	}
	wire := session.Wire()
	if plainly {
		wire.CDPURL, wire.BaseURL = plain(wire.CDPURL), plain(wire.BaseURL)
	}
	s := &script{Cmd: exec.Command(scripts.node, append([]string{program}, strings.Fields(tasks)...)...)}
	s.Dir = scripts.dir
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

// TestClients drives a session with Playwright and Puppeteer, over TLS and without, alone
// and with others.
func TestClients(t *testing.T) {
	t.Parallel()
	address := site(t)
	b := shared(t)
	t.Run("with TLS", func(t *testing.T) {
		t.Parallel()
		session := b.create(t, usual())
		for _, program := range []string{"playwright.mjs", "puppeteer.mjs"} {
			t.Run(program, func(t *testing.T) {
				b.startScript(t, session, false, address, program, "drive discover fail", "DEAD=http://"+servicetest.ClosedPort(t)).finish(t)
			})
		}
	})
	t.Run("plain, at once", func(t *testing.T) {
		t.Parallel()
		session := b.create(t, usual())
		one := b.startScript(t, session, true, address, "playwright.mjs", "send discover")
		two := b.startScript(t, session, true, address, "puppeteer.mjs", "drive send discover")
		one.finish(t)
		two.finish(t)
	})
}
