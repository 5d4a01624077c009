package extract

import (
	"slices"
	"strconv"
	"strings"

	"assay/service/extract/lexicon"
)

// bound limits a field's number.
type bound struct {
	by       lexicon.Phrase // nil for what unit tells, else the only number
	shape    lexicon.Shape  // what the unit tells
	min, max float64
	strict   bool // neither is within it
}

// parseBound understands "under $50", "rating above 4", "at least 3 stars", "born
// after 2000".
func parseBound(words []string) (bound, bool) {
	for i, w := range words {
		switch w {
		case "after", "before", "since", "between":
			return parseYears(words, i)
		}
		if c, than, ok := parseComparison(words[i:]); ok {
			return c.bound(words[:i], than)
		}
	}
	return bound{}, false
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
	case "maximum", "max":
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
// compared is named by the words before it, or else by the unit.
func (c comparison) bound(before, than []string) (bound, bool) {
	if len(than) == 0 || len(than) > 2 {
		return bound{}, false
	}
	number := strings.Trim(than[0], "$€£")
	v, err := strconv.ParseFloat(ungrouped(number), 64)
	if err != nil {
		return bound{}, false
	}
	b := bound{min: -1e300, max: v, strict: c.strict}
	if c.least {
		b.min, b.max = v, 1e300
	}
	unit := strings.Join(than[1:], "")
	switch {
	case number != than[0] || isMoney(unit):
		b.shape = lexicon.Price
	case unit == "stars" || unit == "star":
		b.shape = lexicon.Rating
	case unit != "":
		b.by = lexicon.CompileWords(than[1:])
	}
	if len(before) > 0 {
		b.by = lexicon.CompileWords(before)
	} else if c.price {
		b.shape = lexicon.Price
	}
	return b, true
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
func parseYears(words []string, at int) (bound, bool) {
	b := bound{min: -1e300, max: 1e300, shape: lexicon.Date}
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
		b.by = lexicon.CompileWords(words[:at])
	}
	return b, true
}
