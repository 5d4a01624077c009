package keymap

// Actions of the pane in which a query or a prompt is written, beside those of the
// editor in it.
const (
	AskSwitch  Action = "ask.switch"
	AskTake    Action = "ask.take_generated"
	AskOutside Action = "ask.edit_outside"
)

var ask = []Binding{
	{Action: AskSwitch, Keys: []string{"alt+q", "ctrl+g"}, Label: "query/prompt", Help: "Switch between query and prompt", Group: "Query", Footer: 14},
	{Action: AskTake, Keys: []string{"alt+g"}, Label: "take query", Help: "Take the query made from the prompt into the editor", Group: "Result", Footer: 3},
	{Action: AskOutside, Keys: []string{"alt+x", "f6"}, Help: "Edit the text in your own editor ($VISUAL, $EDITOR)", Group: "Query"},
}
