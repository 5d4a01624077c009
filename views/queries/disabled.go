package queries

import "assay/keymap"

// Disabled says why an action cannot be done now.
func (v *View) Disabled(action keymap.Action) string {
	answered := v.result.response != nil
	switch action {
	case keymap.Cancel:
		if v.running == nil || v.form != nil || v.examples != nil {
			return "nothing is running"
		}
	case keymap.QueryTake:
		if !answered || v.result.response.Metadata.GeneratedQuery == nil {
			return "no query was made from a prompt yet"
		}
	case keymap.QueryScreenshot, keymap.QueryOpenShot:
		if !answered || v.result.response.Metadata.Screenshot == nil {
			return "the result has no screenshot; switch it on in the params"
		}
	case keymap.QueryView, keymap.QuerySaveResult:
		if !answered {
			return "there is no result yet"
		}
	case keymap.QueryRun:
		if v.running != nil {
			return "a query is running; " + v.key(keymap.Cancel) + " cancels it"
		}
	case keymap.EditorFormat:
		if v.isPrompt {
			return "a prompt has no format"
		}
	}
	if action.Scope() == keymap.Tree {
		return v.result.disabled(action)
	}
	return ""
}

// disabled says why an action of the tree's scope cannot be done on what is shown.
func (r *result) disabled(action keymap.Action) string {
	switch {
	case r.response == nil:
		return "there is no result yet"
	case r.err != nil:
		return "the query failed: there is nothing to look at"
	case r.face == asTree:
		return ""
	}
	switch action {
	case keymap.TreeUp, keymap.TreeDown, keymap.TreePageUp, keymap.TreePageDown,
		keymap.TreeHalfUp, keymap.TreeHalfDown, keymap.TreeFirst, keymap.TreeLast:
		return ""
	case keymap.TreeToggle, keymap.TreeFoldAll, keymap.TreeUnfoldAll, keymap.TreeFewerLevels, keymap.TreeMoreLevels,
		keymap.TreeFoldBelow, keymap.TreeUnfoldBelow, keymap.TreeWrap, keymap.TreePrevSibling, keymap.TreeNextSibling:
		return "only the tree can do that; " + r.env.Keys.Key(keymap.QueryView, r.env.Theme.Glyphs.ASCII) + " shows it"
	}
	if r.face == asMetadata {
		return "the metadata can only be read; " + r.env.Keys.Key(keymap.QueryView, r.env.Theme.Glyphs.ASCII) + " shows the tree"
	}
	return ""
}
