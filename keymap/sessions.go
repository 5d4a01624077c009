package keymap

// Actions of the Sessions view.
const (
	SessionNew      Action = "sessions.new"
	SessionAgain    Action = "sessions.new_again"
	SessionUp       Action = "sessions.up"
	SessionDown     Action = "sessions.down"
	SessionFirst    Action = "sessions.first"
	SessionLast     Action = "sessions.last"
	SessionPageUp   Action = "sessions.page_up"
	SessionPageDown Action = "sessions.page_down"
	SessionOpen     Action = "sessions.details"
	SessionCDP      Action = "sessions.copy_cdp_url"
	SessionPlain    Action = "sessions.copy_plain_cdp_url"
	SessionStream   Action = "sessions.copy_stream"
	SessionBase     Action = "sessions.copy_base_url"
	SessionScript   Action = "sessions.copy_script"
	SessionBrowse   Action = "sessions.open_stream"
	SessionPreview  Action = "sessions.preview"
	SessionNextPage Action = "sessions.preview_next_page"
	SessionPrevPage Action = "sessions.preview_previous_page"
	SessionEnd      Action = "sessions.end"
	SessionRefresh  Action = "sessions.refresh"
)

var sessionsView = []Binding{
	{Action: SessionNew, Keys: []string{"n"}, Label: "new", Help: "Launch a session, after choosing its options", Group: "Sessions", Footer: 1},
	{Action: SessionAgain, Keys: []string{"N"}, Label: "same again", Help: "Launch a session with the options last used, at once", Group: "Sessions", Footer: 2},
	{Action: SessionEnd, Keys: []string{"x", "delete"}, Label: "end", Help: "End the session and its browser", Group: "Sessions", Footer: 8},
	{Action: SessionRefresh, Keys: []string{"r", "f5"}, Help: "Ask the service for the sessions now", Group: "Sessions"},
	{Action: SessionCDP, Keys: []string{"c"}, Label: "cdp_url", Help: "Copy cdp_url, for DevTools clients", Group: "Copy", Footer: 3},
	{Action: SessionPlain, Keys: []string{"C"}, Help: "Copy cdp_url in its form without TLS, for this machine", Group: "Copy"},
	{Action: SessionStream, Keys: []string{"s"}, Label: "stream", Help: "Copy the address of the live view", Group: "Copy", Footer: 5},
	{Action: SessionBase, Keys: []string{"b"}, Help: "Copy base_url", Group: "Copy"},
	{Action: SessionScript, Keys: []string{"y"}, Label: "script", Help: "Copy a ready script for Playwright, Puppeteer or chromedp", Group: "Copy", Footer: 4},
	{Action: SessionBrowse, Keys: []string{"o"}, Label: "open", Help: "Open the live view in the web browser", Group: "Look", Footer: 6},
	{Action: SessionPreview, Keys: []string{"p"}, Label: "preview", Help: "Show the page live in the terminal, or stop", Group: "Look", Footer: 7},
	{Action: SessionNextPage, Keys: []string{"]"}, Help: "Preview the next page of the session", Group: "Look"},
	{Action: SessionPrevPage, Keys: []string{"["}, Help: "Preview the previous page of the session", Group: "Look"},
	{Action: SessionOpen, Keys: []string{"enter", "tab"}, Help: "Show the session's details in place of the list, or go back", Group: "Look"},
	{Action: SessionUp, Keys: []string{"up", "k"}, Help: "Up", Group: "List"},
	{Action: SessionDown, Keys: []string{"down", "j"}, Help: "Down", Group: "List"},
	{Action: SessionFirst, Keys: []string{"home", "g"}, Help: "First", Group: "List"},
	{Action: SessionLast, Keys: []string{"end", "G"}, Help: "Last", Group: "List"},
	{Action: SessionPageUp, Keys: []string{"pgup", "ctrl+u"}, Help: "A page up", Group: "List"},
	{Action: SessionPageDown, Keys: []string{"pgdown", "ctrl+d"}, Help: "A page down", Group: "List"},
}
