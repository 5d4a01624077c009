package query_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"assay/query"
)

func mustParse(t testing.TB, src string) *query.Query {
	t.Helper()
	q, err := query.Parse(src)
	if err != nil {
		t.Fatalf("Parse(%q): %v", src, err)
	}
	return q
}

func TestJSONSchema(t *testing.T) {
	q := mustParse(t, `{ z a(integer, <5 "new" items) tags(urls)[] rows(the date)[] { on(date) at(datetime) mail(email) } seller { rating(percent) sold(boolean) call(phone) cost(price) n(float) s(string) } }`)
	const want = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "properties": {
    "z": {"type": ["string", "null"]},
    "a": {"description": "integer, <5 \"new\" items", "type": ["integer", "null"]},
    "tags": {"description": "urls", "type": "array", "items": {"type": ["string", "null"], "format": "uri"}},
    "rows": {"description": "the date", "type": "array", "items": {
      "type": "object",
      "properties": {
        "on": {"description": "date", "type": ["string", "null"], "format": "date"},
        "at": {"description": "datetime", "type": ["string", "null"], "format": "date-time"},
        "mail": {"description": "email", "type": ["string", "null"], "format": "email"}
      },
      "required": ["on", "at", "mail"],
      "additionalProperties": false
    }},
    "seller": {
      "type": "object",
      "properties": {
        "rating": {"description": "percent", "type": ["number", "null"]},
        "sold": {"description": "boolean", "type": ["boolean", "null"]},
        "call": {"description": "phone", "type": ["string", "null"]},
        "cost": {"description": "price", "type": ["number", "null"]},
        "n": {"description": "float", "type": ["number", "null"]},
        "s": {"description": "string", "type": ["string", "null"]}
      },
      "required": ["rating", "sold", "call", "cost", "n", "s"],
      "additionalProperties": false
    }
  },
  "required": ["z", "a", "tags", "rows", "seller"],
  "additionalProperties": false
}`
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(want)); err != nil {
		t.Fatal(err)
	}
	if got := string(q.JSONSchema()); got != compact.String() {
		t.Errorf("JSONSchema() =\n%s\nwant\n%s", got, compact.String())
	}
}
