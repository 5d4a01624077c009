package ranking

import (
	"cmp"
	"hash/fnv"
	"io"
	"math"
	"slices"
	"strconv"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/listing"
	"assay/service/extract/onpage"
	"assay/service/extract/rank"
	"assay/service/extract/read"
	"assay/service/extract/records"
	"assay/service/extract/tree"
	"assay/service/extract/words"
)

// Bounds of what is weighed for a list.
const (
	maxNamedSets   = 60  // sets whose names are the nearest to what is asked
	maxFactSets    = 24  // of these, those of facts
	leastNearFact  = 0.2 // how near the names of those are at least, 0 to 1
	maxLargeSets   = 40  // further ones, those with the most text that is no link
	maxRead        = 4   // values of a column that are read for a field
	maxRankedLists = 20
)

// askedList is a list that is asked for, with what is known of its fields.
type askedList struct {
	*fields.Field
	fields  []*fields.Field // of its records; of a list of plain values the list itself
	asked   []words.Asked
	means   []meanings       // by field
	own     []rank.ColumnRow // by field, what is known of it whatever the column
	name    meanings
	count   int               // of records, if its name tells it; else 0
	again   *fields.Field     // what it most likely means, or nil
	meant   []*fields.Field   // the same of its fields
	heading float32           // log-odds that its first field asks for a heading
	same    []map[string]bool // by field, the values that answer it by its name
}

// meanings keeps what is known of a name that is asked for and those that it was compared with.
type meanings struct {
	asked *words.Name
	known map[*words.Name]*meaning
}

// meaning is what two names have in common, and the log-odds that one means the other.
type meaning struct {
	features [words.FeatureCount]float32
	logit    float32
}

func newMeanings(asked *words.Name) meanings { return meanings{asked, map[*words.Name]*meaning{}} }

func (m *meanings) of(called *words.Name) *meaning {
	k := m.known[called]
	if k == nil {
		k = &meaning{}
		k.logit = words.Compare(&k.features, m.asked, called)
		m.known[called] = k
	}
	return k
}

// best returns what is known of the name that most likely is meant, or nil if there are none.
func (m *meanings) best(names []*words.Name) (best *meaning) {
	for _, name := range names {
		if k := m.of(name); best == nil || k.logit > best.logit {
			best = k
		}
	}
	return best
}

// ask returns what is known of a list that is asked for and of its answers by name.
func (l *lists) ask(w *fields.Field, answered []*fields.Answer) *askedList {
	a := &askedList{Field: w, name: newMeanings(l.m.New(w.Query.Name, w.Query.Hint().Words))}
	a.count = countIn(w.Query.Name + " " + w.Query.Hint().Words)
	if w.Children == nil {
		a.fields = []*fields.Field{w}
	}
	a.fields = append(a.fields, w.Children...)
	for i, f := range a.fields {
		hint := f.Query.Hint()
		var asked words.Asked
		asked.Name = l.m.New(f.Query.Name, hint.Words)
		asked.Forms = asked.Name.Forms().OfType(hint.Type)
		a.asked, a.means = append(a.asked, asked), append(a.means, newMeanings(asked.Name))
		same := map[string]bool{}
		for _, from := range answered {
			for r := range from.List {
				if v := valueOf(w, &from.List[r], i); v != nil && v.JSON != "" {
					same[v.JSON] = true
				}
			}
		}
		a.same = append(a.same, same)
	}
	if len(answered) > 1 {
		a.again = answered[1].Field
		switch {
		case a.again == nil:
		case w.Children == nil:
			a.meant = []*fields.Field{a.again}
		case len(a.again.Children) == len(a.fields):
			a.meant = a.again.Children
		}
	}
	for i := range a.fields {
		a.own = append(a.own, l.askedRow(a, i))
	}
	a.heading = a.means[0].best([]*words.Name{l.name("heading"), l.name("section")}).logit
	return a
}

// maxCount is the largest number in a list's name that tells how many records it has.
const maxCount = 60

// countIn returns the number of things that a name tells, "the three core types", or 0.
func countIn(name string) int {
	for _, w := range words.Split(name) {
		n, err := strconv.Atoi(w)
		if err != nil {
			spelled, _ := read.NumberWord(w)
			n = int(spelled)
		}
		if n > 1 && n <= maxCount {
			return n
		}
	}
	return 0
}

// valueOf returns the value of a field of a list in a row, or nil.
func valueOf(w *fields.Field, row *fields.Answer, field int) *fields.Value {
	if w.Children == nil {
		return &row.Leaf
	}
	if field < len(row.Children) {
		return &row.Children[field].Leaf
	}
	return nil
}

// partAnswer reads a part of a record as a field's value.
func partAnswer(e *Engine, w *fields.Field, p *onpage.Part) (json, text string) {
	json, text, _ = partRead(e, w, p)
	return json, text
}

// partRead also returns how well it fits.
func partRead(e *Engine, w *fields.Field, p *onpage.Part) (json, text string, fit float64) {
	if p.ID == content.None {
		return "", "", 0
	}
	if p.Key != evidence.NoKey && takesLink(e, w) && !p.IsText() {
		if json, fit := e.ReadAfresh(w, p.Value); json != "" {
			return json, p.Value, fit
		}
	}
	if p.Key == evidence.NoKey && !p.IsText() && !w.Query.List {
		if role := e.Tree.Nodes[p.ID].Role; role == content.Cell || role == content.HeaderCell {
			v := listing.CellValue(e.Engine, w, p.ID)
			return v.JSON, v.Text, v.Score
		}
	}
	if takesLink(e, w) || w.Shape == lexicon.Address || w.Shape == lexicon.Rating {
		for _, text := range e.PartValues(w, p) {
			if json, fit := e.ReadAfresh(w, text); json != "" {
				return json, text, fit
			}
		}
		return "", "", 0
	}
	text = e.PartText(p)
	if text == "" && !p.IsText() && e.Tree.Tag(p.ID) == "img" {
		text = e.Tree.Value(p.ID, "alt")
	}
	if w.Query.List {
		text = listing.MemberText(w, text)
	}
	json, fit = readOffer(e, w, text)
	if json == `""` {
		return "", "", 0
	}
	return json, text, fit
}

// listRow is a set for a list, with what the ranker weighs.
type listRow struct {
	row   rank.SetRow
	set   *listed // nil for an answer by the list's name
	at    rank.SetAt
	give  given
	named []*rank.ColumnRow // of the columns that hold its answers by the list's name, or nil, by field
	from  *fields.Answer    // what it takes values from where it has them, or nil
}

// columnsAt returns the rows of the columns that fields have, or nil.
func columnsAt(rows [][]*rank.ColumnRow, columns []int) []*rank.ColumnRow {
	out := make([]*rank.ColumnRow, len(rows))
	for i, k := range columns {
		if k >= 0 {
			out[i] = rows[i][k]
		}
	}
	return out
}

// nearSet is a set of records, with how well what is written over it stands for a list.
type nearSet struct {
	*listed
	covered words.Covered
	near    float32 // that, or how near one of its names is
	text    int     // see ownText; 0 until it is asked for
}

// ownText returns how many bytes of a set's records are no link's text, but for sets beside the
// content of the page and series.
func (l *lists) ownText(s *listed) (size int) {
	t := l.engine.Tree
	if s.series != nil || t.Region(s.spans[0].From)&(tree.InNav|tree.InFooter|tree.InChrome) != 0 {
		return 0
	}
	for _, sp := range s.spans {
		size += t.SpanLen(sp.From, sp.To) - t.LinkLen(sp.From)
	}
	return size
}

// nearest returns the sets whose names are the nearest to a list's, and of the others those with
// the most text that is no link.
func (l *lists) nearest(a *askedList) []nearSet {
	cover := l.bag.Cover(a.name.asked)
	near := make([]nearSet, 0, len(l.all))
	for _, s := range append(l.found(a), l.all...) {
		n := nearSet{listed: s, covered: cover.Of(s.said)}
		n.near = n.covered.All
		for _, name := range s.names {
			n.near = max(n.near, words.Like(a.name.asked, l.name(name)))
		}
		for _, k := range s.keys {
			n.near = max(n.near, float32(l.engine.Similarity(a.Field, k)))
			if a.again != nil {
				n.near = max(n.near, float32(l.engine.Similarity(a.again, k)))
			}
		}
		near = append(near, n)
	}
	slices.SortStableFunc(near, func(a, b nearSet) int { return cmp.Compare(b.near, a.near) })
	facts := 0
	near = slices.DeleteFunc(near, func(n nearSet) bool {
		if n.fact == 0 {
			return false
		}
		facts++
		return facts > maxFactSets || n.near < leastNearFact
	})
	if len(near) <= maxNamedSets {
		return near
	}
	others := near[maxNamedSets:]
	for i := range others {
		others[i].text = l.ownText(others[i].listed)
	}
	slices.SortStableFunc(others, func(a, b nearSet) int { return cmp.Compare(b.text, a.text) })
	return near[:min(len(near), maxNamedSets+maxLargeSets)]
}

// weigh returns what may answer a list: the sets of the page, and how it is answered by its name.
func (l *lists) weigh(a *askedList, answered []*fields.Answer, columns *rank.Stages, each func(*listed, [][]*rank.ColumnRow)) []listRow {
	var headers []*words.Cover
	for i := range a.fields {
		headers = append(headers, l.bag.Cover(a.asked[i].Name))
	}
	var out []listRow
	nearest := l.nearest(a)
	for _, n := range nearest {
		l.firstWords(n.listed)
	}
	cover := l.bag.Cover(a.name.asked)
	for order, n := range nearest {
		if l.engine.Context.Err() != nil {
			break
		}
		s := n.listed
		l.open(s)
		if len(s.columns) == 0 {
			continue
		}
		rows, values := l.columnRows(a, s)
		if each != nil {
			each(s, rows)
			continue
		}
		r := listRow{row: s.row, set: s, give: l.give(a, s, rows, values, columns)}
		r.at = rank.SetAt{Says: saysOf(len(s.spans), values, r.give.column)}
		for i, sp := range s.spans {
			if s.series != nil && s.series[i].IsText() {
				r.at.Add(s.series[i].From, s.series[i].To)
			} else {
				l.stands(&r.at, sp)
			}
		}
		l.fit(a, &r, n.covered, headers)
		r.row.Columns(columnsAt(rows, r.give.column))
		r.named = columnsAt(rows, r.give.named)
		r.row[rank.SetOrder] = float32(math.Log(float64(1 + order)))
		l.around(a, &r, cover)
		out = append(out, r)
	}
	for k, from := range answered {
		if len(from.List) > 0 {
			out = append(out, l.named(a, out, from, rank.SetIsAnswer+k)...)
		}
	}
	a.compare(out, answered)
	return out
}

// saysOf returns a hash of what a set of so many records says: the first values of the columns that
// fields have. It is 0 if there are none.
func saysOf(size int, values [][]string, columns []int) uint64 {
	h := fnv.New64a()
	says := false
	for i, k := range columns {
		if h.Write([]byte{0}); k >= 0 {
			io.WriteString(h, values[i][k])
			says = says || values[i][k] != ""
		}
	}
	if !says {
		return 0
	}
	io.WriteString(h, strconv.Itoa(size))
	return h.Sum64()
}

// stands adds where a record stands. What no element shows is at the first node.
func (l *lists) stands(at *rank.SetAt, sp records.Span) {
	if t := l.engine.Tree; sp.From > 0 {
		at.Add(t.From(sp.From), t.From(sp.From)+int32(t.SpanLen(sp.From, sp.To)))
	}
}

// named returns an answer by the list's name as one of what may answer it, and the set that it
// most likely is, with what the answer lacks.
func (l *lists) named(a *askedList, sets []listRow, from *fields.Answer, is int) (out []listRow) {
	r := listRow{from: from}
	var of *listRow // the set that it most likely is
	for i := range sets {
		if s := sets[i].set; s != nil && s.spans[0].From == from.List[0].From && from.List[0].To > from.List[0].From {
			of = &sets[i]
			r.row = of.row
			if s.isOf(from) {
				filled := sets[i]
				filled.at.Says = 0 // it has values of the answer by name
				filled.from = from
				filled.row[rank.SetIsFilled] = 1
				out = append(out, filled)
				break
			}
		}
	}
	r.row[is] = 1
	r.row[rank.SetSize] = float32(math.Log(float64(len(from.List))))
	full, sure := float32(0), float32(0)
	found := make([]bool, len(a.fields))
	values, columns := make([][]string, len(a.fields)), make([]int, len(a.fields))
	for f := range values {
		values[f] = []string{""}
	}
	for i := range from.List {
		for f := range a.fields {
			if v := valueOf(a.Field, &from.List[i], f); v != nil && v.JSON != "" {
				if i < maxRead {
					values[f][0] += v.JSON + "\n"
				}
				found[f] = true
				full++
				sure += float32(v.Score)
			}
		}
	}
	r.row[rank.SetFull], r.row[rank.SetScore] = full/float32(len(from.List)*len(a.fields)), sure/max(1, full)
	r.at = rank.SetAt{Says: saysOf(len(from.List), values, columns)}
	for _, at := range spansOf(from.List) {
		l.stands(&r.at, records.Span{From: at.from, To: at.to})
	}
	a.fitNamed(&r.row, of, found)
	return append(out, r)
}

// fitNamed sets what is known of an answer by the list's name and the columns of the set that it is,
// if any, that hold it. found says which fields it has.
func (a *askedList) fitNamed(row *rank.SetRow, of *listRow, found []bool) {
	row[rank.SetFound], row[rank.SetMean], row[rank.SetLeast], row[rank.SetMost] = 0, 0, 0, 0
	least := 1.0
	for f, has := range found {
		sure := 0.0
		if of != nil {
			sure = of.give.sureNamed[f]
		}
		least = min(least, sure)
		row[rank.SetMost] = max(row[rank.SetMost], float32(sure))
		row[rank.SetMean] += float32(sure) / float32(len(found))
		if has {
			row[rank.SetFound] += 1 / float32(len(found))
		}
	}
	row[rank.SetLeast] = float32(least)
	if of != nil {
		row.Columns(of.named)
	}
}

// compare sets what is known of the list, and of each that may answer it beside the others.
func (a *askedList) compare(all []listRow, answered []*fields.Answer) {
	best, bestAll, bestMean := float32(noRival), float32(0), float32(0)
	exact := float32(0)
	for i := range all {
		r := &all[i].row
		exact = max(exact, r[rank.SetExact])
		best, bestAll, bestMean = max(best, r[rank.SetMeans]), max(bestAll, r[rank.SetCoverAll]), max(bestMean, r[rank.SetMean])
	}
	for i := range all {
		r := &all[i].row
		r[rank.SetBest], r[rank.SetCoverBest], r[rank.SetMeanBest] = best-r[rank.SetMeans], bestAll-r[rank.SetCoverAll], bestMean-r[rank.SetMean]
		r[rank.SetFields], r[rank.SetWords], r[rank.SetAbout] = float32(len(a.fields)), float32(len(a.name.asked.Words)), float32(len(a.name.asked.About))
		r[rank.SetExactBest] = exact - r[rank.SetExact]
		if a.Children == nil {
			r[rank.SetFlat] = 1
		}
		r[rank.SetHeading] = a.heading
		r[rank.SetCounted] = -1
		if a.count > 0 {
			r[rank.SetCounted] = float32(math.Abs(float64(r[rank.SetSize]) - math.Log(float64(a.count))))
		}
		if a.Known {
			r[rank.SetKnown] = 1
		}
		if len(answered) > 0 && len(answered[0].List) > 0 {
			r[rank.SetHasAnswer], r[rank.SetAnswerSize] = 1, float32(math.Log(float64(len(answered[0].List))))
			r[rank.SetSame] = r[rank.SetSize] - r[rank.SetAnswerSize]
		}
	}
}

// isOf reports whether the rows of an answer are the records of a set, but for some.
func (s *listed) isOf(a *fields.Answer) bool {
	n := 0
	for i := range a.List {
		if _, ok := slices.BinarySearchFunc(s.spans, a.List[i].From, func(sp records.Span, id content.ID) int { return cmp.Compare(sp.From, id) }); ok {
			n++
		}
	}
	return 2*n > len(a.List)
}

// fit sets what is known of a list and a set that may answer it.
func (l *lists) fit(a *askedList, r *listRow, covered words.Covered, headers []*words.Cover) {
	s, row := r.set, &r.row
	row[rank.SetCover], row[rank.SetCoverAbout], row[rank.SetCoverAll] = covered.Name, covered.About, covered.All
	row[rank.SetMeans], row[rank.SetOver] = noRival, noRival
	var names []*words.Name
	for _, text := range s.names {
		names = append(names, l.name(text))
	}
	if best := a.name.best(names); best != nil {
		row[rank.SetMeans] = best.logit
		copy(row[rank.SetFirst:], best.features[:])
	}
	for _, k := range s.keys {
		row[rank.SetSimilar] = max(row[rank.SetSimilar], float32(l.engine.Similarity(a.Field, k)))
		if a.again != nil {
			row[rank.SetReworded] = max(row[rank.SetReworded], float32(l.engine.Similarity(a.again, k)))
		}
	}
	if s.over != "" {
		row[rank.SetOver] = a.name.of(l.name(s.over)).logit
	}
	if len(s.headers) > 0 {
		for _, c := range headers {
			row[rank.SetCoverFields] += c.Of(s.headers).Name / float32(len(headers))
		}
	}
	row[rank.SetLeast] = 1
	same, full := float32(0), float32(0)
	for i, k := range r.give.column {
		sure := float32(r.give.sure[i])
		row[rank.SetLeast] = min(row[rank.SetLeast], sure)
		row[rank.SetMost] = max(row[rank.SetMost], sure)
		row[rank.SetMean] += sure / float32(len(a.fields))
		if k < 0 {
			continue
		}
		row[rank.SetFound] += 1 / float32(len(a.fields))
		c := &s.columns[k]
		for _, p := range c.Present() {
			if json, _ := partAnswer(l.engine, a.fields[i], p); json != "" {
				full++
				if a.same[i][json] {
					same++
				}
			}
		}
	}
	row[rank.SetFull] = full / float32(len(a.fields)*len(s.sample))
	row[rank.SetSameOf] = same / max(1, full)
}

// around sets what stands over a set and where the set is. cover is of the list's name.
func (l *lists) around(a *askedList, r *listRow, cover *words.Cover) {
	s, row := r.set, &r.row
	t := l.engine.Tree
	first := s.spans[0].From
	row[rank.SetLead] = noRival
	if lead := leadIn(l.engine, first); lead != "" && len(lead) <= maxSetName {
		row[rank.SetLead] = a.name.of(l.name(lead)).logit
		row[rank.SetCoverLead] = cover.Of(l.bag.Known(lead)).All
	}
	line, _ := t.LinesBetween(first, first+1)
	if k := l.engine.Index.H1; k != content.None {
		top, _ := t.LinesOf(k)
		row[rank.SetBelow] = signedLog(line - top)
	}
	if at := sectionOver(l.engine.Index, first); at >= 0 {
		h := &l.engine.Index.Sections[at]
		under, _ := t.LinesOf(h.Heading)
		row[rank.SetUnder], row[rank.SetLevel] = float32(math.Log(float64(1+max(0, line-under)))), float32(7-int(h.Level))
		row[rank.SetCoverOver] = cover.Of(l.bag.Known(t.Text(h.Heading))).All
	}
	row[rank.SetCoverPage] = cover.Of(l.page).All
	row[rank.SetCoverText] = cover.Of(s.words).All
	row[rank.SetExact] = cover.Exact(s.said)
}
