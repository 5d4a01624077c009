package extract

import (
	"slices"
	"strings"
	"unicode"

	"assay/service/extract/lexicon"
)

// plainTags takes off tags what pages write beside them: how often each is used,
// the label of the list, and what machines add for themselves.
func plainTags(texts []string) []string {
	plain := make([]string, 0, len(texts))
	counted, bracketed := 0, 0
	for i, text := range texts {
		text = strings.TrimSpace(text)
		if i == 0 {
			text = withoutLabel(text)
		}
		plain = append(plain, text)
		if uncounted(text) != text {
			counted++
			if strings.HasSuffix(text, ")") {
				bracketed++
			}
		}
	}
	if counted*3 >= len(plain)*2 && counted+bracketed > 2 { // the only tag of a page may be of a year
		for i := range plain {
			plain[i] = uncounted(plain[i])
		}
	}
	return plain
}

// minTitleCut is how many words a title is cut into at least.
const minTitleCut = 5

// isTitleCut reports whether tags are no more than the title cut into words, in its order.
func (e *engine) isTitleCut(tags []string) bool {
	title := lexicon.Words(e.x.Title)
	for _, tag := range tags {
		words := lexicon.Words(tag)
		if len(words) != 1 {
			return false
		}
		at := slices.Index(title, words[0])
		if at < 0 {
			return false
		}
		title = title[at+1:]
	}
	return len(tags) >= minTitleCut
}

// uncounted takes the number off the end of a tag: "Kirche 3922", "Kirche (12)".
func uncounted(tag string) string {
	head := strings.TrimRight(strings.TrimSuffix(tag, ")"), "0123456789.,")
	if head == tag || strings.HasSuffix(tag, ")") != strings.HasSuffix(head, "(") {
		return tag
	}
	name := strings.TrimRight(strings.TrimSuffix(head, "("), " \n")
	if name == head || !strings.ContainsFunc(name, unicode.IsLetter) { // a digit of the name itself: "B2"
		return tag
	}
	return name
}

// withoutLabel takes the label off the first tag: "TOPICS Google", "Tags: cats".
func withoutLabel(tag string) string {
	label, name, ok := strings.Cut(tag, ":")
	if !ok {
		if label, name, ok = strings.Cut(tag, "\n"); !ok {
			if label, name, ok = strings.Cut(tag, " "); label != strings.ToUpper(label) {
				return tag
			}
		}
	}
	if name = strings.TrimSpace(name); !ok || name == "" || lexicon.Introduces(label).String() != "tags" {
		return tag
	}
	return name
}
