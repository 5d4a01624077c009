package viewer

import "assay/client/command"

// Selection is the file and the value in it that is selected.
func (v *View) Selection() command.Selection {
	var s command.Selection
	if info, err := v.source.Stat(); err == nil && info.Mode().IsRegular() {
		s.File = v.name
	}
	v.pane.Select(&s)
	return s
}
