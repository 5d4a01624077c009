package keymap

// Actions of the Query view.
const (
	QueryRun        Action = "query.run"
	QueryNextPane   Action = "query.next_pane"
	QueryPrevPane   Action = "query.previous_pane"
	QueryZoom       Action = "query.zoom"
	QueryParams     Action = "query.params"
	QuerySource     Action = "query.source"
	QueryExamples   Action = "query.examples"
	QueryNew        Action = "query.new"
	QueryClose      Action = "query.close"
	QueryReopen     Action = "query.reopen"
	QueryNext       Action = "query.next"
	QueryPrev       Action = "query.previous"
	QueryOpen       Action = "query.open"
	QuerySave       Action = "query.save"
	QuerySaveAs     Action = "query.save_as"
	QuerySnippets   Action = "query.snippets"
	QueryBatch      Action = "query.batch"
	QueryBatchLinks Action = "query.batch_links"
	QueryWatch      Action = "query.watch"
)

var queryView = []Binding{
	{Action: QueryRun, Verb: Run, Keys: []string{"r", "ctrl+r", "f5"}, Label: "run", Help: "Run the query", Group: "Query", Footer: 1},
	{Action: QueryNextPane, Keys: []string{"tab"}, Label: "pane", Help: "Next pane", Group: "Query", Footer: 2},
	{Action: QueryPrevPane, Keys: []string{"shift+tab"}, Help: "Previous pane", Group: "Query"},
	{Action: QueryParams, Verb: Params, Keys: []string{"ctrl+o", "alt+p"}, Label: "params", Help: "Set mode, wait, scroll, screenshot, browser and proxy", Group: "Query", Footer: 13},
	{Action: QuerySource, Verb: ToSource, Keys: []string{"ctrl+t", "alt+s"}, Label: "source", Help: "Change the page to query", Group: "Query", Footer: 15},
	{Action: QueryZoom, Verb: Zoom, Keys: []string{"z", "f11", "alt+z"}, Label: "zoom", Help: "Zoom the focused pane, or restore it", Group: "Query", Footer: 16},
	{Action: QueryExamples, Keys: []string{"F", "alt+e"}, Label: "examples", Help: "Load an example", Group: "Query", Footer: 19},
	{Action: QuerySnippets, Verb: Write, Keys: []string{"W", "alt+y"}, Label: "snippet", Help: "Copy the request as curl, JavaScript, Python or an assay command", Group: "Query", Footer: 24},
	{Action: QueryBatch, Keys: []string{"B", "alt+B"}, Label: "batch", Help: "Run the query on many pages", Group: "Query", Footer: 21},
	{Action: QueryBatchLinks, Keys: []string{"L", "alt+L"}, Help: "Run the query on every page that the selected column links to", Group: "Query"},
	{Action: QueryWatch, Verb: Repeat, Keys: []string{"I", "f17", "alt+I"}, Label: "watch", Help: "Watch: run the query at an interval and report changes, or stop", Group: "Query", Footer: 22},

	{Action: QueryOpen, Verb: Open, Keys: []string{"o", "f9", "alt+O"}, Label: "open", Help: "Open a saved query", Group: "Queries", Footer: 18},
	{Action: QuerySave, Keys: []string{"ctrl+s"}, Label: "save", Help: "Save the query", Group: "Queries", Footer: 17},
	{Action: QuerySaveAs, Keys: []string{"ctrl+\\", "alt+S"}, Help: "Save the query as another file", Group: "Queries"},
	{Action: QueryNew, Verb: New, Keys: []string{"a", "alt+t"}, Label: "new", Help: "Open a new query", Group: "Queries", Footer: 23},
	{Action: QueryClose, Keys: []string{"Q", "alt+W"}, Help: "Close the query", Group: "Queries"},
	{Action: QueryReopen, Keys: []string{"f14", "alt+T"}, Help: "Reopen the query closed last", Group: "Queries"},
	{Action: QueryNext, Keys: []string{"f12", "alt+}"}, Help: "Next query", Group: "Queries"},
	{Action: QueryPrev, Keys: []string{"f10", "alt+{"}, Help: "Previous query", Group: "Queries"},
}

// Actions of the field that names the page.
const (
	SourceRecent Action = "source.recent"
	SourceFile   Action = "source.file"
)

var source = []Binding{
	{Action: SourceRecent, Verb: Complete, Keys: []string{"down", "ctrl+@"}, Label: "recent", Help: "List earlier pages and files", Group: "Source", Footer: 3},
	{Action: SourceFile, Verb: Find, Keys: []string{"/", "ctrl+f"}, Label: "find file", Help: "Browse for an HTML file", Group: "Source", Footer: 4},
}
