package lexicon

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed things.txt
var thingsText string

// things are the stems of the kinds of things that pages are about.
var things = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(thingsText) {
		if line[0] != '#' {
			for _, word := range strings.Fields(line) {
				all[Stem(word)] = true
			}
		}
	}
	return all
})

// IsSubject reports whether a word, by its stem, is a kind of thing that pages are about.
func IsSubject(stem string) bool { return things()[stem] }
