package extract

import (
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/records"
)

// besideClock is how far the words beside a time of departure or arrival are believed
// to be the place.
const besideClock = 0.4

// isPlaceOfTrip reports whether a field asks where a trip begins or ends.
func (w *want) isPlaceOfTrip() bool {
	c := w.concept.String()
	return c == "tripstart" || c == "tripend"
}

// routeFields settles what from and to mean where a record has both.
func (w *want) routeFields() {
	var ends [2]*want
	for _, c := range w.children {
		switch strings.ToLower(c.field.Name) {
		case "from", "origin", "von", "de", "da", "desde", "van", "origen", "origine":
			ends[0] = c
		case "to", "destination", "nach", "hasta", "naar", "para", "destino", "destinazione":
			ends[1] = c
		}
	}
	if ends[0] != nil && ends[1] != nil && ends[0].typ == 0 && ends[1].typ == 0 {
		ends[0].become("departure place")
		ends[1].become("arrival place")
	}
	for _, c := range w.children {
		if c.concept.String() == "tripend" {
			c.bound = 1
		}
	}
}

// routeOf parts the ends of a route: "Oslo → Bergen", "OSL – BGO".
func routeOf(text string) (from, to string, ok bool) {
	if len(text) > maxPattern || strings.ContainsFunc(text, unicode.IsDigit) {
		return "", "", false
	}
	for _, sep := range [...]string{"→", "➔", "➜", "⟶", "»", ">", " – ", " — ", " - ", " to ", " nach "} {
		if from, to, ok = strings.Cut(text, sep); ok {
			from, to = strings.TrimSpace(from), strings.TrimSpace(to)
			return from, to, isPlaceName(from) && isPlaceName(to)
		}
	}
	return "", "", false
}

// isPlaceName reports whether a text may be the name of a place or its code.
func isPlaceName(s string) bool {
	first := strings.IndexFunc(s, unicode.IsUpper)
	return first == 0 && len(strings.Fields(s)) <= 4
}

// routeEnd returns the end of a route that a field asks for and how well it fits:
// airports are asked for by their codes.
func routeEnd(w *want, text string) (string, float64) {
	from, to, ok := routeOf(text)
	if !ok {
		return "", 0
	}
	end := from
	if w.concept.String() == "tripend" {
		end = to
	}
	coded := len(end) == 3 && strings.ToUpper(end) == end
	for _, word := range lexicon.Words(w.field.Name) {
		switch word {
		case "airport", "code", "iata":
			if coded {
				return end, 1.1
			}
			return end, 0.7
		}
	}
	if coded {
		return end, 0.8
	}
	return end, 1
}

// placesOfTrip gives the fields for where a trip begins and ends the words that stand
// beside its times.
func (e *engine) placesOfTrip(w *want, columns []column, sample []records.Span, al *alignment) {
	var beside []int // columns beside times, in the order of the times
	for i, f := range w.children {
		if !f.isPlaceOfTrip() || len(al.choices[i]) > 0 {
			continue
		}
		if beside == nil {
			beside = e.besideClocks(columns, sample, al)
		}
		if len(beside) != 2 {
			return
		}
		at := beside[0]
		if f.concept.String() == "tripend" {
			at = beside[1]
		}
		al.choices[i] = columns[at].choices(besideClock)
		al.score += besideClock
	}
}

// besideClocks finds the columns of words that are all there is beside a column of
// times of day.
func (e *engine) besideClocks(columns []column, sample []records.Span, al *alignment) []int {
	t := e.t
	out := make([]int, 0, 2)
	for c := range columns {
		clock := &columns[c]
		p := clock.first()
		if p.id == content.None || p.isText() || p.key != evidence.NoKey || clock.have < len(sample) || len(read.Clocks(e.partText(p))) != 1 || e.partLen(p) > 8 {
			continue
		}
		for o := range columns {
			q := columns[o].first()
			if o == c || q.isText() || q.id == content.None || t.Nodes[q.id].Parent != t.Nodes[p.id].Parent || t.Len(t.Nodes[p.id].Parent) > t.Len(p.id)+t.Len(q.id)+2 {
				continue
			}
			if e.isLeft(&columns[o], columns, sample, al) {
				out = append(out, o)
			}
		}
	}
	return out
}
