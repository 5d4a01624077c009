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
	HistoryExport   Action = "history.export_calls"
	HistorySnippet  Action = "history.copy_snippet"
	HistoryCopy     Action = "history.copy_source"
	HistoryRefresh  Action = "history.refresh"
	HistoryNextPane Action = "history.next_pane"
	HistoryPrevPane Action = "history.previous_pane"
	HistoryZoom     Action = "history.zoom"
	HistoryBegin    Action = "history.begin_anew"
	HistoryUp       Action = "history.up"
	HistoryDown     Action = "history.down"
	HistoryFirst    Action = "history.first"
	HistoryLast     Action = "history.last"
	HistoryPageUp   Action = "history.page_up"
	HistoryPageDown Action = "history.page_down"
)

var historyView = []Binding{
	{Action: HistoryOpen, Keys: []string{"enter", "right", "l"}, Label: "answer", Help: "Go to the call's answer", Group: "History", Footer: 2},
	{Action: HistorySearch, Verb: Find, Keys: []string{"/", "ctrl+f"}, Label: "search", Help: "Search sources, queries and outcomes, also as status:error kind:document after:2d cost:>3 is:pinned", Group: "History", Footer: 3},
	{Action: HistoryAgain, Verb: Open, Label: "fill in", Help: "Fill the call in again in its own tab, to change or run it", Group: "Again", Footer: 4},
	{Action: HistoryRun, Verb: Run, Keys: []string{"r", "ctrl+r"}, Label: "run again", Help: "Run the call again at once, after asking", Group: "Again", Footer: 5},
	{Action: HistorySnippet, Verb: Write, Label: "snippet", Help: "Copy the call as curl, JavaScript, Python, Go or a command", Group: "Again", Footer: 10},
	{Action: HistoryCopy, Verb: Copy, Help: "Copy the source: the address or the path", Group: "Again"},
	{Action: HistoryMark, Keys: []string{"m"}, Label: "mark", Help: "Mark the call, to compare another with it", Group: "Compare", Footer: 6},
	{Action: HistoryCompare, Verb: Diff, Label: "compare", Help: "Compare the answer with the marked one, else with the one before to the same question", Group: "Compare", Footer: 7},
	{Action: HistoryPin, Keys: []string{"b"}, Label: "pin", Help: "Keep the call whatever the limits of the history, or no longer", Group: "History", Footer: 8},
	{Action: HistoryDelete, Verb: Remove, Keys: []string{"delete"}, Label: "delete", Help: "Delete the call from the history", Group: "History", Footer: 9},
	{Action: HistoryUndo, Verb: Undo, Help: "Bring the call deleted last back", Group: "History"},
	{Action: HistoryExport, Verb: Export, Help: "Export the calls listed, without their answers, as NDJSON, JSON or CSV", Group: "History"},
	{Action: HistoryRefresh, Verb: Run, Keys: []string{"f5"}, Help: "Read the history anew", Group: "History"},
	{Action: HistoryNextPane, Keys: []string{"tab"}, Label: "pane", Help: "Next pane", Group: "Panes", Footer: 11},
	{Action: HistoryPrevPane, Keys: []string{"shift+tab"}, Help: "Previous pane", Group: "Panes"},
	{Action: HistoryZoom, Verb: Zoom, Keys: []string{"z", "f11", "alt+z"}, Label: "zoom", Help: "Give the pane the whole view, or give it back", Group: "Panes", Footer: 12},
	{Action: HistoryBegin, Verb: New, Keys: []string{"alt+n"}, Help: "Set a damaged history aside and begin a new one", Group: "History"},
	{Action: HistoryUp, Keys: []string{"up", "k"}, Help: "Up", Group: "List"},
	{Action: HistoryDown, Keys: []string{"down", "j"}, Help: "Down", Group: "List"},
	{Action: HistoryFirst, Keys: []string{"home", "g"}, Help: "First", Group: "List"},
	{Action: HistoryLast, Keys: []string{"end", "G"}, Help: "Last", Group: "List"},
	{Action: HistoryPageUp, Keys: []string{"pgup", "ctrl+u"}, Help: "A page up", Group: "List"},
	{Action: HistoryPageDown, Keys: []string{"pgdown", "ctrl+d"}, Help: "A page down", Group: "List"},
}
