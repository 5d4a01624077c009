package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assay/service/extract/words"
)

// passage is a run of words of which those near each other have to do with each other.
type passage struct {
	words []string
	bag   bool // the order tells nothing: all are near each other
}

// described is a name and what is said of it, in words.
type described struct {
	name, about []string
}

// lexical is the folder of texts and vocabularies that the vectors of words are made from.
type lexical struct {
	passages   []passage
	described  []described // names of fields and properties with their descriptions
	translated [][]string  // the same attribute in several languages, a name each
}

// readLexical reads the folder, and WordNet's glosses from a folder of their own.
func readLexical(dir, wordnet string) (*lexical, error) {
	l := &lexical{}
	if err := lines(filepath.Join(dir, "text.txt.gz"), func(s string) {
		l.passages = append(l.passages, passage{words: words.Split(s)})
	}); err != nil {
		return nil, err
	}
	for _, name := range []string{"api-fields.tsv.gz", "schema-org.tsv.gz"} {
		if err := lines(filepath.Join(dir, name), func(s string) {
			cells := strings.Split(s, "\t")
			for len(cells) < 3 {
				cells = append(cells, "")
			}
			about := words.Split(cells[len(cells)-1])
			field := words.Split(cells[0])
			if len(field) == 0 || len(field) > 8 {
				return
			}
			all := append(slices.Clone(field), words.Split(cells[1])...)
			l.passages = append(l.passages, passage{words: append(all, about[:min(len(about), 30)]...), bag: true})
			if len(about) >= 3 {
				l.described = append(l.described, described{field, about[:min(len(about), 14)]})
			}
		}); err != nil {
			return nil, err
		}
	}
	first := true
	if err := lines(filepath.Join(dir, "wikidata-properties.tsv.gz"), func(s string) {
		if first {
			first = false
			return
		}
		var names []string
		var all []string
		for _, cell := range strings.Split(s, "\t")[1:] {
			if cell != "" {
				names = append(names, cell)
				all = append(all, words.Split(cell)...)
			}
		}
		if len(names) > 1 {
			l.translated = append(l.translated, names)
			l.passages = append(l.passages, passage{words: all, bag: true})
		}
	}); err != nil {
		return nil, err
	}
	for _, part := range []string{"noun", "verb", "adj", "adv"} {
		if err := lines(filepath.Join(wordnet, "data."+part), func(s string) {
			if strings.HasPrefix(s, " ") { // the licence
				return
			}
			head, gloss, ok := strings.Cut(s, " | ")
			if !ok {
				return
			}
			cells := strings.Fields(head)
			var count int
			if _, err := fmt.Sscanf(cells[3], "%x", &count); err != nil {
				return
			}
			var p []string
			for i := range count {
				p = append(p, words.Split(cells[4+2*i])...)
			}
			l.passages = append(l.passages, passage{words: append(p, words.Split(gloss)...), bag: true})
		}); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// lines calls each with every line of a file, gzipped if its name says so.
func lines(name string, each func(string)) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(f)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		defer z.Close()
		r = z
	}
	s := bufio.NewScanner(r)
	s.Buffer(nil, 16<<20)
	for s.Scan() {
		each(s.Text())
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// vocabulary numbers words, the most frequent first.
type vocabulary struct {
	words []string
	count []float64
	ids   map[string]int32
}

// newVocabulary takes the words that were counted often enough, those in keep first.
func newVocabulary(counts map[string]float64, keep map[string]bool) *vocabulary {
	v := &vocabulary{ids: map[string]int32{}}
	for w, n := range counts {
		if n >= leastSeen && len(w) <= 24 || keep[w] {
			v.words = append(v.words, w)
		}
	}
	slices.SortFunc(v.words, func(a, b string) int {
		if keep[a] != keep[b] {
			if keep[a] {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	v.words = v.words[:min(mostWords, len(v.words))]
	slices.SortFunc(v.words, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for i, w := range v.words {
		v.ids[w] = int32(i)
		v.count = append(v.count, counts[w])
	}
	return v
}

// vocabulary takes the words of the texts that are frequent enough, and all of the paraphrases.
func (l *lexical) vocabulary(attributes []attribute) *vocabulary {
	counts, keep := map[string]float64{}, map[string]bool{}
	for _, p := range l.passages {
		for _, w := range p.words {
			counts[w]++
		}
	}
	for _, a := range attributes {
		for _, w := range a.ways {
			for _, x := range w.name {
				counts[x]++
				keep[x] = true
			}
			for _, x := range w.about {
				counts[x]++
			}
		}
	}
	return newVocabulary(counts, keep)
}
