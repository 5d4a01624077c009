// Assay is a terminal dashboard for a service that extracts data from web pages
// and documents, and that service itself.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"assay/command"
)

func main() {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(command.Run(ctx, os.Args[1:]))
}
