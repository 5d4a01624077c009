package page

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"assay/service/content"
)

// React sends the slow parts of a page last, in hidden elements with the ids S:0, S:1 and so on. A
// script moves each to a template B:0 or P:0 and removes the fallback there (react-dom/server,
// renderToPipeableStream).

// maxStreamed bounds how many parts are moved; further ones are shown where they were sent.
const maxStreamed = 1000

// isStreamed reports whether an element is hidden only until a script moves it.
func isStreamed(tag string, attrs []content.Attr) bool {
	return tag == "div" && strings.HasPrefix(attr(attrs, "id"), "S:")
}

// moving is the call of a script that moves one element to another.
var moving = regexp.MustCompile(`\$R[CRS]\("([BPS]:[0-9a-f]+)","([BPS]:[0-9a-f]+)"`)

// moveStreamed moves the parts that were sent last to their places, as the page's scripts would.
func moveStreamed(root *html.Node) {
	byID := map[string]*html.Node{}
	var calls [][]string
	for n := range root.Descendants() {
		switch {
		case n.Type != html.ElementNode:
		case n.Data == "script" && n.FirstChild != nil:
			calls = append(calls, moving.FindAllStringSubmatch(n.FirstChild.Data, -1)...)
		case n.Data == "template" || n.Data == "div":
			for _, a := range n.Attr {
				if a.Key == "id" && len(a.Val) > 2 && a.Val[1] == ':' && byID[a.Val] == nil {
					byID[a.Val] = n
				}
			}
		}
	}
	for _, c := range calls[:min(len(calls), maxStreamed)] {
		place, part := byID[c[1]], byID[c[2]]
		if strings.HasPrefix(c[1], "S:") {
			place, part = part, place
		}
		if place == nil || part == nil || place.Data != "template" || part.Data != "div" || place.Parent == nil || isWithin(place, part) {
			continue
		}
		removeFallback(place)
		for part.FirstChild != nil {
			child := part.FirstChild
			part.RemoveChild(child)
			place.Parent.InsertBefore(child, place)
		}
	}
}

// removeFallback removes what stands in a place until its part comes: all up to the comment /$, if the
// comment $? or $! begins the place.
func removeFallback(place *html.Node) {
	before := place.PrevSibling
	if before == nil || before.Type != html.CommentNode || before.Data != "$?" && before.Data != "$!" {
		return
	}
	end, open := place.NextSibling, 0
	for ; end != nil; end = end.NextSibling {
		if end.Type != html.CommentNode {
			continue
		}
		if strings.HasPrefix(end.Data, "$") {
			open++
		} else if end.Data == "/$" {
			if open == 0 {
				break
			}
			open--
		}
	}
	for end != nil && place.NextSibling != end {
		place.Parent.RemoveChild(place.NextSibling)
	}
}

// isWithin reports whether a node is within another.
func isWithin(n, of *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == of {
			return true
		}
	}
	return false
}
