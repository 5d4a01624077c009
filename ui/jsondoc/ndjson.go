package jsondoc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
)

// BrokenLinesError says which lines of NDJSON are no JSON.
type BrokenLinesError struct {
	Lines int // how many
	First *SyntaxError
}

func (e *BrokenLinesError) Error() string {
	if e.Lines == 1 {
		return fmt.Sprintf("line %d is not JSON and left out: %s", e.First.Line, e.First.Problem)
	}
	return fmt.Sprintf("%d lines are not JSON and left out, the first is line %d: %s", e.Lines, e.First.Line, e.First.Problem)
}

// IndexLines is Index for NDJSON some of whose lines are no JSON, as after a program was
// killed while it wrote: it leaves them out. ok is false if they are more than the others,
// as in a single document over several lines.
func IndexLines(ctx context.Context, data []byte) (doc *Document, broken *BrokenLinesError, ok bool) {
	broken = &BrokenLinesError{}
	var whole []byte
	number, good := 0, 0
	for line := range bytes.Lines(data) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		_, err := Index(ctx, bytes.TrimRight(line, "\r\n"), Options{}) // the end of a line is none of an open string
		if syntax, wrong := errors.AsType[*SyntaxError](err); wrong {
			if broken.Lines++; broken.First == nil {
				syntax.Line = number
				broken.First = syntax
			}
			continue
		}
		if err != nil {
			return nil, nil, false
		}
		good++
		whole = append(whole, line...)
	}
	if good == 0 || broken.Lines == 0 || broken.Lines > good {
		return nil, nil, false
	}
	doc, err := Index(ctx, whole, Options{Many: true})
	return doc, broken, err == nil
}
