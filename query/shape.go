package query

import (
	"bytes"
	"encoding/json"
)

// JSONSchema returns the JSON Schema (2020-12) of the query's answer, compact
// and with its properties in the query's order. Every field is required, nothing
// else is allowed, every leaf may be null. The query must have been parsed
// without errors.
func (q *Query) JSONSchema() json.RawMessage {
	var b bytes.Buffer
	b.WriteString(`{"$schema":"https://json-schema.org/draft/2020-12/schema",`)
	writeObjectSchema(&b, q.Root)
	b.WriteByte('}')
	return b.Bytes()
}

// writeObjectSchema writes the members of the schema of c, without the braces.
func writeObjectSchema(b *bytes.Buffer, c *Container) {
	b.WriteString(`"type":"object","properties":{`)
	for i, f := range c.Fields {
		writeKey(b, i, f.Name)
		b.WriteByte('{')
		if f.Description != "" {
			b.WriteString(`"description":`)
			writeString(b, f.Description)
			b.WriteByte(',')
		}
		if f.List {
			b.WriteString(`"type":"array","items":{`)
		}
		if f.IsLeaf() {
			b.WriteString(leafSchema(f.Hint().Type))
		} else {
			writeObjectSchema(b, f.Container)
		}
		if f.List {
			b.WriteByte('}')
		}
		b.WriteByte('}')
	}
	b.WriteString(`},"required":[`)
	for i, f := range c.Fields {
		if i > 0 {
			b.WriteByte(',')
		}
		writeString(b, f.Name)
	}
	b.WriteString(`],"additionalProperties":false`)
}

// leafSchema returns the members of the schema of a leaf.
func leafSchema(t Type) string {
	switch t {
	case Integer:
		return `"type":["integer","null"]`
	case Number, Price, Percent:
		return `"type":["number","null"]`
	case Boolean:
		return `"type":["boolean","null"]`
	case Date:
		return `"type":["string","null"],"format":"date"`
	case DateTime:
		return `"type":["string","null"],"format":"date-time"`
	case URL:
		return `"type":["string","null"],"format":"uri"`
	case Email:
		return `"type":["string","null"],"format":"email"`
	}
	return `"type":["string","null"]`
}

func writeKey(b *bytes.Buffer, index int, name string) {
	if index > 0 {
		b.WriteByte(',')
	}
	writeString(b, name)
	b.WriteByte(':')
}

func writeString(b *bytes.Buffer, s string) {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic("query: encoding a string: " + err.Error()) // no string fails to encode
	}
	b.Truncate(b.Len() - len("\n"))
}
