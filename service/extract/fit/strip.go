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
		id := content.ID(i)
		social := doc.Tag(id) == "meta" && structuredMeta(doc, id)
		doc.DeleteAttrs(id, func(a content.Attr) bool { return social || isStructured(a.Name) })
	}
}

// isStructured reports whether an attribute is of microdata or RDFa.
func isStructured(name string) bool {
	switch name {
	case "itemprop", "itemscope", "itemtype", "itemid", "itemref", "typeof", "property", "vocab":
		return true
	}
	return false
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

func structuredMeta(doc *content.Document, id content.ID) bool {
	for a := range doc.Attrs(id) {
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
