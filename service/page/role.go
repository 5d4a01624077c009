package page

import (
	"strings"

	"assay/service/content"
)

// isHidden reports whether an element by itself takes its subtree off the page.
// aria-hidden does not: it hides from screen readers what is still drawn.
func isHidden(tag string, attrs []content.Attr) bool {
	switch tag {
	case "head", "template", "script", "style", "datalist":
		return true
	case "dialog":
		return !has(attrs, "open")
	case "input":
		if strings.EqualFold(attr(attrs, "type"), "hidden") {
			return true
		}
	}
	for i := range attrs {
		switch attrs[i].Name {
		case "class":
			if drawsIcon(attrs[i].Value) {
				return true
			}
		case "hidden":
			if !strings.EqualFold(attrs[i].Value, "until-found") && !isStreamed(tag, attrs) {
				return true
			}
		case "style":
			if hidesByStyle(attrs[i].Value) {
				return true
			}
		}
	}
	return false
}

// drawsIcon reports whether a class is that of a font which draws a picture for the
// word in an element: nobody reads "close" or "arrow_forward" there.
func drawsIcon(class string) bool {
	for name := range strings.FieldsSeq(class) {
		if strings.HasPrefix(name, "material-icons") || strings.HasPrefix(name, "material-symbols") {
			return true
		}
	}
	return false
}

func hidesByStyle(style string) bool {
	for len(style) > 0 {
		var declaration string
		declaration, style, _ = strings.Cut(style, ";")
		name, value, _ := strings.Cut(declaration, ":")
		value, _, _ = strings.Cut(value, "!")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "display":
			if strings.EqualFold(strings.TrimSpace(value), "none") {
				return true
			}
		case "visibility":
			if strings.EqualFold(strings.TrimSpace(value), "hidden") {
				return true
			}
		}
	}
	return false
}

// tagRole is what the name of an element says of its role.
type tagRole struct {
	role content.Role
	aria bool // an ARIA role counts more
}

var tagRoles = func() map[string]tagRole {
	tags := map[string]tagRole{"span": {content.Inline, true}}
	add := func(role content.Role, names string, aria bool) {
		for name := range strings.FieldsSeq(names) {
			tags[name] = tagRole{role, aria}
		}
	}
	add(content.Block, "div section p center fieldset address details summary hgroup tbody thead tfoot body html", true)
	add(content.Block, `figure optgroup option dialog search slot iframe video audio object embed canvas dir frameset
		noframes marquee template noscript col colgroup`, false)
	for role, names := range map[content.Role]string{
		content.ImageRole: "img svg picture", content.List: "ul ol menu", content.Item: "li", content.Terms: "dl",
		content.Term: "dt", content.Definition: "dd", content.Table: "table", content.Row: "tr", content.HeaderCell: "th",
		content.Cell: "td", content.Caption: "caption figcaption legend", content.Label: "label",
		content.Field: "input select textarea", content.Button: "button", content.Time: "time relative-time time-ago local-time", content.Quote: "blockquote",
		content.Code: "pre code", content.Article: "article", content.Main: "main", content.Header: "header",
		content.Footer: "footer", content.Navigation: "nav", content.Aside: "aside", content.Form: "form",
		content.Head: "head title meta link base", content.Break: "br hr",
	} {
		add(role, names, false)
	}
	return tags
}()

// ariaRoles are the ARIA roles that mean one of ours.
var ariaRoles = map[string]content.Role{
	"heading": content.Heading, "list": content.List, "listitem": content.Item, "table": content.Table, "grid": content.Table,
	"row": content.Row, "columnheader": content.HeaderCell, "rowheader": content.HeaderCell, "cell": content.Cell,
	"gridcell": content.Cell, "article": content.Article, "main": content.Main, "banner": content.Header,
	"contentinfo": content.Footer, "navigation": content.Navigation, "complementary": content.Aside,
	"img": content.ImageRole, "button": content.Button,
}

// roleOf gives the role of an element and, for a heading, its level. An ARIA
// role counts on elements that have none of their own.
func roleOf(tag string, attrs []content.Attr) (content.Role, uint8) {
	switch {
	case len(tag) == 2 && tag[0] == 'h' && '1' <= tag[1] && tag[1] <= '6':
		return content.Heading, tag[1] - '0'
	case (tag == "a" || tag == "area") && has(attrs, "href"):
		return content.Link, 0
	}
	by, known := tagRoles[tag]
	if !known && strings.Contains(tag, "-") { // a custom element is most often a block
		by = tagRole{content.Block, true}
	}
	if by.aria && len(attrs) > 0 {
		if role, ok := ariaRoles[strings.ToLower(strings.TrimSpace(attr(attrs, "role")))]; ok {
			return role, ariaLevel(role, attrs)
		}
	}
	return by.role, 0
}

// ariaLevel returns the level of an element with an ARIA role, which only headings have.
func ariaLevel(role content.Role, attrs []content.Attr) uint8 {
	if role != content.Heading {
		return 0
	}
	if level := strings.TrimSpace(attr(attrs, "aria-level")); len(level) == 1 && level[0] >= '1' && level[0] <= '6' {
		return level[0] - '0'
	}
	return 2
}

func attr(attrs []content.Attr, name string) string {
	for i := range attrs {
		if attrs[i].Name == name {
			return attrs[i].Value
		}
	}
	return ""
}

func has(attrs []content.Attr, name string) bool {
	for i := range attrs {
		if attrs[i].Name == name {
			return true
		}
	}
	return false
}
