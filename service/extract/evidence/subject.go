package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/lexicon"
	"assay/service/extract/tree"
)

// Limits of the text that heads a page without a heading, in bytes.
const (
	minSubject = 4
	maxSubject = 200
)

// repeated finds, on a page whose heading is not known, what stands in for it: the text
// that the title element says as a part of its own, the longest of several; else the
// heading that shares most of its words with the title. The site's name, in the title
// too, is on a link to the front page or in no text at all.
func (x *Index) repeated() {
	if x.H1 != content.None || x.Title == "" {
		return
	}
	t := x.Tree
	title := newTitleWords(x.Title)
	best, like := 0, content.None
	for i := range t.Nodes {
		id := content.ID(i)
		size := t.Len(id)
		if n := &t.Nodes[i]; n.Kind != content.Element || n.Hidden || size <= best || size < minSubject || size > maxSubject ||
			t.Region(id)&(tree.Aside|tree.InBreadcrumbs|tree.InComments) != 0 || t.LinkLen(id) > 0 {
			continue
		}
		switch text := t.Text(id); {
		case title.says(text):
			best, x.H1 = size, id
		case best == 0 && like == content.None && t.Nodes[i].Role == content.Heading && title.isLike(text):
			like = id
		}
	}
	if x.H1 == content.None {
		x.H1 = like
	}
}

// titleWords is a page's title and the words of its parts.
type titleWords struct {
	text  string     // in lower case
	all   []string   // its words
	parts [][]string // of each part, its words in order of the alphabet
}

func newTitleWords(title string) *titleWords {
	w := &titleWords{text: strings.ToLower(title), all: lexicon.Words(title)}
	for part := range strings.FieldsFuncSeq(title, isTitleMark) {
		words := lexicon.Words(part)
		slices.Sort(words)
		w.parts = append(w.parts, words)
	}
	return w
}

// says reports whether a title has a text as a part of its own, be it in another order of
// its words: "Lee, Ann".
func (w *titleWords) says(text string) bool {
	if !strings.ContainsFunc(text, unicode.IsLetter) || len(text) > len(w.text)+maxUnmarked {
		return false
	}
	lower := strings.ToLower(text)
	if at := strings.Index(w.text, lower); at >= 0 {
		before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(w.text[:at], " "))
		after, _ := utf8.DecodeRuneInString(strings.TrimLeft(w.text[at+len(lower):], " "))
		return sets(before) && sets(after)
	}
	words := lexicon.Words(text)
	slices.Sort(words)
	return len(words) > 1 && slices.ContainsFunc(w.parts, func(part []string) bool { return slices.Equal(part, words) })
}

// maxUnmarked is how many bytes the marks of a text may add to a title's words.
const maxUnmarked = 8

// isLike reports whether a text begins with words that the title says together, which are
// most of its own.
func (w *titleWords) isLike(text string) bool {
	words := lexicon.Words(text)
	if len(words) < 2 {
		return false
	}
	for at := range w.all {
		n := 0
		for n < len(words) && at+n < len(w.all) && w.all[at+n] == words[n] {
			n++
		}
		if n > 1 && n*2 > len(words) {
			return true
		}
	}
	return false
}

// sets reports whether a rune sets apart what stands beside it; the end of a text does.
func sets(r rune) bool { return r == utf8.RuneError || r == ',' || isTitleMark(r) }

// isTitleMark reports whether a rune stands between the parts of a title.
func isTitleMark(r rune) bool { return strings.ContainsRune("|-–—:/<>»«•·~;()[]", r) }
