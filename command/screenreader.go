package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"

	"assay/ui/clipboard"
	"assay/views/screenreader"
	"assay/workspace/profile"
)

// screenReaderFlag is the flag that asks for the dashboard as lines of text.
const screenReaderFlag = "screen-reader"

// screenReader is the dashboard as lines of text.
func screenReader(ctx context.Context, t *target, p profile.Profile) error {
	options, err := t.dashboardOptions(p, true)
	if err != nil {
		return err
	}
	return talk(ctx, os.Stdin, func(ctx context.Context, o screenreader.Options) error {
		o.Options = options
		return screenreader.Run(ctx, o)
	})
}

// talk runs a program of lines that reads keys from a stream and writes to standard
// output, neither of which need be a terminal. Ctrl+C is the program's own matter: it
// ends a call, and only without one the program.
func talk(ctx context.Context, keys *os.File, run func(context.Context, screenreader.Options) error) error {
	o := screenreader.Options{In: keys, Out: os.Stdout}
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	o.Interrupts = interrupts
	ends := []os.Signal{syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.WithoutCancel(ctx), ends...)
	defer stop()
	if isTerminal(keys) {
		in := int(keys.Fd())
		before, err := term.GetState(in)
		if err != nil {
			return err
		}
		defer term.Restore(in, before) // a secret that was not typed to its end left the echo off
		o.Echoes = true
		o.Secret = func(ask func()) (string, error) {
			if err := hideInput(in); err != nil { // before it is asked for: some type faster than that
				return "", err
			}
			defer term.Restore(in, before)
			ask()
			text, err := term.ReadPassword(in)
			return string(text), err
		}
	}
	if isTerminal(os.Stdout) {
		o.Clipboard = clipboard.New(os.Stdout)
	}
	return run(ctx, o)
}
