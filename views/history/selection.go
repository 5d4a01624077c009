package history

import (
	"assay/workspace/history"
	"assay/workspace/usercommand"
)

// Selection is the selected call, and the value of its answer that is selected.
func (v *View) Selection() usercommand.Selection {
	var s usercommand.Selection
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
