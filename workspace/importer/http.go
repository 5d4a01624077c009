package importer

import (
	"regexp"
	"strings"
	"sync"
)

// requestLine is the first line of a request in a .http file.
var requestLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+)?((?:https?://|\{\{)\S+)(?:\s+HTTP/[\d.]+)?$`)
})

// isHTTP reports whether a text begins with a request line that names its method.
func isHTTP(text string) bool {
	line, _, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n"), "\n")
	found := requestLine().FindStringSubmatch(strings.TrimSpace(line))
	return found != nil && found[1] != ""
}

// httpFile reads the requests of a .http file, which lines of ### part.
func httpFile(text string) []exchange {
	var all []exchange
	var e exchange
	var body []string
	state := before
	end := func() {
		if state != before {
			e.body = strings.TrimSpace(strings.Join(body, "\n"))
			all = append(all, e)
		}
		e, body, state = exchange{}, nil, before
	}
	for line := range strings.SplitSeq(text, "\n") {
		trimmed := strings.TrimSpace(line)
		if name, parts := strings.CutPrefix(trimmed, "###"); parts {
			end()
			e.name = strings.TrimSpace(name)
			continue
		}
		switch comment := strings.HasPrefix(trimmed, "#") || strings.HasPrefix(trimmed, "//"); {
		case state == inBody:
			body = append(body, line)
		case comment:
			if name, named := strings.CutPrefix(strings.TrimLeft(trimmed, "#/ "), "@name"); named {
				e.name = strings.TrimSpace(strings.TrimLeft(name, " ="))
			}
		case state == before:
			if found := requestLine().FindStringSubmatch(trimmed); found != nil {
				e.method, e.address, state = found[1], found[2], inHead
			}
		case trimmed == "":
			state = inBody
		case (trimmed[0] == '?' || trimmed[0] == '&') && len(e.headers) == 0: // the address goes on
			e.address += trimmed
		default:
			name, value, _ := strings.Cut(trimmed, ":")
			e.headers = append(e.headers, [2]string{strings.TrimSpace(name), strings.TrimSpace(value)})
		}
	}
	end()
	return all
}

// state is where in a request a line of a .http file is.
type state uint8

const (
	before state = iota
	inHead
	inBody
)
