package keymap

// Actions of the file picker.
const (
	FilesToggle   Action = "files.toggle"
	FilesOpen     Action = "files.open"
	FilesParent   Action = "files.parent"
	FilesHome     Action = "files.home"
	FilesFilter   Action = "files.filter"
	FilesPath     Action = "files.path"
	FilesRecent   Action = "files.recent"
	FilesTypes    Action = "files.types"
	FilesHidden   Action = "files.hidden"
	FilesSort     Action = "files.sort"
	FilesAll      Action = "files.choose_all"
	FilesNone     Action = "files.choose_none"
	FilesRefresh  Action = "files.refresh"
	FilesUp       Action = "files.up"
	FilesDown     Action = "files.down"
	FilesPageUp   Action = "files.page_up"
	FilesPageDown Action = "files.page_down"
	FilesFirst    Action = "files.first"
	FilesLast     Action = "files.last"
)

var files = []Binding{
	{Action: FilesToggle, Verb: Toggle, Label: "choose", Help: "Choose the file, or take it out again", Group: "Files", Footer: 2},
	{Action: FilesOpen, Keys: []string{"enter", "right", "l"}, Label: "open", Help: "Open the folder, or choose the file", Group: "Files", Footer: 3},
	{Action: FilesParent, Keys: []string{"left", "h", "backspace"}, Label: "up", Help: "To the folder above", Group: "Files", Footer: 6},
	{Action: FilesFilter, Verb: Find, Label: "filter", Help: "Show only names that match what is typed", Group: "Files", Footer: 4},
	{Action: FilesPath, Verb: Open, Label: "path", Help: "Type a path, with completion", Group: "Files", Footer: 7},
	{Action: FilesRecent, Verb: GoTo, Label: "recent", Help: "Recent files and folders, or back", Group: "Files", Footer: 5},
	{Action: FilesHome, Keys: []string{"~"}, Help: "To the home folder", Group: "Files"},
	{Action: FilesTypes, Verb: Only, Help: "Show files of all types, or only fitting ones", Group: "Files"},
	{Action: FilesHidden, Keys: []string{"H"}, Help: "Show hidden files, or hide them", Group: "Files"},
	{Action: FilesSort, Verb: Sort, Help: "Sort by name, newest or largest", Group: "Files"},
	{Action: FilesAll, Verb: All, Help: "Choose all files that are listed", Group: "Files"},
	{Action: FilesNone, Verb: Undo, Help: "Choose none, in any folder", Group: "Files"},
	{Action: FilesRefresh, Verb: Run, Keys: []string{"r"}, Help: "Read the folder again", Group: "Files"},
	{Action: FilesUp, Keys: []string{"up", "k"}, Help: "Up", Group: "Moving in files"},
	{Action: FilesDown, Keys: []string{"down", "j"}, Help: "Down", Group: "Moving in files"},
	{Action: FilesPageUp, Keys: []string{"pgup", "ctrl+u"}, Help: "A page up", Group: "Moving in files"},
	{Action: FilesPageDown, Keys: []string{"pgdown", "ctrl+d"}, Help: "A page down", Group: "Moving in files"},
	{Action: FilesFirst, Keys: []string{"home", "g"}, Help: "First", Group: "Moving in files"},
	{Action: FilesLast, Keys: []string{"end", "G"}, Help: "Last", Group: "Moving in files"},
}

// Actions of a path being typed.
const (
	PathComplete Action = "path.complete"
	PathAccept   Action = "path.accept"
	PathCancel   Action = "path.cancel"
)

var path = []Binding{
	{Action: PathAccept, Keys: []string{"enter"}, Label: "go there", Help: "Choose the file, or open the folder", Group: "Path", Footer: 1},
	{Action: PathComplete, Keys: []string{"tab"}, Label: "complete", Help: "Complete the name", Group: "Path", Footer: 2},
	{Action: PathCancel, Keys: []string{"esc"}, Label: "back", Help: "Close without going there", Group: "Path", Footer: 3},
}
