// Package screenreader is the dashboard as lines of text, for people who listen to
// their terminal or read it in Braille. It asks a question, takes the answer on the
// same line, and appends what comes of it: nothing is drawn, no cursor moves, and there
// are no colours, columns or animations. It asks for the fields of the dashboard's own
// forms and keeps the same history. What is rare has a command of its own outside it,
// which help names.
package screenreader

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"assay/client"
	"assay/ui/cells"
	"assay/ui/clipboard"
	"assay/views"
	"assay/views/frame"
	"assay/workspace/history"
)

// Options are the dashboard's, and what belongs to lines.
type Options struct {
	views.Options
	In  io.Reader
	Out io.Writer
	// Echoes says that a terminal shows what is typed.
	Echoes bool
	// Secret asks for a line that is not shown, once nothing is, and reads it; nil reads
	// one as any other.
	Secret func(ask func()) (string, error)
	// Interrupts are the user's Ctrl+C: one ends the call that runs, or else the program.
	Interrupts <-chan os.Signal
	// Clipboard is the user's; nil if there is no terminal to copy by.
	Clipboard *clipboard.Clipboard
}

// program is one run.
type program struct {
	options Options
	*dialogue
	env     *frame.Env
	last    *answer // the answer that was read last, or nil
	earlier *answer // the one before it, or nil
}

// closeTime is how long the history may take to be written at the end.
const closeTime = 3 * time.Second

// Run talks until the user leaves, the input ends or ctx does.
func Run(ctx context.Context, options Options) error {
	p := &program{options: options, dialogue: newDialogue(options), env: &frame.Env{Service: frame.NewService(options.Connect), Now: time.Now}}
	p.env.State, p.env.History = options.Stores()
	p.loop(ctx)
	p.env.Service.Close()
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
	defer cancel()
	return p.env.History.Close(closing)
}

// command is something that can be done, and how it is told of.
type command struct {
	name, help string
	do         func(context.Context) error
}

func (p *program) commands() []command {
	return []command{
		{"query", "asks a web page, an HTML file or a saved query for data", p.query},
		{"documents", "asks PDFs and images for data; the cost is told first", p.documents},
		{"sessions", "remote browsers: lists, creates and ends them, copies their addresses", p.sessions},
		{"history", "the calls made so far: search, read, ask again, pin, delete", p.history},
		{"usage", "what is used and what is left", p.usage},
		{"answer", "reads the latest answer again", p.again},
		{"view", "reads a file of JSON or NDJSON as an answer is read", p.view},
		{"help", "says how this works", p.help},
		{"quit", "leaves", func(context.Context) error { return errLeave }},
	}
}

// loop asks for commands.
func (p *program) loop(ctx context.Context) {
	p.say("Assay, line by line. The profile is %s, the service %s.", p.options.Profile, cmp.Or(p.options.Address, "on this machine"))
	if p.options.Missing != nil {
		for _, part := range p.options.Missing(ctx) {
			p.say("%s is missing: %s. The command assay setup installs it.", part.Name, part.For)
		}
	}
	p.say("Type a command and press Enter. The command help says how this works.")
	commands := p.commands()
	var names []string
	for _, c := range commands {
		names = append(names, c.name)
	}
	for {
		text := p.ask(ctx, "Command", "")
		err := p.unanswered()
		if verb, rest, _ := strings.Cut(text, " "); verb != "" {
			var n int
			if n, err = pick(strings.Replace(verb, "?", "help", 1), names); err == nil {
				p.ahead = strings.TrimSpace(rest)
				err = errors.Join(commands[n].do(ctx), p.unanswered())
			}
		}
		p.ahead = ""
		if errors.Is(err, errLeave) || ctx.Err() != nil {
			p.say("Goodbye.")
			return
		}
		p.fail(err)
	}
}

// fail says what went wrong, if anything did, and what may help.
func (p *program) fail(err error) {
	switch {
	case err == nil, errors.Is(err, errBack):
		return
	case errors.Is(err, context.Canceled):
		p.say("Cancelled.")
		return
	}
	p.say("Failed: %s", err)
	var refused *client.Error
	if errors.As(err, &refused) && refused.Code == "missing_part" && len(p.options.Setup) > 0 {
		p.say("The command assay setup installs it. HTML from a file needs no browser.")
	}
	if errors.Is(err, client.ErrUnauthorized) || errors.Is(err, client.ErrNoKey) {
		p.say("To give the profile another key, leave and run: assay profile add %s", p.options.Profile)
	}
}

func (p *program) help(context.Context) error {
	p.say("A question ends with a colon. Type the answer behind it and press Enter.")
	p.say("What stands in brackets is the answer that Enter alone gives.")
	p.say("A choice is answered by its number, its name or the beginning of its name.")
	p.say("A single dot goes back. Ctrl+C ends the call that runs, or the program if none does. Ctrl+D leaves.")
	p.say("What stands behind a command answers its first question, as in: query shop.example/lamps")
	p.say("The commands:")
	for _, c := range p.commands() {
		p.say("%s: %s.", c.name, c.help)
	}
	p.say("Outside this program, also in lines of text:")
	p.say("assay query --urls FILE asks many pages, assay query --watch asks again and again and tells what changes.")
	p.say("assay profile lists, tests and changes services and keys, assay setup installs what this machine lacks.")
	return nil
}

// call makes a call that Ctrl+C ends.
func (p *program) call(ctx context.Context, doing string, work func(context.Context, *client.Client) error) error {
	return p.run(ctx, doing, func(ctx context.Context) error {
		c, err := p.env.Service.Client(ctx)
		if err == nil {
			err = work(ctx, c)
		}
		if errors.Is(err, client.ErrUnreachable) {
			p.env.Service.Forget() // it may have been started again at another address
		}
		return err
	})
}

const (
	dayFormat = "Monday 2 January 15:04"
	usageTime = 20 * time.Second
)

// readUsage asks what is left of the quota.
func (p *program) readUsage(ctx context.Context) (read frame.UsageRead) {
	read.Err = p.run(ctx, "reading the usage", func(context.Context) error {
		read = p.env.ReadUsage(usageTime)
		return read.Err
	})
	return read
}

func (p *program) usage(ctx context.Context) error {
	read := p.readUsage(ctx)
	if read.Err != nil {
		return read.Err
	}
	u := read.Usage
	p.say("Used: %s of %s calls", cells.Group(u.Used), cells.Group(u.Limit))
	p.say("Left: %s", frame.Counted(u.Left(), "call"))
	p.say("The cycle ends: %s, in %s", u.PeriodEnd.Local().Format(dayFormat), spoken(u.TimeLeft(read.At)))
	if gone := read.At.Sub(u.PeriodStart); gone > 0 && u.Used > 0 {
		p.say("At this pace %s are used by then.", frame.Counted(int64(float64(u.Used)*float64(u.PeriodEnd.Sub(u.PeriodStart))/float64(gone)), "call"))
	}
	if p.options.History.Off {
		return nil
	}
	if err := p.env.History.Flush(ctx); err != nil {
		return err
	}
	uses, err := p.env.History.Uses(ctx, u.PeriodStart)
	kinds := map[history.Kind]int{}
	for _, use := range uses {
		kinds[use.Kind] += use.Cost
	}
	for _, kind := range []history.Kind{history.Query, history.Document} {
		if n := kinds[kind]; n > 0 {
			p.say("Of those from here, by %s: %s", kind, frame.Counted(n, "call"))
		}
	}
	return err
}

// copy puts a text on the clipboard, and says which way it went.
func (p *program) copy(ctx context.Context, what, text string) error {
	if p.options.Clipboard == nil {
		return errors.New("there is no terminal to copy by")
	}
	outcome, ok := p.options.Clipboard.Copy(ctx, text, what)().(clipboard.ResultMsg)
	if !ok || outcome.Err != nil {
		return fmt.Errorf("nothing was copied: %w", outcome.Err)
	}
	p.say("%s.", outcome)
	return nil
}
