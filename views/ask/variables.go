package ask

import (
	"fmt"
	"strings"

	"assay/ui/editor"
	"assay/workspace/variables"
)

// Variables are the values of the {{variables}} of a question.
type Variables struct {
	Values map[string]string
	Where  string // where one is defined, in words: "in the settings file, under …"
}

// standIns returns a query with a name of the same length in the place of each
// variable, so that it can be read before the variables are filled in. Each is
// another name, as the fields of a container must be.
func standIns(text string) string {
	references := variables.References(text)
	if len(references) == 0 {
		return text
	}
	out := []byte(text)
	for i, r := range references {
		copy(out[r.Start:r.End], standIn(i, r.End-r.Start))
	}
	return string(out)
}

// standIn is the nth name of a length, which is at least that of "{{x}}". Names begin
// with what nobody begins a field's name with.
func standIn(n, length int) string {
	name := fmt.Sprintf("_%03x", n&0xfff)
	return name + strings.Repeat("_", length-len(name))
}

// putBack puts the variables of a text back into it, after it was formatted with names
// in their place.
func putBack(formatted, text string) string {
	for i, r := range variables.References(text) {
		formatted = strings.Replace(formatted, standIn(i, r.End-r.Start), text[r.Start:r.End], 1)
	}
	return formatted
}

// undefined returns an error for each variable of the text that has no value.
func (l *language) undefined(text string) []editor.Diagnostic {
	known := l.variables.Load()
	if known == nil {
		return nil
	}
	var found []editor.Diagnostic
	for _, r := range variables.References(text) {
		if _, ok := known.Values[r.Name]; !ok {
			found = append(found, editor.Diagnostic{
				Start: r.Start, End: r.End, Severity: editor.Error,
				Message: fmt.Sprintf("{{%s}} is not defined: define it %s", r.Name, known.Where), Hint: "not defined",
			})
		}
	}
	return found
}
