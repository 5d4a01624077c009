package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/tree"
)

// Limits of the text that heads a page without a heading, in bytes.
const (
	minSubject = 4
	maxSubject = 200
)

// repeated finds, on a page without a heading, what stands in for it: the text that the
// title element says as a part of its own, the longest of several. The site's name, in
// the title too, is on a link to the front page or on no text at all.
func (x *Index) repeated() {
	if x.H1 != content.None || x.Title == "" {
		return
	}
	t := x.Tree
	title := strings.ToLower(x.Title)
	best := 0
	for i := range t.Nodes {
		id := content.ID(i)
		size := t.Len(id)
		if n := &t.Nodes[i]; n.Kind != content.Element || n.Hidden || size <= best || size < minSubject || size > min(maxSubject, len(title)) ||
			t.Region(id)&(tree.Aside|tree.InBreadcrumbs|tree.InComments|tree.InLink) != 0 || t.LinkLen(id) > 0 {
			continue
		}
		if standsApart(title, strings.ToLower(t.Text(id))) {
			best, x.H1 = size, id
		}
	}
}

// standsApart reports whether a title has a text as a part of its own, set apart from the
// rest by marks.
func standsApart(title, text string) bool {
	at := strings.Index(title, text)
	if at < 0 || !strings.ContainsFunc(text, unicode.IsLetter) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(title[:at], " "))
	after, _ := utf8.DecodeRuneInString(strings.TrimLeft(title[at+len(text):], " "))
	return parts(before) && parts(after)
}

// parts reports whether a rune sets apart what stands beside it; the end of a text does.
func parts(r rune) bool {
	return r == utf8.RuneError || strings.ContainsRune("|-–—:/<>»«•·~,;()[]", r)
}
