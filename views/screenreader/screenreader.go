// Package screenreader is the dashboard as lines of text, for people who listen to
// their terminal or read it in Braille. It asks a question, takes the answer on the
// same line, and appends what comes of it: nothing is drawn, no cursor moves, and there
// are no colours, columns or animations. It stands on the same client packages as the
// dashboard and keeps the same history and batches.
package screenreader

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"assay/client"
	"assay/ui/cells"
	"assay/ui/clipboard"
	"assay/views"
	"assay/views/frame"
	"assay/views/state"
	"assay/wire"
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

var (
	// errLeave is the end of the input, or the user's wish to leave.
	errLeave = errors.New("leaving")
	// errBack is the user's wish to leave a question unanswered.
	errBack = errors.New("back")
)

// program is one run, with one profile.
type program struct {
	options Options
	*dialogue
	service *frame.Service
	state   *state.Store
	history *history.Store
	last    *answer        // the answer that was read last, or nil
	earlier *answer        // the one before it, or nil
	next    *views.Options // the profile to go on with, or nil
}

// Run talks until the user leaves, the input ends or ctx does.
func Run(ctx context.Context, options Options) error {
	d := newDialogue(options)
	for {
		p := &program{options: options, dialogue: d, service: frame.NewService(options.Connect)}
		p.state, p.history = options.Stores()
		p.loop(ctx)
		p.service.Close()
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
		err := p.history.Close(closing)
		cancel()
		if err != nil || p.next == nil {
			return err
		}
		options.Options = *p.next
	}
}

// closeTime is how long the history may take to be written at the end.
const closeTime = 3 * time.Second

// command is something that can be done.
type command struct {
	name, help string
	do         func(context.Context) error
}

func (p *program) commands() []command {
	return []command{
		{"query", "asks a web page or an HTML file for data, once, or again and again", p.query},
		{"documents", "asks PDFs and images for data; the cost is told first", p.documents},
		{"sessions", "remote browsers: lists, creates and ends them, copies their addresses", p.sessions},
		{"history", "the calls made so far: search, read, ask again, pin, delete", p.past},
		{"batch", "asks one query of many pages", p.batch},
		{"usage", "what is used and what is left", p.usage},
		{"answer", "reads the latest answer again", p.again},
		{"view", "reads a file of JSON or NDJSON as an answer is read", p.view},
		{"profiles", "services and their keys: lists, uses, tests, adds, changes and removes them", p.profiles},
		{"settings", "says what is set, and in which file", p.settings},
		{"setup", "installs what this machine lacks", p.setup},
		{"help", "says how this works", p.help},
		{"quit", "leaves", func(context.Context) error { return errLeave }},
	}
}

// loop asks for commands.
func (p *program) loop(ctx context.Context) {
	p.say("Assay, line by line. The profile is %s, the service %s.", p.options.Profile, where(p.options.Address))
	for _, part := range p.missing(ctx) {
		p.say("%s is missing: %s. The command setup installs it.", part.Name, part.For)
	}
	p.say("Type a command and press Enter. The command help says how this works.")
	commands := p.commands()
	var names []string
	for _, c := range commands {
		names = append(names, c.name)
	}
	for p.next == nil {
		text, err := p.ask(ctx, "Command", "")
		if err == nil && text != "" {
			err = p.do(ctx, commands, names, text)
		}
		p.ahead = ""
		switch {
		case errors.Is(err, errLeave), ctx.Err() != nil:
			p.say("Goodbye.")
			return
		case err == nil, errors.Is(err, errBack):
		case errors.Is(err, context.Canceled):
			p.say("Cancelled.")
		default:
			p.fail(err)
		}
	}
}

func (p *program) do(ctx context.Context, commands []command, names []string, text string) error {
	verb, rest, _ := strings.Cut(text, " ")
	if verb == "?" {
		verb = "help"
	}
	n, err := pick(verb, names)
	if err != nil {
		return err
	}
	p.ahead = strings.TrimSpace(rest)
	return commands[n].do(ctx)
}

// fail says what went wrong, and what may help.
func (p *program) fail(err error) {
	p.say("Failed: %s", err)
	var refused *client.Error
	if errors.As(err, &refused) && refused.Code == "missing_part" && len(p.options.Setup) > 0 {
		p.say("The command setup installs it. HTML from a file needs no browser.")
	}
	if errors.Is(err, client.ErrUnauthorized) || errors.Is(err, client.ErrNoKey) {
		p.say("To give the profile another key: profiles %s, then change.", p.options.Profile)
	}
}

// where words the address of a service.
func where(address string) string { return cmp.Or(address, "on this machine") }

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
	return nil
}

func (p *program) settings(context.Context) error {
	p.say("Settings file: %s", cmp.Or(p.options.Settings, "none"))
	p.say("Profile: %s", p.options.Profile)
	p.say("Service: %s", where(p.options.Address))
	if p.options.History.Off {
		p.say("History: not kept")
	} else {
		p.say("History: %s", p.history.Path())
	}
	p.say("Environment of variables: %s", cmp.Or(p.options.Queries.Environment, "none"))
	p.say("The command profiles changes services and keys; all else is changed in the file.")
	return nil
}

// missing lists what this machine lacks.
func (p *program) missing(ctx context.Context) []views.Part {
	if p.options.Missing == nil {
		return nil
	}
	return p.options.Missing(ctx)
}

func (p *program) setup(ctx context.Context) error {
	if len(p.options.Setup) == 0 {
		p.say("The service is not on this machine: there is nothing to install here.")
		return nil
	}
	if len(p.missing(ctx)) == 0 {
		p.say("Nothing is missing.")
		return nil
	}
	if yes, err := p.confirm(ctx, "Install with the system's package manager?"); err != nil || !yes {
		return err
	}
	err := p.run(ctx, "installing", func(ctx context.Context) error {
		cmd := exec.CommandContext(ctx, p.options.Setup[0], p.options.Setup[1:]...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = p.options.In, p.options.Out, p.options.Out
		return cmd.Run()
	})
	if err == nil {
		p.say("Everything is installed.")
	}
	return err
}

// call makes a call that Ctrl+C ends.
func (p *program) call(ctx context.Context, doing string, work func(context.Context, *client.Client) error) error {
	return p.run(ctx, doing, func(ctx context.Context) error {
		c, err := p.service.Client(ctx)
		if err == nil {
			err = work(ctx, c)
		}
		if errors.Is(err, client.ErrUnreachable) {
			p.service.Forget() // it may have been started anew, elsewhere
		}
		return err
	})
}

// readUsage asks what is left of the quota.
func (p *program) readUsage(ctx context.Context) (usage *wire.Usage, err error) {
	err = p.call(ctx, "reading the usage", func(ctx context.Context, c *client.Client) (err error) {
		usage, err = c.Usage(ctx)
		return err
	})
	return usage, err
}

const dayFormat = "Monday 2 January 15:04"

func (p *program) usage(ctx context.Context) error {
	u, err := p.readUsage(ctx)
	if err != nil {
		return err
	}
	now := time.Now()
	p.say("Used: %s of %s calls", cells.Group(u.Used), cells.Group(u.Limit))
	p.say("Left: %s", counted(u.Left(), "call"))
	p.say("The cycle ends: %s, in %s", u.PeriodEnd.Local().Format(dayFormat), spoken(u.TimeLeft(now)))
	if gone := now.Sub(u.PeriodStart); gone > 0 && u.Used > 0 {
		p.say("At this pace %s are used by then.", counted(int64(float64(u.Used)*float64(u.PeriodEnd.Sub(u.PeriodStart))/float64(gone)), "call"))
	}
	if p.options.History.Off {
		return nil
	}
	if err := p.history.Flush(ctx); err != nil {
		return err
	}
	uses, err := p.history.Uses(ctx, u.PeriodStart)
	kinds := map[history.Kind]int{}
	for _, use := range uses {
		kinds[use.Kind] += use.Cost
	}
	for _, kind := range []history.Kind{history.Query, history.Document} {
		if n := kinds[kind]; n > 0 {
			p.say("Of those from here, by %s: %s", kind, counted(n, "call"))
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
