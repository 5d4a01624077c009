package jsondoc

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"
)

// SearchOptions say how a text is looked for.
type SearchOptions struct {
	Regexp bool // the text is a regular expression (RE2 syntax)
}

// Matcher finds one text in others.
type Matcher struct {
	folded  []rune         // what to find, each character the smallest of those equal to it
	starts  [256]bool      // the bytes a hit of folded can start with
	pattern *regexp.Regexp // instead of the others
}

// NewMatcher returns a Matcher for a text that is not empty, or an error that says
// what is wrong with a regular expression.
func NewMatcher(text string, options SearchOptions) (*Matcher, error) {
	if options.Regexp {
		pattern, err := regexp.Compile("(?i)" + text)
		if err != nil {
			return nil, fmt.Errorf("regular expression: %w", err)
		}
		return &Matcher{pattern: pattern}, nil
	}
	m := &Matcher{}
	for _, r := range text {
		m.folded = append(m.folded, fold(r))
	}
	if len(m.folded) > 0 {
		first := m.folded[0]
		m.starts[utf8.AppendRune(nil, first)[0]] = true
		for r := unicode.SimpleFold(first); r != first; r = unicode.SimpleFold(r) {
			m.starts[utf8.AppendRune(nil, r)[0]] = true
		}
	}
	return m, nil
}

// fold returns the smallest of the characters that differ from r only in case.
func fold(r rune) rune {
	if r < utf8.RuneSelf && !('a' <= r && r <= 'z') {
		return r
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return least
}

// Find returns the first hit in text as offsets, or -1, -1.
func (m *Matcher) Find(text []byte) (from, to int) {
	if m.pattern != nil {
		if at := m.pattern.FindIndex(text); at != nil {
			return at[0], at[1]
		}
		return -1, -1
	}
	for i := 0; i < len(text); i++ {
		if m.starts[text[i]] {
			if end := m.foldedAt(text, i); end >= 0 {
				return i, end
			}
		}
	}
	return -1, -1
}

// foldedAt returns the end of a hit that starts at i, or -1.
func (m *Matcher) foldedAt(text []byte, i int) int {
	for _, letter := range m.folded {
		if i >= len(text) {
			return -1
		}
		r, n := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(text[i:])
		} else if 'a' <= r && r <= 'z' && letter < utf8.RuneSelf {
			r -= 'a' - 'A'
		}
		if r != letter && (r < utf8.RuneSelf && letter < utf8.RuneSelf || fold(r) != letter) {
			return -1
		}
		i += n
	}
	return i
}

// reach returns the most bytes a hit of plain text can have: a character and its
// other case take one to four.
func (m *Matcher) reach() int { return 4 * len(m.folded) }

// FindAll returns the hits in text as offsets, at most limit of them. Empty hits,
// which a regular expression can have, are left out.
func (m *Matcher) FindAll(text []byte, limit int) [][2]int {
	var hits [][2]int
	for at := 0; at < len(text) && len(hits) < limit; {
		from, to := m.Find(text[at:])
		if from < 0 {
			break
		}
		if to > from {
			hits = append(hits, [2]int{at + from, at + to})
		}
		at += max(to, from+1)
	}
	return hits
}

// Search returns the nodes whose key or scalar value the matcher finds, in order.
// The text looked at is decoded: what a reader sees. It works on all processors and
// returns the context's error as soon as that is done.
func (d *Document) Search(ctx context.Context, m *Matcher) ([]uint32, error) {
	const share = 1 << 15
	shares := (len(d.nodes) + share - 1) / share
	found := make([][]uint32, shares)
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), shares) {
		workers.Go(func() {
			for i := range next {
				p := probe{doc: d, matcher: m, from: max(1, i*share), to: min((i+1)*share, len(d.nodes))}
				found[i] = p.run(ctx)
			}
		})
	}
	for i := range shares {
		next <- i
		if ctx.Err() != nil {
			break
		}
	}
	close(next)
	workers.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return slices.Concat(found...), nil
}

// probe searches the nodes from ≤ n < to.
type probe struct {
	doc      *Document
	matcher  *Matcher
	from, to int
	scratch  []byte
}

func (p *probe) run(ctx context.Context) []uint32 {
	if p.from >= p.to {
		return nil
	}
	if p.matcher.pattern != nil {
		return p.each(ctx)
	}
	return merge(p.plain(ctx), p.escaped(ctx))
}

// each looks at every key and value by itself.
func (p *probe) each(ctx context.Context) []uint32 {
	var hits []uint32
	for n := p.from; n < p.to; n++ {
		if n&1023 == 0 {
			runtime.Gosched()
			if ctx.Err() != nil {
				return nil
			}
		}
		key, _ := p.doc.RawKey(n)
		if key != nil && p.finds(key) {
			hits = append(hits, uint32(n))
			continue
		}
		if from, to, ok := p.doc.scalar(n); ok && p.finds(p.doc.data[from:to]) {
			hits = append(hits, uint32(n))
		}
	}
	return hits
}

func (p *probe) finds(raw []byte) bool {
	if bytes.IndexByte(raw, '\\') >= 0 {
		p.scratch = Decode(p.scratch[:0], raw)
		raw = p.scratch
	}
	from, _ := p.matcher.Find(raw)
	return from >= 0
}

// plain searches the bytes as they are and keeps the hits inside one key or value
// that has no escapes.
func (p *probe) plain(ctx context.Context) []uint32 {
	var hits []uint32
	at, end := p.span()
	n := p.from
	for at < end {
		stop := min(at+1<<18, end) // look at the context now and then
		from, to := p.matcher.Find(p.doc.data[at:min(stop+p.matcher.reach(), end)])
		runtime.Gosched() // a key that was pressed meanwhile comes first
		if ctx.Err() != nil {
			return nil
		}
		if from < 0 {
			at = stop
			continue
		}
		from, to = at+from, at+to
		n = p.doc.at(from, n, p.to)
		tokenFrom, tokenTo, ok := p.doc.token(n, from)
		switch {
		case !ok || to > tokenTo:
			at = from + 1
			continue
		case bytes.IndexByte(p.doc.data[tokenFrom:tokenTo], '\\') < 0:
			hits = appendOnce(hits, uint32(n))
		}
		at = tokenTo
	}
	return hits
}

// escaped finds the keys and values with escapes and searches them decoded.
func (p *probe) escaped(ctx context.Context) []uint32 {
	var hits []uint32
	at, end := p.span()
	n := p.from
	for count := 0; at < end; count++ {
		i := bytes.IndexByte(p.doc.data[at:end], '\\')
		if i < 0 || count&1023 == 0 && ctx.Err() != nil {
			break
		}
		n = p.doc.at(at+i, n, p.to)
		from, to, _ := p.doc.token(n, at+i)
		if p.finds(p.doc.data[from:to]) {
			hits = appendOnce(hits, uint32(n))
		}
		at = to + 1
	}
	return hits
}

// span returns the bytes the probe's nodes are in.
func (p *probe) span() (from, to int) {
	to = len(p.doc.data)
	if p.to < len(p.doc.nodes) {
		to = int(p.doc.nodes[p.to].pos)
	}
	return int(p.doc.nodes[p.from].pos), to
}

func appendOnce(hits []uint32, n uint32) []uint32 {
	if len(hits) > 0 && hits[len(hits)-1] == n {
		return hits
	}
	return append(hits, n)
}

// merge joins two ascending lists without doubles.
func merge(a, b []uint32) []uint32 {
	if len(b) == 0 {
		return a
	}
	merged := make([]uint32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		least := min(a[0], b[0])
		merged = append(merged, least)
		if a[0] == least {
			a = a[1:]
		}
		if len(b) > 0 && b[0] == least {
			b = b[1:]
		}
	}
	return append(append(merged, a...), b...)
}

// scalar returns where the value of n is in the data, a string's without quotes; ok
// is false for objects and lists.
func (d *Document) scalar(n int) (from, to int, ok bool) {
	if n == 0 || d.HasChildren(n) {
		return 0, 0, false
	}
	from = d.ValueOffset(n)
	switch d.data[from] {
	case '{', '[':
		return 0, 0, false
	case '"':
		end, _ := scanString(d.data, from+1)
		return from + 1, end - 1, true
	}
	return from, from + len(d.Raw(n)), true
}

// token returns the key or scalar value of n that an offset is in, without quotes.
func (d *Document) token(n, offset int) (from, to int, ok bool) {
	if d.IsMember(n) {
		from = int(d.nodes[n].pos) + 1
		end, _ := scanString(d.data, from)
		if offset >= from && offset < end-1 {
			return from, end - 1, true
		}
	}
	from, to, ok = d.scalar(n)
	return from, to, ok && offset >= from && offset < to
}
