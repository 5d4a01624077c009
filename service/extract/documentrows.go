package extract

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/paper"
	"assay/service/extract/read"
	"assay/service/extract/words"
)

// paperColumns gives each field a column of a document's table by its name or role.
func (e *engine) paperColumns(ws []*want, l *ledger) tableMatch {
	have := e.headRoles(l)
	m := matchColumns(ws, len(l.Heads), func(w *want, c int) float64 {
		fit := e.headFits(w, l, c, have)
		if fit < e.w.MinSimilarity {
			return 0
		}
		if share := e.columnFit(w, l, c); share > 0 {
			return fit * (0.6 + 0.4*share)
		}
		return 0
	}, make([]float64, len(l.Heads)))
	if 2*m.named >= len(ws) {
		m.score += e.openColumns(ws, l, &m)
	}
	return m
}

// headRoles returns the roles of a table's columns.
func (e *engine) headRoles(l *ledger) []paper.Role {
	roles := make([]paper.Role, len(l.Heads))
	for c, h := range l.Heads {
		if roles[c] = h.Role; h.Role == 0 && h.Text != "" {
			roles[c] = paper.HeaderRole(h.Text)
		}
	}
	return roles
}

// headFits says how far a column's name or role answers for a field.
func (e *engine) headFits(w *want, l *ledger, c int, have []paper.Role) float64 {
	h := l.Heads[c]
	role := e.roles[w.field]
	meant := e.mayMean[w.field]
	switch {
	case h.Text == "" && h.Role == 0:
		return 0
	case meant != nil || role == 0:
		fit := e.headMeant(w, h.Text)
		for _, m := range meant {
			fit = max(fit, m.Likely*e.roleFits(m.Role, l, c, have))
		}
		if l.keys != nil && fit < 1 {
			fit = max(fit, e.similarity(w, l.keys[c]))
		}
		return fit
	}
	if sameLetters(h.Text, w.field.Name) {
		return 1.2
	}
	if have[c] != 0 || isCodeOrName(role) && isCodeOrName(have[c]) {
		return e.roleFits(role, l, c, have)
	}
	if l.keys == nil {
		return 0
	}
	return e.similarity(w, l.keys[c])
}

// headMeant is how likely the name of a column means a field.
func (e *engine) headMeant(w *want, head string) float64 {
	switch {
	case head == "" || w.meaning == nil:
		return 0
	case sameLetters(head, w.field.Name):
		return 1.2
	}
	if one, other, ok := strings.Cut(head, " / "); ok { // either names it
		return max(e.headMeant(w, one), e.headMeant(w, other))
	}
	if p := e.headMeans(w.meaning, head); p > 0 {
		return leastMeant + (mostMeant-leastMeant)*p
	}
	return 0
}

// headMeans is how likely the name of a column means what is asked for.
func (e *engine) headMeans(asked *words.Name, head string) float64 {
	if head == "" {
		return 0
	}
	n := e.heads[head]
	if n == nil {
		if e.heads == nil {
			e.heads = map[string]*words.Name{}
		}
		n = words.Default().New(head, "")
		e.heads[head] = n
	}
	if !words.IsNear(asked, n) {
		return 0
	}
	return 1 / (1 + math.Exp(-float64(words.Logit(asked, n))))
}

// roleFits says how far a column answers for a role.
func (e *engine) roleFits(role paper.Role, l *ledger, c int, have []paper.Role) float64 {
	switch {
	case isCodeOrName(role) && isCodeOrName(have[c]):
		return e.codeOrName(role, have[c], l, c)
	case have[c] == role:
		return 1
	case have[c] != 0 && have[c].Form() == paper.Amount && onlyAmount(role, have):
		return max(onlyMoney, paperLikeness(role, have[c]))
	case have[c] != 0:
		return paperLikeness(role, have[c])
	}
	return 0
}

// paperLikeness says how far a column of one role answers for another.
func paperLikeness(want, have paper.Role) float64 {
	switch want.String() + " " + have.String() {
	case "total linetotal", "subtotal linetotal":
		return 0.9
	case "rate tax", "tax rate", "total subtotal":
		return 0.7
	case "linetotal result", "linetotal total", "linetotal subtotal", "sku position", "position sku", "description sku", "sku description", "paid debit", "paid credit":
		return 0.6
	}
	return 0
}

// onlyMoney is how far a table's only column of amounts answers for any amount of
// its rows.
const onlyMoney = 0.6

// onlyAmount reports whether an amount is asked for of a table that has one column
// of amounts.
func onlyAmount(want paper.Role, have []paper.Role) bool {
	n := 0
	for _, h := range have {
		if h != 0 && h.Form() == paper.Amount {
			n++
		}
	}
	return n == 1 && want.Form() == paper.Amount
}

// isCodeOrName reports whether a role is what a thing is called, by a name or by a
// code: columns of either are headed by the word for the thing.
func isCodeOrName(r paper.Role) bool {
	return r != 0 && (r.String() == "sku" || r.String() == "description")
}

// codeOrName says how far a column answers for the name or the code of a thing,
// by what its cells look like.
func (e *engine) codeOrName(want, have paper.Role, l *ledger, c int) float64 {
	codes, all := 0, 0
	for _, row := range l.Rows[:min(len(l.Rows), 20)] {
		if text := strings.TrimSpace(row[c].Text); text != "" {
			all++
			if !strings.Contains(text, " ") && strings.ContainsAny(text, "0123456789") {
				codes++
			}
		}
	}
	ofCodes := 10*codes >= 7*all
	switch {
	case want == have && ofCodes == (want.String() == "sku"):
		return 1
	case want == have:
		return 0.8
	case ofCodes == (want.String() == "sku"):
		return 0.7
	}
	return 0
}

// openColumns gives fields that no column names the columns that are left over, if these can hold
// what they ask for: the first of days, the only one of numbers, and of words the one whose cells
// have the form that is likeliest for the field. It returns what that adds to the score.
func (e *engine) openColumns(ws []*want, l *ledger, m *tableMatch) float64 {
	var open []int
	for i, w := range ws {
		if m.columns[i] < 0 && w.field.IsLeaf() && !w.field.List && w.typ != query.Boolean {
			open = append(open, i)
		}
	}
	added := 0.0
	give := func(field, column int) {
		m.columns[field], m.taken[column] = column, true
		added += 0.5
	}
	var numbers, texts []int // fields
	for _, i := range open {
		switch w := ws[i]; {
		case w.typ == query.Date || w.typ == query.DateTime:
			for c := range l.Heads {
				if !m.taken[c] && e.columnFit(w, l, c) == 1 {
					give(i, c)
					break
				}
			}
		case isNumeric(w.typ):
			numbers = append(numbers, i)
		case w.typ == 0:
			texts = append(texts, i)
		}
	}
	if len(numbers) == 1 {
		if c, only := e.onlyNumbers(ws[numbers[0]], l, m); only {
			give(numbers[0], c)
		}
	}
	have := e.headRoles(l)
	for len(texts) > 0 {
		field, column, most := -1, -1, math.Inf(-1)
		for k, i := range texts {
			if role := e.roles[ws[i].field]; role != 0 && role.Form() != paper.AnyText {
				continue
			}
			for c := range l.Heads {
				if m.taken[c] || !l.ofWords(c) || have[c] != 0 && have[c].Form() != paper.AnyText && have[c].Form() != paper.Amount {
					continue
				}
				if fits := ws[i].cellsFit(l, c); fits > most {
					field, column, most = k, c, fits
				}
			}
		}
		if field < 0 {
			break
		}
		give(texts[field], column)
		texts = slices.Delete(texts, field, field+1)
	}
	return added
}

// onlyNumbers returns the column that a field's number stands in, if only one that is left over
// has numbers.
func (e *engine) onlyNumbers(w *want, l *ledger, m *tableMatch) (column int, only bool) {
	column = -1
	for c := range l.Heads {
		if m.taken[c] || e.columnFit(w, l, c) < 1 || l.ofWords(c) {
			continue
		}
		if column >= 0 {
			return -1, false
		}
		column = c
	}
	return column, column >= 0
}

// cellsFit is how likely the first cells of a column have the form that a field asks for.
func (w *want) cellsFit(l *ledger, c int) float64 {
	forms, sum, n := w.meaning.Forms(), 0.0, 0
	for _, row := range l.Rows[:min(len(l.Rows), 5)] {
		if text := strings.TrimSpace(row[c].Text); text != "" {
			sum += float64(forms.Fits(words.Default().FormsOf(text)))
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// ofWords reports whether a column has words that tell its rows apart.
func (l *ledger) ofWords(c int) bool {
	rows := l.Rows[:min(len(l.Rows), 20)]
	words, seen := 0, map[string]bool{}
	for _, row := range rows {
		if text := row[c].Text; text != "" {
			if letters(text)*2 >= len(text) && len(text) < 160 {
				words++
			}
			seen[text] = true
		}
	}
	return words*10 >= len(rows)*7 && len(seen)*10 >= len(rows)*6
}

// columnFit is the share of a column's cells that can be read as a field's value.
func (e *engine) columnFit(w *want, l *ledger, c int) float64 {
	fits, filled := 0, 0
	for _, row := range l.Rows[:min(len(l.Rows), 20)] {
		if strings.TrimSpace(row[c].Text) == "" {
			continue
		}
		filled++
		day := isNumeric(w.typ) && strings.HasSuffix(row[c].Text, ".") && e.withYear(row[c].Text) != row[c].Text
		if !day && e.ledgerValue(w, l, row, c).json != "" {
			fits++
		}
	}
	if filled == 0 {
		return 0.1
	}
	return float64(fits) / float64(filled)
}

// ledgerValue reads a cell of a document's table. What has no type is taken as it
// stands, whatever the field's name suggests.
func (e *engine) ledgerValue(w *want, l *ledger, row paper.TableRow, c int) value {
	cell := row[c]
	plain := *w
	if w.typ == 0 && w.shape != lexicon.URL && w.shape != lexicon.Image {
		plain.shape = lexicon.AnyShape
	}
	text := strings.TrimSpace(cell.Text)
	switch {
	case text == "":
		return value{node: content.None}
	case isNumeric(w.typ) && l.isDebit(row, c):
		text = "-" + text
	case isNumeric(w.typ):
		text = bookkept(text)
	case w.typ == query.Date || w.typ == query.DateTime:
		text = e.withYear(text)
	}
	encoded, fit := e.read(&plain, text)
	if fit <= 0 || encoded == `""` {
		return value{node: content.None}
	}
	return value{json: encoded, text: cell.Text, node: cell.Node, kind: evidence.Column, score: e.w.Kind[evidence.Column] * (0.7 + 0.3*fit)}
}

func isNumeric(t query.Type) bool {
	return t == query.Integer || t == query.Number || t == query.Price || t == query.Percent
}

// sideMarks are what banks put after an amount that was taken, and after one that was added.
var sideMarks = [...][2]string{{"S", "H"}, {"DR", "CR"}, {"D", "C"}, {"D", "H"}}

// isDebit reports whether a cell is an amount that was taken, in a column where amounts that were
// taken and those that were added are marked.
func (l *ledger) isDebit(row paper.TableRow, c int) bool {
	has := func(text, mark string) bool {
		number, ok := strings.CutSuffix(text, mark)
		return ok && letters(number) == 0 && strings.ContainsAny(number, "0123456789")
	}
	for _, marks := range sideMarks {
		if has(row[c].Text, marks[0]) {
			return slices.ContainsFunc(l.Rows, func(other paper.TableRow) bool { return has(other[c].Text, marks[1]) })
		}
	}
	return false
}

// withYear adds the year of the document to a day and a month in numbers: "02.01."
func (e *engine) withYear(text string) string {
	day := strings.TrimRight(text, "./-")
	at := strings.IndexAny(day, "./-")
	now := e.t.Loaded
	if at < 0 || !isDigits(day[:at], 1, 2) || !isDigits(day[at+1:], 1, 2) || now.IsZero() {
		return text
	}
	for year := now.Year(); year >= now.Year()-1; year-- {
		whole := day + day[at:at+1] + strconv.Itoa(year)
		if d, ok := read.Date(whole, e.x.Locale, now); ok && d.Time.Before(now.AddDate(0, monthsAhead, 0)) {
			return whole
		}
	}
	return text
}

// monthsAhead is how long after a document days without a year are at most.
const monthsAhead = 6

// bookkept returns a number in brackets, as books have what is less than nothing,
// with a minus.
func bookkept(s string) string {
	inside, open := strings.CutPrefix(s, "(")
	inside, closed := strings.CutSuffix(inside, ")")
	if open && closed && inside != "" && !strings.ContainsFunc(inside, unicode.IsLetter) && strings.ContainsAny(inside, "0123456789") {
		return "-" + inside
	}
	return s
}

// paperRows reads the rows of the first of some tables, and of those that go on
// with it, but for those of sums.
func (e *engine) paperRows(w *want, tables []ledger, columns []int) []answer {
	l := &tables[0]
	rows := e.ledgerRows(w, l, columns, l.Rows)
	if l.spans == nil {
		return rows
	}
	last := l
	for i := range tables[1:] {
		next := &tables[1+i]
		switch {
		case next.spans != nil && e.continues(last, next):
			rows = append(rows, e.ledgerRows(w, next, columns, next.Rows)...)
			last = next
		case next.spans == nil && sameHeads(l, next) && e.pageOf(l.Heads) == e.pageOf(next.Heads):
			rows = append(rows, e.ledgerRows(w, &ledger{Table: next.Table}, columns, e.after(next.Rows, last))...)
			return rows
		}
	}
	return rows
}

// after returns the rows on the pages after those of a table.
func (e *engine) after(rows []paper.TableRow, last *ledger) []paper.TableRow {
	page := e.t.Boxes[last.spans[len(last.spans)-1].from].Page
	at := slices.IndexFunc(rows, func(row paper.TableRow) bool {
		return slices.ContainsFunc(row, func(c paper.TableCell) bool { return c.Node != content.None && e.t.Boxes[c.Node].Page > page })
	})
	if at < 0 {
		return nil
	}
	return rows[at:]
}

func (e *engine) pageOf(heads []paper.Head) int32 { return e.t.Boxes[heads[0].Node].Page }

func (e *engine) ledgerRows(w *want, l *ledger, columns []int, rows []paper.TableRow) []answer {
	var out []answer
	for r, row := range rows {
		a := answer{child: make([]answer, len(w.children))}
		if l.spans != nil {
			a.from, a.to = l.spans[r].from, l.spans[r].to
		}
		filled := 0
		for i, f := range w.children {
			a.child[i].w = f
			a.child[i].leaf.node = content.None
			if columns[i] < 0 || row[columns[i]].Node == content.None {
				if !f.field.IsLeaf() || f.field.List {
					a.child[i] = e.container([]*want{f}, rowScope(a, row))[0]
				}
				continue
			}
			v := e.ledgerValue(f, l, row, columns[i])
			if v.json != "" {
				filled++
			}
			if f.field.List {
				if v.json != "" {
					a.child[i].list = []answer{{leaf: v}}
				}
				continue
			}
			a.child[i].leaf = v
		}
		if filled > 0 && !isSumRow(row, filled, len(columns)) {
			out = append(out, a)
		}
	}
	return out
}

// rowScope is what is looked through for what a row has no column of.
func rowScope(a answer, row paper.TableRow) scope {
	if a.to > a.from {
		return scope{from: a.from, to: a.to}
	}
	for _, c := range row {
		if c.Node != content.None {
			return scope{from: c.Node, to: c.Node + 1}
		}
	}
	return scope{}
}

// isSumRow reports whether a row of a table is of its sums rather than a record.
func isSumRow(row paper.TableRow, filled, fields int) bool {
	if 2*filled > fields+1 && (filled == fields || strings.TrimSpace(row[0].Text) != "") {
		return false
	}
	for _, c := range row {
		if strings.TrimSpace(c.Text) != "" {
			return paper.IsSum(c.Text)
		}
	}
	return false
}

// continues reports whether a table goes on with another: on the next page, and
// with the same columns.
func (e *engine) continues(l, next *ledger) bool {
	return e.pageOf(next.Heads) != e.pageOf(l.Heads) && sameHeads(l, next)
}

func sameHeads(a, b *ledger) bool {
	return slices.EqualFunc(a.Heads, b.Heads, func(x, y paper.Head) bool { return strings.EqualFold(strings.TrimSpace(x.Text), y.Text) })
}

// goodsList answers a list of containers from things above their sum, if names and
// amounts are asked for.
func (e *engine) goodsList(w *want, s scope) *reading {
	table, ok := e.sheet.Goods()
	if !ok || !s.whole {
		return nil
	}
	l := ledger{Table: table}
	if !slices.ContainsFunc(w.children, func(f *want) bool { return e.isLineTotal(f) }) {
		for c := range l.Heads { // the price is what is printed
			if l.Heads[c].Role == paper.Named("unitprice") {
				l.Heads[c].Role = 0
			}
		}
	}
	m := e.paperColumns(w.children, &l)
	if m.named < 2 {
		return nil
	}
	return &reading{m.mean(), func() []answer { return e.ledgerRows(w, &l, m.columns, l.Rows) }}
}

// isLineTotal reports whether a field is what all of the things of a row cost.
func (e *engine) isLineTotal(w *want) bool {
	switch e.roles[w.field].String() {
	case "linetotal", "total", "subtotal":
		return true
	}
	return false
}
