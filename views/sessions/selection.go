package sessions

import "assay/workspace/usercommand"

// Selection is the selected session.
func (v *View) Selection() usercommand.Selection {
	s := v.selected()
	if s == nil {
		return usercommand.Selection{}
	}
	out := usercommand.Selection{Session: s.ID}
	if s.CDPURL != "" {
		out.CDPURL, out.StreamURL = s.CDPURL, s.StreamURL(v.page())
	}
	return out
}
