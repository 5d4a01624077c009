package queries

import (
	"errors"

	"assay/views/ask"
	"assay/workspace/variables"
)

// variables returns the values of the settings file.
func (v *View) variables() ask.Variables {
	return ask.Variables{Values: v.options.Variables, Where: definedIn}
}

// definedIn says where variables are defined, for those that are not.
const definedIn = "in the settings file, under [variables]"

// filled is a question and an address with the variables filled in.
type filled struct{ query, prompt, url string }

// fill fills in the variables. An error moves the focus to the place of the reference
// without a value.
func (v *View) fill() (filled, error) {
	asked, values := v.ask.Question(), v.options.Variables
	var f filled
	var err error
	place := func(err error, pane paneID) error {
		v.move(pane, true)
		var undefined *variables.Undefined
		if errors.As(err, &undefined) {
			if pane == paneEditor {
				v.ask.PointAt(undefined.Row, undefined.Column)
			}
			return errors.New(err.Error() + ": define it " + definedIn)
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

// resolved is what the source line says of the variables in it: the address they make, or
// that one has no value; "" if there is nothing to say.
func (v *View) resolved() string {
	t := v.theme
	if len(v.source.references()) == 0 {
		return ""
	}
	text, err := variables.Expand(v.source.field.Value(), v.options.Variables)
	if err != nil {
		return t.Bad.Render(err.Error())
	}
	return t.Good.Render(text)
}
