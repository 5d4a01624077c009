// Package lexicon knows words: it takes names apart, brings words to a common
// form, and says how well the name of a field and a name found on a page agree.
package lexicon

import (
	_ "embed"
	"iter"
	"strconv"
	"strings"
	"sync"
)

// Shape is what the values of a concept look like.
type Shape uint8

// The shapes of values.
const (
	AnyShape Shape = iota
	Text           // a few words
	Person         // a name of a person
	Org            // a name of a firm or body
	Date
	Price
	Number
	Integer
	Duration
	Rating
	Boolean
	URL
	Image
	Email
	Phone
	Address
	Hours
	Identifier // a code: digits, letters, dashes
	Prose      // sentences
	Items      // a list of short texts
	Steps      // a list of sentences
	Clock      // a time of day
)

var shapeNames = [...]string{
	"", "text", "person", "org", "date", "price", "number", "integer", "duration", "rating",
	"boolean", "url", "image", "email", "phone", "address", "hours", "id", "prose", "list", "steps", "clock",
}

// Concept is something that names on pages and in queries mean, in any wording.
// The zero Concept is none.
type Concept uint16

type concept struct {
	name      string
	shape     Shape
	broader   Concept
	closeness float32 // to the broader concept
	phrases   []string
}

type dictionary struct {
	concepts []concept
	byName   map[string]Concept
	phrases  map[string]Concept
	groups   map[string]uint16 // of phrases that mean the same
	formed   map[uint16]bool   // the groups that have the form of the concepts in their phrases
	begins   map[string]int    // words in the longest of these phrases that begins with a word
	longest  map[string]uint8  // words in the longest phrase of several that begins with a word
}

//go:embed lexicon.txt
var lexiconText string

//go:embed synonyms.txt
var synonymsText string

var dict = sync.OnceValue(func() *dictionary {
	d := parse(lexiconText)
	d.addSynonyms(synonymsText)
	return d
})

// parse reads the lexicon. The text is part of the program and checked by tests,
// so that what is malformed is skipped rather than reported.
func parse(text string) *dictionary {
	d := &dictionary{
		concepts: make([]concept, 1, 200),
		byName:   make(map[string]Concept, 200),
		phrases:  make(map[string]Concept, 4000),
		longest:  make(map[string]uint8, 1000),
	}
	type link struct {
		from Concept
		to   string
	}
	var links []link
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		head, phrases, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		words := strings.Fields(head)
		c := concept{name: words[0]}
		for shape, name := range shapeNames {
			if len(words) > 1 && name == words[1] {
				c.shape = Shape(shape)
			}
		}
		id := Concept(len(d.concepts))
		if len(words) == 6 && words[2] == "<" {
			closeness, _ := strconv.ParseFloat(words[5], 32)
			c.closeness = float32(closeness)
			links = append(links, link{id, words[3]})
		}
		d.byName[c.name] = id
		for phrase := range strings.SplitSeq(phrases, "|") {
			phrase = strings.TrimSpace(phrase)
			c.phrases = append(c.phrases, phrase)
			d.add(strings.Fields(phrase), id)
		}
		d.concepts = append(d.concepts, c)
	}
	for _, l := range links {
		d.concepts[l.from].broader = d.byName[l.to]
	}
	return d
}

func (d *dictionary) add(words []string, id Concept) {
	if len(words) == 0 {
		return
	}
	for i, w := range words {
		words[i] = fold(w)
	}
	words = stemAll(words)
	d.set(strings.Join(words, " "), id)
	if len(words) > 1 {
		d.longest[words[0]] = max(d.longest[words[0]], uint8(len(words)))
		if joined := strings.Join(words, ""); len(joined) >= 6 {
			d.set(joined, id)
		}
	}
}

// addSynonyms reads groups of phrases that mean the same.
func (d *dictionary) addSynonyms(text string) {
	d.groups, d.begins = make(map[string]uint16, 8000), make(map[string]int, 5000)
	d.formed = make(map[uint16]bool, 400)
	group := uint16(0)
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		group++
		line, d.formed[group] = strings.CutPrefix(line, "= ")
		for phrase := range strings.SplitSeq(line, "|") {
			words := stemAll(Words(phrase))
			d.begins[words[0]] = max(d.begins[words[0]], len(words))
			key := strings.Join(words, " ")
			if _, taken := d.groups[key]; !taken {
				d.groups[key] = group
			}
		}
	}
}

func (d *dictionary) set(phrase string, id Concept) {
	if _, taken := d.phrases[phrase]; !taken {
		d.phrases[phrase] = id
	}
}

// Concepts returns each concept with its phrases.
func Concepts() iter.Seq2[Concept, []string] {
	return func(yield func(Concept, []string) bool) {
		for c := range dict().concepts {
			if c > 0 && !yield(Concept(c), dict().concepts[c].phrases) {
				return
			}
		}
	}
}

// Lookup returns the concept of that name in the lexicon, or none.
func Lookup(name string) Concept { return dict().byName[name] }

// Shape returns what values of the concept look like.
func (c Concept) Shape() Shape { return dict().concepts[c].shape }

// String returns the concept's name.
func (c Concept) String() string { return dict().concepts[c].name }

// closeness says how far something named have answers for want: 1 for the same
// concept, less for a broader or narrower one.
func closeness(want, have Concept) float64 {
	if want == have {
		return 1
	}
	d := dict()
	w, h := &d.concepts[want], &d.concepts[have]
	switch {
	case h.broader == want:
		return float64(h.closeness)
	case w.broader == have:
		return float64(w.closeness) * 0.9
	case h.broader != 0 && d.concepts[h.broader].broader == want:
		return float64(h.closeness * d.concepts[h.broader].closeness)
	case w.broader != 0 && d.concepts[w.broader].broader == have:
		return float64(w.closeness*d.concepts[w.broader].closeness) * 0.9
	case w.broader != 0 && w.broader == h.broader:
		return float64(w.closeness*h.closeness) * 0.5
	}
	return 0
}
