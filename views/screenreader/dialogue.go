package screenreader

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"assay/ui/cells"
	"assay/ui/form"
	"assay/views/frame"
)

var (
	// errLeave is the end of the input, or the user's wish to leave.
	errLeave = errors.New("leaving")
	// errBack is the user's wish to leave a question unanswered.
	errBack = errors.New("back")
)

// dialogue asks and says, line by line. After a question that was left unanswered no other
// is asked, and all of them are answered by nothing, until unanswered says so.
type dialogue struct {
	in         *bufio.Reader
	secretly   func(ask func()) (string, error) // reads a line that is not shown; nil reads one as any other
	interrupts <-chan os.Signal
	echoes     bool   // a terminal shows what is typed, Enter too
	ahead      string // what was typed behind a command: the answer to its first question
	err        error  // errBack or errLeave, once a question was left unanswered

	mu  sync.Mutex // guards out
	out io.Writer
}

func newDialogue(o Options) *dialogue {
	return &dialogue{in: bufio.NewReader(o.In), out: o.Out, secretly: o.Secret, interrupts: o.Interrupts, echoes: o.Echoes}
}

// unanswered returns why a question was left, if one was, and lets others be asked.
func (d *dialogue) unanswered() error {
	err := d.err
	d.err = nil
	return err
}

func (d *dialogue) write(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, _ = io.WriteString(d.out, text) // without anyone to read it, the input ends too
}

// say appends a line. Control characters in it are shown, never sent.
func (d *dialogue) say(format string, args ...any) {
	d.write(cells.Visible(fmt.Sprintf(format, args...)) + "\n")
}

// read waits for a line. The end of the input and Ctrl+C are errLeave.
func (d *dialogue) read(ctx context.Context, next func() (string, error)) (string, error) {
	type line struct {
		text string
		err  error
	}
	lines := make(chan line, 1)
	go func() {
		text, err := next()
		lines <- line{strings.TrimRight(text, "\r\n"), err}
	}()
	select {
	case l := <-lines:
		if l.err == nil || l.text != "" { // the last line may lack its end
			return l.text, nil
		}
	case <-d.interrupts:
	case <-ctx.Done():
	}
	d.write("\n")
	return "", errLeave
}

// ask asks for a text; an empty one is the preset. A dot goes back.
func (d *dialogue) ask(ctx context.Context, what, preset string) string {
	text := d.ahead
	if d.ahead = ""; text == "" && d.err == nil {
		if preset != "" {
			what += " [" + preset + "]"
		}
		d.write(cells.Visible(what) + ": ")
		text, d.err = d.read(ctx, func() (string, error) { return d.in.ReadString('\n') })
		if d.err == nil && !d.echoes {
			d.write("\n")
		}
	}
	if text = strings.TrimSpace(text); text == "." {
		d.err = errBack
	}
	if d.err != nil {
		return ""
	}
	return cmp.Or(text, preset)
}

// askUntil asks until an answer passes.
func (d *dialogue) askUntil(ctx context.Context, what, preset string, check func(string) error) string {
	for {
		text := d.ask(ctx, what, preset)
		if d.err != nil {
			return ""
		}
		err := check(text)
		if err == nil {
			return text
		}
		d.say("That does not work: %s", err)
	}
}

// askSecret asks for what must not be seen.
func (d *dialogue) askSecret(ctx context.Context, what string) string {
	if d.secretly == nil || d.err != nil {
		return d.ask(ctx, what, "")
	}
	var text string
	text, d.err = d.read(ctx, func() (string, error) {
		return d.secretly(func() { d.write(what + ", which is not shown: ") })
	})
	if d.err == nil {
		d.write("\n") // Enter was not shown either
	}
	return strings.TrimSpace(text)
}

// confirm asks for yes or no; Enter alone is a no.
func (d *dialogue) confirm(ctx context.Context, question string) bool {
	d.ahead = "" // nobody agrees to what they have not heard
	return d.choose(ctx, question, "no", "yes", "no") == "yes"
}

// choose asks for one of a few words, which the question lists.
func (d *dialogue) choose(ctx context.Context, what, preset string, options ...string) (chosen string) {
	d.askUntil(ctx, what+" ("+strings.Join(options, ", ")+")", preset, func(text string) error {
		n, err := pick(text, options)
		if err == nil {
			chosen = options[n]
		}
		return err
	})
	return chosen
}

// fill asks for the fields of a form of the dashboard, one after the other.
func (d *dialogue) fill(ctx context.Context, fields []form.Field) form.Values {
	values := form.Values{}
	for i := range fields {
		f := &fields[i]
		if f.Shown != nil && !f.Shown(values) {
			continue
		}
		what := f.Label
		if f.Help != "" {
			what += ", " + f.Help
		}
		switch f.Kind {
		case form.Choice:
			preset, labels := "", []string(nil)
			for _, o := range f.Options {
				if labels = append(labels, o.Label); o.Value == f.Value {
					preset = o.Label
				}
			}
			chosen := d.choose(ctx, what, cmp.Or(preset, labels[0]), labels...)
			values[f.Name] = f.Options[max(slices.Index(labels, chosen), 0)].Value
		case form.Toggle:
			preset := map[bool]string{true: "yes", false: "no"}[f.Value == "true"]
			values[f.Name] = strconv.FormatBool(d.choose(ctx, what, preset, "yes", "no") == "yes")
		case form.Secret:
			values[f.Name] = d.askSecret(ctx, f.Label)
		default:
			preset := f.Value
			if f.Kind == form.Number {
				preset = cmp.Or(preset, f.Placeholder)
			}
			values[f.Name] = d.askUntil(ctx, what, preset, f.Wrong)
		}
	}
	return values
}

// pageLines is how many lines are read before it is asked how to go on.
const pageLines = 20

// pickItem reads a numbered list, a page at a time, and asks for one of its items, by
// number or name, or for one of the other choices, which it returns by name. Enter
// behind the end of the list goes back.
func (d *dialogue) pickItem(ctx context.Context, what string, items []string, others ...string) (int, string) {
	for at, heard := 0, d.ahead != ""; ; {
		to := min(at+pageLines, len(items))
		for i := at; i < to && !heard; i++ {
			d.say("%d. %s", i+1, items[i])
		}
		heard = true
		question := what
		if len(items) > 0 {
			question += " by number"
		}
		for _, other := range others {
			question += ", " + other
		}
		if to < len(items) {
			question += fmt.Sprintf("; Enter for %d more", len(items)-to)
		} else {
			question += "; Enter goes back"
		}
		text := d.ask(ctx, question, "")
		switch {
		case d.err != nil:
			return 0, ""
		case text == "" && to == len(items):
			d.err = errBack
			return 0, ""
		case text == "":
			at, heard = to, false
			continue
		}
		if n, err := pick(text, items); err == nil {
			return n, ""
		}
		verb, rest, _ := strings.Cut(text, " ")
		if n, err := pick(verb, others); err == nil {
			d.ahead = strings.TrimSpace(rest)
			return 0, others[n]
		}
		d.say("%q is none of them.", text)
	}
}

// pick finds the option that an answer means: by its number, its name, or the
// beginning of its name.
func pick(text string, options []string) (int, error) {
	if n, err := strconv.Atoi(text); err == nil && len(options) > 0 {
		if n < 1 || n > len(options) {
			return 0, fmt.Errorf("there is no number %d: there are %d choices", n, len(options))
		}
		return n - 1, nil
	}
	var found []int
	for i, option := range options {
		if strings.EqualFold(option, text) {
			return i, nil
		}
		if len(option) >= len(text) && strings.EqualFold(option[:len(text)], text) {
			found = append(found, i)
		}
	}
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("%q is none of the choices: %s", text, strings.Join(options, ", "))
	case 1:
		return found[0], nil
	}
	var names []string
	for _, i := range found {
		names = append(names, options[i])
	}
	return 0, fmt.Errorf("%q may mean %s", text, strings.Join(names, " or "))
}

// stillEvery is how often a long call tells that it goes on.
const stillEvery = 10 * time.Second

// run does work that Ctrl+C cancels, and tells now and then that it goes on.
func (d *dialogue) run(ctx context.Context, doing string, work func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- work(ctx) }()
	start, still := time.Now(), time.NewTicker(stillEvery)
	defer still.Stop()
	for {
		select {
		case err := <-done:
			return err
		case <-still.C:
			d.say("Still %s, %s.", doing, spoken(time.Since(start)))
		case <-d.interrupts:
			cancel()
			err := <-done
			if err == nil || errors.Is(err, context.Canceled) {
				return err // what was through before it could be cancelled counts
			}
			return fmt.Errorf("%w (%w)", context.Canceled, err)
		}
	}
}

// spoken writes a length of time in words.
func spoken(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d >= 2*day:
		return frame.Counted(int(d/day), "day")
	case d >= 2*time.Hour:
		return frame.Counted(int(d/time.Hour), "hour")
	case d >= 2*time.Minute:
		return frame.Counted(int(d/time.Minute), "minute")
	case d >= time.Second:
		return frame.Counted(int(d/time.Second), "second")
	}
	return frame.Counted(int(d/time.Millisecond), "millisecond")
}
