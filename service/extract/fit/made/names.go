package made

import (
	"regexp"
	"strconv"
	"strings"
)

var placeholder = regexp.MustCompile(`\{[^}]+\}`)

// from fills in one of the texts that a language has under a key.
func (p *paper) from(key string) string {
	return placeholder.ReplaceAllStringFunc(pick(p.dice, p.words[key]), func(name string) string {
		if said := p.said[name]; said != "" {
			return said
		}
		switch name {
		case "{firm}":
			return p.from("firms")
		case "{first}", "{last}", "{town}":
			return p.from(plurals[name])
		case "{shop}", "{bank}", "{insurer}":
			return p.from(strings.Trim(name, "{}"))
		case "{phone}":
			return p.phone()
		case "{iban}":
			return p.iban()
		case "{bic}":
			return p.bic()
		case "{vat}":
			return p.fill(p.country.vat)
		case "{number}":
			return p.fill("######")
		}
		return name
	})
}

var plurals = map[string]string{"{first}": "first", "{last}": "last", "{town}": "towns"}

func (p *paper) phone() string { return p.fill(pick(p.dice, p.country.phones)) }

func (p *paper) bic() string {
	return p.fill("@@@@") + p.country.code + p.fill("@#") + pick(p.dice, []string{"", "XXX"})
}

// person returns a name in one of the ways that forms have them.
func (p *paper) person() string {
	first, last := p.from("first"), p.from("last")
	switch p.among(60, 20, 8, 6, 6) {
	case 1:
		return p.from("titles") + " " + first + " " + last
	case 2:
		return last + ", " + first
	case 3:
		return string([]rune(first)[:1]) + ". " + last
	case 4:
		return strings.ToUpper(first + " " + last)
	}
	return first + " " + last
}

// firm returns a firm's name with its legal form.
func (p *paper) firm() string {
	form := pick(p.dice, p.country.forms)
	switch p.among(40, 35, 25) {
	case 0:
		return p.from("firms") + " " + p.from("trades") + " " + form
	case 1:
		return p.from("last") + " " + p.from("trades") + " " + form
	}
	return p.from("firms") + " " + form
}

// organisations are the keys of organisations' names, by what attributes of them are called.
var organisations = []struct {
	called *regexp.Regexp
	key    string
}{
	{regexp.MustCompile(`bank|lender`), "bank"},
	{regexp.MustCompile(`school|universit|institution|faculty|college`), "school"},
	{regexp.MustCompile(`court`), "court"},
	{regexp.MustCompile(`office|authority|registry|issued by`), "office"},
	{regexp.MustCompile(`insur`), "insurer"},
	{regexp.MustCompile(`laborator|practice|provider|hospital`), "clinic"},
	{regexp.MustCompile(`hotel`), "hotel"},
	{regexp.MustCompile(`airline`), "airline"},
	{regexp.MustCompile(`merchant|store|station|restaurant|dealer`), "shop"},
}

// organisation returns a name for what an attribute calls so.
func (p *paper) organisation(called string) string {
	for _, o := range organisations {
		if o.called.MatchString(called) {
			return p.from(o.key)
		}
	}
	return p.firm()
}

// address returns an address in lines: the street, the town and sometimes the country.
func (p *paper) address() []string {
	c := p.country
	number := strconv.Itoa(p.within(1, 240)) + pick(p.dice, []string{"", "", "", "", "a", "B", "/3"})
	street := p.from("streets")
	if street = street + " " + number; c.numberFirst {
		street = number + pick(p.dice, []string{" ", " ", ", "}) + strings.TrimSuffix(street, " "+number)
	}
	town, post := p.from("towns"), p.fill(c.post)
	place := post + " " + town
	if c.slim {
		place = town + pick(p.dice, []string{" ", ", "}) + post
	}
	out := []string{street, place}
	switch p.among(80, 10, 10) {
	case 1:
		out = append(out, strings.ToUpper(c.name))
	case 2:
		if c.code != "US" {
			out[1] = c.code + "-" + place
			if c.slim {
				out[1] = place
			}
		}
	}
	return out
}

// site returns the name of an organisation's website.
func (p *paper) site(of string) string {
	name := strings.Join(strings.Fields(strings.ToLower(fold(of))), pick(p.dice, []string{"-", ""}))
	return name[:min(len(name), 18)] + ".example"
}

func (p *paper) email(of string) string {
	box := pick(p.dice, []string{"info", "office", "mail", "service"})
	if p.chance(0.3) {
		box = strings.ToLower(strings.ReplaceAll(fold(p.from("last")), " ", ""))
	}
	return box + "@" + p.site(of)
}
