package made

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
)

// paper is one document while it is made: its style, what it says, and its pages.
type paper struct {
	dice
	stock   *stock
	kind    *kind
	lang    string
	words   tongue
	country *country
	sheet   *sheet

	// How it writes.
	body               font
	currency           int
	grouped            bool
	percentSign        string
	dates, clocks      string
	labelCase          int
	boldLabels         bool
	colon              string
	smallness, spacing float32
	partCode           string
	rate               float64 // of its tax
	minutes            int     // after midnight, of the last time of day
	today              time.Time
	camel              bool     // of whoever asks
	styles             []string // of whoever asks

	entries  []*entry // all that it prints beside tables
	table    *table
	said     map[string]string // by placeholder of the stock
	placed   map[*entry]bool   // those that are drawn
	drawn    bool              // the table is
	answers  int
	sections int
	beside   bool // what is drawn stands beside something
	footer   bool
	headed   bool // it has a letterhead
}

func newPaper(s *stock, d dice) *paper {
	p := &paper{dice: d, stock: s, placed: map[*entry]bool{}, said: map[string]string{}, lang: "en"}
	p.kind = pick(d, s.kinds)
	if !p.kind.isIn("de") && p.chance(0.4) {
		p.kind = pick(d, s.kinds)
	}
	if p.kind.isIn("de") && p.chance(0.8) {
		p.lang = pick(d, languages)
	}
	var own []*country
	for _, c := range countries {
		if c.lang == p.lang {
			own = append(own, c)
		}
	}
	p.words, p.country = s.tongues[p.lang], pick(d, own)
	if p.chance(0.5) {
		p.country = own[0]
	}
	family := []*family{sans, sans, sans, serif, serif, typewriter}[p.IntN(6)]
	p.body = font{family: family, size: []float32{8, 8.5, 9, 9.5, 10, 10, 10.5, 11}[p.IntN(8)]}
	p.currency = p.among(30, 8, 25, 8, 10, 19)
	if c := p.country; c.point == "." && c.sign != c.currency {
		p.currency = p.among(60, 4, 0, 8, 8, 20)
	} else if p.currency == signBefore && (c.point == "," && c.code != "NL" && c.code != "BR" || c.sign == c.currency) {
		p.currency = signAfter
	}
	p.grouped = p.chance(0.85)
	p.percentSign = pick(d, []string{"%", " %"})
	p.dates = p.country.dates[min(p.IntN(len(p.country.dates)), p.IntN(len(p.country.dates)))]
	p.clocks = pick(d, []string{"%02d:%02d", "%02d:%02d", "%d:%02d", "%02d.%02d"})
	p.labelCase = p.among(50, 25, 15)
	p.boldLabels = p.chance(0.35)
	p.colon = pick(d, []string{":", ":", ":", " :"})
	p.smallness = pick(d, []float32{0.65, 0.75, 0.85, 1})
	p.spacing = pick(d, []float32{0, 0, 1, 3, 5})
	p.partCode = pick(d, []string{"@@-####", "#####", "@###", "##-###-@", "####.##", "@@ ###"})
	p.rate = pick(d, p.country.rates)
	p.minutes = 60 * p.within(6, 15)
	p.today = time.Date(p.within(2016, 2026), time.Month(p.within(1, 12)), p.within(1, 28), 0, 0, 0, 0, time.UTC)
	p.choosePerson()
	p.sheet = p.newSheet()
	return p
}

// newSheet chooses a size of paper.
func (p *paper) newSheet() *sheet {
	s := &sheet{width: 595.28, height: 841.89, margin: float32(p.within(36, 72))}
	switch {
	case p.kind.slip && p.chance(0.75):
		s.width, s.height, s.margin = float32(p.within(190, 260)), 1100, 12
		p.body.size = min(p.body.size, 9)
	case p.kind.small && p.chance(0.7):
		s.width, s.height, s.margin = 420, 298, 18
		p.body.size = min(p.body.size, 9)
	case p.country.code == "US" || p.chance(0.05):
		s.width, s.height = 612, 792
	case p.chance(0.05):
		s.width, s.height = 841.89, 595.28
	}
	p.kind = p.kind.on(s)
	s.newPage = func() {
		if p.chance(0.5) && len(p.entries) > 0 {
			page := s.page()
			page.y = s.block([][]token{tokens(pick(p.dice, p.kind.titles[p.lang]), 0)}, s.margin, page.y-14, s.width-2*s.margin, p.body.at(p.body.size*0.85), right) + 8
		}
	}
	return s
}

// on returns the kind as it is on a size of paper: a wide receipt is not laid out as a narrow one.
func (k *kind) on(s *sheet) *kind {
	if own := *k; k.slip && s.width > 400 {
		own.slip = false
		return &own
	}
	return k
}

// number returns the number of the next answer.
func (p *paper) number() int { p.answers++; return p.answers }

// chooseEntries makes up what the document says.
func (p *paper) chooseEntries() {
	k := p.kind
	var columns []*attribute
	if t := p.stock.tables[k.table]; t != nil {
		if p.chance(0.9) {
			p.table = p.makeTable(t)
		}
		for _, c := range t.columns {
			columns = append(columns, c.attribute)
		}
	}
	share := 0.6 + 0.4*p.Float64()
	for _, a := range k.attributes {
		wanted := a.Name == k.issuer || a.Name == k.to || a.Name == k.parties[0] || a.Name == k.parties[1]
		inTable := p.table != nil && slices.Contains(k.without, a.Name) || slices.ContainsFunc(columns, func(c *attribute) bool { return c.Kind == a.Kind && c.Name == a.Name })
		if a.Form == "image" || a.Form == "coordinates" || inTable || !wanted && !p.chance(share) {
			continue
		}
		e := &entry{attribute: a, label: p.label(a), of: p.number()}
		e.value = p.value(a, "")
		if e.value.plain == "" && e.value.kind != "boolean" || strings.EqualFold(e.label, strings.Join(e.value.lines, " ")) {
			continue
		}
		if slices.ContainsFunc(p.entries, func(o *entry) bool { return strings.EqualFold(o.label, e.label) }) {
			e.label = capital(a.Name)
		}
		p.tick(e)
		p.entries = append(p.entries, e)
	}
	p.settle()
	if p.chance(0.35) {
		p.addStrays()
	}
}

// addStrays makes the document also say things of a kind like its own, which nobody asks for: none
// that could be taken for one of its own.
func (p *paper) addStrays() {
	other := pick(p.dice, p.stock.kinds)
	if other.name == p.kind.name || other.table != p.kind.table && other.form != p.kind.form {
		return
	}
	said := map[string]bool{}
	for _, a := range p.kind.attributes {
		for _, w := range a.ways["en"] {
			for word := range strings.FieldsSeq(strings.ToLower(w.Name)) {
				said[word] = true
			}
		}
	}
	for _, a := range shuffled(p.dice, other.attributes)[:p.within(1, 4)] {
		label := p.label(a)
		strange := !slices.ContainsFunc(append(strings.Fields(strings.ToLower(label)), strings.Fields(a.lower)...), func(word string) bool { return said[word] })
		switch a.Form {
		case "code", "count", "choice", "percent", "duration", "mass", "energy", "time", "area":
			if v := p.value(a, ""); strange && v.plain != "" && !strings.EqualFold(v.plain, label) {
				p.entries = append(p.entries, &entry{attribute: a, label: label, value: v, of: p.number(), stray: true})
			}
		}
	}
}

// tick makes check boxes of what is yes or no, or one of several.
func (p *paper) tick(e *entry) {
	a := e.attribute
	var options []string
	chosen := 0
	switch {
	case a.Form == "yesno" && p.chance(0.75):
		options = []string{p.from("yes"), p.from("no")}
		if e.value.typed == false {
			chosen = 1
		}
	case a.Form == "choice" && len(a.Values) > 1 && p.chance(0.5):
		options = shuffled(p.dice, a.Values)
		chosen = p.IntN(len(options))
		e.value = text(options[chosen])
	default:
		return
	}
	on, off := pick(p.dice, []string{"☑", "☒", "[x]", "[X]", "☒"}), "☐"
	if on[0] == '[' {
		off = "[ ]"
	}
	var line []token
	behind := p.chance(0.2)
	for i, option := range options {
		mark, of := off, 0
		if i == chosen {
			mark, of = on, 1
		}
		if words := tokens(option, of); behind {
			line = append(append(line, words...), tokens(mark, 0)...)
		} else {
			line = append(append(line, tokens(mark, 0)...), words...)
		}
	}
	e.value.marked = [][]token{line}
}

// Amounts that belong together.
var roles = map[string]string{
	"net amount": "net", "items subtotal": "net", "food subtotal": "net", "quoted price net": "net", "credit net": "net",
	"tax rate": "rate", "vat rate": "rate", "tax amount": "tax", "credited tax": "tax", "vat": "tax",
	"gross total": "gross", "order total": "gross", "bill total": "gross", "quoted price gross": "gross", "credit total": "gross", "receipt total": "gross", "total": "gross", "order value": "gross",
	"amount already paid": "paid", "amount due": "due", "amount given": "given", "change": "change",
	"basic salary": "part", "overtime pay": "part", "gross pay": "sum", "income tax withheld": "less", "social contributions": "less", "net pay": "rest",
	"opening balance": "before", "closing balance": "after", "number of items": "count",
}

var pricesWithTax = regexp.MustCompile(`receipt|restaurant`)

// settle makes amounts fit each other: net, tax and gross; pay and what is deducted; balances.
func (p *paper) settle() {
	of := map[string]float64{}
	amount := func(e *entry) float64 { v, _ := e.value.typed.(float64); return v }
	for _, e := range p.entries {
		if role := roles[e.attribute.lower]; role != "" {
			of[role] += amount(e)
		}
	}
	net, within := of["net"], pricesWithTax.MatchString(p.kind.name) && p.table != nil && p.table.total > 0
	if t := p.table; t != nil && t.total > 0 {
		if net = t.total; within {
			net /= 1 + p.rate/100
		}
	} else if net == 0 {
		net = of["gross"]
	}
	cents := func(v float64) float64 { return math.Round(100*v) / 100 }
	net = cents(net)
	tax := cents(net * p.rate / 100)
	paid := cents(min(of["paid"], net/2))
	if within {
		tax = cents(p.table.total - net)
	}
	given := math.Ceil((net+tax)/10) * 10
	fits := map[string]float64{"net": net, "tax": tax, "gross": cents(net + tax), "paid": paid, "due": cents(net + tax - paid), "given": given, "change": cents(given - net - tax),
		"sum": of["part"], "rest": cents(max(of["part"], of["sum"]) - min(of["less"], of["part"]/2))}
	if of["part"] == 0 {
		fits["sum"], fits["rest"] = of["sum"], cents(of["sum"]*0.7)
	}
	for _, e := range p.entries {
		switch role := roles[e.attribute.lower]; role {
		case "rate":
			e.value = p.percent(p.rate, rateDecimals(p.rate))
		case "less":
			e.value = p.money(cents(min(amount(e), of["part"]/5+1)), 2)
		case "count":
			if p.table != nil {
				e.value = number(p.country.number(float64(len(p.table.rows)), 0, false), float64(len(p.table.rows)), "integer")
			}
		default:
			if v, ok := fits[role]; ok && e.value.kind == "number" {
				e.value = p.money(v, 2)
			}
		}
	}
}

// isTotal reports whether an entry stands below the table.
func (e *entry) isTotal() bool {
	switch roles[e.attribute.lower] {
	case "net", "rate", "tax", "gross", "paid", "due", "given", "change", "rest", "after":
		return true
	}
	return false
}
