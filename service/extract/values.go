package extract

import (
	"net/url"
	"strings"

	"assay/service/content"
	"assay/service/extract/lexicon"
)

// valuesOf returns the texts of an element that may be the value of the field: an
// attribute for links, images and times, else its text.
func (e *engine) valuesOf(w *want, id content.ID) []string {
	t := e.t
	switch w.shape {
	case lexicon.URL:
		return e.linkOf(id)
	case lexicon.Image:
		return e.imageIn(id)
	}
	if own := e.ownForm(w, id); own != nil {
		return own
	}
	switch tag := t.Tag(id); tag {
	case "img":
		if isWords(w.shape) {
			return []string{t.Value(id, "alt")}
		}
	case "input":
		switch strings.ToLower(t.Value(id, "type")) {
		case "checkbox", "radio", "submit", "button", "reset", "image", "password", "search":
			return nil
		}
		return []string{t.Value(id, "value")}
	case "data", "meter":
		return []string{t.Value(id, "value")}
	case "del", "s", "strike":
		if w.concept.String() == "oldprice" {
			return []string{t.Text(id)}
		}
		return nil
	}
	if w.shape == lexicon.Prose || w.shape == lexicon.Address && t.Len(id) < 400 {
		return []string{e.underHeading(id)}
	}
	if t.Len(id) > 3000 {
		return nil
	}
	if w.shape == lexicon.Price {
		return []string{e.currentPrice(id)}
	}
	if text := e.noted(id); text != "" {
		return []string{text}
	}
	if v := t.Value(id, "content"); v != "" {
		return []string{v}
	}
	return nil
}

// addressOf returns where a link leads, or the site that it says it leads to, if it counts
// clicks on the way or lacks a scheme.
func (e *engine) addressOf(link content.ID) string {
	href, text := e.t.Value(link, "href"), strings.ToLower(e.t.Text(link))
	site, ok := strings.CutPrefix(text, "www.")
	if !ok || strings.ContainsAny(site, " \n…") {
		return href
	}
	host, _, _ := strings.Cut(site, "/")
	if u, err := url.Parse(strings.ToLower(href)); err != nil || strings.HasSuffix(u.Hostname(), host) {
		return href
	}
	return "http://" + text
}

// linkOf returns where the first link in an element leads, or the link that it is in.
func (e *engine) linkOf(id content.ID) []string {
	t := e.t
	for k := id; k < t.Nodes[id].End && k < id+40; k++ {
		if t.Nodes[k].Role == content.Link && t.Nodes[k].Kind == content.Element {
			return []string{e.addressOf(k)}
		}
	}
	for p, up := t.Nodes[id].Parent, 0; p != content.None && up < 3; p, up = t.Nodes[p].Parent, up+1 {
		if t.Nodes[p].Role == content.Link {
			return []string{t.Value(p, "href")}
		}
	}
	return nil
}

// imageIn returns the source of the first picture in an element.
func (e *engine) imageIn(id content.ID) []string {
	t := e.t
	for k := id; k < t.Nodes[id].End && k < id+40; k++ {
		if t.Tag(k) == "img" {
			return []string{imageSource(t.Document, k)}
		}
	}
	return nil
}

// ownForm returns what an element gives for values of a shape in a form of their own: the
// time for machines, the address a link writes to, stars, the names in a byline.
func (e *engine) ownForm(w *want, id content.ID) []string {
	text := ""
	switch w.shape {
	case lexicon.Date:
		for k := id; k < e.t.Nodes[id].End && k < id+12; k++ {
			if v := e.t.Value(k, "datetime"); v != "" && w.typ != 0 {
				return []string{v, e.t.Text(id)}
			}
		}
	case lexicon.Email, lexicon.Phone:
		text = e.writesTo(w.shape, id)
	case lexicon.Rating:
		text = e.scoreText(id)
	case lexicon.Person:
		names, told := e.creditText(w, id)
		if told {
			return []string{names}
		}
		text = e.personText(id)
	}
	if text == "" {
		return nil
	}
	return []string{text}
}

// currentPrice returns the text of an element, line by line, without what is
// struck through.
func (e *engine) currentPrice(id content.ID) string {
	t := e.t
	from, to := t.From(id), t.To(id)
	for k := id + 1; k < t.Nodes[id].End; k++ {
		switch t.Tag(k) {
		case "del", "s", "strike":
			if t.Len(k) == 0 {
				continue
			}
			if t.From(k) <= from+1 {
				from = t.To(k)
			} else {
				to = min(to, t.From(k))
			}
		}
	}
	if to < from {
		return t.Prose(id)
	}
	return strings.Trim(t.Raw(from, to), " \n")
}

// underHeading returns the text of an element without the heading that it begins with,
// if one line follows it: what the element is called, and not what it says.
func (e *engine) underHeading(id content.ID) string {
	t := e.t
	text := t.Prose(id)
	head, rest, ok := strings.Cut(text, "\n")
	if !ok || strings.Contains(rest, "\n") {
		return text
	}
	for k := id + 1; k < t.Nodes[id].End && t.From(k) == t.From(id); k++ {
		if t.Nodes[k].Role == content.Heading && t.Text(k) == strings.TrimSpace(head) {
			return strings.TrimSpace(rest)
		}
	}
	return text
}

// writesTo returns the address or number that the only link in an element, or the link
// that it is, is for, where what is written on it is another text; else "".
func (e *engine) writesTo(shape lexicon.Shape, id content.ID) string {
	scheme := "mailto:"
	if shape == lexicon.Phone {
		scheme = "tel:"
	}
	to := e.leadsTo(id)
	if len(to) < len(scheme) || !strings.EqualFold(to[:len(scheme)], scheme) || strings.ContainsAny(e.t.Text(id), "@0123456789") {
		return ""
	}
	to, _, _ = strings.Cut(to[len(scheme):], "?")
	return to
}

// leadsTo returns the address of the only link in or around an element; else "".
func (e *engine) leadsTo(id content.ID) string {
	to := ""
	for k := id; k < e.t.Nodes[id].End; k++ {
		if e.t.Nodes[k].Role == content.Link && e.t.Nodes[k].Kind == content.Element {
			if to != "" {
				return ""
			}
			to = e.addressOf(k)
		}
	}
	for up := 0; to == "" && up < 3 && e.t.Nodes[id].Parent != content.None; up++ {
		if id = e.t.Nodes[id].Parent; e.t.Nodes[id].Role == content.Link {
			to = e.t.Value(id, "href")
		}
	}
	return to
}

func imageSource(d *content.Document, id content.ID) string {
	for _, name := range [...]string{"data-src", "data-original", "data-lazy-src", "src"} {
		if v, _ := d.Attr(id, name); v != "" && !strings.HasPrefix(v, "data:") {
			return v
		}
	}
	if v, _ := d.Attr(id, "srcset"); v != "" {
		first, _, _ := strings.Cut(strings.TrimSpace(v), " ")
		return strings.TrimSuffix(first, ",")
	}
	return ""
}
