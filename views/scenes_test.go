package views

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/zalando/go-keyring"

	"assay/client"
	"assay/ui/dialog"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/wire"
	"assay/wire/pages/documenttest"
	"assay/workspace/history"
)

// scenes are the states whose frames are kept: every tab, what lies over it, and how
// each looks with nothing, something and an error in it.
var scenes = []scene{
	{"usage", usageScene},
	{"usage-exhausted", func(t *testing.T) *player {
		s := goldenStage(t)
		d := goldenDashboard(t, s)
		s.Set(10000, 10000)
		d.keys("r")
		d.until("10,000 of 10,000")
		return d
	}},
	{"usage-error", func(t *testing.T) *player {
		d := open(t, goldenStage(t), 120, 36, connectsIf(new(bool)))
		d.until("The usage could not be read.")
		return d
	}},
	{"usage-offline", func(t *testing.T) *player {
		s, up := goldenStage(t), true
		d := goldenDashboard(t, s, connectsIf(&up))
		up = false
		d.m.env.Service.Forget()
		s.Clock.Move(95 * time.Second)
		d.keys("r")
		d.until("offline, as of")
		return d
	}},
	{"setup-offered", func(t *testing.T) *player {
		d := goldenDashboard(t, goldenStage(t), func(o *Options) {
			o.Setup = []string{"assay", "setup"}
			o.Missing = func(context.Context) []Part {
				return []Part{{"Chromium", "pages with JavaScript" + spoil}, {"Tesseract", "scanned documents and pictures" + spoil}}
			}
		})
		d.until("Install what is missing?")
		return d
	}},
	{"query-empty", then(dashboardScene, "2", "Source")},
	{"query-examples", then(dashboardScene, "2 alt+e", "An article")},
	{"query-diagnostics", func(t *testing.T) *player {
		d := then(thenType(dashboardScene, "2", "https://shop.example/lamps"), "tab")(t)
		d.paste("{\n  shop,,\n  products[ {\n    name\n    price(number\n  }\n")
		return d
	}},
	{"query-completion", thenType(queryScene, "up end", "\ntotal(")},
	{"query-params", then(queryScene, "alt+p", "Params", "Screenshot")},
	{"query-prompt", thenType(thenType(dashboardScene, "2", "https://shop.example/lamps"), "tab alt+q", "all products with name and price")},
	{"query-running", func(t *testing.T) *player {
		s := goldenStage(t)
		s.Hold(t)
		d := goldenDashboard(t, s)
		d.lampQuery()
		d.keys("f5")
		d.until("Esc cancels")
		s.Clock.Move(2300 * time.Millisecond)
		return d
	}},
	{"query-tree", then(lampsScene, "j j j")},
	{"query-table", then(lampsScene, "j t", "row 1/3")},
	{"query-raw", then(lampsScene, "f4", `"name": "Alder`)},
	{"query-metadata", then(lampsScene, "f4 f4", "answered in")},
	{"query-search", thenType(lampsScene, "/", "lamp")},
	{"query-filter", thenType(lampsScene, "|", ".products[] | select(.in_stock)")},
	{"query-evidence", func(t *testing.T) *player {
		s := goldenStage(t)
		s.Handle(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `{"data":%s,"metadata":{"request_id":"7f1d8a46-1c30-4f6b-9f5f-1a2b3c4d5e6f","screenshot":null,"generated_query":null,
				"evidence":[{"pointer":"/products/0/name","kind":"heading","text":"%s","selector":"%s","box":[10,20,300,24],"score":0.97}]}}`,
				lampData(), hostile("The Alder Desk Lamp, in brass or steel"), hostile("li.product > h2"))
		})
		d := lamps(t, s)
		d.keys("i", "j", "j", "j")
		d.until("score 0.97")
		return d
	}},
	{"query-changes", func(t *testing.T) *player {
		s := goldenStage(t)
		d := lamps(t, s)
		s.Answer(strings.NewReplacer("64.5", "60", "Birch", "Beech").Replace(lampData()), "null")
		d.keys("f5")
		d.until("Beech", "6,588", "~2")
		d.keys("d")
		d.until("was 64.5")
		return d
	}},
	{"query-error", func(t *testing.T) *player {
		s := goldenStage(t)
		s.Refuse(402, "quota_exhausted", "All 10,000 calls of this cycle are used."+spoil)
		d := goldenDashboard(t, s)
		d.lampQuery()
		d.keys("f5")
		d.until("The query failed")
		return d
	}},
	{"query-error-after-answer", func(t *testing.T) *player {
		s := goldenStage(t)
		d := lamps(t, s)
		s.Refuse(502, "page_unreachable", "The page could not be reached.")
		d.keys("f5")
		d.until("The query failed")
		return d
	}},
	{"query-export", then(lampsScene, "j e", "Export")},
	{"query-snippet", then(lampsScene, "alt+y", "curl")},
	{"query-watch", then(lampsScene, "alt+I", "Watch shop.example/lamps", "Every")},
	{"query-watched", watchedScene},
	{"query-watch-changed", watchChangedScene},
	{"query-running-again", runningAgainScene},
	{"query-find", thenType(queryScene, "ctrl+f", "na")},
	{"query-whole-value", then(lampsScene, "G k w")},
	{"quit", then(watchedScene, "ctrl+c", "Quit")},
	{"query-copied-by-hand", func(t *testing.T) *player {
		d := lamps(t, goldenStage(t))
		for _, name := range []string{"DISPLAY", "WAYLAND_DISPLAY", "TMUX"} {
			t.Setenv(name, "")
		}
		t.Setenv("TERM", "linux") // has no clipboard
		d.keys("j", "j", "Y")
		d.until("Copy it by hand")
		return d
	}},
	{"query-open", func(t *testing.T) *player {
		s := goldenStage(t)
		folder := filepath.Join(os.Getenv("HOME"), "queries")
		for name, text := range map[string]string{
			"lamps.assay":       "---\nurl = '{{base}}/lamps'\n---\n{ products[] { name } }\n",
			"news/today.assay":  "---\nurl = 'https://news.example'\n---\n{ headlines[] }\n",
			"news/broken.assay": "---\nurl = \n---\n{ a }\n",
		} {
			path := filepath.Join(folder, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(path, goldenTime, goldenTime.Add(-time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		d := goldenDashboard(t, s, inFolder(folder))
		d.keys("2", "alt+O")
		d.until("Saved queries in", "lamps", "today")
		return d
	}},
	{"batch-list", batchListScene("https://shop.example/1\nhttps://shop.example/2\nno address\nhttps://shop.example/1\n", "2 pages")},
	{"batch-cost", then(batchListScene("https://shop.example/1\nhttps://shop.example/2\nno address\n", "2 pages"), "f5", "Ask about 2 pages")},
	{"batch-running", func(t *testing.T) *player {
		s := goldenStage(t)
		d := runningBatch(t, s, 6)
		s.Clock.Move(2300 * time.Millisecond)
		return d
	}},
	{"batch-paused", batchPausedScene},
	{"batch-pages", batchScene},
	{"batch-table", then(batchScene, "t", "All pages")},
	{"documents-empty", then(dashboardScene, "3", "Files dropped on the", "There are no PDFs")},
	{"documents-chosen", documentsScene},
	{"documents-preview", func(t *testing.T) *player {
		d := documentsScene(t)
		d.until("▌✓ receipt.png")
		d.keys("v")
		d.until("There is no picture")
		return d
	}},
	{"documents-cost", then(documentsScene, "ctrl+r", "Send 2 files (")},
	{"documents-results", func(t *testing.T) *player {
		d := documentsScene(t)
		d.keys("ctrl+r")
		d.until("Send 2 files (")
		d.pastGuard("enter")
		d.until("2 of 2", "1 failed")
		return d
	}},
	{"sessions-empty", then(browsersScene, "4", "No browser is running.")},
	{"sessions-list", sessionsScene},
	{"sessions-new", then(sessionsScene, "a", "New session")},
	{"sessions-script", then(sessionsScene, "W", "Script for")},
	{"sessions-end", then(sessionsScene, "x", "End session")},
	{"sessions-preview", then(sessionsScene, "v", "NO_COLOR is set")},
	{"history-empty", then(dashboardScene, "5", "No call was made yet.")},
	{"history-list", historyScene},
	{"history-search", thenType(historyScene, "/", "query lamp")},
	{"history-compared", then(historyScene, "j m j d", "compared")},
	{"history-run", then(then(historyScene, "j", "request-3", "all headlines with their authors"), "r", "Run the query again for 1 call?")},
	{"profiles", profilesScene},
	{"profiles-new", then(profilesScene, "a", "New profile", "API key")},
	{"themes", then(dashboardScene, "alt+C", "colours are off here")},
	{"palette", then(lampsScene, "ctrl+k", "type to search")},
	{"palette-searched", thenType(lampsScene, "ctrl+k", "copy")},
	{"help-usage", then(dashboardScene, "?", "Keys of Usage")},
	{"help-result", then(lampsScene, "?", "Keys of Query")},
	{"help-documents", then(then(browsersScene, "3", "Files dropped on the"), "?", "Keys of Documents")},
	{"help-sessions", then(then(browsersScene, "4", "No browser is running."), "?", "Keys of Sessions")},
	{"help-history", then(then(browsersScene, "5", "No call was made yet."), "?", "Keys of History")},
	{"messages", func(t *testing.T) *player {
		d := goldenDashboard(t, goldenStage(t))
		d.send(frame.Notice{Level: toast.Good, Text: "saved ~/queries/lamps.assay" + spoil})
		d.send(frame.Notice{Level: toast.Warn, Text: "usage has reached 80 % of the limit"})
		d.send(frame.Notice{Level: toast.Bad, Text: "the service is not reached: " + strings.Repeat("it was asked again, ", 8) + "to no avail" + spoil})
		d.keys("alt+m")
		d.until("Messages", "to no avail")
		return d
	}},
	{"viewer", func(t *testing.T) *player {
		d := viewed(t, lampData())
		d.until("data.json", "Fernhill")
		return d
	}},
	{"viewer-broken", func(t *testing.T) *player {
		d := viewed(t, strings.TrimSuffix(lampData(), "}")+`,"more":[1,2,}`)
		d.until("data.json", "more")
		return d
	}},
}

// then goes on from a scene: keys, with blanks between them, are pressed, and texts awaited.
func then(from func(*testing.T) *player, keys string, texts ...string) func(*testing.T) *player {
	return func(t *testing.T) *player {
		d := from(t)
		d.keys(strings.Fields(keys)...)
		d.until(texts...)
		return d
	}
}

// thenType goes on from a scene: keys, with blanks between them, are pressed, then a text typed.
func thenType(from func(*testing.T) *player, keys, text string) func(*testing.T) *player {
	return func(t *testing.T) *player {
		d := then(from, keys)(t)
		d.typed(text)
		return d
	}
}

// dashboardScene shows the dashboard as it starts, queryScene a query, and lampsScene its answer.
func dashboardScene(t *testing.T) *player { return goldenDashboard(t, goldenStage(t)) }

func queryScene(t *testing.T) *player {
	d := dashboardScene(t)
	d.lampQuery()
	return d
}

func lampsScene(t *testing.T) *player { return lamps(t, goldenStage(t)) }

// browsersScene shows the dashboard of a service that has sessions, of which none is open.
func browsersScene(t *testing.T) *player {
	s := goldenStage(t)
	addBrowsers(t, s, true)
	return goldenDashboard(t, s)
}

// pastGuard presses a key when a dialog that is open takes it.
func (d *player) pastGuard(key string) {
	now := d.m.env.Now
	d.m.env.Now = func() time.Time { return now().Add(dialog.Guard) }
	d.keys(key)
	d.m.env.Now = now
}

// usageScene shows the Usage tab with a few calls.
func usageScene(t *testing.T) *player {
	d := goldenDashboard(t, goldenStage(t))
	recorded(d, pastCalls()...)
	d.until("web queries  3", "sessions     1")
	return d
}

// historyScene shows the History tab with calls of several days.
func historyScene(t *testing.T) *player {
	d := goldenDashboard(t, goldenStage(t))
	recorded(d, pastCalls()...)
	d.keys("5")
	d.until("5 calls", "invoice-0231.pdf")
	return d
}

// pastCalls are calls of the days before the golden time, the oldest first.
func pastCalls() []history.Entry {
	ago := func(d time.Duration) time.Time { return goldenTime.Add(-d) }
	lamps := wire.QueryRequest{URL: "https://shop.example/lamps?page=2" + spoil, Query: "{ products[] { name price(number) } }" + spoil}
	return []history.Entry{
		history.OfQuery(ago(50*time.Hour), lamps, ""),
		history.OfDocument(ago(26*time.Hour), client.DocumentRequest{Query: "{ total(number) }"}, "/home/mira"+spoil+"/invoices/invoice-0231.pdf"),
		history.OfQuery(ago(2*time.Hour), lamps, ""),
		history.OfQuery(ago(20*time.Minute), wire.QueryRequest{URL: "https://news.example/today/" + strings.Repeat("long-", 20), Prompt: "all headlines with their authors" + spoil}, ""),
		history.OfSession(ago(90*time.Second), wire.SessionRequest{UAPreset: "windows", BrowserProfile: "stealth"}),
	}
}

// batchScene opens a batch that was paused half-way.
func batchScene(t *testing.T) *player {
	s := goldenStage(t)
	d := goldenDashboard(t, s)
	journal := filepath.Join(d.m.options.StateDir, "test", "batches", "20261114-090000.000.ndjson")
	lines := `{"assay_batch":1,"created":"2026-11-14T09:00:00Z","query":"{ products[] { name price(number) } }","urls":["https://shop.example/1","https://shop.example/2","https://shop.example/3","https://shop.example/4"]}
{"page":0,"at":"2026-11-14T09:00:01Z","tries":1,"took_ms":41,"request_id":"r-0","records":2,"data":{"products":[{"name":"Alder","price":64.5},{"name":"Birch","price":129}]}}
{"page":1,"at":"2026-11-14T09:00:02Z","tries":3,"took_ms":1204,"error":{"message":"` + hostile("The page is not reached.") + `","status":502,"code":"page_unreachable"}}
{"page":2,"at":"2026-11-14T09:00:02Z","tries":1,"took_ms":388,"request_id":"r-2","records":1,"data":{"products":[{"name":"` + hostile("Cédre 東京") + `","price":24.9}]}}
`
	d.lampQuery()
	d.await("no unfinished batches were looked for", func() bool { // of which the dashboard would tell
		return slices.ContainsFunc(d.seen, func(m tea.Msg) bool { return fmt.Sprintf("%T", m) == "batch.aroundRead" })
	})
	if err := os.MkdirAll(filepath.Dir(journal), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(journal, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	d.keys("alt+B")
	d.until("earlier")
	d.keys("alt+O")
	d.until("Earlier batches")
	d.keys("enter")
	d.until("1 waiting", "paused")
	return d
}

// documentsScene shows the Documents tab with a document and a picture chosen, of
// which the service will refuse one.
func documentsScene(t *testing.T) *player {
	s := goldenStage(t)
	addDocuments(t, s).Tell("receipt.png", http.StatusUnprocessableEntity)
	for name, data := range map[string][]byte{
		"invoice.pdf": documenttest.PDF(nil, nil, nil),
		"receipt.png": documenttest.PNG(documenttest.Picture(300, 200)),
		"broken.pdf":  []byte("%PDF-1.4\nbroken"),
		"notes.txt":   []byte("text"),
	} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, goldenTime.AddDate(-2, 0, 0), goldenTime.AddDate(-2, 0, 0)); err != nil {
			t.Fatal(err)
		}
	}
	d := goldenDashboard(t, s)
	d.keys("3")
	d.until("invoice.pdf", "3 pages", "cost unknown")
	d.ask()
	d.paste("~/invoice.pdf ~/receipt.png")
	d.until("2 chosen", "4 calls")
	return d
}

// sessionsScene shows the Sessions tab with an active, an idle and an ended session.
func sessionsScene(t *testing.T) *player {
	s := goldenStage(t)
	b := addBrowsers(t, s, true)
	at := func(ago time.Duration) func(*wire.SessionInfo) {
		return func(s *wire.SessionInfo) {
			s.CreatedAt, s.LastActivityAt = goldenTime.Add(-ago), goldenTime.Add(-ago/2)
			s.CDPURL, s.BaseURL = port.ReplaceAllString(s.CDPURL, "0.1:40404"), port.ReplaceAllString(s.BaseURL, "0.1:40404") // cut as it is
		}
	}
	busy, idle, over := b.Add("windows", "stealth", "on_disconnect", 300), b.Add("linux", "light", "on_inactivity_timeout", 300), b.Add("macos", "light", "on_disconnect", 60)
	b.Change(busy.ID, at(12*time.Minute))
	b.Change(busy.ID, func(s *wire.SessionInfo) {
		s.State, s.Clients, s.SecondsToTeardown = wire.StateActive, 1, nil
		s.Pages = []wire.SessionPage{{Title: "Checkout" + spoil, URL: "https://shop.example/checkout" + spoil}, {Index: 1, Title: "日本語" + spoil, URL: "https://日本.example/" + spoil}}
	})
	b.Change(idle.ID, at(130*time.Second))
	b.Change(over.ID, at(41*time.Minute))
	b.Change(over.ID, func(s *wire.SessionInfo) {
		reason := "client_disconnected"
		s.State, s.EndReason, s.LastActivityAt, s.SecondsToTeardown, s.Pages = wire.StateEnded, &reason, goldenTime.Add(-3*time.Minute), nil, nil
	})
	d := goldenDashboard(t, s)
	d.keys("4")
	d.until("2 alive", "active")
	return d
}

// profilesScene shows the profiles of a settings file, none of them tested.
func profilesScene(t *testing.T) *player {
	keyring.MockInit()
	s := goldenStage(t)
	file := filepath.Join(os.Getenv("HOME"), ".config", "assay", "config.toml")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	text := "profile = \"test\"\n\n[profiles.test]\nbase_url = \"https://assay.example\"\napi_key = \"k\"\n\n[profiles.staging]\nbase_url = \"https://assay.staging.example\"\napi_key_command = \"pass show assay\"\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	d := goldenDashboard(t, s, profilesOf(file))
	d.keys("alt+A")
	d.until("Profiles", "staging")
	return d
}
