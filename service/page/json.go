package page

import (
	"encoding/json"
	"net/url"
	"strings"
	"time"

	"assay/service/content"
)

// parseJSON turns a page that is JSON into content: an element for each value, named
// like the member it is. It reports whether the source is an object or an array.
func parseJSON(source string, base *url.URL) (*content.Document, bool) {
	source = strings.TrimSpace(strings.TrimPrefix(source, "\ufeff"))
	if source == "" || source[0] != '{' && source[0] != '[' {
		return nil, false
	}
	doc := &content.Document{Source: content.JSON, URL: base, Base: base, Loaded: time.Now()}
	w := &jsonWriter{doc: doc, in: json.NewDecoder(strings.NewReader(source))}
	w.in.UseNumber()
	w.b = content.NewBuilder(doc)
	w.b.Grow(min(len(source)/16+16, maxNodes), len(source)/2)
	if !w.value("", content.Block, 0) || w.in.More() {
		return nil, false
	}
	return w.b.Done(), true
}

// jsonWriter feeds the values of a JSON text to the content builder.
type jsonWriter struct {
	doc *content.Document
	b   *content.Builder
	in  *json.Decoder
}

// value writes the next value, which is the member of that name if it is not empty.
// It reports whether there is one, and not nested too deeply.
func (w *jsonWriter) value(name string, role content.Role, depth int) bool {
	token, err := w.in.Token()
	if err != nil || depth > maxDepth || len(w.doc.Nodes) > maxNodes-4 {
		return false
	}
	node := content.Start{Role: role, Tag: content.JSONValue}
	if name != "" {
		node.Tag += name
		node.Attrs = []content.Attr{{Name: "name", Value: name}}
	}
	switch token := token.(type) {
	case json.Delim:
		if token == '[' && role == content.Block {
			node.Role = content.List
		}
		w.b.Open(node)
		for w.in.More() {
			member, role := "", content.Item
			if token == '{' {
				key, err := w.in.Token()
				if err != nil {
					return false
				}
				member, role = key.(string), content.Block
			}
			if !w.value(member, role, depth+1) {
				return false
			}
		}
		if _, err := w.in.Token(); err != nil {
			return false
		}
		w.b.Close()
		return true
	case string:
		w.text(node, token)
	case json.Number:
		w.text(node, token.String())
	case bool:
		w.text(node, map[bool]string{true: "true", false: "false"}[token])
	default:
		w.text(node, "")
	}
	return true
}

// text writes a value without parts. What has the form of an address is a link, or
// a picture.
func (w *jsonWriter) text(node content.Start, text string) {
	if len(text) < 2000 && (strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")) && !strings.ContainsAny(text, " \n") {
		node.Role = content.Link
		node.Attrs = append(node.Attrs, content.Attr{Name: "href", Value: text})
		path, _, _ := strings.Cut(text, "?")
		switch strings.ToLower(path[strings.LastIndexByte(path, '.')+1:]) {
		case "jpg", "jpeg", "png", "webp", "gif", "avif", "svg":
			w.b.Open(node)
			w.b.Open(content.Start{Role: content.ImageRole, Tag: "img", Attrs: []content.Attr{{Name: "src", Value: text}}})
			w.b.Close()
			w.b.Text(text)
			w.b.Close()
			return
		}
	}
	w.b.Open(node)
	w.b.Text(text)
	w.b.Close()
}

// orJSON returns what a page that shows nothing but JSON says, else the page.
func orJSON(doc *content.Document) *content.Document {
	if shown, ok := shownJSON(doc); ok {
		if read, ok := parseJSON(shown, doc.URL); ok {
			read.Loaded = doc.Loaded
			return read
		}
	}
	return doc
}

// shownJSON returns the JSON that is all a page shows, in one pre element or in none,
// as browsers show it.
func shownJSON(doc *content.Document) (string, bool) {
	var pre content.ID = content.None
	shown := ""
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		if n.Hidden {
			continue
		}
		if n.Kind == content.Text {
			if strings.TrimSpace(doc.Chars(content.ID(i))) == "" {
				continue
			}
			if shown != "" {
				return "", false
			}
			shown = doc.Chars(content.ID(i))
			continue
		}
		switch doc.Tag(content.ID(i)) {
		case "html", "body", "head":
		case "pre":
			if pre != content.None {
				return "", false
			}
			pre = content.ID(i)
		default:
			if shown == "" { // what a browser adds for its own ends comes after
				return "", false
			}
		}
	}
	return shown, shown != ""
}
