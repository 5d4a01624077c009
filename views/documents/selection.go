package documents

import "assay/workspace/usercommand"

// Selection is the file under the cursor, what is asked of the files, and the value
// of the answer that is selected.
func (v *View) Selection() usercommand.Selection {
	asked := v.ask.Question()
	s := usercommand.Selection{File: v.underCursor(), Query: asked.Query, Prompt: asked.Prompt}
	if v.focus != paneBatch && v.focus != paneAnswer {
		return s
	}
	if d := v.batch.selected(); d != nil {
		s.File = d.path
		if d.pane != nil {
			d.pane.Select(&s)
		}
	}
	return s
}
