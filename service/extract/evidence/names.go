package evidence

import (
	"strings"

	"assay/service/extract/lexicon"
	"assay/service/extract/words"
)

// names are the names of a page and what they mean. A page may have one of its own for
// each element, so of a name itself no more is kept than a hash of 64 bits, which is
// taken for it.
type names struct {
	hashes   []uint64        // by Key
	slots    []Key           // where a name's hash says, or in the next slot that is free, its Key and one more; 0 if free
	none     map[uint64]bool // by hash: texts that are no names
	phrases  []place         // by Key
	texts    []string        // by Key, of the first maxCompared: as it was met first
	compiled []*words.Name   // by Key; nil where not asked for yet
	terms    [][]lexicon.Term
}

// place is where a phrase is.
type place struct {
	block    uint32 // in terms
	from, to uint16 // in the block
}

// blockSize is how many terms are kept side by side.
const blockSize = 1 << 9

// Bounds of what is kept of names.
const (
	maxName    = 120     // bytes of a text that is a name
	minSlots   = 1 << 10 // a power of two, as any number of slots
	maxNotName = 1 << 12 // texts that are no names
)

// Intern returns the Key of a name.
func (x *Index) Intern(name string) Key {
	if len(name) > maxName {
		return NoKey
	}
	n := &x.names
	h := hashOf(name)
	if 4*len(n.hashes) >= 3*len(n.slots) {
		n.grow()
	}
	at := n.find(h)
	if n.slots[at] != 0 {
		return n.slots[at] - 1
	}
	if n.none[h] {
		return NoKey
	}
	p := Meaning(name)
	if len(p) == 0 {
		n.isNone(h)
		return NoKey
	}
	n.slots[at] = Key(len(n.hashes)) + 1
	n.hashes = append(n.hashes, h)
	if len(n.texts) < maxCompared {
		n.texts = append(n.texts, strings.Clone(name))
	}
	n.keep(p)
	return n.slots[at] - 1
}

// KeyCount returns how many names have Keys, which are those below it.
func (x *Index) KeyCount() int { return len(x.names.phrases) }

// maxCompared is how many names of a page are compared by what words mean: each takes 2 KB
// for that, and a page that has more is a list of links.
const maxCompared = 8 << 10

// NameText returns a name as the page has it first, or "" if the page has too many.
func (x *Index) NameText(k Key) string {
	if k < 0 || int(k) >= len(x.names.texts) {
		return ""
	}
	return x.names.texts[k]
}

// Name returns a name ready to be compared with what is asked, or nil if the page has too many.
func (x *Index) Name(k Key) *words.Name {
	n := &x.names
	if int(k) >= len(n.texts) {
		return nil
	}
	if int(k) >= len(n.compiled) {
		n.compiled = append(n.compiled, make([]*words.Name, len(n.texts)-len(n.compiled))...)
	}
	if n.compiled[k] == nil {
		n.compiled[k] = words.Default().New(n.texts[k], "")
	}
	return n.compiled[k]
}

// Phrase returns the meaning of a name.
func (x *Index) Phrase(k Key) lexicon.Phrase {
	at := x.names.phrases[k]
	return lexicon.Phrase(x.names.terms[at.block][at.from:at.to:at.to])
}

// keep keeps the meaning of the next Key.
func (n *names) keep(p lexicon.Phrase) {
	last := len(n.terms) - 1
	if last < 0 || len(n.terms[last])+len(p) > cap(n.terms[last]) {
		n.terms = append(n.terms, make([]lexicon.Term, 0, max(blockSize, len(p))))
		last++
	}
	from := len(n.terms[last])
	n.terms[last] = append(n.terms[last], p...)
	n.phrases = append(n.phrases, place{uint32(last), uint16(from), uint16(from + len(p))})
}

func hashOf(name string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	return h ^ h>>32
}

// find returns the slot of a hash, or a free one that it may have.
func (n *names) find(h uint64) uint64 {
	last := uint64(len(n.slots) - 1)
	at := h & last
	for n.slots[at] != 0 && n.hashes[n.slots[at]-1] != h {
		at = (at + 1) & last
	}
	return at
}

func (n *names) grow() {
	n.slots = make([]Key, max(minSlots, 2*len(n.slots)))
	for k, h := range n.hashes {
		n.slots[n.find(h)] = Key(k) + 1
	}
}

// isNone notes a text that is no name.
func (n *names) isNone(h uint64) {
	if n.none == nil {
		n.none = map[uint64]bool{}
	}
	if len(n.none) < maxNotName {
		n.none[h] = true
	}
}

// Meaning brings a name to its meaning; it is empty for what is no name.
func Meaning(name string) lexicon.Phrase {
	if len(name) > maxName {
		return nil
	}
	return lexicon.Compile(name)
}
