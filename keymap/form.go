package keymap

// Actions of forms.
const (
	FormNext   Action = "form.next"
	FormPrev   Action = "form.previous"
	FormLeft   Action = "form.less"
	FormRight  Action = "form.more"
	FormToggle Action = "form.toggle"
	FormAccept Action = "form.accept"
	FormCancel Action = "form.cancel"
)

var form = []Binding{
	{Action: FormNext, Keys: []string{"tab", "down"}, Label: "next", Help: "Next field", Group: "Form", Footer: 2},
	{Action: FormPrev, Keys: []string{"shift+tab", "up"}, Help: "Previous field", Group: "Form"},
	{Action: FormLeft, Keys: []string{"left"}, Help: "Previous choice", Group: "Form"},
	{Action: FormRight, Keys: []string{"right"}, Help: "Next choice", Group: "Form"},
	{Action: FormToggle, Verb: Toggle, Label: "toggle", Help: "Switch on or off", Group: "Form", Footer: 3},
	{Action: FormAccept, Keys: []string{"enter"}, Help: "Apply and close", Group: "Form"}, // what that is, the form says
	{Action: FormCancel, Keys: []string{"esc"}, Label: "back", Help: "Close without applying", Group: "Form", Footer: 4},
}

// Actions of lists to pick from.
const (
	ListAccept Action = "list.accept"
	ListCancel Action = "list.cancel"
)

var list = []Binding{
	{Action: "list.up", Keys: []string{"up", "ctrl+p"}, Help: "Up", Group: "List"},
	{Action: "list.down", Keys: []string{"down", "ctrl+n"}, Help: "Down", Group: "List"},
	{Action: "list.page_up", Keys: []string{"pgup"}, Help: "A page up", Group: "List"},
	{Action: "list.page_down", Keys: []string{"pgdown"}, Help: "A page down", Group: "List"},
	{Action: ListAccept, Keys: []string{"enter"}, Label: "choose", Help: "Choose", Group: "List", Footer: 1},
	{Action: ListCancel, Keys: []string{"esc"}, Label: "close", Help: "Close", Group: "List", Footer: 2},
}
