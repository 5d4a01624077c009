package oneshot

import (
	"os"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"assay/workspace/batch"
)

// Standard is the IO of the process: its standard streams, and what the terminal
// and the environment say of them.
func Standard() IO {
	width, _, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil {
		width = 0
	}
	screenReader, _ := strconv.ParseBool(os.Getenv("ASSAY_SCREEN_READER")) // what is no truth value asks for nothing
	return IO{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		OutTTY: term.IsTerminal(int(os.Stdout.Fd())), ErrTTY: term.IsTerminal(int(os.Stderr.Fd())), Width: width,
		Plain: os.Getenv("ACCESSIBLE") != "" || screenReader || os.Getenv("TERM") == "dumb",
	}
}

// QueryFlags are the flags of assay query as they were typed.
type QueryFlags struct {
	options                             QueryOptions
	output                              string
	proxy, proxyUsername, proxyPassword string
	vars                                []string
	environment                         string
}

// Add adds the flags to a set.
func (q *QueryFlags) Add(f *pflag.FlagSet) {
	f.StringVar(&q.options.URL, "url", "", "`address` of the page")
	f.StringVar(&q.options.HTMLFile, "html", "", "`file` with the page; - is standard input")
	f.StringVar(&q.options.Prompt, "prompt", "", "`text` that says what to extract, instead of a query")
	f.StringVar(&q.options.QueryFile, "query-file", "", "`file` with the query; - is standard input")
	q.options.Many.add(f)
	f.DurationVar(&q.options.Watch, "watch", 0, "`time` after which to ask again and again, such as 10m; prints what changes")
	params := &q.options.Params
	f.Float64Var(&params.WaitFor, "wait-for", 0, "`seconds` to wait after the page has loaded, 0 to 10")
	f.BoolVar(&params.ScrollToBottom, "scroll-to-bottom", false, "scroll to the page's end before reading it")
	f.StringVar(&params.Mode, "mode", "", "`depth` of the analysis: fast or standard [fast]")
	f.StringVar(&params.BrowserProfile, "browser-profile", "", "`kind` of browser: light or stealth [light]")
	f.StringVar(&q.options.ScreenshotFile, "screenshot", "", "write a picture of the page to this `file`")
	addProxy(f, &q.proxy, &q.proxyUsername, &q.proxyPassword)
	f.StringArrayVar(&q.vars, "var", nil, "`name=value` of a variable {{name}}; can be repeated")
	f.StringVar(&q.environment, "env", "", "`name` of the environment of the settings file that gives variables")
	f.BoolVar(&q.options.Evidence, "evidence", false, "print where on the page each value was read")
	f.BoolVar(&q.options.Full, "full", false, "print the whole answer, with its metadata")
	AddOutput(f, &q.output)
}

// AddOutput adds the flag for the form of the output, to be read by ParseFormat.
func AddOutput(f *pflag.FlagSet, output *string) {
	f.StringVarP(output, "output", "o", "", "`form` of the output: "+strings.Join(Formats(), ", "))
}

// Options returns what was asked for, by the flags and by argument: a query, the
// path of a saved one, or nothing. Variables are of the environment that a flag
// names, else of the given one, which may be "". What is wrong with it is found
// before the page is read or the service reached; such errors are of type
// *UsageError.
func (q *QueryFlags) Options(argument string, environments Environments, environment string) (QueryOptions, error) {
	o := q.options
	if !o.Many.wanted() {
		if o.Many.First != 0 || o.Many.Settings != batch.Defaults {
			return o, &UsageError{"--first, --jobs, --per-host, --delay and --tries are for a list of pages: give it with --urls FILE"}
		}
		o.Many = ManyOptions{}
	}
	if q.environment != "" {
		environment = q.environment
	}
	values, err := environments.values(environment, q.vars)
	if err != nil {
		return o, err
	}
	if o.Output, err = ParseFormat(q.output); err != nil {
		return o, err
	}
	if o.Params.Proxy, err = readProxy(q.proxy, q.proxyUsername, q.proxyPassword); err != nil {
		return o, err
	}
	if !isSaved(argument) {
		o.Query = argument
		if len(values) == 0 {
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
