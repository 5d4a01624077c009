package extract

import (
	"strconv"
	"strings"

	"assay/service/content"
)

// jsonPaths tells where in a page that is JSON a value stands: $.items[0].name.
type jsonPaths struct {
	doc *content.Document
	nth []int32 // per element, its place among those of its parent, from 0
}

func newJSONPaths(d *content.Document) *jsonPaths {
	p := &jsonPaths{doc: d, nth: make([]int32, len(d.Nodes))}
	for i := range d.Nodes {
		if next := d.Next(content.ID(i)); next != content.None {
			p.nth[next] = p.nth[i] + 1
		}
	}
	return p
}

func (p *jsonPaths) of(id content.ID) string {
	var steps []string
	for ; id != content.None; id = p.doc.Nodes[id].Parent {
		n := &p.doc.Nodes[id]
		tag, ok := strings.CutPrefix(p.doc.Tag(id), content.JSONValue)
		switch {
		case !ok: // text, or the picture at an address
		case n.Parent == content.None:
			steps = append(steps, "$")
		case isPlainIdent(tag) && !strings.Contains(tag, "-"):
			steps = append(steps, "."+tag)
		case tag != "" || n.Role != content.Item:
			steps = append(steps, "["+quote(tag)+"]")
		default:
			steps = append(steps, "["+strconv.Itoa(int(p.nth[id]))+"]")
		}
	}
	var b strings.Builder
	for i := len(steps) - 1; i >= 0; i-- {
		b.WriteString(steps[i])
	}
	return b.String()
}
