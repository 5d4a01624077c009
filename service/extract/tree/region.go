package tree

import (
	"math/bits"
	"strings"

	"assay/service/content"
)

// Region says which parts of the page a node lies in: a set of bits.
type Region uint16

// The parts of a page.
const (
	InMain        Region = 1 << iota // main or article
	InHeader                         // the page's own header, not an article's
	InFooter                         // the page's own footer
	InNav                            // navigation
	InAside                          // asides and sidebars
	InRelated                        // other things than the page's own: related, recommended, popular
	InComments                       // what readers wrote
	InForm                           // forms and dialogs
	InHeading                        // a heading
	InLink                           // a link
	InChrome                         // cookie notices, share bars, newsletter boxes
	InBreadcrumbs                    // the trail to this page
)

// MaxTrail is how much text, in bytes, a trail of breadcrumbs has at most.
const MaxTrail = 1500

// Region returns the parts of the page a node lies in.
func (t *Tree) Region(id content.ID) Region { return t.regions[id] }

// Aside is every region that is not about the page's own subject.
const Aside = InHeader | InFooter | InNav | InAside | InRelated | InForm | InChrome

func (t *Tree) markRegions() {
	t.regions = make([]Region, len(t.Nodes))
	known := make(map[string]words, 256)
	common := t.commonWords(known)
	others := t.boxesOfOthers()
	for i := range t.Nodes {
		n, id := &t.Nodes[i], content.ID(i)
		var r Region
		if n.Parent != content.None {
			r = t.regions[n.Parent]
		}
		if n.Kind == content.Text {
			t.regions[id] = r
			continue
		}
		switch n.Role {
		case content.Main, content.Article:
			r |= InMain
		case content.Header:
			if r&InMain == 0 {
				r |= InHeader
			}
		case content.Footer:
			if r&InMain == 0 {
				r |= InFooter
			}
		case content.Navigation:
			r |= InNav
		case content.Aside:
			r |= InAside
		case content.Form:
			if t.Len(id)*2 <= len(t.text) { // else the whole page is in one
				r |= InForm
			}
		case content.Heading:
			r |= InHeading
		case content.Link:
			r |= InLink
		}
		if t.HasGrandparent(id) && n.HasAttrs() {
			r = t.namedRegion(id, r, t.wordsOf(id, known)&^common)
		}
		if others[id] {
			r |= InRelated
		}
		t.regions[id] = r
	}
}

// namedRegion adds what the class and id of an element say about its place. Only
// an element that holds a part of the page, not most of it, is believed.
func (t *Tree) namedRegion(id content.ID, r Region, named words) Region {
	for ; named != 0; named &= named - 1 {
		at := &regionWords[bits.TrailingZeros64(uint64(named))]
		word := at.region
		if word&r == word {
			continue
		}
		if word == InBreadcrumbs|InNav {
			if t.Len(id) > MaxTrail { // says that it holds one
				continue
			}
		} else if word != InComments && !at.consent && t.Len(id)*2 > len(t.text) {
			continue
		} else if word == InNav && t.LinkLen(id)*3 < t.Len(id) {
			continue // what a kitchen offers is a menu, too, and leads nowhere
		}
		r |= word
	}
	return r
}

// commonWords returns the words for asides of some kind that stand on most of
// the page's text: they are how the page is built ("widget"), or what it is made
// of (teasers, on a page that lists them), and tell nothing apart.
func (t *Tree) commonWords(known map[string]words) words {
	var covered [len(regionWords)]int
	var until [len(regionWords)]content.ID // the end of the outermost element with the word
	own := len(t.text)
	for id := content.ID(0); int(id) < len(t.Nodes); id++ {
		n := &t.Nodes[id]
		if n.Kind != content.Element {
			continue
		}
		if n.Role == content.Navigation || n.Role == content.Header || n.Role == content.Footer {
			own -= t.Len(id)
			id = n.End - 1
			continue
		}
		if !t.HasGrandparent(id) || !n.HasAttrs() {
			continue
		}
		for named := t.wordsOf(id, known); named != 0; named &= named - 1 {
			at := bits.TrailingZeros64(uint64(named))
			if id >= until[at] && t.Len(id)*2 <= len(t.text) {
				until[at] = n.End
				covered[at] += t.Len(id)
			}
		}
	}
	var common words
	for at := range covered {
		if regionWords[at].region&(InAside|InRelated|InChrome) != 0 && !regionWords[at].consent && covered[at]*2 > own {
			common |= 1 << at
		}
	}
	return common
}

// words is a set of regionWords, a bit each.
type words uint64

// wordsOf returns the words for regions in an element's names. known keeps what
// names were found to say.
func (t *Tree) wordsOf(id content.ID, known map[string]words) words {
	var out words
	for a := range t.Attrs(id) {
		switch a.Name {
		case "class", "id", "aria-label", "data-testid", "data-component":
		default:
			continue
		}
		if len(a.Value) > 200 {
			continue
		}
		named, ok := known[a.Value]
		if !ok {
			named = wordsIn(a.Value)
			known[a.Value] = named
		}
		out |= named
	}
	return out
}

var regionWords = [...]struct {
	word    string
	region  Region
	consent bool // of a product that asks for consent: the longest text of some pages is its list of partners
}{
	{"breadcrumb", InBreadcrumbs | InNav, false},
	{"related", InRelated, false}, {"recommend", InRelated, false}, {"similar", InRelated, false}, {"also-", InRelated, false}, {"popular", InRelated, false},
	{"mostread", InRelated, false}, {"most-read", InRelated, false}, {"teaser", InRelated, false}, {"upsell", InRelated, false}, {"cross-sell", InRelated, false},
	{"crosssell", InRelated, false}, {"trending", InRelated, false}, {"read-more", InRelated, false}, {"readmore", InRelated, false}, {"suggest", InRelated, false}, {"latest", InRelated, false},
	{"sidebar", InAside, false}, {"side-bar", InAside, false}, {"widget", InAside, false},
	{"comment", InComments, false}, {"respond", InComments, false}, {"disqus", InComments, false},
	{"footer", InFooter, false}, {"masthead", InHeader, false}, {"site-header", InHeader, false}, {"topbar", InHeader, false}, {"navbar", InNav, false},
	{"menu", InNav, false}, {"navigation", InNav, false}, {"pagination", InNav, false},
	{"cookie", InChrome, false}, {"consent", InChrome, false}, {"onetrust", InChrome, true}, {"ot-sdk", InChrome, true}, {"cookiebot", InChrome, true}, {"didomi", InChrome, true}, {"usercentrics", InChrome, true}, {"gdpr", InChrome, false}, {"newsletter", InChrome, false}, {"subscribe", InChrome, false}, {"share", InChrome, false}, {"sharing", InChrome, false},
	{"social", InChrome, false}, {"advert", InChrome, false}, {"promo", InChrome, false}, {"popup", InChrome, false}, {"modal", InChrome, false}, {"banner", InChrome, false}, {"sponsor", InChrome, false}, {"paywall", InChrome, false},
}

// wordsIn looks for the words for regions at the starts of the words of a name.
func wordsIn(name string) words {
	var out, seen words
	lower := strings.ToLower(name)
	for at := range len(lower) {
		for may := regionWordsBy[lower[at]] &^ seen; may != 0; may &= may - 1 {
			i := bits.TrailingZeros64(uint64(may))
			if !strings.HasPrefix(lower[at:], regionWords[i].word) {
				continue
			}
			seen |= 1 << i
			if at == 0 || lower[at-1] < 'a' || lower[at-1] > 'z' || at < len(name) && name[at] >= 'A' && name[at] <= 'Z' {
				out |= 1 << i
			}
		}
	}
	return out
}

// regionWordsBy are the words for regions by their first letters.
var regionWordsBy = func() (by [1 << 8]words) {
	for i := range regionWords {
		by[regionWords[i].word[0]] |= 1 << i
	}
	return by
}()
