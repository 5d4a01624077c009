package keymap

// Actions of the list of profiles.
const (
	ProfileUp      Action = "profiles.up"
	ProfileDown    Action = "profiles.down"
	ProfileSwitch  Action = "profiles.switch"
	ProfileNew     Action = "profiles.new"
	ProfileEdit    Action = "profiles.edit"
	ProfileTest    Action = "profiles.test"
	ProfileTestAll Action = "profiles.test_all"
	ProfileDefault Action = "profiles.default"
	ProfileRemove  Action = "profiles.remove"
	ProfileClose   Action = "profiles.close"
)

var profiles = []Binding{
	{Action: ProfileSwitch, Keys: []string{"enter"}, Label: "switch", Help: "Go on with this profile", Group: "Profiles", Footer: 1},
	{Action: ProfileNew, Verb: New, Label: "new", Help: "Set up a profile and its key", Group: "Profiles", Footer: 2},
	{Action: ProfileEdit, Verb: Edit, Label: "edit", Help: "Change the profile", Group: "Profiles", Footer: 3},
	{Action: ProfileTest, Verb: Run, Keys: []string{"r"}, Label: "test", Help: "Ask its service for the usage", Group: "Profiles", Footer: 4},
	{Action: ProfileTestAll, Verb: RunAll, Label: "all", Help: "Show the usage of all profiles side by side", Group: "Profiles", Footer: 4},
	{Action: ProfileDefault, Keys: []string{"D"}, Label: "default", Help: "Use it when none is named, in scripts too", Group: "Profiles", Footer: 5},
	{Action: ProfileRemove, Verb: Remove, Keys: []string{"delete"}, Label: "remove", Help: "Remove the profile and its key", Group: "Profiles", Footer: 6},
	{Action: ProfileUp, Keys: []string{"up", "k", "ctrl+p"}, Help: "Up", Group: "Profiles"},
	{Action: ProfileDown, Keys: []string{"down", "j", "ctrl+n"}, Help: "Down", Group: "Profiles"},
	{Action: ProfileClose, Keys: []string{"esc", "q"}, Label: "close", Help: "Close", Group: "Profiles", Footer: 7},
}
