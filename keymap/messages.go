package keymap

// Actions of the log of messages.
const (
	MessagesCopy    Action = "messages.copy"
	MessagesCopyAll Action = "messages.copy_all"
	MessagesClear   Action = "messages.clear"
	MessagesClose   Action = "messages.close"
)

var messages = append([]Binding{
	{Action: MessagesCopy, Verb: Copy, Keys: []string{"enter", "y"}, Label: "copy", Help: "Copy the message", Group: "Messages", Footer: 1},
	{Action: MessagesCopyAll, Verb: CopyMore, Label: "copy all", Help: "Copy all messages with their times", Group: "Messages", Footer: 2},
	{Action: MessagesClear, Verb: Remove, Keys: []string{"x", "delete"}, Label: "clear", Help: "Clear the log", Group: "Messages", Footer: 3},
	{Action: MessagesClose, Keys: []string{"esc", "q", "M", "alt+m"}, Label: "close", Help: "Close", Group: "Messages", Footer: 4},
}, moves(Log, "Messages")...)
