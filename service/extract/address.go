package extract

import (
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/read"
)

// addresses takes address elements, and lines that read as an address together
// with the lines of the same block that belong to it.
func (f *finder) addresses() {
	e := f.e
	t := e.t
	first, last := 0, len(t.Lines)
	if !f.s.whole {
		first, last = t.LinesBetween(f.s.from, f.s.to)
	}
	for i := first; i < last; i++ {
		line := &t.Lines[i]
		if line.To-line.From > 200 || line.To-line.From < 8 {
			continue
		}
		text := t.LineText(i)
		q := addressLike(text)
		if q == 0 {
			continue
		}
		strength := e.w.Address * q * e.place(f.w, line.First, f.s)
		from, to := i, i+1
		for to < last && to < i+4 && addressPart(t.LineText(to)) && t.Lines[to].To-line.From < 180 {
			to++
		}
		if i > first && nameOfHouse(t.LineText(i-1)) {
			from--
		}
		if _, tail, ok := strings.Cut(text, ": "); ok && len(tail) > 10 && from == i {
			f.add(evidence.Typed, t.LineNode(i), tail+" "+t.Span(line.To, t.Lines[to-1].To), strength)
			continue
		}
		if to > i+1 || from < i {
			f.add(evidence.Typed, t.LineNode(i), strings.ReplaceAll(t.Raw(t.Lines[from].From, t.Lines[to-1].To), "\n", ", "), strength*1.1)
			i = to - 1
			continue
		}
		f.add(evidence.Typed, t.LineNode(i), text, strength)
	}
	if !f.s.whole {
		return
	}
	for i := range t.Nodes {
		if id := content.ID(i); t.Nodes[i].Tag == "address" && t.Len(id) > 8 && t.Len(id) < 250 {
			f.add(evidence.Name, id, t.Text(id), e.w.Address*e.place(f.w, id, f.s))
		}
	}
}

// addressPart reports whether a line can go on with an address: a city, a postal
// code, a country.
func addressPart(s string) bool {
	if len(s) > 60 || len(s) < 2 || strings.ContainsAny(s, "@:?!$€£©|") {
		return false
	}
	if _, phone := read.Phone(s); phone {
		return false
	}
	words := strings.Fields(s)
	capital := 0
	for _, w := range words {
		if r := []rune(w)[0]; unicode.IsUpper(r) || unicode.IsDigit(r) {
			capital++
		}
	}
	return len(words) <= 7 && capital*4 >= len(words)*3 && (strings.ContainsAny(s, ",0123456789") || len(words) <= 3)
}

// nameOfHouse reports whether a line before a street is part of the address.
func nameOfHouse(s string) bool {
	if len(s) > 50 || strings.ContainsAny(s, ":@?!") {
		return false
	}
	for _, w := range [...]string{"House", "Building", "Centre", "Center", "Suite", "Unit", "Floor", "Court", "Park", "Tower", "Hall", "Plaza", "Estate", "Mill", "Works", "Studio", "Level", "Room"} {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// addressLike says how much a line reads as a postal address.
func addressLike(s string) float64 {
	digits, commas := 0, strings.Count(s, ",")
	for _, r := range s {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	if digits == 0 || digits > 14 || strings.ContainsAny(s, "@?!$€£©") {
		return 0
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) < 2 || len(words) > 22 {
		return 0
	}
	street, capital := false, 0
	for i, w := range words {
		lower := strings.ToLower(w)
		switch strings.TrimSuffix(lower, ".") {
		case "street", "st", "road", "rd", "avenue", "ave", "lane", "ln", "drive", "dr", "boulevard", "blvd", "way", "court", "ct", "place", "pl", "square", "sq", "terrace", "parkway", "pkwy", "highway", "hwy", "row", "close", "crescent", "quay", "house", "suite", "ste", "unit", "floor", "box", "strasse", "straße", "str", "platz", "weg", "allee", "rue", "avenida", "calle", "via", "piazza", "corso", "viale", "rua", "estate", "building", "park", "mews", "hill", "yard", "circle", "plaza", "broadway", "gardens", "grove", "parade", "esplanade":
			street = street || i > 0
		default:
			if strings.HasSuffix(lower, "straße") || strings.HasSuffix(lower, "strasse") || strings.HasSuffix(lower, "straat") || strings.HasSuffix(lower, "gade") || strings.HasSuffix(lower, "gatan") || strings.HasSuffix(lower, "weg") && len(lower) > 5 {
				street = true
			}
		}
		if r := []rune(w); unicode.IsUpper(r[0]) || unicode.IsDigit(r[0]) {
			capital++
		}
	}
	q := 0.0
	if street {
		q = 0.9
	} else if commas > 0 && hasPostcode(words) {
		q = 0.6
	}
	if float64(capital) < 0.6*float64(len(words)) {
		q *= 0.4
	}
	if commas > 0 {
		q *= 1.1
	}
	return q
}

// hasPostcode reports whether words hold what looks like a postal code.
func hasPostcode(words []string) bool {
	for i, w := range words {
		digits, letters := 0, 0
		for _, r := range w {
			if unicode.IsDigit(r) {
				digits++
			} else {
				letters++
			}
		}
		if digits >= 4 && digits <= 6 && letters == 0 && i > 0 || digits > 0 && letters > 0 && len(w) <= 4 && i > 0 && w == strings.ToUpper(w) {
			return true
		}
	}
	return false
}

// hours takes lines, and runs of lines, that give days and times.
func (f *finder) hours() {
	e := f.e
	start := -1
	flush := func(end int) {
		if start >= 0 && f.s.holds(e.t.Lines[start].First) {
			node := e.t.LineNode(start)
			strength := e.w.Hours * e.place(f.w, node, f.s)
			if end-start > 1 {
				strength *= 1.1
			}
			f.add(evidence.Typed, node, e.t.Span(e.t.Lines[start].From, e.t.Lines[end-1].To), strength)
		}
		start = -1
	}
	for i := range e.t.Lines {
		line := &e.t.Lines[i]
		like := line.To-line.From <= 160 && hoursLike(e.t.LineText(i))
		switch {
		case like && start < 0:
			start = i
		case !like && start >= 0 && !(i+1 < len(e.t.Lines) && i-start < 14 && hoursLike(e.t.LineText(i+1)) && line.To-line.From < 30):
			flush(i)
		}
	}
	flush(len(e.t.Lines))
}

func hoursLike(s string) bool {
	lower := strings.ToLower(s)
	day := false
	for _, d := range [...]string{"mon", "tue", "wed", "thu", "fri", "sat", "sun", "weekday", "weekend", "daily", "7 days", "montag", "dienstag", "mittwoch", "samstag", "lundi", "mardi", "samedi", "lunes", "sábado", "lunedì", "sabato", "mo-", "mo -", "mo –", "24 hours"} {
		if strings.Contains(lower, d) {
			day = true
			break
		}
	}
	if !day {
		return false
	}
	times := strings.Count(lower, "am") + strings.Count(lower, "pm") + strings.Count(lower, "a.m") + strings.Count(lower, ":") + strings.Count(lower, "closed") + strings.Count(lower, "uhr") + strings.Count(lower, "24 hours") + strings.Count(lower, "noon")
	return times > 0 && (strings.ContainsAny(lower, "0123456789") || strings.Contains(lower, "closed"))
}
