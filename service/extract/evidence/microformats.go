package evidence

import (
	"strings"

	"assay/service/content"
)

// microformats reads microformats2 (h-entry with p-name, dt-published …) and the
// classic formats that came before them (hentry with entry-title, published …).
func (x *Index) microformats() {
	t := x.Tree
	type open struct {
		thing   *Thing
		end     content.ID
		classic *classicFormat
	}
	var stack []open
	total := 0
	for i := range t.Nodes {
		id := content.ID(i)
		for len(stack) > 0 && id >= stack[len(stack)-1].end {
			stack = stack[:len(stack)-1]
		}
		n := &t.Nodes[i]
		if n.Kind != content.Element || n.Hidden || !n.HasAttrs() || !t.HasGrandparent(content.ID(i)) {
			continue
		}
		class := t.Value(id, "class")
		if class == "" || len(class) > 400 || total > maxThings {
			continue
		}
		var root *Thing
		var classic *classicFormat
		for name := range strings.FieldsSeq(class) {
			if typ := formatTypes[name]; typ != "" {
				if root == nil {
					root = &Thing{Kind: Format, Node: id}
				}
				root.Types = append(root.Types, typ)
			} else if c := classicFormats[name]; c != nil && root == nil {
				root, classic = &Thing{Kind: Format, Node: id, Types: []string{c.typ}}, c
			}
		}
		used := false
		if len(stack) > 0 {
			top := &stack[len(stack)-1]
			for name := range strings.FieldsSeq(class) {
				prop := formatProperty(name)
				if top.classic != nil {
					prop = top.classic.props[name]
				}
				if prop == "" {
					continue
				}
				v := Value{Node: id, Thing: root}
				if root == nil {
					v.Text = formatValue(x, wholeIngredient(x, id, prop), name)
				}
				if v.Thing != nil || v.Text != "" {
					top.thing.add(prop, v)
					used = true
				}
			}
		}
		if root == nil {
			continue
		}
		total++
		if !used {
			x.Things = append(x.Things, root)
		}
		stack = append(stack, open{root, n.End, classic})
	}
	x.Things = keepFilled(x.Things)
}

// wholeIngredient returns the list item that an ingredient is marked in: its
// amount often stands beside the mark.
func wholeIngredient(x *Index, id content.ID, prop string) content.ID {
	t := x.Tree
	p := t.Nodes[id].Parent
	if prop != "ingredient" && prop != "recipeIngredient" || p == content.None || t.Nodes[p].Role != content.Item || t.Len(p) > t.Len(id)+60 {
		return id
	}
	return p
}

// keepFilled leaves out microformats with fewer than two properties: their class
// alone, which themes give to anything, says nothing.
func keepFilled(things []*Thing) []*Thing {
	out := things[:0]
	for _, t := range things {
		if t.Kind != Format || len(t.Props) > 1 {
			out = append(out, t)
		}
	}
	return out
}

// formatProperty returns the name of a microformats2 property.
func formatProperty(class string) string {
	for _, prefix := range [...]string{"p-", "u-", "e-", "dt-"} {
		name, ok := strings.CutPrefix(class, prefix)
		if !ok || name == "" || strings.ContainsAny(name, "0123456789_:/[") {
			continue
		}
		return strings.ReplaceAll(name, "-", " ")
	}
	return ""
}

// formatValue is the value that the microformats rules give an element: an
// attribute of a link, picture or time, else its text.
func formatValue(x *Index, id content.ID, class string) string {
	t := x.Tree
	for k := id; k < t.Nodes[id].End && k < id+8; k++ {
		n := &t.Nodes[k]
		if n.Kind == content.Element && t.Tag(k) == "span" && strings.HasPrefix(t.Value(k, "class"), "value-title") {
			if v := t.Value(k, "title"); v != "" {
				return v
			}
		}
	}
	switch t.Tag(id) {
	case "time":
		if v := t.Value(id, "datetime"); v != "" {
			return v
		}
	case "abbr":
		if v := t.Value(id, "title"); v != "" {
			return v
		}
	case "data", "input", "meter":
		if v := t.Value(id, "value"); v != "" {
			return v
		}
	case "img":
		if strings.HasPrefix(class, "p-") {
			return t.Value(id, "alt")
		}
		return t.Value(id, "src")
	case "a", "link", "area":
		if strings.HasPrefix(class, "u-") || class == "url" {
			return t.Value(id, "href")
		}
	}
	return t.Prose(id)
}

// formatTypes gives the microformats2 roots the names structured data has for them.
var formatTypes = map[string]string{
	"h-entry": "Article", "h-card": "Person", "h-product": "Product", "h-recipe": "Recipe", "h-event": "Event",
	"h-review": "Review", "h-review-aggregate": "AggregateRating", "h-item": "Thing", "h-adr": "PostalAddress",
	"h-geo": "GeoCoordinates", "h-resume": "Resume", "h-feed": "Blog", "h-listing": "Offer", "h-job": "JobPosting", "h-cite": "Comment",
}

// classicFormat is a format from before microformats2: its properties have
// classes without a prefix.
type classicFormat struct {
	typ   string
	props map[string]string
}

var classicFormats = map[string]*classicFormat{
	"hentry": {"Article", map[string]string{
		"entry-title": "headline", "published": "datePublished", "updated": "dateModified", "author": "author",
		"entry-content": "articleBody", "entry-summary": "description",
	}},
	"hrecipe": {"Recipe", map[string]string{
		"fn": "name", "ingredient": "recipeIngredient", "instructions": "recipeInstructions", "instruction": "recipeInstructions",
		"yield": "recipeYield", "duration": "totalTime", "preptime": "prepTime", "cooktime": "cookTime", "author": "author",
		"published": "datePublished", "summary": "description", "photo": "image", "nutrition": "nutrition", "tag": "keywords",
	}},
	"vcard": {"Person", map[string]string{
		"fn": "name", "org": "organization", "tel": "telephone", "email": "email", "url": "url", "adr": "address",
		"street-address": "streetAddress", "locality": "addressLocality", "region": "addressRegion", "postal-code": "postalCode",
		"country-name": "addressCountry", "title": "jobTitle", "photo": "image", "nickname": "alternateName",
	}},
	"vevent": {"Event", map[string]string{
		"summary": "name", "dtstart": "startDate", "dtend": "endDate", "location": "location", "description": "description", "url": "url",
	}},
	"hreview": {"Review", map[string]string{
		"summary": "name", "reviewer": "author", "dtreviewed": "datePublished", "rating": "ratingValue", "description": "reviewBody", "item": "itemReviewed",
	}},
	"hproduct": {"Product", map[string]string{
		"fn": "name", "price": "price", "brand": "brand", "photo": "image", "description": "description", "category": "category", "identifier": "sku", "url": "url",
	}},
}
