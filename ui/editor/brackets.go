package editor

import "unicode/utf8"

// pairOf returns the pairs that r opens and closes, -1 for none.
func (b *buffer) pairOf(r rune) (opens, closes int) {
	opens, closes = -1, -1
	for i, p := range b.pairs {
		if r == p.Open {
			opens = i
		}
		if r == p.Close {
			closes = i
		}
	}
	return opens, closes
}

// lex colours a line and finds its brackets, once.
func (b *buffer) lex(l *line) {
	if l.lexed || b.lang == nil {
		return
	}
	l.lexed = true
	l.tokens = b.lang.Tokens(l.text)
	token := 0
	for at, r := range l.text {
		if r < utf8.RuneSelf && !b.paired[r] {
			continue
		}
		opens, closes := b.pairOf(r)
		if opens == closes { // neither, or a quote
			continue
		}
		for token < len(l.tokens) && l.tokens[token].End <= at {
			token++
		}
		if token < len(l.tokens) && l.tokens[token].Start <= at {
			if c := l.tokens[token].Class; c == String || c == Comment {
				continue
			}
		}
		l.marks = append(l.marks, mark{at: at, size: utf8.RuneLen(r), pair: max(opens, closes), open: opens >= 0})
	}
}

// quoted reports whether p is inside a string or a comment.
func (b *buffer) quoted(p pos) bool {
	l := b.lines[p.line]
	b.lex(l)
	for _, t := range l.tokens {
		if t.Start < p.at && p.at < t.End && (t.Class == String || t.Class == Comment) {
			return true
		}
	}
	return false
}

// markAt returns the bracket that begins at p, nil if there is none.
func (b *buffer) markAt(p pos) *mark {
	l := b.lines[p.line]
	b.lex(l)
	for i := range l.marks {
		if l.marks[i].at == p.at {
			return &l.marks[i]
		}
	}
	return nil
}

// partner returns the place of the bracket that belongs to the one at p.
func (b *buffer) partner(p pos) (pos, bool) {
	here := b.markAt(p)
	if here == nil {
		return pos{}, false
	}
	depth := 0
	step := func(line int, k mark) (pos, bool) {
		if k.pair != here.pair {
			return pos{}, false
		}
		if k.open == here.open {
			depth++
		} else {
			depth--
		}
		return pos{line, k.at}, depth == 0
	}
	if here.open {
		for i := p.line; i < len(b.lines); i++ {
			b.lex(b.lines[i])
			for _, k := range b.lines[i].marks {
				if i == p.line && k.at < p.at {
					continue
				}
				if found, ok := step(i, k); ok {
					return found, true
				}
			}
		}
		return pos{}, false
	}
	for i := p.line; i >= 0; i-- {
		b.lex(b.lines[i])
		marks := b.lines[i].marks
		for j := len(marks) - 1; j >= 0; j-- {
			if i == p.line && marks[j].at > p.at {
				continue
			}
			if found, ok := step(i, marks[j]); ok {
				return found, true
			}
		}
	}
	return pos{}, false
}
