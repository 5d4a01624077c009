package assist

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"assay/query"
	"assay/service/content"
	"assay/service/extract"
	"assay/service/extract/fields"
	"assay/wire"
)

// datum is a piece of an answer: a value, a list or a container.
type datum struct {
	value    json.RawMessage // of a leaf; nil for null
	evidence wire.Evidence   // of a leaf that is not null
	list     []*datum
	fields   map[string]*datum // of a container

	cited bool // the evidence is the engine's; else text and node say what it is
	text  string
	node  content.ID
}

// decode takes an answer apart by its query.
func decode(q *query.Query, r *extract.Result) (*datum, error) {
	evidence := make(map[string]*wire.Evidence, len(r.Evidence))
	for i := range r.Evidence {
		evidence[r.Evidence[i].Pointer] = &r.Evidence[i]
	}
	return decodeContainer(q.Root, r.Data, "", evidence)
}

func decodeContainer(c *query.Container, data json.RawMessage, pointer string, evidence map[string]*wire.Evidence) (*datum, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, fmt.Errorf("at %q: %w", pointer, err)
	}
	d := &datum{fields: make(map[string]*datum, len(c.Fields))}
	for _, f := range c.Fields {
		at := pointer + "/" + f.Name
		one := func(data json.RawMessage, at string) (*datum, error) {
			if f.IsLeaf() {
				return decodeLeaf(data, evidence[at]), nil
			}
			return decodeContainer(f.Container, data, at, evidence)
		}
		var child *datum
		var err error
		if f.List {
			var list []json.RawMessage
			if err := json.Unmarshal(members[f.Name], &list); err != nil {
				return nil, fmt.Errorf("at %q: %w", at, err)
			}
			child = &datum{list: make([]*datum, len(list))}
			for i := range list {
				if child.list[i], err = one(list[i], at+"/"+strconv.Itoa(i)); err != nil {
					return nil, err
				}
			}
		} else if child, err = one(members[f.Name], at); err != nil {
			return nil, err
		}
		d.fields[f.Name] = child
	}
	return d, nil
}

func decodeLeaf(data json.RawMessage, e *wire.Evidence) *datum {
	d := &datum{cited: true}
	if !isNull(data) {
		d.value = data
		if e != nil {
			d.evidence = *e
		}
	}
	return d
}

func isNull(data json.RawMessage) bool {
	data = bytes.TrimSpace(data)
	return len(data) == 0 || string(data) == "null"
}

// encode puts an answer together again, in the query's order.
func encode(doc *content.Document, q *query.Query, d *datum) *extract.Result {
	e := encoder{citer: fields.NewCiter(doc)}
	e.container(q.Root, d, "")
	return &extract.Result{Data: e.b.Bytes(), Evidence: e.evidence}
}

type encoder struct {
	citer    *fields.Citer
	b        bytes.Buffer
	evidence []wire.Evidence
}

func (e *encoder) container(c *query.Container, d *datum, pointer string) {
	e.b.WriteByte('{')
	for i, f := range c.Fields {
		if i > 0 {
			e.b.WriteByte(',')
		}
		e.b.WriteString(strconv.Quote(f.Name)) // an identifier: nothing to escape
		e.b.WriteByte(':')
		at := pointer + "/" + f.Name
		child := d.fields[f.Name]
		if !f.List {
			e.one(f, child, at)
			continue
		}
		e.b.WriteByte('[')
		for k, member := range child.list {
			if k > 0 {
				e.b.WriteByte(',')
			}
			e.one(f, member, at+"/"+strconv.Itoa(k))
		}
		e.b.WriteByte(']')
	}
	e.b.WriteByte('}')
}

// modelScore is the score of values that a model found: they stand on the page, but
// nothing tells that they are the right ones.
const modelScore = 0.5

func (e *encoder) one(f *query.Field, d *datum, at string) {
	switch {
	case !f.IsLeaf():
		e.container(f.Container, d, at)
	case d.value == nil:
		e.b.WriteString("null")
	default:
		e.b.Write(d.value)
		if !d.cited {
			d.evidence = e.citer.Cite(at, "model", d.text, d.node, modelScore)
		}
		d.evidence.Pointer = at
		e.evidence = append(e.evidence, d.evidence)
	}
}
