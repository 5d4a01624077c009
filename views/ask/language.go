package ask

import (
	"errors"
	"sync/atomic"

	"assay/query"
	"assay/ui/editor"
	"assay/workspace/variables"
)

// language is the query language as the editor sees it.
type language struct {
	names     []Name                    // of fields beyond this query, the likeliest first
	variables atomic.Pointer[Variables] // nil if none were told of
}

// Tokens returns the coloured parts of one line.
func (*language) Tokens(line string) []editor.Token {
	references := variables.References(line)
	tokens := query.Tokens(standIns(line))
	painted := make([]editor.Token, 0, len(tokens))
	for _, t := range tokens {
		class := editor.Plain
		switch t.Kind {
		case query.Name:
			class = editor.Name
		case query.Description:
			class = editor.Type
		case query.Illegal, query.Unclosed:
			class = editor.Invalid
		default:
			class = editor.Punctuation
		}
		for _, r := range references {
			if t.Start >= r.Start && t.Start < r.End {
				class = editor.String
			}
		}
		painted = append(painted, editor.Token{Start: t.Start, End: t.End, Class: class})
	}
	return painted
}

// Diagnose returns the errors of the text, and the doubtful words of its
// descriptions if it has none.
func (l *language) Diagnose(text string) []editor.Diagnostic {
	q, err := query.Parse(standIns(text))
	found := l.undefined(text)
	var list query.ErrorList
	if errors.As(err, &list) {
		for _, e := range list {
			found = append(found, diagnostic(e, editor.Error))
		}
	}
	for _, e := range query.Check(q) {
		d := diagnostic(e, editor.Warning)
		d.Fix = e.Expected
		found = append(found, d)
	}
	return found
}

func diagnostic(e *query.Error, severity editor.Severity) editor.Diagnostic {
	return editor.Diagnostic{Start: e.Pos.Offset, End: e.End.Offset, Severity: severity, Message: e.Message}
}

// Format returns the text as the language prints it; text with errors stays.
func (*language) Format(text string) (string, bool) {
	q, err := query.Parse(standIns(text))
	if err != nil {
		return "", false
	}
	return putBack(query.Format(q), text), true
}

// Indent returns one level of indentation.
func (*language) Indent() string { return "  " }

// Pairs returns the brackets of the language.
func (*language) Pairs() []editor.Pair {
	return []editor.Pair{{Open: '{', Close: '}', Block: true}, {Open: '[', Close: ']'}, {Open: '(', Close: ')'}}
}
