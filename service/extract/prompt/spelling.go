package prompt

import (
	"strings"

	"assay/service/extract/words"
)

// common is how many of the words of the model, the commonest first, are those that people ask
// for so often that a slip in one of them is known for what it is.
const common = 6000

// minSlip is how long a word must be for a letter too many or too few inside it to be seen as
// a slip: endings are none. Letters that changed places are in words of five.
const minSlip = 7

// spelled mends a slip in a word. A word that is known itself is left alone.
func spelled(w string) string {
	m := words.Default()
	if len(w) < 5 || strings.IndexFunc(w, func(r rune) bool { return r < 'a' || r > 'z' }) >= 0 || m.ID(w) >= 0 {
		return w
	}
	best, right := common, w
	try := func(other string) {
		if id := m.ID(other); id >= 0 && id < best {
			best, right = id, other
		}
	}
	for i := 1; i+1 < len(w); i++ {
		try(w[:i] + w[i+1:i+2] + w[i:i+1] + w[i+2:])
		if len(w) > minSlip {
			try(w[:i] + w[i+1:])
		}
		for c := 'a'; c <= 'z' && len(w) >= minSlip-1; c++ {
			try(w[:i] + string(c) + w[i:])
		}
	}
	return right
}

// isNonsense reports whether a name is what people type to see whether anything
// happens.
func isNonsense(name string) bool {
	switch name {
	case "test", "testing", "foo", "bar", "foo_bar", "blah", "blah_blah", "bla", "bla_bla", "lorem_ipsum", "hello_world", "good_morning", "good_day", "good_afternoon", "good_evening", "good_night":
		return true
	}
	for _, row := range [...]string{"qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm"} {
		if len(name) > 3 && strings.Contains(row, name) {
			return true
		}
	}
	return false
}
