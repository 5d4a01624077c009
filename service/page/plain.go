package page

import (
	"strings"

	"assay/service/content"
)

// isPlain reports whether a parsed page is the same when a browser renders it: nothing
// in it runs, loads, hides or gives style to something else.
func isPlain(doc *content.Document) bool {
	if doc.Source != content.HTML {
		return false
	}
	for i := range doc.Nodes {
		id := content.ID(i)
		if doc.Nodes[i].Kind != content.Element {
			continue
		}
		tag := doc.Tag(id)
		if !plainTags[tag] {
			return false
		}
		for a := range doc.Attrs(id) {
			switch a.Name {
			case "style", "hidden", "popover", "http-equiv":
				return false
			}
			if strings.HasPrefix(a.Name, "on") {
				return false
			}
		}
	}
	return true
}

// plainTags are the elements that a browser shows with all that is in them, and those of
// the head that change nothing on the page.
var plainTags = func() map[string]bool {
	tags := make(map[string]bool)
	for tag := range strings.FieldsSeq(`html head title meta base body
		header footer main nav section article aside h1 h2 h3 h4 h5 h6 hgroup div p pre blockquote address center hr
		ul ol menu li dl dt dd figure figcaption table caption thead tbody tfoot tr th td
		a abbr b bdi bdo big br cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup
		time tt u var wbr`) {
		tags[tag] = true
	}
	return tags
}()
