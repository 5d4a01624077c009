package command

import (
	"context"
	"errors"
	"fmt"
	stdio "io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"assay/client"
	"assay/ui/cells"
	"assay/wire"
	"assay/workspace/batch"
	"assay/workspace/records"
)

// ManyOptions says how assay query asks about a list of pages.
type ManyOptions struct {
	URLs     string // the file with the list; "-" is standard input, "" is one page only
	Journal  string // the file to keep what became of each page in, or to go on from; "" for none
	First    int    // how many of the list at most; 0 for all
	Settings batch.Settings
}

func (m *ManyOptions) add(f *pflag.FlagSet) {
	f.StringVar(&m.URLs, "urls", "", "`file` with a list of addresses, one a line, to query; - is standard input")
	f.StringVar(&m.Journal, "journal", "", "`file` that keeps the answers of a list; if it exists, continue with the pages it lacks")
	f.Func("first", "query at most so many `pages` of the list [all]", func(text string) (err error) {
		if m.First, err = strconv.Atoi(text); err != nil || m.First < 1 {
			return errors.New("it must be 1 page or more")
		}
		return nil
	})
	f.IntVar(&m.Settings.Jobs, "jobs", batch.Defaults.Jobs, "`pages` of the list to query at the same time")
	f.IntVar(&m.Settings.PerHost, "per-host", batch.Defaults.PerHost, "`pages` of one host at the same time; 0 is no limit")
	f.DurationVar(&m.Settings.Delay, "delay", 0, "`time` between two pages of one host, such as 500ms")
	f.IntVar(&m.Settings.Tries, "tries", batch.Defaults.Tries, "`times` to try a page before it counts as failed")
}

// given reports whether a list is to be asked about.
func (m *ManyOptions) given() bool { return m.URLs != "" || m.Journal != "" }

// resumes reports whether there is a journal to go on from.
func (m *ManyOptions) resumes() bool {
	if m.Journal == "" {
		return false
	}
	_, err := os.Stat(m.Journal)
	return err == nil
}

// check finds what is wrong with a list's options beside those of one page.
func (m *ManyOptions) check(o *QueryOptions) error {
	switch {
	case o.URL != "" || o.HTMLFile != "":
		return &UsageError{"give a list of pages or one page: --urls and --journal do not go with --url and --html"}
	case o.ScreenshotFile != "" || o.Evidence || o.Full:
		return &UsageError{"--screenshot, --evidence and --full are for one page, not for a list"}
	case m.URLs == "-" && o.QueryFile == "-":
		return &UsageError{"standard input can be the query or the list, not both"}
	case m.URLs == "" && !m.resumes():
		return &UsageError{fmt.Sprintf("there is no journal %s to continue: give the list with --urls FILE", m.Journal)}
	}
	if err := m.Settings.Check(); err != nil {
		return &UsageError{err.Error()}
	}
	return nil
}

// many is the pages of one call of the command.
type many struct {
	options *ManyOptions
	output  Format
	batch   *batch.Batch
	urls    []string
	parts   []records.Part // what is written at the end
	io      IO
	wrote   error
}

// queryMany asks about every page of a list. Answers are written as they come, those
// of the journal first; other forms than NDJSON at the end.
func queryMany(ctx context.Context, c *client.Client, o QueryOptions, io IO) error {
	m := &many{options: &o.Many, output: o.Output, io: io}
	invalid, err := m.open(&o)
	if err != nil {
		return err
	}
	defer m.batch.Close()
	if err := m.afford(ctx, c); err != nil {
		return err
	}
	if err := m.replay(); err != nil {
		return err
	}
	if err := m.batch.SetSettings(o.Many.Settings); err != nil {
		return err
	}
	stop := spinOn(io, m.words)
	err = m.batch.Run(ctx, c.Query, m.finished)
	stop()
	if err := errors.Join(m.wrote, m.write()); err != nil {
		return err
	}
	m.warn()
	return m.sum(err, invalid)
}

// warn names the pages that came with an error's status, whose data is seldom what was
// wanted, and those that were read before all of them had come.
func (m *many) warn() {
	for _, page := range m.batch.Pages(0, len(m.urls)) {
		if page.IsError() {
			fmt.Fprintf(m.io.Err, "assay: %s: the page came with the status %s\n", visible(page.URL), wire.StatusText(page.Status))
		}
		if page.Unfinished {
			fmt.Fprintf(m.io.Err, "assay: %s: %s\n", visible(page.URL), unfinished)
		}
	}
}

// open reads the list and the journal. invalid is the number of lines that are no
// addresses.
func (m *many) open(o *QueryOptions) (invalid int, err error) {
	var list batch.List
	if m.options.URLs != "" {
		if list, err = m.readList(); err != nil {
			return 0, err
		}
		if m.options.First > 0 && len(list.URLs) > m.options.First {
			list.URLs = list.URLs[:m.options.First]
		}
		if len(list.URLs) == 0 {
			return 0, &UsageError{fmt.Sprintf("there is no address in %s", nameOf(m.options.URLs))}
		}
	}
	var plan batch.Plan
	asks := o.Query != "" || o.QueryFile != "" || o.Prompt != ""
	if asks {
		request, err := o.request(m.io)
		if err != nil {
			return 0, err
		}
		plan = batch.Plan{Query: request.Query, Prompt: request.Prompt, Params: request.Params, URLs: list.URLs}
	}
	if !m.options.resumes() {
		m.batch, err = batch.New(m.options.Journal, plan, time.Now())
	} else {
		err = m.resume(plan, asks)
	}
	if err != nil {
		return 0, err
	}
	m.urls = m.batch.Plan().URLs
	return len(list.Invalid), nil
}

// readList reads the list and tells of the lines that are left out.
func (m *many) readList() (batch.List, error) {
	name := m.options.URLs
	in := m.io.In
	if name != "-" {
		file, err := os.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			return batch.List{}, &UsageError{fmt.Sprintf("reading the list: there is no file %s", name)}
		}
		if err != nil {
			return batch.List{}, fmt.Errorf("reading the list: %w", err)
		}
		defer file.Close()
		in = file
	}
	list, err := batch.ReadList(in)
	if err != nil {
		return list, fmt.Errorf("reading the list: %w", err)
	}
	const most = 10
	told := func(lines []batch.Line, say func(batch.Line) string) {
		for i, l := range lines {
			if i == most {
				fmt.Fprintf(m.io.Err, "assay: and %d more lines like that\n", len(lines)-most)
				return
			}
			fmt.Fprintf(m.io.Err, "assay: %s:%d: %s\n", visible(nameOf(name)), l.Number, say(l))
		}
	}
	told(list.Invalid, func(l batch.Line) string { return fmt.Sprintf("%q is not a web address", l.Text) })
	told(list.Duplicates, func(l batch.Line) string { return fmt.Sprintf("the same as line %d", l.First) })
	return list, nil
}

// resume opens the journal, adds what the list has more, and tries again what failed.
func (m *many) resume(plan batch.Plan, asks bool) error {
	b, err := batch.Open(m.options.Journal)
	if err != nil {
		return err
	}
	if asks && !b.SameQuestion(plan) {
		b.Close()
		return &UsageError{fmt.Sprintf("the journal %s belongs to another query or other params: leave out the query to continue it, or name another journal", m.options.Journal)}
	}
	password := os.Getenv(proxyPasswordVariable)
	if plan.Params != nil && plan.Params.Proxy != nil && plan.Params.Proxy.Password != "" {
		password = plan.Params.Proxy.Password
	}
	b.SetPassword(password)
	m.batch = b
	err = b.Add(plan.URLs)
	if err == nil {
		err = b.Again(b.Find(batch.Failed, batch.Cancelled))
	}
	if err != nil {
		b.Close()
	}
	return err
}

// afford refuses a list that costs more than is left, before anything is sent.
func (m *many) afford(ctx context.Context, c *client.Client) error {
	cost := m.batch.Progress(time.Now()).Waiting
	if cost == 0 {
		return nil
	}
	usage, err := c.Usage(ctx)
	if err != nil {
		return err
	}
	if left := usage.Left(); int64(cost) > left {
		return fmt.Errorf("%w: the pages cost %s calls and %s are left; nothing was sent (--first N asks about the first N only)",
			client.ErrQuotaExhausted, cells.Group(int64(cost)), cells.Group(left))
	}
	return nil
}

// replay writes what the journal has.
func (m *many) replay() error {
	for _, n := range m.batch.Find(batch.Done) {
		data, err := m.batch.Data(n)
		if err != nil {
			return err
		}
		m.take(records.Part{URL: m.urls[n], Data: data})
	}
	return m.wrote
}

// finished takes what a page gave.
func (m *many) finished(n int, response *wire.QueryResponse, err error) {
	part := records.Part{URL: m.urls[n], Err: err}
	if err == nil {
		part.Data = response.Data
	}
	m.take(part)
}

func (m *many) take(part records.Part) {
	if m.output != Auto && m.output != NDJSON {
		m.parts = append(m.parts, part)
		return
	}
	if m.wrote == nil {
		m.wrote = writeLines([]records.Part{part}, m.io)
	}
}

// write writes what was kept for the end.
func (m *many) write() error {
	if len(m.parts) == 0 {
		return nil
	}
	return writeParts(m.parts, m.output, m.io)
}

// writeParts writes several parts in a form that needs all of them.
func writeParts(parts []records.Part, format Format, io IO) error {
	switch format {
	case CSV, Table, Markdown:
		table, err := records.Join(parts)
		if err != nil {
			return fmt.Errorf("writing the data: %w", err)
		}
		return writeRows(table, format, io)
	}
	return writeOut(io, func(w stdio.Writer) error { return records.WriteJSON(w, parts, io.OutTTY) })
}

// words says how far it has come.
func (m *many) words() string {
	p := m.batch.Progress(time.Now())
	words := []string{cells.Group(int64(p.Through())) + " of " + cells.Group(int64(p.Total)) + " pages"}
	if p.Failed > 0 {
		words = append(words, cells.Group(int64(p.Failed))+" failed")
	}
	if hold := time.Until(p.Hold); hold > 0 {
		words = append(words, "the service asks to wait "+days(hold+time.Second))
	} else if p.Rate > 0 {
		words = append(words, fmt.Sprintf("%.1f/s, %s left", p.Rate, days(p.Left)))
	}
	return strings.Join(words, ", ")
}

// sum says what went wrong, or is nil.
func (m *many) sum(err error, invalid int) error {
	p := m.batch.Progress(time.Now())
	goOn := ""
	if m.options.Journal != "" {
		goOn = "; continue with --journal " + m.options.Journal
	}
	switch {
	case err != nil && errors.Is(err, context.Canceled):
		fmt.Fprintf(m.io.Err, "assay: %s of %s pages are done%s\n", cells.Group(int64(p.Through())), cells.Group(int64(p.Total)), goOn)
		return err
	case err != nil:
		return fmt.Errorf("stopped with %s of %s pages left: %w%s", cells.Group(int64(p.Waiting)), cells.Group(int64(p.Total)), err, goOn)
	case p.Failed > 0:
		return fmt.Errorf("%s of %s pages failed", cells.Group(int64(p.Failed)), cells.Group(int64(p.Total)))
	case invalid > 0:
		return fmt.Errorf("%d lines of %s are not web addresses", invalid, nameOf(m.options.URLs))
	}
	return nil
}
