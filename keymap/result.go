package keymap

// Actions of the pane that shows an answer, beside those of the tree and the table
// in it.
const (
	ResultView       Action = "result.view"
	ResultTable      Action = "result.table"
	ResultFilter     Action = "result.filter"
	ResultScreenshot Action = "result.screenshot_save"
	ResultOpenShot   Action = "result.screenshot_open"
	ResultExport     Action = "result.export"
	ResultChanges    Action = "result.changes"
	ResultNextChange Action = "result.next_change"
	ResultPrevChange Action = "result.previous_change"
	ResultWhere      Action = "result.where_from"
)

var result = []Binding{
	{Action: ResultView, Verb: ViewAs, Keys: []string{"V", "f4", "alt+v"}, Label: "view", Help: "Switch between tree, raw JSON and metadata", Group: "Result", Footer: 7},
	{Action: ResultTable, Verb: AsTable, Label: "table", Help: "Show this list as a table, or go back to the tree", Group: "Result", Footer: 10},
	{Action: ResultFilter, Keys: []string{"|"}, Label: "filter", Help: "Filter with jq as you type", Group: "Result", Footer: 11},
	{Action: ResultScreenshot, Keys: []string{"S", "alt+i"}, Help: "Save the screenshot to a file", Group: "Result"},
	{Action: ResultOpenShot, Keys: []string{"O", "alt+o"}, Help: "Open the screenshot in the image viewer", Group: "Result"},
	{Action: ResultWhere, Keys: []string{"i"}, Label: "where from", Help: "Show where the selected value was found", Group: "Result", Footer: 12},
	{Action: ResultChanges, Verb: Diff, Label: "changes", Help: "Show what changed since the last run of the same query", Group: "Result", Footer: 14},
	{Action: ResultNextChange, Keys: []string{")"}, Label: "next change", Help: "Next change", Group: "Result", Footer: 8},
	{Action: ResultPrevChange, Keys: []string{"("}, Help: "Previous change", Group: "Result"},
	{Action: ResultExport, Verb: Export, Keys: []string{"e", "alt+w"}, Label: "export", Help: "Export as JSON, NDJSON, CSV or Markdown to a file or the clipboard", Group: "Result", Footer: 12},
}

// Actions of the line a text to search is typed into.
const (
	SearchAccept Action = "search.accept"
	SearchCancel Action = "search.cancel"
	SearchNext   Action = "search.next_hit"
	SearchPrev   Action = "search.previous_hit"
	SearchRegexp Action = "search.regular_expression"
)

var search = []Binding{
	{Action: SearchAccept, Keys: []string{"enter"}, Label: "done", Help: "Keep the matches and close the search", Group: "Search", Footer: 1},
	{Action: SearchCancel, Keys: []string{"esc"}, Label: "back", Help: "Cancel the search and go back", Group: "Search", Footer: 2},
	{Action: SearchRegexp, Keys: []string{"ctrl+r", "alt+r"}, Label: "regular expression", Help: "Plain text or regular expression", Group: "Search", Footer: 3},
	{Action: SearchNext, Keys: []string{"down", "ctrl+n"}, Label: "next", Help: "Next match", Group: "Search", Footer: 5},
	{Action: SearchPrev, Keys: []string{"up", "ctrl+p"}, Help: "Previous match", Group: "Search"},
}

// Actions of the line a filter is typed into.
const (
	FilterAccept Action = "filter.accept"
	FilterCancel Action = "filter.cancel"
	FilterOlder  Action = "filter.older"
	FilterNewer  Action = "filter.newer"
)

var filter = []Binding{
	{Action: FilterAccept, Keys: []string{"enter"}, Label: "keep", Help: "Keep the filtered result and browse it", Group: "Filter", Footer: 1},
	{Action: FilterCancel, Keys: []string{"esc"}, Label: "back", Help: "Cancel the filter", Group: "Filter", Footer: 2},
	{Action: FilterOlder, Keys: []string{"up", "ctrl+p"}, Label: "history", Help: "Previous filter", Group: "Filter", Footer: 3},
	{Action: FilterNewer, Keys: []string{"down", "ctrl+n"}, Help: "Next filter", Group: "Filter"},
}
