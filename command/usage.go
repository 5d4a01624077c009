package command

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"assay/client"
	"assay/service"
	"assay/ui/cells"
	"assay/wire"
	"assay/workspace/background"
)

func usageCommand() *cobra.Command {
	var t target
	var output string
	var watch bool
	const every = 30 * time.Second
	cmd := &cobra.Command{
		Use:   "usage [--watch [INTERVAL]]",
		Short: "Show how many calls are used and left",
		Long: `Shows how many calls of the subscription are used and left. --watch repeats it every 30
seconds, or at the interval that follows: in place on a terminal, otherwise as a line of
JSON each time.`,
		Example: `  assay usage --watch
  assay usage --watch 10s >> usage.ndjson`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			options := UsageOptions{}
			var err error
			if options.Output, err = ParseFormat(output); err != nil {
				return err
			}
			switch {
			case len(args) > 0 && !watch:
				return wrongCall(fmt.Errorf("%q: an interval needs --watch", args[0]))
			case len(args) > 0:
				if options.Watch, err = time.ParseDuration(args[0]); err != nil || options.Watch < MinWatch {
					return wrongCall(fmt.Errorf("%q is not an interval of a second or more, such as 10s or 5m", args[0]))
				}
			case watch:
				options.Watch = every
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return Usage(cmd.Context(), c, options, Standard())
			})
		},
	}
	cmd.Flags().BoolVar(&watch, "watch", false, "repeat every 30s, or at the given interval")
	AddOutput(cmd.Flags(), &output)
	t.addFlags(cmd.Flags())
	if background.Supported {
		cmd.AddCommand(usageLimitCommand())
	}
	return cmd
}

func usageLimitCommand() *cobra.Command {
	var data serviceData
	cmd := &cobra.Command{
		Use:   "limit CALLS",
		Short: "Change the calls of a cycle, on the service's machine",
		Long: `Changes how many calls a cycle has, for all keys together, on all nodes and at once. It
works on the account of the service that uses the data folder, whether it runs or not.`,
		Example: `  assay usage limit 20000`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			calls, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil || calls < 0 {
				return wrongCall(fmt.Errorf("%q is not a number of calls, such as 20000", args[0]))
			}
			dataDir, database, err := data.find(cmd)
			if err != nil {
				return err
			}
			before, err := service.SetUsageLimit(cmd.Context(), dataDir, database, calls)
			if err == nil {
				fmt.Fprintf(os.Stderr, "A cycle now has %d calls; it had %d.\n", calls, before)
			}
			return err
		},
	}
	data.addFlags(cmd.Flags())
	return cmd
}

// UsageOptions says what assay usage was asked for.
type UsageOptions struct {
	Output Format
	Watch  time.Duration // asks again after so long, until ctx ends; 0 asks once
}

// Usage runs assay usage.
func Usage(ctx context.Context, c *client.Client, o UsageOptions, io IO) error {
	if o.Watch > 0 {
		return watchUsage(ctx, c, o, io)
	}
	stop := spin(io, "reading the usage")
	usage, err := c.Usage(ctx)
	stop()
	if err != nil {
		return err
	}
	return o.write(usage, io)
}

func (o UsageOptions) write(usage *wire.Usage, io IO) error {
	if o.Output == Table || o.Output == Auto && io.OutTTY {
		return printUsage(usage, time.Now(), io)
	}
	return writeValue(usage, o.Output, io)
}

// MinWatch is the shortest time between two looks at the usage.
const MinWatch = time.Second

// watchUsage writes the usage again and again: in a terminal over the one before, else
// below it. What cannot be read is told once it has worked once; the next try may do.
func watchUsage(ctx context.Context, c *client.Client, o UsageOptions, io IO) error {
	over := io.OutTTY && !io.Plain && (o.Output == Auto || o.Output == Table)
	rows := 0
	var last wire.Usage
	for first := true; ; first = false {
		usage, err := c.Usage(ctx)
		switch {
		case ctx.Err() != nil:
			return nil // the user has seen enough
		case err != nil && first:
			return err
		case err != nil:
			fmt.Fprintf(io.Err, "%s  %v\n", time.Now().Format(time.TimeOnly), err)
			rows = 0
		case io.Plain && *usage == last: // nothing is said twice to a screen reader
		default:
			if rows > 0 {
				fmt.Fprintf(io.Out, "\x1b[%dA\x1b[J", rows)
			}
			if err := o.write(usage, io); err != nil {
				return err
			}
			if last = *usage; over {
				fmt.Fprintf(io.Out, "as of       %s, every %v\n", time.Now().Format(time.TimeOnly), o.Watch)
				rows = usageRows + 1
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(o.Watch):
		}
	}
}

// usageRows is how many rows printUsage writes.
const usageRows = 4

// printUsage writes the usage for a person.
func printUsage(u *wire.Usage, now time.Time, io IO) error {
	used := cells.Group(u.Used) + " of " + cells.Group(u.Limit)
	if u.Limit > 0 {
		used += fmt.Sprintf(" (%d %%)", u.Used*100/u.Limit)
	}
	const minute = "2 Jan 2006 15:04"
	_, err := fmt.Fprintf(io.Out, "calls used  %s\ncalls left  %s\ncycle       %s to %s UTC\ntime left   %s\n",
		used, cells.Group(u.Left()), u.PeriodStart.UTC().Format(minute), u.PeriodEnd.UTC().Format(minute), days(u.TimeLeft(now)))
	return err
}

// days writes a duration in days, hours and minutes; below an hour with seconds.
func days(d time.Duration) string {
	d = d.Truncate(time.Second)
	day, hour, minute, second := int(d.Hours())/24, int(d.Hours())%24, int(d.Minutes())%60, int(d.Seconds())%60
	switch {
	case day > 0:
		return fmt.Sprintf("%dd %dh %dm", day, hour, minute)
	case hour > 0:
		return fmt.Sprintf("%dh %dm", hour, minute)
	case minute > 0:
		return fmt.Sprintf("%dm %ds", minute, second)
	}
	return fmt.Sprintf("%ds", second)
}
