package keymap

// Actions where a list of pages is made for a batch.
const (
	URLsStart    Action = "urls.start"
	URLsLoad     Action = "urls.load"
	URLsSettings Action = "urls.settings"
	URLsEarlier  Action = "urls.earlier"
	URLsBack     Action = "urls.back"
)

var urls = []Binding{
	{Action: URLsStart, Verb: Run, Keys: []string{"ctrl+r", "f5"}, Label: "start", Help: "Start the batch, after confirming the cost", Group: "Batch", Footer: 1},
	{Action: URLsLoad, Verb: ToSource, Keys: []string{"ctrl+t"}, Was: []string{"ctrl+o"}, Label: "file", Help: "Load addresses from a file", Group: "Batch", Footer: 2},
	{Action: URLsSettings, Verb: Params, Keys: []string{"ctrl+o", "alt+p"}, Label: "settings", Help: "Set pages at once, pages per host, delay and tries", Group: "Batch", Footer: 3},
	{Action: URLsEarlier, Verb: Open, Keys: []string{"f9", "alt+O"}, Label: "earlier", Help: "Open an earlier batch, to continue or review it", Group: "Batch", Footer: 4},
	{Action: URLsBack, Keys: []string{"esc"}, Label: "back", Help: "Back to the query; the list is kept", Group: "Batch", Footer: 5},
}

// Actions of the list of pages of a batch.
const (
	PagesOpen        Action = "pages.open"
	PagesTable       Action = "pages.table"
	PagesPause       Action = "pages.pause"
	PagesRetry       Action = "pages.retry"
	PagesRetryFailed Action = "pages.retry_failed"
	PagesCancel      Action = "pages.cancel"
	PagesSearch      Action = "pages.search"
	PagesCopy        Action = "pages.copy"
	PagesNew         Action = "pages.new"
	PagesEarlier     Action = "pages.earlier"
	PagesBack        Action = "pages.back"
)

var pages = append([]Binding{
	{Action: PagesPause, Verb: Toggle, Was: []string{"p"}, Label: "pause/go on", Help: "Pause or resume", Group: "Batch", Footer: 1},
	{Action: PagesTable, Verb: AsTable, Label: "table", Help: "Show the records of all pages as one table", Group: "Batch", Footer: 2},
	{Action: PagesOpen, Keys: []string{"enter", "right", "l"}, Label: "look", Help: "Show the page's answer", Group: "Batch", Footer: 3},
	{Action: PagesRetryFailed, Verb: RunAll, Label: "retry failed", Help: "Retry all failed and cancelled pages", Group: "Batch", Footer: 4},
	{Action: PagesRetry, Verb: Run, Keys: []string{"r"}, Label: "again", Help: "Retry the page", Group: "Batch", Footer: 5},
	{Action: PagesCancel, Verb: Remove, Label: "cancel", Help: "Cancel the remaining pages", Group: "Batch", Footer: 6},
	{Action: PagesSearch, Verb: Find, Label: "search", Help: "Search the pages' addresses and errors", Group: "Batch", Footer: 11},
	{Action: PagesCopy, Verb: Copy, Label: "copy", Help: "Copy the page's address", Group: "Batch", Footer: 9},
	{Action: PagesNew, Verb: New, Was: []string{"n"}, Label: "new", Help: "Start another batch", Group: "Batch", Footer: 8},
	{Action: PagesEarlier, Verb: Open, Keys: []string{"o", "f9", "alt+O"}, Help: "Open an earlier batch, to continue or review it", Group: "Batch"},
	{Action: PagesBack, Keys: []string{"esc"}, Was: []string{"q"}, Label: "back", Help: "Back to the query; the batch keeps running", Group: "Batch", Footer: 10},
}, moves(Pages, "Pages")...)
