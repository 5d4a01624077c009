package main

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/extract/words"
)

// labelWeights are those of what tells a label from a value: names of attributes, written as
// on pages, from values that attributes have.
func labelWeights(m *words.Model, all []attribute) []float32 {
	var rows [][]float32
	var yes []bool
	add := func(text string, label bool) {
		var f [words.LabelFeatures]float32
		m.LabelFeatures(&f, text)
		rows, yes = append(rows, f[:]), append(yes, label)
	}
	n := 0
	label := func(name string) {
		n++
		switch n % 5 {
		case 0:
			parts := strings.Fields(name)
			for i, p := range parts {
				parts[i] = capital(p)
			}
			name = strings.Join(parts, " ")
		case 1, 2, 3:
			name = capital(name)
		}
		if n%7 == 0 {
			name += ":"
		}
		add(name, true)
	}
	for _, a := range all {
		label(a.name)
		for i, w := range a.ways {
			switch w.style {
			case "ab", "q", "d", "o":
			case "en":
				if i < 6 {
					label(w.text)
				}
			default:
				label(w.text)
			}
		}
		for _, v := range a.examples {
			add(v, false)
			add(v, false)
		}
	}
	return logistic(rows, yes)
}

// capital returns a text with its first letter a capital.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}
