package made

import (
	"fmt"
	"strings"

	"assay/service/document/layout"
)

// entry is an attribute that the document prints.
type entry struct {
	attribute *attribute
	label     string
	value     value
	of        int // number of its answer, from 1
	layout    string
	stray     bool // is not asked for
}

// words returns the lines of a value as words, each line wrapped to a width.
func (e *entry) words(f font, width float32) [][]token {
	var out [][]token
	if e.value.marked != nil {
		for _, line := range e.value.marked {
			own := append([]token(nil), line...)
			for i := range own {
				own[i].of *= e.of
			}
			out = append(out, f.wrap(own, width)...)
		}
		return out
	}
	for _, line := range e.value.lines {
		out = append(out, f.wrap(tokens(line, e.of), width)...)
	}
	return out
}

// line returns a value as words on one line.
func (e *entry) line() []token {
	var out []token
	for _, words := range e.words(font{family: sans, size: 1}, 1e6) {
		if n := len(out); n > 0 && e.value.marked == nil {
			out[n-1].text += ","
		}
		out = append(out, words...)
	}
	return out
}

// stands notes how an entry stands on the document.
func (e *entry) stands(layout string) {
	if e.layout = layout; e.value.marked != nil {
		e.layout = "check"
	}
}

// isShort reports whether a value is one line of not many letters.
func (e *entry) isShort() bool {
	return len(e.value.lines) == 1 && len(e.value.lines[0]) < 34 && e.value.marked == nil
}

// group draws entries within a width, from where the page is filled to, in a layout of its own.
func (p *paper) group(all []*entry, x, width float32) {
	if len(all) == 0 {
		return
	}
	if p.chance(0.35) {
		p.heading(p.from("sections"), x, width)
	}
	short := true
	for _, e := range all {
		short = short && e.isShort()
	}
	weights := []int{12, 16, 6, 10, 6, 6, 4, 8, 3} // in the order of layouts
	switch {
	case p.kind.slip:
		weights = []int{6, 1, 12, 0, 0, 0, 2, 0, 0}
	case p.kind.form:
		weights = []int{4, 5, 2, 10, 30, 8, 1, 4, 2}
	}
	if !short {
		weights[6], weights[7] = 0, 0
	}
	if width < 180 {
		weights[5], weights[6], weights[7] = 0, 0, 0
	}
	layouts := [...]func(all []*entry, x, width float32){p.colons, p.tabs, p.farApart, p.above, p.boxes, p.cells, p.several, p.row, p.signatures}
	layouts[p.among(weights...)](all, x, width)
	p.sheet.page().y += p.body.size * 0.8
}

func (p *paper) heading(s string, x, width float32) {
	f := p.body.heavy().at(p.body.size * pick(p.dice, []float32{1, 1.15, 1.3}))
	if p.sections > 0 || p.chance(0.2) {
		p.sections++
		s = fmt.Sprintf("%d. %s", p.sections, s)
	}
	p.room(f.size * 4)
	page := p.sheet.page()
	page.y = p.sheet.block(f.wrap(tokens(s, 0), width), x, page.y+f.size*0.4, width, f, left) + 2
	if p.chance(0.25) {
		p.sheet.lie(x, page.y, width)
		page.y += 3
	}
}

// labelFont is that of labels beside values.
func (p *paper) labelFont() font {
	if p.boldLabels {
		return p.body.heavy()
	}
	return p.body
}

// colons draws labels with colons and their values right behind.
func (p *paper) colons(all []*entry, x, width float32) {
	for _, e := range all {
		e.stands("colon")
		f := p.labelFont()
		label := tokens(e.label+p.colon, 0)
		p.room(p.body.size * 2)
		page := p.sheet.page()
		end := p.sheet.put(label, x, page.y+p.body.rise(), width, f, left) + p.body.space()
		first := p.body.wrap(e.line(), max(width-(end-x), 20))[0]
		p.sheet.put(first, end, page.y+p.body.rise(), width, p.body, left)
		page.y += p.body.size * leading
		if rest := e.line()[len(first):]; len(rest) > 0 {
			page.y = p.sheet.block(p.body.wrap(rest, width), x, page.y, width, p.body, left)
		}
		page.y += p.spacing
	}
}

// tabs draws values at a tab.
func (p *paper) tabs(all []*entry, x, width float32) {
	f, colon := p.labelFont(), pick(p.dice, []string{"", ":", p.colon})
	tab := float32(0)
	for _, e := range all {
		tab = max(tab, f.width(e.label+colon))
	}
	tab = min(tab, width*0.45) + p.body.size*pick(p.dice, []float32{0.8, 1.5, 3})
	align := pick(p.dice, []int{left, left, left, right})
	for _, e := range all {
		e.stands("tab")
		labels := f.wrap(tokens(e.label+colon, 0), tab-p.body.size*0.7)
		values := e.words(p.body, width-tab)
		p.room(float32(max(len(labels), len(values))) * p.body.size * leading)
		page := p.sheet.page()
		below := p.sheet.block(labels, x, page.y, tab-p.body.size*0.7, f, align)
		page.y = max(below, p.sheet.block(values, x+tab, page.y, width-tab, p.body, left)) + p.spacing
	}
}

// farApart draws labels at the left edge and values at the right one.
func (p *paper) farApart(all []*entry, x, width float32) {
	f, dots, ruled := p.labelFont(), p.chance(0.15), p.chance(0.2)
	for _, e := range all {
		e.stands("far")
		values := e.words(p.body, width*0.55)
		p.room(float32(len(values)) * p.body.size * leading)
		page := p.sheet.page()
		labels := f.wrap(tokens(e.label, 0), width*0.42)
		below := p.sheet.block(labels, x, page.y, width, f, left)
		if n := int((width - f.width(e.label) - p.body.widthOf(values[0]) - 3*p.body.space()) / p.body.width(".")); dots && n > 3 && len(labels) == 1 {
			p.sheet.put(tokens(strings.Repeat(".", n), 0), x+f.width(e.label)+p.body.space(), page.y+p.body.rise(), width, p.body, left)
		}
		page.y = max(below, p.sheet.block(values, x, page.y, width, p.body, right)) + p.spacing
		if ruled {
			p.sheet.lie(x, page.y, width)
			page.y += 2
		}
	}
}

// small is the font of small print above values.
func (p *paper) small() font { return p.labelFont().at(max(p.body.size*p.smallness, 5.5)) }

// above draws labels in small print with their values below, some beside each other.
func (p *paper) above(all []*entry, x, width float32) {
	f := p.small()
	count := max(1, min(p.within(1, 3), int(width/130)))
	wide := width / float32(count)
	for first := 0; first < len(all); first += count {
		row := all[first:min(first+count, len(all))]
		p.room(p.body.size * 6)
		page := p.sheet.page()
		bottom := page.y
		for i, e := range row {
			e.stands("above")
			at := x + float32(i)*wide
			y := p.sheet.block(f.wrap(tokens(e.label, 0), wide-8), at, page.y, wide, f, left)
			bottom = max(bottom, p.sheet.block(e.words(p.body, wide-8), at, y, wide, p.body, left))
		}
		page.y = bottom + p.body.size*0.6
	}
}

// boxes draws a form: boxes with small print above what is filled in.
func (p *paper) boxes(all []*entry, x, width float32) {
	f := p.small()
	numbered, align := p.chance(0.25), left
	if p.chance(0.15) {
		align = right
	}
	most := max(1, min(4, int(width/110)))
	for first := 0; first < len(all); {
		row := all[first:min(first+p.within(1, most), len(all))]
		parts := make([]float32, len(row))
		total := float32(0)
		for i := range parts {
			parts[i] = 0.7 + p.Float32()
			total += parts[i]
		}
		p.room(p.body.size * 8)
		page := p.sheet.page()
		bottom, at := page.y+p.body.size*2.4, x
		for i, e := range row {
			e.stands("box")
			parts[i] *= width / total
			label := e.label
			if numbered {
				label = fmt.Sprintf("%d %s", first+i+1, label)
			}
			y := p.sheet.block(f.wrap(tokens(label, 0), parts[i]-6), at+3, page.y+2, parts[i]-6, f, left)
			own := align
			if e.value.kind != "number" || len(e.value.lines) > 1 {
				own = left
			}
			bottom = max(bottom, p.sheet.block(e.words(p.body, parts[i]-6), at+3, y+1, parts[i]-6, p.body, own)+2)
			at += parts[i]
		}
		at = x
		for _, part := range parts {
			p.sheet.frame(layout.Box{X: at, Y: page.y, Width: part, Height: bottom - page.y})
			at += part
		}
		page.y = bottom
		first += len(row)
	}
}

// cells draws a table with rules that has labels and values in turn.
func (p *paper) cells(all []*entry, x, width float32) {
	f := p.labelFont()
	pairs := 1
	if width > 400 && p.chance(0.4) {
		pairs = 2
	}
	wide := width / float32(pairs)
	tab := wide * (0.3 + 0.15*p.Float32())
	for first := 0; first < len(all); first += pairs {
		row := all[first:min(first+pairs, len(all))]
		p.room(p.body.size * 5)
		page := p.sheet.page()
		bottom := page.y
		for i, e := range row {
			e.stands("cells")
			at := x + float32(i)*wide
			bottom = max(bottom, p.sheet.block(f.wrap(tokens(e.label, 0), tab-6), at+3, page.y+2, tab, f, left),
				p.sheet.block(e.words(p.body, wide-tab-6), at+tab+3, page.y+2, wide-tab, p.body, left))
		}
		for i := range row {
			at := x + float32(i)*wide
			p.sheet.frame(layout.Box{X: at, Y: page.y, Width: tab, Height: bottom + 2 - page.y})
			p.sheet.frame(layout.Box{X: at + tab, Y: page.y, Width: wide - tab, Height: bottom + 2 - page.y})
		}
		page.y = bottom + 2
	}
}

// several draws some pairs on each line.
func (p *paper) several(all []*entry, x, width float32) {
	between := pick(p.dice, []string{"", "·", "|", "–"})
	f, colon := p.labelFont(), pick(p.dice, []string{p.colon, p.colon, ""})
	at, page := x, (*sheetPage)(nil)
	for _, e := range all {
		e.stands("several")
		label := tokens(e.label+colon, 0)
		wide := f.widthOf(label) + p.body.space() + p.body.widthOf(e.line())
		if page == nil || at+wide > x+width {
			if page != nil {
				page.y += p.body.size*leading + p.spacing
			}
			p.room(p.body.size * 2)
			at, page = x, p.sheet.page()
		} else if between != "" {
			at = p.sheet.put(tokens(between, 0), at, page.y+p.body.rise(), width, p.body, left) + p.body.size*0.8
		}
		end := p.sheet.put(label, at, page.y+p.body.rise(), width, f, left) + p.body.space()
		at = p.sheet.put(e.line(), end, page.y+p.body.rise(), width, p.body, left) + p.body.size*pick(p.dice, []float32{0.8, 1.5, 3})
	}
	page.y += p.body.size * leading
}

// row draws labels in a row and their values in the one below.
func (p *paper) row(all []*entry, x, width float32) {
	f := p.labelFont().at(p.body.size * pick(p.dice, []float32{0.8, 1}))
	ruled := p.among(50, 25, 25)
	for len(all) > 0 {
		n := 0
		used := float32(0)
		for n < len(all) && n < 6 && (n == 0 || used+wider(p, f, all[n]) < width) {
			used += wider(p, f, all[n])
			n++
		}
		spare := max(0, width-used) / float32(n)
		p.room(p.body.size * 5)
		page := p.sheet.page()
		at, y, bottom := x, page.y, float32(0)
		for _, e := range all[:n] {
			e.stands("row")
			wide := wider(p, f, e) + spare
			p.sheet.put(tokens(e.label, 0), at+2, page.y+2+f.rise(), wide, f, left)
			y = page.y + 4 + f.size*leading
			bottom = max(bottom, p.sheet.block(e.words(p.body, wide-6), at+2, y, wide, p.body, left))
			at += wide
		}
		switch ruled {
		case 1:
			p.sheet.lie(x, y-1, width)
		case 2:
			at = x
			for _, e := range all[:n] {
				wide := wider(p, f, e) + spare
				p.sheet.frame(layout.Box{X: at, Y: page.y, Width: wide, Height: y - 1 - page.y})
				p.sheet.frame(layout.Box{X: at, Y: y - 1, Width: wide, Height: bottom + 2 - y})
				at += wide
			}
		}
		page.y = bottom + p.body.size*0.6
		all = all[n:]
	}
}

func wider(p *paper, f font, e *entry) float32 {
	return max(f.width(e.label), p.body.widthOf(e.line())) + p.body.size*1.5
}

// signatures draws values with lines below, and below these the labels.
func (p *paper) signatures(all []*entry, x, width float32) {
	f := p.small()
	count := max(1, min(2, int(width/180)))
	wide := width / float32(count)
	for first := 0; first < len(all); first += count {
		p.room(p.body.size * 6)
		page := p.sheet.page()
		bottom := page.y
		row := all[first:min(first+count, len(all))]
		for _, e := range row {
			bottom = max(bottom, page.y+float32(len(e.words(p.body, wide-20)))*p.body.size*leading)
		}
		for i, e := range row {
			e.stands("below")
			at := x + float32(i)*wide
			values := e.words(p.body, wide-20)
			p.sheet.block(values, at, bottom-float32(len(values))*p.body.size*leading, wide, p.body, left)
			p.sheet.lie(at, bottom+1, wide-20)
			p.sheet.block(f.wrap(tokens(e.label, 0), wide-20), at, bottom+2, wide, f, left)
		}
		page.y = bottom + 2 + f.size*leading*2
	}
}

// room begins a new page if so much does not fit, unless what is drawn must stay beside something.
func (p *paper) room(height float32) {
	if !p.beside {
		p.sheet.room(height)
	}
}
