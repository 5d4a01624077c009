package keymap

// Verb is what several bindings do, each to what is before it: a key is one verb in every
// pane of the program.
type Verb string

// The verbs.
const (
	Run      Verb = "run or refresh"
	RunAll   Verb = "run all again"
	Copy     Verb = "copy"
	CopyMore Verb = "copy more, or in another form"
	CopyPath Verb = "copy the path"
	CopyKey  Verb = "copy the name"
	Write    Verb = "copy as code"
	Export   Verb = "export"
	Preview  Verb = "preview"
	ViewAs   Verb = "switch views"
	AsTable  Verb = "show as a table"
	New      Verb = "new"
	Open     Verb = "open"
	Remove   Verb = "remove"
	Undo     Verb = "undo"
	Find     Verb = "search"
	Diff     Verb = "compare"
	Sort     Verb = "sort"
	Only     Verb = "show only some"
	Repeat   Verb = "repeat at an interval"
	Edit     Verb = "edit"
	Zoom     Verb = "zoom a pane"
	Params   Verb = "set params"
	ToSource Verb = "go to the source"
	GoTo     Verb = "go to"
	All      Verb = "all of them"
	More     Verb = "more"
	Less     Verb = "less"
	Toggle   Verb = "turn on or off"
	Complete Verb = "list what fits"
)

// verbKeys are the keys of each verb. The first holds while nothing is typed, the others
// while one types too, where the binding says so.
var verbKeys = map[Verb][]string{
	Run:      {"r", "ctrl+r", "f5"},
	RunAll:   {"R"},
	Copy:     {"y", "alt+c"},
	CopyMore: {"Y"},
	CopyPath: {"p"},
	CopyKey:  {"K"},
	Write:    {"W", "alt+y"},
	Export:   {"e", "alt+w"},
	Preview:  {"v"},
	ViewAs:   {"V", "f4", "alt+v"},
	AsTable:  {"t"},
	New:      {"a", "alt+t"},
	Open:     {"o", "f9", "alt+O"},
	Remove:   {"x", "delete"},
	Undo:     {"u", "ctrl+_", "alt+u"},
	Find:     {"/", "ctrl+f"},
	Diff:     {"d"},
	Sort:     {"s"},
	Only:     {"f"},
	Repeat:   {"I", "f17", "alt+I"},
	Edit:     {"E", "f6", "alt+x"},
	Zoom:     {"z", "f11", "alt+z"},
	Params:   {"ctrl+o", "alt+p"},
	ToSource: {"ctrl+t", "alt+s"},
	GoTo:     {"@"},
	All:      {"A", "alt+a"},
	More:     {"+"},
	Less:     {"-"},
	Toggle:   {" "},
	Complete: {"ctrl+@", "alt+/"},
}

// withVerb returns the binding with the plain key of its verb, unless the binding says
// itself which keys it has.
func (b Binding) withVerb() Binding {
	if b.Verb != "" && len(b.Keys) == 0 {
		b.Keys = verbKeys[b.Verb][:1]
	}
	return b
}
