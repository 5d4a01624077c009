package editor_test

import (
	"fmt"
	"strings"

	"assay/ui/editor"
)

// braces is a small language for the tests: names, brackets, and types between
// parentheses, of which it knows three.
type braces struct{}

var known = map[string]bool{"number": true, "boolean": true, "date": true}

func (braces) Indent() string { return "  " }

func (braces) Pairs() []editor.Pair {
	return []editor.Pair{
		{Open: '{', Close: '}', Block: true},
		{Open: '[', Close: ']'},
		{Open: '(', Close: ')'},
		{Open: '"', Close: '"'},
	}
}

func (braces) Tokens(line string) []editor.Token {
	var out []editor.Token
	for i := 0; i < len(line); {
		start, class := i, editor.Plain
		switch c := line[i]; {
		case c == '"':
			class = editor.String
			i++
			for i < len(line) && line[i] != '"' {
				i++
			}
			i = min(i+1, len(line))
		case strings.IndexByte("{}[](),", c) >= 0:
			class = editor.Punctuation
			i++
		case c >= 'a' && c <= 'z' || c == '_':
			for i < len(line) && (line[i] >= 'a' && line[i] <= 'z' || line[i] == '_') {
				i++
			}
			class = editor.Name
			if start > 0 && line[start-1] == '(' {
				class = editor.Type
			}
		default:
			i++
			continue
		}
		out = append(out, editor.Token{Start: start, End: i, Class: class})
	}
	return out
}

func (braces) Diagnose(text string) []editor.Diagnostic {
	var out []editor.Diagnostic
	var open []int
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{':
			open = append(open, i)
		case '}':
			if len(open) == 0 {
				out = append(out, editor.Diagnostic{Start: i, End: i + 1, Message: "nothing to close", Hint: "remove }"})
			} else {
				open = open[:len(open)-1]
			}
		case '(':
			end := i + 1
			for end < len(text) && text[end] >= 'a' && text[end] <= 'z' {
				end++
			}
			if word := text[i+1 : end]; word != "" && !known[word] {
				out = append(out, editor.Diagnostic{Start: i + 1, End: end, Message: fmt.Sprintf("%q is not a type", word), Hint: "did you mean boolean?"})
			}
		case '!':
			out = append(out, editor.Diagnostic{Start: i, End: i + 1, Severity: editor.Warning, Message: "shouting does not help"})
		}
	}
	for range open {
		out = append(out, editor.Diagnostic{Start: len(text), End: len(text), Message: "expected }"})
	}
	return out
}

func (b braces) Format(text string) (string, bool) {
	for _, d := range b.Diagnose(text) {
		if d.Severity == editor.Error {
			return "", false
		}
	}
	var out strings.Builder
	depth := 0
	for _, word := range strings.Fields(strings.NewReplacer("{", " { ", "}", " } ").Replace(text)) {
		if word == "}" {
			depth--
		}
		out.WriteString(strings.Repeat("  ", depth) + word + "\n")
		if word == "{" {
			depth++
		}
	}
	return strings.TrimSuffix(out.String(), "\n"), true
}
