package keymap

// Actions of the Sessions view.
const (
	SessionNew      Action = "sessions.new"
	SessionAgain    Action = "sessions.new_again"
	SessionOpen     Action = "sessions.details"
	SessionAsk      Action = "sessions.ask_page"
	SessionCDP      Action = "sessions.copy_cdp_url"
	SessionOther    Action = "sessions.copy_other"
	SessionScript   Action = "sessions.copy_script"
	SessionBrowse   Action = "sessions.open_stream"
	SessionPreview  Action = "sessions.preview"
	SessionNextPage Action = "sessions.preview_next_page"
	SessionPrevPage Action = "sessions.preview_previous_page"
	SessionEnd      Action = "sessions.end"
	SessionRefresh  Action = "sessions.refresh"
)

var sessionsView = append([]Binding{
	{Action: SessionNew, Verb: New, Was: []string{"n"}, Label: "new", Help: "Launch a session, after choosing its options", Group: "Sessions", Footer: 1},
	{Action: SessionAgain, Verb: RunAll, Was: []string{"N"}, Label: "again", Help: "Launch a session at once with the last options", Group: "Sessions", Footer: 2},
	{Action: SessionEnd, Verb: Remove, Keys: []string{"x", "delete"}, Label: "end", Help: "End the session and its browser", Group: "Sessions", Footer: 5},
	{Action: SessionRefresh, Verb: Run, Keys: []string{"r", "f5", "ctrl+r"}, Help: "Refresh the list now", Group: "Sessions"},
	{Action: SessionCDP, Verb: Copy, Was: []string{"c"}, Label: "cdp_url", Help: "Copy cdp_url, for DevTools clients", Group: "Copy", Footer: 3},
	{Action: SessionOther, Verb: CopyMore, Was: []string{"s", "b", "C"}, Label: "other", Help: "Copy another address: live view, base_url, cdp_url without TLS", Group: "Copy", Footer: 9},
	{Action: SessionScript, Verb: Write, Was: []string{"y"}, Label: "script", Help: "Copy a ready script for Playwright, Puppeteer or chromedp", Group: "Copy", Footer: 6},
	{Action: SessionBrowse, Verb: Open, Label: "open", Help: "Open the live view in the web browser", Group: "Look", Footer: 7},
	{Action: SessionPreview, Verb: Preview, Was: []string{"p"}, Label: "preview", Help: "Show the page live in the terminal, or stop", Group: "Look", Footer: 4},
	{Action: SessionNextPage, Keys: []string{"}"}, Was: []string{"]"}, Help: "Preview the next page of the session", Group: "Look"},
	{Action: SessionPrevPage, Keys: []string{"{"}, Was: []string{"["}, Help: "Preview the previous page of the session", Group: "Look"},
	{Action: SessionAsk, Keys: []string{"enter"}, Label: "query page", Help: "Query the page that the session shows; on a narrow screen, show its details first", Group: "Look", Footer: 8},
	{Action: SessionOpen, Keys: []string{"tab"}, Was: []string{"enter"}, Help: "Show the session's details in place of the list, or go back", Group: "Look"},
}, moves(Sessions, "List")...)
