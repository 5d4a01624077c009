package result

import "assay/keymap"

// Disabled says why an action of the tree's or the result's scope cannot be done
// now, or "".
func (p *Pane) Disabled(action keymap.Action) string {
	switch action {
	case keymap.ResultScreenshot, keymap.ResultOpenShot:
		if p.answer == nil || p.answer.Metadata.Screenshot == nil {
			return p.noScreenshot()
		}
	case keymap.ResultChanges, keymap.ResultNextChange, keymap.ResultPrevChange:
		switch {
		case p.options.Plain:
			return "a file has no earlier answer to compare with"
		case p.err != nil:
			return p.unreadable()
		}
		return p.noChanges()
	case keymap.ResultWhere:
		if p.options.Plain {
			return "a file has no evidence"
		}
		if !p.readable() {
			return p.unreadable()
		}
	case keymap.ResultView, keymap.ResultExport, keymap.ResultTable, keymap.ResultFilter:
		switch {
		case !p.readable():
			return p.unreadable()
		case p.whole.tree.Document() != nil || action == keymap.ResultView && !p.options.Plain:
		case p.whole.tree.Busy():
			return "the data is still being read"
		default:
			return "the data is not JSON"
		}
	}
	switch action.Scope() {
	case keymap.Tree:
		return p.disabledTree(action)
	case keymap.Table:
		if p.face != asTable {
			return "only the table can do that; " + p.env.Key(keymap.ResultTable) + " shows it"
		}
		if p.pathsMoved(action) {
			return p.differing()
		}
		return p.noHits(action)
	}
	return ""
}

// differing says why ways to values are not copied while changes are shown.
func (p *Pane) differing() string {
	return "paths are different while changes are shown; " + p.env.Key(keymap.ResultChanges) + " shows the answer itself"
}

// disabledTree says why an action of the tree's scope cannot be done on what is
// shown.
func (p *Pane) disabledTree(action keymap.Action) string {
	switch {
	case !p.readable():
		return p.unreadable()
	case p.pathsMoved(action):
		return p.differing()
	case p.face == asTable:
		return "only the tree can do that; " + p.env.Key(keymap.ResultTable) + " shows it"
	case p.noHits(action) != "":
		return p.noHits(action)
	case p.face == asTree:
		return ""
	}
	switch action {
	case keymap.TreeUp, keymap.TreeDown, keymap.TreePageUp, keymap.TreePageDown,
		keymap.TreeHalfUp, keymap.TreeHalfDown, keymap.TreeFirst, keymap.TreeLast:
		return ""
	case keymap.TreeToggle, keymap.TreeFoldAll, keymap.TreeUnfoldAll,
		keymap.TreeFoldBelow, keymap.TreeUnfoldBelow, keymap.TreeWrap, keymap.TreePrevSibling, keymap.TreeNextSibling:
		return "only the tree can do that; " + p.env.Key(keymap.ResultView) + " shows it"
	}
	if p.face == asMetadata {
		return "the metadata is read-only; " + p.env.Key(keymap.ResultView) + " shows the tree"
	}
	return ""
}

// noHits says why there is no hit of a search to go to, or "".
func (p *Pane) noHits(action keymap.Action) string {
	switch action {
	case keymap.TreeNextHit, keymap.TreePrevHit, keymap.TableNextHit, keymap.TablePrevHit:
		if status, _ := p.shown().searchStatus(p.face); status == "" {
			return "there is no search yet"
		}
	}
	return ""
}

// unreadable says why there is nothing to read.
func (p *Pane) unreadable() string {
	switch {
	case p.err != nil && p.answer != nil:
		return "the query failed; " + p.env.Key(keymap.Cancel) + " goes back to the answer before"
	case p.err != nil:
		return "the query failed: there is nothing to show"
	}
	return "there is no result yet"
}

// Aside reports whether an action can be done while the focus is elsewhere and stays
// there: it needs nothing to be seen.
func (p *Pane) Aside(action keymap.Action) bool {
	return action == keymap.ResultScreenshot || action == keymap.ResultOpenShot
}

func (p *Pane) noScreenshot() string {
	if p.options.Plain {
		return "a file has no screenshot"
	}
	return "the result has no screenshot; switch it on in the params"
}
