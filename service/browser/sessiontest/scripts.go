package sessiontest

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"assay/service/browser/sessions"
	"assay/wire"
)

//go:embed testdata/clients/*.mjs testdata/clients/*.json
var embedded embed.FS

// Scripts makes the scripts of the clients ready to run, once.
var Scripts = sync.OnceValues(installScripts)

// scriptsDir is where they are, once they are; it goes when all tests have run.
var scriptsDir string

// Installed is a folder with the scripts and the packages they need, and the
// Node.js to run them with.
type Installed struct{ Dir, Node string }

func installScripts() (Installed, error) {
	scripts, err := fs.Sub(embedded, "testdata/clients")
	if err != nil {
		return Installed{}, err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return Installed{}, err
	}
	cache = filepath.Join(cache, "assay")
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return Installed{}, err
	}
	// Tests of another package may be about to install the same.
	lock := flock.New(filepath.Join(cache, "test-clients.lock"))
	if err := lock.Lock(); err != nil {
		return Installed{}, err
	}
	defer lock.Unlock()
	if err := installNode(); err != nil {
		return Installed{}, err
	}
	packages, err := installPackages(scripts, cache)
	if err != nil {
		return Installed{}, err
	}
	node, err := modernNode(filepath.Join(packages, "node"))
	if err != nil {
		return Installed{}, err
	}
	dir, err := os.MkdirTemp("", "clients")
	if err != nil {
		return Installed{}, err
	}
	scriptsDir = dir
	if err := os.CopyFS(dir, scripts); err != nil {
		return Installed{}, err
	}
	return Installed{dir, node}, os.Symlink(filepath.Join(packages, "node_modules"), filepath.Join(dir, "node_modules"))
}

// installPackages returns a folder in cache with the packages that scripts need. It stays
// from one run to the next: npm takes longer than all the tests.
func installPackages(scripts fs.FS, cache string) (string, error) {
	lock, err := fs.ReadFile(scripts, "package-lock.json")
	if err != nil {
		return "", err
	}
	folder := filepath.Join(cache, fmt.Sprintf("test-clients-%x", sha256.Sum256(lock)))
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	fresh := fmt.Sprintf("%s-%d", folder, os.Getpid())
	defer os.RemoveAll(fresh)
	if err := os.CopyFS(fresh, scripts); err != nil {
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

// Script is a client that runs.
type Script struct {
	*exec.Cmd
	Lines  *bufio.Reader
	Errors bytes.Buffer
}

// StartScript starts a client of a session, with its tasks one after the other.
func (b *Bench) StartScript(t testing.TB, session *sessions.Session, plainly bool, site, program, tasks string, more ...string) *Script {
	t.Helper()
	scripts, err := Scripts()
	if err != nil {
		t.Fatal(err)
	}
	at := session.Wire()
	if plainly {
		at.CDPURL, at.BaseURL = wire.PlainURL(at.CDPURL), wire.PlainURL(at.BaseURL)
	}
	s := &Script{Cmd: exec.Command(scripts.Node, append([]string{program}, strings.Fields(tasks)...)...)}
	s.Dir = scripts.Dir
	s.Env = append(os.Environ(), "CDP_URL="+at.CDPURL, "BASE_URL="+at.BaseURL, "SITE="+site)
	s.Env = append(s.Env, more...)
	if !plainly {
		s.Env = append(s.Env, "NODE_EXTRA_CA_CERTS="+b.ca)
	}
	s.Stderr = &s.Errors
	output, err := s.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.StdinPipe(); err != nil { // it ends with the client
		t.Fatal(err)
	}
	s.Lines = bufio.NewReader(output)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Process.Kill() })
	return s
}

// Line returns the next line that the client says.
func (s *Script) Line(t testing.TB) string {
	t.Helper()
	limit := time.AfterFunc(Patience, func() { s.Process.Kill() })
	defer limit.Stop()
	line, err := s.Lines.ReadString('\n')
	if err != nil {
		s.Wait()
		t.Fatalf("the client ended: %v\n%s", err, s.Errors.String())
	}
	return line
}

// Finish waits for a client that ends by itself.
func (s *Script) Finish(t testing.TB) {
	t.Helper()
	io.Copy(io.Discard, s.Lines)
	if err := s.Wait(); err != nil {
		t.Errorf("the client failed: %v\n%s", err, s.Errors.String())
	}
}
