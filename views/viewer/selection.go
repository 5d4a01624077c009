package viewer

import "assay/client/command"

// Selection is the file and the value in it that is selected.
func (v *View) Selection() command.Selection {
	s := command.Selection{File: v.path}
	v.pane.Select(&s)
	return s
}
