package viewer

import "assay/workspace/usercommand"

// Selection is the file and the value in it that is selected.
func (v *View) Selection() usercommand.Selection {
	s := usercommand.Selection{File: v.path}
	v.pane.Select(&s)
	return s
}
