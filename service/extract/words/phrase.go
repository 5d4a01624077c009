package words

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Role is what a word does in a name.
type Role uint8

// The roles of words.
const (
	Modifier Role = iota // tells which one: the unit of a unit price
	Head                 // what is asked for: its price
	About                // a word of the description
	Roles
)

// Buckets is how many rows the table of n-grams has.
const Buckets = 16 << 10

// Grams appends the rows of a word's n-grams: those of 3 to 5 letters of the word between
// brackets, as fastText has them (Bojanowski and others 2017), and the whole word.
func Grams(rows []int32, word string) []int32 {
	var room [40]byte
	b := append(room[:0], '<')
	b = append(b, word...)
	b = append(b, '>')
	if len(b) > 34 {
		b = b[:34]
	}
	for i := 0; i < len(b); i++ {
		if !utf8.RuneStart(b[i]) {
			continue
		}
		n := 0
		for j := i; j < len(b); {
			_, size := utf8.DecodeRune(b[j:])
			j += size
			n++
			if n > 5 {
				break
			}
			if n >= 3 {
				h := uint32(2166136261)
				for _, c := range b[i:j] {
					h = (h ^ uint32(c)) * 16777619
				}
				rows = append(rows, int32((h^h>>15)%Buckets))
			}
		}
	}
	return rows
}

// Roled returns the words of a name and its description with their roles.
func Roled(name, about []string) ([]string, []Role) {
	all := make([]string, 0, len(name)+len(about))
	roles := make([]Role, 0, cap(all))
	head := headOf(name)
	for i, w := range name {
		all = append(all, w)
		if i == head {
			roles = append(roles, Head)
		} else {
			roles = append(roles, Modifier)
		}
	}
	for _, w := range about {
		all = append(all, w)
		roles = append(roles, About)
	}
	return all, roles
}

// headOf returns the place of the word that a name is about: the last, or the last before
// what follows an "of". -1 for no words.
func headOf(name []string) int {
	for i, w := range name {
		if i > 0 && (w == "of" || w == "de" || w == "di" || w == "do" || w == "da" || w == "du" || w == "del" || w == "des" || w == "der" || w == "von" || w == "van" || w == "in" || w == "for" || w == "on" || w == "at" || w == "to" || w == "by" || w == "from") {
			return i - 1
		}
	}
	return len(name) - 1
}

// Key is what two names have in common that differ in the order and number of words alone.
func Key(name []string) string {
	k := make([]string, 0, len(name))
	for _, w := range name {
		switch w {
		case "of", "the", "a", "an":
			continue
		}
		k = append(k, Stem(w))
	}
	slices.Sort(k)
	return strings.Join(k, " ")
}

// Stem brings the plural of a word to its singular, near enough for English.
func Stem(w string) string {
	n := len(w)
	switch {
	case n > 4 && strings.HasSuffix(w, "ies"):
		return w[:n-3] + "y"
	case n > 4 && (strings.HasSuffix(w, "xes") || strings.HasSuffix(w, "ches") || strings.HasSuffix(w, "shes") || strings.HasSuffix(w, "sses")):
		return w[:n-2]
	case n > 3 && w[n-1] == 's' && w[n-2] != 's' && w[n-2] != 'u' && w[n-2] != 'i':
		return w[:n-1]
	}
	return w
}
