package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Profile is a way to run a browser.
type Profile uint8

// The profiles.
const (
	Light   Profile = iota // the headless shell; full Chromium in new headless mode where there is none
	Stealth                // full Chromium in new headless mode without traces of automation
)

// String returns the profile's name on the wire.
func (p Profile) String() string {
	if p == Stealth {
		return "stealth"
	}
	return "light"
}

// Binary is an installed browser.
type Binary struct {
	Path    string
	Shell   bool   // the headless shell, not full Chromium
	Version string // such as 156.0.7103.59
}

// Major returns the first part of the version, or "".
func (b Binary) Major() string {
	major, _, _ := strings.Cut(b.Version, ".")
	return major
}

// ErrMissing is the error, or is wrapped by the error, of Find when there is no
// browser that can be used. The error's text says why and what to do.
var ErrMissing = errors.New("Chromium is not installed: run `assay setup`")

// Where systems put the programs themselves; wrapper scripts come last, because
// some do not exec and leave the browser behind when they are killed.
var (
	shellPaths = []string{
		"/usr/lib/chromium/chromium-headless-shell",
		"/usr/lib64/chromium-browser/headless_shell",
		"/usr/lib/chromium-browser/headless_shell",
		"/opt/chrome-headless-shell/chrome-headless-shell",
	}
	shellNames = []string{"chrome-headless-shell", "headless_shell"}

	fullPaths = []string{
		"/usr/lib/chromium/chromium",
		"/usr/lib64/chromium-browser/chromium-browser",
		"/usr/lib64/chromium/chromium",
		"/usr/lib/chromium-browser/chromium-browser",
		"/opt/google/chrome/chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	}
	fullNames = []string{"chromium", "chromium-browser", "google-chrome-stable", "google-chrome"}
)

// Find returns the installed browser for a profile. Its answer is kept once there
// is one, so that a browser installed meanwhile is found.
func Find(profile Profile) (Binary, error) {
	found.Lock()
	defer found.Unlock()
	if binary, ok := found.binaries[profile]; ok {
		return binary, nil
	}
	binary, err := find(profile)
	if err == nil {
		found.binaries[profile] = binary
	}
	return binary, err
}

var found = struct {
	sync.Mutex
	binaries map[Profile]Binary
}{binaries: map[Profile]Binary{}}

func find(profile Profile) (Binary, error) {
	if profile == Light {
		if binary, err := search(shellPaths, shellNames); err == nil {
			binary.Shell = true
			return binary, nil
		}
	}
	return search(fullPaths, fullNames)
}

func search(paths, names []string) (Binary, error) {
	failure := ErrMissing
	candidates := paths
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			candidates = append(candidates[:len(candidates):len(candidates)], path)
		}
	}
	for _, path := range candidates {
		info, err := os.Stat(path)
		if err != nil || info.IsDir() || info.Mode()&0o111 == 0 {
			continue
		}
		if isSnap(path) {
			failure = fmt.Errorf("%s is a snap, which cannot read the folders this service gives it: install your distribution's package instead (%w)", path, ErrMissing)
			continue
		}
		version, err := version(path)
		if err != nil {
			failure = fmt.Errorf("%s does not run: %v (%w)", path, err, ErrMissing)
			continue
		}
		return Binary{Path: path, Version: version}, nil
	}
	return Binary{}, failure
}

// isSnap reports whether path leads into a snap, by a link or by a script as
// Ubuntu's transitional packages install it.
func isSnap(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	if strings.HasPrefix(real, "/snap/") || strings.HasSuffix(real, "/bin/snap") {
		return true
	}
	file, err := os.Open(real)
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, 4096)
	n, _ := file.Read(head)
	text := string(head[:n])
	return strings.HasPrefix(text, "#!") && strings.Contains(text, "/snap/bin/")
}

func version(path string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	command := exec.CommandContext(ctx, path, "--version")
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.TempDir(), "LANG=C.UTF-8"}
	output, err := command.Output()
	if err != nil {
		return "", err
	}
	number := regexp.MustCompile(`\d+(\.\d+){3}`).FindString(string(output))
	if number == "" {
		return "", fmt.Errorf("it gives no version: %q", strings.TrimSpace(string(output)))
	}
	return number, nil
}
