package evidence

import (
	"regexp"
	"strings"
)

// namedRole matches a name of two to four words with what somebody is in brackets: "Janet Moss (Chair)".
var namedRole = regexp.MustCompile(`(\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3}) \((\p{L}[\p{L} -]{2,30})\)`)

// roles pairs the names in a line of several with the roles in brackets after them.
func roles(x *Index, i int, text string) {
	if strings.Count(text, "(") < 2 {
		return
	}
	found := namedRole.FindAllStringSubmatch(text, -1)
	if len(found) < 2 {
		return
	}
	for _, m := range found {
		pair(x, m[2], x.Tree.LineNode(i), m[1], true)
	}
}
