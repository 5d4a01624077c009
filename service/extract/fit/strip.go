package main

import (
	"strings"

	"assay/service/content"
)

// strip takes the structured data off a page, so that only what a reader sees is
// left: JSON scripts, state that scripts begin with, the attributes of microdata
// and RDFa, and the metas for other sites.
func strip(doc *content.Document) {
	kept := doc.Data[:0]
	for _, d := range doc.Data {
		if !strings.Contains(d.Type, "json") && !holdsState(d.Text) {
			kept = append(kept, d)
		}
	}
	doc.Data = kept
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		if n.Tag == "meta" && structuredMeta(n.Attrs) {
			n.Attrs = nil
			continue
		}
		attrs := n.Attrs[:0:0]
		dropped := false
		for _, a := range n.Attrs {
			switch a.Name {
			case "itemprop", "itemscope", "itemtype", "itemid", "itemref", "typeof", "property", "vocab":
				dropped = true
			default:
				attrs = append(attrs, a)
			}
		}
		if dropped {
			n.Attrs = attrs
		}
	}
}

func holdsState(script string) bool {
	lower := strings.ToLower(script)
	for _, mark := range [...]string{
		"__next_data__", "__nuxt", "__next_f", "_state__", "__preloaded", "__initial", "__apollo", "__remix", "__data__",
		"initial_state", "datalayer", "digitaldata", "utag_data", "window.__", `window["__`, "window['__", "shopifyanalytics", "runparams",
	} {
		if strings.Contains(lower, mark) {
			return true
		}
	}
	return false
}

func structuredMeta(attrs []content.Attr) bool {
	for _, a := range attrs {
		if a.Name == "itemprop" {
			return true
		}
		if a.Name != "property" && a.Name != "name" {
			continue
		}
		prefix, _, ok := strings.Cut(strings.ToLower(strings.TrimSpace(a.Value)), ":")
		if !ok {
			if prefix, _, ok = strings.Cut(prefix, "."); !ok {
				continue
			}
		}
		switch prefix {
		case "og", "twitter", "article", "product", "book", "profile", "video", "music":
			return true
		}
	}
	return false
}
