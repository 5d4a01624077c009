package find

import (
	"cmp"
	"regexp"
	"strings"

	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

// maxWithin is how long, in bytes, a line is at most of which a part is told by its form.
const maxWithin = 80

// currencies takes what the unnamed prices are in, as it is written beside them.
func (f *finder) currencies() {
	e := f.Engine
	for i := range e.Index.Prices {
		m := &e.Index.Prices[i]
		if !f.s.Holds(m.Node) {
			continue
		}
		if currency, ok := read.Currency(m.Text, e.Index.Locale); ok {
			f.add(evidence.Typed, m.Node, currency, e.Weights.FirstPrice*e.Place(f.w, m.Node, f.s))
		}
	}
}

// withinLines takes the part of short lines that a reader finds in them.
func (f *finder) withinLines(part func(line string) string) {
	e := f.Engine
	for i := range e.Tree.Lines {
		line := &e.Tree.Lines[i]
		if line.To-line.From > maxWithin || !f.s.Holds(line.First) {
			continue
		}
		if text := part(e.Tree.LineText(i)); text != "" {
			f.add(evidence.Typed, e.Tree.LineNode(i), text, e.Weights.Phone*e.Place(f.w, line.First, f.s))
		}
	}
}

// coordinates matches a place in decimal degrees: "46.5583° N, 8.5611° E".
var coordinates = regexp.MustCompile(`([-−]?\d{1,2}\.\d{3,})\s*°?\s*([NS])?\s*[,;/ ]\s*([-−]?\d{1,3}\.\d{3,})\s*°?\s*([EW])?`)

// latitude and longitude return those of a place in a line, or "".
func latitude(line string) string  { return degrees(line, 1, "S") }
func longitude(line string) string { return degrees(line, 3, "W") }

func degrees(line string, group int, negative string) string {
	m := coordinates.FindStringSubmatch(line)
	switch {
	case m == nil:
		return ""
	case m[group+1] == negative:
		return "-" + m[group]
	}
	return m[group]
}

// discount matches how much less something costs: "-20%", "25% off", "Save 15%".
var discount = regexp.MustCompile(`(?i)(?:\bsave\s+|^[-−–]\s?|\s[-−–])\d{1,2}\s?%|\b\d{1,2}\s?%\s+(?:off|discount|rabatt|de réduction|de descuento|di sconto|korting)\b`)

// release matches the number of a version: "v2.4.1", "Version 3.0".
var release = regexp.MustCompile(`(?i)(?:\bv|\bversion\s)(\d+\.\d+(?:\.\d+)*(?:-(?:alpha|beta|rc)[.\d]*)?)(?:\s|$|[,;)])`)

// reduction returns how much less something costs by a line, without the sign before a number that
// is asked for.
func (f *finder) reduction(line string) string {
	less := strings.TrimSpace(discount.FindString(line))
	if f.w.Type != 0 {
		less = strings.TrimLeft(less, "-−– ")
	}
	return less
}

// version returns the number of a version in a line, or "".
func version(line string) string {
	if m := release.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

// Sizes with the order that their sides are in, "30 x 20 x 10 cm (L x W x H)", or with a letter
// beside each, "H 30 x W 20 cm", "30 cm (W) x 20 cm (D)".
var (
	sizes     = regexp.MustCompile(`(?i)(\d[\d.,]*)` + lengthUnit + `\s*[x×*]\s*(\d[\d.,]*)` + lengthUnit + `(?:\s*[x×*]\s*(\d[\d.,]*)` + lengthUnit + `)?`)
	sideOrder = regexp.MustCompile(`\b([LWHDBT])\s*[x×*/]\s*([LWHDBT])(?:\s*[x×*/]\s*([LWHDBT]))?\b`)
	lettered  = regexp.MustCompile(`\b([LWHDBT])[\s:.]*(\d[\d.,]*)` + lengthUnit + `|(\d[\d.,]*)` + lengthUnit + `\s*\(?([LWHDBT])\b`)
)

// lengthUnit matches the unit of a length, or nothing.
const lengthUnit = `(?:\s*(cm|mm|m|in|ft|″|"))?`

// sideLetters are the letters for the sides of something.
var sideLetters = map[string]string{"width": "WB", "breite": "WB", "depth": "DT", "tiefe": "DT", "height": "H", "höhe": "H", "length": "L", "länge": "L"}

// side takes a side from a size that says which of its sides it is.
func (f *finder) side(letters string) {
	e := f.Engine
	for _, i := range e.Labels {
		fact := &e.Index.Facts[i]
		if !f.s.Holds(fact.Node) {
			continue
		}
		if size := sideOf(fact.Name, fact.Values[0], letters); size != "" {
			f.add(evidence.Label, fact.Node, size, e.Weights.Kind[evidence.Label])
		}
	}
}

// sideOf returns the side that one of some letters stands for, with its unit if the size has one.
func sideOf(label, text, letters string) string {
	order, size := sideOrder.FindStringSubmatch(label+" "+text), sizes.FindStringSubmatch(text)
	if order == nil || size == nil {
		sides := lettered.FindAllStringSubmatch(text, -1)
		if len(sides) < 2 {
			return "" // "65 W" are watts
		}
		for _, m := range sides {
			if strings.Contains(letters, m[1]+m[6]) {
				return strings.TrimSpace(m[2] + m[4] + " " + m[3] + m[5])
			}
		}
		return ""
	}
	for k, letter := range order[1:] {
		if letter != "" && strings.Contains(letters, letter) && size[2*k+1] != "" {
			return strings.TrimSpace(size[2*k+1] + " " + cmp.Or(size[2*k+2], size[6], size[4]))
		}
	}
	return ""
}

// isAlone reports whether a field asks for nothing but a concept: of a max_version the form says too little.
func (f *finder) isAlone(concept string) bool {
	return f.w.IsOnly(concept) && f.w.Shape != lexicon.URL
}
