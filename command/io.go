package command

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// IO is where a command reads and writes.
type IO struct {
	In       io.Reader
	Out, Err io.Writer
	OutTTY   bool // Out is a terminal: write for a person
	ErrTTY   bool // Err is a terminal: show progress
	Width    int  // columns of the terminal; 0 if unknown, then tables are as wide as they are
	Plain    bool // no animation: for screen readers and those who ask for it
}

// Format is a form of output.
type Format string

// The forms of output.
const (
	Auto   Format = ""       // JSON for data; for usage and sessions, a table on a terminal
	JSON   Format = "json"   // indented on a terminal, else one row
	Table  Format = "table"  // aligned columns
	CSV    Format = "csv"    // RFC 4180 with a header
	NDJSON Format = "ndjson" // a record a row

	Markdown Format = "markdown" // a table in GitHub's Markdown
)

// Formats returns the names of the forms of output, for help and completion.
func Formats() []string {
	return []string{string(JSON), string(Table), string(CSV), string(NDJSON), string(Markdown)}
}

// Set reads the name of a form of output, for the flag; "" is Auto.
func (f *Format) Set(name string) error {
	*f = Format(strings.ToLower(name))
	if *f != Auto && !slices.Contains(Formats(), string(*f)) {
		return &UsageError{fmt.Sprintf("unknown output %q: choose %s", name, strings.Join(Formats(), ", "))}
	}
	return nil
}

// String gives the name.
func (f *Format) String() string { return string(*f) }

// Type says what the flag takes.
func (f *Format) Type() string { return "form" }

// choice is the value of a flag that takes one of a few words.
type choice struct {
	word *string
	of   []string
}

func addChoice(f *pflag.FlagSet, word *string, name, usage string, of ...string) {
	f.Var(choice{word, of}, name, usage)
}

// Set refuses other words; "" is the default.
func (c choice) Set(word string) error {
	if word != "" && !slices.Contains(c.of, word) {
		return &UsageError{"choose " + strings.Join(c.of, ", ")}
	}
	*c.word = word
	return nil
}

// String gives the word.
func (c choice) String() string {
	if c.word == nil { // as pflag asks to learn the default
		return ""
	}
	return *c.word
}

// Type says what the flag takes.
func (c choice) Type() string { return "string" }

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

// AddOutput adds the flag for the form of the output.
func AddOutput(f *pflag.FlagSet, output *Format) {
	f.VarP(output, "output", "o", "`form` of the output: "+strings.Join(Formats(), ", "))
}
