package listing

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/paper"
	"assay/service/extract/read"
	"assay/service/extract/words"
)

// paperColumns gives each field a column of a document's table by its name or role.
func paperColumns(e *Engine, w *fields.Field, l *find.Ledger) tableMatch {
	ws := w.Children
	have := headRoles(e, l)
	m := matchColumns(ws, len(l.Heads), func(w *fields.Field, c int) float64 {
		fit := headFits(e, w, l, c, have)
		if fit < e.Weights.MinSimilarity {
			return 0
		}
		if share := columnFit(e, w, l, c); share > 0 {
			return fit * (0.6 + 0.4*share)
		}
		return 0
	}, make([]float64, len(l.Heads)))
	giveNoun(w, &m, func(c int) string { return l.Heads[c].Text })
	if 2*m.named >= len(ws) {
		m.score += openColumns(e, ws, l, &m)
	}
	return m
}

// paperRows reads the rows of the first of some tables, and of those that go on
// with it, but for those of sums.
func paperRows(e *Engine, w *fields.Field, tables []find.Ledger, columns []int) []fields.Answer {
	l := &tables[0]
	rows := ledgerRows(e, w, l, columns, l.Rows)
	if l.Spans == nil {
		return rows
	}
	last := l
	for i := range tables[1:] {
		next := &tables[1+i]
		switch {
		case next.Spans != nil && continues(e, last, next):
			rows = append(rows, ledgerRows(e, w, next, columns, next.Rows)...)
			last = next
		case next.Spans == nil && sameHeads(l, next) && pageOf(e, l.Heads) == pageOf(e, next.Heads):
			rows = append(rows, ledgerRows(e, w, &find.Ledger{Table: next.Table}, columns, after(e, next.Rows, last))...)
			return rows
		}
	}
	return rows
}

func ledgerRows(e *Engine, w *fields.Field, l *find.Ledger, columns []int, rows []paper.TableRow) []fields.Answer {
	var out []fields.Answer
	for r, row := range rows {
		a := fields.Answer{Children: make([]fields.Answer, len(w.Children))}
		if l.Spans != nil {
			a.From, a.To = l.Spans[r].From, l.Spans[r].To
		}
		filled := 0
		for i, f := range w.Children {
			a.Children[i].Field = f
			a.Children[i].Leaf.Node = content.None
			if columns[i] < 0 || row[columns[i]].Node == content.None {
				if !f.Query.IsLeaf() || f.Query.List {
					a.Children[i] = container(e, []*fields.Field{f}, rowScope(a, row))[0]
				}
				continue
			}
			v := ledgerValue(e, f, l, row, columns[i])
			if v.JSON != "" {
				filled++
			}
			if f.Query.List {
				if v.JSON != "" {
					a.Children[i].List = []fields.Answer{{Leaf: v}}
				}
				continue
			}
			a.Children[i].Leaf = v
		}
		if filled > 0 && !isSumRow(row, filled, len(columns)) {
			out = append(out, a)
		}
	}
	return out
}

// goodsList answers a list of containers from things above their sum, if names and
// amounts are asked for.
func goodsList(e *Engine, w *fields.Field, s onpage.Scope) *find.Reading {
	table, ok := e.Sheet.Goods()
	if !ok || !s.Whole {
		return nil
	}
	l := find.Ledger{Table: table}
	if !slices.ContainsFunc(w.Children, func(f *fields.Field) bool { return isLineTotal(e, f) }) {
		for c := range l.Heads { // the price is what is printed
			if l.Heads[c].Role == paper.Named("unitprice") {
				l.Heads[c].Role = 0
			}
		}
	}
	m := paperColumns(e, w, &l)
	if m.named < 2 {
		return nil
	}
	return &find.Reading{Score: m.mean(), Answers: func() []fields.Answer { return ledgerRows(e, w, &l, m.columns, l.Rows) }}
}

// openColumns gives fields that no column names the columns that are left over, if these can hold
// what they ask for: the first of days, the only one of numbers, and of words the one whose cells
// have the form that is likeliest for the field. It returns what that adds to the score.
func openColumns(e *Engine, ws []*fields.Field, l *find.Ledger, m *tableMatch) float64 {
	var open []int
	for i, w := range ws {
		if m.columns[i] < 0 && w.Query.IsLeaf() && !w.Query.List && w.Type != query.Boolean {
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
		case w.Type == query.Date || w.Type == query.DateTime:
			for c := range l.Heads {
				if !m.taken[c] && columnFit(e, w, l, c) == 1 {
					give(i, c)
					break
				}
			}
		case find.IsNumeric(w.Type):
			numbers = append(numbers, i)
		case w.Type == 0:
			texts = append(texts, i)
		}
	}
	if len(numbers) == 1 {
		if c, only := onlyNumbers(e, ws[numbers[0]], l, m); only {
			give(numbers[0], c)
		}
	}
	have := headRoles(e, l)
	for len(texts) > 0 {
		field, column, most := -1, -1, math.Inf(-1)
		for k, i := range texts {
			if role := e.Roles[ws[i].Query]; role != 0 && role.Form() != paper.AnyText {
				continue
			}
			for c := range l.Heads {
				if m.taken[c] || !l.OfWords(c) || have[c] != 0 && have[c].Form() != paper.AnyText && have[c].Form() != paper.Amount {
					continue
				}
				if fits := cellsFit(ws[i], l, c); fits > most {
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

// after returns the rows on the pages after those of a table.
func after(e *Engine, rows []paper.TableRow, last *find.Ledger) []paper.TableRow {
	page := e.Tree.Boxes[last.Spans[len(last.Spans)-1].From].Page
	at := slices.IndexFunc(rows, func(row paper.TableRow) bool {
		return slices.ContainsFunc(row, func(c paper.TableCell) bool { return c.Node != content.None && e.Tree.Boxes[c.Node].Page > page })
	})
	if at < 0 {
		return nil
	}
	return rows[at:]
}

// continues reports whether a table goes on with another: on the next page, and
// with the same columns.
func continues(e *Engine, l, next *find.Ledger) bool {
	return pageOf(e, next.Heads) != pageOf(e, l.Heads) && sameHeads(l, next)
}

// headRoles returns the roles of a table's columns.
func headRoles(e *Engine, l *find.Ledger) []paper.Role {
	roles := make([]paper.Role, len(l.Heads))
	for c, h := range l.Heads {
		if roles[c] = h.Role; h.Role == 0 && h.Text != "" {
			roles[c] = paper.HeaderRole(h.Text)
		}
	}
	return roles
}

// headFits says how far a column's name or role answers for a field.
func headFits(e *Engine, w *fields.Field, l *find.Ledger, c int, have []paper.Role) float64 {
	h := l.Heads[c]
	role := e.Roles[w.Query]
	meant := e.MayMean[w.Query]
	switch {
	case h.Text == "" && h.Role == 0:
		return 0
	case meant != nil || role == 0:
		fit := headMeant(e, w, h.Text)
		for _, m := range meant {
			fit = max(fit, m.Likely*roleFits(e, m.Role, l, c, have))
		}
		if l.Keys != nil && fit < 1 {
			fit = max(fit, e.Similarity(w, l.Keys[c]))
		}
		return fit
	}
	if onpage.SameLetters(h.Text, w.Query.Name) {
		return 1.2
	}
	if have[c] != 0 || isCodeOrName(role) && isCodeOrName(have[c]) {
		return roleFits(e, role, l, c, have)
	}
	if l.Keys == nil {
		return 0
	}
	return e.Similarity(w, l.Keys[c])
}

// headMeant is how likely the name of a column means a field.
func headMeant(e *Engine, w *fields.Field, head string) float64 {
	switch {
	case head == "" || w.Meaning == nil:
		return 0
	case onpage.SameLetters(head, w.Query.Name):
		return 1.2
	}
	if one, other, ok := strings.Cut(head, " / "); ok { // either names it
		return max(headMeant(e, w, one), headMeant(e, w, other))
	}
	if p := headMeans(e, w.Meaning, head); p > 0 {
		return fields.LeastMeant + (fields.MostMeant-fields.LeastMeant)*p
	}
	return 0
}

// headMeans is how likely the name of a column means what is asked for.
func headMeans(e *Engine, asked *words.Name, head string) float64 {
	if head == "" {
		return 0
	}
	n := e.Heads[head]
	if n == nil {
		if e.Heads == nil {
			e.Heads = map[string]*words.Name{}
		}
		n = words.Default().New(head, "")
		e.Heads[head] = n
	}
	if !words.IsNear(asked, n) {
		return 0
	}
	return 1 / (1 + math.Exp(-float64(words.Logit(asked, n))))
}

// roleFits says how far a column answers for a role.
func roleFits(e *Engine, role paper.Role, l *find.Ledger, c int, have []paper.Role) float64 {
	switch {
	case isCodeOrName(role) && isCodeOrName(have[c]):
		return codeOrName(e, role, have[c], l, c)
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
func codeOrName(e *Engine, want, have paper.Role, l *find.Ledger, c int) float64 {
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

// onlyNumbers returns the column that a field's number stands in, if only one that is left over
// has numbers.
func onlyNumbers(e *Engine, w *fields.Field, l *find.Ledger, m *tableMatch) (column int, only bool) {
	column = -1
	for c := range l.Heads {
		if m.taken[c] || columnFit(e, w, l, c) < 1 || l.OfWords(c) {
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
func cellsFit(w *fields.Field, l *find.Ledger, c int) float64 {
	forms, sum, n := w.Meaning.Forms(), 0.0, 0
	for _, row := range l.Rows[:min(len(l.Rows), 5)] {
		if text := strings.TrimSpace(row[c].Text); text != "" {
			sum += float64(forms.Fits(words.Default().FormsOf(text)))
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// columnFit is the share of a column's cells that can be read as a field's value.
func columnFit(e *Engine, w *fields.Field, l *find.Ledger, c int) float64 {
	fits, filled := 0, 0
	for _, row := range l.Rows[:min(len(l.Rows), 20)] {
		if strings.TrimSpace(row[c].Text) == "" {
			continue
		}
		filled++
		day := find.IsNumeric(w.Type) && strings.HasSuffix(row[c].Text, ".") && withYear(e, row[c].Text) != row[c].Text
		if !day && ledgerValue(e, w, l, row, c).JSON != "" {
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
func ledgerValue(e *Engine, w *fields.Field, l *find.Ledger, row paper.TableRow, c int) fields.Value {
	cell := row[c]
	plain := *w
	if w.Type == 0 && w.Shape != lexicon.URL && w.Shape != lexicon.Image {
		plain.Shape = lexicon.AnyShape
	}
	text := strings.TrimSpace(cell.Text)
	switch {
	case text == "":
		return fields.Value{Node: content.None}
	case find.IsNumeric(w.Type) && l.IsDebit(row, c):
		text = "-" + text
	case find.IsNumeric(w.Type):
		text = bookkept(text)
	case w.Type == query.Date || w.Type == query.DateTime:
		text = withYear(e, text)
	}
	encoded, fit := e.Read(&plain, text)
	if fit <= 0 || encoded == `""` {
		return fields.Value{Node: content.None}
	}
	return fields.Value{JSON: encoded, Text: cell.Text, Node: cell.Node, Kind: evidence.Column, Score: e.Weights.Kind[evidence.Column] * (0.7 + 0.3*fit)}
}

// withYear adds the year of the document to a day and a month in numbers: "02.01."
func withYear(e *Engine, text string) string {
	day := strings.TrimRight(text, "./-")
	at := strings.IndexAny(day, "./-")
	now := e.Tree.Loaded
	if at < 0 || !onpage.IsDigits(day[:at], 1, 2) || !onpage.IsDigits(day[at+1:], 1, 2) || now.IsZero() {
		return text
	}
	for year := now.Year(); year >= now.Year()-1; year-- {
		whole := day + day[at:at+1] + strconv.Itoa(year)
		if d, ok := read.Date(whole, e.Index.Locale, now); ok && d.Time.Before(now.AddDate(0, monthsAhead, 0)) {
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

// pageOf returns the page that a table's header stands on.
func pageOf(e *Engine, heads []paper.Head) int32 { return e.Tree.Boxes[heads[0].Node].Page }

// rowScope is what is looked through for what a row has no column of.
func rowScope(a fields.Answer, row paper.TableRow) onpage.Scope {
	if a.To > a.From {
		return onpage.Scope{From: a.From, To: a.To}
	}
	for _, c := range row {
		if c.Node != content.None {
			return onpage.Scope{From: c.Node, To: c.Node + 1}
		}
	}
	return onpage.Scope{}
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

// sameHeads reports whether two tables have the same headers.
func sameHeads(a, b *find.Ledger) bool {
	return slices.EqualFunc(a.Heads, b.Heads, func(x, y paper.Head) bool { return strings.EqualFold(strings.TrimSpace(x.Text), y.Text) })
}

// isLineTotal reports whether a field is what all of the things of a row cost.
func isLineTotal(e *Engine, w *fields.Field) bool {
	switch e.Roles[w.Query].String() {
	case "linetotal", "total", "subtotal":
		return true
	}
	return false
}
