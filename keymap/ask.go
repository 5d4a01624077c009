package keymap

// Actions of the pane in which a query or a prompt is written, beside those of the
// editor in it.
const (
	AskSwitch  Action = "ask.switch"
	AskTake    Action = "ask.take_generated"
	AskOutside Action = "ask.edit_outside"
)

var ask = []Binding{
	{Action: AskSwitch, Keys: []string{"ctrl+g", "alt+q"}, Label: "query/prompt", Help: "Switch between query and prompt", Group: "Query", Footer: 14},
	{Action: AskTake, Keys: []string{"U", "alt+g"}, Label: "take query", Help: "Put the query made from the prompt into the editor", Group: "Result", Footer: 3},
	{Action: AskOutside, Verb: Edit, Keys: []string{"E", "f6", "alt+x"}, Help: "Edit in your own editor ($VISUAL or $EDITOR)", Group: "Query"},
}

// Actions of a text field that shares its view with keys that are commands: it is typed
// into only after it was told so.
const (
	FieldType  Action = "field.type"
	FieldLeave Action = "typing.leave"
)

var field = []Binding{
	{Action: FieldType, Keys: []string{"enter"}, Label: "type", Help: "Type into the field", Group: "Typing", Footer: 1},
	{Action: FieldLeave, Keys: []string{"esc"}, Label: "done", Help: "Stop typing: keys become commands, and 1 to 5 switch tabs", Group: "Typing", Footer: 1},
}
