package sessions_test

import (
	"encoding/json"
	"fmt"
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
	"assay/service/browser/sessiontest"
	"assay/service/servicetest"
)

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
				if sent > 32 { // more than a session may have: now as slowly as a network
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

// TestDiskOfASession: a download that would fill the disk is stopped, its client is
// told, and the session goes on.
func TestDiskOfASession(t *testing.T) {
	t.Parallel()
	const limit, slack = 16 << 20, 200 << 20 // what comes until the next sign of a download is on top
	for _, profile := range []browser.Profile{browser.Light, browser.Stealth} {
		t.Run(profile.String(), func(t *testing.T) {
			t.Parallel()
			log := &servicetest.Log{}
			b := sessiontest.New(t, func(c *sessions.Config) { c.Disk, c.Log = limit, slog.New(slog.NewTextHandler(log, nil)) })
			address := attachments(t)
			request := sessiontest.Usual()
			request.Profile = profile
			session := b.Begin(t, request)
			client := sessiontest.Connect(t, session)
			client.Must("", "Browser.setDownloadBehavior", `{"behavior":"allow","downloadPath":"/x","eventsEnabled":true}`, nil)
			// A context of its own, which the browser must be told to stop a download in.
			var made struct{ BrowserContextID string }
			client.Must("", "Target.createBrowserContext", `{}`, &made)
			client.Must("", "Browser.setDownloadBehavior", `{"behavior":"allow","downloadPath":"/x","eventsEnabled":true,"browserContextId":"`+made.BrowserContextID+`"}`, nil)
			for i, context := range []string{"", `,"browserContextId":"` + made.BrowserContextID + `"`} {
				var target, attached struct{ TargetID, SessionID string }
				client.Must("", "Target.createTarget", `{"url":"`+address+`/"`+context+`}`, &target)
				client.Must("", "Target.attachToTarget", `{"flatten":true,"targetId":"`+target.TargetID+`"}`, &attached)
				page := attached.SessionID
				servicetest.Eventually(t, "the page is there", func() bool { return client.Evaluate(page, "document.title") == "Files" })
				client.Evaluate(page, "endless.click()")
				stopped, most := "", int64(0)
				for stopped == "" {
					r, err := client.Next()
					if err != nil {
						t.Fatal(err)
					}
					if most = max(most, b.OnDisk()); most > limit+slack {
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
				servicetest.Eventually(t, "the disk is free again", func() bool { return b.OnDisk() < limit })
				list := sessiontest.Downloads(t, session)
				if last := list[len(list)-1]; len(list) != 2*i+1 || last.GUID != stopped || last.State != "canceled" || !strings.Contains(last.Reason, "it may use 16 MiB") {
					t.Errorf("base_url/downloads has %+v", list)
				}
				client.Evaluate(page, "short.click()")
				servicetest.Eventually(t, "a download that has room is there", func() bool {
					list := sessiontest.Downloads(t, session)
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
	b := sessiontest.New(t, func(c *sessions.Config) { c.Disk = limit })
	address := sessiontest.Site(t)
	session := b.Begin(t, sessiontest.Usual())
	client := sessiontest.Connect(t, session)
	page := client.Document(address)
	servicetest.Eventually(t, "the page is there", func() bool { return client.Evaluate(page, "document.title") == "Front" })
	client.Evaluate(page, `(() => { globalThis.noise = () => { const all = new Uint8Array(8 << 20); for (let i = 0; i < all.length; i += 65536) crypto.getRandomValues(all.subarray(i, i + 65536)); return all; }; })()`)
	stored := client.Evaluate(page, `(async () => { const folder = await navigator.storage.getDirectory(); for (let i = 0; i < 20; i++) { try { const file = await (await folder.getFileHandle("f" + i, { create: true })).createWritable(); await file.write(noise()); await file.close(); } catch (error) { return error.name; } } return "everything"; })()`)
	if stored != "QuotaExceededError" || b.OnDisk() > limit {
		t.Errorf("a site stores %v, there are %d MiB on disk", stored, b.OnDisk()>>20)
	}
	// Chromium has no quota for everything that it writes. Here something grows in its
	// profile, which takes no room.
	profiles, err := filepath.Glob(filepath.Join(b.Dir, "*", "profile"))
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
	b.AwaitEnd(t, session.ID, sessions.EndDiskFull)
}
