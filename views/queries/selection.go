package queries

import (
	"assay/views/frame"
	"assay/workspace/usercommand"
	"assay/workspace/variables"
)

// Selection is what the query on the screen asks of what, and the value of its answer
// that is selected.
func (v *View) Selection() usercommand.Selection {
	asked, values := v.ask.Question(), v.options.Environments[v.environment]
	filled := func(text string) string { // with what the variables of the environment say, if all are defined
		if out, err := variables.Expand(text, values); err == nil {
			return out
		}
		return text
	}
	var s usercommand.Selection
	switch p := v.source.place(); p.kind() {
	case fromURL:
		s.URL = filled(p.text)
		if complete, err := completeURL(s.URL); err == nil {
			s.URL = complete
		}
	case fromFile:
		s.File = frame.Expand(p.text)
	}
	s.Query, s.Prompt = filled(asked.Query), filled(asked.Prompt)
	if v.batch.IsOpen() {
		s.File = ""
		v.batch.Select(&s)
		return s
	}
	v.result.Select(&s)
	return s
}
