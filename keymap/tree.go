package keymap

// Actions of the JSON viewers: the tree and the raw text. The raw text has nothing
// to fold and leaves those actions alone.
const (
	TreeUp          Action = "tree.up"
	TreeDown        Action = "tree.down"
	TreeClose       Action = "tree.close"
	TreeOpen        Action = "tree.open"
	TreeToggle      Action = "tree.toggle"
	TreePageUp      Action = "tree.page_up"
	TreePageDown    Action = "tree.page_down"
	TreeHalfUp      Action = "tree.half_page_up"
	TreeHalfDown    Action = "tree.half_page_down"
	TreeFirst       Action = "tree.first"
	TreeLast        Action = "tree.last"
	TreePrevSibling Action = "tree.previous_sibling"
	TreeNextSibling Action = "tree.next_sibling"
	TreeFoldAll     Action = "tree.fold_all"
	TreeUnfoldAll   Action = "tree.unfold_all"
	TreeFoldBelow   Action = "tree.fold_below"
	TreeUnfoldBelow Action = "tree.unfold_below"
	TreeWrap        Action = "tree.whole_value"
	TreeScrollLeft  Action = "tree.scroll_left"
	TreeScrollRight Action = "tree.scroll_right"
	TreeSearch      Action = "tree.search"
	TreeNextHit     Action = "tree.next_hit"
	TreePrevHit     Action = "tree.previous_hit"
	TreeCopyValue   Action = "tree.copy_value"
	TreeCopySubtree Action = "tree.copy_subtree"
	TreeCopyPath    Action = "tree.copy_path"
	TreeCopyKey     Action = "tree.copy_key"
	TreeCopyAll     Action = "tree.copy_all"
)

// CopyGroup is the heading of the actions that copy.
const CopyGroup = "Copy"

var tree = []Binding{
	{Action: TreeSearch, Verb: Find, Label: "search", Help: "Search keys and values", Group: "Tree", Footer: 4},
	{Action: TreeToggle, Verb: Toggle, Keys: []string{"enter", " "}, Label: "fold", Help: "Fold or unfold", Group: "Tree", Footer: 5},
	{Action: TreeCopyValue, Verb: Copy, Label: "copy", Help: "Copy the value (strings without quotes)", Group: CopyGroup, Footer: 6},
	{Action: TreeCopyPath, Verb: CopyPath, Label: "path", Help: "Copy the path for jq", Group: CopyGroup, Footer: 8},
	{Action: TreeWrap, Keys: []string{"w"}, Label: "whole value", Help: "Show the whole value, wrapped", Group: "Tree", Footer: 9},
	{Action: TreeUp, Keys: []string{"up", "k"}, Help: "Up", Group: "Tree"},
	{Action: TreeDown, Keys: []string{"down", "j"}, Help: "Down", Group: "Tree"},
	{Action: TreeClose, Keys: []string{"left", "h"}, Help: "Fold, or go to the parent", Group: "Tree"},
	{Action: TreeOpen, Keys: []string{"right", "l"}, Help: "Unfold, or go to the first child", Group: "Tree"},
	{Action: TreePageUp, Keys: []string{"pgup", "ctrl+b"}, Help: "A page up", Group: "Tree"},
	{Action: TreePageDown, Keys: []string{"pgdown", "ctrl+f"}, Help: "A page down", Group: "Tree"},
	{Action: TreeHalfUp, Keys: []string{"ctrl+u"}, Help: "Half a page up", Group: "Tree"},
	{Action: TreeHalfDown, Keys: []string{"ctrl+d"}, Help: "Half a page down", Group: "Tree"},
	{Action: TreeFirst, Keys: []string{"g", "home"}, Help: "First row", Group: "Tree"},
	{Action: TreeLast, Keys: []string{"G", "end"}, Help: "Last row", Group: "Tree"},
	{Action: TreePrevSibling, Keys: []string{"{", "shift+up"}, Help: "Previous sibling", Group: "Tree"},
	{Action: TreeNextSibling, Keys: []string{"}", "shift+down"}, Help: "Next sibling", Group: "Tree"},
	{Action: TreeFoldAll, Verb: Less, Was: []string{"C"}, Help: "Fold all", Group: "Tree"},
	{Action: TreeUnfoldAll, Verb: More, Was: []string{"=", "E"}, Help: "Unfold all", Group: "Tree"},
	{Action: TreeFoldBelow, Keys: []string{"c"}, Help: "Fold this and everything below it", Group: "Tree"},
	{Action: TreeUnfoldBelow, Keys: []string{"C"}, Was: []string{"o"}, Help: "Unfold this and everything below it", Group: "Tree"},
	{Action: TreeScrollLeft, Keys: []string{"shift+left"}, Was: []string{","}, Help: "Scroll a long value left, or up when it is wrapped", Group: "Tree"},
	{Action: TreeScrollRight, Keys: []string{"shift+right"}, Was: []string{"."}, Help: "Scroll a long value right, or down when it is wrapped", Group: "Tree"},
	{Action: TreeNextHit, Keys: []string{"n"}, Label: "next hit", Help: "Next match", Group: "Tree", Footer: 4},
	{Action: TreePrevHit, Keys: []string{"N"}, Help: "Previous match", Group: "Tree"},
	{Action: TreeCopySubtree, Verb: CopyMore, Help: "Copy the value as indented JSON", Group: CopyGroup},
	{Action: TreeCopyKey, Verb: CopyKey, Help: "Copy the key", Group: CopyGroup},
	{Action: TreeCopyAll, Keys: []string{"J"}, Was: []string{"A"}, Help: "Copy the whole document as indented JSON", Group: CopyGroup},
}
