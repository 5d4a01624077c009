package query

import "strings"

// Format prints a query in its canonical form: two spaces of indent, one field a
// row, name(description)[] {, no commas, no newline at the end. Parsing the
// result gives the same tree, and printing that the same text.
//
// A tree that was not parsed may hold descriptions the language cannot express:
// row breaks become spaces, and parentheses without a partner square brackets.
func Format(q *Query) string {
	if q == nil || q.Root == nil {
		return ""
	}
	var b strings.Builder
	printContainer(&b, q.Root, 0)
	return b.String()
}

const indent = "  "

func printContainer(b *strings.Builder, c *Container, depth int) {
	b.WriteString("{\n")
	for _, f := range c.Fields {
		for range depth + 1 {
			b.WriteString(indent)
		}
		b.WriteString(f.Name)
		printDescription(b, f.Description)
		if f.List {
			b.WriteString("[]")
		}
		if f.Container != nil {
			b.WriteByte(' ')
			printContainer(b, f.Container, depth+1)
		}
		b.WriteByte('\n')
	}
	for range depth {
		b.WriteString(indent)
	}
	b.WriteByte('}')
}

// printDescription prints a description so that parsing gives it back: one that
// looks quoted gets the other quotes around it.
func printDescription(b *strings.Builder, text string) {
	text = strings.TrimSpace(strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ").Replace(text))
	if text == "" {
		return
	}
	text = balance(text)
	quote := ""
	if peel(text) != text {
		quote = "'"
		if text[0] == '\'' {
			quote = `"`
		}
		if strings.Contains(text, quote) {
			quote = ""
		}
	}
	b.WriteByte('(')
	b.WriteString(quote)
	b.WriteString(text)
	b.WriteString(quote)
	b.WriteByte(')')
}

// balance replaces parentheses that have no partner.
func balance(text string) string {
	if !strings.ContainsAny(text, "()") {
		return text
	}
	var odd []int // opening ones so far without a partner
	out := []byte(text)
	for i, c := range out {
		switch {
		case c == '(':
			odd = append(odd, i)
		case c == ')' && len(odd) == 0:
			out[i] = ']'
		case c == ')':
			odd = odd[:len(odd)-1]
		}
	}
	for _, i := range odd {
		out[i] = '['
	}
	return string(out)
}
