package views

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/toast"
	"assay/views/frame"
)

// An answer that comes while the user types does not make commands of the keys.
func TestAnAnswerDoesNotTakeTheFocusFromTyping(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	release := make(chan struct{})
	s.Handle(func(w http.ResponseWriter, _ *http.Request) {
		<-release
		_, _ = io.WriteString(w, `{"data":{"a":"the answer"},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`)
	})
	d := open(t, s, 120, 36)
	d.queried("https://shop.example", "{ a ")
	d.until("Esc cancel  ", "Esc cancels")
	d.typed("b")
	close(release)
	d.until("the answer")
	d.typed("q")
	d.until("{ a bq")
	if d.quit {
		t.Error("a typed q quit")
	}
}

func TestBottomLineOffersWhatHolds(t *testing.T) {
	t.Parallel()
	d := answered(t)
	bottom := func() string { return d.text()[strings.LastIndex(d.text(), "\n"):] }
	d.keys("ctrl+k")
	if !strings.Contains(bottom(), "Enter choose") || strings.Contains(bottom(), "run") {
		t.Errorf("with the palette open: %q", bottom())
	}
	d.keys("ctrl+k")
	d.refuse("Commands")
	d.keys("f4")
	if strings.Contains(bottom(), "fold") || !strings.Contains(bottom(), "copy") {
		t.Errorf("in the raw text: %q", bottom())
	}
	if first := d.m.commands()[0]; first.Disabled != "" {
		t.Errorf("the palette begins with %q, which cannot be done: %s", first.Name, first.Disabled)
	}
	for _, width := range []int{60, 80, 100, 200} {
		d.send(tea.WindowSizeMsg{Width: width, Height: 24})
		if !strings.Contains(bottom(), "help") {
			t.Errorf("no way to the help in %d columns: %q", width, bottom())
		}
	}
}

func TestLongMessagesAreShownWhole(t *testing.T) {
	t.Parallel()
	d := open(t, newStage(t), 60, 16)
	d.send(frame.Notice{Level: toast.Bad, Text: strings.Repeat("long words ", 12) + "to the very end"})
	d.until("very end", "all messages", "help")
	d.measure()
}

// The way back: out of the zoom, from a failure to the answer before it, from the
// marks of a search, from the table. Where there is one, the bottom line says so.
func TestEscGoesBack(t *testing.T) {
	t.Parallel()
	d := answered(t)
	leads := func(where string, back bool) {
		t.Helper()
		if bottom := d.bottom(); strings.Contains(bottom, "Esc back") != back {
			t.Errorf("%s the bottom line is %q", where, bottom)
		}
	}
	leads("at rest", false)
	d.keys("alt+z")
	d.refuse("Source")
	d.keys("esc")
	d.until("Source")
	d.keys("/")
	d.typed("Fern")
	d.until("1 of 2")
	d.keys("enter")
	leads("beside what was found", true)
	d.keys("esc")
	d.gone("1 of 2")
	leads("after the search", false)
	d.keys("t")
	leads("in the table", true)
	d.keys("esc")
	leads("in the tree", false)
	d.keys("esc", "tab", "tab")
	d.typed("zz")
	d.until("{ a zz")
}

// An answer stays when the next run fails, under what went wrong, also while that is
// run again.
func TestAFailureLeavesTheAnswerBefore(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 36}} {
		s := newStage(t)
		d := open(t, s, size[0], size[1])
		d.queried("https://shop.example", "{ a ")
		d.until("shop", "Fernhill")
		s.Refuse(502, "page_unreachable", "The page could not be reached.")
		d.keys("f5")
		d.until("The query failed", "The page could not be reached.", "goes back to the answer", "Fernhill")
		d.keys("e")
		d.until("goes back to the answer before")
		asked, release := make(chan struct{}), make(chan struct{})
		s.Handle(func(w http.ResponseWriter, _ *http.Request) {
			close(asked)
			<-release
			w.WriteHeader(http.StatusBadGateway)
		})
		d.keys("f5")
		<-asked
		d.until("cancels", "Fernhill")
		close(release)
		d.until("The query failed", "Fernhill")
		d.keys("esc")
		d.until("Alder", "2 products · of ")
		d.refuse("The query failed")
		if !strings.Contains(d.m.View(), "\x1b[2mAlder") {
			t.Errorf("the answer before is not dimmed: %q", d.m.View())
		}
		s.Answer(`{"shop":"Fernhill","lamp":"Alder"}`, "null")
		d.keys("f5")
		d.until("1 call", "lamp")
		if strings.Contains(d.m.View(), "\x1b[2mAlder") {
			t.Errorf("the new answer is dimmed: %q", d.m.View())
		}
	}
}

// A page that cannot be read here says nothing of the service.
func TestAMissingFileIsNotAnOutage(t *testing.T) {
	t.Parallel()
	d := open(t, newStage(t), 120, 36)
	d.until("3,410 of 10,000")
	d.keys("2", "alt+s")
	d.typed("/nowhere/page.html")
	d.keys("tab")
	d.typed("{ a ")
	d.keys("f5")
	d.until("there is no file /nowhere/page.html")
	d.refuse("offline")
}

// The status line tells the latency of the latest call, not of the look at the
// usage that follows it.
func TestLatencyIsOfTheLatestCall(t *testing.T) {
	t.Parallel()
	d := answered(t)
	d.send(frame.Called{Took: 1234 * time.Millisecond})
	d.send(frame.UsageRead{Took: time.Millisecond})
	d.until("1.2 s")
}

func TestPaletteReachesOtherTabs(t *testing.T) {
	t.Parallel()
	d := open(t, newStage(t), 100, 30)
	d.keys("ctrl+k")
	d.typed("load an example")
	d.keys("enter")
	d.until("Examples", "An article")
}

func TestMouseOnOverlays(t *testing.T) {
	t.Parallel()
	d := open(t, newStage(t), 100, 30)
	click := func(text string) {
		t.Helper()
		for y, line := range strings.Split(d.text(), "\n") {
			if x := strings.Index(line, text); x >= 0 {
				d.send(tea.MouseMsg{X: len([]rune(line[:x])), Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
				return
			}
		}
		t.Fatalf("%q is not on the screen:\n%s", text, d.text())
	}
	d.keys("ctrl+k")
	click("Go to Query")
	d.until("Source")
	d.keys("ctrl+k")
	click("assay")
	d.refuse("Commands")
	click("light")
	d.until("Params")
}

// A session's page is asked in the Query tab.
func TestSessionPageIsAsked(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	b := addBrowsers(t, s, true)
	info := b.Add("linux", "light", "on_inactivity_timeout", 300)
	asked := make(chan string, 1)
	s.Mux.HandleFunc("POST /v1/managed/sessions/{id}/query-data", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked <- r.PathValue("id") + " " + strings.TrimSpace(string(body))
		io.WriteString(w, `{"data":{"order":"A-1042"},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`)
	})
	d := open(t, s, 120, 36)
	d.keys("4")
	d.until("1 alive")
	d.keys("enter")
	d.until("session:" + info.ID)
	d.typed("{ order }")
	d.keys("ctrl+r")
	d.until("A-1042")
	if got, want := <-asked, info.ID+` {"query":"{ order }"}`; got != want {
		t.Errorf("%s was asked, want %s", got, want)
	}
}
