package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"

	"assay/query"
	"assay/service/extract/words"
)

// namesPage is what somebody asks of a page and what the page calls it.
type namesPage struct {
	who    int
	asked  []*words.Asked
	answer []int // by what is asked: the place of its label, or absent
	labels []*words.Label
}

const absent = -1

func (p *namesPage) ask(a *words.Asked, label *words.Label) {
	p.asked = append(p.asked, a)
	if label == nil {
		p.answer = append(p.answer, absent)
		return
	}
	p.answer = append(p.answer, len(p.labels))
	p.labels = append(p.labels, label)
}

var notWord = regexp.MustCompile(`[^\pL\pN_]+`)

// people is how many ways to ask the set "names" has of each page.
const people = 8

// namesKind is a kind of page of the set "names".
type namesKind struct {
	Kind   string
	Fields []struct {
		Label, Value string
		Names        []string
	}
	Absent []string
}

// namesPages reads the kinds of pages of the fitted half.
func namesPages(corpus string) ([]namesKind, error) {
	var out []namesKind
	var bad error
	err := lines(filepath.Join(corpus, "names/kinds.jsonl"), func(s string) {
		var k namesKind
		if err := json.Unmarshal([]byte(s), &k); err != nil {
			bad = err
			return
		}
		slug := strings.Trim(notWord.ReplaceAllString(strings.ToLower(k.Kind), "-"), "-")
		if sum := sha256.Sum256([]byte("names-" + slug)); sum[0]%2 == 0 { // score.py has the same rule
			out = append(out, k)
		}
	})
	return out, cmp.Or(err, bad)
}

func (k *namesKind) fold() int { return int(words.Hash(k.Kind) % 2) }

func (k *namesKind) pages(m *words.Model) []namesPage {
	var out []namesPage
	for who := range people {
		p := namesPage{who: who}
		for _, f := range k.Fields {
			p.ask(asked(m, f.Names[who]), label(m, f.Label, f.Value))
		}
		for _, a := range k.Absent {
			p.ask(asked(m, a), nil)
		}
		out = append(out, p)
	}
	return out
}

// asked takes a field of a query apart, without its type: most people give none.
func asked(m *words.Model, field string) *words.Asked {
	name, about, _ := strings.Cut(field, "(")
	n := m.New(name, query.ParseHint(strings.TrimSuffix(about, ")")).Words)
	return &words.Asked{Name: n, Forms: n.Forms()}
}

func label(m *words.Model, name, value string) *words.Label {
	return &words.Label{Name: m.New(name, ""), Value: m.FormsOf(value)}
}

// isFold reports whether a kind is one of those that the encoder for making examples has not seen.
func isFold(kind string) bool { return words.Hash(kind)%4 == 0 }

// paraphrasePages makes pages of the kinds of things that the model has not seen. Of each, some
// of what is asked for is not there.
func paraphrasePages(m *words.Model, all []attribute) []namesPage {
	byKind := map[string][]int{}
	var kinds []string
	for i, a := range all {
		if isFold(a.kind) {
			if byKind[a.kind] == nil {
				kinds = append(kinds, a.kind)
			}
			byKind[a.kind] = append(byKind[a.kind], i)
		}
	}
	var out []namesPage
	for _, k := range kinds {
		for round := range 12 {
			p := namesPage{}
			called := []string{"name", "name", "name", "en", "en", "en", "de", "fr", "es", "it", "pt", "nl"}[round]
			style := []string{"en", "ab", "q", "d", "o", "en", "d", "o", "q", "en", "ab", "d"}[round]
			for n, i := range byKind[k] {
				a := all[i]
				name := a.name
				if called != "name" {
					name = pick(a, called, round+n).text
				}
				w := pick(a, style, round*7+n)
				if w.text == name {
					continue
				}
				ask := &words.Asked{Name: m.New(strings.Join(w.name, " "), strings.Join(w.about, " "))}
				ask.Forms = ask.Name.Forms()
				if (n+round)%6 == 0 {
					p.ask(ask, nil)
				} else {
					p.ask(ask, label(m, name, a.examples[round%len(a.examples)]))
				}
			}
			out = append(out, p)
		}
	}
	return out
}

func pick(a attribute, style string, n int) way {
	var ways []way
	for _, w := range a.ways {
		if w.style == style {
			ways = append(ways, w)
		}
	}
	if len(ways) == 0 {
		return a.ways[0]
	}
	return ways[n%len(ways)]
}

// pairWeights are those of whether two names mean the same.
func pairWeights(pages []namesPage) (out [words.FeatureCount]float32) {
	var rows [][]float32
	var same []bool
	for _, p := range pages {
		for i, a := range p.asked {
			for j, b := range p.labels {
				var f [words.FeatureCount]float32
				words.Features(&f, a.Name, b.Name)
				rows, same = append(rows, f[:]), append(same, p.answer[i] == j)
			}
		}
	}
	copy(out[:], logistic(rows, same))
	return out
}

func (p *namesPage) pairings() []words.Pairing {
	return words.Pair(len(p.asked), len(p.labels), func(i, j int) float32 { return words.Score(p.asked[i], p.labels[j]) })
}

// some returns the page as somebody asks it who wants little of it, and things that it has
// not: up to four of its fields and up to two of another page.
func (p *namesPage) some(other *namesPage, r *rand.Rand) namesPage {
	out := namesPage{who: p.who, labels: p.labels}
	for _, i := range r.Perm(len(p.asked))[:min(r.IntN(5), len(p.asked))] {
		out.asked, out.answer = append(out.asked, p.asked[i]), append(out.answer, p.answer[i])
	}
	for _, i := range r.Perm(len(other.asked))[:min(r.IntN(3), len(other.asked))] {
		out.asked, out.answer = append(out.asked, other.asked[i]), append(out.answer, absent)
	}
	return out
}

// matchWeights are those of whether the label that is taken for a name is the right one.
func matchWeights(pages []namesPage) (out [words.MatchFeatures]float32) {
	var rows [][]float32
	var right []bool
	add := func(page *namesPage) {
		for _, p := range page.pairings() {
			rows, right = append(rows, p.Features[:]), append(right, page.answer[p.Asked] == p.Label)
		}
	}
	r := rand.New(rand.NewPCG(9, 9))
	for i := range pages {
		add(&pages[i])
		for range 3 {
			other := &pages[r.IntN(len(pages))]
			if len(other.labels) > 0 && len(pages[i].labels) > 0 && other.labels[0].Name.Words[0] == pages[i].labels[0].Name.Words[0] {
				continue // of the same kind
			}
			page := pages[i].some(other, r)
			add(&page)
		}
	}
	copy(out[:], logistic(rows, right))
	return out
}

// measure prints, for each of the people, the share of names for which the right label is
// taken, then that of absent names that a label is taken for: those more likely right than
// sure.
func measure(m *words.Model, pages []namesPage, sure float64, out io.Writer) {
	var right, total [people]float64
	var invented, missing, wrong, all float64
	for i := range pages {
		p := &pages[i]
		for _, a := range p.answer {
			if a == absent {
				missing++
			} else {
				total[p.who]++
				all++
			}
		}
		for _, c := range p.pairings() {
			switch answer := p.answer[c.Asked]; {
			case m.Sure(&c) < sure:
			case c.Label == answer:
				right[p.who]++
			case answer == absent:
				invented++
			default:
				wrong++
			}
		}
	}
	mean, n := 0.0, 0.0
	for who := range people {
		if total[who] > 0 {
			fmt.Fprintf(out, " %.2f", right[who]/total[who])
			mean += right[who] / total[who]
			n++
		}
	}
	fmt.Fprintf(out, "  mean %.3f, wrong %.3f; absent %.3f of %.0f\n", mean/n, wrong/all, invented/max(1, missing), missing)
}
