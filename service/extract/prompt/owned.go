package prompt

import (
	"slices"
	"strings"

	"assay/service/extract/lexicon"
)

// grouped reads "results by year" and "price per night": a table of rows.
func (r *reader) grouped(words []string) []*field {
	at := slices.Index(words, "by")
	if at < 1 {
		at = slices.Index(words, "per")
	}
	if at < 1 || at+1 >= len(words) || slices.Contains(words[at:], open) { // whose columns are named in parentheses
		return nil
	}
	groups := r.items(words[at+1:], true)
	if slices.Contains(words[:at], comma) || slices.Contains(words[:at], "and") {
		if words[at] == "per" || len(groups) != 1 || !isGroup(singular(groups[0].name)) {
			return nil
		}
		return r.severalBy(groups[0], r.items(words[:at], true))
	}
	what := r.noun(words[:at])
	if what == nil || len(groups) == 0 {
		return nil
	}
	table := hasEach(words[:1]) || isPlural(lastWord(what.name)) || what.list
	for _, g := range groups {
		if !isGroup(singular(lastWord(g.name))) || words[at] == "per" && !table {
			return nil
		}
		g.name, g.list = singularName(g.name), false
	}
	one := *what
	one.name, one.list, one.notes = singularName(what.name), false, nil
	what.list = true
	what.typ = ""
	what.fields = append(groups, &one)
	return []*field{what}
}

// severalBy reads "goals and assists by season": the seasons, and what each has.
func (r *reader) severalBy(group *field, fields []*field) []*field {
	singulars(fields)
	group.name, group.list = singularName(group.name), false
	return []*field{{name: pluralName(group.name), list: true, fields: append([]*field{group}, fields...)}}
}

// isGroup reports whether tables are told to be "by" such a thing.
func isGroup(w string) bool {
	switch w {
	case "year", "month", "day", "week", "quarter", "date", "season", "country", "city", "state", "region", "continent", "team",
		"category", "type", "department", "product", "age", "gender", "group", "party", "language", "county", "district", "segment", "model", "neighborhood", "area",
		"size", "player", "driver", "rank", "position", "round", "week-day", "weekday", "hour", "decade", "competition", "tournament", "league", "club", "store", "branch", "jahr", "land", "annee", "pays", "pais", "ano":
		return true
	}
	return false
}

// linked reads "the link to the page on tides" as the address of what it names.
func linked(words []string) []*field {
	words = withoutRequest(words)
	if len(words) < 3 || !isOneOf(words[0], "link", "url") || words[1] != "of" || hasEach(words) || firstOf(words, comma, "and", open, "buy") != "" {
		return nil
	}
	name := withoutFill(slices.DeleteFunc(slices.Clone(words[2:]), isSubject))
	if slices.Contains(words, "page") && len(name) > 0 {
		name = append(slices.DeleteFunc(name, func(w string) bool { return isOneOf(w, "on", "about", "for") }), "page")
	}
	if identifier(name) == "" || len(name) > 4 {
		return nil
	}
	return one(identifier(name), "url")
}

// owned reads "name and price of every product" and "each product's name and
// price": fields first, or owner first.
func (r *reader) owned(words []string) []*field {
	for i := len(words) - 2; i > 0; i-- {
		if words[i] != "of" && words[i] != "for" && words[i] != "from" && words[i] != "in" && words[i] != "on" {
			continue
		}
		if last := lastJoint(words[:i]); last >= 0 && words[last] == comma && last > 1 { // the weight, the name of the potter
			continue
		}
		if len(words) > i+2 && isEach(words[i+1]) && strings.Trim(words[i+2], "$€£0123456789") == "" { // for every $300 spent
			continue
		}
		if isOneOf(words[i-1], comma, "and") || firstOf(words[:i], "and", comma) != "" && firstOf(words[:i], "of") != "" && !hasEach(words[i:]) { // the price of a seat and that of a box
			continue
		}
		tail := words[i+1:]
		var more []string // author of each article, and its url
		if at := slices.IndexFunc(tail, func(w string) bool { return w == comma || w == "and" }); at > 0 && hasEach(tail[:at]) {
			tail, more = tail[:at], tail[at+1:]
		}
		if slices.Contains(tail, comma) || slices.Contains(tail, "and") || slices.Contains(tail, shut) {
			continue
		}
		if (words[i] == "in" || words[i] == "on" || words[i] == "from") && !hasEach(tail) {
			continue
		}
		owner := r.noun(tail)
		if owner == nil {
			if words[i] == "of" || words[i] == "for" { // of this page
				return r.paired(r.items(words[:i], false))
			}
			continue
		}
		if !owner.list || words[i] != "of" && words[i] != "for" && !hasEach(tail) {
			if words[i] == "of" && i > 1 && (slices.Contains(words[:i], comma) || slices.Contains(words[:i], "and")) {
				fields := r.items(words[:i], false)
				for _, f := range fields { // number and date of the order
					if isNumbering(f.name) && len(owner.fields) == 0 {
						f.name = owner.name + "_" + f.name
					}
				}
				return r.paired(fields) // author and date of the article
			}
			continue
		}
		if !hasEach(tail) && isPlural(words[i-1]) && firstOf(words[:i], comma, "and") == "" {
			if c := lexicon.Compile(singular(identifier([]string{words[i-1]}))).Concept(); c == 0 { // causes of accidents
				if f := r.noun(words[:i]); f != nil {
					f.note(phrase(words[i:]))
					return []*field{f}
				}
			}
		}
		fields := r.items(words[:i], true)
		if len(fields) == 0 {
			return []*field{owner}
		}
		for _, f := range fields {
			f.name = singularName(f.name)
			f.list = false
			retype(f)
		}
		if lastWord(fields[0].name) == "hours" && (owner.name == "days" || owner.name == "weekdays") { // one has to know which day it is
			fields = append([]*field{{name: strings.TrimSuffix(owner.name, "s")}}, fields...)
		}
		owner.having = slices.Contains(tail, "each") || slices.Contains(tail, "every")
		return contain(owner, append(fields, r.items(more, true)...))
	}
	return nil
}

// lastJoint returns the place of the last comma or "and", or -1.
func lastJoint(words []string) int {
	for i := len(words) - 1; i >= 0; i-- {
		if words[i] == comma || words[i] == "and" {
			return i
		}
	}
	return -1
}

// possessed reads "the article's author" and "each product's name and price", where
// rest is all that follows the start of part. It reports whether it took all.
func (r *reader) possessed(part, rest []string, at int, inside bool) ([]*field, bool) {
	word := part[at]
	many := strings.HasSuffix(word, "s'") || hasEach(part[:at])
	head := append(slices.Clone(part[:at]), strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "'"))
	if many {
		owner := r.noun(head)
		fields := r.items(rest[at+1:], true)
		if owner != nil && len(fields) > 0 {
			singulars(fields)
			owner.name, owner.list = pluralName(owner.name), true
			return contain(owner, fields), true
		}
		return fields, true
	}
	f := r.noun(part[at+1:])
	owner := r.noun(head)
	if f != nil && owner != nil && isVague(f.name) {
		if c := lexicon.Compile(owner.name).Concept(); c != 0 || !inside && f.name == "name" && !isSubject(owner.name) {
			f.name = owner.name + "_" + f.name
		}
	}
	if f == nil {
		return nil, false
	}
	if owner != nil && isOneOf(lastWord(f.name), "phone", "telephone", "number", "email", "mail") && len(head) < 4 && !isSubject(owner.name) && lexicon.Compile(owner.name).Concept() == 0 && !inside {
		f.name = owner.name + "_" + f.name // the showroom's phone
	}
	return []*field{f}, false
}

func possessor(w string) bool {
	switch w {
	case "their", "its", "his", "her":
		return true
	}
	return false
}

func possessive(words []string) int {
	return slices.IndexFunc(words, func(w string) bool {
		return len(w) > 3 && (strings.HasSuffix(w, "'s") || strings.HasSuffix(w, "s'"))
	})
}
