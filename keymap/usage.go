package keymap

// Actions of the Usage view.
const (
	UsageRefresh  Action = "usage.refresh"
	UsageInterval Action = "usage.interval"
	UsagePortal   Action = "usage.portal"
)

var usageView = []Binding{
	{Action: UsageRefresh, Verb: Run, Keys: []string{"r", "f5", "ctrl+r"}, Label: "refresh", Help: "Refresh the usage now", Group: "Usage", Footer: 1},
	{Action: UsageInterval, Verb: Repeat, Was: []string{"i"}, Label: "interval", Help: "Change how often it refreshes", Group: "Usage", Footer: 2},
	{Action: UsagePortal, Verb: Open, Label: "portal", Help: "Open the service's web pages in the browser: API keys, usage, playground", Group: "Usage", Footer: 4},
}
