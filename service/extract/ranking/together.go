package ranking

import (
	"math"
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/fields"
	"assay/service/extract/rank"
)

// How many elements around a value tell how near it stands to another, and how many of them how
// it is built.
const (
	closestAround = 8
	styledAround  = 4
)

// spot is where a value stands.
type spot struct {
	line    int    // -1: nowhere
	section int    // of the page's sections, or -1
	style   string // tags and classes of its element and those around it
	in      placeInSet
	around  []content.ID // its element and those around it, the closest first
}

// spotOf returns where a node stands.
func (k *ranker) spotOf(node content.ID) *spot {
	s, ok := k.spots[node]
	if ok {
		return s
	}
	s = &spot{line: -1, section: -1}
	k.spots[node] = s
	if node == content.None {
		return s
	}
	t := k.e.Tree
	s.line = t.LineAt(t.From(node))
	s.section = sectionOver(k.e.Index, node)
	s.in = k.recordAt(node)
	var style strings.Builder
	for id := node; len(s.around) < closestAround && id != content.None; id = t.Nodes[id].Parent {
		if len(s.around) < styledAround {
			class, _ := t.Attr(id, "class")
			style.WriteString(t.Tag(id) + "." + class + " ")
		}
		s.around = append(s.around, id)
	}
	s.style = style.String()
	return s
}

// above returns how many elements around a value do not hold another one, before the first that does.
func (s *spot) above(other *spot) int {
	for i, id := range s.around {
		if slices.Contains(other.around, id) {
			return i
		}
	}
	return closestAround
}

// settled is the answer to a field, or what most likely answers it.
type settled struct {
	order int // of the field in the query
	field int // of those that are ranked, or notRanked
	sure  float64
	is    int // what kind of offer it is, or notRanked
	json  string
	of    *fields.Answer // the container of its field, or nil
	*spot
}

// notRanked is what is found by a field's name, and not ranked.
const notRanked = -1

// claims are how likely something answers fields: the two likeliest ones.
type claims struct {
	field       int // the likeliest
	sure, other float64
}

// add says how likely it answers a field.
func (c claims) add(field int, sure float64) claims {
	switch {
	case field == c.field || c.sure == 0:
		c.field, c.sure = field, max(c.sure, sure)
	case sure > c.sure:
		c.field, c.sure, c.other = field, sure, c.sure
	default:
		c.other = max(c.other, sure)
	}
	return c
}

// but returns how likely it answers any field but this.
func (c claims) but(field int) float32 {
	if c.field == field {
		return float32(c.other)
	}
	return float32(c.sure)
}

// placed is a value where it stands.
type placed struct {
	json string
	node content.ID
}

// Bounds of what is said of other fields.
const (
	leastFound = 0.3  // how likely an answer is at least for a value to stand beside it
	leastShare = 1e-6 // of an offer that is told from others
	farAway    = 1000 // lines to the closest answer, if there is none
)

// together sets what rows say of the other fields: of the answers by their names, and of what most
// likely answers those that are ranked, by a model that weighs the offers for each by themselves.
// The offers for a field follow each other.
func (k *ranker) together(all []ranking, leaves []rankedLeaf, answered []fields.Answer, alone rank.Model) {
	ranked := map[*fields.Answer]int{}
	for i := range leaves {
		ranked[leaves[i].Answer] = i
	}
	order, containers := make([]int, len(leaves)), make([]*fields.Answer, len(leaves))
	values, places := map[string]claims{}, map[placed]claims{}
	var others []settled
	var listed []listedAt
	for i, asks := range asksOfPage(nil, answered, nil) {
		a := asks.Answer
		if at, ok := ranked[a]; ok {
			order[at], containers[at] = i, asks.of
		} else if v := &a.Leaf; v.JSON != "" {
			others = append(others, settled{i, notRanked, 1, notRanked, v.JSON, asks.of, k.spotOf(v.Node)})
			values[v.JSON] = values[v.JSON].add(notRanked, 1)
			places[placed{v.JSON, v.Node}] = places[placed{v.JSON, v.Node}].add(notRanked, 1)
		} else if len(a.List) > 0 {
			spans := spansOf(a.List)
			listed = append(listed, spans...)
			if len(spans) > 0 {
				others = append(others, settled{i, notRanked, 1, notRanked, "", asks.of, k.spotOf(spans[0].from)})
			}
		}
	}
	rows := make([][]float32, len(all))
	for i := range all {
		rows[i] = all[i].row[:]
	}
	shares := alone.Sums(rows)
	fields := fieldsOf(all)
	for _, of := range fields {
		best := of[0]
		rank.Softmax(shares[of[0]:of[1]])
		for i := of[0]; i < of[1]; i++ {
			r := &all[i]
			if shares[i] > shares[best] {
				best = i
			}
			at := placed{r.leaf.JSON, r.leaf.Node}
			values[at.json], places[at] = values[at.json].add(r.field, shares[i]), places[at].add(r.field, shares[i])
		}
		o := &all[best]
		others = append(others, settled{order[o.field], o.field, shares[best], k.kindOf(o), o.leaf.JSON, containers[o.field], k.spotOf(o.leaf.Node)})
	}
	for _, of := range fields {
		alone := shares[of[0]:of[1]]
		field := all[of[0]].field
		sorted := inOrder(others, field)
		for i := range alone {
			r := &all[of[0]+i]
			r.ownShares(all[of[0]:of[1]], alone, i)
			r.row[rank.TakenHere] = places[placed{r.leaf.JSON, r.leaf.Node}].but(r.field)
			r.row[rank.TakenElsewhere] = values[r.leaf.JSON].but(r.field)
			r.row[rank.OwnTaken] = float32(alone[i] / (float64(r.row[rank.TakenHere]) + 0.01))
			k.beside(r, order[field], containers[field], others)
			r.row[rank.OthersInOrder] = sorted
			for _, span := range listed {
				if n := r.leaf.Node; span.from <= n && n < span.to {
					r.row[rank.InList] = 1
				}
			}
		}
	}
}

// listedAt is where a record of a list stands, whose answer is known.
type listedAt struct{ from, to content.ID }

// spansOf returns where the records of a list stand.
func spansOf(list []fields.Answer) (out []listedAt) {
	for i := range list {
		a := &list[i]
		switch {
		case a.From < a.To:
			out = append(out, listedAt{a.From, a.To})
		case a.Leaf.JSON != "" && a.Leaf.Node != content.None:
			out = append(out, listedAt{a.Leaf.Node, a.Leaf.Node + 1})
		}
	}
	return out
}

// askOfPage is the answer to a field that asks for one value of the page or for a list, and that of
// the container it is in, or nil.
type askOfPage struct {
	*fields.Answer
	of *fields.Answer
}

// asksOfPage appends those in some answers.
func asksOfPage(out []askOfPage, answers []fields.Answer, of *fields.Answer) []askOfPage {
	for i := range answers {
		switch a := &answers[i]; {
		case a.Field == nil || a.Field.Hidden:
		case a.Field.Children != nil && !a.Field.Query.List:
			out = asksOfPage(out, a.Children, a)
		default:
			out = append(out, askOfPage{a, of})
		}
	}
	return out
}

// fieldsOf returns from where on and up to where the offers for each field are.
func fieldsOf(all []ranking) (out [][2]int) {
	for from, to := 0, 0; from < len(all); from = to {
		for to = from; to < len(all) && all[to].field == all[from].field; to++ {
		}
		out = append(out, [2]int{from, to})
	}
	return out
}

// kindOf returns what kind of offer may answer a field.
func (k *ranker) kindOf(r *ranking) int {
	if r.offer < 0 {
		return notRanked
	}
	if k.kinds != nil {
		return int(k.kinds[r.offer])
	}
	return k.offers[r.offer].is
}

// ownShares sets what a row says of how likely its offer is by itself, among all for the field.
func (r *ranking) ownShares(all []ranking, shares []float64, at int) {
	best, value, parts, likelier := 0.0, 0.0, 0.0, 0
	for i, s := range shares {
		best = max(best, s)
		switch {
		case all[i].leaf.JSON == r.leaf.JSON:
			value += s
		case rank.Overlap(all[i].leaf.JSON, r.leaf.JSON):
			parts += s
		}
		if s > shares[at] {
			likelier++
		}
	}
	own := logShare(shares[at])
	r.row[rank.OwnShare], r.row[rank.OwnValue], r.row[rank.OwnParts] = own, logShare(value), float32(parts)
	r.row[rank.OwnBest], r.row[rank.OwnBehind], r.row[rank.OwnOrder] = float32(best), own-logShare(best), float32(likelier)
}

func logShare(s float64) float32 { return float32(math.Log(max(s, leastShare))) }

// inOrder returns the share of pairs of answers, but those to a field, that stand on the page in
// the order of the query: where they do, so may its answer.
func inOrder(others []settled, but int) float32 {
	sum, sorted := 0.0, 0.0
	for i := range others {
		for j := range i {
			a, b := &others[i], &others[j]
			if a.field == but || b.field == but || a.line < 0 || b.line < 0 || a.line == b.line {
				continue
			}
			sum += a.sure * b.sure
			if (a.line < b.line) == (a.order < b.order) {
				sorted += a.sure * b.sure
			}
		}
	}
	return float32((sorted + 0.5) / (sum + 1))
}

// beside sets what a row says of where its value stands beside the answers to other fields. order
// is its field's in the query, of is the container it is in, or nil.
func (k *ranker) beside(r *ranking, order int, of *fields.Answer, others []settled) {
	s, is := k.spotOf(r.leaf.Node), k.kindOf(r)
	var near, inside, section, style, kind, record, all, around, sorted, standing, parts float64
	closest, closestInside, least := float64(farAway), float64(farAway), closestAround
	var before, after *settled // the answers to the fields before and after this in the query
	for i := range others {
		o := &others[i]
		if o.field == r.field {
			continue
		}
		all += o.sure
		if o.field != notRanked && o.is == is {
			kind += o.sure
		}
		if o.json != r.leaf.JSON && o.json != "" && rank.Overlap(o.json, r.leaf.JSON) {
			parts = max(parts, o.sure)
		}
		if s.line < 0 || o.line < 0 {
			continue
		}
		lines, above := math.Abs(float64(o.line-s.line)), s.above(o.spot)
		near += o.sure / (1 + lines)
		if of != nil && o.of == of {
			inside += o.sure / (1 + lines)
			if o.sure >= leastFound {
				closestInside = min(closestInside, lines)
			}
		}
		around += o.sure / float64(1+above)
		if o.section == s.section {
			section += o.sure
		}
		if o.style == s.style {
			style += o.sure
		}
		if o.in == s.in && s.in.of > 0 {
			record += o.sure
		}
		standing += o.sure
		if (o.line < s.line) == (o.order < order) {
			sorted += o.sure
		}
		if o.sure < leastFound {
			continue
		}
		closest, least = min(closest, lines), min(least, above)
		switch {
		case o.order < order && (before == nil || o.order > before.order):
			before = o
		case o.order > order && (after == nil || o.order < after.order):
			after = o
		}
	}
	share := func(x, of float64) float32 { return float32(x / max(of, 0.1)) }
	row := &r.row
	row[rank.Others], row[rank.OthersNear], row[rank.OthersAround], row[rank.TakenPart] = float32(all), float32(near), float32(around), float32(parts)
	row[rank.SameSection], row[rank.SameStyle], row[rank.SameKind], row[rank.SameRecord] = share(section, all), share(style, all), share(kind, all), share(record, all)
	row[rank.ContainerNear], row[rank.ContainerClosest] = float32(inside), float32(math.Log(1+closestInside))
	row[rank.OthersClosest], row[rank.OthersLeast] = float32(math.Log(1+closest)), float32(least)
	row[rank.InOrder] = share(sorted, standing)
	row[rank.AfterLast], row[rank.BeforeNext] = noOther, noOther
	if before != nil {
		row[rank.AfterLast] = signedLog(s.line - before.line)
	}
	if after != nil {
		row[rank.BeforeNext] = signedLog(after.line - s.line)
	}
	if before != nil && after != nil && before.line <= s.line && s.line <= after.line {
		row[rank.Between] = 1
	}
}

// noOther is less than the logarithm of any distance.
const noOther = -20
