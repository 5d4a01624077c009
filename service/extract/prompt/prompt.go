// Package prompt turns what a person asks for in plain words into queries that the person may
// have meant. A trained tagger (package tagger) finds the asks in a prompt, what kind each is
// and which of its words name it; the rest is putting them together.
package prompt

import (
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"assay/query"
	"assay/service/extract/lexicon"
	"assay/service/extract/prompt/tagger"
)

// ErrNoData says that a prompt names no data.
var ErrNoData = errors.New(`the prompt names no data to extract; name what you want, such as "all products with name and price"`)

// How many ways to read a prompt are looked at, and the odds that they have at least.
const (
	mostReadings = 8
	leastOdds    = -5
)

// farLikelier is how many times as likely something is that is far likelier.
const farLikelier = 10

// Reading is a query that a prompt may mean.
type Reading struct {
	Query *query.Query
	Odds  float64 // logarithm of how likely it is against the likeliest: 0 or less
}

//go:embed tagger/model.bin
var trained string

var model = sync.OnceValue(func() *tagger.Model {
	m, err := tagger.Decode(trained)
	if err != nil {
		panic(err)
	}
	return m
})

// Read returns the queries that a prompt may mean, the likeliest first. The error is ErrNoData if it
// likely names no data. A doubtful prompt ("isbn13 only") is read if the lexicon knows what it may name.
func Read(text string) ([]Reading, error) {
	text = strings.TrimSpace(strings.ToValidUTF8(text, " "))
	tokens := tagger.Tokens(text)
	pass := model().Read(tokens)
	var out []Reading
	var seen []string
	first := 0.0 // odds of the likeliest reading that names data, against one that names none
	for _, t := range pass.Taggings(mostReadings) {
		odds := float64(t.Odds) - first
		if odds < leastOdds || len(out) == 0 && odds < -math.Log(farLikelier) {
			break
		}
		fields := assemble(text, tokens, pass, tagger.Asks(t.States))
		if len(fields) == 0 || len(out) == 0 && odds < 0 && slices.ContainsFunc(fields, isUnknown) {
			continue
		}
		var b strings.Builder
		write(&b, fields)
		if slices.Contains(seen, b.String()) {
			continue
		}
		seen = append(seen, b.String())
		q, err := query.Parse(b.String())
		if err != nil {
			return nil, fmt.Errorf("the prompt became a query that does not read: %w", err)
		}
		if len(out) == 0 {
			first, odds = odds, 0
		}
		out = append(out, Reading{q, odds})
	}
	if len(out) == 0 {
		return nil, ErrNoData
	}
	return out, nil
}

// Sure reports whether the first of the readings is far likelier than all others together.
func Sure(readings []Reading) bool {
	others := 0.0
	for _, r := range readings[1:] {
		others += math.Exp(r.Odds)
	}
	return others*farLikelier < 1
}

// isUnknown reports whether the lexicon does not know what a field is called.
func isUnknown(f *field) bool { return lexicon.Compile(f.name).Concept().String() == "" }

// field is a field of the query that a prompt becomes.
type field struct {
	name   string
	long   string // all its words as a name, that tells it from others
	typ    string // a type of the query language, or ""
	about  string // its words, if they say more than its name
	list   bool
	fields []*field
}

// assemble makes fields of asks.
func assemble(text string, tokens []tagger.Token, pass *tagger.Pass, asks []tagger.Ask) []*field {
	var out, ahead []*field
	var open *field // the list whose parts may follow
	for _, a := range asks {
		f := fieldOf(text, tokens, pass, a)
		switch {
		case f.name == "":
		case a.Kind == tagger.Ahead:
			ahead = append(ahead, f)
		case a.Kind == tagger.Part:
			if open == nil {
				open = &field{name: "items", list: true}
				out = append(out, open)
			}
			open.fields = append(open.fields, f)
		case a.Kind == tagger.List:
			f.fields, ahead = ahead, nil
			open = f
			out = append(out, f)
		default:
			out = append(out, f)
		}
	}
	return distinct(append(out, ahead...))
}

// distinct gives fields of one name longer names, and unites those that share even these. Records
// get the field by which one knows them, if it was not asked for.
func distinct(fields []*field) []*field {
	count := map[string]int{}
	for _, f := range fields {
		count[f.name]++
	}
	var out []*field
	at := map[string]*field{}
	for _, f := range fields {
		if count[f.name] > 1 && f.long != "" {
			f.name = f.long
		}
		if same := at[f.name]; same != nil {
			same.fields = append(same.fields, f.fields...)
			same.list = same.list || f.list
			continue
		}
		at[f.name] = f
		out = append(out, f)
	}
	for _, f := range out {
		f.fields = distinct(f.fields)
		if len(f.fields) > 0 && !isKnown(f) {
			f.fields = append([]*field{{name: knownBy(f.name)}}, f.fields...)
		}
	}
	return out
}

// description returns what goes between the parentheses. Containers have no type.
func (f *field) description() string {
	var parts []string
	if f.typ != "" && len(f.fields) == 0 {
		parts = append(parts, f.typ)
	}
	if f.about != "" {
		parts = append(parts, f.about)
	}
	return strings.Join(parts, ", ")
}

func write(b *strings.Builder, fields []*field) {
	b.WriteString("{ ")
	for _, f := range fields {
		b.WriteString(f.name)
		if d := f.description(); d != "" {
			b.WriteString("(" + d + ")")
		}
		if f.list {
			b.WriteString("[]")
		}
		b.WriteByte(' ')
		if len(f.fields) > 0 {
			write(b, f.fields)
			b.WriteByte(' ')
		}
	}
	b.WriteByte('}')
}
