package command

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/client"
	"assay/query"
	"assay/wire"
	"assay/workspace/batch"
	"assay/workspace/text"
	"assay/workspace/variables"
)

func queryCommand() *cobra.Command {
	var t target
	var flags QueryFlags
	cmd := &cobra.Command{
		Use:   "query [QUERY|FILE.assay]",
		Short: "Extract data from a web page",
		Long: `Extracts the data that a query or a prompt names from a page, given by its address or as
a file, and prints it. A saved query (a file that ends in .assay) has its own page and
params; flags override them. {{name}} in the address, the query or the prompt is a
variable.

--urls runs the query on every page of a list and prints a line of JSON for each page when
it is done: {"url", "data"} or {"url", "error"}. Blank lines and lines that start with #
are skipped. --journal FILE keeps the answers, so that the same command continues where it
stopped. The exit code is 1 if a page failed.`,
		Example: `  assay query --url https://shop.example/lamps '{ products[] { name price(number) } }'
  assay query --html page.html --prompt "all products with name and price" --output csv
  assay query lamps.assay --var page=2
  assay query lamps.assay --urls urls.txt --jobs 8 --journal lamps.journal > lamps.ndjson`,
		Args: arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := t.profile()
			if err != nil {
				return err
			}
			options, err := flags.Options(strings.Join(args, ""), p.Variables)
			if err != nil {
				return err
			}
			return t.call(cmd.Context(), func(c *client.Client) error {
				return Query(cmd.Context(), c, options, Standard())
			})
		},
	}
	flags.Add(cmd.Flags())
	t.addFlags(cmd.Flags())
	return cmd
}

// QueryFlags are the flags of assay query as they were typed.
type QueryFlags struct {
	options                             QueryOptions
	proxy, proxyUsername, proxyPassword string
	vars                                []string
}

// Add adds the flags to a set.
func (q *QueryFlags) Add(f *pflag.FlagSet) {
	f.StringVar(&q.options.URL, "url", "", "`address` of the page; session:ID is the page of a session")
	f.StringVar(&q.options.HTMLFile, "html", "", "`file` with the page; - is standard input")
	f.StringVar(&q.options.Prompt, "prompt", "", "`text` that says what to extract, instead of a query")
	f.StringVar(&q.options.QueryFile, "query-file", "", "`file` with the query; - is standard input")
	q.options.Many.add(f)
	params := &q.options.Params
	f.Float64Var(&params.WaitFor, "wait-for", 0, "`seconds` to wait after the page has loaded, 0 to 10")
	f.BoolVar(&params.ScrollToBottom, "scroll-to-bottom", false, "scroll to the page's end before reading it")
	addChoice(f, &params.Mode, "mode", "`depth` of the analysis: fast or standard [fast]", wire.ModeFast, wire.ModeStandard)
	addChoice(f, &params.BrowserProfile, "browser-profile", "`kind` of browser: light or stealth [light]", wire.ProfileLight, wire.ProfileStealth)
	f.StringVar(&q.options.ScreenshotFile, "screenshot", "", "write a picture of the page to this `file`")
	addProxy(f, &q.proxy, &q.proxyUsername, &q.proxyPassword)
	f.StringArrayVar(&q.vars, "var", nil, "`name=value` of a variable {{name}}; can be repeated")
	f.BoolVar(&q.options.Evidence, "evidence", false, "print where on the page each value was read")
	f.BoolVar(&q.options.Full, "full", false, "print the whole answer, with its metadata")
	AddOutput(f, &q.options.Output)
}

// Options returns what was asked for, by the flags and by argument: a query, the
// path of a saved one, or nothing. Variables have the given values where no flag gives
// one. What is wrong with it is found before the page is read or the service reached;
// such errors are of type *UsageError.
func (q *QueryFlags) Options(argument string, vars map[string]string) (QueryOptions, error) {
	o := q.options
	if !o.Many.given() {
		if o.Many.First != 0 || o.Many.Settings != batch.Defaults {
			return o, &UsageError{"--first, --jobs, --per-host, --delay and --tries are for a list of pages: give it with --urls FILE"}
		}
		o.Many = ManyOptions{}
	}
	values, err := withFlags(vars, q.vars)
	if err != nil {
		return o, err
	}
	if o.Params.Proxy, err = readProxy(q.proxy, q.proxyUsername, q.proxyPassword); err != nil {
		return o, err
	}
	if !isSaved(argument) {
		o.Query = argument
		if len(values) == 0 && len(variables.References(o.URL)) == 0 { // braces in a query or a prompt may be its own
			return o, o.check()
		}
	} else if err := o.load(argument); err != nil {
		return o, err
	}
	if err := o.expand(values); err != nil {
		return o, err
	}
	return o, o.check()
}

// QueryOptions says what assay query was asked for.
type QueryOptions struct {
	Query     string // in the query language
	QueryFile string // instead of Query; "-" is standard input
	Prompt    string // instead of a query
	URL       string
	HTMLFile  string // instead of URL, or with it as where the page came from; "-" is standard input
	Many      ManyOptions

	Params wire.Params // without Screenshot and Evidence, which follow from what is below

	Output         Format
	ScreenshotFile string // where to write a PNG of the page; "" for none
	Evidence       bool   // with where each value was read; JSON only
	Full           bool   // the whole answer, metadata as well; JSON only
}

// Query runs assay query.
func Query(ctx context.Context, c *client.Client, o QueryOptions, io IO) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.Many.given() {
		return queryMany(ctx, c, o, io)
	}
	request, err := o.request(io)
	if err != nil {
		return err
	}
	stop := spin(io, "querying")
	response, err := c.Query(ctx, request)
	stop()
	if err != nil {
		return err
	}
	asked := request.Query
	if generated := response.Metadata.GeneratedQuery; generated != nil {
		asked = *generated
	}
	if err := o.write(response, asked, io); err != nil {
		return err
	}
	if status := response.Metadata.PageStatus; status != 0 {
		fmt.Fprintf(io.Err, "assay: the page came with the status %s\n", wire.StatusText(status))
	}
	if response.Metadata.PageUnfinished {
		fmt.Fprintln(io.Err, "assay: "+unfinished)
	}
	if o.ScreenshotFile == "" {
		return nil
	}
	return writeScreenshot(response, o.ScreenshotFile)
}

// unfinished is said of a page that was read before all of it had come.
const unfinished = "the page had not finished loading: it was read as far as it had come"

// check finds what is wrong before anything is read or spent.
func (o *QueryOptions) check() error {
	given := 0
	for _, s := range [...]string{o.Query, o.QueryFile, o.Prompt} {
		if s != "" {
			given++
		}
	}
	full := o.Evidence || o.Full
	if o.Many.given() {
		if err := o.Many.check(o); err != nil {
			return err
		}
	}
	switch {
	case given == 0 && o.Many.resumes():
	case given == 0:
		return &UsageError{"no query given: give a query, such as '{ products[] { name price(number) } }', or --query-file FILE or --prompt TEXT"}
	case given > 1:
		return &UsageError{"give only one of a query, --query-file and --prompt"}
	case o.URL == "" && o.HTMLFile == "" && !o.Many.given():
		return &UsageError{"no page given: give --url URL or --html FILE, or --urls FILE for a list"}
	case o.HTMLFile == "" && !wire.IsAddress(o.URL):
		return &UsageError{fmt.Sprintf("%s is no page of a session: give session:ID, or session:ID/0 for its first page", o.URL)}
	case o.QueryFile == "-" && o.HTMLFile == "-":
		return &UsageError{"standard input can be the query or the page, not both"}
	case math.IsNaN(o.Params.WaitFor) || math.IsInf(o.Params.WaitFor, 0):
		return &UsageError{"--wait-for must be a number of seconds"}
	case full && o.Output != Auto && o.Output != JSON:
		return &UsageError{fmt.Sprintf("--output %s shows the data only: use --output json to see the metadata", o.Output)}
	}
	return o.checkScreenshot()
}

func (o *QueryOptions) checkScreenshot() error {
	if o.ScreenshotFile == "" {
		return nil
	}
	if info, err := os.Stat(o.ScreenshotFile); err == nil && info.IsDir() {
		return &UsageError{fmt.Sprintf("the screenshot cannot be written: %s is a folder: give the name of a file", o.ScreenshotFile)}
	}
	folder := filepath.Dir(o.ScreenshotFile)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return &UsageError{fmt.Sprintf("the screenshot cannot be written: there is no folder %s", folder)}
	}
	return nil
}

// request reads files and checks the query.
func (o *QueryOptions) request(io IO) (wire.QueryRequest, error) {
	params := o.Params
	params.Screenshot = params.Screenshot || o.ScreenshotFile != ""
	params.Evidence = params.Evidence || o.Evidence
	request := wire.QueryRequest{Query: o.Query, Prompt: o.Prompt, URL: o.URL}
	if params != (wire.Params{}) {
		request.Params = &params
	}
	name := "query"
	if o.QueryFile != "" {
		data, err := readText(o.QueryFile, "query", io)
		if err != nil {
			return request, err
		}
		request.Query, name = string(data), nameOf(o.QueryFile)
	}
	if o.Prompt == "" {
		if err := checkQuery(name, request.Query, io); err != nil {
			return request, err
		}
	}
	if o.HTMLFile != "" {
		data, err := readText(o.HTMLFile, "page", io)
		if err != nil {
			return request, err
		}
		if len(bytes.TrimSpace(data)) == 0 {
			return request, &UsageError{"the page is empty: there is nothing in " + nameOf(o.HTMLFile)}
		}
		if request.HTML, err = text.HTML(data); err != nil {
			return request, err
		}
	}
	return request, nil
}

// nameOf names a file for a message.
func nameOf(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}

// checkQuery refuses a query with errors and warns of what may be one.
func checkQuery(name, src string, io IO) error {
	q, err := query.Parse(src)
	if errs, ok := errors.AsType[query.ErrorList](err); ok {
		return &QueryError{Name: name, Source: src, Errors: errs}
	}
	if warnings := query.Check(q); len(warnings) > 0 {
		fmt.Fprintln(io.Err, describe(name, src, "warning: ", warnings))
	}
	return nil
}

func (o *QueryOptions) write(response *wire.QueryResponse, asked string, io IO) error {
	if !o.Evidence && !o.Full {
		return writeAnswer(response.Data, asked, o.Output, io)
	}
	return writeValue(response, JSON, io)
}

func writeScreenshot(response *wire.QueryResponse, name string) error {
	if response.Metadata.Screenshot == nil {
		return errors.New("the service sent no screenshot")
	}
	png, err := base64.StdEncoding.DecodeString(*response.Metadata.Screenshot)
	if err != nil {
		return fmt.Errorf("the screenshot is not Base64: %w", err)
	}
	if err := os.WriteFile(name, png, 0o644); err != nil {
		return fmt.Errorf("writing the screenshot: %w", err)
	}
	return nil
}
