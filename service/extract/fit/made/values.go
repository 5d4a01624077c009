package made

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// value is what a document says of an attribute.
type value struct {
	lines  []string  // as printed
	marked [][]token // instead, if only the words with of 1 are the answer
	plain  string    // what is expected if the field has no type
	typed  any       // what is expected if it has that of kind
	kind   string    // number, integer, date or boolean; "" if it can have none
	parts  []string  // of a list
}

// text returns a value of some words.
func text(s string) value { return value{lines: []string{s}, plain: s} }

func number(s string, v float64, kind string) value {
	return value{lines: []string{s}, plain: s, typed: v, kind: kind}
}

// value makes up what a document says of an attribute; as is what a column of a table holds, or "".
func (p *paper) value(a *attribute, as string) value {
	if as != "" {
		return p.cell(a, as)
	}
	switch a.Form {
	case "money":
		v, decimals := p.amountLike(p.example(a))
		return p.money(v, decimals)
	case "percent":
		v, decimals := p.amountLike(p.example(a))
		return p.percent(min(v, 99), decimals)
	case "day":
		return p.day(a.lower)
	case "datetime":
		v := p.day(a.lower)
		v.lines[0] += pick(p.dice, []string{" ", ", ", " – "}) + p.clock()
		v.plain = v.lines[0]
		return v
	case "time":
		return text(p.clock())
	case "count":
		v, _ := p.amountLike(p.example(a))
		v = math.Round(v)
		return number(p.country.number(v, 0, p.grouped), v, "integer")
	case "code":
		return text(p.code(a))
	case "person":
		switch {
		case strings.Contains(a.lower, "surname"):
			return text(p.from("last"))
		case strings.Contains(a.lower, "given"):
			return text(p.from("first"))
		}
		return text(p.person())
	case "org":
		if a.lower == "bank" {
			return text(p.say("{bank}", p.from("bank")))
		}
		return text(p.organisation(a.lower))
	case "name":
		if somebody.MatchString(a.lower) {
			if p.chance(0.5) {
				return text(p.person())
			}
			return text(p.firm())
		}
	case "place":
		town := p.from("towns")
		switch {
		case strings.Contains(a.lower, "airport"):
			town += p.fill(" (@@@)")
		case strings.Contains(a.lower, "country") || strings.Contains(a.lower, "nationality"):
			return text(pick(p.dice, countries).name)
		case p.chance(0.15):
			town += ", " + p.country.code
		}
		return text(town)
	case "address":
		all := p.address()
		return value{lines: all, plain: strings.Join(all, ", ")}
	case "email":
		return text(p.email(p.firm()))
	case "phone":
		return text(p.phone())
	case "url":
		return text("www." + p.site(p.firm()))
	case "duration":
		return text(p.duration(p.example(a)))
	case "yesno":
		yes := p.chance(0.5)
		return value{lines: []string{p.from(yesOrNo[yes])}, typed: yes, kind: "boolean"}
	case "list":
		parts := cut(p.example(a), ",")
		for i := range parts {
			parts[i] = p.otherNumbers(parts[i])
		}
		if len(parts) > 1 {
			return value{lines: parts, parts: parts, plain: strings.Join(parts, ", ")}
		}
	}
	return p.like(a)
}

var (
	somebody = regexp.MustCompile(`customer|client|party|holder|sender|recipient|landlord|buyer|debtor|consignee|prospect|payer|payee|declarant|keeper|groom|bride|child`)
	yesOrNo  = map[bool]string{true: "yes", false: "no"}
)

// example is one of an attribute's values in the paraphrases, of which the first is likelier to be English.
func (p *paper) example(a *attribute) string {
	if p.lang == "en" && p.chance(0.75) {
		return a.Values[0]
	}
	return pick(p.dice, a.Values)
}

// like returns a value like the examples, with other numbers. It can be asked as a number if it has one only.
func (p *paper) like(a *attribute) value {
	s := p.example(a)
	found := numbers.FindAllString(s, -1)
	out := text(p.otherNumbers(s))
	if len(found) == 1 && measured[a.Form] {
		if at := numbers.FindString(out.plain); at != "" {
			if v, _, ok := p.parse(at); ok {
				out.typed, out.kind = v, "number"
			}
		}
	}
	return out
}

var measured = map[string]bool{"number": true, "length": true, "area": true, "volume": true, "mass": true, "temperature": true, "speed": true, "power": true, "energy": true, "datasize": true, "rating": true, "score": true}

var (
	numbers        = regexp.MustCompile(numberForm)
	moment         = regexp.MustCompile(momentForm)
	momentOrNumber = regexp.MustCompile(momentForm + "|" + numberForm)
)

const (
	numberForm = `\d+(?:[.,'’ ]\d{3})*(?:[.,]\d+)?`
	momentForm = `\d{4}/\d{2,4}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d\d-\d\d|\d{1,2}:\d\d`
)

// reading reads a number of an example: its last point or comma is the decimal one unless three digits follow.
func reading(s string) (v float64, decimals int) {
	s = strings.NewReplacer(" ", "", "'", "", "’", "").Replace(s)
	at := strings.LastIndexAny(s, ".,")
	if at >= 0 && (len(s)-at-1 != 3 || strings.HasPrefix(s, "0")) {
		decimals = len(s) - at - 1
		s = strings.NewReplacer(".", "", ",", "").Replace(s[:at]) + "." + s[at+1:]
	} else {
		s = strings.NewReplacer(".", "", ",", "").Replace(s)
	}
	v, _ = strconv.ParseFloat(s, 64)
	return v, decimals
}

// parse reads a number as this document writes them.
func (p *paper) parse(s string) (v float64, decimals int, ok bool) {
	whole, part, _ := strings.Cut(s, p.country.point)
	v, err := strconv.ParseFloat(strings.ReplaceAll(whole, p.country.group, "")+"."+part+"0", 64)
	return v, len(part), err == nil
}

// amountLike returns a number of the size of the one in an example.
func (p *paper) amountLike(example string) (v float64, decimals int) {
	at := numbers.FindString(example)
	if at == "" {
		return float64(p.within(1, 900)), 2
	}
	v, decimals = reading(at)
	scale := math.Pow10(decimals)
	return max(math.Round(p.near(max(v, 1))*scale), 1) / scale, decimals
}

// otherNumbers writes a text with other numbers of the same size, years other years, all as the country does.
func (p *paper) otherNumbers(s string) string {
	return momentOrNumber.ReplaceAllStringFunc(s, func(at string) string {
		if strings.Contains(at, ":") {
			return p.clock()
		}
		if moment.MatchString(at) {
			if first, second, ok := strings.Cut(at, "/"); ok && len(first) == 4 {
				year := p.within(2005, 2026)
				return fmt.Sprint(year, "/", strconv.Itoa(year + 1)[4-len(second):])
			}
			return p.day("").plain
		}
		v, decimals := reading(at)
		if len(at) == 4 && v > 1900 && v < 2100 {
			return strconv.Itoa(p.within(1995, 2026))
		}
		if strings.HasPrefix(at, "0") && decimals == 0 {
			return p.otherDigits(at)
		}
		v, decimals = p.amountLike(at)
		return p.country.number(v, decimals, p.grouped && strings.ContainsAny(at, ".,' "))
	})
}

// otherDigits writes a code with other digits, and sometimes other capitals.
func (p *paper) otherDigits(s string) string {
	out := []byte(s)
	letters := p.chance(0.4) && strings.ContainsAny(s, "0123456789")
	for i, c := range out {
		switch {
		case c >= '0' && c <= '9':
			out[i] = byte('0' + p.IntN(10))
		case letters && c >= 'A' && c <= 'Z':
			out[i] = capitals[p.IntN(len(capitals))]
		}
	}
	return string(out)
}

// codes are patterns of numbers of things.
var codes = []string{"@@-#####", "####-#####", "## ### ##", "@@@ #### ##", "2025-#####", "# ### ###", "@@##-####-##", "@####", "########", "@@ ####/##", "##-####/@",
	"@@-2024-######", "### ### ###", "@@@-##/####", "##.###.###", "#########-#", "@ ## ## ##", "####/2025", "@@ ## @@@@ ##"}

// code returns the number of a thing.
func (p *paper) code(a *attribute) string {
	switch {
	case strings.Contains(a.lower, "iban") || strings.Contains(a.lower, "account") && p.chance(0.3):
		return p.say("{iban}", p.iban())
	case strings.Contains(a.lower, "bic"):
		return p.say("{bic}", p.bic())
	case strings.HasPrefix(a.lower, "customer vat"):
		return p.fill(p.country.vat)
	case strings.Contains(a.lower, "vat id") || a.lower == "vat registration no.":
		return p.say("{vat}", p.fill(p.country.vat))
	}
	s := p.example(a)
	if _, after, ok := strings.Cut(s, ": "); ok {
		s = after
	}
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
	if len(digits) >= 4 && p.chance(0.45) {
		return p.fill(pick(p.dice, codes))
	}
	return p.otherDigits(s)
}

// say notes what the document says, so that the foot of its pages says the same.
func (p *paper) say(placeholder, value string) string {
	p.said[placeholder] = value
	return value
}

// money writes an amount as this document does.
func (p *paper) money(v float64, decimals int) value {
	if decimals > 0 || p.chance(0.7) {
		decimals = max(decimals, 2)
	}
	v = math.Round(v*math.Pow10(decimals)) / math.Pow10(decimals)
	s := p.country.number(v, decimals, p.grouped)
	switch c := p.country; p.currency {
	case signBefore:
		s = c.sign + s
	case signApart:
		s = c.sign + " " + s
	case signAfter:
		s += " " + c.sign
	case codeBefore:
		s = c.currency + " " + s
	case codeAfter:
		s += " " + c.currency
	}
	return number(s, v, "number")
}

// How a document writes amounts of money.
const (
	signBefore = iota
	signApart
	signAfter
	codeBefore
	codeAfter
	bare
)

func (p *paper) percent(v float64, decimals int) value {
	return number(p.country.number(v, decimals, false)+p.percentSign, v, "number")
}

// day returns a day: one after those before, as documents name their days in about that order.
func (p *paper) day(called string) value {
	switch {
	case strings.Contains(called, "birth"):
		return p.onDay(time.Date(p.within(1942, 2008), time.Month(p.within(1, 12)), p.within(1, 28), 0, 0, 0, 0, time.UTC))
	case last.MatchString(called):
		p.today = p.today.AddDate(0, p.within(0, 14), p.within(7, 40))
	default:
		p.today = p.today.AddDate(0, 0, p.within(0, 25))
	}
	return p.onDay(p.today)
}

var last = regexp.MustCompile(`until|end|expir|due|maturity|valid to|next`)

func (p *paper) onDay(day time.Time) value {
	if strings.HasPrefix(p.dates, "{m") && !strings.Contains(p.dates, "{mon") && day.Day() < 13 {
		day = day.AddDate(0, 0, 13) // else nobody could tell the day from the month
	}
	s := dayText(day, p.dates, p.words)
	return value{lines: []string{s}, plain: s, typed: day.Format(time.DateOnly), kind: "date"}
}

// clock returns a time of day: one after those before, as long as the day is.
func (p *paper) clock() string {
	if p.minutes += 5 * p.within(1, 20); p.minutes > 22*60 {
		p.minutes = 6*60 + 5*p.within(0, 30)
	}
	return fmt.Sprintf(p.clocks, p.minutes/60, p.minutes%60)
}

var span = regexp.MustCompile(`(?i)(\d+)\s*(day|tag|week|woche|month|monat|year|jahr|hour|stunde|h\b|min)`)

var spanKeys = map[string]string{"day": "day", "tag": "day", "week": "week", "woche": "week", "month": "month", "monat": "month", "year": "year", "jahr": "year", "hour": "hour", "stunde": "hour", "h": "hour", "min": "minute"}

// duration returns one of about the length of an example, in the language.
func (p *paper) duration(example string) string {
	m := span.FindStringSubmatch(example)
	if m == nil {
		return p.otherNumbers(example)
	}
	v, _ := p.amountLike(m[1])
	n := max(int(math.Round(v)), 1)
	forms := p.words[spanKeys[strings.ToLower(m[2])]]
	return strconv.Itoa(n) + " " + forms[min(n-1, 1)]
}

// cell makes up what a column of a table holds; rowed ones, such as products of other columns, are
// made by the table.
func (p *paper) cell(a *attribute, as string) value {
	switch as {
	case "goods":
		s := p.from("goods")
		if p.chance(0.7) {
			s += pick(p.dice, []string{" ", ", "}) + p.from("qualities")
		}
		if p.chance(0.2) {
			s += ", " + p.from("qualities")
		}
		return text(capital(s))
	case "unit":
		return text(p.from("units"))
	case "part":
		return text(p.fill(p.partCode))
	case "price":
		return p.money(math.Round(100*p.near(40))/100, 2)
	case "discount", "rate":
		v := pick(p.dice, []float64{0, 5, 10, 2.5, 3})
		return p.percent(v, int(math.Mod(2*v, 2)))
	case "small":
		n := float64(p.within(0, 12))
		return number(strconv.Itoa(int(n)), n, "integer")
	case "mark":
		n := float64(p.within(10, 60)) / 10
		return number(p.country.number(n, 1, false), n, "number")
	case "day":
		p.today = p.today.AddDate(0, 0, p.within(0, 3))
		return p.onDay(p.today)
	case "time":
		return text(p.clock())
	case "slot":
		return text(p.clock() + pick(p.dice, []string{" – ", "–", " - "}) + p.clock())
	case "booking":
		return text(p.from("bookings"))
	case "analyte", "result", "labunit", "reference":
		return text("") // made together
	case "flag":
		return text(pick(p.dice, []string{"", "", "H", "L", "+"}))
	case "subject", "course", "drug", "town", "dish":
		return text(p.from(as + plural(as)))
	case "pay":
		return text(p.from("pay"))
	case "shop":
		return text(p.from("shop"))
	case "person":
		return text(p.from("first") + " " + p.from("last"))
	case "room":
		return text(pick(p.dice, []string{"Aula", "A", "B 204", "C 1.17", "Forum", "R3", "Lab 2"}))
	case "train":
		return text(p.fill(pick(p.dice, []string{"IC ###", "RE ####", "EC ##", "S#", "ICE ###", "R ###"})))
	}
	return p.like(a)
}

func plural(as string) string {
	if as == "dish" {
		return "es"
	}
	return "s"
}
