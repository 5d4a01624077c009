package sessions_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/service/browser"
	"assay/service/browser/sessions"
)

// onDisk returns how many bytes the browsers of a manager have written.
func (b *bench) onDisk() (size int64) {
	filepath.WalkDir(b.dir, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil {
			if info, err := entry.Info(); err == nil {
				size += info.Size()
			}
		}
		return nil
	})
	return size
}

// attachments is a site with a file without an end and one of a few bytes.
func attachments(t testing.TB) string {
	t.Helper()
	part := make([]byte, 1<<20)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/endless":
			w.Header().Set("Content-Disposition", `attachment; filename="endless.bin"`)
			for sent := 0; r.Context().Err() == nil; sent++ {
				if _, err := w.Write(part); err != nil {
					return
				}
				if sent > 100 { // more than a session may have: now as slowly as a network
					time.Sleep(20 * time.Millisecond)
				}
			}
		case "/short":
			w.Header().Set("Content-Disposition", `attachment; filename="short.txt"`)
			fmt.Fprint(w, "short")
		default:
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<title>Files</title><a id="endless" href="/endless">endless</a><a id="short" href="/short">short</a>`)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// downloads returns what is at base_url/downloads.
func downloads(t testing.TB, session *sessions.Session) []sessions.Download {
	t.Helper()
	answer, err := http.Get(plain(session.Wire().BaseURL) + "/downloads")
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

// TestDiskOfASession: a download that would fill the disk is stopped, its client is
// told, and the session goes on.
func TestDiskOfASession(t *testing.T) {
	t.Parallel()
	const limit, slack = 64 << 20, 200 << 20 // what comes until the next sign of a download is on top
	for _, profile := range []browser.Profile{browser.Light, browser.Stealth} {
		t.Run(profile.String(), func(t *testing.T) {
			t.Parallel()
			log := &lockedBuffer{}
			b := newBench(t, func(c *sessions.Config) { c.Disk, c.Log = limit, slog.New(slog.NewTextHandler(log, nil)) })
			address := attachments(t)
			request := usual()
			request.Profile = profile
			session := b.create(t, request)
			client := connect(t, plain(session.Wire().CDPURL))
			client.must("", "Browser.setDownloadBehavior", `{"behavior":"allow","downloadPath":"/x","eventsEnabled":true}`, nil)
			// A context of its own, which the browser must be told to stop a download in.
			var made struct{ BrowserContextID string }
			client.must("", "Target.createBrowserContext", `{}`, &made)
			client.must("", "Browser.setDownloadBehavior", `{"behavior":"allow","downloadPath":"/x","eventsEnabled":true,"browserContextId":"`+made.BrowserContextID+`"}`, nil)
			for i, context := range []string{"", `,"browserContextId":"` + made.BrowserContextID + `"`} {
				var target, attached struct{ TargetID, SessionID string }
				client.must("", "Target.createTarget", `{"url":"`+address+`/"`+context+`}`, &target)
				client.must("", "Target.attachToTarget", `{"flatten":true,"targetId":"`+target.TargetID+`"}`, &attached)
				page := attached.SessionID
				eventually(t, "the page is there", func() bool { return client.evaluate(page, "document.title") == "Files" })
				client.evaluate(page, "endless.click()")
				stopped, most := "", int64(0)
				for stopped == "" {
					r, err := client.next()
					if err != nil {
						t.Fatal(err)
					}
					if most = max(most, b.onDisk()); most > limit+slack {
						t.Fatalf("%d MiB were written", most>>20)
					}
					var progress struct{ GUID, State string }
					if json.Unmarshal(r.Params, &progress); r.Method == "Browser.downloadProgress" && progress.State != "inProgress" {
						if progress.State != "canceled" {
							t.Errorf("the download is %s", progress.State)
						}
						stopped = progress.GUID
					}
				}
				eventually(t, "the disk is free again", func() bool { return b.onDisk() < limit })
				list := downloads(t, session)
				if last := list[len(list)-1]; len(list) != 2*i+1 || last.GUID != stopped || last.State != "canceled" || !strings.Contains(last.Reason, "it may use 64 MiB") {
					t.Errorf("base_url/downloads has %+v", list)
				}
				client.evaluate(page, "short.click()")
				eventually(t, "a download that has room is there", func() bool {
					list := downloads(t, session)
					return list[len(list)-1].State == "completed" && list[len(list)-1].Name == "short.txt"
				})
			}
			if text := log.String(); !strings.Contains(text, "disk is full") || !strings.Contains(text, session.ID) {
				t.Errorf("the log does not tell:\n%s", text)
			}
		})
	}
}

// TestStorageOfASession: sites are told when they store too much, and a session that
// writes more all the same ends.
func TestStorageOfASession(t *testing.T) {
	t.Parallel()
	const limit = 64 << 20
	b := newBench(t, func(c *sessions.Config) { c.Disk = limit })
	address := site(t)
	session := b.create(t, usual())
	client := connect(t, plain(session.Wire().CDPURL))
	page := client.document(address)
	eventually(t, "the page is there", func() bool { return client.evaluate(page, "document.title") == "Front" })
	client.evaluate(page, `(() => { globalThis.noise = () => { const all = new Uint8Array(8 << 20); for (let i = 0; i < all.length; i += 65536) crypto.getRandomValues(all.subarray(i, i + 65536)); return all; }; })()`)
	stored := client.evaluate(page, `(async () => { const folder = await navigator.storage.getDirectory(); for (let i = 0; i < 20; i++) { try { const file = await (await folder.getFileHandle("f" + i, { create: true })).createWritable(); await file.write(noise()); await file.close(); } catch (error) { return error.name; } } return "everything"; })()`)
	if stored != "QuotaExceededError" || b.onDisk() > limit {
		t.Errorf("a site stores %v, there are %d MiB on disk", stored, b.onDisk()>>20)
	}
	// Chromium has no quota for everything that it writes. Here something grows in its
	// profile, which takes no room.
	profiles, err := filepath.Glob(filepath.Join(b.dir, "*", "profile"))
	if err != nil || len(profiles) == 0 {
		t.Fatal("there is no profile", err)
	}
	for _, profile := range profiles { // one is a spare's
		path := filepath.Join(profile, "grown")
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 1<<30); err != nil {
			t.Fatal(err)
		}
	}
	b.awaitEnd(t, session.ID, sessions.EndDiskFull)
}
