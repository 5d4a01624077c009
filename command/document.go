package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	stdio "io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/sync/errgroup"

	"assay/client"
	"assay/wire"
	"assay/wire/pages"
	"assay/workspace/records"
)

func documentCommand() *cobra.Command {
	var t target
	var flags DocumentFlags
	cmd := &cobra.Command{
		Use:   "document FILE... [QUERY]",
		Short: "Extract data from PDFs and images",
		Long: `Extracts the data that a query or a prompt names from PDFs and images (JPEG, PNG), and
prints it. Each page and each image costs one call. --dry-run shows the cost, and what the
service would refuse, and sends nothing. Files that cost more calls than are left are not
sent at all. -r includes the documents in folders and their subfolders.

One file prints its data. Several print an array of objects with "file" and "data", or
"file" and "error". --output ndjson prints a line for each file; csv and table print a row
for each record of its first list, with the fields beside that list.`,
		Example: `  assay document invoice.pdf '{ invoice_number date(date) total(number) }'
  assay document --dry-run *.pdf
  assay document -r invoices '{ total(number) }'
  assay document receipts/*.jpg --prompt "shop, date and total" --output csv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			options, err := flags.Options(args)
			if err != nil {
				return err
			}
			if options.DryRun {
				return Cost(cmd.Context(), func() (c *client.Client, err error) {
					err = t.call(cmd.Context(), func(to *client.Client) error { c = to; return nil })
					return c, err
				}, options, Standard())
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return Document(cmd.Context(), c, options, Standard())
			})
		},
	}
	flags.Add(cmd.Flags())
	t.addFlags(cmd.Flags())
	return cmd
}

// DocumentOptions says what assay document was asked for.
type DocumentOptions struct {
	Files     []string
	Recursive bool // a folder stands for the documents in it

	Query     string // in the query language
	QueryFile string // instead of Query; "-" is standard input
	Prompt    string // instead of a query

	Params wire.DocumentParams

	DryRun      bool // only tell the cost
	UnknownCost bool // send files whose pages cannot be counted too
	Jobs        int  // how many files are sent at a time, at least 1

	Output Format
	Full   bool // the whole answer, metadata as well; JSON only
}

// DocumentFlags are the flags of assay document as they were typed.
type DocumentFlags struct {
	options DocumentOptions
}

// maxJobs bounds how many files are sent at a time.
const maxJobs = 64

// Add adds the flags to a set.
func (d *DocumentFlags) Add(f *pflag.FlagSet) {
	o := &d.options
	f.StringVar(&o.Prompt, "prompt", "", "`text` that says what to extract, instead of a query")
	f.StringVar(&o.QueryFile, "query-file", "", "`file` with the query; - is standard input")
	addChoice(f, &o.Params.Mode, "mode", "`depth` of the analysis: fast or standard [fast]", wire.ModeFast, wire.ModeStandard)
	f.BoolVar(&o.DryRun, "dry-run", false, "show the cost, and send nothing")
	f.BoolVarP(&o.Recursive, "recursive", "r", false, "include the documents in folders and their subfolders")
	f.BoolVar(&o.UnknownCost, "unknown-cost", false, "also send files whose pages cannot be counted")
	f.IntVar(&o.Jobs, "jobs", 3, "`files` to send at the same time")
	f.BoolVar(&o.Params.Evidence, "evidence", false, "print where in the document each value was read")
	f.BoolVar(&o.Full, "full", false, "print the whole answer, with its metadata")
	AddOutput(f, &o.Output)
}

// Options returns what was asked for: args are the files and, unless a flag gives
// it or nothing is to be sent, the query as the last of them. What is wrong with it
// is found before anything is sent; such errors are of type *UsageError.
func (d *DocumentFlags) Options(args []string) (DocumentOptions, error) {
	o := d.options
	o.Files = args
	given := o.Prompt != "" || o.QueryFile != ""
	if last := len(args) - 1; !given && last >= 0 && !(o.DryRun && isFile(args[last])) {
		if isFile(args[last]) {
			return o, &UsageError{"no query given: give a query after the files, such as '{ total(number) }', or --query-file FILE or --prompt TEXT"}
		}
		o.Files, o.Query = args[:last], args[last]
	}
	if err := o.openFolders(); err != nil {
		return o, err
	}
	return o, o.check()
}

// openFolders puts the documents in folders in the place of these.
func (o *DocumentOptions) openFolders() error {
	var files []string
	for _, name := range o.Files {
		info, err := os.Stat(name)
		if err != nil || !info.IsDir() {
			files = append(files, name)
			continue
		}
		if !o.Recursive {
			return &UsageError{name + " is a folder: -r takes the documents in it"}
		}
		found, err := documentsIn(name)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return &UsageError{"there is no PDF, JPEG or PNG in the folder " + name}
		}
		files = append(files, found...)
	}
	o.Files = files
	return nil
}

// documentsIn returns the PDFs and images in a folder and in those within it, by their
// names in order. What is hidden is left out.
func documentsIn(folder string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path != folder && strings.HasPrefix(entry.Name(), ".") {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		switch strings.ToLower(filepath.Ext(path)) {
		case ".pdf", ".jpg", ".jpeg", ".png":
			if entry.Type().IsRegular() {
				found = append(found, path)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("looking for documents: %w", err)
	}
	return found, nil
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// check finds what is wrong before anything is read or spent.
func (o *DocumentOptions) check() error {
	full := o.Full || o.Params.Evidence
	switch {
	case len(o.Files) == 0:
		return &UsageError{"no document given: name one or more files before the query"}
	case o.Prompt != "" && o.QueryFile != "":
		return &UsageError{"give only one of a query, --query-file and --prompt"}
	case o.Jobs < 1 || o.Jobs > maxJobs:
		return &UsageError{fmt.Sprintf("--jobs must be 1 to %d", maxJobs)}
	case full && !o.DryRun && (o.Output == CSV || o.Output == Table || o.Output == Markdown):
		return &UsageError{fmt.Sprintf("--output %s shows the data only: use --output json to see the metadata", o.Output)}
	}
	for _, name := range o.Files {
		_, err := pages.Stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			return &UsageError{"there is no file " + name}
		}
		if err != nil {
			return &UsageError{name + ": " + err.Error()}
		}
	}
	return nil
}

// costed is a file and what a query of it costs.
type costed struct {
	name string
	file pages.File
	err  error // why it cannot be queried, or its cost not be known
}

// unknown reports whether what it costs cannot be known.
func (c *costed) unknown() bool { return errors.Is(c.err, pages.ErrUncountable) }

// count tells what the files cost, each of them once: the same file may be named twice, or
// by its folder as well.
func (o *DocumentOptions) count(ctx context.Context, io IO) ([]costed, error) {
	var files []costed
	named := map[string]string{}
	for _, name := range o.Files {
		if place, err := filepath.EvalSymlinks(name); err == nil {
			if place, err = filepath.Abs(place); err == nil {
				if first, ok := named[place]; ok {
					fmt.Fprintf(io.Err, "assay: %s was named before, as %s: it is read once\n", visible(name), visible(first))
					continue
				}
				named[place] = name
			}
		}
		file, err := pages.CountFile(ctx, name)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		files = append(files, costed{name, file, err})
	}
	return files, nil
}

// Cost runs assay document --dry-run: it tells what the files would cost, and what the
// service would refuse, without sending them. A file that could not be sent is an error,
// and so are files that cost more than is left. Without a service that answers it tells
// the cost alone.
func Cost(ctx context.Context, connect func() (*client.Client, error), o DocumentOptions, io IO) error {
	files, err := o.count(ctx, io)
	if err != nil {
		return err
	}
	usage, refused := allowance(ctx, connect)
	if refused == nil {
		for i := range files {
			files[i].limit(usage)
		}
	}
	report, bad := o.price(files)
	format := o.Output
	if format == Auto && io.OutTTY {
		format = Table
	}
	if err := writeValue(report, format, io); err != nil {
		return err
	}
	if format == Table {
		total := fmt.Sprintf("%d calls in all", report.Calls)
		if report.Unknown > 0 {
			total += fmt.Sprintf("; of %d files it is not known", report.Unknown)
		}
		fmt.Fprintln(io.Err, total)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(refused, client.ErrUnauthorized), errors.Is(refused, client.ErrNoKey):
		return refused
	case refused != nil:
		fmt.Fprintf(io.Err, "assay: could not ask the service what it would refuse: %s\n", visible(refused.Error()))
	case int64(report.Calls) > usage.Left():
		return tooDear(int64(report.Calls), usage.Left())
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d files cannot be sent", bad, len(files))
	}
	return nil
}

// cost is what assay document --dry-run prints.
type cost struct {
	Files   []fileCost `json:"files"`
	Calls   int        `json:"calls"`
	Unknown int        `json:"unknown"`
}

type fileCost struct {
	File  string  `json:"file"`
	Kind  *string `json:"kind"`
	Bytes int64   `json:"bytes"`
	Calls *int    `json:"calls"`
	Error *string `json:"error"`
}

// price adds up what files cost; bad is how many of them cannot be sent.
func (o *DocumentOptions) price(files []costed) (report cost, bad int) {
	for _, f := range files {
		l := fileCost{File: f.name, Bytes: f.file.Size}
		if f.err == nil || f.unknown() || f.file.Pages > 0 || errors.Is(f.err, pages.ErrEncrypted) {
			kind := f.file.Kind.String()
			l.Kind = &kind
		}
		if f.err == nil {
			l.Calls = &f.file.Pages
			report.Calls += f.file.Pages
		} else {
			text := f.err.Error()
			l.Error = &text
			if report.Unknown++; !f.unknown() || !o.UnknownCost {
				bad++
			}
		}
		report.Files = append(report.Files, l)
	}
	return report, bad
}

// allowance asks the service what is left and what a document may have.
func allowance(ctx context.Context, connect func() (*client.Client, error)) (*wire.Usage, error) {
	c, err := connect()
	if err != nil {
		return nil, err
	}
	return c.Usage(ctx)
}

// limit says of a file that is more than the service takes why it cannot be queried.
func (c *costed) limit(usage *wire.Usage) {
	switch {
	case c.err != nil:
	case usage.MaxPages > 0 && c.file.Pages > usage.MaxPages:
		c.err = fmt.Errorf("the document has %d pages; a query takes at most %d: split it and query the parts", c.file.Pages, usage.MaxPages)
	case usage.MaxUpload > 0 && c.file.Size > usage.MaxUpload:
		c.err = fmt.Errorf("the file is larger than the %.4g MiB that a document may have", float64(usage.MaxUpload)/(1<<20))
	}
}

func tooDear(cost, left int64) error {
	return fmt.Errorf("%w: the files cost %d calls and %d are left; nothing was sent", client.ErrQuotaExhausted, cost, left)
}

// Document runs assay document. A single file gives its data as assay query does;
// several give their data each with the file's name, and one that fails does not
// keep the others from being read.
func Document(ctx context.Context, c *client.Client, o DocumentOptions, io IO) error {
	if err := o.check(); err != nil {
		return err
	}
	request, err := o.request(io)
	if err != nil {
		return err
	}
	files, err := o.count(ctx, io)
	if err != nil {
		return err
	}
	if len(files) > 1 {
		if err := afford(ctx, c, files); err != nil {
			return err
		}
	}
	b := &documents{options: &o, client: c, request: request, files: files, parts: make([]records.Part, len(files)), done: make([]bool, len(files)), io: io}
	stop := spinOn(io, b.words)
	b.run(ctx)
	stop()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if len(files) == 1 && b.parts[0].Err == nil {
		return o.writeOne(b.parts[0], request.Query, io)
	}
	return errors.Join(b.write(), b.failure())
}

// request reads and checks the query.
func (o *DocumentOptions) request(io IO) (client.DocumentRequest, error) {
	request := client.DocumentRequest{Query: o.Query, Prompt: o.Prompt}
	if o.Params != (wire.DocumentParams{}) {
		request.Params = &o.Params
	}
	if o.Prompt != "" {
		return request, nil
	}
	name := "query"
	if o.QueryFile != "" {
		data, err := readText(o.QueryFile, "query", io)
		if err != nil {
			return request, err
		}
		request.Query, name = string(data), nameOf(o.QueryFile)
	}
	return request, checkQuery(name, request.Query, io)
}

// afford refuses files that together cost more than is left, before one is sent.
func afford(ctx context.Context, c *client.Client, files []costed) error {
	cost := int64(0)
	for _, f := range files {
		cost += int64(f.file.Pages)
	}
	usage, err := c.Usage(ctx)
	if err != nil {
		return err
	}
	if left := usage.Left(); cost > left {
		return tooDear(cost, left)
	}
	return nil
}

// documents is the files of one call of the command, some of them under way at once.
type documents struct {
	options *DocumentOptions
	client  *client.Client
	request client.DocumentRequest
	files   []costed
	io      IO

	sent, ended atomic.Int64 // bytes, files

	mu    sync.Mutex
	parts []records.Part // what each file gave
	done  []bool
	next  int   // the first part that is not written yet
	fatal error // what every further file would meet
	wrote error // what went wrong with writing
}

// words says how far it has come.
func (b *documents) words() string {
	if len(b.files) == 1 {
		if size := b.files[0].file.Size; b.sent.Load() < size {
			return fmt.Sprintf("sending %d of %d KB", b.sent.Load()/1000, size/1000)
		}
		return "reading " + visible(b.files[0].name)
	}
	return fmt.Sprintf("%d of %d files read", b.ended.Load(), len(b.files))
}

// run sends the files, a few at a time, in their order.
func (b *documents) run(ctx context.Context) {
	var group errgroup.Group
	group.SetLimit(b.options.Jobs)
	for i := range b.files {
		group.Go(func() error {
			part := records.Part{File: b.files[i].name}
			part.Data, part.Metadata, part.Err = b.send(ctx, i)
			b.finish(i, part)
			return nil
		})
	}
	_ = group.Wait() // what went wrong is in the parts
}

// send queries one file.
func (b *documents) send(ctx context.Context, i int) (json.RawMessage, *wire.Metadata, error) {
	f := &b.files[i]
	b.mu.Lock()
	fatal := b.fatal
	b.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case fatal != nil:
		return nil, nil, fmt.Errorf("not sent: %w", fatal)
	case f.unknown() && !b.options.UnknownCost:
		return nil, nil, fmt.Errorf("%w, so what it costs is not known: --unknown-cost sends it all the same", f.err)
	case f.err != nil && !f.unknown():
		return nil, nil, f.err
	}
	file, err := os.Open(f.name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	request := b.request
	request.File, request.Name = file, f.name
	before := int64(0)
	request.Progress = func(sent, _ int64) { b.sent.Add(sent - before); before = sent }
	response, err := b.client.QueryDocument(ctx, request)
	if err != nil {
		return nil, nil, err
	}
	if !b.options.Full && !b.options.Params.Evidence {
		return response.Data, nil, nil
	}
	return response.Data, &response.Metadata, nil
}

// finish takes what a file gave. NDJSON is written as soon as it is a file's turn.
func (b *documents) finish(i int, part records.Part) {
	b.ended.Add(1)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.parts[i], b.done[i] = part, true
	if err := part.Err; err != nil && b.fatal == nil &&
		(errors.Is(err, client.ErrUnauthorized) || errors.Is(err, client.ErrQuotaExhausted) || errors.Is(err, client.ErrUnreachable)) {
		b.fatal = err
	}
	if b.options.Output != NDJSON || len(b.files) == 1 {
		return
	}
	from := b.next
	for b.next < len(b.parts) && b.done[b.next] {
		b.next++
	}
	if from < b.next && b.wrote == nil {
		b.wrote = writeLines(b.parts[from:b.next], b.io)
	}
}

// write writes what several files gave.
func (b *documents) write() error {
	if b.options.Output == NDJSON {
		return b.wrote
	}
	if len(b.files) == 1 {
		return nil // its failure is all there is
	}
	return writeParts(b.parts, b.options.Output, b.io)
}

func writeLines(parts []records.Part, io IO) error {
	return writeOut(io, func(w stdio.Writer) error { return records.WriteNDJSON(w, parts) })
}

// writeOne writes what a single file gave.
func (o *DocumentOptions) writeOne(part records.Part, asked string, io IO) error {
	if part.Metadata == nil {
		return writeAnswer(part.Data, asked, o.Output, io)
	}
	q := QueryOptions{Full: true}
	return q.write(&wire.QueryResponse{Data: part.Data, Metadata: *part.Metadata}, asked, io)
}

// failure sums up what went wrong, or is nil.
func (b *documents) failure() error {
	failed := slices.DeleteFunc(slices.Clone(b.parts), func(p records.Part) bool { return p.Err == nil })
	switch {
	case len(failed) == 0:
		return nil
	case len(b.files) == 1:
		return fmt.Errorf("%s: %w", failed[0].File, failed[0].Err)
	}
	for _, part := range failed {
		fmt.Fprintf(b.io.Err, "assay: %s: %s\n", visible(part.File), visible(part.Err.Error()))
	}
	cause := b.fatal
	if cause == nil {
		cause = failed[0].Err
	}
	return fmt.Errorf("%d of %d documents failed: %w", len(failed), len(b.files), cause)
}
