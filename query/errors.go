package query

import "strconv"

// Error is one thing wrong with a query, or, from Check, one thing that may be.
type Error struct {
	Pos      Position // of the offending token
	End      Position // just after it
	Message  string   // what is wrong and what to do; one sentence without its position
	Found    string   // the text that stands at Pos; "" at the end of the query
	Expected string   // what could stand there instead, in words; "" if that is not the point
}

// Error gives the position and the message.
func (e *Error) Error() string {
	return "row " + strconv.Itoa(e.Pos.Row) + ", column " + strconv.Itoa(e.Pos.Column) + ": " + e.Message
}

// ErrorList is everything wrong with a query, in source order.
type ErrorList []*Error

// Error gives the first error and the number of the others.
func (l ErrorList) Error() string {
	switch len(l) {
	case 0:
		return "no errors"
	case 1:
		return l[0].Error()
	case 2:
		return l[0].Error() + " (and 1 more error)"
	}
	return l[0].Error() + " (and " + strconv.Itoa(len(l)-1) + " more errors)"
}

// Unwrap gives the errors one by one.
func (l ErrorList) Unwrap() []error {
	errs := make([]error, len(l))
	for i, e := range l {
		errs[i] = e
	}
	return errs
}
