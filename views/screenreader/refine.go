package screenreader

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"assay/ui/jq"
	"assay/wire"
	"assay/workspace/wholefile"
)

// filter reads what a filter of jq's language makes of an answer, which is an answer
// of its own until its user goes back.
func (p *program) filter(ctx context.Context, a *answer, text string) error {
	if text == "" {
		return errors.New("say what to filter by, in jq's language, as in: filter .products[] | select(.price < 50)")
	}
	out, err := jq.NewInput(a.doc).Run(ctx, text)
	if err != nil {
		return err
	}
	if out.Cut != "" {
		p.say("Not all of it: %s.", out.Cut)
	}
	data := bytes.TrimSpace(out.Data)
	if out.Values != 1 {
		data = fmt.Appendf(nil, "[%s]", bytes.ReplaceAll(data, []byte("\n"), []byte(",")))
	}
	filtered, err := newAnswer(ctx, data, wire.Metadata{})
	if err != nil {
		return err
	}
	p.say("%s. %s.", counted(out.Values, "value"), counted(len(filtered.nodes), "line"))
	err = p.readAnswer(ctx, filtered)
	if err == nil {
		p.say("Back to the whole answer.")
	}
	return err
}

// changes tells what is another in an answer than in the one before it.
func (p *program) changes(ctx context.Context, a *answer) error {
	if p.earlier == nil || a != p.last {
		return errors.New("there is no answer before it to compare with")
	}
	if bytes.Equal(p.earlier.doc.Data(), a.doc.Data()) {
		p.say("Nothing has changed since the answer before.")
		return nil
	}
	p.tellChanges(ctx, p.earlier.doc, a.doc)
	return nil
}

// picture saves the screenshot of the page.
func (p *program) picture(ctx context.Context, a *answer, path string) error {
	if a.metadata.Screenshot == nil {
		return errors.New("the answer came without a screenshot: set screenshot to yes in the params of the next call")
	}
	data, err := base64.StdEncoding.DecodeString(*a.metadata.Screenshot)
	if err != nil {
		return fmt.Errorf("reading the screenshot: %w", err)
	}
	if path == "" {
		if path, err = p.ask(ctx, "File", "page.png"); err != nil {
			return err
		}
	}
	if path = file(path); !strings.EqualFold(filepath.Ext(path), ".png") {
		path += ".png"
	}
	return p.store(ctx, path, data)
}

// store writes a file, asking before another takes its place.
func (p *program) store(ctx context.Context, path string, data []byte) error {
	if isFile(path) {
		if over, err := p.confirm(ctx, path+" is there already. Write over it?"); err != nil || !over {
			return err
		}
	}
	if err := wholefile.Replace(path, data, 0o600); err != nil {
		return fmt.Errorf("saving to a file: %w", err)
	}
	p.say("Saved to %s.", path)
	return nil
}
