package tree

import (
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

// Region returns the parts of the page a node lies in.
func (t *Tree) Region(id content.ID) Region { return t.regions[id] }

// Aside is every region that is not about the page's own subject.
const Aside = InHeader | InFooter | InNav | InAside | InRelated | InForm | InChrome

func (t *Tree) markRegions() {
	t.regions = make([]Region, len(t.Nodes))
	known := make(map[string]Region, 256)
	for id := range t.Nodes {
		n := &t.Nodes[id]
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
			if t.Len(content.ID(id))*2 <= len(t.text) { // else the whole page is in one
				r |= InForm
			}
		case content.Heading:
			r |= InHeading
		case content.Link:
			r |= InLink
		}
		if n.Depth > 1 && len(n.Attrs) > 0 {
			r = t.namedRegion(content.ID(id), r, known)
		}
		t.regions[id] = r
	}
}

// namedRegion adds what the class and id of an element say about its place. Only
// an element that holds a part of the page, not most of it, is believed.
func (t *Tree) namedRegion(id content.ID, r Region, known map[string]Region) Region {
	for i := range t.Nodes[id].Attrs {
		a := &t.Nodes[id].Attrs[i]
		switch a.Name {
		case "class", "id", "aria-label", "data-testid", "data-component":
		default:
			continue
		}
		if len(a.Value) > 200 {
			continue
		}
		word, ok := known[a.Value]
		if !ok {
			word = regionWord(a.Value)
			known[a.Value] = word
		}
		if word == 0 || word&r == word {
			continue
		}
		if word != InComments && word != InBreadcrumbs && t.Len(id)*2 > len(t.text) {
			continue
		}
		r |= word
	}
	return r
}

var regionWords = [...]struct {
	word   string
	region Region
}{
	{"breadcrumb", InBreadcrumbs | InNav},
	{"related", InRelated}, {"recommend", InRelated}, {"similar", InRelated}, {"also-", InRelated}, {"popular", InRelated},
	{"mostread", InRelated}, {"most-read", InRelated}, {"teaser", InRelated}, {"upsell", InRelated}, {"cross-sell", InRelated},
	{"crosssell", InRelated}, {"trending", InRelated}, {"read-more", InRelated}, {"readmore", InRelated}, {"suggest", InRelated}, {"latest", InRelated},
	{"sidebar", InAside}, {"side-bar", InAside}, {"widget", InAside},
	{"comment", InComments}, {"respond", InComments}, {"disqus", InComments},
	{"footer", InFooter}, {"masthead", InHeader}, {"site-header", InHeader}, {"topbar", InHeader}, {"navbar", InNav},
	{"menu", InNav}, {"navigation", InNav}, {"pagination", InNav},
	{"cookie", InChrome}, {"consent", InChrome}, {"onetrust", InChrome}, {"ot-sdk", InChrome}, {"cookiebot", InChrome}, {"didomi", InChrome}, {"usercentrics", InChrome}, {"gdpr", InChrome}, {"newsletter", InChrome}, {"subscribe", InChrome}, {"share", InChrome}, {"sharing", InChrome},
	{"social", InChrome}, {"advert", InChrome}, {"promo", InChrome}, {"popup", InChrome}, {"modal", InChrome}, {"banner", InChrome}, {"sponsor", InChrome}, {"paywall", InChrome},
}

// regionWord looks for a region's word at the start of a word of a name.
func regionWord(name string) Region {
	var out Region
	lower := strings.ToLower(name)
	for i := range regionWords {
		w := &regionWords[i]
		at := strings.Index(lower, w.word)
		if at < 0 || at > 0 && lower[at-1] >= 'a' && lower[at-1] <= 'z' && !(name[at] >= 'A' && name[at] <= 'Z') {
			continue
		}
		out |= w.region
	}
	return out
}
