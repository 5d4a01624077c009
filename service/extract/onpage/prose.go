package onpage

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/fields"
	"assay/service/extract/tree"
)

// MainText returns the page's main text: the lines of its main element that are
// not of other things. If that is little of what the page says, the page is not
// made of paragraphs, and all of it that is not of other things is taken. A page
// that is JSON names its texts instead.
func (e *Engine) MainText() (string, content.ID) {
	if e.Tree.Source == content.JSON {
		return "", content.None
	}
	if !e.mainKnown {
		e.mainKnown = true
		e.main, e.mainNode = linesOf(e, e.Index.Main), e.Index.Main
		if all := linesOf(e, 0); float64(len(e.main)) < e.Weights.MainShare*float64(len(all)) {
			e.main, e.mainNode = all, 0
		}
	}
	return e.main, e.mainNode
}

// linesOf joins the lines of an element that are about the page's own subject.
func linesOf(e *Engine, root content.ID) string {
	t := e.Tree
	if root == content.None {
		return ""
	}
	first, last := t.LinesOf(root)
	skip := e.Index.Apart &^ t.Region(root)
	isApart := func(i int) bool {
		region := t.Region(t.Lines[i].First)
		return region&skip != 0 || root == 0 && e.Index.HasMain && region&tree.InMain == 0
	}
	one := "" // while there is but one run of lines, it is a piece of the page's text and no copy
	var b strings.Builder
	for i := first; i < last; i++ {
		if isApart(i) {
			continue
		}
		from := t.Lines[i].From
		for i+1 < last && !isApart(i+1) {
			i++
		}
		run := t.Raw(from, t.Lines[i].To)
		switch {
		case one == "":
			one = run
			continue
		case b.Len() == 0:
			b.Grow(int(t.Lines[last-1].To - t.Lines[first].From))
			b.WriteString(one)
		}
		b.WriteByte('\n')
		b.WriteString(run)
	}
	if b.Len() == 0 {
		return one
	}
	return b.String()
}

// Bytes of the lines of a text that somebody wrote to be read.
const (
	minEnded   = 24 // with a full stop at its end
	minUnended = 90 // without one
)

// IsDescription reports whether a field asks for a text about something, be it short.
func IsDescription(w *fields.Field) bool { return w.Concept.String() == "description" }

// Written returns the lines of a text that were written to be read, if they are few among
// others: what a box says of a thing, and not its name, facts, labels and buttons, which
// are lines of the box as well. A text without such lines, or of little else, is returned
// as it is.
func Written(text string) string {
	if !strings.Contains(text, "\n") || len(text) > maxShort {
		return text
	}
	lines, other := 0, 0
	var best, run string
	for line := range strings.SplitSeq(text, "\n") {
		if !IsSentence(line) {
			other++
			run = ""
			continue
		}
		lines++
		if run != "" {
			run += "\n"
		}
		if run += line; len(run) > len(best) {
			best = run
		}
	}
	if lines == 0 || other < lines {
		return text
	}
	return best
}

// IsSentence reports whether a line is a sentence or more.
func IsSentence(line string) bool {
	line = strings.TrimSpace(line)
	if len(line) >= minUnended {
		return strings.Count(line, " ") > len(line)/12
	}
	end := strings.TrimRight(line, `"”’')»`)
	return len(line) >= minEnded && strings.Count(line, " ") >= 3 && len(end) > 0 && strings.ContainsRune(".!?…", []rune(end)[len([]rune(end))-1])
}

// stackedFacts is the factor for a box of facts as what describes a thing.
const stackedFacts = 0.5

// minStack is how many lines a box of facts has at least.
const minStack = 4

// isStack reports whether a text is several lines of which none was written to be read.
func isStack(text string) bool {
	if strings.Count(text, "\n") < minStack-1 {
		return false
	}
	for line := range strings.SplitSeq(text, "\n") {
		if IsSentence(line) {
			return false
		}
	}
	return true
}
