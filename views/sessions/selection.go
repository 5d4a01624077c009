package sessions

import "assay/client/command"

// Selection is the selected session.
func (v *View) Selection() command.Selection {
	s := v.selected()
	if s == nil {
		return command.Selection{}
	}
	out := command.Selection{Session: s.ID}
	if s.CDPURL != "" {
		out.CDPURL, out.StreamURL = s.CDPURL, s.StreamURL(v.page())
	}
	return out
}
