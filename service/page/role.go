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
			if !strings.EqualFold(attrs[i].Value, "until-found") {
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

// roleOf gives the role of an element and, for a heading, its level. An ARIA
// role counts on elements that have none of their own.
func roleOf(tag string, attrs []content.Attr) (content.Role, uint8) {
	switch tag {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		return content.Heading, tag[1] - '0'
	case "div", "section", "p", "span", "center", "fieldset", "address", "details", "summary", "hgroup", "tbody", "thead", "tfoot", "body", "html":
		if role, level, ok := ariaRole(attrs); ok {
			return role, level
		}
		if tag == "span" {
			return content.Inline, 0
		}
		return content.Block, 0
	case "a", "area":
		if has(attrs, "href") {
			return content.Link, 0
		}
		return content.Inline, 0
	case "img", "svg", "picture":
		return content.ImageRole, 0
	case "ul", "ol", "menu":
		return content.List, 0
	case "li":
		return content.Item, 0
	case "dl":
		return content.Terms, 0
	case "dt":
		return content.Term, 0
	case "dd":
		return content.Definition, 0
	case "table":
		return content.Table, 0
	case "tr":
		return content.Row, 0
	case "th":
		return content.HeaderCell, 0
	case "td":
		return content.Cell, 0
	case "caption", "figcaption", "legend":
		return content.Caption, 0
	case "label":
		return content.Label, 0
	case "input", "select", "textarea":
		return content.Field, 0
	case "button":
		return content.Button, 0
	case "time":
		return content.Time, 0
	case "blockquote":
		return content.Quote, 0
	case "pre", "code":
		return content.Code, 0
	case "article":
		return content.Article, 0
	case "main":
		return content.Main, 0
	case "header":
		return content.Header, 0
	case "footer":
		return content.Footer, 0
	case "nav":
		return content.Navigation, 0
	case "aside":
		return content.Aside, 0
	case "form":
		return content.Form, 0
	case "head", "title", "meta", "link", "base":
		return content.Head, 0
	case "br", "hr":
		return content.Break, 0
	case "figure", "optgroup", "option", "dialog", "search", "slot", "iframe", "video", "audio", "object", "embed", "canvas", "dir", "frameset", "noframes", "marquee", "template", "noscript", "col", "colgroup":
		return content.Block, 0
	}
	if strings.Contains(tag, "-") { // a custom element is most often a block
		if role, level, ok := ariaRole(attrs); ok {
			return role, level
		}
		return content.Block, 0
	}
	return content.Inline, 0
}

func ariaRole(attrs []content.Attr) (content.Role, uint8, bool) {
	switch strings.ToLower(strings.TrimSpace(attr(attrs, "role"))) {
	case "heading":
		level := uint8(2)
		if l := strings.TrimSpace(attr(attrs, "aria-level")); len(l) == 1 && l[0] >= '1' && l[0] <= '6' {
			level = l[0] - '0'
		}
		return content.Heading, level, true
	case "list":
		return content.List, 0, true
	case "listitem":
		return content.Item, 0, true
	case "table", "grid":
		return content.Table, 0, true
	case "row":
		return content.Row, 0, true
	case "columnheader", "rowheader":
		return content.HeaderCell, 0, true
	case "cell", "gridcell":
		return content.Cell, 0, true
	case "article":
		return content.Article, 0, true
	case "main":
		return content.Main, 0, true
	case "banner":
		return content.Header, 0, true
	case "contentinfo":
		return content.Footer, 0, true
	case "navigation":
		return content.Navigation, 0, true
	case "complementary":
		return content.Aside, 0, true
	case "img":
		return content.ImageRole, 0, true
	case "button":
		return content.Button, 0, true
	}
	return 0, 0, false
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
