package keymap

// Actions that hold everywhere.
const (
	Quit     Action = "global.quit"
	Help     Action = "global.help"
	Palette  Action = "global.palette"
	NextTab  Action = "global.next_tab"
	PrevTab  Action = "global.previous_tab"
	Tab1     Action = "global.tab_1"
	Tab2     Action = "global.tab_2"
	Tab3     Action = "global.tab_3"
	Tab4     Action = "global.tab_4"
	Tab5     Action = "global.tab_5"
	Suspend  Action = "global.suspend"
	Redraw   Action = "global.redraw"
	Cancel   Action = "global.cancel"
	Messages Action = "global.messages"
	Theme    Action = "global.theme"
	Services Action = "global.profiles"
	Settings Action = "global.settings"
)

// Single letters and digits hold only while no text field has the focus; the alt
// forms hold always.
var global = []Binding{
	{Action: Help, Keys: []string{"?", "f1"}, Label: "help", Help: "Show the keys of this view", Group: "Assay", Footer: 91},
	{Action: Palette, Keys: []string{"ctrl+k", ":"}, Label: "commands", Help: "Find any command by name", Group: "Assay", Footer: 90},
	{Action: Tab1, Keys: []string{"1", "alt+1"}, Help: "Go to Usage", Group: "Tabs"},
	{Action: Tab2, Keys: []string{"2", "alt+2"}, Help: "Go to Query", Group: "Tabs"},
	{Action: Tab3, Keys: []string{"3", "alt+3"}, Help: "Go to Documents", Group: "Tabs"},
	{Action: Tab4, Keys: []string{"4", "alt+4"}, Help: "Go to Sessions", Group: "Tabs"},
	{Action: Tab5, Keys: []string{"5", "alt+5"}, Help: "Go to History", Group: "Tabs"},
	{Action: NextTab, Keys: []string{"ctrl+pgdown", "alt+right"}, Help: "Next tab", Group: "Tabs"},
	{Action: PrevTab, Keys: []string{"ctrl+pgup", "alt+left"}, Help: "Previous tab", Group: "Tabs"},
	{Action: Messages, Keys: []string{"M", "alt+m"}, Help: "Show the latest messages", Group: "Assay"},
	{Action: Theme, Keys: []string{"f15", "alt+C"}, Help: "Choose a theme, with a live preview", Group: "Assay"},
	{Action: Services, Keys: []string{"f13", "alt+A"}, Label: "profiles", Help: "Switch, set up and test profiles", Group: "Assay", Footer: 80},
	{Action: Settings, Keys: []string{"f16", "alt+;"}, Help: "Edit the settings file in your editor", Group: "Assay"},
	{Action: Redraw, Keys: []string{"ctrl+l"}, Help: "Redraw the screen", Group: "Assay"},
	{Action: Suspend, Keys: []string{"ctrl+z"}, Help: "Suspend to the shell", Group: "Assay"},
	{Action: Cancel, Keys: []string{"esc"}, Label: "cancel", Help: "Cancel what is running, or close what is open", Group: "Assay", Footer: 1},
	{Action: Quit, Keys: []string{"q", "ctrl+c"}, Label: "quit", Help: "Quit; the service and its sessions keep running", Group: "Assay", Footer: 92},
}
