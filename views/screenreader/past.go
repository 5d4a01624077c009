package screenreader

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"assay/client"
	past "assay/views/history"
	"assay/views/queries"
	"assay/wire"
	"assay/workspace/history"
)

// past lists the calls that were made, to choose one of them.
func (p *program) past(ctx context.Context) error {
	search, err := p.ask(ctx, "Search for words, or as in status:error kind:document after:2d; Enter lists all", "")
	if err != nil {
		return err
	}
	if err := p.history.Flush(ctx); err != nil {
		return err
	}
	entries, err := p.history.List(ctx, 0, -1)
	if err != nil {
		return err
	}
	if entries, err = past.Search(entries, search, time.Now()); err != nil {
		return err
	}
	p.say("%s, the latest first.", counted(len(entries), "call"))
	if len(entries) == 0 {
		return nil
	}
	var lines []string
	for i := range entries {
		lines = append(lines, entryLine(&entries[i]))
	}
	n, _, err := p.pickItem(ctx, "Call", lines, nil)
	if err != nil {
		return err
	}
	return p.openEntry(ctx, entries[n].ID)
}

func entryLine(e *history.Entry) string {
	parts := []string{e.At.Local().Format("2 January 15:04"), string(e.Kind) + " of " + e.Source}
	if e.Kind == history.Session {
		parts[1] = "session"
	}
	switch {
	case !e.OK():
		parts = append(parts, "failed, "+strings.ReplaceAll(e.Code, "_", " "))
	case e.Sum != "":
		parts = append(parts, e.Sum)
	}
	if e.Pinned {
		parts = append(parts, "pinned")
	}
	return strings.Join(parts, ", ")
}

// openEntry tells of a call, and does something with it.
func (p *program) openEntry(ctx context.Context, id int64) error {
	e, found, err := p.history.Get(ctx, id)
	if err != nil {
		return err
	}
	p.say("%s.", entryLine(e))
	for _, fact := range []struct{ name, text string }{
		{"File", e.Path}, {"Query", strings.Join(strings.Fields(e.Query), " ")}, {"Prompt", e.Prompt}, {"Params", strings.Join(past.Params(e.Params), ", ")}, {"Error", e.Error},
	} {
		if fact.text != "" {
			p.say("%s: %s", fact.name, fact.text)
		}
	}
	if e.OK() {
		p.say("Answered in %s for %s.", spoken(e.Took), counted(e.Cost, "call"))
	}
	choices, pin := []string{"again", "pin", "delete"}, "pin"
	if e.Pinned {
		choices[1], pin = "unpin", "unpin"
	}
	if found != nil {
		choices = append([]string{"read"}, choices...)
	}
	what, err := p.choose(ctx, "What to do with it; a dot goes back", choices[0], choices...)
	if err != nil {
		return err
	}
	switch what {
	case "read":
		return p.show(ctx, found.Data, found.Metadata, 0, 0)
	case pin:
		if err := p.history.Pin(ctx, !e.Pinned, id); err != nil {
			return err
		}
		p.say("It is %sned.", pin)
		return nil
	case "delete":
		if yes, err := p.confirm(ctx, "Delete it from the history?"); err != nil || !yes {
			return err
		}
		if err := p.history.Delete(ctx, id); err != nil {
			return err
		}
		p.say("It is deleted.")
		return nil
	}
	return p.askAgain(ctx, e)
}

// askAgain makes a call of the history again. What it costs is asked about as ever.
func (p *program) askAgain(ctx context.Context, e *history.Entry) error {
	if e.Masked || e.Origin == history.HTML {
		return errors.New("the page or a secret of this call was not kept: ask it anew")
	}
	var params any
	var r request
	document, session := client.DocumentRequest{Query: e.Query, Prompt: e.Prompt}, wire.SessionRequest{}
	switch e.Kind {
	case history.Document:
		document.Params = &wire.DocumentParams{}
		params = document.Params
	case history.Session:
		params = &session
	default:
		r.Query, r.Prompt, r.Params = e.Query, e.Prompt, &wire.Params{}
		params = r.Params
	}
	if e.Params != "" {
		if err := json.Unmarshal([]byte(e.Params), params); err != nil {
			return fmt.Errorf("the params of the call cannot be read: %w", err)
		}
	}
	switch e.Kind {
	case history.Document:
		return p.askDocuments(ctx, []string{e.Path}, document)
	case history.Session:
		return p.startSession(ctx, session)
	}
	r.URL = e.Address()
	if e.Path != "" {
		var err error
		if r.path, r.HTML, err = queries.ReadHTML(e.Path); err != nil {
			return err
		}
	}
	return p.offer(ctx, r)
}
