package screenreader

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"assay/client"
	"assay/ui/cells"
	"assay/ui/jsondiff"
	"assay/ui/jsondoc"
	"assay/views/queries"
	"assay/views/result"
	"assay/wire"
	"assay/wire/snippet"
	"assay/workspace/history"
	"assay/workspace/saved"
	"assay/workspace/watch"
)

// query asks a page.
func (p *program) query(ctx context.Context) error {
	r, err := p.askRequest(ctx)
	if err != nil {
		return err
	}
	return p.offer(ctx, r)
}

// offer sends a query, or does what else there is to do with it.
func (p *program) offer(ctx context.Context, r request) error {
	for {
		what, err := p.choose(ctx, "Send it for 1 call, or something else", "send", "send", "params", "watch", "snippet", "keep")
		switch {
		case err != nil:
			return err
		case what == "params":
			r.Params, err = p.askParams(ctx, r.Params)
		case what == "watch":
			return p.watch(ctx, r)
		case what == "snippet":
			err = p.copySnippet(ctx, r)
		case what == "keep":
			err = p.keep(ctx, r)
		default:
			return p.send(ctx, r)
		}
		if err != nil {
			return err
		}
	}
}

// send makes the call and reads its answer.
func (p *program) send(ctx context.Context, r request) error {
	p.say("Asking. Ctrl+C cancels.")
	var response *wire.QueryResponse
	var took time.Duration
	err := p.call(ctx, "asking", func(ctx context.Context, c *client.Client) (err error) {
		response, took, err = p.recorded(ctx, c, r)
		return err
	})
	if err != nil {
		return err
	}
	return p.show(ctx, response.Data, response.Metadata, took, 1)
}

// recorded makes a call that the history keeps.
func (p *program) recorded(ctx context.Context, c *client.Client, r request) (*wire.QueryResponse, time.Duration, error) {
	start := time.Now()
	response, err := c.Query(ctx, r.QueryRequest)
	outcome := history.Outcome{Response: response, Err: err, Took: time.Since(start), Cost: 1}
	if response != nil {
		outcome.Sum = result.SumOf(response)
	}
	p.history.Record(history.OfQuery(start, r.QueryRequest, r.path), outcome)
	return response, outcome.Took, err
}

// copySnippet copies the request as a piece of a program.
func (p *program) copySnippet(ctx context.Context, r request) error {
	languages := snippet.Languages()
	var names []string
	for _, l := range languages {
		names = append(names, l.Name)
	}
	name, err := p.choose(ctx, "Language", names[0], names...)
	if err != nil {
		return err
	}
	return p.call(ctx, "finding the service", func(ctx context.Context, c *client.Client) error {
		for _, l := range languages {
			if l.Name == name {
				return p.copy(ctx, "the snippet", l.Write(c.BaseURL(), r.QueryRequest))
			}
		}
		return nil
	})
}

// keep saves the query to a file, to be opened again by its name.
func (p *program) keep(ctx context.Context, r request) error {
	name, err := p.ask(ctx, "File, in "+p.workspace(), "query"+saved.Extension)
	if err != nil {
		return err
	}
	path := filepath.Join(p.workspace(), name)
	if filepath.Ext(path) != saved.Extension {
		path += saved.Extension
	}
	if isFile(path) {
		if over, err := p.confirm(ctx, path+" is there already. Write over it?"); err != nil || !over {
			return err
		}
	}
	f := saved.File{URL: r.URL, HTML: r.path, Query: r.Query, Prompt: r.Prompt, IsPrompt: r.Query == ""}
	if r.Params != nil {
		f.Params = *r.Params
	}
	if err := f.Write(path); err != nil {
		return err
	}
	p.say("Saved to %s.", path)
	return nil
}

// watch asks again and again, and tells what changes, until Ctrl+C.
func (p *program) watch(ctx context.Context, r request) error {
	var every time.Duration
	_, err := p.askUntil(ctx, "Every, such as 30s, 5m or 2h", "5m", func(text string) (err error) {
		if every, err = time.ParseDuration(text); err != nil {
			return fmt.Errorf("%q is no time such as 30s, 5m or 2h", text)
		}
		return watch.Check(every, watch.Least)
	})
	if err != nil {
		return err
	}
	usage, err := p.readUsage(ctx)
	if err != nil {
		return err
	}
	p.say("That is up to %s an hour and %s a day. Left: %s.", counted(watch.Hourly(every), "call"), counted(watch.Daily(every), "call"), cells.Group(usage.Left()))
	if at, ok := watch.UsedUp(usage, every, time.Now()); ok {
		p.say("They would be used up on %s.", at.Local().Format(dayFormat))
	}
	if yes, err := p.confirm(ctx, "Watch it?"); err != nil || !yes {
		return err
	}
	p.say("Watching. Ctrl+C ends it.")
	ask := func(ctx context.Context) (json.RawMessage, error) {
		c, err := p.service.Client(ctx)
		if err != nil {
			return nil, err
		}
		if r.path != "" {
			if r.path, r.HTML, err = queries.ReadHTML(r.path); err != nil {
				return nil, err
			}
		}
		response, _, err := p.recorded(ctx, c, r)
		if err != nil {
			return nil, err
		}
		return response.Data, nil
	}
	err = p.run(ctx, "", func(ctx context.Context) error { return watch.Run(ctx, every, ask, p.tellWatched(ctx)) })
	p.say("It is no longer watched.")
	return err
}

// tellWatched returns what tells of each run: nothing is said twice.
func (p *program) tellWatched(ctx context.Context) func(watch.Event) {
	return func(e watch.Event) {
		at := e.At.Local().Format(time.TimeOnly)
		if e.Step == watch.Failing {
			if !e.Repeat {
				p.say("%s: failed: %s. It is tried again.", at, e.Err)
			}
			return
		}
		if e.Step == watch.Unchanged && e.Repeat {
			return
		}
		a, err := newAnswer(ctx, e.Data, wire.Metadata{})
		if err != nil {
			p.say("%s: failed: %s", at, err)
			return
		}
		before := p.last
		p.last = a
		switch {
		case e.Step == watch.First:
			p.say("%s: answered, %s.", at, counted(len(a.nodes), "line"))
		case e.Step == watch.Unchanged:
			p.say("%s: answered again, and nothing has changed.", at)
		default:
			p.say("%s: changed.", at)
			p.tellChanges(ctx, before.doc, a.doc)
		}
	}
}

// tellChanges says what is new, gone or another in an answer.
func (p *program) tellChanges(ctx context.Context, before, after *jsondoc.Document) {
	diff, err := jsondiff.Of(ctx, before, after)
	if err != nil {
		return // it is no longer watched
	}
	both, err := newAnswer(ctx, diff.Data, wire.Metadata{})
	if err != nil {
		p.say("Failed: %s", err)
		return
	}
	words := map[jsondiff.Change]string{jsondiff.Added: "New", jsondiff.Removed: "Gone", jsondiff.Changed: "Changed"}
	for i, n := range diff.At {
		if i == pageLines {
			p.say("And %s more. The command answer reads all of it.", counted(len(diff.At)-i, "change"))
			return
		}
		was := ""
		if old, ok := diff.Was[n]; ok {
			was = ", was " + old
		}
		p.say("%s: %s%s", words[diff.Changes[n]], both.line(n), was)
	}
}
