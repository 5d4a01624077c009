package keymap

// Actions of the History view.
const (
	HistoryOpen     Action = "history.open"
	HistorySearch   Action = "history.search"
	HistoryAgain    Action = "history.fill_in"
	HistoryRun      Action = "history.run_again"
	HistoryMark     Action = "history.mark"
	HistoryCompare  Action = "history.compare"
	HistoryPin      Action = "history.pin"
	HistoryDelete   Action = "history.delete"
	HistoryUndo     Action = "history.undo"
	HistorySnippet  Action = "history.copy_snippet"
	HistoryCopy     Action = "history.copy_source"
	HistoryRefresh  Action = "history.refresh"
	HistoryNextPane Action = "history.next_pane"
	HistoryPrevPane Action = "history.previous_pane"
	HistoryZoom     Action = "history.zoom"
)

var historyView = append([]Binding{
	{Action: HistoryOpen, Keys: []string{"enter", "right", "l"}, Label: "answer", Help: "Go to the call's answer", Group: "History", Footer: 2},
	{Action: HistorySearch, Verb: Find, Keys: []string{"/", "ctrl+f"}, Label: "search", Help: "Search sources, queries and outcomes: words such as document, failed, 404 or pinned", Group: "History", Footer: 3},
	{Action: HistoryAgain, Verb: Open, Was: []string{"r"}, Label: "open", Help: "Open the call in its own tab, to change or rerun it", Group: "Again", Footer: 4},
	{Action: HistoryRun, Verb: Run, Keys: []string{"r", "ctrl+r"}, Was: []string{"R"}, Label: "run again", Help: "Run the call again, after confirming", Group: "Again", Footer: 5},
	{Action: HistorySnippet, Verb: Write, Was: []string{"y"}, Label: "snippet", Help: "Copy the call as curl, JavaScript, Python or an assay command", Group: "Again", Footer: 10},
	{Action: HistoryCopy, Verb: Copy, Was: []string{"c"}, Help: "Copy the source: the address or the path", Group: "Again"},
	{Action: HistoryMark, Keys: []string{"m"}, Label: "mark", Help: "Mark the call, to compare others with it", Group: "Compare", Footer: 6},
	{Action: HistoryCompare, Verb: Diff, Label: "compare", Help: "Compare with the marked call, or with the previous one of the same query", Group: "Compare", Footer: 7},
	{Action: HistoryPin, Keys: []string{"b"}, Was: []string{"p"}, Label: "pin", Help: "Pin the call, so that it is never removed, or unpin it", Group: "History", Footer: 8},
	{Action: HistoryDelete, Verb: Remove, Keys: []string{"x", "delete"}, Label: "delete", Help: "Delete the call from the history", Group: "History", Footer: 9},
	{Action: HistoryUndo, Verb: Undo, Help: "Restore the call deleted last", Group: "History"},
	{Action: HistoryRefresh, Verb: Run, Keys: []string{"f5"}, Help: "Refresh the history", Group: "History"},
	{Action: HistoryNextPane, Keys: []string{"tab"}, Label: "pane", Help: "Next pane", Group: "Panes", Footer: 11},
	{Action: HistoryPrevPane, Keys: []string{"shift+tab"}, Help: "Previous pane", Group: "Panes"},
	{Action: HistoryZoom, Verb: Zoom, Keys: []string{"z", "f11", "alt+z"}, Label: "zoom", Help: "Zoom the pane, or restore it", Group: "Panes", Footer: 12},
}, moves(History, "List")...)
