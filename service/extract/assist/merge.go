package assist

import (
	"encoding/json"
	"strings"

	"assay/query"
	"assay/service/content"
)

// merger takes from a model's reply what stands on the page.
type merger struct {
	ground   *ground
	accepted int
	dropped  int
}

// maxMembers bounds the lists that are taken from a reply.
const maxMembers = 1000

// container fills what is open in d from a reply.
func (m *merger) container(open *query.Container, d *datum, reply json.RawMessage) {
	var members map[string]json.RawMessage
	if json.Unmarshal(reply, &members) != nil {
		return
	}
	for _, f := range open.Fields {
		said := members[f.Name]
		child := d.fields[f.Name]
		switch {
		case isNull(said):
		case f.List:
			m.list(f, child, said)
		case f.IsLeaf():
			m.leaf(f, child, said)
		default:
			m.container(f.Container, child, said)
		}
	}
}

// leaf replaces a value that is null or doubtful.
func (m *merger) leaf(f *query.Field, d *datum, said json.RawMessage) {
	found, ok := m.ground.find(f, said)
	if !ok {
		m.dropped++
		return
	}
	if d.value != nil && string(d.value) == string(found.value) {
		return // the model is of the engine's opinion
	}
	m.accepted++
	*d = datum{value: found.value, text: found.text, node: found.node}
}

// list fills an empty list, or the null fields of the records of one that is not.
func (m *merger) list(f *query.Field, d *datum, said json.RawMessage) {
	var members []json.RawMessage
	if json.Unmarshal(said, &members) != nil {
		return
	}
	if len(members) > maxMembers {
		members = members[:maxMembers]
	}
	had := d.list
	for _, member := range members {
		one := blank(f)
		before, refused := m.accepted, m.dropped
		switch {
		case isNull(member):
			continue
		case f.IsLeaf():
			m.leaf(f, one, member)
		default:
			m.container(f.Container, one, member)
		}
		if m.accepted-before <= m.dropped-refused {
			m.dropped, m.accepted = m.dropped+m.accepted-before, before
			continue // half of it or less is on the page: the record is made up
		}
		if len(had) == 0 {
			d.list = append(d.list, one)
			continue
		}
		m.accepted = before
		if m.dropped == refused { // else it may be another record than it seems
			m.accepted += fillRecord(f.Container, had, one)
		}
	}
}

// blank returns a field's answer with nothing found.
func blank(f *query.Field) *datum {
	d := &datum{node: content.None}
	if f.IsLeaf() {
		return d
	}
	d.fields = make(map[string]*datum, len(f.Container.Fields))
	for _, inner := range f.Container.Fields {
		if inner.List {
			d.fields[inner.Name] = &datum{}
			continue
		}
		d.fields[inner.Name] = blank(inner)
	}
	return d
}

// fillRecord gives the record that a model's record agrees with the values it
// lacks, and returns how many. A record agrees if it is the only one that has most
// of its values alike.
func fillRecord(c *query.Container, records []*datum, said *datum) int {
	best, most, tied := -1, 0, false
	for i, r := range records {
		alike, unlike := 0, 0
		for _, f := range c.Fields {
			if f.List || !f.IsLeaf() {
				continue
			}
			a, b := r.fields[f.Name].value, said.fields[f.Name].value
			switch {
			case a == nil || b == nil:
			case strings.EqualFold(string(a), string(b)):
				alike++
			default:
				unlike++
			}
		}
		switch {
		case alike <= unlike || alike < most:
		case alike == most:
			tied = true
		default:
			best, most, tied = i, alike, false
		}
	}
	if best < 0 || tied {
		return 0
	}
	n := 0
	for _, f := range c.Fields {
		have, got := records[best].fields[f.Name], said.fields[f.Name]
		if !f.List && f.IsLeaf() && have.value == nil && got.value != nil {
			*have = *got
			n++
		}
	}
	return n
}
