package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"assay/service/extract/prompt/tagger"
)

// mark says what some words of a prompt ask for.
type mark struct {
	start, end int    // of the words, in bytes
	list       string // whose records have it, or ""
	name       string
	typ        string // or ""
	several    bool
}

// marked is a prompt of which it is known what it asks for.
type marked struct {
	text  string
	marks []mark
}

var (
	markedWords = regexp.MustCompile(`\{([^{}|]*)\|([^{}|]*)\}`)
	markedField = regexp.MustCompile(`^(?:([\p{L}\p{N}_]+)(?:\[\])?\.)?([\p{L}\p{N}_]+)(\[\])?(?::([a-z]+))?(\[\])?$`)
)

// readMarked reads prompts, one a line, in which {words|list.field:type} stands for words that
// ask for a field, and name[] for one of which there are several. The error tells the line.
func readMarked(r io.Reader) ([]marked, error) {
	var out []marked
	s := bufio.NewScanner(r)
	for n := 1; s.Scan(); n++ {
		var m marked
		var text strings.Builder
		rest := strings.ReplaceAll(s.Text(), `\n`, "\n")
		for {
			at := markedWords.FindStringSubmatchIndex(rest)
			if at == nil {
				text.WriteString(rest)
				break
			}
			text.WriteString(rest[:at[0]])
			start := text.Len()
			text.WriteString(rest[at[2]:at[3]])
			field := markedField.FindStringSubmatch(strings.TrimSpace(rest[at[4]:at[5]]))
			if field == nil {
				return nil, fmt.Errorf("line %d: %q is no field", n, rest[at[4]:at[5]])
			}
			m.marks = append(m.marks, mark{start, text.Len(), field[1], field[2], field[4], field[3] != "" || field[5] != ""})
			rest = rest[at[1]:]
		}
		m.text = text.String()
		if strings.ContainsAny(m.text, "{}") {
			return nil, fmt.Errorf("line %d: a brace is left over in %q", n, m.text)
		}
		out = append(out, m)
	}
	return out, s.Err()
}

// readMarkedFolder reads all files of a folder, by their names.
func readMarkedFolder(folder string) ([]marked, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("there are no marked prompts in %s", folder)
	}
	var out []marked
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		prompts, err := readMarked(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out = append(out, prompts...)
	}
	return out, nil
}

// tagged is a prompt as the tagger should read it.
type tagged struct {
	tokens []tagger.Token
	states []tagger.State
	asks   []meant
}

// meant is an ask, and what it is for.
type meant struct {
	tagger.Ask
	mark   *mark
	places []tagger.Place // of its tokens; nil if its name has other words
	lacks  string         // what its words lack of its name, as in tagger.Model.Names
}

// tag says what the tagger should find in a marked prompt.
func tag(m *marked) tagged {
	out := tagged{tokens: tagger.Tokens(m.text)}
	kinds := kindsOf(m.marks)
	var asks []tagger.Ask
	for i := range m.marks {
		k := &m.marks[i]
		from := slices.IndexFunc(out.tokens, func(t tagger.Token) bool { return t.Start >= k.start })
		to := from
		for to >= 0 && to < len(out.tokens) && out.tokens[to].Start < k.end {
			to++
		}
		if to <= from { // nothing but marks in it, or what is beyond what is read
			continue
		}
		a := meant{Ask: tagger.Ask{Kind: kinds[i], From: from, To: to}, mark: k}
		a.places, a.lacks = placesOf(k.name, out.tokens[from:to])
		out.asks = append(out.asks, a)
		asks = append(asks, a.Ask)
	}
	out.states = tagger.Mark(len(out.tokens), asks)
	return out
}

// kindsOf says what kinds of asks marks are. Only what stands right before its list, or before
// others that do, is ahead of it.
func kindsOf(marks []mark) []tagger.Kind {
	lists := map[string]int{} // where each is first
	for i, k := range marks {
		if _, known := lists[k.name]; k.list == "" && k.several && !known {
			lists[k.name] = i
		}
	}
	out := make([]tagger.Kind, len(marks))
	for i, k := range slices.Backward(marks) {
		switch at, known := lists[k.list]; {
		case k.list == "" && k.several:
			out[i] = tagger.List
		case k.list == "":
			out[i] = tagger.Value
		case known && at > i && (out[i+1] == tagger.Ahead || out[i+1] == tagger.List):
			out[i] = tagger.Ahead
		default:
			out[i] = tagger.Part
		}
	}
	return out
}

// placesOf says where the tokens of an ask stand in its name, nil if it has other words than they,
// and what they lack of it.
func placesOf(name string, tokens []tagger.Token) (places []tagger.Place, lacks string) {
	places = make([]tagger.Place, len(tokens))
	at := make([]int, len(tokens)) // in the name
	parts := strings.Split(strings.Trim(name, "_"), "_")
	var more []int
	for p, part := range parts {
		i := 0
		for i < len(tokens) && !(tokens[i].IsWord() && places[i] == tagger.Nowhere && says(&tokens[i], part)) {
			i++
		}
		if i < len(tokens) {
			places[i], at[i] = tagger.InOrder, p
		} else if !slices.ContainsFunc(tokens, func(t tagger.Token) bool { return strings.Contains("_"+t.Plain()+"_", "_"+part+"_") }) {
			more = append(more, p)
		}
	}
	for i := range places {
		for j := range i {
			if places[i] != tagger.Nowhere && places[j] == tagger.InOrder && at[i] < at[j] {
				places[i] = tagger.First
			}
		}
	}
	none := !slices.ContainsFunc(places, func(p tagger.Place) bool { return p != tagger.Nowhere })
	switch {
	case len(more) == 0:
		return places, ""
	case none || len(more) > 1:
		return nil, "=" + name
	case more[0] == 0:
		return places, parts[0] + "_"
	}
	return places, "_" + parts[more[0]]
}

var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue")

// says reports whether a token is a word of a name, in this form or another.
func says(t *tagger.Token, word string) bool {
	alike := func(w string) bool {
		if len(w) < 3 || len(word) < 3 {
			return w == word
		}
		n := max(3, min(len(w), len(word))-2)
		return len(w) >= n && len(word) >= n && w[:n] == word[:n]
	}
	other := tagger.Token{Low: umlauts.Replace(t.Low)}
	return alike(strings.ReplaceAll(t.Plain(), "_", "")) || alike(other.Plain())
}
