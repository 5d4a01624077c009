package browser

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// record is what a service leaves on disk about each of its browsers, so that a
// later one can end and remove what a killed service left behind. It is written
// before the folder is made and again once the process runs.
type record struct {
	Folder  string    `json:"folder"` // everything the browser writes
	Binary  string    `json:"binary"`
	Browser processID `json:"browser,omitzero"` // leader of its process group
	Service processID `json:"service"`
	Group   string    `json:"group,omitempty"` // control group that bounds its memory
}

// processID tells a process from later ones with the same number.
type processID struct {
	PID   int    `json:"pid"`
	Start string `json:"start"` // when it was started, in the system's own words
}

// folderPrefix begins the names of browsers' folders, wherever they are.
const folderPrefix = "assay-browser-"

// maxFolder bounds the length of a folder's path: Chromium makes a socket some way
// inside it, and systems allow little more than a hundred bytes for a socket's path.
const maxFolder = 58

func profileFolder(folder string) string { return filepath.Join(folder, "profile") }

func filesFolder(folder string) string { return filepath.Join(folder, "files") }

// newRecord chooses a folder for a browser, to be written down in dir at path.
func newRecord(dir string, binary Binary, owner *owner) (path string, r record) {
	name := folderPrefix + strings.ToLower(rand.Text()[:10])
	parent := dir
	for _, other := range []string{os.TempDir(), "/tmp"} {
		if len(parent)+len(name) < maxFolder && (owner == nil || reachable(parent)) {
			break
		}
		parent = other
	}
	self := os.Getpid()
	r = record{Folder: filepath.Join(parent, name), Binary: binary.Path, Service: processID{self, processStart(self)}}
	path = filepath.Join(dir, name+".json")
	return path, r
}

func (r record) write(path string) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	// The new text replaces the old one in a single step: a sweep must never find half of it.
	if err := os.WriteFile(path+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// makeFolder makes a browser's folders, for the user it runs as.
func makeFolder(folder string, owner *owner) error {
	for _, path := range []string{folder, profileFolder(folder), filesFolder(folder)} {
		if err := os.Mkdir(path, 0o700); err != nil {
			return err
		}
		if owner != nil {
			if err := os.Chown(path, int(owner.uid), int(owner.gid)); err != nil {
				return err
			}
		}
	}
	return nil
}

// removeFolder removes a browser's folder; processes that were just killed may still
// be writing into it.
func removeFolder(folder string) error {
	return retry(func() error { return os.RemoveAll(folder) })
}

// retry does something until it goes well, for a second.
func retry(do func() error) error {
	var err error
	for range 40 {
		if err = do(); err == nil {
			return nil
		}
		time.Sleep(25 * time.Millisecond)
	}
	return err
}

// Sweep ends the browsers that a service which is no longer running left behind, and
// removes their folders. dir is the runtime folder given to that service's Launcher;
// it need not exist.
func Sweep(dir string, logger *slog.Logger) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("sweeping up old browsers: %w", err)
	}
	var failures []error
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if !strings.HasPrefix(entry.Name(), folderPrefix) || entry.IsDir() {
			continue
		}
		if strings.HasSuffix(path, ".json.new") {
			os.Remove(path)
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		var r record
		if err := json.Unmarshal(text, &r); err != nil || !strings.HasPrefix(filepath.Base(r.Folder), folderPrefix) {
			failures = append(failures, fmt.Errorf("%s is no record of a browser", path))
			continue
		}
		if r.Service.alive() {
			continue
		}
		killed := killLeftovers(r)
		if r.Group != "" && strings.HasPrefix(filepath.Base(r.Group), folderPrefix) {
			if err := removeGroup(r.Group); err != nil {
				failures = append(failures, err)
				continue
			}
		}
		if err := removeFolder(r.Folder); err != nil {
			failures = append(failures, err)
			continue
		}
		os.Remove(path)
		logger.Info("swept up a browser of an earlier service", "folder", r.Folder, "processes", len(killed))
	}
	if len(failures) > 0 {
		return fmt.Errorf("sweeping up old browsers: %w", errors.Join(failures...))
	}
	return nil
}

// alive reports whether the very process still runs.
func (p processID) alive() bool {
	return p.PID > 0 && p.Start != "" && processStart(p.PID) == p.Start
}

// reachable reports whether every user can enter dir.
func reachable(dir string) bool {
	for {
		info, err := os.Stat(dir)
		if err != nil || info.Mode()&0o001 == 0 {
			return false
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return true
		}
		dir = parent
	}
}
