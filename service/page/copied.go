package page

import "strings"

// html.Parse gives a formatting element that is still open again to each block that
// follows, with a copy of all its attributes, and the attributes of each further <html>
// and <body> to the first, after a look at all that it has. Attributes without end, or
// elements that are never closed, would so become gigabytes, or take minutes.
const (
	maxCopied  = 256    // attributes of a formatting element, or of all <html> and <body>
	someCopies = 10_000 // elements that may be given again to later blocks, besides one for each byte
)

// copiesMuch reports whether a page has more such attributes or elements than that. It
// looks at everything that looks like a tag, also in scripts and comments.
func copiesMuch(source string) bool {
	merged, looked, open, copies := 0, 0, 0, 0
	for at := 0; ; at++ {
		next := strings.IndexByte(source[at:], '<')
		if next < 0 {
			return false
		}
		at += next
		if strings.HasPrefix(source[at:], "</") && isFormatting(tagAt(source[at+1:])) {
			open = max(0, open-1)
		}
		if !startsTag(source[at:]) {
			continue
		}
		name := tagAt(source[at:])
		isRoot := name == "html" || name == "body"
		if !isRoot && !isFormatting(name) {
			if copies += open; copies > len(source)+someCopies {
				return true
			}
			continue
		}
		if !isRoot {
			open++
		}
		attrs, size := countAttrs(source[at:])
		if isRoot {
			merged += attrs
		}
		looked += size
		if attrs > maxCopied || merged > maxCopied || looked > 2*len(source) { // tags in tags in tags
			return true
		}
	}
}

// countAttrs returns how many attributes the tag that starts a text has, up to one more
// than may be copied, and how many bytes it has up to there.
func countAttrs(s string) (attrs, size int) {
	const space = " \t\r\n\f"
	find := func(from int, chars string) int {
		if n := strings.IndexAny(s[from:], chars); n >= 0 {
			return from + n
		}
		return len(s)
	}
	skip := func(from int, chars string) int { return len(s) - len(strings.TrimLeft(s[from:], chars)) }
	for at := find(0, space+"/>"); ; attrs++ {
		at = skip(at, space+"/")
		if at == len(s) || s[at] == '>' || attrs > maxCopied {
			return attrs, at
		}
		at = skip(find(at+1, space+"/>="), space) // a name may begin with "="
		if at == len(s) || s[at] != '=' {
			continue
		}
		at = skip(at+1, space)
		if at < len(s) && (s[at] == '"' || s[at] == '\'') {
			at = min(find(at+1, s[at:at+1])+1, len(s))
		} else {
			at = find(at, space+">")
		}
	}
}
