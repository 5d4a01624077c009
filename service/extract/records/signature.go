package records

import (
	"iter"
	"strconv"
	"strings"

	"assay/service/content"
)

// signature gives the keys of an element that shows something, those of the asked
// reach, and their places among all.
func (m *miner) signature(id content.ID, of reach, give func(k groupKey, place uint8)) {
	t := m.t
	n := &t.Nodes[id]
	if n.Kind != content.Element || n.Hidden || !t.HasGrandparent(id) {
		return
	}
	tag := t.Tag(id)
	if t.Len(id) == 0 && tag != "img" && !m.holdsImage(id) {
		return
	}
	switch tag {
	case "br", "hr", "option", "tbody", "thead", "b", "i", "strong", "em", "wbr", "sup", "sub":
		return
	}
	class := t.Value(id, "class")
	if of&amongSiblings != 0 {
		give(keyOf(n.Parent, tag, ""), 0)
	}
	if class == "" {
		if of&amongSiblings != 0 {
			switch tag {
			case "tr", "div", "table", "p", "li", "dl":
				give(keyOf(n.Parent, tag, m.build(id)), 1)
			}
			if tag == "tr" {
				give(keyOf(n.Parent, tag, m.begins(id)), 2)
			}
		}
		if of&anywhere != 0 {
			if cells := m.cells(id); cells >= minCells { // of a list that is a table for each of its parts
				give(keyOf(content.None, tag, "cells "+strconv.Itoa(cells)), 3)
			}
		}
		return
	}
	if len(class) > 300 {
		return
	}
	place := uint8(1)
	for name := range strings.FieldsSeq(class) {
		if of&anywhere != 0 {
			give(keyOf(content.None, tag, name), place)
		}
		if of&amongSiblings != 0 {
			give(keyOf(n.Parent, tag, name), place+1)
		}
		if place += 2; place > 2*maxClasses {
			break
		}
	}
}

// maxClasses is how many classes of an element are looked at.
const maxClasses = 6

// build describes how an element without a class is made: the tags and classes of
// its children. Rows that begin a record are often told from the others by
// nothing else.
func (m *miner) build(id content.ID) string {
	t := m.t
	var b strings.Builder
	b.WriteByte('=')
	for c := range m.firstChildren(id) {
		b.WriteString(t.Tag(c))
		if span := t.Value(c, "rowspan"); span != "" {
			b.WriteByte('#')
		}
		if class := t.Value(c, "class"); class != "" && len(class) < 60 {
			b.WriteByte('.')
			b.WriteString(strings.TrimRight(class, "0123456789"))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// begins describes how the cells of a row begin: rows of alike cells, of which only some
// are the first of a record, as the head of a post and the links at its foot.
func (m *miner) begins(id content.ID) string {
	t := m.t
	var b strings.Builder
	b.WriteByte('>')
	for c := range m.firstChildren(id) {
		began := false
		for first := range m.firstChildren(c) {
			b.WriteString(t.Tag(first))
			b.WriteByte('.')
			b.WriteString(strings.TrimRight(t.Value(first, "class"), "0123456789"))
			b.WriteByte(' ')
			began = true
			break
		}
		if !began {
			b.WriteString("- ")
		}
	}
	return b.String()
}

// maxDescribed is how many children of an element say how it is made.
const maxDescribed = 8

// firstChildren yields the first elements in an element.
func (m *miner) firstChildren(id content.ID) iter.Seq[content.ID] {
	return func(yield func(content.ID) bool) {
		count := 0
		for c := m.t.FirstChild(id); c != content.None && count < maxDescribed; c = m.t.Next(c) {
			if m.t.Nodes[c].Kind == content.Text {
				continue
			}
			if count++; !yield(c) {
				return
			}
		}
	}
}

// cells counts the cells of a row; an element that is none has none.
func (m *miner) cells(id content.ID) int {
	count := 0
	if m.t.Nodes[id].Role != content.Row {
		return 0
	}
	for c := m.t.FirstChild(id); c != content.None; c = m.t.Next(c) {
		if m.t.Nodes[c].Role == content.Cell {
			count++
		}
	}
	return count
}

func (m *miner) holdsImage(id content.ID) bool {
	for k := id + 1; k < m.t.Nodes[id].End && k < id+4; k++ {
		if m.t.Tag(k) == "img" {
			return true
		}
	}
	return false
}
