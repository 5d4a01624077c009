package queries

import "assay/keymap"

// Disabled says why an action cannot be done now.
func (v *View) Disabled(action keymap.Action) string {
	answer := v.result.Answer()
	switch action {
	case keymap.Cancel:
		if v.running == nil || v.form != nil || v.examples != nil {
			return "nothing is running"
		}
	case keymap.AskTake:
		if answer == nil || answer.Metadata.GeneratedQuery == nil {
			return "no query was made from a prompt yet"
		}
	case keymap.QueryRun:
		if v.running != nil {
			return "a query is running; " + v.key(keymap.Cancel) + " cancels it"
		}
	}
	if scope := action.Scope(); scope == keymap.Editor || scope == keymap.Ask {
		return v.ask.Disabled(action)
	}
	return v.result.Disabled(action)
}
