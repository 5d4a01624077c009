package screenreader

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"assay/ui/cells"
)

// dialogue asks and says, line by line.
type dialogue struct {
	in         *bufio.Reader
	secretly   func(ask func()) (string, error) // reads a line that is not shown; nil reads one as any other
	interrupts <-chan os.Signal
	echoes     bool   // a terminal shows what is typed, Enter too
	ahead      string // what was typed behind a command: the answer to its first question

	mu  sync.Mutex // guards out
	out io.Writer
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
func (d *dialogue) ask(ctx context.Context, what, preset string) (string, error) {
	text := d.ahead
	if d.ahead = ""; text == "" {
		if preset != "" {
			what += " [" + preset + "]"
		}
		d.write(cells.Visible(what) + ": ")
		var err error
		if text, err = d.read(ctx, func() (string, error) { return d.in.ReadString('\n') }); err != nil {
			return "", err
		}
		if !d.echoes {
			d.write("\n")
		}
	}
	if text = strings.TrimSpace(text); text == "." {
		return "", errBack
	}
	return cmp.Or(text, preset), nil
}

// askUntil asks until an answer passes.
func (d *dialogue) askUntil(ctx context.Context, what, preset string, check func(string) error) (string, error) {
	for {
		text, err := d.ask(ctx, what, preset)
		if err != nil {
			return "", err
		}
		if err = check(text); err == nil {
			return text, nil
		}
		d.say("That does not work: %s", err)
	}
}

// askSecret asks for what must not be seen.
func (d *dialogue) askSecret(ctx context.Context, what string) (string, error) {
	if d.secretly == nil {
		return d.ask(ctx, what, "")
	}
	text, err := d.read(ctx, func() (string, error) {
		return d.secretly(func() { d.write(what + ", which is not shown: ") })
	})
	if err == nil {
		d.write("\n") // Enter was not shown either
	}
	return strings.TrimSpace(text), err
}

// confirm asks for yes or no; Enter alone is a no.
func (d *dialogue) confirm(ctx context.Context, question string) (bool, error) {
	d.ahead = "" // nobody agrees to what they have not heard
	answer, err := d.choose(ctx, question, "no", "yes", "no")
	if errors.Is(err, errBack) {
		return false, nil
	}
	return answer == "yes", err
}

// choose asks for one of a few words, which the question lists.
func (d *dialogue) choose(ctx context.Context, what, preset string, options ...string) (string, error) {
	for {
		text, err := d.ask(ctx, what+" ("+strings.Join(options, ", ")+")", preset)
		if err != nil {
			return "", err
		}
		n, err := pick(text, options)
		if err == nil {
			return options[n], nil
		}
		d.say("%s", err)
	}
}

// pageLines is how many lines are read before it is asked how to go on.
const pageLines = 20

// pickItem reads a numbered list, a page at a time, and asks for one of its items, by
// number or name, or for one of the other choices, which it returns by name. Enter
// behind the end of the list goes back.
func (d *dialogue) pickItem(ctx context.Context, what string, items, others []string) (int, string, error) {
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
		text, err := d.ask(ctx, question, "")
		switch {
		case err != nil:
			return 0, "", err
		case text == "" && to == len(items):
			return 0, "", errBack
		case text == "":
			at, heard = to, false
			continue
		}
		if n, err := pick(text, items); err == nil {
			return n, "", nil
		}
		verb, rest, _ := strings.Cut(text, " ")
		if n, err := pick(verb, others); err == nil {
			d.ahead = strings.TrimSpace(rest)
			return 0, others[n], nil
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

// run does work that Ctrl+C cancels, and tells now and then that it goes on, unless it
// has no name.
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
			if doing == "" {
				continue
			}
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

// counted words a number of things.
func counted[N int | int64](n N, what string) string {
	if n != 1 {
		what += "s"
	}
	return cells.Group(int64(n)) + " " + what
}

// spoken writes a length of time in words.
func spoken(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d >= 2*day:
		return counted(int(d/day), "day")
	case d >= 2*time.Hour:
		return counted(int(d/time.Hour), "hour")
	case d >= 2*time.Minute:
		return counted(int(d/time.Minute), "minute")
	case d >= time.Second:
		return counted(int(d/time.Second), "second")
	}
	return counted(int(d/time.Millisecond), "millisecond")
}
