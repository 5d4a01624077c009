package screenreader

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"assay/client"
	"assay/views/calls"
	"assay/views/frame"
	historytab "assay/views/history"
	"assay/views/queries"
	sessionstab "assay/views/sessions"
	"assay/wire"
	"assay/workspace/history"
)

// sessions lists the remote browsers, to choose one of them or to create another.
func (p *program) sessions(ctx context.Context) error {
	for {
		var alive []wire.SessionInfo
		err := p.call(ctx, "listing", func(ctx context.Context, c *client.Client) error {
			all, err := c.Sessions(ctx)
			for _, s := range all {
				if s.Alive() {
					alive = append(alive, s)
				}
			}
			return err
		})
		if errors.Is(err, client.ErrNoSessionCalls) {
			p.say("This service does not list sessions.")
		} else if err != nil {
			return err
		}
		var lines []string
		for i := range alive {
			lines = append(lines, sessionLine(&alive[i]))
		}
		if p.ahead == "" {
			p.say("%s.", frame.Counted(len(alive), "session"))
		}
		n, other := p.pickItem(ctx, "Session", lines, "create")
		switch {
		case p.err != nil:
			return nil
		case other == "create":
			err = p.createSession(ctx)
		default:
			err = p.session(ctx, alive[n].Session)
		}
		if err = errors.Join(err, p.unanswered()); err != nil && !errors.Is(err, errBack) {
			return err
		}
	}
}

func sessionLine(s *wire.SessionInfo) string {
	parts := []string{s.State, s.UAPreset, s.BrowserProfile, frame.Counted(s.Clients, "client")}
	if s.SecondsToTeardown != nil {
		parts = append(parts, "ends in "+spoken(time.Duration(*s.SecondsToTeardown*float64(time.Second))))
	}
	if len(s.Pages) > 0 {
		parts = append(parts, "shows "+strings.TrimSpace(s.Pages[0].Title+" "+s.Pages[0].URL))
	}
	return strings.Join(parts, ", ")
}

// createSession starts a browser, and goes on with it.
func (p *program) createSession(ctx context.Context) error {
	p.ahead = ""
	var r wire.SessionRequest
	if p.choose(ctx, "Start it as usual, or choose how", "start", "start", "choose") == "choose" {
		r = sessionstab.RequestOf(p.fill(ctx, sessionstab.Fields()))
	}
	return p.startSession(ctx, r)
}

func (p *program) startSession(ctx context.Context, r wire.SessionRequest) error {
	if p.err != nil {
		return nil
	}
	var session *wire.Session
	p.say("Starting a browser. Ctrl+C cancels.")
	err := p.run(ctx, "starting a browser", func(ctx context.Context) (err error) {
		session, err = calls.Session(ctx, p.env, r)
		return err
	})
	if err != nil {
		return err
	}
	p.say("Session %s is there.", session.ID)
	return p.session(ctx, *session)
}

// session does something with a session until the user goes back or it ends. Its
// addresses are secrets: they are copied, and said only if the user asks for that.
func (p *program) session(ctx context.Context, s wire.Session) (err error) {
	for p.err == nil {
		switch p.choose(ctx, "Copy the address for scripts, or something else; a dot goes back", "copy",
			"copy", "plain", "live", "base", "say", "end", "help") {
		case "copy":
			err = p.copy(ctx, "cdp_url", s.CDPURL)
		case "plain":
			err = p.copy(ctx, "cdp_url without TLS", wire.PlainURL(s.CDPURL))
		case "live":
			err = p.copy(ctx, "the live view's address", wire.PlainURL(s.StreamURL(0)))
		case "base":
			err = p.copy(ctx, "base_url", s.BaseURL)
		case "say":
			p.say("cdp_url: %s", s.CDPURL)
			p.say("base_url: %s", s.BaseURL)
		case "help":
			p.say("copy: cdp_url. plain: cdp_url without TLS, on this machine. live: the address of the live view. base: base_url.")
			p.say("say: says the addresses, which are secrets. end: ends the session.")
		case "end":
			if !p.confirm(ctx, "End the session and its browser?") {
				continue
			}
			err = p.call(ctx, "ending the session", func(ctx context.Context, c *client.Client) error { return c.EndSession(ctx, s.ID) })
			if err == nil {
				p.say("The session has ended.")
			}
			return err
		}
		p.fail(err)
	}
	return nil
}

// history lists the calls that were made, to choose one of them.
func (p *program) history(ctx context.Context) error {
	search := p.ask(ctx, "Search for words, such as document, failed or pinned; Enter lists all", "")
	if err := p.env.History.Flush(ctx); err != nil || p.err != nil {
		return err
	}
	entries, err := p.env.History.List(ctx, 0, -1)
	if err != nil {
		return err
	}
	entries = historytab.Search(entries, search)
	p.say("%s, the latest first.", frame.Counted(len(entries), "call"))
	if len(entries) == 0 {
		return nil
	}
	var lines []string
	for i := range entries {
		lines = append(lines, entryLine(&entries[i]))
	}
	n, _ := p.pickItem(ctx, "Call", lines)
	if p.err != nil {
		return nil
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
	e, found, err := p.env.History.Get(ctx, id)
	if err != nil {
		return err
	}
	p.say("%s.", entryLine(e))
	for _, fact := range []struct{ name, text string }{
		{"File", e.Path}, {"Query", oneLine(e.Query)}, {"Prompt", e.Prompt}, {"Params", strings.Join(historytab.Params(e.Params), ", ")}, {"Error", e.Error},
	} {
		if fact.text != "" {
			p.say("%s: %s", fact.name, fact.text)
		}
	}
	if e.OK() {
		p.say("Answered in %s for %s.", spoken(e.Took), frame.Counted(e.Cost, "call"))
	}
	choices, pin := []string{"again", "pin", "delete"}, "pin"
	if e.Pinned {
		choices[1], pin = "unpin", "unpin"
	}
	if found != nil {
		choices = append([]string{"read"}, choices...)
	}
	switch p.choose(ctx, "What to do with it; a dot goes back", choices[0], choices...) {
	case "read":
		return p.show(ctx, found.Data, found.Metadata, 0, 0)
	case pin:
		if err = p.env.History.Pin(ctx, !e.Pinned, id); err == nil {
			p.say("It is %sned.", pin)
		}
	case "delete":
		if p.confirm(ctx, "Delete it from the history?") {
			if err = p.env.History.Delete(ctx, id); err == nil {
				p.say("It is deleted.")
			}
		}
	case "again":
		return p.askAgain(ctx, e)
	}
	return err
}

// askAgain makes a call of the history again. What it costs is asked about as ever.
func (p *program) askAgain(ctx context.Context, e *history.Entry) error {
	if e.Masked || e.Origin == history.HTML {
		return errors.New("the page or a secret of this call was not kept: ask it anew")
	}
	params := func(into any) error {
		if err := json.Unmarshal([]byte(e.Params), into); e.Params != "" && err != nil {
			return fmt.Errorf("the params of the call cannot be read: %w", err)
		}
		return nil
	}
	switch e.Kind {
	case history.Document:
		r := client.DocumentRequest{Query: e.Query, Prompt: e.Prompt, Params: &wire.DocumentParams{}}
		if err := params(r.Params); err != nil {
			return err
		}
		return p.askDocuments(ctx, []string{e.Path}, r)
	case history.Session:
		var r wire.SessionRequest
		if err := params(&r); err != nil {
			return err
		}
		return p.startSession(ctx, r)
	}
	r := request{QueryRequest: wire.QueryRequest{URL: e.Address(), Query: e.Query, Prompt: e.Prompt, Params: &wire.Params{}}}
	err := params(r.Params)
	if err == nil && e.Path != "" {
		r.path, r.HTML, err = queries.ReadHTML(e.Path)
	}
	if err != nil {
		return err
	}
	return p.offer(ctx, r)
}
