package tree

import (
	"strings"

	"assay/service/content"
)

// maxBoxHeading is how long, in bytes, the heading of a box of other things is.
const maxBoxHeading = 60

// maxBoxShare is how many times the text of such a box the page has at least.
const maxBoxShare = 5

// headedBoxes returns the elements that hold other things than the page's own by what
// the heading they begin with says: "You may also like". An element that has much of
// the page's text is none.
func (t *Tree) headedBoxes() map[content.ID]bool {
	boxes := map[content.ID]bool{}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		id := content.ID(i)
		if n.Role != content.Heading || n.Hidden || t.Len(id) == 0 || t.Len(id) > maxBoxHeading || !headsOthers(strings.ToLower(t.Text(id))) {
			continue
		}
		box := content.None
		for at := n.Parent; at != content.None && t.from[at] >= t.from[id]-1 && t.Len(at)*maxBoxShare <= len(t.text) && t.Nodes[at].Role != content.Main && t.Nodes[at].Role != content.Article; at = t.Nodes[at].Parent {
			box = at
			if t.Len(at) > t.Len(id)+1 {
				break
			}
		}
		if box != content.None {
			boxes[box] = true
		}
	}
	return boxes
}

// headsOthers reports whether a heading, in lower case, is that of a box of other
// things: what else one may read or buy, or what others did.
func headsOthers(s string) bool {
	for _, words := range [...]string{"topic", "tags", "theme", "themen", "keyword", "searches", "thème", "temas"} {
		if strings.Contains(s, words) {
			return false // what the page itself is about
		}
	}
	for _, words := range [...]string{
		"also like", "also bought", "also viewed", "also read", "also love", "related ", "similar ", "recommended", "recommendations", "more like this", "more from ", "more in ", "more on this", "more stories", "read next", "up next", "bought together",
		"most read", "most popular", "most viewed", "popular right now", "popular posts", "trending", "recently viewed", "recent posts", "latest news",
		"lesen sie auch", "auch interessieren", "das könnte", "mehr zum thema", "ähnliche", "passend dazu", "passende produkte", "kunden kauften", "meistgelesen", "zuletzt angesehen", "weitere artikel",
		"à lire aussi", "lire aussi", "aimerez aussi", "aimer aussi", "articles similaires", "produits similaires", "du même auteur", "sur le même sujet", "les plus lus", "vous pourriez",
		"te puede interesar", "también te", "artículos relacionados", "productos relacionados", "lo más leído", "leggi anche", "potrebbe interessarti", "potrebbero interessarti", "ha visto anche", "prodotti correlati", "articoli correlati", "i più letti",
		"lees ook", "gerelateerd", "meest gelezen", "leia também", "veja também",
	} {
		if strings.HasPrefix(s, words) || strings.Contains(s, words) && !strings.HasSuffix(words, " ") {
			return true
		}
	}
	return false
}
