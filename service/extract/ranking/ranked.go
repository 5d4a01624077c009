package ranking

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/rank"
	"assay/service/extract/records"
	"assay/service/extract/words"
)

// Bounds of what is ranked.
const (
	maxCompared  = 40 // offers that are compared with a field in full
	maxAlike     = 3  // of these that have the same value
	maxRankedFor = 60 // fields of a query
)

// ranking is an offer for a field with what is known of the two.
type ranking struct {
	field int
	leaf  fields.Value
	row   rank.Row
	offer int // -1: the answer by the field's name
}

// offered is what a page offers, whatever is asked for.
type offered struct {
	offers  []offer
	bag     *words.Bag
	names   []*words.Name    // by offer, those that were compared
	values  []*words.FormsOf // the same
	repeats map[string]float32
	page    []int32                   // words of the page's title and heading
	lines   map[string]int            // how many lines have a text
	top     int                       // the line of the page's heading, or -1
	in      map[content.ID]placeInSet // by node, those that were asked for
	spots   map[content.ID]*spot      // the same
	sheet   sheetSize                 // of a document, once asked for
}

// ranker lays what a page offers beside the fields of a query.
type ranker struct {
	*offered
	e      *Engine
	m      *words.Model
	titles [2]*words.Name
	labels fields.Pairs
	kinds  []uint8 // what the offers are, once these are forgotten
}

// newRanker returns what ranks the offers of a page. labels are those that were paired with fields.
func newRanker(e *Engine, labels fields.Pairs) *ranker {
	if e.page.offered == nil {
		e.page.offered = newOffered(e)
	}
	m := words.Default()
	return &ranker{offered: e.page.offered, e: e, m: m, titles: [2]*words.Name{m.New("title", ""), m.New("name", "")}, labels: labels}
}

func newOffered(e *Engine) *offered {
	k := &offered{repeats: map[string]float32{}, lines: map[string]int{}, top: -1, in: map[content.ID]placeInSet{}, spots: map[content.ID]*spot{}}
	k.offers, k.bag = offersOf(e)
	k.names, k.values = make([]*words.Name, len(k.offers)), make([]*words.FormsOf, len(k.offers))
	k.page = k.bag.Add(k.bag.Add(nil, e.Index.Title), e.H1())
	for i := range e.Tree.Lines {
		if text := e.Tree.LineText(i); len(text) <= maxOfferedLine {
			k.lines[text]++
		}
	}
	if e.Index.H1 != content.None {
		k.top = e.Tree.LineAt(e.Tree.From(e.Index.H1))
	}
	for i := range k.offers {
		k.repeats[k.offers[i].name]++
	}
	return k
}

// field appends what may answer a leaf.
func (k *ranker) field(out []ranking, at int, a *rankedLeaf) []ranking {
	hint := a.Field.Query.Hint()
	asked := words.Asked{Name: k.m.New(a.Field.Query.Name, hint.Words)}
	asked.Forms = asked.Name.Forms().OfType(hint.Type)
	cover := k.bag.Cover(asked.Name)
	var within *words.Cover
	if a.container != nil {
		within = k.bag.Cover(k.m.New(a.container.Name, a.container.Hint().Words))
	}
	onPage := cover.Of(k.page).Name
	title := max(words.Logit(asked.Name, k.titles[0]), words.Logit(asked.Name, k.titles[1]))
	best, bestAll := float32(0), float32(0)
	taken, alike := map[string]bool{}, map[string]int{}
	ownName := strings.Join(lexicon.Words(a.Field.Query.Name), " ")
	first := len(out)
	for _, near := range k.nearest(a.Field, asked.Name, cover) {
		if len(out)-first == maxCompared {
			break
		}
		o := &k.offers[near.offer]
		if asksDate := a.Field.Type == query.Date || a.Field.Type == query.DateTime; o.ofSpan && !asksDate || o.ofDate && asksDate {
			continue
		}
		if lexicon.Opposes(a.Field.Excludes, o.name) || len(o.value) <= len(ownName)+1 && strings.Join(lexicon.Words(o.value), " ") == ownName {
			continue
		}
		json, fit := readOffer(k.e, a.Field, o.value)
		if json == "" || taken[json+o.name] || alike[json] == maxAlike || isPartOfAddress(a, json) || o.fact != nil && meansOther(k.e, a.Field, o.fact.Key) {
			continue
		}
		taken[json+o.name] = true
		alike[json]++
		own, all, value := cover.Of(o.named), cover.Of(o.named, o.around, o.said, o.words), cover.Of(o.words)
		best, bestAll = max(best, own.Name), max(bestAll, all.All)
		out = append(out, ranking{field: at, offer: int(near.offer), leaf: fields.Value{JSON: json, Text: o.value, Node: o.node, Kind: o.kind}})
		r := &out[len(out)-1].row
		r[rank.Reads] = float32(fit)
		k.describe(r, a.Field, int(near.offer))
		more := cover.Of(o.named, o.around, o.said)
		r[rank.Cover], r[rank.CoverMore], r[rank.CoverAbout] = own.Name, more.Name, more.About
		r[rank.CoverAll], r[rank.CoverValue] = all.All, value.Name
		r[rank.CoverOver], r[rank.CoverSaid] = cover.Of(o.around).Name, cover.Of(o.said).Name
		r[rank.CoverAllAbout], r[rank.CoverValueAbout] = all.About, value.About
		r[rank.CoverExact] = cover.Exact(o.named, o.around, o.said, o.words)
		if within != nil {
			r[rank.CoverContainer] = within.Of(o.named, o.around, o.said, o.words).All
		}
		r[rank.Order] = float32(math.Log(float64(len(out) - first)))
		compared(k.e, r, &asked, k.names[near.offer], k.values[near.offer], o.name, o.value, o.node)
	}
	if k.e.Sheet != nil {
		out = k.onPaper(out, at, a, &asked)
	}
	for i, from := range [...]*fields.Answer{a.Answer, a.again} {
		if from == nil || from.Leaf.JSON == "" {
			continue
		}
		out = append(out, ranking{field: at, offer: -1, leaf: from.Leaf})
		r := &out[len(out)-1].row
		r[rank.IsAnswer+i], r[rank.Score] = 1, float32(from.Leaf.Score)
		compared(k.e, r, &asked, k.m.New("", ""), k.m.FormsOf(from.Leaf.Text), "", from.Leaf.Text, from.Leaf.Node)
	}
	var top [len(bestOf)]float32
	distinct := map[string]bool{}
	for i := first; i < len(out); i++ {
		distinct[out[i].leaf.JSON] = true
		for f, at := range bestOf {
			top[f] = max(top[f], out[i].row[at[0]])
		}
	}
	asks := asksOf(asked.Forms)
	for i := first; i < len(out); i++ {
		r := &out[i].row
		for f, at := range bestOf {
			r[at[1]] = top[f] - r[at[0]]
		}
		copy(r[rank.AsksName:], asks[:])
		r[rank.Values] = float32(math.Log(float64(len(distinct))))
		k.looks(r, strings.TrimSpace(out[i].leaf.Text))
		if node := out[i].leaf.Node; node != content.None {
			k.place(r, node)
		}
		r[rank.CoverBest], r[rank.CoverAllBest] = best-r[rank.Cover], bestAll-r[rank.CoverAll]
		r[rank.CoverPage], r[rank.MeansTitle] = onPage, title
		askedRow(k.e, r, a, &asked)
		if a.Leaf.JSON != "" && a.Leaf.JSON == out[i].leaf.JSON {
			r[rank.SameAnswer] = 1
		}
	}
	return out
}

// isPartOfAddress reports whether a value is only a part of the address that a field has by its name.
func isPartOfAddress(a *rankedLeaf, json string) bool {
	return a.Field.Shape == lexicon.Address && len(json) < len(a.Leaf.JSON) && rank.Overlap(json, a.Leaf.JSON)
}

// signedLog is the logarithm of a distance, with its sign.
func signedLog(n int) float32 {
	return float32(math.Copysign(math.Log(1+math.Abs(float64(n))), float64(n)))
}

// bestOf are pairs of features: the second is how far the first is from its best of a field's offers.
var bestOf = [...][2]int{{rank.CoverMore, rank.CoverMoreBest}, {rank.CoverAllAbout, rank.CoverAboutBest}, {rank.CoverExact, rank.CoverExactBest}, {rank.Fits, rank.FitsBest}}

// asksOf says what kinds of values have forms that are asked for, in the order of the features.
func asksOf(p *words.FormsOf) (out [rank.AsksProse - rank.AsksName + 1]float32) {
	for i, form := range words.Forms {
		switch form {
		case "text", "name", "choice":
			out[0] += p[i]
		case "person":
			out[1] += p[i]
		case "org":
			out[2] += p[i]
		case "place", "address":
			out[3] += p[i]
		case "day", "time", "datetime":
			out[5] += p[i]
		case "code":
			out[6] += p[i]
		case "prose":
			out[7] += p[i]
		case "url", "email", "phone", "yesno", "list", "image", "coordinates":
		default:
			out[4] += p[i]
		}
	}
	return out
}

// looks sets what a row says of a value's text.
func (k *ranker) looks(r *rank.Row, text string) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return
	}
	capitals, digits := 0, 0
	for _, f := range fields {
		if first, _ := utf8.DecodeRuneInString(f); unicode.IsUpper(first) {
			capitals++
		}
	}
	for i := range len(text) {
		if text[i] >= '0' && text[i] <= '9' {
			digits++
		}
	}
	r[rank.ValueWords] = float32(math.Log(float64(len(fields))))
	r[rank.Capitals] = float32(capitals) / float32(len(fields))
	r[rank.Digits] = float32(digits) / float32(len(text))
	if len(text) > maxOfferedLine {
		return
	}
	r[rank.Told] = float32(math.Log(float64(1 + k.lines[text])))
	ids, in := k.bag.Known(text), 0
	for _, id := range ids {
		if slices.Contains(k.page, id) {
			in++
		}
	}
	r[rank.InTitle] = float32(in) / float32(max(1, len(ids)))
}

// place sets what a row says of where a value stands.
func (k *ranker) place(r *rank.Row, node content.ID) {
	t := k.e.Tree
	if k.top >= 0 {
		r[rank.BelowHeading] = signedLog(t.LineAt(t.From(node)) - k.top)
	}
	size := t.Len(node)
	if size > 0 && 2*t.LinkLen(node) > size {
		r[rank.InLink] = 1
	}
	for id := node; id != content.None && t.Len(id) <= size+1; id = t.Nodes[id].Parent {
		switch tag := t.Tag(id); tag {
		case "h1", "h2", "h3", "h4", "h5", "h6":
			r[rank.InHeading] = float32('7' - tag[1])
		case "a":
			r[rank.InLink] = 1
		}
	}
	in := k.recordAt(node)
	r[rank.InSet], r[rank.InSetAt] = float32(math.Log(float64(1+in.of))), float32(math.Log(float64(1+in.at)))
}

// placeInSet is a record's place in a set of so many.
type placeInSet struct{ at, of int }

// recordAt returns which record holds a node, of the largest set that has one.
func (k *ranker) recordAt(node content.ID) placeInSet {
	in, ok := k.in[node]
	if !ok {
		for _, set := range k.e.Sets {
			i, found := slices.BinarySearchFunc(set.Spans, node, func(s records.Span, n content.ID) int { return cmp.Compare(s.From, n) })
			if !found {
				i--
			}
			if i >= 0 && set.Spans[i].To > node && len(set.Spans) > in.of {
				in = placeInSet{i, len(set.Spans)}
			}
		}
		k.in[node] = in
	}
	return in
}

// beforeAll is more than how near any offer is.
const beforeAll = 10

// nearOffer is an offer with how near it is to a field: the nearest are compared in full.
type nearOffer struct {
	offer int32
	order float32
}

// nearest returns the offers that may answer a field, the nearest first, but for the heading and the
// title of the page, which come before all.
func (k *ranker) nearest(w *fields.Field, asked *words.Name, cover *words.Cover) []nearOffer {
	out := make([]nearOffer, 0, len(k.offers))
	var own, around, said, value words.Best
	var overLast, saidLast []int32 // many offers stand under one heading or in one sentence
	for i := range k.offers {
		o := &k.offers[i]
		if (o.is == rank.IsLink || o.is == rank.IsAddress) && !takesLink(k.e, w) || o.bound*w.Bound < 0 {
			continue
		}
		like := float32(0)
		if o.fact != nil {
			if name := k.e.Index.Name(o.fact.Key); name != nil {
				like = words.Like(asked, name)
			}
		}
		cover.Best(&own, o.named)
		cover.Best(&value, o.words)
		if !areSame(o.around, overLast) {
			cover.Best(&around, o.around)
			overLast = o.around
		}
		if !areSame(o.said, saidLast) {
			cover.Best(&said, o.said)
			saidLast = o.said
		}
		more, all := cover.OfAll(&own, &around, &said).Name, cover.OfAll(&own, &around, &said, &value).All
		if max(more, all, like) >= leastNear || o.node == k.e.Index.H1 || o.is == rank.IsTitle || o.is == rank.IsLead || o.is == rank.IsForm && (w.Shape == lexicon.Phone || w.Shape == lexicon.Email) {
			near := nearOffer{int32(i), cover.OfAll(&own).Name + more + 2*all + 2*like}
			switch {
			case o.is == rank.IsHeading && o.node == k.e.Index.H1:
				near.order += 2 * beforeAll
			case o.is == rank.IsTitle:
				near.order += beforeAll
			}
			out = append(out, near)
		}
	}
	slices.SortFunc(out, func(a, b nearOffer) int {
		return cmp.Or(cmp.Compare(b.order, a.order), cmp.Compare(a.offer, b.offer))
	})
	return out
}

// areSame reports whether two slices are one.
func areSame(a, b []int32) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// describe sets what a row says of an offer and what it is called.
func (k *ranker) describe(r *rank.Row, w *fields.Field, offer int) {
	o := &k.offers[offer]
	if k.names[offer] == nil {
		k.names[offer] = k.m.New(o.name, "")
		k.values[offer] = k.m.FormsOf(o.value)
	}
	r[o.is] = 1
	if o.node == k.e.Index.H1 {
		r[rank.PageHeading] = 1
	}
	r[rank.Repeats] = float32(math.Log(float64(k.repeats[o.name])))
	if o.fact != nil {
		r[rank.Similar] = float32(k.e.Similarity(w, o.fact.Key))
		r[rank.Paired] = float32(k.labels[w.Query][o.fact.Key])
		if o.fact.Near {
			r[rank.Apart] = 1
		}
	}
}

// leastNear is how well the words of an offer and those over it stand at least for a field's, or
// how near its label's name is, 0 to 1.
const leastNear = 0.2

// rivals sets what rows say of other offers for the field, and of other fields for the offer.
func rivals(all []ranking) {
	for i := range all {
		c := &all[i]
		other, field := float32(noRival), float32(noRival)
		for k := range all {
			d := &all[k]
			switch {
			case k == i || d.offer < 0:
			case d.field == c.field && d.leaf.JSON != c.leaf.JSON:
				other = max(other, d.row[rank.MeansName])
			case d.offer == c.offer || d.leaf.Node == c.leaf.Node && d.leaf.JSON == c.leaf.JSON:
				field = max(field, d.row[rank.MeansName])
			}
		}
		c.row[rank.MeansOther], c.row[rank.MeansField] = other, field
	}
}

// noRival is less than the log-odds of any rival.
const noRival = -15

// meansOther reports whether the lexicon knows what a field asks for, and that a name of the page
// means something else: the telephone is no fax.
func meansOther(e *Engine, w *fields.Field, k evidence.Key) bool {
	p := e.Index.Phrase(k)
	return w.Known && w.Concept != 0 && len(p) == 1 && p[0].Concept != 0 && e.Similarity(w, k) == 0
}

// takesLink reports whether an address may answer a field.
func takesLink(e *Engine, w *fields.Field) bool {
	return w.Type == query.URL || w.Type == 0 && (w.Shape == lexicon.URL || w.Shape == lexicon.Image)
}

// readOffer reads a value as a field's type.
func readOffer(e *Engine, w *fields.Field, text string) (string, float64) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return "", 0
	case w.Type != 0 || w.Known || w.Shape == lexicon.URL || w.Shape == lexicon.Email || w.Shape == lexicon.Phone:
		return e.ReadAfresh(w, text)
	}
	return fields.Quote(e.EndOf(w, onpage.OneLine(text))), 1
}

// askedRow sets what a row says of the field.
func askedRow(e *Engine, r *rank.Row, a *rankedLeaf, asked *words.Asked) {
	w := a.Field
	if a.Leaf.JSON != "" {
		r[rank.HasAnswer], r[rank.AnswerSure] = 1, float32(a.Leaf.Score)
	}
	if strings.Contains(a.path, ".") {
		r[rank.Nested] = 1
	}
	if w.Known {
		r[rank.Known] = 1
	}
	r[rank.AskedWords], r[rank.AskedMore] = float32(len(asked.Name.Words)), float32(len(asked.Name.About))
	if w.Type != 0 {
		r[rank.Typed] = 1
	}
	switch w.Type {
	case query.Integer, query.Number, query.Price, query.Percent:
		r[rank.Numeric] = 1
	case query.Date, query.DateTime:
		r[rank.Dated] = 1
	case query.URL:
		r[rank.Addressed] = 1
	case query.Email, query.Phone:
		r[rank.IsContact] = 1
	}
}

// compared sets what a row says of the names and the value of an offer, and where it stands.
func compared(e *Engine, r *rank.Row, asked *words.Asked, name *words.Name, value *words.FormsOf, called, text string, node content.ID) {
	m := words.Default()
	r[rank.MeansName] = words.Compare((*[words.FeatureCount]float32)(r[rank.First:]), asked.Name, name)
	r[rank.Fits] = asked.Forms.Fits(value)
	short := text[:min(len(text), 200)]
	r[rank.LabelName], r[rank.LabelValue] = m.LabelOdds(called), m.LabelOdds(strings.ToValidUTF8(short, ""))
	r[rank.Long] = float32(math.Log(float64(1 + len(text))))
	r[rank.NameWords] = float32(len(name.Words))
	if node != content.None {
		for _, p := range regions {
			if e.Tree.Region(node)&p.in != 0 {
				r[p.ofValue] = 1
			}
		}
		r[rank.Place] = float32(node) / float32(len(e.Tree.Nodes))
	}
}

// rival is a value that may answer a field.
type rival struct {
	field int
	json  string
}

// Rank answers the leaves with what most likely answers them, all of them together: no value at
// one place answers two. answered are all answers to the query, the leaves among them.
func (e *Engine) Rank(answered []fields.Answer, leaves []rankedLeaf, labels fields.Pairs) {
	if len(leaves) > maxRankedFor { // doubtful answers stay rather than that none is found
		leaves = slices.DeleteFunc(leaves, func(l rankedLeaf) bool { return e.isDoubted(&l) })
	}
	if len(leaves) == 0 || len(leaves) > maxRankedFor {
		return
	}
	k, models, least := newRanker(e, labels), rank.Default().Values, &rank.OnPages
	if e.Sheet != nil {
		models, least = rank.Default().Paper, &rank.OnPaper
	}
	leaves = slices.DeleteFunc(leaves, func(l rankedLeaf) bool { return e.isDoubted(&l) && k.isLikely(l, models.Alone, least) })
	if len(leaves) == 0 {
		return
	}
	all := k.rankings(leaves)
	k.together(all, leaves, answered, models.Alone)
	sure := weighOffers(all, models.Beside, least)
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return sure[a].Compare(sure[b]) })
	done := make([]bool, len(leaves))
	taken := map[string]bool{}
	refused := map[rival]bool{}
	for i := range leaves {
		leaves[i].Leaf = fields.Value{}
		if b := leaves[i].again; b != nil {
			b.Leaf = fields.Value{}
		}
	}
	for _, a := range fields.LeavesOf(nil, answered) {
		if a.Leaf.JSON != "" {
			for _, at := range placesOf(e, a.Field, &a.Leaf) {
				taken[at] = true
			}
		}
	}
	for _, i := range order {
		r := &all[i]
		if !sure[i].Told {
			continue
		}
		at := placesOf(e, leaves[r.field].Field, &r.leaf)
		one := rival{r.field, r.leaf.JSON}
		if done[r.field] || refused[one] {
			continue
		}
		if slices.ContainsFunc(at, func(place string) bool { return taken[place] }) {
			refused[one] = taken[at[0]] || taken[fields.Quote(r.leaf.Text)+strings.TrimPrefix(at[0], r.leaf.JSON)] // it is another field's
			continue
		}
		done[r.field] = true
		for _, place := range at {
			taken[place] = true
		}
		leaves[r.field].Leaf = r.leaf
		leaves[r.field].Leaf.Score = sure[i].Sure
	}
}

// isDoubted reports whether a leaf is open only because its answer by a known name is doubtful.
func (e *Engine) isDoubted(l *rankedLeaf) bool {
	return e.Sheet == nil && l.Leaf.JSON != "" && isKnown(l.Field)
}

// isLikely reports whether a field's answer by its name is likely enough, whatever else the query
// asks for and in which order.
func (k *ranker) isLikely(l rankedLeaf, alone rank.Model, least *rank.Bounds) bool {
	all := k.rankings([]rankedLeaf{l})
	for i, w := range weighOffers(all, alone, least) {
		if all[i].row.IsNamed() && w.Sure >= least.KnownKept {
			return true
		}
	}
	return false
}

// weighOffers returns what a model says of offers.
func weighOffers(all []ranking, m rank.Model, least *rank.Bounds) []rank.Weighed {
	var out []rank.Weighed
	for _, of := range fieldsOf(all) {
		var values []string
		var rows []*rank.Row
		for i := of[0]; i < of[1]; i++ {
			values, rows = append(values, all[i].leaf.JSON), append(rows, &all[i].row)
		}
		out = append(out, m.Weigh(values, rows, least)...)
	}
	return out
}

// placesOf tells values apart that may answer several fields: an address answers one field,
// another value one at its place, whether by its text or by what that reads as.
func placesOf(e *Engine, w *fields.Field, v *fields.Value) []string {
	if takesLink(e, w) {
		return []string{v.JSON}
	}
	at := "@" + strconv.Itoa(int(v.Node))
	return []string{v.JSON + at, v.Text + at}
}
