package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/client"
	"assay/client/misspelt"
	"assay/client/oneshot"
	"assay/service"
)

func queryCommand() *cobra.Command {
	var t target
	var flags oneshot.QueryFlags
	cmd := &cobra.Command{
		Use:   "query [QUERY|FILE.assay]",
		Short: "Extract data from a web page",
		Long: `Asks a page, given by its address or as a file, for the data that a query or a
prompt names, and prints it. A saved query, a file whose name ends in .assay, brings
its page and its params along; flags come before what it says. A {{name}} in the
address, the query or the prompt is a variable.

--urls asks the same of every page of a list and writes a row of JSON for each as it
comes: {"url", "data"} or {"url", "error"}. Blank lines and lines that begin with # are
left out. With --journal FILE the answers are kept, and the same command goes on where
it was stopped. It ends with 1 if a page failed.

--watch 10m asks again every ten minutes, and prints a row of JSON, {"at", "data"}, at
first and whenever the data has changed. Every answer costs a call.`,
		Example: `  assay query --url https://shop.example/lamps '{ products[] { name price(number) } }'
  assay query --html page.html --prompt "all products with name and price" --output csv
  assay query lamps.assay --var page=2
  assay query lamps.assay --urls urls.txt --jobs 8 --journal lamps.journal > lamps.ndjson`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := t.profile()
			if err != nil {
				return err
			}
			options, err := flags.Options(strings.Join(args, ""), p.Environments, p.Environment)
			if err != nil {
				return err
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return oneshot.Query(cmd.Context(), c, options, oneshot.Standard())
			})
		},
	}
	flags.Add(cmd.Flags())
	t.addFlags(cmd.Flags())
	return cmd
}

func documentCommand() *cobra.Command {
	var t target
	var flags oneshot.DocumentFlags
	cmd := &cobra.Command{
		Use:   "document FILE... [QUERY]",
		Short: "Extract data from PDFs and images",
		Long: `Asks PDFs and images (JPEG, PNG) for the data that a query or a prompt names, and
prints it. Each page and each image costs one call; --dry-run tells the cost without
sending anything. Files that cost more than is left are not sent at all.

One file gives its data. Several give an array of objects with "file" and "data", or
"file" and "error"; --output ndjson a row for each file, csv and table a row for each
record of its first list, with the fields beside that list.`,
		Example: `  assay document invoice.pdf '{ invoice_number date(date) total(number) }'
  assay document --dry-run *.pdf
  assay document receipts/*.jpg --prompt "shop, date and total" --output csv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			options, err := flags.Options(args)
			if err != nil {
				return err
			}
			if options.DryRun {
				return oneshot.Cost(cmd.Context(), options, oneshot.Standard())
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return oneshot.Document(cmd.Context(), c, options, oneshot.Standard())
			})
		},
	}
	flags.Add(cmd.Flags())
	t.addFlags(cmd.Flags())
	return cmd
}

func usageCommand() *cobra.Command {
	var t target
	var output string
	var watch bool
	const every = 30 * time.Second
	cmd := &cobra.Command{
		Use:   "usage [--watch [INTERVAL]]",
		Short: "Show what is used of the subscription and what is left",
		Long: `Shows what is used of the subscription and what is left. --watch shows it again
and again, every half minute or as often as is said after it: in a terminal in the
same place, else a row of JSON each time.`,
		Example: `  assay usage --watch
  assay usage --watch 10s >> usage.ndjson`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			options := oneshot.UsageOptions{}
			var err error
			if options.Output, err = oneshot.ParseFormat(output); err != nil {
				return err
			}
			switch {
			case len(args) > 0 && !watch:
				return wrongCall(fmt.Errorf("%q: an interval goes with --watch", args[0]))
			case len(args) > 0:
				if options.Watch, err = time.ParseDuration(args[0]); err != nil || options.Watch < oneshot.MinWatch {
					return wrongCall(fmt.Errorf("%q is not an interval of a second or more, such as 10s or 5m", args[0]))
				}
			case watch:
				options.Watch = every
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return oneshot.Usage(cmd.Context(), c, options, oneshot.Standard())
			})
		},
	}
	cmd.Flags().BoolVar(&watch, "watch", false, "show it again and again, every 30s or the interval given")
	oneshot.AddOutput(cmd.Flags(), &output)
	t.addFlags(cmd.Flags())
	cmd.AddCommand(usageLimitCommand())
	return cmd
}

func usageLimitCommand() *cobra.Command {
	var data serviceData
	cmd := &cobra.Command{
		Use:   "limit CALLS",
		Short: "Change how many calls a cycle has, on the service's machine",
		Long: `Changes how many calls a cycle has: for all keys together, on all nodes, at once.
It works on the account of the service that keeps its data in the data folder, whether
it runs or not.`,
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
				fmt.Fprintf(os.Stderr, "A cycle has %d calls now; it had %d.\n", calls, before)
			}
			return err
		},
	}
	data.addFlags(cmd.Flags())
	return cmd
}

func sessionCommand() *cobra.Command {
	var t target
	cmd := &cobra.Command{
		Use:   "session",
		Short: "Start, list and close remote browsers",
		Long: `Starts browsers on the service's machine, which automation tools drive over the
DevTools protocol. Who has a session's cdp_url or base_url has its browser: keep
them secret.`,
		Args: misspelt.Subcommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	t.addFlags(cmd.PersistentFlags())

	var flags oneshot.SessionFlags
	create := &cobra.Command{
		Use:   "create",
		Short: "Start a browser and print its addresses",
		Example: `  assay session create --browser-ua-preset windows --browser-profile stealth
  assay session create | jq -r .cdp_url`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			options, err := flags.Options()
			if err != nil {
				return err
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return oneshot.CreateSession(cmd.Context(), c, options, oneshot.Standard())
			})
		},
	}
	flags.Add(create.Flags())

	var output string
	list := &cobra.Command{
		Use:   "list",
		Short: "List the sessions; on a terminal their addresses are masked",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			format, err := oneshot.ParseFormat(output)
			if err != nil {
				return err
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return oneshot.ListSessions(cmd.Context(), c, format, oneshot.Standard())
			})
		},
	}
	oneshot.AddOutput(list.Flags(), &output)

	var all bool
	closing := &cobra.Command{
		Use:   "close ID...",
		Short: "Close sessions and their browsers",
		RunE: func(cmd *cobra.Command, ids []string) error {
			if err := oneshot.CheckClose(ids, all); err != nil {
				return err
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return oneshot.CloseSessions(cmd.Context(), c, ids, all, oneshot.Standard())
			})
		},
	}
	closing.Flags().BoolVar(&all, "all", false, "close every session that is alive")
	cmd.AddCommand(create, list, closing)
	return cmd
}
