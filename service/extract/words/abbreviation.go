package words

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed abbreviations.txt
var abbreviationsText string

var abbreviations = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(abbreviationsText) {
		short, whole, _ := strings.Cut(strings.TrimSpace(line), " ")
		out[short] = whole
	}
	return out
})

// Whole returns the word that a word is usually cut short for, or "": qty stands for quantity.
func Whole(short string) string { return abbreviations()[short] }
