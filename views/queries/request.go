package queries

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/toast"
	"assay/views/frame"
	"assay/wire"
)

// request is what a query asks of what, as it stood in the fields.
type request struct {
	wire.QueryRequest        // without its page
	from              place  // where the page comes from
	address           string // with its variables filled in
	source            string // a short name of the page
	question          string // what is asked of what, to know the same again
}

// prepare returns the request of the query on the screen. One that cannot be sent is
// refused with a command that says why; the cursor goes to where that is.
func (v *View) prepare() (request, tea.Cmd) {
	filled, err := v.fill()
	if err != nil {
		return request{}, frame.Notify(toast.Warn, err.Error())
	}
	if err := v.ask.Check(); err != nil {
		v.move(paneEditor, true)
		return request{}, frame.Notify(toast.Warn, err.Error())
	}
	from := v.source.place()
	if err := from.check(filled.url); err != nil {
		return request{}, v.faulty(err)
	}
	if err := v.settings.Check(); err != nil {
		return request{}, frame.Notify(toast.Warn, err.Error())
	}
	wanted := v.settings
	wanted.Evidence = wanted.Evidence || v.result.EvidenceOpen()
	return request{
		QueryRequest: wire.QueryRequest{Params: wanted.params(), Query: filled.query, Prompt: filled.prompt},
		from:         from, address: filled.url, source: from.name(),
		question: v.question(filled.query, filled.prompt),
	}, nil
}

// question names what is asked of what, to know the same again.
func (d *tab) question(query, prompt string) string {
	from := d.source.place()
	return strings.Join([]string{query, prompt, string(from.kind()), from.name()}, "\n")
}

// read returns the request with its page, and the path of the page's file or "". It
// reads that file, and belongs in commands.
func (r request) read() (wire.QueryRequest, string, error) {
	p, err := r.from.read(r.address)
	whole := r.QueryRequest
	whole.URL, whole.HTML = p.url, p.html
	return whole, p.path, err
}
