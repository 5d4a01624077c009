package batch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Extension ends the names of journals in a folder of them.
const Extension = ".ndjson"

// Kept is a batch in a folder of journals, as far as can be told without reading all
// of it.
type Kept struct {
	Path     string
	Created  time.Time
	Total    int    // pages
	First    string // page
	Complete bool   // nothing waits
}

// Name returns the name of a journal for a batch that is made now.
func Name(now time.Time) string { return now.UTC().Format("20060102-150405.000") + Extension }

// Folder lists the batches of a folder of journals, the latest first. Files that are
// no journals are left out; a folder that is not there has none.
func Folder(dir string) ([]Kept, error) {
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Kept
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), Extension) || entry.IsDir() {
			continue
		}
		if k, ok := glance(filepath.Join(dir, entry.Name())); ok {
			all = append(all, k)
		}
	}
	slices.SortFunc(all, func(a, b Kept) int { return b.Created.Compare(a.Created) })
	return all, nil
}

// glance reads the first line and the last of a journal.
func glance(path string) (Kept, bool) {
	file, err := os.Open(path)
	if err != nil {
		return Kept{}, false
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return Kept{}, false
	}
	text, err := bufio.NewReader(file).ReadBytes('\n')
	var l line
	if err != nil || json.Unmarshal(text, &l) != nil || l.Format != journalFormat || l.Created == nil {
		return Kept{}, false
	}
	k := Kept{Path: path, Created: *l.Created, Total: len(l.URLs)}
	if len(l.URLs) > 0 {
		k.First = l.URLs[0]
	}
	mark, _ := json.Marshal(line{Complete: true}) // a line of plain values
	tail := make([]byte, len(mark)+2)
	if n, err := file.ReadAt(tail, max(info.Size()-int64(len(tail)), 0)); err == nil || err == io.EOF {
		k.Complete = bytes.Equal(tail[:n], append(append([]byte("\n"), mark...), '\n'))
	}
	return k, true
}

// Prune deletes the complete batches of a folder but for the latest few.
func Prune(dir string, keep int) error {
	all, err := Folder(dir)
	if err != nil {
		return err
	}
	for i, k := range all {
		if i >= keep && k.Complete {
			if err := os.Remove(k.Path); err != nil && !os.IsNotExist(err) {
				return err
			}
		}
	}
	return nil
}
