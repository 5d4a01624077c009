package views

import (
	"strings"
	"sync"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"assay/views/frame"
)

// A question that comes after its user went on to another tab takes no keys there.
func TestQuestionsWaitForTheirTab(t *testing.T) {
	t.Parallel()
	d := open(t, newStage(t), 120, 36)
	d.keys("5")
	d.until("No call was made yet.")
	ask := frame.Ask{Dialog: frame.Question(d.m.env.Theme, "End it?", "end it", "keep it", nil), Of: d.m.views[3]}
	d.send(ask)
	d.refuse("End it?")
	d.keys("1")
	d.until("Calls this cycle")
	d.refuse("End it?")
	d.keys("4")
	d.until("End it?", "keep it")
	d.afterGuard("esc")
	d.gone("End it?")
	d.keys("1", "4")
	d.refuse("End it?")
}

// The way out is told in every tab, at any width, and asks while something runs.
func TestQuitAsksWhatRuns(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.Hold(t)
	d := open(t, s, 120, 36)
	for _, tab := range []string{"1", "2", "3", "4", "5"} {
		d.keys(tab)
		for _, width := range []int{60, 80, 120, 200} {
			d.send(tea.WindowSizeMsg{Width: width, Height: 24})
			if bottom := d.text()[strings.LastIndex(d.text(), "\n"):]; !strings.Contains(bottom, "q quit") || !strings.Contains(bottom, "? help") {
				t.Errorf("tab %s says at %d columns: %q", tab, width, bottom)
			}
		}
	}
	d.written("https://shop.example", "{ a ")
	d.keys("esc", "f5")
	d.until("Esc cancels")
	d.keys("q")
	d.until("Quit?", "The query of shop.example is still running", "stay")
	d.measure()
	d.afterGuard("esc")
	d.gone("Quit?")
	d.until("Esc cancels")
	d.keys("1", "q") // from another tab too
	d.until("Quit?", "The query of shop.example is still running")
	d.afterGuard("enter")
	d.await("q did not quit", func() bool { return d.quit })
}

// Only its answer says where a session that is being launched is.
func TestQuitAsksWhileASessionIsLaunched(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	b := addBrowsers(t, s, true)
	d := open(t, s, 120, 36)
	d.keys("4")
	d.until("No browser is running.")
	b.Lock() // no launch is answered
	answer := sync.OnceFunc(b.Unlock)
	defer answer()
	d.keys("R", "q")
	d.until("Quit?", "A session is being launched")
	d.afterGuard("esc")
	answer()
	d.until("is ready")
	d.keys("q")
	d.await("q did not quit", func() bool { return d.quit })
}
