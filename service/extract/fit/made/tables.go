package made

import (
	"math"
	"strconv"
	"strings"
)

// table is a table of records as the document prints it.
type table struct {
	kind    *tableKind
	columns []*tableColumn
	rows    [][]entry
	total   float64 // of the products of its rows
	unnamed bool    // without names of columns
}

type tableColumn struct {
	column
	label string
	align int
	width float32
	least float32
}

// makeTable makes up a table.
func (p *paper) makeTable(k *tableKind) *table {
	t := &table{kind: k, unnamed: p.kind.slip}
	for _, c := range k.columns {
		if !c.always && (t.unnamed || !p.chance(0.55)) {
			continue
		}
		one := &tableColumn{column: c, label: p.label(c.attribute), align: left}
		switch c.as {
		case "price", "product", "out", "in", "quantity", "discount", "rate", "result", "mark", "small":
			if one.align = right; p.chance(0.1) {
				one.align = pick(p.dice, []int{left, middle})
			}
		}
		t.columns = append(t.columns, one)
	}
	count := p.within(2, 9)
	switch p.among(80, 14, 6) {
	case 1:
		count = p.within(10, 18)
	case 2:
		count = p.within(25, 45)
	}
	if t.unnamed {
		count = min(count, 9)
	}
	currency := p.currency
	if p.chance(0.6) {
		p.currency = bare
	}
	for range count {
		t.rows = append(t.rows, p.makeRow(t, len(t.rows)))
	}
	p.currency = currency
	return t
}

// makeRow makes up a row: what belongs together in it fits.
func (p *paper) makeRow(t *table, n int) []entry {
	quantity, price, discount := float64(p.within(1, 12)), math.Round(100*p.near(30))/100, 0.0
	if p.chance(0.1) {
		quantity += 0.5
	}
	analyte := strings.Split(pick(p.dice, p.words["analytes"]), "|")
	incoming := p.chance(0.3)
	row := make([]entry, len(t.columns))
	for i, c := range t.columns {
		var v value
		switch c.as {
		case "position":
			at := n + 1
			v = number(strconv.Itoa(at), float64(at), "integer")
		case "quantity":
			decimals := 0
			if quantity != math.Trunc(quantity) {
				decimals = 1
			}
			v = number(p.country.number(quantity, decimals, p.grouped), quantity, "number")
		case "price":
			v = p.money(price, 2)
		case "discount":
			v = p.value(c.attribute, c.as)
			discount, _ = v.typed.(float64)
		case "rate":
			v = p.percent(p.rate, rateDecimals(p.rate))
		case "product":
			v = p.money(quantity*price*(1-discount/100), 2)
			amount, _ := v.typed.(float64)
			t.total += amount
		case "out", "in":
			if incoming == (c.as == "in") {
				v = p.money(price*10, 2)
			}
		case "analyte":
			v = text(analyte[0])
		case "labunit":
			v = text(analyte[1])
		case "reference":
			v = text(analyte[2])
		case "result":
			low, decimals := reading(numbers.FindString(analyte[2]))
			at := math.Round(low*(0.7+p.Float64())*math.Pow10(decimals)) / math.Pow10(decimals)
			v = number(p.country.number(at, decimals, false), at, "number")
		default:
			v = p.value(c.attribute, c.as)
			if len(v.lines) > 1 {
				v.lines = []string{v.plain}
			}
		}
		if len(v.lines) == 1 && v.lines[0] == "" {
			v = value{}
		}
		row[i] = entry{attribute: c.attribute, label: c.label, value: v, of: p.number(), layout: "table"}
	}
	return row
}

// drawTable draws a table over the width given.
func (p *paper) drawTable(t *table, x, width float32) {
	if t.unnamed {
		p.drawItems(t, x, width)
		return
	}
	f, head := p.body, p.body.heavy().at(p.body.size*pick(p.dice, []float32{0.85, 1, 1}))
	if p.chance(0.25) {
		head = p.body
	}
	p.fit(t, f, head, width)
	rules := p.among(25, 25, 15, 25, 10)
	over := -1 // the first of two columns with a name in common
	if len(t.columns) > 3 && p.chance(0.15) {
		over = p.within(1, len(t.columns)-2)
	}
	tall := p.chance(0.2) // space between rows
	names := func() {
		page := p.sheet.page()
		y := page.y + 2
		if over >= 0 {
			at := x
			for _, c := range t.columns[:over] {
				at += c.width
			}
			both := t.columns[over].width + t.columns[over+1].width
			p.sheet.put(tokens(p.from("groups"), 0), at, y+head.rise(), both, head, middle)
			if rules > 0 {
				p.sheet.lie(at+2, y+head.size*leading, both-4)
			}
			y += head.size*leading + 2
		}
		bottom, at := y, x
		for _, c := range t.columns {
			bottom = max(bottom, p.sheet.block(head.wrap(tokens(c.label, 0), c.width-5), at+2.5, y, c.width-5, head, c.align))
			at += c.width
		}
		if rules > 0 {
			p.sheet.lie(x, bottom+1, width)
		}
		if rules > 1 {
			p.sheet.lie(x, page.y, width)
		}
		p.stands(t, rules, x, page.y, bottom+1)
		page.y = bottom + 2
	}
	p.room(p.body.size * 9)
	names()
	for _, row := range t.rows {
		height := f.size * leading
		for i := range row {
			height = max(height, float32(len(row[i].words(f, t.columns[i].width-5)))*f.size*leading)
		}
		if p.sheet.page().y+height+4 > p.sheet.height-p.sheet.margin {
			p.sheet.room(1e6)
			names()
		}
		page := p.sheet.page()
		at := x
		for i := range row {
			p.sheet.block(row[i].words(f, t.columns[i].width-5), at+2.5, page.y+1, t.columns[i].width-5, f, t.columns[i].align)
			at += t.columns[i].width
		}
		bottom := page.y + height + 1
		if tall {
			bottom += f.size * 0.5
		}
		if rules > 1 {
			p.sheet.lie(x, bottom, width)
		}
		p.stands(t, rules, x, page.y, bottom)
		page.y = bottom + 1
	}
	p.sheet.page().y += p.body.size * 0.8
}

// stands draws the rules between columns, if the table has some.
func (p *paper) stands(t *table, rules int, x, from, to float32) {
	if rules < 3 {
		return
	}
	for i, c := range t.columns {
		if rules == 3 || i > 0 {
			p.sheet.stand(x, from-1, to-from+1)
		}
		x += c.width
	}
	if rules == 3 {
		p.sheet.stand(x, from-1, to-from+1)
	}
}

// fit gives the columns their widths: what they need, and what is left to those with the longest
// texts. Too many columns lose some.
func (p *paper) fit(t *table, f, head font, width float32) {
	for {
		total, least := float32(0), float32(0)
		for i, c := range t.columns {
			c.width, c.least = 0, 0
			for _, w := range tokens(c.label, 0) {
				c.least = max(c.least, head.width(w.text)+6)
			}
			for _, row := range t.rows {
				for _, line := range row[i].words(f, 1e6) {
					c.width = max(c.width, f.widthOf(line)+6)
					if row[i].value.kind != "" {
						c.least = max(c.least, f.widthOf(line)+6)
					}
					for _, w := range line {
						c.least = max(c.least, f.width(w.text)+6)
					}
				}
			}
			c.width = max(c.least, c.width)
			total, least = total+c.width, least+c.least
		}
		if least > width && len(t.columns) > 2 {
			drop := len(t.columns) - 1
			for i, c := range t.columns {
				if !c.always {
					drop = i
				}
			}
			t.drop(drop)
			continue
		}
		share := (width - least) / max(total-least, 1)
		for _, c := range t.columns {
			if total > width {
				c.width = c.least + (c.width-c.least)*share
			} else {
				c.width += (width - total) / float32(len(t.columns))
			}
		}
		return
	}
}

func (t *table) drop(i int) {
	t.columns = append(t.columns[:i:i], t.columns[i+1:]...)
	for n, row := range t.rows {
		t.rows[n] = append(row[:i:i], row[i+1:]...)
	}
}

// drawItems draws the rows of a receipt: what was bought and its price, sometimes with the number
// and the price of one below.
func (p *paper) drawItems(t *table, x, width float32) {
	what, last := 0, len(t.columns)-1
	with := p.chance(0.4)
	for n := range t.rows {
		row := t.rows[n]
		p.room(p.body.size * 3)
		page := p.sheet.page()
		first := p.body.wrap(row[what].line(), width*0.7)
		p.sheet.put(row[last].line(), x, page.y+p.body.rise(), width, p.body, right)
		page.y = p.sheet.block(first, x, page.y, width, p.body, left)
		if with && last == 2 && row[1].value.typed != 1.0 {
			one, _ := row[last].value.typed.(float64)
			of, _ := row[1].value.typed.(float64)
			words := append(row[1].line(), tokens(pick(p.dice, []string{"x", "×", "@"})+" "+p.country.number(one/max(of, 1), 2, false), 0)...)
			page.y = p.sheet.block([][]token{words}, x+10, page.y, width, p.body, left)
		}
	}
	if !with && last == 2 {
		t.drop(1)
	} else if last == 2 {
		for n := range t.rows { // that it is one is not said
			if t.rows[n][1].value.typed == 1.0 {
				t.rows[n][1].value = value{kind: unsaid}
			}
		}
	}
	page := p.sheet.page()
	if page.y += 2; p.chance(0.5) {
		p.sheet.lie(x, page.y, width)
	}
	page.y += 3
}

// unsaid is the kind of a value that a reader would know all the same: it is not asked for.
const unsaid = "unsaid"

func rateDecimals(rate float64) int {
	for decimals := range 3 {
		if v := rate * math.Pow10(decimals); v == math.Trunc(v) {
			return decimals
		}
	}
	return 2
}
