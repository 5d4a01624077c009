package made

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// compose lays the document out.
func (p *paper) compose() {
	p.chooseEntries()
	s := p.sheet
	s.room(0)
	x, width := s.margin, s.width-2*s.margin
	p.footer = !p.kind.slip && !p.kind.small && p.chance(0.55)
	p.head(x, width)
	var rest, totals []*entry
	for _, e := range p.entries {
		switch {
		case p.placed[e]:
		case p.table != nil && e.isTotal() && p.chance(0.85):
			totals = append(totals, e)
		default:
			rest = append(rest, e)
		}
	}
	if p.chance(0.3) {
		rest = shuffled(p.dice, rest)
	}
	var said []*entry
	switch {
	case p.kind.parties[0] != "":
		rest = p.contract(rest, x, width)
	case !p.kind.slip && !p.kind.small && p.chance(0.2):
		n := len(rest) - min(len(rest), p.within(1, 4))
		rest, said = rest[:n], rest[n:]
	}
	p.arrange(rest, totals, x, width)
	p.arrange(p.prose(said, x, width), nil, x, width)
	p.tail(x, width)
	p.furniture()
}

// arrange draws groups of entries, side by side or one below the other, and the table with its
// totals somewhere between, unless it is drawn.
func (p *paper) arrange(rest, totals []*entry, x, width float32) {
	var groups [][]*entry
	for len(rest) > 0 {
		n := min(len(rest), p.within(2, 7))
		groups = append(groups, rest[:n])
		rest = rest[n:]
	}
	at := min(len(groups), p.among(20, 55, 25))
	for i := 0; i <= len(groups); i++ {
		if i == at {
			p.tableWithTotals(totals, x, width)
		}
		if i == len(groups) {
			break
		}
		switch {
		case i+1 < len(groups) && width > 400 && p.chance(0.3) && (i+1 != at || p.table == nil):
			p.columns(groups[i], groups[i+1], x, width)
			i++
			if i == at {
				p.tableWithTotals(totals, x, width)
			}
		default:
			p.listsApart(&groups[i], x, width)
			p.group(groups[i], x, width)
		}
		if p.chance(0.08) {
			p.text(p.from("legal"), x, width)
		}
	}
}

// columns draws two groups side by side.
func (p *paper) columns(one, other []*entry, x, width float32) {
	s := p.sheet
	s.room(p.body.size * 26)
	p.beside = true
	top, gap := s.page().y, float32(p.within(14, 40))
	share := 0.4 + 0.2*p.Float32()
	p.group(one, x, width*share-gap/2)
	below := s.page().y
	s.page().y = top
	p.group(other, x+width*share+gap/2, width*(1-share)-gap/2)
	s.page().y = max(below, s.page().y)
	p.beside = false
}

// listsApart draws the lists of a group item by item and takes them out of it.
func (p *paper) listsApart(group *[]*entry, x, width float32) {
	*group = slices.DeleteFunc(slices.Clone(*group), func(e *entry) bool {
		if e.value.parts == nil || p.chance(0.4) {
			return false
		}
		e.layout = "list"
		mark := pick(p.dice, []string{"•", "-", "–", "*", ""})
		p.room(p.body.size * float32(3+len(e.value.parts)))
		page := p.sheet.page()
		page.y = p.sheet.block(p.body.wrap(tokens(e.label+pick(p.dice, []string{"", ":"}), 0), width), x, page.y, width, p.labelFont(), left)
		for _, line := range e.words(p.body, width-20) {
			if mark != "" {
				line = append(tokens(mark, 0), line...)
			}
			page.y = p.sheet.block([][]token{line}, x+8, page.y, width, p.body, left)
		}
		page.y += p.body.size * 0.6
		return true
	})
}

func (p *paper) tableWithTotals(totals []*entry, x, width float32) {
	if p.table == nil || p.drawn {
		return
	}
	p.drawn = true
	if p.chance(0.15) && !p.table.unnamed {
		p.heading(p.from("sections"), x, width)
	}
	p.drawTable(p.table, x, width)
	if len(totals) == 0 {
		return
	}
	if part := float32(0.5); width > 300 && p.chance(0.75) {
		x, width = x+width*part, width*(1-part)
	}
	if p.chance(0.8) || p.table.unnamed {
		p.farApart(totals, x, width)
	} else {
		p.group(totals, x, width)
	}
	p.sheet.page().y += p.body.size
}

// head draws the letterhead, the address window, the title and the day.
func (p *paper) head(x, width float32) {
	s, page := p.sheet, p.sheet.page()
	k := p.kind
	issuer, to := p.entryOf(k.issuer), p.entryOf(k.to)
	align := p.among(55, 25, 20)
	if k.slip {
		align = middle
	}
	titleFirst := p.chance(0.2)
	if titleFirst {
		p.title(x, width)
	}
	if p.chance(0.75) || k.slip {
		p.headed = true
		name := tokens(p.organisation(strings.ToLower(k.issuer+" "+k.name)), 0)
		if issuer != nil && issuer.isShort() && p.chance(0.8) {
			name = issuer.line()
			issuer.layout, issuer.label = "letterhead", ""
			p.placed[issuer] = true
		}
		big := p.body.heavy().at(p.body.size * pick(p.dice, []float32{1, 1.2, 1.5, 1.8}))
		page.y = s.block(big.wrap(name, width), x, page.y, width, big, align)
		less := p.body.at(max(p.body.size*pick(p.dice, []float32{0.75, 0.9, 1}), 6))
		var all []string
		if p.chance(0.2) {
			all = append(all, p.from("slogans"))
		}
		if p.chance(0.8) {
			if all = append(all, p.address()...); p.chance(0.4) {
				all = []string{strings.Join(all, pick(p.dice, []string{", ", " · ", " – "}))}
			}
		}
		if p.chance(0.6) {
			all = append(all, p.from("contact"))
		}
		if p.chance(0.4) {
			all = append(all, p.mail(plainText(name)))
		}
		for _, line := range all {
			page.y = s.block(less.wrap(tokens(line, 0), width), x, page.y, width, less, align)
		}
		page.y += p.body.size * pick(p.dice, []float32{0.6, 1.5, 2.5})
		if p.chance(0.2) {
			s.lie(x, page.y, width)
			page.y += 8
		}
	}
	if !titleFirst && p.chance(0.4) {
		p.title(x, width)
		titleFirst = true
	}
	if to != nil && !k.slip && p.chance(0.8) {
		p.addressWindow(to, x, width)
	}
	if !titleFirst {
		p.title(x, width)
	}
	p.dateline(x, width)
	if p.chance(0.15) && !k.slip && !k.small {
		p.text(p.from("opening"), x, width)
	}
}

// mail fills in an address for mail or the web.
func (p *paper) mail(of string) string {
	s := p.from("mail")
	return strings.NewReplacer("{email}", p.email(of), "{site}", p.site(of)).Replace(s)
}

// addressWindow draws to whom the document goes, sometimes with the sender in small print above,
// and sometimes with some pairs beside it.
func (p *paper) addressWindow(to *entry, x, width float32) {
	s, page := p.sheet, p.sheet.page()
	to.layout, to.label = "address", ""
	p.placed[to] = true
	top := page.y
	if p.chance(0.25) {
		f := p.body.at(6.5)
		page.y = s.block([][]token{tokens(strings.Join(append([]string{p.firm()}, p.address()...), " · "), 0)}, x, page.y, width, f, left) + 2
	}
	at := x
	if width > 400 && p.chance(0.12) {
		at = x + width*0.55
	}
	var lines [][]token
	if p.chance(0.3) && p.lang != "en" {
		lines = append(lines, tokens(p.from("titles"), 0))
	}
	lines = append(lines, to.words(p.body, width*0.5)...)
	if p.chance(0.15) {
		lines = append(lines, tokens(pick(p.dice, []string{"z. Hd. ", "c/o ", "Attn. ", "At. "})+p.person(), 0))
	}
	for _, line := range p.address() {
		lines = append(lines, tokens(line, 0))
	}
	below := s.block(lines, at, page.y, width*0.5, p.body, left)
	page.y = below
	if at == x && width > 400 && p.chance(0.4) {
		var some []*entry
		for _, e := range p.entries {
			if !p.placed[e] && e.isShort() && !e.isTotal() && len(some) < 6 && (p.kind.parties[0] == "" || e.attribute.Form != "person") {
				some = append(some, e)
				p.placed[e] = true
			}
		}
		page.y, p.beside = top, true
		p.group(some, x+width*0.55, width*0.45)
		p.beside = false
		page.y = max(page.y, below)
	}
	page.y += p.body.size * 1.5
}

// title draws what the document is, sometimes with its number.
func (p *paper) title(x, width float32) {
	s, page := p.sheet, p.sheet.page()
	title := pick(p.dice, p.kind.titles[p.lang])
	if p.chance(0.2) {
		title = strings.ToUpper(title)
	}
	words := tokens(title, 0)
	if p.chance(0.2) {
		if e := p.firstCode(); e != nil && !p.placed[e] && e.isShort() {
			if p.chance(0.6) {
				words = append(words, tokens(pick(p.dice, []string{"no.", "Nr.", "n°", "N.", "#", "No."}), 0)...)
			}
			words = append(words, e.line()...)
			e.layout, e.label = "title", title
			p.placed[e] = true
		}
	}
	f := p.body.heavy().at(p.body.size * pick(p.dice, []float32{1.2, 1.5, 1.8, 2.2}))
	align := p.among(60, 15, 25)
	if p.kind.slip {
		align = middle
	}
	page.y = s.block(f.wrap(words, width), x, page.y, width, f, align)
	if p.chance(0.1) {
		small := p.body.at(p.body.size * 0.9)
		page.y = s.block(small.wrap(tokens(p.from("slogans"), 0), width), x, page.y, width, small, align)
	}
	page.y += p.body.size * 1.2
}

// firstCode is the number of the document itself, if it has one: what is called as it is.
func (p *paper) firstCode() *entry {
	for _, e := range p.entries {
		if a := e.attribute; a.Form == "code" && numbered.MatchString(a.lower) {
			named := strings.Fields(a.lower)[0]
			if a == p.kind.attributes[0] || strings.Contains(strings.ToLower(p.kind.name), named) {
				return e
			}
		}
	}
	return nil
}

var numbered = regexp.MustCompile(`number$|no\.$`)

func firstOf(all []*attribute, form string) *attribute {
	for _, a := range all {
		if a.Form == form {
			return a
		}
	}
	return nil
}

// dateline draws a town and the day of the document.
func (p *paper) dateline(x, width float32) {
	day := firstOf(p.kind.attributes, "day")
	if day == nil || !issued.MatchString(day.lower) || p.kind.slip || !p.chance(0.25) {
		return
	}
	e := p.entryOf(day.Name)
	if e == nil || p.placed[e] {
		return
	}
	before, after, _ := strings.Cut(p.from("place"), "{day}")
	words := append(append(tokens(before, 0), e.line()...), tokens(after, 0)...)
	page := p.sheet.page()
	page.y = p.sheet.block([][]token{words}, x, page.y, width, p.body, pick(p.dice, []int{left, right, right})) + p.body.size
	e.layout, e.label = "dateline", ""
	p.placed[e] = true
}

var issued = regexp.MustCompile(`^(invoice|credit|statement|reminder|order|quotation|judgment|contract|notice|issue|prescription|meeting|inspection|bill|decision) ?(date|day)$|^date$|issued|submitted`)

func (p *paper) entryOf(name string) *entry {
	for _, e := range p.entries {
		if e.attribute.Name == name {
			return e
		}
	}
	return nil
}

// contract draws the parties and articles of prose, and returns the entries that it does not say.
func (p *paper) contract(rest []*entry, x, width float32) []*entry {
	a, b := p.entryOf(p.kind.parties[0]), p.entryOf(p.kind.parties[1])
	if a != nil && b != nil && !p.placed[a] && !p.placed[b] && p.chance(0.7) {
		var words []token
		for part := range strings.FieldsSeq(p.from("parties")) {
			switch {
			case strings.Contains(part, "{address}"):
				words = append(words, tokens(strings.Replace(part, "{address}", strings.Join(p.address(), ", "), 1), 0)...)
			case strings.Contains(part, "{A}"):
				words = append(words, tokens(strings.Replace(part, "{A}", a.label, 1), 0)...)
			case strings.Contains(part, "{B}"):
				words = append(words, tokens(strings.Replace(part, "{B}", b.label, 1), 0)...)
			case strings.Contains(part, "{a}"):
				words = append(words, within(part, "{a}", a)...)
			case strings.Contains(part, "{b}"):
				words = append(words, within(part, "{b}", b)...)
			default:
				words = append(words, token{part, 0})
			}
		}
		a.layout, b.layout = "prose", "prose"
		p.paragraph(words, x, width)
		rest = slices.DeleteFunc(slices.Clone(rest), func(e *entry) bool { return e == a || e == b })
	}
	if p.chance(0.2) {
		return rest
	}
	n := len(rest) * p.within(4, 9) / 10
	return append(p.prose(rest[:n], x, width), rest[n:]...)
}

// within returns a word that has a placeholder with a value in its place.
func within(part, name string, e *entry) []token {
	before, after, _ := strings.Cut(part, name)
	words := e.line()
	if before != "" {
		words = append([]token{{before, 0}}, words...)
	}
	words[len(words)-1].text += after
	return words
}

// prose says entries in sentences, and returns those that it cannot.
func (p *paper) prose(all []*entry, x, width float32) (rest []*entry) {
	articles := p.chance(0.5)
	article := 0
	var words []token
	flush := func() {
		if len(words) > 0 {
			p.paragraph(words, x, width)
			words = nil
		}
	}
	for _, e := range all {
		if e.value.marked != nil || len(e.value.lines) > 1 || e.value.kind == "boolean" || e.attribute.Form == "prose" || len(e.value.plain) > 60 {
			rest = append(rest, e)
			continue
		}
		e.layout = "prose"
		key := "sayText"
		switch e.attribute.Form {
		case "money":
			key = "sayMoney"
		case "day":
			key = "sayDay"
		}
		if len(words) == 0 && articles {
			article++
			words = tokens(strings.ReplaceAll(pick(p.dice, p.words["art"][:1]), "{n}", strconv.Itoa(article)), 0)
		}
		sentence := p.from(key)
		label := e.label
		if p.lang != "de" && p.labelCase != upperCase && !strings.HasPrefix(sentence, "{label}") {
			label = strings.ToLower(label[:1]) + label[1:]
		}
		for part := range strings.FieldsSeq(sentence) {
			switch {
			case strings.Contains(part, "{label}"):
				words = append(words, tokens(strings.Replace(part, "{label}", label, 1), 0)...)
			case strings.Contains(part, "{value}"):
				words = append(words, within(part, "{value}", e)...)
			default:
				words = append(words, token{part, 0})
			}
		}
		if p.chance(0.35) {
			words = append(words, tokens(p.from("legal"), 0)...)
		}
		if p.chance(0.6) {
			flush()
		}
	}
	flush()
	return rest
}

func (p *paper) paragraph(words []token, x, width float32) {
	lines := p.body.wrap(words, width)
	p.room(float32(len(lines)+1) * p.body.size * leading)
	page := p.sheet.page()
	page.y = p.sheet.block(lines, x, page.y, width, p.body, left) + p.body.size*0.7
}

func (p *paper) text(s string, x, width float32) { p.paragraph(tokens(s, 0), x, width) }

// tail draws what follows: terms, greetings, stamps.
func (p *paper) tail(x, width float32) {
	small := p.body.at(max(p.body.size*0.8, 6))
	if p.chance(0.5) {
		var words []token
		for _, sentence := range shuffled(p.dice, p.words["legal"])[:p.within(1, 5)] {
			words = append(words, tokens(sentence, 0)...)
		}
		lines := small.wrap(words, width)
		p.room(float32(len(lines)+1) * small.size * leading)
		page := p.sheet.page()
		page.y = p.sheet.block(lines, x, page.y+4, width, small, left) + 6
	}
	if p.chance(0.35) {
		key, align := "closing", left
		if p.kind.slip {
			key, align = "bye", middle
		}
		p.room(p.body.size * 3)
		page := p.sheet.page()
		page.y = p.sheet.block([][]token{tokens(p.from(key), 0)}, x, page.y+4, width, p.body, align)
	}
	if p.chance(0.1) {
		f := p.body.heavy().at(p.body.size * 1.6)
		p.room(f.size * 2)
		page := p.sheet.page()
		page.y = p.sheet.block([][]token{tokens(p.from("stamps"), 0)}, x, page.y+6, width, f, middle)
	}
}

// furniture draws what stands at the foot of every page.
func (p *paper) furniture() {
	s := p.sheet
	x, width := s.margin, s.width-2*s.margin
	f := p.body.at(max(p.body.size*0.75, 6))
	counted := !p.kind.slip && (len(s.pages) > 1 || p.chance(0.25))
	page := pick(p.dice, p.words["page"])
	var foot [][]token
	if p.footer {
		line := p.from("bankline")
		if p.chance(0.5) {
			line += " · " + p.from("contact")
		}
		foot = f.wrap(tokens(line, 0), width)
	}
	align := p.among(30, 20, 50)
	all := s.pages
	for n := range all {
		s.pages = all[:n+1]
		y := s.height - s.margin*0.85
		if foot != nil {
			y = s.block(foot, x, y, width, f, align)
		}
		if counted {
			text := strings.NewReplacer("{n}", strconv.Itoa(n+1), "{m}", strconv.Itoa(len(all))).Replace(page)
			s.block([][]token{tokens(text, 0)}, x, y, width, f, right)
		}
	}
	if p.kind.slip { // as long as it need be
		s.height = s.page().y + 24
	}
}

func plainText(words []token) string {
	var out []string
	for _, w := range words {
		out = append(out, w.text)
	}
	return strings.Join(out, " ")
}
