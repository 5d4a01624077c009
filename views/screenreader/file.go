package screenreader

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"assay/views/result"
	"assay/wire"
)

// View talks about one file of JSON or NDJSON until the user leaves it. Of the options it
// needs the streams only: a file has no service.
func View(ctx context.Context, options Options, name string, data []byte) error {
	p := &program{options: options, dialogue: newDialogue(options)}
	err := p.readFile(ctx, name, data)
	if errors.Is(err, errLeave) {
		return nil
	}
	return err
}

// Read writes all lines of a file, for whom nobody answers.
func Read(ctx context.Context, out io.Writer, name string, data []byte) error {
	p := &program{dialogue: &dialogue{out: out}}
	a, err := p.openFile(ctx, name, data)
	if err != nil {
		return err
	}
	for _, n := range a.nodes {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.say("%s", a.line(n))
	}
	return nil
}

func newDialogue(o Options) *dialogue {
	return &dialogue{in: bufio.NewReader(o.In), out: o.Out, secretly: o.Secret, interrupts: o.Interrupts, echoes: o.Echoes}
}

// view reads a file the way an answer is read.
func (p *program) view(ctx context.Context) error {
	path, err := p.ask(ctx, "JSON or NDJSON file", "")
	if err != nil {
		return err
	}
	if path == "" {
		return errBack
	}
	data, err := os.ReadFile(file(path))
	if err != nil {
		return fmt.Errorf("reading the file: %w", err)
	}
	return p.readFile(ctx, path, data)
}

func (p *program) readFile(ctx context.Context, name string, data []byte) error {
	a, err := p.openFile(ctx, name, data)
	if err != nil {
		return err
	}
	return p.readAnswer(ctx, a)
}

// openFile says what a file holds.
func (p *program) openFile(ctx context.Context, name string, data []byte) (*answer, error) {
	a, err := newAnswer(ctx, bytes.TrimPrefix(data, []byte("\ufeff")), wire.Metadata{})
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", name, err)
	}
	said := name
	if a.doc.Many() {
		said += ": " + counted(a.doc.Count(a.doc.Root()), "document")
	} else if sum := result.Sum(data); sum != "" {
		said += ": " + sum
	}
	p.say("%s. %s.", said, counted(len(a.nodes), "line"))
	return a, nil
}
