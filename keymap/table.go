package keymap

// Actions of a table of records.
const (
	TableUp          Action = "table.up"
	TableDown        Action = "table.down"
	TableLeft        Action = "table.left"
	TableRight       Action = "table.right"
	TablePageUp      Action = "table.page_up"
	TablePageDown    Action = "table.page_down"
	TableHalfUp      Action = "table.half_page_up"
	TableHalfDown    Action = "table.half_page_down"
	TableFirst       Action = "table.first"
	TableLast        Action = "table.last"
	TableFirstColumn Action = "table.first_column"
	TableLastColumn  Action = "table.last_column"
	TableOpen        Action = "table.open"
	TableSort        Action = "table.sort"
	TableHide        Action = "table.hide_column"
	TableUnhide      Action = "table.show_columns"
	TableSearch      Action = "table.search"
	TableNextHit     Action = "table.next_hit"
	TablePrevHit     Action = "table.previous_hit"
	TableCopyCell    Action = "table.copy_cell"
	TableCopyRow     Action = "table.copy_row"
	TableCopyPath    Action = "table.copy_path"
	TableCopyColumn  Action = "table.copy_column"
)

var table = []Binding{
	{Action: TableSearch, Verb: Find, Label: "search", Help: "Search keys and values", Group: "Table", Footer: 4},
	{Action: TableSort, Verb: Sort, Label: "sort", Help: "Sort by this column: ascending, descending, original order", Group: "Table", Footer: 5},
	{Action: TableCopyCell, Verb: Copy, Label: "copy", Help: "Copy the cell (strings without quotes)", Group: CopyGroup, Footer: 6},
	{Action: TableHide, Verb: Remove, Label: "hide", Help: "Hide the column", Group: "Table", Footer: 8},
	{Action: TableOpen, Keys: []string{"enter"}, Label: "row in the tree", Help: "Open the row in the tree", Group: "Table", Footer: 9},
	{Action: TableUnhide, Keys: []string{"X"}, Help: "Show all columns again", Group: "Table"},
	{Action: TableUp, Keys: []string{"up", "k"}, Help: "Up", Group: "Table"},
	{Action: TableDown, Keys: []string{"down", "j"}, Help: "Down", Group: "Table"},
	{Action: TableLeft, Keys: []string{"left", "h"}, Help: "Column to the left", Group: "Table"},
	{Action: TableRight, Keys: []string{"right", "l"}, Help: "Column to the right", Group: "Table"},
	{Action: TablePageUp, Keys: []string{"pgup", "ctrl+b"}, Help: "A page up", Group: "Table"},
	{Action: TablePageDown, Keys: []string{"pgdown", "ctrl+f"}, Help: "A page down", Group: "Table"},
	{Action: TableHalfUp, Keys: []string{"ctrl+u"}, Help: "Half a page up", Group: "Table"},
	{Action: TableHalfDown, Keys: []string{"ctrl+d"}, Help: "Half a page down", Group: "Table"},
	{Action: TableFirst, Keys: []string{"g", "home"}, Help: "First row", Group: "Table"},
	{Action: TableLast, Keys: []string{"G", "end"}, Help: "Last row", Group: "Table"},
	{Action: TableFirstColumn, Keys: []string{"0", "^"}, Help: "First column", Group: "Table"},
	{Action: TableLastColumn, Keys: []string{"$"}, Help: "Last column", Group: "Table"},
	{Action: TableNextHit, Keys: []string{"n"}, Label: "next hit", Help: "Next match", Group: "Table", Footer: 4},
	{Action: TablePrevHit, Keys: []string{"N"}, Help: "Previous match", Group: "Table"},
	{Action: TableCopyRow, Verb: CopyMore, Help: "Copy the row as indented JSON", Group: CopyGroup},
	{Action: TableCopyPath, Verb: CopyPath, Help: "Copy the path of the cell for jq", Group: CopyGroup},
	{Action: TableCopyColumn, Verb: CopyKey, Help: "Copy the name of the column", Group: CopyGroup},
}
