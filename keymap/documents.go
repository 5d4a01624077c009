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
	{Action: DocumentsSend, Verb: Run, Keys: []string{"ctrl+r", "f5"}, Label: "send", Help: "Send the chosen files, after confirming the cost", Group: "Documents", Footer: 1},
	{Action: DocumentsNextPane, Keys: []string{"tab"}, Label: "pane", Help: "Next pane", Group: "Documents", Footer: 4},
	{Action: DocumentsPrevPane, Keys: []string{"shift+tab"}, Help: "Previous pane", Group: "Documents"},
	{Action: DocumentsPreview, Verb: Preview, Was: []string{"ctrl+t"}, Label: "preview", Help: "Preview the first page of the file, or stop", Group: "Documents", Footer: 9},
	{Action: DocumentsParams, Verb: Params, Keys: []string{"ctrl+o", "alt+p"}, Label: "params", Help: "Set mode and evidence", Group: "Documents", Footer: 18},
	{Action: DocumentsExport, Verb: Export, Keys: []string{"e", "alt+w"}, Label: "export", Help: "Export all results as JSON, NDJSON, CSV or Markdown", Group: "Documents", Footer: 12},
	{Action: DocumentsZoom, Verb: Zoom, Keys: []string{"z", "f11", "alt+z"}, Label: "zoom", Help: "Zoom the focused pane, or restore it", Group: "Documents", Footer: 19},
}

// Actions of the list of chosen files.
const (
	ChosenDrop Action = "chosen.take_out"
)

var chosen = append([]Binding{
	{Action: ChosenDrop, Verb: Remove, Keys: []string{"x", "delete", " "}, Label: "take out", Help: "Remove the file from those to send", Group: "Chosen files", Footer: 2},
}, moves(Chosen, "Chosen files")...)

// Actions of the list of files that were sent.
const (
	BatchOpen     Action = "batch.open"
	BatchRemove   Action = "batch.remove"
	BatchRetry    Action = "batch.retry"
	BatchRetryAll Action = "batch.retry_failed"
)

var batch = append([]Binding{
	{Action: BatchOpen, Keys: []string{"enter", "right", "l"}, Label: "look", Help: "Go to the file's data", Group: "Results", Footer: 2},
	{Action: BatchRetry, Verb: Run, Keys: []string{"r"}, Label: "again", Help: "Send the file again with the current query", Group: "Results", Footer: 3},
	{Action: BatchRetryAll, Verb: RunAll, Label: "retry failed", Help: "Send all failed files again", Group: "Results", Footer: 4},
	{Action: BatchRemove, Verb: Remove, Keys: []string{"x", "delete"}, Label: "remove", Help: "Cancel the file, or remove its result", Group: "Results", Footer: 5},
}, moves(Batch, "Results")...)
