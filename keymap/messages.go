package keymap

// Actions of the log of messages.
const (
	MessagesCopy  Action = "messages.copy"
	MessagesClose Action = "messages.close"
)

var messages = append([]Binding{
	{Action: MessagesCopy, Verb: Copy, Keys: []string{"enter", "y"}, Label: "copy", Help: "Copy the message", Group: "Messages", Footer: 1},
	{Action: MessagesClose, Keys: []string{"esc", "q", "M", "alt+m"}, Label: "close", Help: "Close", Group: "Messages", Footer: 4},
}, moves(Log, "Messages")...)
