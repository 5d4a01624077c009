package batch

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/workspace/batch"
)

// rows is the list of pages on the screen: all of them, or those that a text is found in.
type rows struct {
	cursor int // in the rows that are shown
	top    int
	height int

	narrow  narrow
	found   []int
	foundAt uint64 // the version of the batch that found is of, and one more; 0 before any was found
}

// count returns the number of rows.
func (c *Panel) count() int {
	r := &c.rows
	holds := r.holds()
	if holds == nil {
		return c.batch.Len()
	}
	if version := c.batch.Version() + 1; r.foundAt != version {
		r.found, r.foundAt = c.batch.FindFunc(holds), version
	}
	return len(r.found)
}

// page returns the place of a row's page in the batch, or -1.
func (c *Panel) page(row int) int {
	switch n := c.count(); {
	case row < 0 || row >= n:
		return -1
	case c.rows.holds() == nil:
		return row
	}
	return c.rows.found[row]
}

// selected returns the page under the cursor, and its place; ok is false without one.
func (c *Panel) selected() (n int, p batch.Page, ok bool) {
	if c.batch == nil {
		return -1, p, false
	}
	if n = c.page(c.rows.cursor); n < 0 {
		return -1, p, false
	}
	return n, c.batch.Pages(n, n+1)[0], true
}

func (c *Panel) moveTo(row int) { c.rows.cursor = max(min(row, c.count()-1), 0) }

// doPages performs an action of the list of pages.
func (c *Panel) doPages(action keymap.Action) tea.Cmd {
	r := &c.rows
	if by, ok := keymap.Step(action, r.height, c.count()); ok {
		c.moveTo(r.cursor + by)
	}
	switch action {
	case keymap.PagesSearch:
		c.openNarrow()
	case keymap.PagesOpen:
		n, _, _ := c.selected()
		return c.look(n)
	case keymap.PagesTable:
		return c.lookAtAll()
	case keymap.PagesPause:
		return c.pauseOrGoOn()
	case keymap.PagesCancel:
		return c.cancel()
	case keymap.PagesRetry:
		n, _, _ := c.selected()
		return c.again([]int{n})
	case keymap.PagesRetryFailed:
		return c.again(c.batch.Find(batch.Failed, batch.Cancelled))
	case keymap.PagesCopy:
		_, p, _ := c.selected()
		return frame.CopyText("address", p.URL)
	}
	return nil
}

// pauseOrGoOn pauses a run, takes that back, or goes on.
func (c *Panel) pauseOrGoOn() tea.Cmd {
	switch p := c.progress(); {
	case p.Pausing:
		c.batch.Resume()
	case p.Active:
		c.batch.Pause()
	default:
		return c.readCost(nil)
	}
	return nil
}

func (c *Panel) cancel() tea.Cmd {
	if err := c.batch.Cancel(); err != nil {
		return frame.Notify(toast.Bad, err.Error())
	}
	return tea.Batch(frame.Notify(toast.Info, "the remaining pages are cancelled; "+c.env.Key(keymap.PagesRetryFailed)+" tries them again"), c.lookAround(false))
}

// again tries pages once more: at once while the batch runs, else after a look at the
// cost.
func (c *Panel) again(pages []int) tea.Cmd {
	if err := c.batch.Again(pages); err != nil {
		return frame.Notify(toast.Bad, err.Error())
	}
	if c.active() {
		return nil
	}
	return c.readCost(nil)
}

func (c *Panel) pagesDisabled(action keymap.Action) string {
	if c.batch == nil {
		return "there is no batch"
	}
	p := c.progress()
	_, page, ok := c.selected()
	switch action {
	case keymap.PagesOpen:
		if !ok || page.State != batch.Done && page.State != batch.Failed {
			return "the page has not been answered yet"
		}
	case keymap.PagesTable:
		if p.Done+p.Failed == 0 {
			return "no page has been answered yet"
		}
	case keymap.PagesPause:
		if p.Waiting+p.Running == 0 {
			return "no pages are left to query"
		}
	case keymap.PagesCancel:
		if p.Waiting+p.Running == 0 {
			return "nothing is left to cancel"
		}
	case keymap.PagesRetry:
		if !ok || page.State != batch.Failed && page.State != batch.Cancelled {
			return "the page has not failed"
		}
	case keymap.PagesRetryFailed:
		if p.Failed+p.Cancelled == 0 {
			return "no page has failed"
		}
	case keymap.PagesCopy:
		if !ok {
			return "no page is selected"
		}
	}
	return ""
}

// rowsMouse selects and scrolls.
func (c *Panel) rowsMouse(msg tea.MouseMsg) {
	r := &c.rows
	c.moveTo(r.cursor + frame.Wheel(msg))
	if msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
		if row := msg.Y - headHeight - 1; row >= 0 && row < r.height && r.top+row < c.count() {
			r.cursor = r.top + row
		}
	}
}

// reason is why a page failed, on one line.
func reason(err error) string {
	return strings.Join(strings.Fields(err.Error()), " ")
}
