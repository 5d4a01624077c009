package command

import (
	"context"
	"errors"
	"fmt"
	stdio "io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/client"
	"assay/wire/datadir"
	"assay/workspace/background"
)

func serviceCommand() *cobra.Command {
	var dataDir string
	cmd := group(&cobra.Command{
		Use:   "service",
		Short: "Show or stop the service that runs in the background",
		Long: `Without a base URL the dashboard and the commands start a service in the background, one
for each data folder. It stops after 15 minutes without a request or a session. These
commands show and stop it, and any other service that runs on the folder.`,
	})
	addDataDir(cmd.PersistentFlags(), &dataDir)

	var output Format
	status := &cobra.Command{
		Use:   "status",
		Short: "Show the service that runs: its process, address, account and sessions",
		Long:  `Shows the running service. If none is running, it says so and exits with 1.`,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return PrintService(cmd.Context(), dataDir, output, Standard())
		},
	}
	AddOutput(status.Flags(), &output)
	stop := &cobra.Command{
		Use:   "stop",
		Short: "Stop the service and its browser sessions",
		Long: `Stops the service, as SIGTERM does: it takes no new requests, gives running ones half a
minute to finish, and closes its sessions. An open dashboard starts it again when it next
needs it.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return StopService(cmd.Context(), dataDir, Standard())
		},
	}
	var follow bool
	logs := &cobra.Command{
		Use:   "logs",
		Short: "Print the log of the background service",
		Long:  `Prints the log of the background service, newest last. The log keeps the last 4 to 8 MiB.`,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return ServiceLog(cmd.Context(), dataDir, follow, Standard())
		},
	}
	logs.Flags().BoolVarP(&follow, "follow", "f", false, "print the last lines and then new ones, until Ctrl+C")
	cmd.AddCommand(status, stop, logs)
	return cmd
}

// ServiceStatus is what assay service status tells of the service of a data directory.
type ServiceStatus struct {
	datadir.Info
	Since    time.Time `json:"since"`    // when it was ready
	Sessions *int      `json:"sessions"` // browser sessions of this machine's key; nil if it does not say
	Log      string    `json:"log"`      // its file; "" for a service in the foreground
}

// Service asks the service of a data directory what it does. It starts none: the error
// matches background.ErrNotRunning if there is none.
func Service(ctx context.Context, dataDir string) (*ServiceStatus, error) {
	info, since, err := background.Look(ctx, dataDir)
	if err != nil {
		return nil, err
	}
	s := &ServiceStatus{Info: info, Since: since}
	if info.Background {
		s.Log = datadir.LogFile(dataDir)
	}
	// Without a key it runs all the same.
	if key, err := datadir.ReadKey(dataDir); err == nil {
		s.Sessions = countSessions(ctx, client.Config{BaseURL: info.BaseURL, APIKey: key.Reveal(), CAFile: info.CAFile})
	}
	return s, nil
}

func countSessions(ctx context.Context, service client.Config) *int {
	c, err := client.New(service)
	if err != nil {
		return nil
	}
	defer c.Close()
	sessions, err := c.Sessions(ctx)
	if err != nil {
		return nil
	}
	alive := 0
	for _, s := range sessions {
		if s.Alive() {
			alive++
		}
	}
	return &alive
}

// Rows words the status for a person: what each is, and how it is.
func (s *ServiceStatus) Rows(now time.Time) [][2]string {
	where := "in the foreground"
	if s.Background {
		where = "in the background"
	}
	rows := [][2]string{
		{"process", fmt.Sprintf("%d, %s, for %s", s.PID, where, days(now.Sub(s.Since)))},
		{"address", s.BaseURL},
		{"account", s.Database},
		{"version", s.Version},
	}
	if s.Sessions != nil {
		rows = append(rows, [2]string{"sessions", strconv.Itoa(*s.Sessions)})
	}
	if s.Log != "" {
		rows = append(rows, [2]string{"log", s.Log})
	}
	return rows
}

// PrintService runs assay service status.
func PrintService(ctx context.Context, dataDir string, output Format, io IO) error {
	status, err := Service(ctx, dataDir)
	if err != nil {
		return err
	}
	if output == Table || output == Auto && io.OutTTY {
		for _, row := range status.Rows(time.Now()) {
			if _, err := fmt.Fprintf(io.Out, "%-9s %s\n", row[0], visible(row[1])); err != nil {
				return err
			}
		}
		return nil
	}
	return writeValue(status, output, io)
}

// StopService runs assay service stop. That there is nothing to stop is no error.
func StopService(ctx context.Context, dataDir string, io IO) error {
	stop := spin(io, "waiting for the service to end")
	err := background.Stop(ctx, dataDir)
	stop()
	switch {
	case errors.Is(err, background.ErrNotRunning):
		fmt.Fprintf(io.Err, "%v\n", err)
		return nil
	case err == nil:
		fmt.Fprintf(io.Err, "the service of %s has ended\n", dataDir)
	}
	return err
}

// ServiceLog runs assay service logs.
func ServiceLog(ctx context.Context, dataDir string, follow bool, io IO) error {
	out := io.Out
	if io.OutTTY {
		out = escaping{out}
	}
	return datadir.ReadLog(ctx, dataDir, follow, out)
}

// escaping escapes what acts on a terminal. The tabs of a stack are spaces.
type escaping struct{ to stdio.Writer }

func (e escaping) Write(p []byte) (int, error) {
	if _, err := stdio.WriteString(e.to, escape(strings.ReplaceAll(string(p), "\t", "    "))); err != nil {
		return 0, err
	}
	return len(p), nil
}
