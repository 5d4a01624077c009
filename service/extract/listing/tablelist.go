package listing

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/align"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/find"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/read"
)

// bestTable weighs the page's tables by their headers. Tables of the same headers
// of which none is named better than the others are one list in parts.
func bestTable(e *Engine, w *fields.Field, s onpage.Scope) *find.Reading {
	type part struct {
		grid    *evidence.Grid
		columns []int
	}
	var parts []part
	best := 0.0
	for _, g := range e.Index.Tables {
		if !s.Holds(g.Node) || !e.InPlace(w, g.Node) {
			continue
		}
		m := matchHeaders(e, w, g)
		if m.named == 0 {
			continue
		}
		score := m.mean() + rowLinks(e, w.Children, g, m.columns)
		name := 0.0
		for _, k := range g.Titles {
			name = max(name, e.Similarity(w, k))
		}
		for i := range g.Headers { // the column of names says what the rows are
			if !isAnyList(w) {
				name = max(name, e.Similarity(w, g.Headers[i].Key))
			}
		}
		score = score*e.Weights.TableColumn + e.Weights.SetName*0.5*name
		score += 0.15*headersHinted(e, w, g) + titleHint*titleHinted(e, w, g)
		switch {
		case len(parts) == 0 || score > best:
			parts, best = append(parts[:0], part{g, m.columns}), score
		case score == best && sameHeaders(parts[0].grid, g):
			parts = append(parts, part{g, m.columns})
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return &find.Reading{Score: best, Answers: func() []fields.Answer {
		out := tableRows(e, w, parts[0].grid, parts[0].columns)
		for _, p := range parts[1:] {
			out = append(out, tableRows(e, w, p.grid, p.columns)...)
		}
		return out
	}}
}

// linked is what an address or picture counts for that the rows of a table have without
// a column of its own.
const linked = 0.7

// rowLinks says how much the addresses and pictures of rows answer of the fields that
// no column does.
func rowLinks(e *Engine, ws []*fields.Field, g *evidence.Grid, columns []int) float64 {
	score := 0.0
	for i, w := range ws {
		if columns[i] >= 0 || align.SideOf(w) != onpage.AddressSide || !w.Query.IsLeaf() || w.Query.List || w.Other || len(g.Rows) == 0 {
			continue
		}
		if row := g.Rows[len(g.Rows)/2]; rowLink(e, w, row.Node).JSON != "" {
			score += linked
		}
	}
	return score / float64(len(ws))
}

// rowLink returns the first address or picture in a row of a table.
func rowLink(e *Engine, w *fields.Field, row content.ID) fields.Value {
	for _, text := range e.ValuesOf(w, row) {
		if encoded, fit := e.Read(w, text); fit > 0 && encoded != `""` {
			return fields.Value{JSON: encoded, Text: text, Node: row, Kind: evidence.Column, Score: e.Weights.Kind[evidence.Column] * linked}
		}
	}
	return fields.Value{Node: content.None}
}

func sameHeaders(a, b *evidence.Grid) bool {
	return slices.EqualFunc(a.Headers, b.Headers, func(x, y evidence.Header) bool { return x.Text == y.Text })
}

// titleHint is what a table gains whose title is what the list's description says.
const titleHint = 0.2

// titleHinted is 1 if a table has the title that a list's description gives.
func titleHinted(e *Engine, w *fields.Field, g *evidence.Grid) float64 {
	if w.Query.Description == "" {
		return 0
	}
	hint := lexicon.Words(w.Query.Description)
	for _, k := range append([]evidence.Key{e.Index.HeadingOver(g.Node)}, g.Titles...) {
		if k == evidence.NoKey {
			continue
		}
		if lexicon.Similarity(lexicon.CompileWords(hint), e.Index.Phrase(k)) > 0.95 {
			return 1
		}
	}
	return 0
}

// headersHinted says how many of a table's headers the list's description names.
func headersHinted(e *Engine, w *fields.Field, g *evidence.Grid) float64 {
	if w.Query.Description == "" || len(g.Headers) == 0 {
		return 0
	}
	hint := strings.ToLower(w.Query.Description)
	hits := 0
	for _, h := range g.Headers {
		if h.Text != "" && strings.Contains(hint, strings.ToLower(h.Text)) {
			hits++
		}
	}
	return float64(hits) / float64(len(g.Headers))
}

// matchHeaders gives each field of a list a column of a table by its header.
func matchHeaders(e *Engine, list *fields.Field, g *evidence.Grid) tableMatch {
	long := longHeaders(e, g)
	full := make([]float64, len(g.Headers)) // a header over several columns is that of the fullest
	for c := range full {
		full[c] = 0.01 * filled(e, g, c)
	}
	m := matchColumns(list.Children, len(g.Headers), func(w *fields.Field, c int) float64 {
		fit := headerFits(e, list, w, g, c)
		if long != nil && long[c] != evidence.NoKey {
			fit = max(fit, 0.95*e.Similarity(w, long[c]))
		}
		if onpage.SameLetters(g.Headers[c].Text, w.Query.Name) {
			fit = 1.2
		}
		if fit < e.Weights.MinSimilarity {
			return 0
		}
		return fit - 0.001*float64(c)
	}, full)
	if m.named > 0 {
		m.score += shareHeader(e, list.Children, g, &m)
		m.score += dateColumn(e, list.Children, g, &m)
		nameColumn(e, list.Children, g, &m)
	}
	return m
}

// headerFits says how far the header of a column, as it stands, answers for a field of
// a list.
func headerFits(e *Engine, list, w *fields.Field, g *evidence.Grid, c int) float64 {
	h := g.Headers[c]
	fit := e.Similarity(w, h.Key)
	if h.Key == evidence.NoKey && h.Text != "" && strings.EqualFold(h.Text, w.Query.Name) {
		fit = 1
	}
	if isPortion(w) && strings.Contains(h.Text, "%") && onlyShare(e, g, c) {
		fit = max(fit, 0.8)
	}
	if areInitials(h.Text, w.Query.Name) {
		fit = max(fit, 0.9)
	}
	if w.Concept.String() == "rank" && h.Key != evidence.NoKey && e.Index.Phrase(h.Key).Is("jobtitle") && ofNumbers(e, g, c) {
		fit = max(fit, 0.9) // a position that is a number is a place
	}
	if isCut(h.Text, w.Query.Name) || lacksKind(h.Text, w.Query.Name) {
		fit = max(fit, 0.8)
	}
	if !isAnyList(list) && (w.IsNaming() || w.Type == 0 && isOwnNumber(w)) { // players[] { name } under "Player"
		fit = max(fit, 0.95*e.Similarity(list, h.Key))
	}
	return fit
}

// sharedHeader is what a column adds that was told by a word of its header.
const sharedHeader = 0.4

// shareHeader gives the fields that are still open the free columns whose headers have
// a telling word of theirs, if no other does: among the columns of one table a word is
// enough.
func shareHeader(e *Engine, ws []*fields.Field, g *evidence.Grid, m *tableMatch) float64 {
	score := 0.0
	for i, w := range ws {
		if m.columns[i] >= 0 || !w.Query.IsLeaf() || w.Query.List {
			continue
		}
		found := -1
		for c, h := range g.Headers {
			if m.taken[c] || h.Key == evidence.NoKey || !sharesTelling(w.Name, e.Index.Phrase(h.Key)) {
				continue
			}
			if found >= 0 {
				found = -1
				break
			}
			found = c
		}
		if found >= 0 {
			m.columns[i], m.taken[found] = found, true
			score += sharedHeader
		}
	}
	return score
}

// sharesTelling reports whether two names have a word in common that tells things
// apart, and that is not a concept many names share.
func sharesTelling(a, b lexicon.Phrase) bool {
	for i := range a {
		for j := range b {
			if a[i].Word == b[j].Word && a[i].Concept == 0 && a[i].Want >= 1 && len(a[i].Word) > 3 {
				return true
			}
		}
	}
	return false
}

// nameColumn gives the field for what a row is about the first column of words that
// no other field has.
func nameColumn(e *Engine, ws []*fields.Field, g *evidence.Grid, m *tableMatch) {
	var open []int
	for i, w := range ws {
		if m.columns[i] < 0 && w.Type == 0 && w.Query.IsLeaf() && !w.Query.List {
			open = append(open, i)
		}
	}
	for _, i := range open {
		w := ws[i]
		if concept := w.Concept.String(); !w.Own && (concept != "name" && concept != "title" || !w.IsOnly("name", "title")) {
			continue
		}
		for c := range g.Headers {
			if !m.taken[c] && ofWords(e, g, c) {
				m.columns[i], m.taken[c] = c, true
				return
			}
		}
	}
	for c, h := range g.Headers { // the first column, if it has no header, says no more than that it has names, or is all that is left
		if m.taken[c] || len(open) == 0 || !ofWords(e, g, c) {
			continue
		}
		bare := c == 0 && (h.Text == "" || len(open) == 1 && m.named >= minHeaded)
		if !bare && (h.Key == evidence.NoKey || !e.Index.Phrase(h.Key).Is("name")) {
			continue
		}
		for _, i := range open {
			if w := ws[i]; m.columns[i] < 0 && (w.Shape == lexicon.Org || w.Shape == lexicon.Person || bare && (onpage.IsWords(w.Shape) || len(open) == 1)) {
				m.columns[i], m.taken[c] = c, true
				return
			}
		}
	}
}

// minHeaded is how many fields the headers of a table must name for its first column to
// answer the one that they do not.
const minHeaded = 2

// ofWords reports whether a column has words that tell its rows apart.
func ofWords(e *Engine, g *evidence.Grid, column int) bool {
	rows := g.Rows[:min(len(g.Rows), 20)]
	words, seen := 0, map[string]bool{}
	for _, row := range rows {
		if c := row.Cells[column]; c != content.None {
			text := e.Tree.Text(c)
			if onpage.Letters(text)*2 >= len(text) && len(text) < 120 {
				words++
			}
			seen[text] = true
		}
	}
	return words*10 >= len(rows)*7 && len(seen)*10 >= len(rows)*7
}

// ofNumbers reports whether the cells of a column are bare numbers.
func ofNumbers(e *Engine, g *evidence.Grid, column int) bool {
	for _, row := range g.Rows[:min(len(g.Rows), 20)] {
		if c := row.Cells[column]; c != content.None && e.Tree.Len(c) > 0 && !read.IsBareNumber(strings.TrimRight(e.Tree.Text(c), ".")) {
			return false
		}
	}
	return true
}

// filled is the share of rows that show something in a column.
func filled(e *Engine, g *evidence.Grid, column int) float64 {
	rows := g.Rows[:min(len(g.Rows), 20)]
	n := 0
	for _, row := range rows {
		if c := row.Cells[column]; c != content.None && e.Tree.Len(c) > 0 {
			n++
		}
	}
	return float64(n) / float64(len(rows))
}

// isPortion reports whether a field asks how large a part of a whole something is.
func isPortion(w *fields.Field) bool {
	if onpage.IsShare(w) || w.Type == query.Percent {
		return true
	}
	switch strings.ToLower(w.Query.Name) {
	case "weight", "weighting", "allocation", "share", "portion", "proportion", "stake":
		return true
	}
	return false
}

// onlyShare reports whether a column is the only one whose header speaks of parts of a
// hundred.
func onlyShare(e *Engine, g *evidence.Grid, column int) bool {
	for c, h := range g.Headers {
		if c != column && strings.Contains(h.Text, "%") {
			return false
		}
	}
	return true
}

// rowsAtOnce is for how many rows memory is taken at once: tables have more than 100,000.
const rowsAtOnce = 64

func tableRows(e *Engine, w *fields.Field, g *evidence.Grid, columns []int) []fields.Answer {
	out := make([]fields.Answer, 0, len(g.Rows))
	stacked := stacksOf(e, g)
	var room []fields.Answer // for the fields of the next rows
	for r := range g.Rows {
		row := &g.Rows[r]
		n := len(w.Children)
		if len(room) < n {
			room = make([]fields.Answer, n*min(rowsAtOnce, len(g.Rows)-r))
		}
		a := fields.Answer{Children: room[:n:n], From: row.Node, To: e.Tree.Nodes[row.Node].End}
		room = room[n:]
		filled := false
		for i, f := range w.Children {
			a.Children[i].Field = f
			a.Children[i].Leaf.Node = content.None
			if columns[i] < 0 || row.Cells[columns[i]] == content.None {
				switch {
				case !f.Query.IsLeaf() || f.Query.List:
					a.Children[i] = container(e, []*fields.Field{f}, onpage.Scope{From: row.Node, To: e.Tree.Nodes[row.Node].End})[0]
				case columns[i] < 0 && align.SideOf(f) == onpage.AddressSide && !f.Other:
					a.Children[i].Leaf = rowLink(e, f, row.Node)
				case columns[i] < 0:
					a.Children[i].Leaf = partValue(e, f, row, stacked)
				}
				continue
			}
			cell := row.Cells[columns[i]]
			if parts := stacked[cell]; parts != nil && align.SideOf(f) != onpage.AddressSide && !f.Query.List {
				cell = mainPart(e, parts)
			}
			v := CellValue(e, f, cell)
			if f.Query.List {
				if v.JSON != "" {
					a.Children[i].List = []fields.Answer{{Leaf: v}}
				}
				continue
			}
			a.Children[i].Leaf = v
			filled = filled || v.JSON != ""
		}
		if filled {
			out = append(out, a)
		}
	}
	return out
}

// areInitials reports whether a header is the first letters of a field's words, as GD
// for goal_difference.
func areInitials(header, field string) bool {
	words := lexicon.Words(field)
	if len(words) < 2 || len(header) != len(words) || strings.ContainsFunc(header, unicode.IsLower) {
		return false
	}
	for i, word := range words {
		if !strings.HasPrefix(word, strings.ToLower(header[i:i+1])) {
			return false
		}
	}
	return true
}

// isCut reports whether a header is a field's word cut short, as Pos for position.
func isCut(header, field string) bool {
	cut := strings.ToLower(strings.TrimSuffix(header, "."))
	if len(cut) < 3 || len(cut) > 5 {
		return false
	}
	words := lexicon.Words(field)
	return len(words) == 1 && len(words[0]) > len(cut)+1 && strings.HasPrefix(words[0], cut)
}

// lacksKind reports whether a header is a field's name without the word for what kind
// of value it is, as Return for return_price: the cells show that.
func lacksKind(header, field string) bool {
	words := lexicon.Words(field)
	last := len(words) - 1
	if last < 1 {
		return false
	}
	switch words[last] {
	case "price", "fare", "cost", "amount", "fee", "rate", "date", "time", "day", "number", "no", "count", "name", "type", "code", "value", "text", "year",
		"preis", "datum", "zeit", "nummer", "jahr", "prix", "annee", "precio", "prezzo", "anno":
		return strings.Join(words[:last], "") == strings.Join(lexicon.Words(header), "")
	}
	return false
}

// isOwnNumber reports whether a field of a list asks for what its records are told
// apart by: the number of an invoice stands under "Invoice".
func isOwnNumber(w *fields.Field) bool {
	switch strings.ToLower(w.Query.Name) {
	case "number", "no", "nr", "num", "id", "code", "nummer", "numero", "número", "numéro":
		return true
	}
	return false
}

// dateColumn gives a day that is still open the free column that alone has days in all
// its cells, whatever its header calls them.
func dateColumn(e *Engine, ws []*fields.Field, g *evidence.Grid, m *tableMatch) float64 {
	open := -1
	for i, w := range ws {
		if m.columns[i] < 0 && (w.Type == query.Date || w.Type == query.DateTime) && w.Query.IsLeaf() && !w.Query.List {
			if open >= 0 {
				return 0
			}
			open = i
		}
	}
	if open < 0 {
		return 0
	}
	found := -1
	for c := range g.Headers {
		if !hasDays(e, ws[open], g, c) {
			continue
		}
		if found >= 0 || m.taken[c] {
			return 0
		}
		found = c
	}
	if found < 0 {
		return 0
	}
	m.columns[open], m.taken[found] = found, true
	return sharedHeader
}

// hasDays reports whether all rows of a table have a day in a column.
func hasDays(e *Engine, w *fields.Field, g *evidence.Grid, column int) bool {
	for _, row := range g.Rows[:min(len(g.Rows), 20)] {
		if c := row.Cells[column]; c == content.None || e.Tree.Len(c) > onpage.MaxPattern || CellValue(e, w, c).JSON == "" {
			return false
		}
	}
	return len(g.Rows) > 0
}

// matchColumns gives each field the column of a table that answers it best, no column
// to two fields. fits says how far a column answers a field, 0 if not at all; of fields
// and columns that fit as well, the fuller column comes first.
func matchColumns(ws []*fields.Field, columns int, fits func(w *fields.Field, column int) float64, fullness []float64) tableMatch {
	var pairs []align.FieldColumn
	m := tableMatch{columns: make([]int, len(ws)), taken: make([]bool, columns)}
	for i, w := range ws {
		m.columns[i] = -1
		if !w.Query.IsLeaf() {
			continue
		}
		for c := range columns {
			if score := fits(w, c); score > 0 {
				pairs = append(pairs, align.FieldColumn{Field: i, Column: c, Score: score})
			}
		}
	}
	sort.SliceStable(pairs, func(a, b int) bool {
		return pairs[a].Score+fullness[pairs[a].Column] > pairs[b].Score+fullness[pairs[b].Column]
	})
	led := make([]bool, columns)
	for _, p := range pairs {
		of := m.taken
		if align.SideOf(ws[p.Field]) == onpage.AddressSide { // the words of a cell and where they lead are two things
			of = led
		}
		if m.columns[p.Field] >= 0 || of[p.Column] {
			continue
		}
		m.columns[p.Field], of[p.Column] = p.Column, true
		m.score += min(1, p.Score)
		m.named++
	}
	return m
}

// giveNoun gives the column that is headed by what a list holds one of, "Passenger" of passengers, to
// the first field that no column names and that may tell the records apart: their name or number.
func giveNoun(list *fields.Field, m *tableMatch, head func(column int) string) {
	of := lexicon.Words(list.Query.Name)
	if len(of) == 0 {
		return
	}
	for c := range m.taken {
		words := lexicon.Words(head(c))
		if m.taken[c] || len(words) != 1 || lexicon.Stem(words[0]) != lexicon.Stem(of[len(of)-1]) {
			continue
		}
		for i, w := range list.Children {
			if m.columns[i] < 0 && w.Query.IsLeaf() && !w.Query.List && w.Type == 0 && (w.IsNaming() || isOwnNumber(w)) {
				m.columns[i], m.taken[c] = c, true
				m.score, m.named = m.score+1, m.named+1
				return
			}
		}
	}
}
