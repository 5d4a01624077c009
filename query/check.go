package query

import "unicode/utf8"

// Check returns warnings about a query that can run: descriptions that probably
// do not say what was meant. It is nil if there are none; there are 5,000 at
// most.
func Check(q *Query) ErrorList {
	var warnings ErrorList
	q.Walk(func(f *Field, _ []*Field) {
		switch {
		case len(warnings) == maxErrors:
		case f.Description != "" && f.IsLeaf():
			if _, near := readHint(f.Description); near.meant != "" {
				found := f.Description[near.start:near.end]
				warnings = append(warnings, &Error{
					Pos: within(f, near.start), End: within(f, near.end), Found: found, Expected: near.meant,
					Message: "did you mean " + near.meant + `? "` + found + `" is no type and is read as words`,
				})
			}
		case f.Description == "" && f.DescPos.Row > 0:
			end := f.DescPos
			end.Offset++
			end.Column++
			warnings = append(warnings, &Error{Pos: f.DescPos, End: end, Found: "(", Message: "the description is empty"})
		}
	})
	return warnings
}

// within returns the position of a byte offset in the description of f.
func within(f *Field, offset int) Position {
	pos := f.TextPos
	pos.Offset += offset
	pos.Column += utf8.RuneCountInString(f.Description[:offset])
	return pos
}
