package filepicker

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/cells"
)

// entry is a file or a folder of the list.
type entry struct {
	name   string // as it is shown and filtered
	path   string
	folder bool
	up     bool // the folder above
	fits   bool // a file of a type that is wanted
	odd    bool // neither a file nor a folder: a device, a socket
	hidden bool

	known    bool // what follows was read
	size     int64
	modified time.Time
	gone     bool // it cannot be looked at
}

// order is how the list is sorted. Folders come first in each.
type order uint8

const (
	byName order = iota
	newest
	largest
	orders
)

var orderNames = [orders]string{"name", "newest", "largest"}

// eager is how many files a folder may have to be looked at all at once; of larger
// ones those on the screen are.
const eager = 2000

// reader reads a place in the background, until it is stopped.
type reader struct {
	folder  string
	order   order
	stopped atomic.Bool
}

// readMsg is what a reader found.
type readMsg struct {
	by      *reader
	entries []entry
	longest int // cells of the longest name of a file of a wanted type
	err     error
}

// looked is what there is to know of some entries.
type lookedMsg struct {
	of   *Model
	by   *reader
	rows []int
	info []entry
}

var errStopped = errors.New("stopped")

func (r *reader) cmd(fits func(string) bool, recent []string, home string) tea.Cmd {
	return func() tea.Msg {
		var entries []entry
		var err error
		if r.folder == "" {
			entries = r.readRecent(recent, fits, home)
		} else {
			entries, err = r.readFolder(fits)
		}
		if r.stopped.Load() {
			return nil
		}
		return readMsg{r, entries, longest(entries), err}
	}
}

// longest is how many cells the longest name of a file takes, of those that are
// listed without being asked for.
func longest(entries []entry) int {
	most := 0
	for i := range entries {
		if e := &entries[i]; e.fits && !e.folder && !e.hidden && len(e.name) > most { // cells are at most bytes
			most = max(most, cells.Width(e.name))
		}
	}
	return most
}

// readFolder reads and sorts a folder.
func (r *reader) readFolder(fits func(string) bool) ([]entry, error) {
	const batch = 2048
	f, err := os.Open(r.folder)
	if err != nil {
		return nil, plainError(err)
	}
	defer f.Close()
	var entries []entry
	for {
		list, err := f.ReadDir(batch)
		for _, d := range list {
			e := entry{name: d.Name(), path: filepath.Join(r.folder, d.Name()), folder: d.IsDir(), hidden: strings.HasPrefix(d.Name(), ".")}
			e.fits = fits(e.name)
			if d.Type()&fs.ModeSymlink != 0 {
				e.look() // it may lead to a folder
			} else {
				e.odd = !e.folder && !d.Type().IsRegular()
			}
			entries = append(entries, e)
		}
		if r.stopped.Load() {
			return nil, errStopped
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, plainError(err)
		}
	}
	if len(entries) <= eager || r.order != byName {
		for i := range entries {
			if r.stopped.Load() {
				return nil, errStopped
			}
			entries[i].look()
		}
	}
	r.sort(entries)
	if parent := filepath.Dir(r.folder); parent != r.folder {
		entries = slices.Insert(entries, 0, entry{name: "..", path: parent, folder: true, up: true, known: true})
	}
	return entries, nil
}

// readRecent looks at the recent folders and files that are still there.
func (r *reader) readRecent(paths []string, fits func(string) bool, home string) []entry {
	var entries []entry
	for _, path := range paths {
		e := entry{name: Short(path, home), path: path, fits: fits(path)}
		if e.look(); !e.gone {
			entries = append(entries, e)
		}
	}
	slices.SortStableFunc(entries, foldersFirst)
	return entries
}

// look reads what there is to know of the entry. It may block.
func (e *entry) look() {
	if e.known {
		return
	}
	e.known, e.gone = true, false
	info, err := os.Stat(e.path)
	if err != nil {
		e.gone = true
		return
	}
	e.folder, e.size, e.modified = info.IsDir(), info.Size(), info.ModTime()
	e.odd = !e.folder && !info.Mode().IsRegular()
}

func foldersFirst(a, b entry) int {
	switch {
	case a.folder == b.folder:
		return 0
	case a.folder:
		return -1
	}
	return 1
}

func (r *reader) sort(entries []entry) {
	type keyed struct {
		entry
		key string
	}
	list := make([]keyed, len(entries))
	for i, e := range entries {
		list[i] = keyed{e, strings.ToLower(e.name)}
	}
	slices.SortFunc(list, func(a, b keyed) int {
		if c := foldersFirst(a.entry, b.entry); c != 0 {
			return c
		}
		switch {
		case r.order == newest:
			if c := b.modified.Compare(a.modified); c != 0 {
				return c
			}
		case r.order == largest && !a.folder:
			if c := cmp.Compare(b.size, a.size); c != 0 {
				return c
			}
		}
		return cmp.Or(natural(a.key, b.key), cmp.Compare(a.name, b.name))
	})
	for i := range list {
		entries[i] = list[i].entry
	}
}

// natural compares names with the numbers in them by their value: scan2 comes
// before scan10.
func natural(a, b string) int {
	for a != "" && b != "" {
		m, n := digits(a), digits(b)
		if m > 0 && n > 0 {
			x, y := strings.TrimLeft(a[:m], "0"), strings.TrimLeft(b[:n], "0")
			if c := cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y)); c != 0 {
				return c
			}
			a, b = a[m:], b[n:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// plainError leaves the path out of an error: it is in the title.
func plainError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// Short writes a path with ~ for the home folder.
func Short(path, home string) string {
	if home == "" || home == "/" {
		return path
	}
	if path == home {
		return "~"
	}
	if rest, ok := strings.CutPrefix(path, home+string(filepath.Separator)); ok {
		return "~" + string(filepath.Separator) + rest
	}
	return path
}
