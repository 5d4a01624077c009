package keymap

// Actions of the Query view.
const (
	QueryRun      Action = "query.run"
	QueryNextPane Action = "query.next_pane"
	QueryPrevPane Action = "query.previous_pane"
	QueryZoom     Action = "query.zoom"
	QueryParams   Action = "query.params"
	QuerySource   Action = "query.source"
	QueryExamples Action = "query.examples"
)

var queryView = []Binding{
	{Action: QueryRun, Keys: []string{"ctrl+r", "f5"}, Label: "run", Help: "Run the query", Group: "Query", Footer: 1},
	{Action: QueryNextPane, Keys: []string{"tab"}, Label: "pane", Help: "Next pane", Group: "Query", Footer: 2},
	{Action: QueryPrevPane, Keys: []string{"shift+tab"}, Help: "Previous pane", Group: "Query"},
	{Action: QueryParams, Keys: []string{"alt+p", "ctrl+o"}, Label: "params", Help: "Mode, wait, scroll, screenshot, profile, proxy", Group: "Query", Footer: 13},
	{Action: QuerySource, Keys: []string{"alt+s", "ctrl+t"}, Label: "source", Help: "Switch the source: URL, file, pasted HTML", Group: "Query", Footer: 15},
	{Action: QueryZoom, Keys: []string{"alt+z", "f11"}, Label: "zoom", Help: "Give the focused pane the whole screen", Group: "Query", Footer: 16},
	{Action: QueryExamples, Keys: []string{"alt+e"}, Label: "examples", Help: "Load an example", Group: "Query", Footer: 19},
}
