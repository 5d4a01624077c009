package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/client"
	"assay/wire"
)

func sessionCommand() *cobra.Command {
	var t target
	cmd := group(&cobra.Command{
		Use:   "session",
		Short: "Start, list and close remote browsers",
		Long: `Starts browsers on the service's machine for automation tools, which drive them over the
DevTools protocol. Whoever has a session's cdp_url or base_url controls its browser: keep
them secret.`,
	})
	t.addFlags(cmd.PersistentFlags())

	var flags SessionFlags
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
				return CreateSession(cmd.Context(), c, options, Standard())
			})
		},
	}
	flags.Add(create.Flags())

	var output Format
	list := &cobra.Command{
		Use:   "list",
		Short: "List the sessions; on a terminal their addresses are masked",
		Long: `Lists the sessions, also those that ended in the last ten minutes: their "state" is "ended",
and "end_reason" says why. On a terminal the addresses, which are secrets, are masked.`,
		Example: `  assay session list | jq -r '.[] | select(.state != "ended") | .session_id'`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return t.call(cmd.Context(), func(c *client.Client) error {
				return ListSessions(cmd.Context(), c, output, Standard())
			})
		},
	}
	AddOutput(list.Flags(), &output)

	var all bool
	closing := &cobra.Command{
		Use:   "close ID...",
		Short: "Close sessions and their browsers",
		RunE: func(cmd *cobra.Command, ids []string) error {
			if err := CheckClose(ids, all); err != nil {
				return err
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return CloseSessions(cmd.Context(), c, ids, all, Standard())
			})
		},
	}
	closing.Flags().BoolVar(&all, "all", false, "close all sessions")
	cmd.AddCommand(create, list, closing)
	return cmd
}

// SessionFlags are the flags of assay session create as they were typed.
type SessionFlags struct {
	request                             wire.SessionRequest
	timeout                             int
	output                              Format
	proxy, proxyUsername, proxyPassword string
	given                               func(flag string) bool
}

// The bounds of a session's inactivity timeout, in seconds.
const (
	minInactivity = 5
	maxInactivity = 86_400
)

// Add adds the flags to a set.
func (s *SessionFlags) Add(f *pflag.FlagSet) {
	r := &s.request
	addChoice(f, &r.UAPreset, "browser-ua-preset", "operating `system` the browser claims to run on: windows, macos or linux [linux]", wire.PresetWindows, wire.PresetMacOS, wire.PresetLinux)
	addChoice(f, &r.BrowserProfile, "browser-profile", "`kind` of browser: light or stealth [light]", wire.ProfileLight, wire.ProfileStealth)
	f.IntVar(&s.timeout, "inactivity-timeout", 0, "`seconds` without a client after which the session ends, 5 to 86400 [300]")
	addChoice(f, &r.ShutdownMode, "shutdown-mode", "`when` the session ends: on_disconnect or on_inactivity_timeout [on_disconnect]", wire.ShutdownOnDisconnect, wire.ShutdownOnInactivity)
	addProxy(f, &s.proxy, &s.proxyUsername, &s.proxyPassword)
	AddOutput(f, &s.output)
	s.given = f.Changed
}

// CreateOptions says what assay session create was asked for.
type CreateOptions struct {
	Request wire.SessionRequest
	Output  Format
}

// Options returns what was asked for. What is wrong with it is found before
// anything is started; such errors are of type *UsageError.
func (s *SessionFlags) Options() (CreateOptions, error) {
	o := CreateOptions{Request: s.request, Output: s.output}
	if s.given("inactivity-timeout") {
		if s.timeout < minInactivity || s.timeout > maxInactivity {
			return o, &UsageError{fmt.Sprintf("--inactivity-timeout must be from %d to %d seconds, not %d", minInactivity, maxInactivity, s.timeout)}
		}
		o.Request.InactivityTimeout = s.timeout
	}
	var err error
	o.Request.Proxy, err = readProxy(s.proxy, s.proxyUsername, s.proxyPassword)
	return o, err
}

// CreateSession runs assay session create. Its output is the contract's answer,
// which holds the secret addresses: they are what the user asked for.
func CreateSession(ctx context.Context, c *client.Client, o CreateOptions, io IO) error {
	stop := spin(io, "starting a browser")
	session, err := c.CreateSession(ctx, o.Request)
	stop()
	if err != nil {
		return err
	}
	return writeValue(session, o.Output, io)
}

// ListSessions runs assay session list. On a terminal the addresses, which are
// secrets, are masked; a pipe gets them whole.
func ListSessions(ctx context.Context, c *client.Client, output Format, io IO) error {
	stop := spin(io, "listing the sessions")
	sessions, missing, err := c.ListSessions(ctx)
	stop()
	if err != nil {
		return err
	}
	for _, node := range missing {
		fmt.Fprintf(io.Err, "the node %s does not answer: its sessions are not in this list\n", node)
	}
	if output == Auto && io.OutTTY {
		if len(sessions) == 0 {
			fmt.Fprintln(io.Err, "no sessions; `assay session create` starts one")
			return nil
		}
		output = Table
	}
	if output == Table || output == CSV || output == Markdown {
		return writeValue(sessionRows(sessions, time.Now()), output, io)
	}
	if io.OutTTY {
		for i := range sessions {
			s := &sessions[i]
			s.CDPURL, s.BaseURL = wire.MaskURL(s.CDPURL), wire.MaskURL(s.BaseURL)
		}
	}
	return writeValue(sessions, output, io)
}

// CheckClose finds what is wrong with a call of assay session close before
// anything is reached.
func CheckClose(ids []string, all bool) error {
	switch {
	case len(ids) == 0 && !all:
		return &UsageError{"name the sessions to close, or give --all"}
	case len(ids) > 0 && all:
		return &UsageError{"name the sessions to close or give --all, not both"}
	}
	return nil
}

// CloseSessions runs assay session close for the sessions named, or for all that
// are alive. It goes on after a failure and returns all of them.
func CloseSessions(ctx context.Context, c *client.Client, ids []string, all bool, io IO) error {
	if all {
		sessions, err := c.Sessions(ctx)
		if err != nil {
			return err
		}
		for i := range sessions {
			if sessions[i].Alive() {
				ids = append(ids, sessions[i].ID)
			}
		}
	}
	var failures []error
	for _, id := range ids {
		stop := spin(io, "closing "+visible(id))
		err := c.EndSession(ctx, id)
		stop()
		if err != nil {
			failures = append(failures, fmt.Errorf("session %s: %w", visible(id), err))
			continue
		}
		fmt.Fprintf(io.Err, "Closed %s.\n", visible(id))
	}
	return errors.Join(failures...)
}

// sessionRow is a session in a table.
type sessionRow struct {
	State    string `json:"state"`
	ID       string `json:"session"`
	System   string `json:"system"`
	Profile  string `json:"profile"`
	Clients  int    `json:"clients"`
	Age      string `json:"age"`
	EndsIn   string `json:"ends"`
	Pages    int    `json:"pages"`
	PageText string `json:"page"` // what is open, the first of them
}

func sessionRows(sessions []wire.SessionInfo, now time.Time) []sessionRow {
	rows := []sessionRow{}
	for i := range sessions {
		s := &sessions[i]
		row := sessionRow{
			State: s.State, ID: s.ID, System: s.UAPreset, Profile: s.BrowserProfile, Clients: s.Clients,
			Age: days(max(now.Sub(s.CreatedAt), 0)), EndsIn: ending(s), Pages: len(s.Pages),
		}
		if len(s.Pages) > 0 {
			row.PageText = strings.TrimSpace(s.Pages[0].Title + " " + s.Pages[0].URL)
		}
		rows = append(rows, row)
	}
	return rows
}

// ending says when or why a session ends.
func ending(s *wire.SessionInfo) string {
	switch {
	case !s.Alive() && s.EndReason != nil:
		return *s.EndReason
	case !s.Alive():
		return "ended"
	case s.SecondsToTeardown != nil:
		return "in " + days(time.Duration(*s.SecondsToTeardown*float64(time.Second)))
	}
	return strings.ReplaceAll(s.ShutdownMode, "_", " ")
}
