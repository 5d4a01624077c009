package paper

import (
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/read"
)

// What other readings of the same pages tell of a value.
const (
	agreement = 0.5  // of what is left to certainty, times how sure the other is
	onlyThere = 0.9  // of what only another reading has
	alikeText = 0.75 // from which on texts are taken for readings of the same
)

// agree adds what other readings of the pages have for a role to the values of
// this one. Each reading speaks once for a value. Names are told by how they look:
// what is often misread has many neighbours in other readings that look like names
// too, so those have a say only where this one has none.
func agree(s *Sheet, role Role, values []Value) []Value {
	if role == 0 || role.Form() == Party && len(values) > 0 {
		return values
	}
	for _, other := range s.again {
		known := len(values)
		spoken := make([]bool, known)
		for _, v := range other.values(role) {
			at, most := -1, 0.0
			for i := range values[:known] {
				alike := alike(s, role.Form(), values[i].Text, v.Text)
				if alike > most || alike > 0 && alike == most && values[i].Strength > values[at].Strength {
					at, most = i, alike
				}
			}
			switch {
			case at < 0:
				v.Node = nearest(s, other.doc.Boxes[v.Node])
				v.Strength *= onlyThere
				values = append(values, v)
			case !spoken[at]:
				spoken[at] = true
				mine := &values[at]
				surer, other := max(mine.Strength, v.Strength), min(mine.Strength, v.Strength)
				mine.Strength = surer + (1-surer)*other*agreement
				mine.Alone = mine.Alone && v.Alone
			}
		}
	}
	return values
}

// alike says how surely two texts are readings of the same value; 0 if they are
// not.
func alike(s *Sheet, form Form, a, b string) float64 {
	if a == b {
		return 1
	}
	switch form {
	case Amount, Rate, Number:
		x, ok := read.Price(a, s.locale)
		y, both := read.Price(b, s.locale)
		if ok && both && same(x, y) {
			return 1
		}
		return 0
	case Date:
		x, ok := read.Date(a, s.locale, s.doc.Loaded)
		y, both := read.Date(b, s.locale, s.doc.Loaded)
		if ok && both && x.Time.Equal(y.Time) {
			return 1
		}
		return 0
	}
	a, b = bare(a), bare(b)
	if a == b {
		return 1
	}
	if form == Code {
		return 0
	}
	if d := dice(a, b); d >= alikeText {
		return d
	}
	return 0
}

// bare returns the letters and digits of a text, without accents and in lower case.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, fold(s))
}

// dice is Dice's coefficient of the pairs of neighbouring bytes in two texts.
func dice(a, b string) float64 {
	if len(a) < 2 || len(b) < 2 {
		return 0
	}
	pairs := make(map[string]int, len(a))
	for i := range len(a) - 1 {
		pairs[a[i:i+2]]++
	}
	shared := 0
	for i := range len(b) - 1 {
		if pair := b[i : i+2]; pairs[pair] > 0 {
			pairs[pair]--
			shared++
		}
	}
	return 2 * float64(shared) / float64(len(a)+len(b)-2)
}

// nearest returns the run of text that covers the most of a place that another
// reading has a value at, or else the page it is on.
func nearest(s *Sheet, place content.Box) content.ID {
	found, most := content.None, float32(-1)
	for i := range s.doc.Nodes {
		n, b := &s.doc.Nodes[i], s.doc.Boxes[i]
		if b.Page != place.Page || n.Kind != content.Text && n.Role != content.Page {
			continue
		}
		across := min(b.X+b.Width, place.X+place.Width) - max(b.X, place.X)
		down := min(b.Y+b.Height, place.Y+place.Height) - max(b.Y, place.Y)
		switch covered := across * down; {
		case n.Kind != content.Text:
			if found == content.None {
				found = content.ID(i)
			}
		case across > 0 && down > 0 && covered > most:
			found, most = content.ID(i), covered
		}
	}
	return found
}
