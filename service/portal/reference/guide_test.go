package reference

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/russross/blackfriday/v2"
)

// section is a part of the guide under a heading.
type section struct {
	ID, Title string
	Text      template.HTML
}

// sections returns a guide in Markdown, which is ours: what comes before its first section,
// but for the title, and the sections.
func sections(guide string) (lead template.HTML, list []section) {
	parts := strings.Split(guide, "\n## ")
	_, first, _ := strings.Cut(parts[0], "\n")
	lead, examples := render(first, 0)
	for _, part := range parts[1:] {
		title, text, _ := strings.Cut(part, "\n")
		s := section{ID: slug(title), Title: title}
		s.Text, examples = render(text, examples)
		list = append(list, s)
	}
	return lead, list
}

// render returns Markdown as HTML, with a button to copy each of its examples, which are
// numbered on.
func render(text string, examples int) (template.HTML, int) {
	html := string(blackfriday.Run([]byte(text)))
	pieces := strings.Split(html, "<pre><code>")
	var b strings.Builder
	b.WriteString(pieces[0])
	for _, piece := range pieces[1:] {
		examples++
		fmt.Fprintf(&b, `<div class="copyable"><button type="button" data-copy="example-%d" aria-label="Copy example %[1]d" hidden>Copy</button><pre tabindex="0" role="region" aria-label="Example %[1]d"><code id="example-%[1]d">`, examples)
		code, rest, _ := strings.Cut(piece, "</code></pre>")
		b.WriteString(strings.TrimSuffix(code, "\n") + "</code></pre></div>" + rest)
	}
	return template.HTML(b.String()), examples
}
