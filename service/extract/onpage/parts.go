package onpage

import (
	"iter"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/records"
)

// Alignment is how the fields of a list are read from the records of a set.
type Alignment struct {
	Score   float64
	Known   float64    // the share of the fields that it tells
	Common  float64    // the share of the columns that all sampled records have
	Choices [][]Choice // per field, the columns that may give it, best first
	Formed  []bool     // per field, whether a text of its form gives it, wherever it stands
}

// Choice is a column that may give a field.
type Choice struct {
	Path  uint64
	Plain uint64
	Key   evidence.Key
	Score float64
}

// Choices returns what to read a field from that is given the column.
func (col *Column) Choices(score float64) []Choice {
	plain := col.First().Plain
	out := []Choice{{col.Path, plain, col.Key, score}}
	for _, path := range col.Also {
		out = append(out, Choice{path, plain, col.Key, score})
	}
	return out
}

// Given goes through the fields that have a column.
func (al *Alignment) Given(columns []Column) iter.Seq2[int, *Column] {
	return func(yield func(int, *Column) bool) {
		for i, choices := range al.Choices {
			if len(choices) == 0 {
				continue
			}
			if col := Find(columns, choices[0]); col != nil && !yield(i, col) {
				return
			}
		}
	}
}

// IsWords reports whether values of a shape are a few words.
func IsWords(s lexicon.Shape) bool {
	switch s {
	case lexicon.AnyShape, lexicon.Text, lexicon.Person, lexicon.Org:
		return true
	}
	return false
}

// IsText reports whether the parts of a column are pieces of text.
func (col *Column) IsText() bool {
	return col.First().IsText()
}

// WholeOf reports whether a column is the records themselves.
func (col *Column) WholeOf(sample []records.Span) bool {
	for r, p := range col.Present() {
		return p.ID == sample[r].From && !p.IsText()
	}
	return false
}

// Limits of looking at the records of one set.
const (
	SampleSize    = 8   // records looked at to find the columns
	MaxRecordSize = 600 // nodes of one record
)

// Column is a part that records have in common: the same path or the same name
// in each.
type Column struct {
	Path  uint64         // of the parts; 0 for a label
	Key   evidence.Key   // of a label; else NoKey
	Keys  []evidence.Key // names on the way down to it that hold nothing else
	Parts []Part         // per sampled record, or NoPart
	Also  []uint64       // paths of the same place in records that dress it otherwise
	Have  int            // sampled records that have it
	Named int            // of these, how many gave it names
}

// Present goes through the sampled records that have a part of a column.
func (col *Column) Present() iter.Seq2[int, *Part] {
	return func(yield func(int, *Part) bool) {
		for r := range col.Parts {
			if p := &col.Parts[r]; p.ID != content.None && !yield(r, p) {
				return
			}
		}
	}
}

// First returns the first part of a column.
func (col *Column) First() *Part {
	for _, p := range col.Present() {
		return p
	}
	return &NoPart
}

// All reports whether something holds for every part of a column.
func (col *Column) All(holds func(*Part) bool) bool {
	for _, p := range col.Present() {
		if !holds(p) {
			return false
		}
	}
	return true
}

// Find returns the column of a choice.
func Find(columns []Column, c Choice) *Column {
	for i := range columns {
		if columns[i].Path == c.Path && columns[i].Key == c.Key {
			return &columns[i]
		}
	}
	return nil
}

// Side is which of the things that one column may hold a field takes.
type Side uint8

const (
	TextSide    Side = iota // its text
	AddressSide             // where it leads, or its picture
	UpperSide               // of a range, its end
)

// sampled are the records that columns were found in.
type sampled [SampleSize]records.Span

// maxKeptColumns is for how many samples of a page the columns are kept.
const maxKeptColumns = 256

// ColumnsOf returns the columns of at most SampleSize records, which find finds if they are not
// known. They must not be changed.
func (p *Page) ColumnsOf(sample []records.Span, find func() []Column) []Column {
	var key sampled
	copy(key[:], sample)
	columns, known := p.columns[key]
	if !known {
		columns = find()
		if p.columns == nil {
			p.columns = map[sampled][]Column{}
		}
		if len(p.columns) < maxKeptColumns {
			p.columns[key] = columns
		}
	}
	return columns
}

// SampleOf returns at most SampleSize of the spans, evenly spread.
func SampleOf(spans []records.Span) []records.Span {
	if len(spans) <= SampleSize {
		return spans
	}
	out := make([]records.Span, SampleSize)
	for i := range out {
		out[i] = spans[i*(len(spans)-1)/(SampleSize-1)]
	}
	return out
}

// SameNumbered reports whether two elements have ids that are the same but for
// their numbers, as those of a comment and of the replies within it.
func (e *Engine) SameNumbered(a, b content.ID) bool {
	t := e.Tree
	if t.Tag(a) != t.Tag(b) {
		return false
	}
	x, y := t.Value(a, "id"), t.Value(b, "id")
	if x == "" || y == "" || FirstWord(t.Value(a, "class")) != FirstWord(t.Value(b, "class")) {
		return false
	}
	head, n := strings.TrimRight(x, "0123456789"), len(strings.TrimRight(y, "0123456789"))
	return len(head) > 0 && len(head) < len(x) && n < len(y) && y[:n] == head
}

// FirstWord returns a text up to its first space.
func FirstWord(s string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	return word
}

// Part is a piece of a record that may be a value: an element, what stands beside a
// label, or a piece of text between breaks or separators, which no element holds
// alone.
type Part struct {
	ID       content.ID
	Path     uint64       // of tags and classes from the record's root; 0 for a label's value
	Plain    uint64       // of tags and first classes from the record's root, whatever state other classes tell
	Place    uint64       // of tags and their order from the record's root
	Key      evidence.Key // of the label; else NoKey
	Value    string       // of a label
	From, To int32        // of a piece of text: where it stands; else 0, 0
}

// NoPart is what a record has that lacks a column.
var NoPart = Part{ID: content.None, Key: evidence.NoKey}

// IsText reports whether a part is a piece of text rather than an element.
func (p *Part) IsText() bool { return p.To > p.From }

// PartText returns the text of a part.
func (e *Engine) PartText(p *Part) string {
	switch {
	case p.IsText():
		return e.Tree.Span(p.From, p.To)
	case p.Key != evidence.NoKey:
		return p.Value
	}
	return e.Tree.Text(p.ID)
}

// PartLen returns the length of a part's text in bytes.
func (e *Engine) PartLen(p *Part) int {
	switch {
	case p.IsText():
		return int(p.To - p.From)
	case p.Key != evidence.NoKey:
		return len(p.Value)
	}
	return e.Tree.Len(p.ID)
}

// TextPieces yields where the pieces of a text between separators begin and end.
func TextPieces(s string) func(yield func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		for from := 0; from <= len(s); {
			to, size := evidence.NextSeparator(s[from:])
			to += from
			piece := strings.TrimLeft(s[from:to], pieceEdge+":»")
			piece = strings.TrimLeft(strings.TrimPrefix(piece, "- "), pieceEdge)
			lead := to - from - len(piece)
			piece = strings.TrimRight(piece, pieceEdge)
			if strings.HasSuffix(piece, ")") && !strings.Contains(piece, "(") { // of a bracket that an earlier piece opens
				piece = piece[:len(piece)-1]
			}
			if strings.ContainsFunc(piece, IsWordRune) && !yield(from+lead, from+lead+len(piece)) {
				return
			}
			from = to + max(1, size)
		}
	}
}

// pieceEdge is what separates pieces of text and is no part of them.
const pieceEdge = " \u00a0\n\t|·•‧∙,;–—"
