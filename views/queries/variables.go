package queries

import (
	"errors"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/ask"
	"assay/views/frame"
	"assay/workspace/variables"
)

// variables returns the values of the environment in use.
func (v *View) variables() ask.Variables {
	return ask.Variables{Values: v.options.Environments[v.environment], Where: v.describe()}
}

// chooseEnvironment lets the user choose where variables have their values from.
func (v *View) chooseEnvironment() tea.Cmd {
	if len(v.options.Environments) == 0 {
		return frame.Notify(toast.Info, `no environments are defined: write [environments.staging] and base = "https://…" into the settings file, which `+v.key(keymap.Settings)+` opens, and {{base}} where it belongs`)
	}
	items := []picker.Item{{Name: "none", Detail: "no variables", Value: ""}}
	for _, name := range slices.Sorted(maps.Keys(v.options.Environments)) {
		detail := strings.Join(slices.Sorted(maps.Keys(v.options.Environments[name])), " ")
		items = append(items, picker.Item{Name: name, Detail: detail, Value: name})
	}
	v.openPicker("Environments", items, func(item *picker.Item) tea.Cmd {
		v.setEnvironment(item.Value.(string))
		return v.changed()
	})
	return nil
}

func (v *View) setEnvironment(name string) {
	if _, ok := v.options.Environments[name]; !ok {
		name = ""
	}
	v.environment, v.dirty = name, true
	for _, d := range v.tabs {
		d.ask.SetVariables(v.variables())
	}
}

// filled is a question and an address with the variables filled in.
type filled struct{ query, prompt, url string }

// fill fills in the variables. An error moves the focus to the place of the reference
// without a value.
func (v *View) fill() (filled, error) {
	asked, values := v.ask.Question(), v.options.Environments[v.environment]
	var f filled
	var err error
	place := func(err error, pane paneID) error {
		v.move(pane, true)
		var undefined *variables.Undefined
		if errors.As(err, &undefined) {
			if pane == paneEditor {
				v.ask.PointAt(undefined.Row, undefined.Column)
			}
			return errors.New(err.Error() + ": " + v.remedy(undefined.Name))
		}
		return err
	}
	if v.source.kind() == fromURL {
		if f.url, err = variables.Expand(v.source.field.Value(), values); err != nil {
			return f, place(err, paneSource)
		}
	}
	if asked.IsPrompt {
		f.prompt, err = variables.Expand(asked.Prompt, values)
	} else {
		f.query, err = variables.Expand(asked.Query, values)
	}
	if err != nil {
		return f, place(err, paneEditor)
	}
	return f, nil
}

// resolved is what the source line says of the variables in it: the address they
// remedy says how a variable gets a value: from another environment that has it, or by
// being defined.
func (v *View) remedy(name string) string {
	var having []string
	for _, environment := range slices.Sorted(maps.Keys(v.options.Environments)) {
		if _, ok := v.options.Environments[environment][name]; ok {
			having = append(having, environment)
		}
	}
	if len(having) == 0 {
		return "define it " + v.describe()
	}
	return v.key(keymap.QueryEnvironment) + " chooses an environment that has it, such as " + having[0]
}

// make if that is wanted, or that one has no value; "" if there is nothing to say.
func (v *View) resolved() string {
	t := v.theme
	if len(v.source.references()) == 0 {
		return ""
	}
	text, err := variables.Expand(v.source.field.Value(), v.options.Environments[v.environment])
	switch {
	case err != nil:
		return t.Bad.Render(err.Error())
	case v.showsResolved:
		return t.Good.Render(text)
	}
	return t.Faint.Render(v.key(keymap.QueryResolve) + " shows the address")
}
