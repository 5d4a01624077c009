package keymap

// Actions of the pane that shows an answer, beside those of the tree in it.
const (
	ResultView       Action = "result.view"
	ResultScreenshot Action = "result.screenshot_save"
	ResultOpenShot   Action = "result.screenshot_open"
	ResultSave       Action = "result.save"
)

var result = []Binding{
	{Action: ResultView, Keys: []string{"alt+v", "f4"}, Label: "view", Help: "Result as tree, raw JSON or metadata", Group: "Result", Footer: 7},
	{Action: ResultScreenshot, Keys: []string{"alt+i"}, Help: "Save the screenshot to a file", Group: "Result"},
	{Action: ResultOpenShot, Keys: []string{"alt+o"}, Help: "Open the screenshot in the image viewer", Group: "Result"},
	{Action: ResultSave, Keys: []string{"alt+w"}, Help: "Save the result as a JSON file", Group: "Result"},
}
