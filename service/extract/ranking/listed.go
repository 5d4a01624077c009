package ranking

import (
	"cmp"
	"hash/fnv"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/onpage"
	"assay/service/extract/rank"
	"assay/service/extract/records"
	"assay/service/extract/words"
)

// Bounds of the sets of a page.
const (
	maxSetColumns  = 30
	maxCutColumns  = 20 // further ones, of pieces of others
	maxColumnNames = 6
	maxFormed      = 3   // values of a column whose forms are looked at
	maxFirstWords  = 200 // bytes of a record whose words tell what it is about
)

// listed is a set of records of a page, as a table.
type listed struct {
	spans      []records.Span
	sample     []records.Span
	set        *records.Set    // nil for the rows of a table
	grid       *evidence.Grid  // nil for others
	series     []onpage.Part   // the pieces of one line, or the options of a form's field; nil for others
	choices    bool            // it has options
	enumerated bool            // the line says more
	fact       int             // what it is if it is of facts: rank.SetIsFact …
	source     evidence.Kind   // of these
	keys       []evidence.Key  // its names as those of the page
	data       [][]onpage.Part // by row: what a trail or headings say; nil for others
	dataNames  []string        // of the columns of these
	score      float32         // of what would answer a field of that name
	columns    []listedColumn
	same       []int    // by column, the first that has the same texts
	pieces     []int    // by column, the other piece of the text that it is cut from, or -1
	over       string   // the heading over it
	names      []string // what it is called, that among it
	said       []int32  // the words of that, in the page's bag
	headers    []int32  // the words that name its columns
	words      []int32  // those of its first records
	row        rank.SetRow
}

// listedColumn is a column of such a table, with what does not depend on the field.
type listedColumn struct {
	onpage.Column
	cell  int // its place in a grid
	thing int // which of the things that its cells show it is, from 1; 0 for all
	cut   cut // which piece of the parts it is
	names []*words.Name
	forms []*words.FormsOf
	said  []*words.Name // some of its values, as names
	row   rank.ColumnRow
}

// Lists weighs what a page has for lists.
type lists struct {
	engine *Engine
	m      *words.Model
	bag    *words.Bag
	all    []*listed
	names  map[string]*words.Name
	forms  map[string]*words.FormsOf
	page   []int32 // words of the page's title and heading
}

// listsOf returns what weighs the sets of records of a page for a query.
func listsOf(e *Engine) *lists {
	if e.page.lists == nil {
		e.page.lists = newLists(e)
	}
	e.page.lists.engine = e
	return e.page.lists
}

// newLists finds the sets of records of a page, without their columns.
func newLists(e *Engine) *lists {
	l := &lists{engine: e, m: words.Default(), bag: words.Default().NewBag(), names: map[string]*words.Name{}, forms: map[string]*words.FormsOf{}}
	for _, set := range e.Sets {
		s := &listed{spans: set.Spans, set: set}
		if s.over = e.Index.NameText(set.Over); s.over != "" {
			s.names = append(s.names, s.over)
		}
		s.keys = append(slices.Concat(set.Keys, set.Around), set.Over)
		for _, keys := range [...][]evidence.Key{set.Keys, set.Around} {
			for _, k := range keys {
				s.names = append(s.names, e.Index.NameText(k))
			}
		}
		l.add(s)
	}
	for _, g := range e.Index.Tables {
		l.table(g)
		if turned := turned(e, g); turned != nil {
			l.table(turned)
		}
	}
	l.enumerations(l.lines())
	l.options()
	l.facts()
	l.trail()
	l.sections()
	l.page = l.bag.Add(l.bag.Add(nil, e.Index.Title), e.H1())
	for i := range e.Index.Sections {
		if text := e.Tree.Text(e.Index.Sections[i].Heading); len(text) <= maxSetName {
			l.bag.Add(nil, text)
		}
	}
	return l
}

// maxSetName is how long a text is at most that names a set, in bytes.
const maxSetName = 120

func (l *lists) add(s *listed) {
	if len(s.spans) < 2 && s.fact == 0 {
		return
	}
	if lead := leadIn(l.engine, s.spans[0].From); lead != "" {
		s.names = append(s.names, lead)
	}
	slices.Sort(s.names)
	s.names = slices.DeleteFunc(slices.Compact(s.names), func(name string) bool { return name == "" || len(name) > maxSetName })
	for _, name := range s.names {
		s.said = l.bag.Add(s.said, name)
	}
	l.all = append(l.all, s)
}

// firstWords returns how the first records of a set begin, in the page's bag.
func (l *lists) firstWords(s *listed) []int32 {
	if s.words == nil && s.series == nil && s.data == nil {
		for _, sp := range s.spans[:min(len(s.spans), maxFormed)] {
			from := l.engine.Tree.From(sp.From)
			size := min(l.engine.Tree.SpanLen(sp.From, sp.To), maxFirstWords)
			s.words = l.bag.Add(s.words, strings.ToValidUTF8(l.engine.Tree.Raw(from, from+int32(size)), ""))
		}
	}
	return s.words
}

// leadIn returns the line before a set of records.
func leadIn(e *Engine, first content.ID) string {
	at, _ := e.Tree.LinesBetween(first, first+1)
	if at == 0 || at > len(e.Tree.Lines) {
		return ""
	}
	return e.Tree.LineText(at - 1)
}

// open finds the columns of a set and all that does not depend on what is asked.
func (l *lists) open(s *listed) {
	if s.columns != nil || s.sample != nil {
		return
	}
	e := l.engine
	s.sample = onpage.SampleOf(s.spans)
	switch {
	case s.grid != nil:
		s.columns = l.cells(s)
	case s.series != nil:
		s.sample = s.spans[:min(len(s.spans), onpage.SampleSize)]
		s.columns = []listedColumn{{Column: onpage.Column{Key: evidence.NoKey, Parts: s.series[:len(s.sample)], Have: len(s.sample)}}}
	case s.data != nil:
		s.sample = s.spans[:min(len(s.spans), onpage.SampleSize)]
		s.columns = l.properties(s)
	default:
		for _, c := range e.Columns(s.sample) {
			if len(s.columns) == maxSetColumns {
				break
			}
			if 2*c.Have < len(s.sample) && c.Have < 2 {
				continue
			}
			s.columns = append(s.columns, listedColumn{Column: c})
		}
	}
	l.cuts(s)
	n := float64(len(s.spans))
	size, links := 0, 0
	texts := map[string]bool{}
	for i, sp := range s.sample {
		if s.series != nil {
			text := e.PartText(&s.series[i])
			size += len(text)
			texts[text] = true
			continue
		}
		if s.data != nil {
			all := ""
			for k := range s.data[i] {
				all += s.data[i][k].Value + "\n"
			}
			size += len(all)
			texts[all] = true
			continue
		}
		size += e.Tree.SpanLen(sp.From, sp.To)
		links += e.Tree.LinkLen(sp.From)
		texts[e.Tree.SpanText(sp.From, sp.To)] = true
	}
	first := map[uint64]int{} // column of some texts
	for i := range s.columns {
		texts := l.describe(s, i, size)
		at, ok := first[texts]
		if !ok || texts == 0 {
			at = i
			first[texts] = i
		}
		s.same = append(s.same, at)
	}
	s.pieces = s.otherPieces()
	k := float32(len(s.sample))
	r := &s.row
	r[rank.SetSize] = float32(math.Log(n))
	r[rank.SetLong] = float32(math.Log(1 + float64(size)/float64(k)))
	r[rank.SetShare] = min(1, float32(size)/k*float32(n)/float32(1+e.Tree.Size()))
	r[rank.SetLinks] = float32(links) / float32(1+size)
	r[rank.SetDistinct] = float32(len(texts)) / k
	from := s.spans[0].From
	r[rank.SetPlace] = float32(from) / float32(len(e.Tree.Nodes))
	switch {
	case s.grid != nil:
		r[rank.SetIsTable] = 1
	case s.choices:
		r[rank.SetIsChoices] = 1
	case s.fact != 0:
		r[s.fact], r[rank.SetFoundScore] = 1, s.score
		switch s.source {
		case evidence.Label:
			r[rank.SetIsLabelled] = 1
		case evidence.Name:
			r[rank.SetIsNamed] = 1
		}
	case s.enumerated:
		r[rank.SetIsEnumerated] = 1
	case s.series != nil:
		r[rank.SetIsSeries] = 1
	case s.set.Class:
		r[rank.SetClass] = 1
	}
	for _, p := range regions {
		if e.Tree.Region(from)&p.in != 0 {
			r[p.ofSet] = 1
		}
	}
}

func (l *lists) name(text string) *words.Name {
	n := l.names[text]
	if n == nil {
		n = l.m.New(text, "")
		l.names[text] = n
	}
	return n
}

// describe sets what is known of a column, and returns a hash of its texts; 0 if it has none.
func (l *lists) describe(s *listed, at, total int) uint64 {
	e, c := l.engine, &s.columns[at]
	for _, k := range c.Keys {
		if name := e.Index.NameText(k); len(c.names) < maxColumnNames && name != "" && len(name) <= maxSetName {
			c.names = append(c.names, l.name(name))
		}
	}
	r := &c.row
	n, size, digits := float32(0), 0, 0
	many, capital, asks, ends := 0, 0, 0, 0
	distinct := map[string]bool{}
	texts := fnv.New64a()
	for _, p := range c.Present() {
		text := e.PartText(p)
		io.WriteString(texts, text)
		texts.Write([]byte{'\n'})
		n++
		size += len(text)
		distinct[text] = true
		if strings.ContainsFunc(text, unicode.IsDigit) {
			digits++
		}
		many += 1 + strings.Count(text, " ")
		if first, _ := utf8.DecodeRuneInString(text); unicode.IsUpper(first) {
			capital++
		}
		switch {
		case strings.HasSuffix(text, "?"):
			asks++
		case strings.HasSuffix(text, "."), strings.HasSuffix(text, "!"):
			ends++
		}
		if len(c.said) < maxFormed && text != "" && len(text) <= maxSetName {
			c.said = append(c.said, l.name(text))
		}
		if len(c.forms) < maxFormed && text != "" {
			text = text[:min(len(text), maxSeriesPart)]
			f := l.forms[text]
			if f == nil {
				f = l.m.FormsOf(text)
				l.forms[text] = f
			}
			c.forms = append(c.forms, f)
		}
	}
	if n == 0 {
		return 0
	}
	r[rank.ColumnHave] = n / float32(len(s.sample))
	r[rank.ColumnDistinct] = float32(len(distinct)) / n
	r[rank.ColumnLong] = float32(math.Log(1 + float64(size)/float64(n)))
	r[rank.ColumnShare] = float32(size) / float32(1+total)
	r[rank.ColumnDigits] = float32(digits) / n
	r[rank.ColumnWords] = float32(math.Log(float64(many) / float64(n)))
	r[rank.ColumnCapital], r[rank.ColumnAsks], r[rank.ColumnEnds] = float32(capital)/n, float32(asks)/n, float32(ends)/n
	for k := range c.Parts {
		if c.Parts[k].ID == content.None || s.series != nil || s.data != nil {
			continue
		}
		from, to := e.Span(&c.Parts[k])
		at, long := e.Tree.From(s.sample[k].From), float32(1+e.Tree.SpanLen(s.sample[k].From, s.sample[k].To))
		r[rank.ColumnFrom], r[rank.ColumnTo] = float32(from-at)/long, float32(to-at)/long
		break
	}
	r[rank.ColumnOrder] = float32(at) / float32(len(s.columns))
	r[rank.ColumnIndex] = float32(at)
	r[rank.ColumnNames] = float32(len(c.names))
	p := c.First()
	set := func(feature int, is bool) {
		if is {
			r[feature] = 1
		}
	}
	set(rank.ColumnIsPiece, p.IsText())
	if s.columns[at].cut.at != whole {
		r[rank.ColumnIsFirst] = 1
		if s.columns[at].cut.rest {
			r[rank.ColumnIsFirst], r[rank.ColumnIsRest] = 0, 1
		}
		r[rank.ColumnCut] = float32(s.columns[at].cut.at)
	}
	set(rank.ColumnIsFirst, s.columns[at].thing == 1)
	set(rank.ColumnIsRest, s.columns[at].thing > 1)
	set(rank.ColumnIsLabelled, p.Key != evidence.NoKey)
	set(rank.ColumnIsCell, s.grid != nil)
	set(rank.ColumnIsWhole, r[rank.ColumnShare] > 1-1/float32(total+1) || p.ID == s.sample[0].From)
	for id := p.ID; id != content.None && id >= s.sample[0].From; id = e.Tree.Nodes[id].Parent {
		if e.Tree.Len(id) > e.Tree.Len(p.ID)+1 {
			break
		}
		l.dressed(r, id)
	}
	if !p.IsText() && p.Key == evidence.NoKey {
		for id := p.ID + 1; id < e.Tree.Nodes[p.ID].End; id++ {
			if e.Tree.Nodes[id].Kind != content.Element || e.Tree.Len(id) == 0 {
				continue
			}
			if e.Tree.Len(id) >= e.Tree.Len(p.ID) {
				l.dressed(r, id)
				continue
			}
			r[rank.ColumnHolds] = 1
			break
		}
	}
	if size == 0 {
		return 0
	}
	return texts.Sum64()
}

// dressed sets what the element says of a column that holds nothing else.
func (l *lists) dressed(r *rank.ColumnRow, id content.ID) {
	switch l.engine.Tree.Tag(id) {
	case "h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary":
		r[rank.ColumnIsHeading] = 1
	case "b", "strong", "em":
		r[rank.ColumnIsStrong] = 1
	case "a":
		r[rank.ColumnIsLink] = 1
	case "img":
		r[rank.ColumnIsImage] = 1
	case "time":
		r[rank.ColumnIsTime] = 1
	}
}

// askedRow returns what is known of a field of a list, whatever the column.
func (l *lists) askedRow(a *askedList, i int) (own rank.ColumnRow) {
	f := a.fields[i]
	for _, usual := range [...]struct {
		feature int
		names   []string
	}{
		{rank.ColumnTitle, []string{"title", "name"}},
		{rank.ColumnText, []string{"text", "description"}},
		{rank.ColumnQuestion, []string{"question"}},
		{rank.ColumnAnswer, []string{"answer"}},
		{rank.ColumnPerson, []string{"person", "author"}},
		{rank.ColumnPlace, []string{"place", "city"}},
		{rank.ColumnDay, []string{"date"}},
		{rank.ColumnKind, []string{"type", "category"}},
		{rank.ColumnNumber, []string{"number", "rank"}},
	} {
		var names []*words.Name
		for _, name := range usual.names {
			names = append(names, l.name(name))
		}
		own[usual.feature] = a.means[i].best(names).logit
	}
	own[rank.ColumnWhole] = a.means[i].of(a.name.asked).logit
	own[rank.ColumnFields] = float32(len(a.fields))
	set := func(feature int, is bool) {
		if is {
			own[feature] = 1
		}
	}
	set(rank.ColumnKnown, f.Known)
	set(rank.ColumnFlat, a.Children == nil)
	set(rank.ColumnTyped, f.Type != 0)
	set(rank.ColumnNumeric, f.Type == query.Integer || f.Type == query.Number || f.Type == query.Price || f.Type == query.Percent)
	set(rank.ColumnDated, f.Type == query.Date || f.Type == query.DateTime)
	set(rank.ColumnAddressed, takesLink(l.engine, f))
	return own
}

// columnRows returns what is known of the fields of a list and the columns of a set, and the first
// values that the columns give the fields.
func (l *lists) columnRows(a *askedList, s *listed) (out [][]*rank.ColumnRow, values [][]string) {
	out, values = make([][]*rank.ColumnRow, len(a.fields)), make([][]string, len(a.fields))
	for i, f := range a.fields {
		asked, own := &a.asked[i], &a.own[i]
		out[i], values[i] = make([]*rank.ColumnRow, len(s.columns)), make([]string, len(s.columns))
		for k := range s.columns {
			c, r := &s.columns[k], &rank.ColumnRow{}
			*r, out[i][k] = c.row, r
			for feature := range own {
				if own[feature] != 0 {
					r[feature] = own[feature]
				}
			}
			r[rank.ColumnMeans] = noRival
			if best := a.means[i].best(c.names); best != nil {
				r[rank.ColumnMeans] = best.logit
				copy(r[rank.ColumnFirst:], best.features[:])
			}
			for _, k := range c.Keys {
				r[rank.ColumnSimilar] = max(r[rank.ColumnSimilar], float32(l.engine.Similarity(f, k)))
				if a.meant != nil {
					r[rank.ColumnReworded] = max(r[rank.ColumnReworded], float32(l.engine.Similarity(a.meant[i], k)))
				}
			}
			for _, form := range c.forms {
				r[rank.ColumnFits] += asked.Forms.Fits(form) / float32(len(c.forms))
			}
			for _, said := range c.said {
				r[rank.ColumnLike] += words.Like(asked.Name, said) / float32(len(c.said))
			}
			n, same, tried, fits := float32(0), float32(0), float32(0), float32(0)
			for _, p := range c.Present() {
				if tried == maxRead {
					break
				}
				tried++
				json, _, fit := partRead(l.engine, f, p)
				if json == "" {
					continue
				}
				fits += float32(fit)
				n++
				values[i][k] += json + "\n"
				if a.same[i][json] {
					same++
				}
			}
			if n > 0 {
				r[rank.ColumnReads] = n / tried
				r[rank.ColumnSame] = same / n
				r[rank.ColumnReadsWell] = fits / n
			}
		}
	}
	for i := range out {
		for k := range out[i] {
			other, field := float32(noRival), float32(noRival)
			for j := range out[i] {
				if j != k && out[i][j][rank.ColumnReads] > 0 {
					other = max(other, out[i][j][rank.ColumnMeans])
				}
			}
			for j := range out {
				if j != i {
					field = max(field, out[j][k][rank.ColumnMeans])
				}
			}
			out[i][k][rank.ColumnOther], out[i][k][rank.ColumnField] = other, field
		}
	}
	return out, values
}

// given is which column of a set each field of a list has, or -1, and how surely; and the same of
// those that hold its answers by the list's name.
type given struct {
	column, named   []int
	sure, sureNamed []float64
}

// leastNamed is the share of a column's values at least that answer a field by its name.
const leastNamed = 0.5

// give gives each field the column that most likely answers it, none and no other of the same
// values to two fields. Columns of the same values speak for each other.
func (l *lists) give(a *askedList, s *listed, rows [][]*rank.ColumnRow, values [][]string, models *rank.Stages) given {
	rank.Beside(rows, s.same, s.pieces, models.Alone)
	g := given{make([]int, len(a.fields)), make([]int, len(a.fields)), make([]float64, len(a.fields)), make([]float64, len(a.fields))}
	type pair struct {
		field, column int
		sure, own     float64
	}
	var pairs []pair
	for i := range rows {
		g.column[i], g.named[i] = -1, -1
		shares := models.Beside.Shares(rows[i])
		sure := map[string]float64{}
		found := 0.0 // how likely any column is right
		for k, share := range shares {
			sure[values[i][k]] += share
			found += share
		}
		same := float32(leastNamed)
		for k, share := range shares {
			all := sure[values[i][k]]
			if is := rows[i][k][rank.ColumnSame]; is > same || is == same && all > g.sureNamed[i] {
				same, g.named[i], g.sureNamed[i] = is, k, all
			}
			if share > 0 && found >= rank.LeastAny {
				pairs = append(pairs, pair{i, k, all, share})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Or(cmp.Compare(b.sure, a.sure), cmp.Compare(b.own, a.own)) })
	type place struct {
		same     int // for text
		from, to int32
	}
	taken := map[place]bool{}
	for _, p := range pairs {
		at := place{same: s.same[p.column]}
		if takesLink(l.engine, a.fields[p.field]) {
			at.same = -1
			at.from, at.to = l.engine.Span(s.columns[p.column].First())
		}
		if g.column[p.field] >= 0 || taken[at] || p.sure < rank.LeastColumn {
			continue
		}
		g.column[p.field], g.sure[p.field] = p.column, p.sure
		taken[at] = true
	}
	return g
}
