package extract

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

// bestTable weighs the page's tables by their headers. Tables of the same headers
// of which none is named better than the others are one list in parts.
func (e *engine) bestTable(w *want, s scope) *reading {
	type part struct {
		grid    *evidence.Grid
		columns []int
	}
	var parts []part
	best := 0.0
	for _, g := range e.x.Tables {
		if !s.holds(g.Node) || !e.inPlace(w, g.Node) {
			continue
		}
		m := e.matchHeaders(w, g)
		if m.named == 0 {
			continue
		}
		score := m.mean() + e.rowLinks(w.children, g, m.columns)
		name := 0.0
		for _, k := range g.Titles {
			name = max(name, e.similarity(w, k))
		}
		for i := range g.Headers { // the column of names says what the rows are
			if !w.isAnyList() {
				name = max(name, e.similarity(w, g.Headers[i].Key))
			}
		}
		score = score*e.w.TableColumn + e.w.SetName*0.5*name
		score += 0.15*e.headersHinted(w, g) + titleHint*e.titleHinted(w, g)
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
	return &reading{best, func() []answer {
		out := e.tableRows(w, parts[0].grid, parts[0].columns)
		for _, p := range parts[1:] {
			out = append(out, e.tableRows(w, p.grid, p.columns)...)
		}
		return out
	}}
}

// linked is what an address or picture counts for that the rows of a table have without
// a column of its own.
const linked = 0.7

// rowLinks says how much the addresses and pictures of rows answer of the fields that
// no column does.
func (e *engine) rowLinks(ws []*want, g *evidence.Grid, columns []int) float64 {
	score := 0.0
	for i, w := range ws {
		if columns[i] >= 0 || sideOf(w) != address || !w.field.IsLeaf() || w.field.List || w.other || len(g.Rows) == 0 {
			continue
		}
		if row := g.Rows[len(g.Rows)/2]; e.rowLink(w, row.Node).json != "" {
			score += linked
		}
	}
	return score / float64(len(ws))
}

// rowLink returns the first address or picture in a row of a table.
func (e *engine) rowLink(w *want, row content.ID) value {
	for _, text := range e.valuesOf(w, row) {
		if encoded, fit := e.read(w, text); fit > 0 && encoded != `""` {
			return value{json: encoded, text: text, node: row, kind: evidence.Column, score: e.w.Kind[evidence.Column] * linked}
		}
	}
	return value{node: content.None}
}

func sameHeaders(a, b *evidence.Grid) bool {
	return slices.EqualFunc(a.Headers, b.Headers, func(x, y evidence.Header) bool { return x.Text == y.Text })
}

// titleHint is what a table gains whose title is what the list's description says.
const titleHint = 0.2

// titleHinted is 1 if a table has the title that a list's description gives.
func (e *engine) titleHinted(w *want, g *evidence.Grid) float64 {
	if w.field.Description == "" {
		return 0
	}
	hint := lexicon.Words(w.field.Description)
	for _, k := range append([]evidence.Key{e.x.HeadingOver(g.Node)}, g.Titles...) {
		if k == evidence.NoKey {
			continue
		}
		if lexicon.Similarity(lexicon.CompileWords(hint), e.x.Phrase(k)) > 0.95 {
			return 1
		}
	}
	return 0
}

// headersHinted says how many of a table's headers the list's description names.
func (e *engine) headersHinted(w *want, g *evidence.Grid) float64 {
	if w.field.Description == "" || len(g.Headers) == 0 {
		return 0
	}
	hint := strings.ToLower(w.field.Description)
	hits := 0
	for _, h := range g.Headers {
		if h.Text != "" && strings.Contains(hint, strings.ToLower(h.Text)) {
			hits++
		}
	}
	return float64(hits) / float64(len(g.Headers))
}

// matchHeaders gives each field of a list a column of a table by its header.
func (e *engine) matchHeaders(list *want, g *evidence.Grid) tableMatch {
	long := e.longHeaders(g)
	full := make([]float64, len(g.Headers)) // a header over several columns is that of the fullest
	for c := range full {
		full[c] = 0.01 * e.filled(g, c)
	}
	m := matchColumns(list.children, len(g.Headers), func(w *want, c int) float64 {
		fit := e.headerFits(list, w, g, c)
		if long != nil && long[c] != evidence.NoKey {
			fit = max(fit, 0.95*e.similarity(w, long[c]))
		}
		if sameLetters(g.Headers[c].Text, w.field.Name) {
			fit = 1.2
		}
		if fit < e.w.MinSimilarity {
			return 0
		}
		return fit - 0.001*float64(c)
	}, full)
	if m.named > 0 {
		m.score += e.shareHeader(list.children, g, &m)
		m.score += e.dateColumn(list.children, g, &m)
		e.nameColumn(list.children, g, &m)
	}
	return m
}

// headerFits says how far the header of a column, as it stands, answers for a field of
// a list.
func (e *engine) headerFits(list, w *want, g *evidence.Grid, c int) float64 {
	h := g.Headers[c]
	fit := e.similarity(w, h.Key)
	if h.Key == evidence.NoKey && h.Text != "" && strings.EqualFold(h.Text, w.field.Name) {
		fit = 1
	}
	if w.isPortion() && strings.Contains(h.Text, "%") && e.onlyShare(g, c) {
		fit = max(fit, 0.8)
	}
	if areInitials(h.Text, w.field.Name) {
		fit = max(fit, 0.9)
	}
	if w.concept.String() == "rank" && h.Key != evidence.NoKey && e.x.Phrase(h.Key).Is("jobtitle") && e.ofNumbers(g, c) {
		fit = max(fit, 0.9) // a position that is a number is a place
	}
	if isCut(h.Text, w.field.Name) || lacksKind(h.Text, w.field.Name) {
		fit = max(fit, 0.8)
	}
	if !list.isAnyList() && (w.isNaming() || w.typ == 0 && w.isOwnNumber()) { // players[] { name } under "Player"
		fit = max(fit, 0.95*e.similarity(list, h.Key))
	}
	return fit
}

// sharedHeader is what a column adds that was told by a word of its header.
const sharedHeader = 0.4

// shareHeader gives the fields that are still open the free columns whose headers have
// a telling word of theirs, if no other does: among the columns of one table a word is
// enough.
func (e *engine) shareHeader(ws []*want, g *evidence.Grid, m *tableMatch) float64 {
	score := 0.0
	for i, w := range ws {
		if m.columns[i] >= 0 || !w.field.IsLeaf() || w.field.List {
			continue
		}
		found := -1
		for c, h := range g.Headers {
			if m.taken[c] || h.Key == evidence.NoKey || !sharesTelling(w.name, e.x.Phrase(h.Key)) {
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
func (e *engine) nameColumn(ws []*want, g *evidence.Grid, m *tableMatch) {
	var open []int
	for i, w := range ws {
		if m.columns[i] < 0 && w.typ == 0 && w.field.IsLeaf() && !w.field.List {
			open = append(open, i)
		}
	}
	for _, i := range open {
		w := ws[i]
		if concept := w.concept.String(); !w.own && (concept != "name" && concept != "title" || !w.isOnly("name", "title")) {
			continue
		}
		for c := range g.Headers {
			if !m.taken[c] && e.ofWords(g, c) {
				m.columns[i], m.taken[c] = c, true
				return
			}
		}
	}
	for c, h := range g.Headers { // the first column, if it has no header, says no more than that it has names, or is all that is left
		if m.taken[c] || len(open) == 0 || !e.ofWords(g, c) {
			continue
		}
		bare := c == 0 && (h.Text == "" || len(open) == 1 && m.named >= minHeaded)
		if !bare && (h.Key == evidence.NoKey || !e.x.Phrase(h.Key).Is("name")) {
			continue
		}
		for _, i := range open {
			if w := ws[i]; m.columns[i] < 0 && (w.shape == lexicon.Org || w.shape == lexicon.Person || bare && (isWords(w.shape) || len(open) == 1)) {
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
func (e *engine) ofWords(g *evidence.Grid, column int) bool {
	rows := g.Rows[:min(len(g.Rows), 20)]
	words, seen := 0, map[string]bool{}
	for _, row := range rows {
		if c := row.Cells[column]; c != content.None {
			text := e.t.Text(c)
			if letters(text)*2 >= len(text) && len(text) < 120 {
				words++
			}
			seen[text] = true
		}
	}
	return words*10 >= len(rows)*7 && len(seen)*10 >= len(rows)*7
}

// ofNumbers reports whether the cells of a column are bare numbers.
func (e *engine) ofNumbers(g *evidence.Grid, column int) bool {
	for _, row := range g.Rows[:min(len(g.Rows), 20)] {
		if c := row.Cells[column]; c != content.None && e.t.Len(c) > 0 && !read.IsBareNumber(strings.TrimRight(e.t.Text(c), ".")) {
			return false
		}
	}
	return true
}

// filled is the share of rows that show something in a column.
func (e *engine) filled(g *evidence.Grid, column int) float64 {
	rows := g.Rows[:min(len(g.Rows), 20)]
	n := 0
	for _, row := range rows {
		if c := row.Cells[column]; c != content.None && e.t.Len(c) > 0 {
			n++
		}
	}
	return float64(n) / float64(len(rows))
}

// isPortion reports whether a field asks how large a part of a whole something is.
func (w *want) isPortion() bool {
	if w.isShare() || w.typ == query.Percent {
		return true
	}
	switch strings.ToLower(w.field.Name) {
	case "weight", "weighting", "allocation", "share", "portion", "proportion", "stake":
		return true
	}
	return false
}

// onlyShare reports whether a column is the only one whose header speaks of parts of a
// hundred.
func (e *engine) onlyShare(g *evidence.Grid, column int) bool {
	for c, h := range g.Headers {
		if c != column && strings.Contains(h.Text, "%") {
			return false
		}
	}
	return true
}

// sameLetters reports whether two names are equal but for case, separators, and how
// small numbers are written: one_day is "1 day".
func sameLetters(a, b string) bool {
	return a != "" && plainLetters(a) == plainLetters(b)
}

func plainLetters(name string) string {
	words := lexicon.Words(name)
	for i, w := range words {
		if at := slices.Index(smallNumbers[:], w); at >= 0 {
			words[i] = strconv.Itoa(at)
		}
	}
	return strings.Join(words, "")
}

// smallNumbers are the numbers that names of fields have as words.
var smallNumbers = [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// rowsAtOnce is for how many rows memory is taken at once: tables have more than 100,000.
const rowsAtOnce = 64

func (e *engine) tableRows(w *want, g *evidence.Grid, columns []int) []answer {
	out := make([]answer, 0, len(g.Rows))
	stacked := e.stacksOf(g)
	var room []answer // for the fields of the next rows
	for r := range g.Rows {
		row := &g.Rows[r]
		n := len(w.children)
		if len(room) < n {
			room = make([]answer, n*min(rowsAtOnce, len(g.Rows)-r))
		}
		a := answer{child: room[:n:n], from: row.Node, to: e.t.Nodes[row.Node].End}
		room = room[n:]
		filled := false
		for i, f := range w.children {
			a.child[i].w = f
			a.child[i].leaf.node = content.None
			if columns[i] < 0 || row.Cells[columns[i]] == content.None {
				switch {
				case !f.field.IsLeaf() || f.field.List:
					a.child[i] = e.container([]*want{f}, scope{from: row.Node, to: e.t.Nodes[row.Node].End})[0]
				case columns[i] < 0 && sideOf(f) == address && !f.other:
					a.child[i].leaf = e.rowLink(f, row.Node)
				case columns[i] < 0:
					a.child[i].leaf = e.partValue(f, row, stacked)
				}
				continue
			}
			cell := row.Cells[columns[i]]
			if parts := stacked[cell]; parts != nil && sideOf(f) != address && !f.field.List {
				cell = e.mainPart(parts)
			}
			v := e.cellValue(f, cell)
			if f.field.List {
				if v.json != "" {
					a.child[i].list = []answer{{leaf: v}}
				}
				continue
			}
			a.child[i].leaf = v
			filled = filled || v.json != ""
		}
		if filled {
			out = append(out, a)
		}
	}
	return out
}

// cellValue reads a table cell. What has no type is taken as it stands, whatever
// the field's name suggests.
func (e *engine) cellValue(w *want, cell content.ID) value {
	t := e.t
	plain := *w
	if w.typ == 0 && w.shape != lexicon.URL && w.shape != lexicon.Image {
		plain.shape = lexicon.AnyShape
	}
	for _, text := range e.valuesOf(&plain, cell) {
		if encoded, fit := e.read(&plain, text); fit > 0 && encoded != `""` {
			return value{json: encoded, text: text, node: cell, kind: evidence.Column, score: e.w.Kind[evidence.Column] * (0.7 + 0.3*fit)}
		}
	}
	if w.typ == 0 && plain.shape != lexicon.AnyShape && t.Len(cell) > 0 { // "picture" may mean a film
		plain.shape = lexicon.AnyShape
		text := e.noted(cell)
		if encoded, fit := e.read(&plain, text); fit > 0 {
			return value{json: encoded, text: text, node: cell, kind: evidence.Column, score: e.w.Kind[evidence.Column] * 0.7}
		}
	}
	return value{node: content.None}
}

// shortHeaders is what the letters over the columns of tables of results stand for.
var shortHeaders = map[string]string{
	"w": "wins", "d": "draws", "t": "ties", "l": "losses", "p": "played", "gp": "games played", "mp": "matches played", "pld": "played", "pl": "played",
	"gf": "goals for", "ga": "goals against", "gd": "goal difference", "+/-": "goal difference", "f": "for", "a": "against",
	"pts": "points", "pos": "position", "pct": "win percentage", "pf": "points for", "pa": "points against", "diff": "difference",
	"#": "rank", "no": "number", "qty": "quantity", "chg": "change", "vol": "volume", "avg": "average", "hp": "home", "st": "status",
}

// minShort is how many columns of a table have short headers before they are taken to
// stand for more.
const minShort = 3

// longHeaders returns what the headers of a table mean whose columns are named by
// letters; nil for any other table.
func (e *engine) longHeaders(g *evidence.Grid) []evidence.Key {
	short := 0
	for _, h := range g.Headers {
		for word := range strings.FieldsSeq(h.Text) {
			if _, known := shortHeaders[strings.ToLower(strings.Trim(word, "."))]; known {
				short++
				break
			}
		}
	}
	if short < minShort {
		return nil
	}
	keys := make([]evidence.Key, len(g.Headers))
	for c, h := range g.Headers {
		words := strings.Fields(h.Text)
		for k, word := range words {
			if long, known := shortHeaders[strings.ToLower(strings.Trim(word, "."))]; known {
				words[k] = long
			}
		}
		keys[c] = evidence.NoKey
		if text := strings.Join(words, " "); text != h.Text {
			keys[c] = e.x.Intern(text)
		}
	}
	return keys
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
func (w *want) isOwnNumber() bool {
	switch strings.ToLower(w.field.Name) {
	case "number", "no", "nr", "num", "id", "nummer", "numero", "número", "numéro":
		return true
	}
	return false
}

// dateColumn gives a day that is still open the free column that alone has days in all
// its cells, whatever its header calls them.
func (e *engine) dateColumn(ws []*want, g *evidence.Grid, m *tableMatch) float64 {
	open := -1
	for i, w := range ws {
		if m.columns[i] < 0 && (w.typ == query.Date || w.typ == query.DateTime) && w.field.IsLeaf() && !w.field.List {
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
		if !e.hasDays(ws[open], g, c) {
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
func (e *engine) hasDays(w *want, g *evidence.Grid, column int) bool {
	for _, row := range g.Rows[:min(len(g.Rows), 20)] {
		if c := row.Cells[column]; c == content.None || e.t.Len(c) > maxPattern || e.cellValue(w, c).json == "" {
			return false
		}
	}
	return len(g.Rows) > 0
}

// fieldColumn is a column that may answer a field.
type fieldColumn struct {
	field, column int
	score         float64
}

// tableMatch is which columns of a table the fields of its rows are read from.
type tableMatch struct {
	columns []int   // by field; -1 where none answers it
	taken   []bool  // by column, whether a field is given its text
	score   float64 // how well they answer, summed over the fields
	named   int     // fields that were given a column by its name
}

// matchColumns gives each field the column of a table that answers it best, no column
// to two fields. fits says how far a column answers a field, 0 if not at all; of fields
// and columns that fit as well, the fuller column comes first.
func matchColumns(ws []*want, columns int, fits func(w *want, column int) float64, fullness []float64) tableMatch {
	var pairs []fieldColumn
	m := tableMatch{columns: make([]int, len(ws)), taken: make([]bool, columns)}
	for i, w := range ws {
		m.columns[i] = -1
		if !w.field.IsLeaf() {
			continue
		}
		for c := range columns {
			if score := fits(w, c); score > 0 {
				pairs = append(pairs, fieldColumn{i, c, score})
			}
		}
	}
	sort.SliceStable(pairs, func(a, b int) bool {
		return pairs[a].score+fullness[pairs[a].column] > pairs[b].score+fullness[pairs[b].column]
	})
	led := make([]bool, columns)
	for _, p := range pairs {
		of := m.taken
		if sideOf(ws[p.field]) == address { // the words of a cell and where they lead are two things
			of = led
		}
		if m.columns[p.field] >= 0 || of[p.column] {
			continue
		}
		m.columns[p.field], of[p.column] = p.column, true
		m.score += min(1, p.score)
		m.named++
	}
	return m
}

// mean is how well the columns answer a field on average.
func (m *tableMatch) mean() float64 { return m.score / float64(len(m.columns)) }
