package prompt

import (
	"strings"
	"unicode/utf8"

	"assay/service/extract/lexicon"
	"assay/service/extract/prompt/tagger"
)

// fieldOf makes a field of an ask, without a name if its words say nothing.
func fieldOf(text string, tokens []tagger.Token, pass *tagger.Pass, a tagger.Ask) *field {
	meaning := pass.Meaning(a)
	f := &field{typ: meaning.Type, list: a.Kind == tagger.List || a.Kind != tagger.Value && meaning.Several}
	var first, name, all []string
	says := false // more than articles
	for i := a.From; i < a.To; i++ {
		word := tokens[i].Plain()
		if word == "" {
			continue
		}
		all = append(all, word)
		long := utf8.RuneCountInString(tokens[i].Low) > articleLength
		says = says || long
		switch pass.Place(i) {
		case tagger.First:
			first = append(first, word)
		case tagger.InOrder:
			name = append(name, word)
		default:
			if long {
				f.about = described(text[tokens[a.From].Start:tokens[a.To-1].End])
			}
		}
	}
	f.long = identifier(all)
	if f.name = identifier(complete(append(first, name...), meaning)); f.name == "" && says {
		f.name = f.long
	}
	if !f.list && a.Kind != tagger.Value {
		f.name = one(f.name)
	}
	return f
}

// one is the name of what a record has once, that was asked for of all: "posts with their dates".
func one(name string) string {
	at := strings.LastIndexByte(name, '_') + 1
	if whole := lexicon.Stem(name[at:]); whole+"s" == name[at:] {
		return name[:at] + whole
	}
	return name
}

// articleLength is how many letters a word has at most that may say no more than "the" in its
// language.
const articleLength = 3

// complete gives a name what the words of its ask lack.
func complete(name []string, meaning tagger.Meaning) []string {
	lacks := meaning.Lacks
	switch word := strings.Trim(lacks, "_="); {
	case (len(name) == 0 || strings.HasPrefix(lacks, "=")) && meaning.Whole != "":
		return []string{meaning.Whole}
	case lacks == "" || strings.HasPrefix(lacks, "="):
		return name
	case strings.Contains("_"+strings.Join(name, "_")+"_", "_"+word+"_"):
		return name
	case lacks[0] == '_':
		return append(name, word)
	default:
		return append([]string{word}, name...)
	}
}

// mostName is how many bytes a name has at most.
const mostName = 100

// identifier makes a name of words; "" of none, or of numbers alone.
func identifier(words []string) string {
	name := strings.Join(words, "_")
	if !strings.ContainsFunc(name, func(r rune) bool { return r >= 'a' && r <= 'z' }) {
		return ""
	}
	if name[0] >= '0' && name[0] <= '9' {
		name = "_" + name
	}
	return strings.TrimRight(name[:min(len(name), mostName)], "_")
}

// described makes a description of what a person wrote.
func described(words string) string {
	return strings.Join(strings.FieldsFunc(words, func(r rune) bool { return r <= ' ' || r == '(' || r == ')' }), " ")
}
