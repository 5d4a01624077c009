package screenreader

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assay/client"
	"assay/ui/cells"
	"assay/views/result"
	"assay/wire"
	"assay/wire/pages"
	"assay/workspace/history"
	"assay/workspace/records"
)

// document is a file that can be sent, and what it costs.
type document struct {
	path string
	file pages.File
}

// documents asks files for data.
func (p *program) documents(ctx context.Context) error {
	text, err := p.ask(ctx, "Files: paths or patterns such as *.pdf, with blanks between them", "")
	if err != nil {
		return err
	}
	files := chosenFiles(text)
	if len(files) == 0 {
		return errBack
	}
	q, err := p.askQuestion(ctx)
	if err != nil {
		return err
	}
	request := client.DocumentRequest{Query: q.query, Prompt: q.prompt}
	var params wire.DocumentParams
	if params.Mode, err = p.choose(ctx, "Mode", wire.ModeFast, wire.ModeFast, wire.ModeStandard); err != nil {
		return err
	}
	if params.Evidence, err = p.askWhether(ctx, "Evidence: say where each value was read?", false); err != nil {
		return err
	}
	if params.Mode == wire.ModeFast {
		params.Mode = ""
	}
	if params != (wire.DocumentParams{}) {
		request.Params = &params
	}
	return p.askDocuments(ctx, files, request)
}

// chosenFiles returns the files that a line names, plainly or by patterns, each once.
func chosenFiles(text string) []string {
	var files []string
	for _, line := range paths(text) {
		words := line.Words
		if isFile(line.Whole) {
			words = []string{line.Whole}
		}
		for _, word := range words {
			matches, err := filepath.Glob(word)
			if isFile(word) || err != nil || len(matches) == 0 {
				matches = []string{word}
			}
			for _, match := range matches {
				if !slices.Contains(files, match) {
					files = append(files, match)
				}
			}
		}
	}
	return files
}

// askDocuments tells what files cost, asks whether to send them, and does.
func (p *program) askDocuments(ctx context.Context, files []string, request client.DocumentRequest) error {
	documents, calls, err := p.count(ctx, files)
	if err != nil {
		return err
	}
	if len(documents) == 0 {
		p.say("Nothing can be sent.")
		return nil
	}
	if yes, err := p.confirmCost(ctx, counted(len(documents), "file"), calls); err != nil || !yes {
		return err
	}
	var parts []records.Part
	var took time.Duration
	p.say("Sending. Ctrl+C cancels.")
	err = p.call(ctx, "reading", func(ctx context.Context, c *client.Client) error {
		calls = 0
		for i, d := range documents {
			response, spent, err := p.askDocument(ctx, c, d, request)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			name, said := filepath.Base(d.path), "read"
			part := records.Part{File: name, Err: err}
			if err != nil {
				said = "failed: " + err.Error()
			} else {
				part.Data, part.Metadata = response.Data, &response.Metadata
				calls += d.file.Pages
			}
			took += spent
			parts = append(parts, part)
			p.say("%d of %d, %s: %s.", i+1, len(documents), name, strings.TrimSuffix(said, "."))
			if errors.Is(err, client.ErrUnauthorized) || errors.Is(err, client.ErrQuotaExhausted) || errors.Is(err, client.ErrUnreachable) {
				return err // the others would meet the same
			}
		}
		return nil
	})
	if err != nil && !(errors.Is(err, context.Canceled) && len(parts) > 0) {
		return err
	}
	data, metadata, err := joined(parts)
	if err != nil || data == nil {
		return err
	}
	return p.show(ctx, data, metadata, took, calls)
}

// count says what each file costs, and returns those that are to be sent. A file
// whose cost is not known is asked about apart.
func (p *program) count(ctx context.Context, files []string) (documents []document, calls int, err error) {
	for _, path := range files {
		file, err := pages.CountFile(ctx, path)
		name := filepath.Base(path)
		switch {
		case errors.Is(err, pages.ErrUncountable):
			p.say("%s: its pages cannot be counted here, so what it costs is not known.", name)
			if yes, err := p.confirm(ctx, "Send it too?"); err != nil {
				return nil, 0, err
			} else if !yes {
				continue
			}
		case err != nil:
			p.say("%s: cannot be sent: %s.", name, err)
			continue
		default:
			p.say("%s: %s, %s, %s.", name, file.Kind, counted(file.Pages, "page"), counted(file.Pages, "call"))
		}
		documents, calls = append(documents, document{path, file}), calls+file.Pages
	}
	return documents, calls, nil
}

// confirmCost tells what something costs and what is left, and asks whether to do it.
// What costs more than is left is not asked about.
func (p *program) confirmCost(ctx context.Context, what string, calls int) (bool, error) {
	usage, err := p.readUsage(ctx)
	if err != nil {
		return false, err
	}
	left := usage.Left()
	if int64(calls) > left {
		p.say("%s for %s, but %s left until %s. Nothing is sent.", what, counted(calls, "call"), are(left), usage.PeriodEnd.Local().Format(dayFormat))
		return false, nil
	}
	return p.confirm(ctx, fmt.Sprintf("%s for %s. Left now %s, after %s. Send?", what, counted(calls, "call"), cells.Group(left), cells.Group(left-int64(calls))))
}

func are(n int64) string {
	if n == 1 {
		return "1 is"
	}
	return cells.Group(n) + " are"
}

// askDocument queries a file, unless it changed since its cost was told.
func (p *program) askDocument(ctx context.Context, c *client.Client, d document, request client.DocumentRequest) (*wire.QueryResponse, time.Duration, error) {
	if now, err := pages.Stat(d.path); err != nil || !now.Same(d.file) {
		return nil, 0, errors.Join(errors.New("the file has changed since its cost was told"), err)
	}
	file, err := os.Open(d.path)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	request.File, request.Name, request.Size = file, d.path, d.file.Size
	start := time.Now()
	response, err := c.QueryDocument(ctx, request)
	outcome := history.Outcome{Response: response, Err: err, Took: time.Since(start), Cost: d.file.Pages}
	if response != nil {
		outcome.Sum = result.Sum(response.Data)
	}
	p.history.Record(history.OfDocument(start, request, d.path), outcome)
	return response, outcome.Took, err
}

// joined makes one answer of those of several files: a list of the files, each with
// its data or its error. The answer of a single file stays as it is; without any
// there is none.
func joined(parts []records.Part) (json.RawMessage, wire.Metadata, error) {
	if len(parts) == 1 {
		if parts[0].Err != nil {
			return nil, wire.Metadata{}, nil // it was told
		}
		return parts[0].Data, *parts[0].Metadata, nil
	}
	var metadata wire.Metadata
	for i := range parts {
		if parts[i].Metadata == nil {
			continue
		}
		for _, e := range parts[i].Metadata.Evidence {
			e.Pointer = fmt.Sprintf("/%d/data%s", i, e.Pointer)
			metadata.Evidence = append(metadata.Evidence, e)
		}
		parts[i].Metadata = nil
	}
	var b bytes.Buffer
	err := records.WriteJSON(&b, parts, false)
	return b.Bytes(), metadata, err
}
