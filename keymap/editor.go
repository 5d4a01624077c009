package keymap

// Actions of text editing. The single-line input understands those that make sense
// in one line.
//
// Undo is not on ctrl+z, which suspends the program, nor copying on ctrl+c, which
// quits it; Tab and shift+Tab leave the editor. Terminals send ctrl+/ as ctrl+_.
const (
	EditorLeft      Action = "editor.left"
	EditorRight     Action = "editor.right"
	EditorUp        Action = "editor.up"
	EditorDown      Action = "editor.down"
	EditorWordLeft  Action = "editor.word_left"
	EditorWordRight Action = "editor.word_right"
	EditorLineStart Action = "editor.line_start"
	EditorLineEnd   Action = "editor.line_end"
	EditorPageUp    Action = "editor.page_up"
	EditorPageDown  Action = "editor.page_down"
	EditorTextStart Action = "editor.text_start"
	EditorTextEnd   Action = "editor.text_end"
	EditorScrollUp  Action = "editor.scroll_up"
	EditorScrollDn  Action = "editor.scroll_down"

	EditorSelectLeft      Action = "editor.select_left"
	EditorSelectRight     Action = "editor.select_right"
	EditorSelectUp        Action = "editor.select_up"
	EditorSelectDown      Action = "editor.select_down"
	EditorSelectWordLeft  Action = "editor.select_word_left"
	EditorSelectWordRight Action = "editor.select_word_right"
	EditorSelectLineStart Action = "editor.select_line_start"
	EditorSelectLineEnd   Action = "editor.select_line_end"
	EditorSelectTextStart Action = "editor.select_text_start"
	EditorSelectTextEnd   Action = "editor.select_text_end"
	EditorSelectAll       Action = "editor.select_all"

	EditorNewline        Action = "editor.new_line"
	EditorBackspace      Action = "editor.backspace"
	EditorDelete         Action = "editor.delete"
	EditorDeleteWordLeft Action = "editor.delete_word_left"
	EditorDeleteWord     Action = "editor.delete_word"
	EditorDeleteToStart  Action = "editor.delete_to_start"
	EditorDeleteToEnd    Action = "editor.delete_to_end"
	EditorCut            Action = "editor.cut"
	EditorCopy           Action = "editor.copy"
	EditorPaste          Action = "editor.paste"
	EditorUndo           Action = "editor.undo"
	EditorRedo           Action = "editor.redo"
	EditorFormat         Action = "editor.format"
	EditorComplete       Action = "editor.complete"

	EditorFind         Action = "editor.find"
	EditorFindNext     Action = "editor.find_next"
	EditorFindPrevious Action = "editor.find_previous"
	EditorFindClose    Action = "editor.find_close"
	EditorNextProblem  Action = "editor.next_problem"
	EditorPrevProblem  Action = "editor.previous_problem"
	EditorFix          Action = "editor.fix"
)

var editor = []Binding{
	{Action: EditorUndo, Verb: Undo, Keys: []string{"u", "ctrl+_", "alt+u"}, Label: "undo", Help: "Undo", Group: "Editor", Footer: 21},
	{Action: EditorRedo, Keys: []string{"ctrl+y", "alt+r"}, Help: "Redo", Group: "Editor"},
	{Action: EditorFormat, Keys: []string{"=", "alt+l", "alt+F"}, Label: "format", Help: "Format the text", Group: "Editor", Footer: 20},
	{Action: EditorComplete, Verb: Complete, Keys: []string{"ctrl+@", "alt+/"}, Help: "Complete what you are typing", Group: "Editor"},
	{Action: EditorFind, Verb: Find, Keys: []string{"/", "ctrl+f"}, Label: "find", Help: "Find in the text", Group: "Editor", Footer: 22},
	{Action: EditorFindNext, Keys: []string{"ctrl+n", "f3"}, Help: "Next match", Group: "Editor"},
	{Action: EditorFindPrevious, Keys: []string{"ctrl+p"}, Was: []string{"f2"}, Help: "Previous match", Group: "Editor"},
	{Action: EditorFindClose, Keys: []string{"esc"}, Help: "Close find", Group: "Editor"},
	{Action: EditorFix, Keys: []string{"f19", "alt+h"}, Help: "Apply the fix that an error suggests", Group: "Editor"},
	{Action: EditorNextProblem, Keys: []string{"f8", "alt+n"}, Help: "Next error", Group: "Editor"},
	{Action: EditorPrevProblem, Keys: []string{"f7", "alt+N"}, Help: "Previous error", Group: "Editor"},

	{Action: EditorCut, Keys: []string{"ctrl+x"}, Help: "Cut the selection, or the line", Group: "Editor"},
	{Action: EditorCopy, Verb: Copy, Keys: []string{"y", "alt+c"}, Help: "Copy the selection, or the line", Group: "Editor"},
	{Action: EditorPaste, Keys: []string{"ctrl+v"}, Help: "Paste what was cut or copied here", Group: "Editor"},
	{Action: EditorSelectAll, Verb: All, Keys: []string{"A", "alt+a"}, Help: "Select everything", Group: "Editor"},
	{Action: EditorNewline, Keys: []string{"enter", "ctrl+j"}, Help: "New line, indented", Group: "Editor"},
	{Action: EditorBackspace, Keys: []string{"backspace", "ctrl+h"}, Help: "Delete the character before", Group: "Editor"},
	{Action: EditorDelete, Keys: []string{"delete", "ctrl+d"}, Help: "Delete the character after", Group: "Editor"},
	{Action: EditorDeleteWordLeft, Keys: []string{"ctrl+w", "alt+backspace"}, Help: "Delete the word before", Group: "Editor"},
	{Action: EditorDeleteWord, Keys: []string{"ctrl+b", "alt+d", "alt+delete"}, Help: "Delete the word after", Group: "Editor"},
	{Action: EditorDeleteToStart, Keys: []string{"ctrl+u"}, Help: "Delete to the start of the line", Group: "Editor"},
	{Action: EditorDeleteToEnd, Keys: []string{"ctrl+q", "alt+k"}, Help: "Delete to the end of the line", Group: "Editor"},

	{Action: EditorLeft, Keys: []string{"left"}, Was: []string{"ctrl+b"}, Help: "Left", Group: "Moving in text"},
	{Action: EditorRight, Keys: []string{"right"}, Help: "Right", Group: "Moving in text"},
	{Action: EditorUp, Keys: []string{"up"}, Help: "Up", Group: "Moving in text"},
	{Action: EditorDown, Keys: []string{"down"}, Help: "Down", Group: "Moving in text"},
	{Action: EditorWordLeft, Keys: []string{"ctrl+left", "alt+b"}, Help: "To the word before", Group: "Moving in text"},
	{Action: EditorWordRight, Keys: []string{"ctrl+right", "alt+f"}, Help: "To the end of the word", Group: "Moving in text"},
	{Action: EditorLineStart, Keys: []string{"home", "ctrl+a"}, Help: "To the start of the line", Group: "Moving in text"},
	{Action: EditorLineEnd, Keys: []string{"end", "ctrl+e"}, Help: "To the end of the line", Group: "Moving in text"},
	{Action: EditorPageUp, Keys: []string{"pgup"}, Help: "A page up", Group: "Moving in text"},
	{Action: EditorPageDown, Keys: []string{"pgdown"}, Help: "A page down", Group: "Moving in text"},
	{Action: EditorTextStart, Keys: []string{"ctrl+home", "alt+<"}, Help: "To the start of the text", Group: "Moving in text"},
	{Action: EditorTextEnd, Keys: []string{"ctrl+end", "alt+>"}, Help: "To the end of the text", Group: "Moving in text"},
	{Action: EditorScrollUp, Keys: []string{"ctrl+up"}, Help: "Scroll up", Group: "Moving in text"},
	{Action: EditorScrollDn, Keys: []string{"ctrl+down"}, Help: "Scroll down", Group: "Moving in text"},

	{Action: EditorSelectLeft, Keys: []string{"shift+left"}, Help: "Select to the left", Group: "Selecting text"},
	{Action: EditorSelectRight, Keys: []string{"shift+right"}, Help: "Select to the right", Group: "Selecting text"},
	{Action: EditorSelectUp, Keys: []string{"shift+up"}, Help: "Select up", Group: "Selecting text"},
	{Action: EditorSelectDown, Keys: []string{"shift+down"}, Help: "Select down", Group: "Selecting text"},
	{Action: EditorSelectWordLeft, Keys: []string{"ctrl+shift+left"}, Help: "Select the word before", Group: "Selecting text"},
	{Action: EditorSelectWordRight, Keys: []string{"ctrl+shift+right"}, Help: "Select the word after", Group: "Selecting text"},
	{Action: EditorSelectLineStart, Keys: []string{"shift+home"}, Help: "Select to the start of the line", Group: "Selecting text"},
	{Action: EditorSelectLineEnd, Keys: []string{"shift+end"}, Help: "Select to the end of the line", Group: "Selecting text"},
	{Action: EditorSelectTextStart, Keys: []string{"ctrl+shift+home"}, Help: "Select to the start of the text", Group: "Selecting text"},
	{Action: EditorSelectTextEnd, Keys: []string{"ctrl+shift+end"}, Help: "Select to the end of the text", Group: "Selecting text"},
}

// Actions of the bar that finds, while it is open.
const (
	FindNext     Action = "find.next"
	FindPrevious Action = "find.previous"
	FindClose    Action = "find.close"
)

var findBar = []Binding{
	{Action: FindNext, Keys: []string{"enter", "down", "ctrl+n", "f3"}, Label: "next", Help: "Next match", Group: "Finding", Footer: 1},
	{Action: FindPrevious, Keys: []string{"up", "ctrl+p"}, Was: []string{"f2"}, Help: "Previous match", Group: "Finding"},
	{Action: FindClose, Keys: []string{"esc", "ctrl+f"}, Label: "close", Help: "Close find", Group: "Finding", Footer: 2},
}

// Actions of the list of completions, while it is open.
const (
	CompletionAccept Action = "completion.accept"
	CompletionChoose Action = "completion.choose"
	CompletionDown   Action = "completion.down"
	CompletionUp     Action = "completion.up"
	CompletionClose  Action = "completion.close"
)

var completion = []Binding{
	{Action: CompletionAccept, Keys: []string{"tab"}, Label: "accept", Help: "Accept the chosen completion, or the first", Group: "Completion", Footer: 1},
	{Action: CompletionChoose, Keys: []string{"enter"}, Help: "Accept the chosen completion; if none is chosen, start a new line", Group: "Completion"},
	{Action: CompletionDown, Keys: []string{"down", "ctrl+n"}, Label: "choose", Help: "Next completion", Group: "Completion", Footer: 2},
	{Action: CompletionUp, Keys: []string{"up", "ctrl+p"}, Help: "Previous completion", Group: "Completion"},
	{Action: CompletionClose, Keys: []string{"esc"}, Label: "close", Help: "Close the completions", Group: "Completion", Footer: 3},
}
