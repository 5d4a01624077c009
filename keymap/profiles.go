package keymap

// Actions of the list of profiles.
const (
	ProfileSwitch  Action = "profiles.switch"
	ProfileNew     Action = "profiles.new"
	ProfileEdit    Action = "profiles.edit"
	ProfileTest    Action = "profiles.test"
	ProfileTestAll Action = "profiles.test_all"
	ProfileDefault Action = "profiles.default"
	ProfileRemove  Action = "profiles.remove"
	ProfileClose   Action = "profiles.close"
)

var profiles = append([]Binding{
	{Action: ProfileSwitch, Keys: []string{"enter"}, Label: "switch", Help: "Switch to this profile", Group: "Profiles", Footer: 1},
	{Action: ProfileNew, Verb: New, Was: []string{"n"}, Label: "new", Help: "Set up a profile and its key", Group: "Profiles", Footer: 2},
	{Action: ProfileEdit, Verb: Edit, Was: []string{"e"}, Label: "edit", Help: "Edit the profile", Group: "Profiles", Footer: 3},
	{Action: ProfileTest, Verb: Run, Keys: []string{"r"}, Was: []string{"t"}, Label: "test", Help: "Test the profile by reading its usage", Group: "Profiles", Footer: 4},
	{Action: ProfileTestAll, Verb: RunAll, Was: []string{"T"}, Label: "all", Help: "Test all profiles and compare their usage", Group: "Profiles", Footer: 4},
	{Action: ProfileDefault, Keys: []string{"D"}, Was: []string{"d"}, Label: "default", Help: "Make it the default, also for scripts", Group: "Profiles", Footer: 5},
	{Action: ProfileRemove, Verb: Remove, Keys: []string{"x", "delete"}, Label: "remove", Help: "Remove the profile and its key", Group: "Profiles", Footer: 6},
	{Action: ProfileClose, Keys: []string{"esc", "q"}, Label: "close", Help: "Close", Group: "Profiles", Footer: 7},
}, moves(Profiles, "Profiles")...)
