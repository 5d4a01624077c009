package editor

// kind is what sort of change a step is: runs of the same kind are undone
// together.
type kind uint8

const (
	other kind = iota
	typing
	erasing
)

// edit is one replacement: removed text gave place to inserted text at from.
type edit struct {
	from              pos
	removed, inserted string
}

// caret is the cursor with the other end of the selection.
type caret struct{ cursor, anchor pos }

// step is what one undo takes back.
type step struct {
	edits         []edit
	before, after caret
	kind          kind
}

// history is the steps that can be undone and redone.
type history struct {
	done, undone []step
	size         int  // bytes of text kept in done
	closed       bool // the next change begins a step of its own
}

const (
	maxSteps       = 2000
	maxHistorySize = 32 << 20
)

// add keeps a step, joined to the last one if it goes on with it.
func (h *history) add(s step) {
	h.undone = nil
	n := len(h.done)
	if n > 0 && !h.closed && s.kind != other && h.done[n-1].kind == s.kind && h.done[n-1].after == s.before {
		h.size += s.size()
		h.done[n-1].join(s)
	} else {
		h.push(s)
	}
	h.closed = false
	for len(h.done) > maxSteps || h.size > maxHistorySize && len(h.done) > 1 {
		h.size -= h.done[0].size()
		h.done = h.done[1:]
	}
}

func (h *history) push(s step) {
	h.done = append(h.done, s)
	h.size += s.size()
}

// undo takes the last step off, and redo puts it back on; false if there is none.
func (h *history) undo() (step, bool) {
	n := len(h.done)
	if n == 0 {
		return step{}, false
	}
	s := h.done[n-1]
	h.done, h.undone = h.done[:n-1], append(h.undone, s)
	h.size -= s.size()
	h.closed = true
	return s, true
}

func (h *history) redo() (step, bool) {
	n := len(h.undone)
	if n == 0 {
		return step{}, false
	}
	s := h.undone[n-1]
	h.undone = h.undone[:n-1]
	h.push(s)
	h.closed = true
	return s, true
}

func (s step) size() int {
	n := 0
	for _, e := range s.edits {
		n += len(e.removed) + len(e.inserted)
	}
	return n
}

// join goes on with a step; characters typed one after the other become one edit.
func (s *step) join(next step) {
	last := &s.edits[len(s.edits)-1]
	first := next.edits[0]
	if len(next.edits) == 1 && first.removed == "" && first.from == endOf(last.from, last.inserted) {
		last.inserted += first.inserted
	} else {
		s.edits = append(s.edits, next.edits...)
	}
	s.after = next.after
}
