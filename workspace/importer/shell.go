package importer

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// shellCommand is a command as a shell reads it.
type shellCommand struct {
	words []string
	input string // of a here-document
	line  uint   // of the text
}

// split reads a text as a shell would, without running anything. Variables stay as they
// are written; what a command would write into a here-document is left out.
func split(text string) ([]shellCommand, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	begins := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	text = text[:begins] + strings.TrimPrefix(text[begins:], "$ ") // a prompt that was copied too
	file, err := parse(text)
	if err != nil {
		return nil, err
	}
	if whole := escapeAddresses(file, text); whole != text {
		text = whole
		if file, err = parse(text); err != nil {
			return nil, err
		}
	}
	var commands []shellCommand
	syntax.Walk(file, func(node syntax.Node) bool {
		statement, _ := node.(*syntax.Stmt)
		if statement == nil {
			return err == nil
		}
		call, _ := statement.Cmd.(*syntax.CallExpr)
		if call == nil || len(call.Args) == 0 {
			return true
		}
		c := shellCommand{line: statement.Pos().Line()}
		for _, word := range call.Args {
			c.words = append(c.words, literal(word, text, false, &err))
		}
		for _, r := range statement.Redirs {
			if r.Hdoc != nil {
				c.input = strings.TrimSuffix(literal(r.Hdoc, text, true, &err), "\n")
			}
		}
		commands = append(commands, c)
		return true
	})
	return commands, err
}

func parse(text string) (*syntax.File, error) {
	file, err := syntax.NewParser().Parse(strings.NewReader(text), "")
	if err != nil {
		return nil, fmt.Errorf("the command cannot be read as a shell would, at line and column %w", err)
	}
	return file, nil
}

// escapeAddresses escapes each & that no blank is beside: it is one of an address that was
// pasted without quotes.
func escapeAddresses(file *syntax.File, text string) string {
	var b strings.Builder
	from := 0
	syntax.Walk(file, func(node syntax.Node) bool {
		if s, ok := node.(*syntax.Stmt); ok && s.Background {
			at := int(s.Semicolon.Offset())
			if at > from && at+1 < len(text) && !strings.ContainsAny(text[at-1:at]+text[at+1:at+2], " \t\n") {
				b.WriteString(text[from:at] + `\`)
				from = at
			}
		}
		return true
	})
	return b.String() + text[from:]
}

var escaped = regexp.MustCompile(`(?s)\\(.)`)

// literal returns what a word stands for. Variables and commands in it stay as text has
// them; the commands of a here-document are left out.
func literal(word *syntax.Word, text string, here bool, failed *error) string {
	keep := func(parts []syntax.WordPart) {
		for i, part := range parts {
			_, command := part.(*syntax.CmdSubst)
			switch part.(type) {
			case *syntax.Lit, *syntax.SglQuoted, *syntax.DblQuoted:
			default:
				if !command || !here {
					parts[i] = &syntax.SglQuoted{Value: text[part.Pos().Offset():part.End().Offset()]}
				}
			}
		}
	}
	keep(word.Parts)
	for i, part := range word.Parts {
		switch part := part.(type) {
		case *syntax.DblQuoted:
			keep(part.Parts)
		case *syntax.Lit:
			if !here { // expand leaves what is escaped outside quotes as it is
				word.Parts[i] = &syntax.SglQuoted{Value: escaped.ReplaceAllString(part.Value, "$1")}
			}
		}
	}
	config := &expand.Config{CmdSubst: func(io.Writer, *syntax.CmdSubst) error { return nil }}
	read := expand.Literal
	if here {
		read = expand.Document
	}
	value, err := read(config, word)
	if err != nil && *failed == nil {
		*failed = fmt.Errorf("the command cannot be read: %w", err)
	}
	return value
}
