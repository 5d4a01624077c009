package query

import _ "embed"

// Guide describes the language to people and to agents, in Markdown.
//
//go:embed guide.md
var Guide string
