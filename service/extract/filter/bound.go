package filter

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assay/service/extract/lexicon"
)

// Bound limits a number of each record, or its year.
type Bound struct {
	By       lexicon.Phrase // what the number is called; nil for the one that Shape or Unit tells
	Shape    lexicon.Shape  // its form, as far as its unit tells
	Unit     string         // as it stands after the number; "" for none
	min, max float64
	strict   bool // neither is within it
}

// parseBound understands "under $50", "rating above 4", "at least 3 stars", "born
// after 2000", "500 MB or more", "negative balance", "5 stars".
func parseBound(words []string) (Bound, bool) {
	if b, ok := parseSigned(words); ok {
		return b, true
	}
	if b, ok := parseOrMore(words); ok {
		return b, true
	}
	if b, ok := parseStars(words); ok {
		return b, true
	}
	for i, w := range words {
		switch w {
		case "after", "before", "since", "between":
			return parseYears(words, i)
		}
		if c, than, ok := parseComparison(words[i:]); ok {
			return c.bound(words[:i], than)
		}
	}
	return Bound{}, false
}

// comparison is what words such as "under" and "at least" say of a number.
type comparison struct {
	least  bool // it is the least that is wanted, else the most
	strict bool // it is not wanted itself
	price  bool // it is a price
}

// parseComparison understands the words of a comparison that others begin with, and
// returns what comes after them.
func parseComparison(words []string) (c comparison, than []string, ok bool) {
	than = words[1:]
	switch words[0] {
	case "under", "below", "<", "less", "fewer", "lower":
		c.strict = true
	case "cheaper":
		c.strict, c.price = true, true
	case "over", "above", ">", "more", "greater", "higher", "better":
		c.strict, c.least = true, true
	case "minimum", "min":
		c.least = true
	case "maximum", "max", "within":
	case "at":
		if len(than) == 0 || than[0] != "least" && than[0] != "most" {
			return c, nil, true
		}
		c.least, than = than[0] == "least", than[1:]
	default:
		return c, nil, false
	}
	if len(than) > 0 && than[0] == "than" {
		than = than[1:]
	}
	return c, than, true
}

// bound makes a bound of a comparison with a number that may have a unit. What is
// compared is named by the words before it, by those after "by" or "for", or else by the
// unit.
func (c comparison) bound(before, than []string) (Bound, bool) {
	if at := slices.IndexFunc(than, func(w string) bool { return w == "by" || w == "for" || w == "per" }); at > 0 && len(before) == 0 {
		than, before = than[:at], than[at+1:]
	}
	if len(than) == 0 {
		return Bound{}, false
	}
	number, unit := splitUnit(than)
	v, ok := parseAmount(strings.Trim(number, "$€£"))
	if !ok || len(strings.Fields(unit)) > 1 {
		return Bound{}, false
	}
	b := Bound{min: -1e300, max: v, strict: c.strict, Unit: unit}
	if c.least {
		b.min, b.max = v, 1e300
	}
	switch {
	case strings.Trim(number, "$€£") != number || isMoney(unit):
		b.Shape = lexicon.Price
	case unit == "stars" || unit == "star":
		b.Shape = lexicon.Rating
	case isUnitOfLength(unit):
		b.By = lexicon.Compile("distance")
	case unit != "":
		b.By = lexicon.CompileWords([]string{unit})
	}
	if len(before) > 0 {
		b.By = lexicon.CompileWords(before)
	} else if c.price {
		b.Shape = lexicon.Price
	}
	return b, true
}

// splitUnit parts the number that words begin with from its unit, which may be written
// without a space between: "500mb".
func splitUnit(words []string) (number, unit string) {
	number = words[0]
	if end := strings.LastIndexAny(number, "0123456789") + 1; end > 0 && end < len(number) && !strings.ContainsAny(number[end:], "€£") {
		return number[:end], strings.TrimSpace(number[end:] + " " + strings.Join(words[1:], " "))
	}
	return number, strings.Join(words[1:], " ")
}

// parseAmount reads a number in digits or as a word.
func parseAmount(s string) (float64, bool) {
	if n, ok := count(s); ok {
		return float64(n), true
	}
	if s == "zero" || s == "nil" {
		return 0, true
	}
	v, err := strconv.ParseFloat(ungrouped(s), 64)
	return v, err == nil
}

// parseSigned understands "negative balance", "positive goal difference".
func parseSigned(words []string) (Bound, bool) {
	if len(words) < 2 {
		return Bound{}, false
	}
	b := Bound{By: lexicon.CompileWords(words[1:]), min: -1e300, max: 1e300, strict: true}
	switch words[0] {
	case "positive":
		b.min = 0
	case "negative":
		b.max = 0
	default:
		return Bound{}, false
	}
	return b, true
}

// parseOrMore understands a number that the words "or more" come after.
func parseOrMore(words []string) (Bound, bool) {
	at := len(words) - 2
	if at < 1 || words[at] != "or" && words[at] != "and" {
		return Bound{}, false
	}
	c := comparison{}
	switch words[at+1] {
	case "more", "higher", "faster", "better", "above", "over", "up", "larger", "bigger", "greater", "longer", "later", "newer":
		c.least = true
	case "less", "fewer", "lower", "cheaper", "below", "under", "smaller", "shorter", "slower":
	default:
		return Bound{}, false
	}
	from := slices.IndexFunc(words, func(w string) bool {
		_, ok := parseAmount(strings.TrimRightFunc(strings.Trim(w, "$€£"), unicode.IsLetter))
		return ok
	})
	if from < 0 || from >= at {
		return Bound{}, false
	}
	return c.bound(words[:from], words[from:at])
}

// parseStars understands how many stars the records have that are wanted: "5 star", "5/5".
func parseStars(words []string) (Bound, bool) {
	number := words[0]
	if n, of, ok := strings.Cut(number, "/"); ok && len(words) == 1 && (of == "5" || of == "10") {
		number = n
	} else if len(words) != 2 || words[1] != "star" && words[1] != "stars" {
		return Bound{}, false
	}
	n, ok := parseAmount(number)
	return Bound{Shape: lexicon.Rating, min: n, max: n}, ok
}

func isUnitOfLength(unit string) bool {
	switch unit {
	case "km", "mi", "mile", "miles", "metres", "meters", "kilometres", "kilometers", "yards":
		return true
	}
	return false
}

// isMoney reports whether a word after a number makes it a price.
func isMoney(unit string) bool {
	switch unit {
	case "€", "$", "£", "eur", "usd", "gbp", "chf", "euro", "euros", "dollar", "dollars", "pounds", "francs":
		return true
	}
	return false
}

// ungrouped takes the separators of thousands out of a number.
func ungrouped(s string) string {
	groups := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == '.' || r == '\'' })
	for _, g := range groups[min(1, len(groups)):] {
		if len(g) != 3 {
			return s
		}
	}
	return strings.Join(groups, "")
}

// parseYears understands "after 2020", "born before 1990", "between 2021 and 2022":
// limits of a year where words[at] says which.
func parseYears(words []string, at int) (Bound, bool) {
	b := Bound{min: -1e300, max: 1e300, Shape: lexicon.Date}
	rest := slices.DeleteFunc(slices.Clone(words[at+1:]), func(w string) bool { return w == "and" || w == "year" })
	years := make([]float64, 0, 2)
	for _, w := range rest {
		y, err := strconv.Atoi(w)
		if err != nil || y < 1000 || y > 2999 {
			return b, false
		}
		years = append(years, float64(y))
	}
	switch word := words[at]; {
	case word == "between" && len(years) == 2:
		b.min, b.max = years[0], years[1]
	case word == "between" || len(years) != 1:
		return b, false
	case word == "before":
		b.max = years[0] - 1
	case word == "since":
		b.min = years[0]
	default:
		b.min = years[0] + 1
	}
	if at > 0 {
		b.By = lexicon.CompileWords(words[:at])
	}
	return b, true
}

// AnyYear reports whether a bound is about when something was, whichever field says so.
func (b *Bound) AnyYear() bool {
	return b.Shape == lexicon.Date && (b.By == nil || b.By.Is("published") || b.By.Is("date"))
}

// Allows reports whether a number is within the bound.
func (b *Bound) Allows(v float64) bool {
	if b.strict {
		return v > b.min && v < b.max
	}
	return v >= b.min && v <= b.max
}
