package screenreader

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"assay/client"
	cover "assay/views/batch"
	"assay/wire"
	"assay/workspace/batch"
)

// batch asks a query of many pages, or goes on with one that was begun.
func (p *program) batch(ctx context.Context) error {
	folder := p.state.Path(cover.Folder)
	kept, err := batch.Folder(folder)
	if err != nil {
		return err
	}
	if len(kept) > 0 && p.ahead == "" {
		what, err := p.choose(ctx, "A new batch, or an earlier one", "new", "new", "earlier")
		if err != nil {
			return err
		}
		if what == "earlier" {
			return p.earlierBatch(ctx, kept)
		}
	}
	list, err := p.askList(ctx)
	if err != nil {
		return err
	}
	q, err := p.askQuestion(ctx)
	if err != nil {
		return err
	}
	plan := batch.Plan{Query: q.query, Prompt: q.prompt, URLs: list.URLs}
	if set, err := p.choose(ctx, "Go on, or set params", "go", "go", "params"); err != nil {
		return err
	} else if set == "params" {
		if plan.Params, err = p.askParams(ctx, nil); err != nil {
			return err
		}
	}
	if yes, err := p.confirmCost(ctx, counted(len(list.URLs), "page"), len(list.URLs)); err != nil || !yes {
		return err
	}
	now := time.Now()
	b, err := batch.New(p.state.Path(cover.Folder+"/"+batch.Name(now)), plan, now)
	if err == nil {
		err = batch.Prune(folder, cover.Keep)
	}
	if err != nil {
		return err
	}
	return p.runBatch(ctx, b)
}

// askList asks for addresses, one a line, or for a file of them.
func (p *program) askList(ctx context.Context) (batch.List, error) {
	text, err := p.ask(ctx, "Addresses: a file with one a line, or the first of them", "")
	if err != nil {
		return batch.List{}, err
	}
	if path := file(text); isFile(path) {
		if text, err = batch.ReadFile(path); err != nil {
			return batch.List{}, err
		}
	} else {
		for more := text; more != ""; text += "\n" + more {
			if more, err = p.ask(ctx, "Another, or Enter for no more", ""); err != nil {
				return batch.List{}, err
			}
		}
	}
	list, err := batch.ReadList(strings.NewReader(text))
	if err != nil {
		return list, err
	}
	for _, line := range list.Invalid {
		p.say("Line %d is no address and is left out: %s", line.Number, line.Text)
	}
	if n := len(list.Duplicates); n > 0 {
		p.say("Left out, as named before: %s", counted(n, "line"))
	}
	if len(list.URLs) == 0 {
		return list, errors.New("there is no address to ask about")
	}
	p.say("%s.", counted(len(list.URLs), "page"))
	return list, nil
}

// earlierBatch opens a batch from its journal, and goes on with it if it is not
// through.
func (p *program) earlierBatch(ctx context.Context, kept []batch.Kept) error {
	var lines []string
	for _, k := range kept {
		state := "complete"
		if !k.Complete {
			state = "unfinished"
		}
		lines = append(lines, fmt.Sprintf("%s, %s, %s, first %s", k.Created.Local().Format("2 January 15:04"), counted(k.Total, "page"), state, k.First))
	}
	n, _, err := p.pickItem(ctx, "Batch", lines, nil)
	if err != nil {
		return err
	}
	b, err := batch.Open(kept[n].Path)
	if err != nil {
		return err
	}
	if proxy := planProxy(b); proxy != nil && proxy.Username != "" {
		password, err := p.askSecret(ctx, "Password of the proxy")
		if err != nil {
			return errors.Join(err, b.Close())
		}
		b.SetPassword(password)
	}
	waiting := b.Progress(time.Now()).Waiting
	if failed := b.Find(batch.Failed); len(failed) > 0 {
		again, err := p.askWhether(ctx, counted(len(failed), "page")+" failed. Try again?", false)
		if err == nil && again {
			err = b.Again(failed)
			waiting += len(failed)
		}
		if err != nil {
			return errors.Join(err, b.Close())
		}
	}
	if waiting == 0 {
		return p.readBatch(ctx, b)
	}
	yes, err := p.confirmCost(ctx, counted(waiting, "page"), waiting)
	if err != nil || !yes {
		return errors.Join(err, b.Close())
	}
	return p.runBatch(ctx, b)
}

func planProxy(b *batch.Batch) *wire.Proxy {
	if params := b.Plan().Params; params != nil {
		return params.Proxy
	}
	return nil
}

// runBatch asks about the pages that wait, tells of each, and reads what they gave.
func (p *program) runBatch(ctx context.Context, b *batch.Batch) error {
	p.say("Asking. Ctrl+C pauses.")
	ask := func(ctx context.Context, r wire.QueryRequest) (*wire.QueryResponse, error) {
		c, err := p.service.Client(ctx)
		if err != nil {
			return nil, err
		}
		response, _, err := p.recorded(ctx, c, request{QueryRequest: r})
		if errors.Is(err, client.ErrUnreachable) {
			p.service.Forget()
		}
		return response, err
	}
	tell := func(page int, _ *wire.QueryResponse, err error) {
		said := "failed: "
		if err != nil {
			said += err.Error()
		} else {
			said = counted(b.Pages(page, page+1)[0].Records, "record")
		}
		p.say("%d of %d, %s: %s", b.Progress(time.Now()).Through(), b.Len(), b.Pages(page, page+1)[0].URL, said)
	}
	err := p.run(ctx, "asking", func(ctx context.Context) error { return b.Run(ctx, ask, tell) })
	var stopped *batch.Stopped
	progress := b.Progress(time.Now())
	switch {
	case errors.As(err, &stopped):
		p.say("It is paused: %s.", stopped.Cause)
	case errors.Is(err, context.Canceled):
		p.say("It is paused.")
	case err != nil:
		return errors.Join(err, b.Close())
	}
	if progress.Waiting > 0 {
		p.say("%s wait. To go on with them: batch, then earlier.", counted(progress.Waiting, "page"))
	}
	p.say("%s answered, %d failed.", counted(progress.Done, "page"), progress.Failed)
	if progress.ErrorPages > 0 {
		p.say("%s of those answered came with an error's status, such as 404: what they gave may be of no use.", counted(progress.ErrorPages, "page"))
	}
	return p.readBatch(ctx, b)
}

// readBatch reads what all pages gave as one list, and closes the batch.
func (p *program) readBatch(ctx context.Context, b *batch.Batch) error {
	data, _, err := b.Table(ctx)
	if err = errors.Join(err, b.Close()); err != nil {
		return err
	}
	return p.show(ctx, data, wire.Metadata{}, 0, 0)
}
