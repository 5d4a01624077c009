package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"

	"assay/service/browser"
	"assay/service/document"
	"assay/wire/datadir"
)

// State is the outcome of a check.
type State uint8

// The outcomes, from good to bad.
const (
	OK      State = iota // as it should be
	Warning              // the service works, but less well
	Failed               // something does not work
)

// String returns the state as Doctor's table shows it.
func (s State) String() string { return [...]string{"ok", "warning", "missing"}[s] }

// Check is one line of a Report.
type Check struct {
	Name  string
	State State
	Found string // what is there, such as "22.12.0, /usr/bin/pdftotext"
	Means string // what does not work; empty if all does
	Do    string // what to do about it; empty if nothing need be done
}

// Report is what Doctor found.
type Report []Check

// Doctor looks at everything that the service of dataDir needs of its machine.
func Doctor(ctx context.Context, dataDir string) Report {
	found := Look()
	report := make(Report, len(found))
	var wait sync.WaitGroup
	for i, f := range found {
		wait.Go(func() { report[i] = checkPart(ctx, f) })
	}
	wait.Wait()
	if shell, full := &report[HeadlessShell], found[Chromium]; shell.State == Failed && full.Path != "" {
		shell.State = Warning
	}
	report = append(report, checkSandbox(ctx))
	report = append(report, checkWalls(browser.FindWalls())...)
	report = append(report, checkConfinement(document.Confined()))
	return append(report, checkDataDir(dataDir), checkService(dataDir))
}

// Failed reports whether something does not work.
func (r Report) Failed() bool {
	for _, c := range r {
		if c.State == Failed {
			return true
		}
	}
	return false
}

// WriteTo writes the report as a table, with what each trouble means and what
// to do about it below its line.
func (r Report) WriteTo(w io.Writer) (int64, error) {
	width := 0
	for _, c := range r {
		width = max(width, len(c.Name))
	}
	var text strings.Builder
	for _, c := range r {
		fmt.Fprintf(&text, "%-7s  %-*s  %s\n", c.State, width, c.Name, c.Found)
		for _, line := range []string{c.Means, c.Do} {
			if line != "" {
				fmt.Fprintf(&text, "%-7s  %-*s  %s\n", "", width, "", line)
			}
		}
	}
	n, err := io.WriteString(w, text.String())
	return int64(n), err
}

func checkPart(ctx context.Context, f Found) Check {
	c := Check{Name: f.Part.String()}
	if f.Path == "" {
		c.State, c.Found, c.Means, c.Do = Failed, "not found", f.Part.Purpose(), "run: assay setup"
		if f.Refused != "" {
			c.Found = f.Refused
		}
		return c
	}
	version, err := f.AskVersion(ctx)
	if err != nil {
		c.State, c.Found, c.Means, c.Do = Failed, err.Error(), f.Part.Purpose(), "install it again"
		return c
	}
	c.Found = f.Path
	if version != "" {
		c.Found = version + ", " + f.Path
	}
	if f.Part == Tesseract {
		c = checkLanguages(ctx, f, c)
	}
	return c
}

func checkLanguages(ctx context.Context, f Found, c Check) Check {
	languages, err := f.Languages(ctx)
	if err != nil || len(languages) == 0 {
		c.State, c.Means, c.Do = Failed, f.Part.Purpose()+": it has no language data", "install its data for English (tesseract-ocr-eng)"
		return c
	}
	c.Found += ", reads " + strings.Join(languages, " ")
	return c
}

// checkWalls tells what else keeps the browsers of sessions apart.
func checkWalls(walls browser.Walls) []Check {
	user := Check{Name: "Users", Found: "each browser runs as a user of its own, without rights"}
	if !walls.Users {
		user.Found = "browsers run as the user that starts the service; one that root starts gives each a user of its own"
	}
	network := Check{Name: "Networks", Found: "each session has a network of its own"}
	if walls.Network != nil {
		network.State = Warning
		network.Found = "shared: " + walls.Network.Error()
		network.Means = "a browser that is broken out of reaches what this machine reaches; its pages do not"
		network.Do = "start the service as root or with CAP_SYS_ADMIN for sessions of strangers"
	}
	memory := Check{Name: "Memory", Found: "each session has a bound"}
	if walls.Memory != nil {
		memory.State = Warning
		memory.Found = "no bound: " + strings.ReplaceAll(walls.Memory.Error(), "\n", "; ")
		memory.Means = "a page can use all of this machine's memory"
		memory.Do = "start the service as root, or as a systemd unit with Delegate=yes"
	}
	return []Check{user, network, memory}
}

// checkConfinement tells whether a file that takes over the program that reads it could
// change others.
func checkConfinement(err error) Check {
	c := Check{Name: "Documents", Found: "the programs that read them can write only to a folder that is thrown away"}
	if err != nil {
		c.State = Warning
		c.Found = "the programs that read them can write wherever the service can: " + err.Error()
		c.Means = "a document that breaks one of them can change this user's files"
		c.Do = "use a kernel with Landlock (Linux 5.13, lsm=landlock), and do not forbid its system calls"
	}
	return c
}

func checkDataDir(dataDir string) Check {
	c := Check{Name: "Data", Found: dataDir}
	info, err := os.Stat(dataDir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.Found += ", made at the first start"
		return c
	case err != nil:
		c.State, c.Means, c.Do = Failed, "the service cannot start: "+err.Error(), "give another --data-dir"
		return c
	case !info.IsDir():
		c.State, c.Means, c.Do = Failed, "the service cannot start: this is not a folder", "remove it or give another --data-dir"
		return c
	}
	if probe, err := os.CreateTemp(dataDir, "doctor-*"); err != nil {
		c.State, c.Means, c.Do = Failed, "the service cannot start: "+err.Error(), "give this user the right to write there, or give another --data-dir"
		return c
	} else {
		probe.Close()
		os.Remove(probe.Name())
	}
	if key, err := os.Stat(datadir.KeyFile(dataDir)); err == nil && key.Mode().Perm()&0o077 != 0 {
		c.State = Warning
		c.Means = "other users of this machine can read the API key in it"
		c.Do = "run: chmod 600 " + datadir.KeyFile(dataDir)
	}
	return c
}

func checkService(dataDir string) Check {
	c := Check{Name: "Service"}
	running, err := datadir.Running(dataDir)
	if err != nil {
		c.State, c.Found = Failed, err.Error()
		return c
	}
	if !running {
		c.Found = "not running; it starts when it is needed"
		return c
	}
	info, err := datadir.ReadInfo(dataDir)
	if err != nil {
		c.Found = "starting or stopping"
		return c
	}
	c.Found = fmt.Sprintf("%s, process %d, version %s", info.BaseURL, info.PID, info.Version)
	return c
}
