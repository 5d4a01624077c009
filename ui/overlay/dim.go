package overlay

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"assay/themes"
	"assay/ui/imageview"
)

// Dim returns frame as what lies behind a question: without its colours and pictures,
// so that only the question stands out. Borders stay fainter than the text.
func Dim(t *themes.Theme, frame []string) []string {
	out := make([]string, len(frame))
	var b strings.Builder
	for i, line := range frame {
		b.Reset()
		text := ansi.Strip(imageview.Strip(line))
		for text != "" {
			first, _ := utf8.DecodeRuneInString(text)
			ruled := rule(first)
			end := strings.IndexFunc(text, func(r rune) bool { return rule(r) != ruled })
			if end < 0 {
				end = len(text)
			}
			style := t.Faint
			if ruled {
				style = t.Border
			}
			style.Write(&b, strings.Map(withoutPicture, text[:end]))
			text = text[end:]
		}
		out[i] = b.String()
	}
	return out
}

// rule reports whether a border is drawn with r.
func rule(r rune) bool { return r >= 0x2500 && r <= 0x257f }

// withoutPicture takes out the half block that pictures are drawn with where the terminal
// has no better way.
func withoutPicture(r rune) rune {
	if r == '▀' {
		return ' '
	}
	return r
}
