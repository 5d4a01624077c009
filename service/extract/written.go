package extract

import (
	"strings"

	"assay/service/content"
)

// Bytes of the lines of a text that somebody wrote to be read.
const (
	minEnded   = 24 // with a full stop at its end
	minUnended = 90 // without one
)

// isDescription reports whether a field asks for a text about something, be it short.
func (w *want) isDescription() bool { return w.concept.String() == "description" }

// written returns the lines of a text that were written to be read, if they are few among
// others: what a box says of a thing, and not its name, facts, labels and buttons, which
// are lines of the box as well. A text without such lines, or of little else, is returned
// as it is.
func written(text string) string {
	if !strings.Contains(text, "\n") || len(text) > maxShort {
		return text
	}
	lines, other := 0, 0
	var best, run string
	for line := range strings.SplitSeq(text, "\n") {
		if !isSentence(line) {
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

// isSentence reports whether a line is a sentence or more.
func isSentence(line string) bool {
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
		if isSentence(line) {
			return false
		}
	}
	return true
}

// writtenShare returns the share of the texts of a column that is in lines written to be read,
// or 1 if none is: people write in short lines, too.
func (e *engine) writtenShare(col *column) float64 {
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
			if isSentence(line) {
				running += len(line)
			}
		}
	}
	if running == 0 {
		return 1
	}
	return float64(running) / float64(all)
}
