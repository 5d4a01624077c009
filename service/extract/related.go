package extract

import (
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/lexicon"
	"assay/service/extract/records"
)

// maxOthers is how many boxes of other things are told apart.
const maxOthers = 50

// maxOthersTitle is how long, in bytes, the line over a box of other things is.
const maxOthersTitle = 60

// titlesOfOthers is what the lines over boxes of other things say, by their words
// without accents.
var titlesOfOthers = [...]string{
	"related", "similar", "recommended", "recommendations", "suggested", "you may", "you might", "also like", "also bought", "also viewed", "also read", "also enjoyed", "more like", "up next", "read next", "see also", "people also",
	"ahnliche", "auch interessant", "auch interessieren", "konnte dir", "konnte ihnen", "konnten dir", "auch gekauft", "mehr zum thema", "lesen sie auch", "verwandte", "empfohlen", "empfehlungen", "passend dazu",
	"a lire aussi", "lire aussi", "voir aussi", "similaires", "vous aimerez", "pourrait vous", "ont aussi", "recommandes", "sur le meme",
	"relacionados", "relacionadas", "relacionado", "similares", "puede interesar", "puede gustar", "tambien compraron", "tambien vieron", "recomendados", "recomendadas",
	"correlati", "correlate", "simili", "leggi anche", "interessarti", "potrebbero piacerti", "consigliati",
	"gerelateerd", "gerelateerde", "vergelijkbare", "lees ook", "bekijk ook", "aanbevolen", "veja tambem", "leia tambem", "pode gostar",
}

// asksForOthers reports whether a list's name asks for other things than the page's
// own: similar_shows, articles_similaires, recommended.
func asksForOthers(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(titlesOfOthers[:], w) })
}

// amongOthers reports whether a node is in a box of other things that says so in the
// line over it, whatever the box is called.
func (e *engine) amongOthers(id content.ID) bool {
	if !e.othersKnown {
		e.othersKnown = true
		e.findOthers()
	}
	return slices.ContainsFunc(e.others, func(sp records.Span) bool { return sp.From <= id && id < sp.To })
}

// findOthers finds the boxes of other things: what a heading opens that says so, or
// what holds such a line with more.
func (e *engine) findOthers() {
	t := e.t
	for i := range e.x.Sections {
		if s := &e.x.Sections[i]; len(e.others) < maxOthers && titlesOthers(t.Text(s.Heading)) {
			e.others = append(e.others, records.Span{From: s.Heading, To: min(s.End, t.Nodes[e.boxOf(s.Heading)].End)})
		}
	}
	for i := range t.Lines {
		line := &t.Lines[i]
		if line.To-line.From > maxOthersTitle || len(e.others) >= maxOthers || !titlesOthers(t.LineText(i)) || e.amongOthers(line.First) {
			continue
		}
		if box := e.boxOf(line.First); t.HasGrandparent(box) && (e.x.H1 < box || e.x.H1 >= t.Nodes[box].End) {
			e.others = append(e.others, records.Span{From: box, To: t.Nodes[box].End})
		}
	}
}

// boxOf returns the innermost element that holds a node and shows more than it.
func (e *engine) boxOf(id content.ID) content.ID {
	t := e.t
	box := id
	for t.Nodes[box].Parent != content.None && t.Len(box) <= t.Len(id)+1 {
		box = t.Nodes[box].Parent
	}
	return box
}

// titlesOthers reports whether a line says that other things follow.
func titlesOthers(line string) bool {
	if len(line) > maxOthersTitle {
		return false
	}
	said := " " + strings.Join(lexicon.Words(line), " ") + " "
	return slices.ContainsFunc(titlesOfOthers[:], func(title string) bool { return strings.Contains(said, " "+title+" ") })
}
