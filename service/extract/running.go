package extract

import (
	"strings"

	"assay/service/content"
)

// describes reports whether a field asks for a text about a thing, and not for all that
// somebody wrote.
func (w *want) describes() bool {
	return w.concept.String() == "description"
}

// isRunning reports whether a line was written to be read, and is no name, value, choice
// or heading that stands over or under others of its kind.
func isRunning(line string) bool {
	line = strings.TrimSpace(line)
	if len(line) >= minProseLine {
		return strings.Contains(line, " ")
	}
	return strings.HasSuffix(strings.TrimRight(line, "\"”’»)"), ".") && strings.Count(line, " ") >= minSentence
}

// minSentence is how many blanks a short line has at least that is a sentence.
const minSentence = 3

// maxAmidText is how many lines between two of running text, as a heading or the points of
// a list, are part of it.
const maxAmidText = 1

// runningLines returns what of the text of a box describes a thing: the lines from the
// first that was written to be read to the last before facts, choices and buttons follow.
// Boxes without such a line are returned whole.
func runningLines(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	from, to, at, between := -1, 0, 0, 0
	for line := range strings.SplitSeq(text, "\n") {
		switch running := isRunning(line); {
		case running && from < 0:
			from, to = at, at+len(line)
		case running && between <= maxAmidText:
			to, between = at+len(line), 0
		case from >= 0:
			between++
		}
		at += len(line) + 1
	}
	if from < 0 {
		return text
	}
	return text[from:to]
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
		if isRunning(line) {
			return false
		}
	}
	return true
}

// running returns the share of the texts of a column that is in lines written to be read,
// or 1 if none is: people write in short lines, too.
func (e *engine) running(col *column) float64 {
	running, all := 0, 0
	for i := range col.parts {
		p := &col.parts[i]
		if p.id == content.None || p.isText() {
			continue
		}
		first, last := e.t.LinesOf(p.id)
		for k := first; k < last; k++ {
			line := e.t.LineText(k)
			all += len(line)
			if isRunning(line) {
				running += len(line)
			}
		}
	}
	if running == 0 {
		return 1
	}
	return float64(running) / float64(all)
}
