package extract

import (
	"net/url"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
)

// minJoined is the share of the records that have to be found in the other reading of
// a list, before one is believed to tell of the same things as the other.
const minJoined = 0.5

// maxJoinName is how long, in bytes, a text may be by which a record is known.
const maxJoinName = 200

// joined fills what one reading of a list leaves open from another reading of the same
// things: structured data seldom has all that a page shows, and the page not all that
// its data tells. Records are the same if they lead to one address or, failing that,
// bear one name.
func (e *engine) joined(into, from []answer) {
	known := map[string]int{}
	for r := range from {
		for _, name := range e.identities(&from[r]) {
			if _, twice := known[name]; twice {
				known[name] = -1
				continue
			}
			known[name] = r
		}
	}
	pairs, found := make([]int, len(into)), 0
	for r := range into {
		pairs[r] = -1
		for _, name := range e.identities(&into[r]) {
			if k, ok := known[name]; ok && k >= 0 {
				pairs[r] = k
				found++
				break
			}
		}
	}
	if float64(found) < minJoined*float64(min(len(into), len(from))) {
		return
	}
	for r, k := range pairs {
		if k < 0 {
			continue
		}
		for i := range into[r].child {
			if c := &into[r].child[i]; isOpen(c) && !isOpen(&from[k].child[i]) {
				*c = from[k].child[i]
			}
		}
	}
}

// isOpen reports whether a field has no answer.
func isOpen(a *answer) bool {
	if a.leaf.json != "" || len(a.list) > 0 {
		return false
	}
	for i := range a.child {
		if !isOpen(&a.child[i]) {
			return false
		}
	}
	return true
}

// identities returns what a record is known by, the surest first: where it leads, its
// names. Addresses begin with a slash, names with a letter or a number.
func (e *engine) identities(a *answer) []string {
	if a.thing != nil {
		return e.thingIdentities(a.thing)
	}
	t := e.t
	var links, names []string
	for id := a.from; id < a.to; id++ {
		n := &t.Nodes[id]
		if n.Kind != content.Element || n.Hidden {
			continue
		}
		if n.Role == content.Link {
			if href := e.pathOf(t.Value(id, "href")); href != "" {
				links = append(links, href)
			}
		}
		if (n.Role == content.Link || n.Role == content.Heading) && t.Len(id) > 0 && t.Len(id) <= maxJoinName {
			names = append(names, joinName(t.Text(id)))
		}
	}
	return append(links, names...)
}

func (e *engine) thingIdentities(thing *evidence.Thing) []string {
	var out []string
	for _, v := range [...][]evidence.Value{thing.Get("url"), thing.Get("@id"), {{Text: thing.ID}}} {
		if len(v) > 0 && v[0].Thing == nil {
			if path := e.pathOf(v[0].Text); path != "" {
				out = append(out, path)
			}
		}
	}
	for _, v := range [...][]evidence.Value{thing.Get("name"), thing.Get("headline"), thing.Get("title")} {
		if len(v) > 0 && v[0].Thing == nil && v[0].Text != "" && len(v[0].Text) <= maxJoinName {
			out = append(out, joinName(v[0].Text))
		}
	}
	return out
}

// pathOf returns the path and query of an address, which tell records of one page
// apart; "" for those that lead nowhere else.
func (e *engine) pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	if e.t.Base != nil {
		u = e.t.Base.ResolveReference(u)
	}
	path := "/" + strings.Trim(u.Path, "/")
	if u.RawQuery != "" {
		path += "?" + u.RawQuery
	}
	if path == "/" {
		return ""
	}
	return path
}

func joinName(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
