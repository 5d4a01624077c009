package screenreader

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"

	"assay/client"
	"assay/views/result"
	"assay/views/viewer"
)

// View talks about one file of JSON, NDJSON or YAML until the user leaves it. Of the options it
// needs the streams only: a file has no service.
func View(ctx context.Context, options Options, name string, data []byte) error {
	p := &program{options: options, dialogue: newDialogue(options)}
	err := p.readFile(ctx, name, data)
	if errors.Is(err, errLeave) {
		return nil
	}
	return err
}

func newDialogue(o Options) *dialogue {
	return &dialogue{in: bufio.NewReader(o.In), out: o.Out, secretly: o.Secret, interrupts: o.Interrupts, echoes: o.Echoes}
}

// view reads a file the way an answer is read.
func (p *program) view(ctx context.Context) error {
	path, err := p.ask(ctx, "JSON, NDJSON or YAML file", "")
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
	data, err := viewer.JSON(name, data)
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", name, err)
	}
	a, err := newAnswer(ctx, data, client.Metadata{})
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", name, err)
	}
	said := name
	if a.doc.Many() {
		said += ": " + counted(a.doc.Count(a.doc.Root()), "document")
	} else if sum := result.Sum(data); sum != "" {
		said += ": " + sum
	}
	p.say("%s. %s.", said, counted(len(a.nodes), "line"))
	return p.readAnswer(ctx, a)
}
