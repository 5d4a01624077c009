package extract

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// neighbour answers a container that asks for the page after this one, or before it, from
// the link that leads there and says what it is called: "Next: Discounts".
func (e *engine) neighbour(w *want) []answer {
	role := ""
	switch which, what, _ := strings.Cut(strings.ToLower(w.field.Name), "_"); {
	case what != "" && what != "page" && what != "chapter" && what != "post" && what != "article":
	case which == "next":
		role = evidence.NextPage
	case which == "previous", which == "prev":
		role = evidence.PreviousPage
	}
	if role == "" {
		return nil
	}
	node, href, title := e.pageLink(role)
	out := make([]answer, len(w.children))
	for i, c := range w.children {
		out[i].w = c
		out[i].leaf.node = content.None
		text := title
		switch {
		case !c.field.IsLeaf() || c.field.List:
			continue
		case c.shape == lexicon.URL:
			text = href
		case !isWords(c.shape):
			continue
		}
		if encoded, fit := e.read(c, text); text != "" && fit > 0 {
			out[i].leaf = value{json: encoded, text: text, node: node, kind: evidence.Typed, score: e.w.LinkText * fit}
		}
	}
	return out
}

// pageLink finds the link to the page of a role, and what it calls that page, if it does.
func (e *engine) pageLink(role string) (node content.ID, href, title string) {
	for _, id := range e.x.Links {
		if e.t.Len(id) > maxLinkTitle {
			continue
		}
		if title, ok := calledBy(e.t.Prose(id), role); ok {
			return id, e.t.Value(id, "href"), title
		}
	}
	for i := range e.x.Facts {
		if f := &e.x.Facts[i]; f.Paging && f.Key == e.x.Intern(role) {
			return f.Node, f.Values[0], ""
		}
	}
	return content.None, "", ""
}

// maxLinkTitle is how long, in bytes, a link is that names the page it leads to.
const maxLinkTitle = 150

// calledBy returns what a link calls the page that it leads to, after saying by its first
// words or line which one it is.
func calledBy(text, role string) (title string, ok bool) {
	for _, sep := range [...]string{"\n", ":"} {
		if head, rest, found := strings.Cut(text, sep); found && evidence.LinkRole(strings.TrimRight(head, " :\n")) == role {
			return strings.Trim(oneLine(rest), " :\u00a0»›→"), true
		}
	}
	return "", evidence.LinkRole(oneLine(text)) == role
}
