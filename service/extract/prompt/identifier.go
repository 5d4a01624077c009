package prompt

import (
	"strings"

	"assay/service/extract/words"
)

// identifier makes a field's name of words.
func identifier(phrase []string) string {
	var parts []string
	for _, w := range phrase {
		if strings.Contains(w, "_") { // a compound, or a name as in a query
			w = strings.Trim(strings.Map(ascii, w), "_")
		} else {
			var bits []string
			for bit := range strings.FieldsFuncSeq(strings.ReplaceAll(strings.TrimSuffix(w, "'s"), "'", ""), func(r rune) bool { return r == '-' || r == '.' }) {
				if bit = strings.Map(ascii, strings.Join(words.Split(bit), "")); bit != "" {
					bits = append(bits, bit)
				}
			}
			w = strings.Join(bits, "_")
		}
		if w != "" {
			parts = append(parts, w)
		}
	}
	if len(parts) > maxNameWords {
		parts = parts[len(parts)-maxNameWords:]
	}
	name := strings.Join(parts, "_")
	if name == "" || len(name) > 120 || !strings.ContainsFunc(name, func(r rune) bool { return r >= 'a' && r <= 'z' }) {
		return ""
	}
	if name[0] >= '0' && name[0] <= '9' {
		name = "_" + name
	}
	return name
}

func ascii(r rune) rune {
	if r == '_' || r == ' ' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
		return r
	}
	return -1
}

func lastWord(name string) string { return name[strings.LastIndexByte(name, '_')+1:] }

func pluralName(name string) string {
	at := strings.LastIndexByte(name, '_') + 1
	return name[:at] + plural(name[at:])
}
