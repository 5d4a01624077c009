package extract

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/rank"
	"assay/service/extract/words"
)

// Bounds of what is ranked.
const (
	maxCompared  = 24 // offers that are compared with a field in full
	maxRankedFor = 60 // fields of a query
)

// ranking is an offer for a field with what is known of the two.
type ranking struct {
	field int
	leaf  value
	row   rank.Row
	offer int // -1: the answer by the field's name
}

// rankings returns what may answer the leaves of a container, with what the ranker weighs.
func (e *engine) rankings(leaves []rankedLeaf, labels pairs) []ranking {
	offers, bag := offersOf(e.x)
	m := words.Default()
	asked := make([]words.Asked, len(leaves))
	names := make([]*words.Name, len(offers))
	values := make([]*words.FormsOf, len(offers))
	page := bag.Add(bag.Add(nil, e.x.Title), e.h1())
	titles := [...]*words.Name{m.New("title", ""), m.New("name", "")}
	repeats := map[string]float32{}
	for i := range offers {
		repeats[offers[i].name]++
	}
	var out []ranking
	for i, a := range leaves {
		if e.ctx.Err() != nil {
			break
		}
		hint := a.w.field.Hint()
		asked[i].Name = m.New(a.w.field.Name, hint.Words)
		asked[i].Forms = asked[i].Name.Forms().OfType(hint.Type)
		cover := bag.Cover(asked[i].Name)
		type near struct {
			offer                 int
			own, more, value, all words.Covered
			order                 float32
		}
		var nearest []near
		for k := range offers {
			o := &offers[k]
			if (o.is == rank.IsLink || o.is == rank.IsAddress) && !e.takesLink(a.w) {
				continue
			}
			c := near{offer: k, own: cover.Of(o.named), more: cover.Of(o.named, o.around, o.said), value: cover.Of(o.words), all: cover.Of(o.named, o.around, o.said, o.words)}
			c.order = c.own.Name + c.more.Name + 2*c.all.All
			if c.more.Name >= leastCover || c.all.All >= leastCover || o.node == e.x.H1 {
				nearest = append(nearest, c)
			}
		}
		slices.SortStableFunc(nearest, func(a, b near) int { return cmp.Compare(b.order, a.order) })
		if at := slices.IndexFunc(nearest, func(c near) bool { return offers[c.offer].is == rank.IsHeading && offers[c.offer].node == e.x.H1 }); at > 0 {
			nearest = slices.Insert(slices.Delete(nearest, at, at+1), 0, nearest[at])
		}
		bestAll := float32(0)
		onPage := cover.Of(page).Name
		title := max(words.Logit(asked[i].Name, titles[0]), words.Logit(asked[i].Name, titles[1]))
		best := float32(0)
		taken := map[string]bool{}
		first := len(out)
		for _, c := range nearest {
			if len(out)-first == maxCompared {
				break
			}
			o := &offers[c.offer]
			json, fit := e.readOffer(a.w, o.value)
			if json == "" || taken[json+o.name] || o.fact != nil && e.meansOther(a.w, o.fact.Key) {
				continue
			}
			taken[json+o.name] = true
			best, bestAll = max(best, c.own.Name), max(bestAll, c.all.All)
			if names[c.offer] == nil {
				names[c.offer] = m.New(o.name, "")
				values[c.offer] = m.FormsOf(o.value)
			}
			out = append(out, ranking{field: i, offer: c.offer, leaf: value{json: json, text: o.value, node: o.node, kind: o.kind}})
			r := &out[len(out)-1].row
			r[o.is] = 1
			r[rank.Cover], r[rank.CoverMore], r[rank.CoverAbout] = c.own.Name, c.more.Name, c.more.About
			r[rank.CoverAll], r[rank.CoverValue], r[rank.Reads] = c.all.All, c.value.Name, float32(fit)
			if o.node == e.x.H1 {
				r[rank.PageHeading] = 1
			}
			r[rank.Repeats] = float32(math.Log(float64(repeats[o.name])))
			if o.fact != nil {
				r[rank.Similar] = float32(e.similarity(a.w, o.fact.Key))
				r[rank.Paired] = float32(labels[a.w.field][o.fact.Key])
				if o.fact.Near {
					r[rank.Apart] = 1
				}
			}
			e.compared(r, &asked[i], names[c.offer], values[c.offer], o.name, o.value, o.node)
		}
		for k, from := range [...]*answer{a.answer, a.again} {
			if from == nil || from.leaf.json == "" {
				continue
			}
			out = append(out, ranking{field: i, offer: -1, leaf: from.leaf})
			r := &out[len(out)-1].row
			r[rank.IsAnswer+k], r[rank.Score] = 1, float32(from.leaf.score)
			e.compared(r, &asked[i], m.New("", ""), m.FormsOf(from.leaf.text), "", from.leaf.text, from.leaf.node)
		}
		for k := first; k < len(out); k++ {
			r := &out[k].row
			r[rank.CoverBest], r[rank.CoverAllBest] = best-r[rank.Cover], bestAll-r[rank.CoverAll]
			r[rank.CoverPage], r[rank.MeansTitle] = onPage, title
			if i == 0 {
				r[rank.FirstAsked] = 1
			}
			e.askedRow(r, &leaves[i], &asked[i])
			if a.leaf.json != "" && a.leaf.json == out[k].leaf.json {
				r[rank.SameAnswer] = 1
			}
		}
	}
	rivals(out)
	return out
}

// leastCover is how well the words of an offer and those over it stand at least for a field's.
const leastCover = 0.3

// rivals sets what rows say of other offers for the field, and of other fields for the offer.
func rivals(all []ranking) {
	for i := range all {
		c := &all[i]
		other, field := float32(noRival), float32(noRival)
		for k := range all {
			d := &all[k]
			switch {
			case k == i || d.offer < 0:
			case d.field == c.field && d.leaf.json != c.leaf.json:
				other = max(other, d.row[rank.MeansName])
			case d.offer == c.offer || d.leaf.node == c.leaf.node && d.leaf.json == c.leaf.json:
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
func (e *engine) meansOther(w *want, k evidence.Key) bool {
	p := e.x.Phrase(k)
	return w.known && w.concept != 0 && len(p) == 1 && p[0].Concept != 0 && e.similarity(w, k) == 0
}

// takesLink reports whether an address may answer a field.
func (e *engine) takesLink(w *want) bool {
	return w.typ == query.URL || w.typ == 0 && (w.shape == lexicon.URL || w.shape == lexicon.Image)
}

// readOffer reads a value as a field's type.
func (e *engine) readOffer(w *want, text string) (string, float64) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return "", 0
	case w.typ != 0 || w.known || w.shape == lexicon.URL || w.shape == lexicon.Email || w.shape == lexicon.Phone:
		return e.readAfresh(w, text)
	}
	return quote(oneLine(text)), 1
}

// askedRow sets what a row says of the field.
func (e *engine) askedRow(r *rank.Row, a *rankedLeaf, asked *words.Asked) {
	w := a.w
	if a.leaf.json != "" {
		r[rank.HasAnswer], r[rank.AnswerSure] = 1, float32(a.leaf.score)
	}
	if strings.Contains(a.path, ".") {
		r[rank.Nested] = 1
	}
	if w.known {
		r[rank.Known] = 1
	}
	r[rank.AskedWords], r[rank.AskedMore] = float32(len(asked.Name.Words)), float32(len(asked.Name.About))
	if w.typ != 0 {
		r[rank.Typed] = 1
	}
	switch w.typ {
	case query.Integer, query.Number, query.Price, query.Percent:
		r[rank.Numeric] = 1
	case query.Date, query.DateTime:
		r[rank.Dated] = 1
	case query.URL:
		r[rank.Addressed] = 1
	case query.Boolean:
		r[rank.Boolean] = 1
	}
}

// compared sets what a row says of the names and the value of an offer, and where it stands.
func (e *engine) compared(r *rank.Row, asked *words.Asked, name *words.Name, value *words.FormsOf, called, text string, node content.ID) {
	m := words.Default()
	words.Features((*[words.FeatureCount]float32)(r[rank.First:]), asked.Name, name)
	r[rank.MeansName] = words.Logit(asked.Name, name)
	r[rank.Fits] = asked.Forms.Fits(value)
	short := text[:min(len(text), 200)]
	r[rank.LabelName], r[rank.LabelValue] = m.LabelOdds(called), m.LabelOdds(strings.ToValidUTF8(short, ""))
	r[rank.Long] = float32(math.Log(float64(1 + len(text))))
	r[rank.NameWords] = float32(len(name.Words))
	if node != content.None {
		for _, p := range regionFeatures {
			if e.t.Region(node)&p.in != 0 {
				r[p.feature] = 1
			}
		}
		r[rank.Place] = float32(node) / float32(len(e.t.Nodes))
	}
}

// rankedLeaf is the answer to a field that asks for one value of the page.
type rankedLeaf struct {
	*answer
	again *answer // the answer by what its name means, or nil
	path  string
}

// rankedLeaves appends the answers to fields that ask for one value of the page, but for those
// that have one by a name that the lexicon knows, that ask for yes or no, which the page says by
// marks, or for a part of what there is.
func rankedLeaves(out []rankedLeaf, fields, again []answer, path string) []rankedLeaf {
	for i := range fields {
		a, b := &fields[i], (*answer)(nil)
		if len(again) == len(fields) {
			b = &again[i]
		}
		switch {
		case a.w == nil || a.w.field.List || a.w.hidden || !a.w.filter.none():
		case a.w.children == nil:
			if a.w.typ != query.Boolean && (a.leaf.json == "" || !a.w.known) {
				out = append(out, rankedLeaf{a, b, path + a.w.field.Name})
			}
		case b != nil:
			out = rankedLeaves(out, a.child, b.child, path+a.w.field.Name+".")
		default:
			out = rankedLeaves(out, a.child, nil, path+a.w.field.Name+".")
		}
	}
	return out
}

// Ranked is an offer for a field of a query, with what the ranker weighs.
type Ranked struct {
	Path   string // of the field: names joined by "."
	Answer json.RawMessage
	Row    rank.Row
}

// Ranked returns what may answer the fields of a query that ask for one value of the page:
// what the ranker is trained on.
func (p *Page) Ranked(ctx context.Context, q *query.Query) (out []Ranked) {
	e, answer, again, labels := p.answers(ctx, q, Options{})
	leaves := rankedLeaves(nil, answer, again, "")
	for _, r := range e.rankings(leaves, labels) {
		out = append(out, Ranked{leaves[r.field].path, json.RawMessage(r.leaf.json), r.row})
	}
	return out
}

// rank answers the leaves with what most likely answers them, all of them together: no value at
// one place answers two. answered are all answers to the query, the leaves among them.
func (e *engine) rank(answered []answer, leaves []rankedLeaf, labels pairs) {
	if len(leaves) == 0 || len(leaves) > maxRankedFor {
		return
	}
	model := e.models().Values
	all := e.rankings(leaves, labels)
	sure := make([]float64, len(all))
	order := make([]int, len(all))
	for i := range all {
		sure[i], order[i] = model.Sure(all[i].row[:]), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sure[b], sure[a]) })
	done := make([]bool, len(leaves))
	taken := map[string]bool{}
	named := make([]bool, len(leaves))
	for i := range leaves {
		named[i] = leaves[i].leaf.json != ""
		leaves[i].leaf = value{}
		if b := leaves[i].again; b != nil {
			named[i] = named[i] || b.leaf.json != ""
			b.leaf = value{}
		}
	}
	for _, a := range leavesOf(nil, answered) {
		if a.leaf.json != "" {
			for _, at := range e.placesOf(a.w, &a.leaf) {
				taken[at] = true
			}
		}
	}
	for _, i := range order {
		r := &all[i]
		if sure[i] < rank.Least(&r.row, named[r.field]) {
			continue
		}
		at := e.placesOf(leaves[r.field].w, &r.leaf)
		if done[r.field] || slices.ContainsFunc(at, func(place string) bool { return taken[place] }) {
			continue
		}
		done[r.field] = true
		for _, place := range at {
			taken[place] = true
		}
		leaves[r.field].leaf = r.leaf
		leaves[r.field].leaf.score = sure[i]
	}
}

// placesOf tells values apart that may answer several fields: an address answers one field,
// another value one at its place, whether by its text or by what that reads as.
func (e *engine) placesOf(w *want, v *value) []string {
	if e.takesLink(w) {
		return []string{v.json}
	}
	at := "@" + strconv.Itoa(int(v.node))
	return []string{v.json + at, v.text + at}
}
