package keymap

// Actions of the file picker.
const (
	FilesToggle  Action = "files.toggle"
	FilesOpen    Action = "files.open"
	FilesParent  Action = "files.parent"
	FilesHome    Action = "files.home"
	FilesFilter  Action = "files.filter"
	FilesRecent  Action = "files.recent"
	FilesTypes   Action = "files.types"
	FilesHidden  Action = "files.hidden"
	FilesSort    Action = "files.sort"
	FilesAll     Action = "files.choose_all"
	FilesUndo    Action = "files.undo"
	FilesRefresh Action = "files.refresh"
)

var files = append([]Binding{
	{Action: FilesToggle, Verb: Toggle, Was: []string{"x"}, Label: "choose", Help: "Choose the file, or remove it again", Group: "Files", Footer: 2},
	{Action: FilesOpen, Keys: []string{"enter", "right", "l"}, Label: "open", Help: "Open the folder, or choose the file", Group: "Files", Footer: 3},
	{Action: FilesParent, Keys: []string{"left", "h", "backspace"}, Label: "up", Help: "Go to the parent folder", Group: "Files", Footer: 6},
	{Action: FilesFilter, Verb: Find, Label: "filter", Help: "Filter by name, or go to a path", Group: "Files", Footer: 4},
	{Action: FilesRecent, Verb: GoTo, Was: []string{"r"}, Label: "recent", Help: "Show recent files and folders, or go back", Group: "Files", Footer: 5},
	{Action: FilesHome, Keys: []string{"~"}, Help: "Go to the home folder", Group: "Files"},
	{Action: FilesTypes, Verb: Only, Was: []string{"t"}, Help: "Show all files, or only matching types", Group: "Files"},
	{Action: FilesHidden, Keys: []string{"H"}, Was: []string{"."}, Help: "Show hidden files, or hide them", Group: "Files"},
	{Action: FilesSort, Verb: Sort, Help: "Sort by name, newest or largest", Group: "Files"},
	{Action: FilesAll, Verb: All, Was: []string{"a"}, Help: "Choose all files that are listed, or none of them", Group: "Files"},
	{Action: FilesUndo, Verb: Undo, Help: "Undo the last change of the choice", Group: "Files"},
	{Action: FilesRefresh, Verb: Run, Keys: []string{"r"}, Was: []string{"R"}, Help: "Refresh the folder", Group: "Files"},
}, moves(Files, "Moving in files")...)
