package batch

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/textline"
	"assay/workspace/batch"
)

// narrow is the text that the pages shown have in their address, in their state or in what
// went wrong.
type narrow struct {
	field *textline.Model // nil until it was asked for
	typed bool            // it is being typed
	text  string          // in small letters; "" for all
}

func (c *Panel) openNarrow() {
	n := &c.rows.narrow
	if n.field == nil {
		n.field = textline.New(c.theme, c.env.Keys)
		n.field.SetPlaceholder("part of an address or an error, or failed, error page, done, left")
	}
	n.typed = true
	n.field.SetTheme(c.theme)
	n.field.Focus()
}

// narrowKey handles a key while the text is typed.
func (c *Panel) narrowKey(msg tea.KeyMsg) tea.Cmd {
	n := &c.rows.narrow
	if !msg.Paste {
		switch action := c.env.Keys.Find(msg.String(), keymap.Search); action {
		case keymap.SearchAccept:
			n.typed = false
			n.field.Blur()
			return nil
		case keymap.SearchCancel:
			c.endNarrow()
			return nil
		case keymap.SearchNext, keymap.SearchPrev:
			step := 1
			if action == keymap.SearchPrev {
				step = -1
			}
			c.moveTo(c.rows.cursor + step)
			return nil
		}
	}
	cmd := n.field.Update(msg)
	c.setNarrow(n.field.Value())
	return cmd
}

// setNarrow shows the pages with a text; the cursor stays on its page if that is one.
func (c *Panel) setNarrow(text string) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == c.rows.narrow.text {
		return
	}
	before := c.page(c.rows.cursor)
	c.rows.narrow.text, c.rows.foundAt, c.rows.cursor, c.rows.top = text, 0, 0, 0
	for row := range c.count() {
		if c.page(row) == before {
			c.rows.cursor = row
			break
		}
	}
}

// endNarrow shows all pages again.
func (c *Panel) endNarrow() {
	c.setNarrow("")
	c.rows.narrow = narrow{}
}

// holds returns what a page that is shown must be; nil for any.
func (r *rows) holds() func(batch.Page) bool {
	text := r.narrow.text
	if text == "" {
		return nil
	}
	return func(p batch.Page) bool {
		return strings.Contains(strings.ToLower(p.URL), text) || strings.HasPrefix(stateWords(p), text) ||
			p.Err != nil && strings.Contains(strings.ToLower(p.Err.Error()), text)
	}
}

// stateWords is what the state of a page is searched by.
func stateWords(p batch.Page) string {
	switch {
	case p.State == batch.Failed || p.State == batch.Cancelled:
		return "failed"
	case p.IsError():
		return "error pages"
	case p.State == batch.Done:
		return "done"
	}
	return "left"
}
