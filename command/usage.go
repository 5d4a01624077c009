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
	var output Format
	cmd := &cobra.Command{
		Use:   "usage",
		Short: "Show how many calls are used and left",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return t.call(cmd.Context(), func(c *client.Client) error {
				return Usage(cmd.Context(), c, output, Standard())
			})
		},
	}
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
		Args:    arguments(1, 1),
		RunE: data.run(func(cmd *cobra.Command, args []string, dataDir, database string) error {
			calls, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil || calls < 0 {
				return wrongCall(fmt.Errorf("%q is not a number of calls, such as 20000", args[0]))
			}
			before, err := service.SetUsageLimit(cmd.Context(), dataDir, database, calls)
			if err == nil {
				fmt.Fprintf(os.Stderr, "A cycle now has %d calls; it had %d.\n", calls, before)
			}
			return err
		}),
	}
	data.addFlags(cmd.Flags())
	return cmd
}

// Usage runs assay usage.
func Usage(ctx context.Context, c *client.Client, format Format, io IO) error {
	stop := spin(io, "reading the usage")
	usage, err := c.Usage(ctx)
	stop()
	if err != nil {
		return err
	}
	if format == Table || format == Auto && io.OutTTY {
		return printUsage(usage, time.Now(), io)
	}
	return writeValue(usage, format, io)
}

// printUsage writes the usage for a person.
func printUsage(u *wire.Usage, now time.Time, io IO) error {
	used := cells.Group(u.Used) + " of " + cells.Group(u.Limit)
	if u.Limit > 0 {
		used += fmt.Sprintf(" (%d %%)", u.Used*100/u.Limit)
	}
	left := cells.Group(max(0, u.Limit-u.Used))
	if u.Left() < u.Limit-u.Used {
		left += ", of which this key may use " + cells.Group(u.Left())
	}
	const minute = "2 Jan 2006 15:04"
	_, err := fmt.Fprintf(io.Out, "calls used  %s\ncalls left  %s\ncycle       %s to %s UTC\ntime left   %s\n",
		used, left, u.PeriodStart.UTC().Format(minute), u.PeriodEnd.UTC().Format(minute), days(u.TimeLeft(now)))
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
