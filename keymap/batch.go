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
	{Action: URLsStart, Verb: Run, Keys: []string{"ctrl+r", "f5"}, Label: "start", Help: "Start the batch, after a look at the cost", Group: "Batch", Footer: 1},
	{Action: URLsLoad, Verb: ToSource, Keys: []string{"ctrl+t"}, Label: "file", Help: "Take addresses from a file", Group: "Batch", Footer: 2},
	{Action: URLsSettings, Verb: Params, Keys: []string{"ctrl+o", "alt+p"}, Label: "settings", Help: "Pages at once, pages of one host, delay, tries", Group: "Batch", Footer: 3},
	{Action: URLsEarlier, Verb: Open, Keys: []string{"f9", "alt+O"}, Label: "earlier", Help: "Open an earlier batch, to go on with it or to look at it", Group: "Batch", Footer: 4},
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
	PagesMore        Action = "pages.more_at_once"
	PagesFewer       Action = "pages.fewer_at_once"
	PagesShow        Action = "pages.show"
	PagesCopy        Action = "pages.copy"
	PagesNew         Action = "pages.new"
	PagesEarlier     Action = "pages.earlier"
	PagesBack        Action = "pages.back"
	PagesUp          Action = "pages.up"
	PagesDown        Action = "pages.down"
	PagesPageUp      Action = "pages.page_up"
	PagesPageDown    Action = "pages.page_down"
	PagesFirst       Action = "pages.first"
	PagesLast        Action = "pages.last"
)

var pages = []Binding{
	{Action: PagesPause, Verb: Toggle, Label: "pause/go on", Help: "Pause, or go on", Group: "Batch", Footer: 1},
	{Action: PagesTable, Verb: AsTable, Label: "table", Help: "All records of all pages as one table", Group: "Batch", Footer: 2},
	{Action: PagesOpen, Keys: []string{"enter", "right", "l"}, Label: "look", Help: "Look at what the page gave", Group: "Batch", Footer: 3},
	{Action: PagesRetryFailed, Verb: RunAll, Label: "retry failed", Help: "Try all pages again that failed or were cancelled", Group: "Batch", Footer: 4},
	{Action: PagesRetry, Verb: Run, Keys: []string{"r"}, Label: "again", Help: "Try the page again", Group: "Batch", Footer: 5},
	{Action: PagesCancel, Verb: Remove, Label: "cancel", Help: "Give up the pages that are left", Group: "Batch", Footer: 6},
	{Action: PagesShow, Verb: Only, Label: "show", Help: "Show all pages, those that failed, those that came as an error (404), those that are done, those that are left", Group: "Batch", Footer: 7},
	{Action: PagesSearch, Verb: Find, Label: "search", Help: "Show only pages with a text in their address or their error", Group: "Batch", Footer: 11},
	{Action: PagesMore, Verb: More, Help: "Ask about one more page at once", Group: "Batch"},
	{Action: PagesFewer, Verb: Less, Help: "Ask about one page less at once", Group: "Batch"},
	{Action: PagesCopy, Verb: Copy, Label: "copy", Help: "Copy the page's address", Group: "Batch", Footer: 9},
	{Action: PagesNew, Verb: New, Label: "new", Help: "Make another batch", Group: "Batch", Footer: 8},
	{Action: PagesEarlier, Verb: Open, Keys: []string{"o", "f9", "alt+O"}, Help: "Open an earlier batch, to go on with it or to look at it", Group: "Batch"},
	{Action: PagesBack, Keys: []string{"esc", "q"}, Label: "back", Help: "Back to the query; the batch goes on", Group: "Batch", Footer: 10},
	{Action: PagesUp, Keys: []string{"up", "k"}, Help: "Up", Group: "Pages"},
	{Action: PagesDown, Keys: []string{"down", "j"}, Help: "Down", Group: "Pages"},
	{Action: PagesPageUp, Keys: []string{"pgup", "ctrl+u"}, Help: "A page up", Group: "Pages"},
	{Action: PagesPageDown, Keys: []string{"pgdown", "ctrl+d"}, Help: "A page down", Group: "Pages"},
	{Action: PagesFirst, Keys: []string{"home", "g"}, Help: "First", Group: "Pages"},
	{Action: PagesLast, Keys: []string{"end", "G"}, Help: "Last", Group: "Pages"},
}
