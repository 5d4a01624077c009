package tree

import (
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/lexicon"
)

// maxBoxTitle is how long, in bytes, the line over a box of other things is.
const maxBoxTitle = 60

// maxBoxShare is how many times the text of such a box the page has at least, if the box
// is told by its heading alone.
const maxBoxShare = 5

// What the lines over boxes of other things say, by their words without accents.
var (
	// what belongs to the page's subject, and is not it
	relatedTitles = byFirst(
		"related", "similar", "recommended", "recommendations", "suggested", "you may like", "you might like", "you may be", "you might be", "also like", "also bought", "also viewed", "also read", "also love", "also enjoyed", "more like", "up next", "read next", "see also", "people also", "bought together",
		"ahnliche", "auch interessant", "auch interessieren", "das konnte dich", "das konnte sie", "konnte dir", "konnte ihnen", "konnten dir", "auch gekauft", "kunden kauften", "mehr zum thema", "lesen sie auch", "verwandte", "empfohlen", "empfehlungen", "passend dazu", "passende produkte", "weitere artikel",
		"a lire aussi", "lire aussi", "voir aussi", "similaires", "vous aimerez", "aimerez aussi", "aimer aussi", "pourrait vous", "vous pourriez", "ont aussi", "recommandes", "sur le meme", "du meme auteur",
		"relacionados", "relacionadas", "relacionado", "similares", "puede interesar", "puede gustar", "tambien te", "tambien compraron", "tambien vieron", "recomendados", "recomendadas",
		"correlati", "correlate", "simili", "leggi anche", "interessarti", "potrebbero piacerti", "ha visto anche", "consigliati",
		"gerelateerd", "gerelateerde", "vergelijkbare", "lees ook", "bekijk ook", "aanbevolen", "veja tambem", "leia tambem", "pode gostar",
	)
	// what others read or the site has besides
	popularTitles = byFirst(
		"more from", "more in", "more on this", "more stories", "most read", "most popular", "most viewed", "popular right now", "popular posts", "trending", "recently viewed", "recent posts", "latest news",
		"meistgelesen", "meistgelesene", "zuletzt angesehen", "les plus lus", "lo mas leido", "i piu letti", "meest gelezen",
	)
	// what the page itself is about
	topicTitles = byFirst("topic", "topics", "tags", "theme", "themes", "themen", "keyword", "keywords", "searches", "temas")
)

// byFirst returns phrases as their words, by the first of these.
func byFirst(phrases ...string) map[string][][]string {
	by := map[string][][]string{}
	for _, p := range phrases {
		words := strings.Fields(p)
		by[words[0]] = append(by[words[0]], words)
	}
	return by
}

// NamesRelated reports whether a word is what lists of related things are called by:
// related, similaires.
func NamesRelated(word string) bool {
	return slices.ContainsFunc(relatedTitles[word], func(p []string) bool { return len(p) == 1 })
}

// TitlesRelated reports whether a line says that related things follow: "You may also
// like".
func TitlesRelated(line string) bool {
	return len(line) <= maxBoxTitle && say(lexicon.Words(line), relatedTitles)
}

// titlesOthers reports whether a line says that other things than the page's own follow.
func titlesOthers(line string) bool {
	if len(line) > maxBoxTitle {
		return false
	}
	words := lexicon.Words(line)
	return (say(words, relatedTitles) || say(words, popularTitles)) && !say(words, topicTitles)
}

// say reports whether one of some phrases is among the words of a line.
func say(words []string, phrases map[string][][]string) bool {
	for i, w := range words {
		for _, p := range phrases[w] {
			if len(p) <= len(words)-i && slices.Equal(p, words[i:i+len(p)]) {
				return true
			}
		}
	}
	return false
}

// BoxOf returns the innermost element that holds a node and shows more than it: of a
// heading, the box it may be the title of.
func (t *Tree) BoxOf(id content.ID) content.ID {
	box := id
	for t.Nodes[box].Parent != content.None && t.Len(box) <= t.Len(id)+1 {
		box = t.Nodes[box].Parent
	}
	return box
}

// boxesOfOthers returns the elements that hold other things than the page's own by what
// the heading they begin with says. What has much of the page's text, or is its main
// part, is none.
func (t *Tree) boxesOfOthers() map[content.ID]bool {
	boxes := map[content.ID]bool{}
	for i := range t.Nodes {
		n, id := &t.Nodes[i], content.ID(i)
		if n.Role != content.Heading || n.Hidden || t.Len(id) == 0 || !titlesOthers(t.Text(id)) {
			continue
		}
		box := t.BoxOf(id)
		if role := t.Nodes[box].Role; t.from[box] >= t.from[id]-1 && t.Len(box)*maxBoxShare <= len(t.text) && role != content.Main && role != content.Article {
			boxes[box] = true
		}
	}
	return boxes
}
