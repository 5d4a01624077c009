package history

import (
	"assay/client/command"
	"assay/client/history"
)

// Selection is the selected call, and the value of its answer that is selected.
func (v *View) Selection() command.Selection {
	var s command.Selection
	e := v.looked.entry
	if c := v.selected(); c == nil || e == nil || v.looked.id != c.ID {
		return s
	}
	s.URL, s.File, s.Query, s.Prompt = e.Address(), e.Path, e.Query, e.Prompt
	if e.Kind == history.Session {
		s.Session = e.RequestID
		return s
	}
	if v.looked.answer != nil {
		v.looked.answer.Select(&s)
	}
	s.RequestID = e.RequestID
	return s
}
