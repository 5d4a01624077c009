package command

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	stdio "io"
	"time"

	"assay/client"
	"assay/wire"
	"assay/workspace/watch"
)

// checkWatch finds what is wrong with watching a page.
func (o *QueryOptions) checkWatch() error {
	switch {
	case o.Watch == 0:
		return nil
	case watch.Check(o.Watch, watch.Least) != nil:
		return &UsageError{"--watch: " + watch.Check(o.Watch, watch.Least).Error()}
	case o.Many.wanted() || o.HTMLFile != "":
		return &UsageError{"--watch is for one page that has an address: give it by --url"}
	case o.ScreenshotFile != "" || o.Evidence || o.Full:
		return &UsageError{"--watch prints the data only: it does not go with --screenshot, --evidence and --full"}
	case o.Output != Auto && o.Output != NDJSON:
		return &UsageError{"--watch prints a row of JSON for each change: it does not go with another --output"}
	}
	return nil
}

// watchPage asks again and again and writes what changed, until it is interrupted.
func watchPage(ctx context.Context, c *client.Client, every time.Duration, request wire.QueryRequest, io IO) error {
	daily := watch.Daily(every)
	usage, err := c.Usage(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(io.Err, "assay: every %v is up to %s calls a day; %s are left\n", every, grouped(daily), grouped(usage.Left()))
	watching, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	tell := func(e watch.Event) {
		at := e.At.Local().Format(time.DateTime)
		switch {
		case e.Repeat:
		case e.Step == watch.Failing:
			fmt.Fprintf(io.Err, "assay: %s: %s; it is tried again every %v\n", at, visible(e.Err.Error()), every)
		case e.Step == watch.Unchanged:
			fmt.Fprintf(io.Err, "assay: %s: answered again, and nothing has changed\n", at)
		default:
			if err := writeChange(e, io); err != nil {
				stop(err)
			}
		}
	}
	ask := func(ctx context.Context) (json.RawMessage, error) {
		response, err := c.Query(ctx, request)
		if err != nil {
			return nil, err
		}
		return response.Data, nil
	}
	if err := watch.Run(watching, every, ask, tell); err != nil || ctx.Err() != nil {
		return err
	}
	return context.Cause(watching)
}

// writeChange writes a row with the time and the data.
func writeChange(e watch.Event, io IO) error {
	out := bufio.NewWriter(io.Out)
	err := writeEscaped(out, io.OutTTY, func(w stdio.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return enc.Encode(struct {
			At   time.Time       `json:"at"`
			Data json.RawMessage `json:"data"`
		}{e.At.UTC().Truncate(time.Millisecond), e.Data})
	})
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return fmt.Errorf("writing the data: %w", err)
	}
	return nil
}
