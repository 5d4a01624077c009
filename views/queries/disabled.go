package queries

import "assay/keymap"

// Disabled says why an action cannot be done now.
func (v *View) Disabled(action keymap.Action) string {
	if v.batch.IsOpen() {
		return v.batch.Disabled(action)
	}
	if reason := v.disabledHere(action); reason != "" {
		return reason
	}
	if scope := action.Scope(); scope == keymap.Editor || scope == keymap.Ask {
		return v.ask.Disabled(action)
	}
	return v.result.Disabled(action)
}

// disabledHere says why an action cannot be done for what the tab itself knows.
func (v *View) disabledHere(action keymap.Action) string {
	answer := v.result.Answer()
	switch action {
	case keymap.Cancel:
		if v.running == nil || v.hasPopup() {
			return "nothing is running"
		}
	case keymap.QueryBatchLinks:
		if len(v.result.Links(1)) == 0 {
			return "select a link in the result first: its whole column is used"
		}
	case keymap.QueryReopen:
		if len(v.closed) == 0 {
			return "no query was closed"
		}
	case keymap.QueryNext, keymap.QueryPrev:
		if len(v.tabs) == 1 {
			return "only one query is open; " + v.env.Key(keymap.QueryNew) + " opens another"
		}
	case keymap.AskTake:
		if answer == nil || answer.Metadata.GeneratedQuery == nil {
			return "no query was made from a prompt yet"
		}
	case keymap.QueryRun:
		if v.running != nil {
			return "a query is running; " + v.env.Key(keymap.Cancel) + " cancels it"
		}
	}
	return ""
}
