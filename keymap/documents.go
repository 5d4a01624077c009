package keymap

// Actions of the Documents view that hold in all of it.
const (
	DocumentsSend     Action = "documents.send"
	DocumentsNextPane Action = "documents.next_pane"
	DocumentsPrevPane Action = "documents.previous_pane"
	DocumentsZoom     Action = "documents.zoom"
	DocumentsParams   Action = "documents.params"
	DocumentsPreview  Action = "documents.preview"
	DocumentsExport   Action = "documents.export"
)

// The preview's plain key holds where no text is written.
var documentsView = []Binding{
	{Action: DocumentsSend, Verb: Run, Keys: []string{"ctrl+r", "f5"}, Label: "send", Help: "Send the chosen files, after a look at the cost", Group: "Documents", Footer: 1},
	{Action: DocumentsNextPane, Keys: []string{"tab"}, Label: "pane", Help: "Next pane", Group: "Documents", Footer: 4},
	{Action: DocumentsPrevPane, Keys: []string{"shift+tab"}, Help: "Previous pane", Group: "Documents"},
	{Action: DocumentsPreview, Verb: Preview, Label: "preview", Help: "Show the first page of the file, or stop", Group: "Documents", Footer: 9},
	{Action: DocumentsParams, Verb: Params, Keys: []string{"ctrl+o", "alt+p"}, Label: "params", Help: "Mode and evidence", Group: "Documents", Footer: 18},
	{Action: DocumentsExport, Verb: Export, Keys: []string{"alt+e"}, Label: "export", Help: "Export all results as JSON, NDJSON or CSV", Group: "Documents", Footer: 12},
	{Action: DocumentsZoom, Verb: Zoom, Keys: []string{"z", "f11", "alt+z"}, Label: "zoom", Help: "Give the focused pane the whole screen", Group: "Documents", Footer: 19},
}

// Actions of the list of chosen files.
const (
	ChosenDrop  Action = "chosen.take_out"
	ChosenUp    Action = "chosen.up"
	ChosenDown  Action = "chosen.down"
	ChosenFirst Action = "chosen.first"
	ChosenLast  Action = "chosen.last"
)

var chosen = []Binding{
	{Action: ChosenDrop, Verb: Remove, Keys: []string{"delete", " "}, Label: "take out", Help: "Take the file out of those to be sent", Group: "Chosen files", Footer: 2},
	{Action: ChosenUp, Keys: []string{"up", "k"}, Help: "Up", Group: "Chosen files"},
	{Action: ChosenDown, Keys: []string{"down", "j"}, Help: "Down", Group: "Chosen files"},
	{Action: ChosenFirst, Keys: []string{"home", "g"}, Help: "First", Group: "Chosen files"},
	{Action: ChosenLast, Keys: []string{"end", "G"}, Help: "Last", Group: "Chosen files"},
}

// Actions of the list of files that were sent.
const (
	BatchOpen     Action = "batch.open"
	BatchCancel   Action = "batch.cancel"
	BatchRetry    Action = "batch.retry"
	BatchRetryAll Action = "batch.retry_failed"
	BatchUp       Action = "batch.up"
	BatchDown     Action = "batch.down"
	BatchFirst    Action = "batch.first"
	BatchLast     Action = "batch.last"
	BatchPageUp   Action = "batch.page_up"
	BatchPageDown Action = "batch.page_down"
	BatchClear    Action = "batch.clear"
)

var batch = []Binding{
	{Action: BatchOpen, Keys: []string{"enter", "right", "l"}, Label: "look", Help: "Go to the file's data", Group: "Results", Footer: 2},
	{Action: BatchRetry, Verb: Run, Keys: []string{"r"}, Label: "again", Help: "Send the file again, with the query as it is now", Group: "Results", Footer: 3},
	{Action: BatchRetryAll, Verb: RunAll, Label: "retry failed", Help: "Send all files again that failed", Group: "Results", Footer: 4},
	{Action: BatchCancel, Verb: Remove, Label: "cancel", Help: "Cancel the file", Group: "Results", Footer: 5},
	{Action: BatchClear, Keys: []string{"delete"}, Help: "Take the results off the list", Group: "Results"},
	{Action: BatchUp, Keys: []string{"up", "k"}, Help: "Up", Group: "Results"},
	{Action: BatchDown, Keys: []string{"down", "j"}, Help: "Down", Group: "Results"},
	{Action: BatchFirst, Keys: []string{"home", "g"}, Help: "First", Group: "Results"},
	{Action: BatchLast, Keys: []string{"end", "G"}, Help: "Last", Group: "Results"},
	{Action: BatchPageUp, Keys: []string{"pgup", "ctrl+u"}, Help: "A page up", Group: "Results"},
	{Action: BatchPageDown, Keys: []string{"pgdown", "ctrl+d"}, Help: "A page down", Group: "Results"},
}
