package sessiontest

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"path/filepath"
	"testing"

	"assay/service/browser/sessions"
	"assay/wire"
)

// OnDisk returns how many bytes the browsers of a manager have written.
func (b *Bench) OnDisk() (size int64) {
	filepath.WalkDir(b.Dir, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil {
			if info, err := entry.Info(); err == nil {
				size += info.Size()
			}
		}
		return nil
	})
	return size
}

// Downloads returns what is at a session's base_url/downloads.
func Downloads(t testing.TB, session *sessions.Session) []sessions.Download {
	t.Helper()
	answer, err := http.Get(wire.PlainURL(session.Wire().BaseURL) + "/downloads")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var list struct{ Downloads []sessions.Download }
	if err := json.NewDecoder(answer.Body).Decode(&list); err != nil {
		t.Fatal(err)
	}
	return list.Downloads
}
