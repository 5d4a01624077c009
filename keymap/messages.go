package keymap

// Actions of the log of messages.
const (
	MessagesUp       Action = "messages.up"
	MessagesDown     Action = "messages.down"
	MessagesPageUp   Action = "messages.page_up"
	MessagesPageDown Action = "messages.page_down"
	MessagesFirst    Action = "messages.first"
	MessagesLast     Action = "messages.last"
	MessagesCopy     Action = "messages.copy"
	MessagesCopyAll  Action = "messages.copy_all"
	MessagesClear    Action = "messages.clear"
	MessagesClose    Action = "messages.close"
)

var messages = []Binding{
	{Action: MessagesCopy, Verb: Copy, Keys: []string{"enter", "y"}, Label: "copy", Help: "Copy the message", Group: "Messages", Footer: 1},
	{Action: MessagesCopyAll, Verb: CopyMore, Label: "copy all", Help: "Copy all messages with their times", Group: "Messages", Footer: 2},
	{Action: MessagesClear, Verb: Remove, Keys: []string{"delete"}, Label: "clear", Help: "Clear the log", Group: "Messages", Footer: 3},
	{Action: MessagesClose, Keys: []string{"esc", "q", "M", "alt+m"}, Label: "close", Help: "Close", Group: "Messages", Footer: 4},
	{Action: MessagesUp, Keys: []string{"up", "k", "ctrl+p"}, Help: "Up", Group: "Messages"},
	{Action: MessagesDown, Keys: []string{"down", "j", "ctrl+n"}, Help: "Down", Group: "Messages"},
	{Action: MessagesPageUp, Keys: []string{"pgup", "ctrl+u"}, Help: "A page up", Group: "Messages"},
	{Action: MessagesPageDown, Keys: []string{"pgdown", "ctrl+d"}, Help: "A page down", Group: "Messages"},
	{Action: MessagesFirst, Keys: []string{"home", "g"}, Help: "First", Group: "Messages"},
	{Action: MessagesLast, Keys: []string{"end", "G"}, Help: "Last", Group: "Messages"},
}
