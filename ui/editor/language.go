package editor

// Language is what an editor knows of the text in it. A nil Language is prose.
// Its methods must be pure: the editor calls Diagnose for long texts from another
// goroutine.
type Language interface {
	// Tokens returns the coloured parts of one line, in order and without overlap,
	// with byte offsets in the line. What no token covers is Plain. Lines stand
	// alone: no token of the language goes past the end of its line.
	Tokens(line string) []Token

	// Diagnose returns what is wrong with the whole text, in the order of the text.
	// It is not asked about an empty text, which is not wrong yet.
	Diagnose(text string) []Diagnostic

	// Format returns the text as the language prints it, and false if the text
	// cannot be formatted as it stands.
	Format(text string) (string, bool)

	// Indent returns one level of indentation: spaces or a tab.
	Indent() string

	// Pairs returns the brackets and quotes that come in twos.
	Pairs() []Pair
}

// Token is a coloured part of a line.
type Token struct {
	Start, End int // byte offsets in the line
	Class      Class
}

// Class is what a token is, which gives its colour.
type Class uint8

// The classes. Brackets in String and Comment tokens are not matched or paired.
const (
	Plain Class = iota
	Name
	Type
	Number
	Punctuation
	String
	Comment
	Invalid
	classes
)

// Pair is two characters that belong together. They must differ from each other
// in everything but quotes, which are never matched, only closed.
type Pair struct {
	Open, Close rune
	Block       bool // what is between them goes on lines of its own, indented
}

// Severity is how bad a diagnostic is.
type Severity uint8

// The severities.
const (
	Error Severity = iota
	Warning
)

// Diagnostic is something wrong in the text.
type Diagnostic struct {
	Start, End int // byte offsets in the text; equal where something is missing
	Severity   Severity
	Message    string // a sentence: what is wrong, what to do
	Fix        string // what to put in the place of Start to End to mend it; "" if nothing is known to
	Hint       string // a few words shown under the text instead of the message; "" shows the message

	Row, Column int // line and character from 1; filled in by the editor
}

// CopyMsg asks the application to put text on the clipboard: the user copied or
// cut it.
type CopyMsg struct{ Text string }
