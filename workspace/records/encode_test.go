package records_test

import (
	"strings"
	"testing"

	"assay/workspace/records"
)

func TestEncodings(t *testing.T) {
	const data = `{"shop":"F","products":[{"name":"A|B","price":1.50},{"name":"two\nlines","price":20,"maker":{"country":"DE"}}]}`
	v, err := records.Read([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	table := records.NewTable(v)
	tests := []struct {
		name  string
		write func(*strings.Builder) error
		want  string
	}{
		{"lines", func(b *strings.Builder) error { return records.WriteLines(b, []byte(data)) },
			"{\"name\":\"A|B\",\"price\":1.50}\n{\"name\":\"two\\nlines\",\"price\":20,\"maker\":{\"country\":\"DE\"}}\n"},
		{"no line", func(b *strings.Builder) error { return records.WriteLines(b, []byte(" [ ]")) }, ""},
		{"one line", func(b *strings.Builder) error { return records.WriteLines(b, []byte(`{"a": [1, 2]}`)) }, "{\"a\":[1,2]}\n"},
		{"indented", func(b *strings.Builder) error { return records.WriteData(b, []byte(`{"a":1}`), true) }, "{\n  \"a\": 1\n}\n"},
		{"compact", func(b *strings.Builder) error { return records.WriteData(b, []byte(`{"a": 1}`), false) }, "{\"a\":1}\n"},
		{"Markdown", func(b *strings.Builder) error { return table.WriteMarkdown(b) },
			"| name | price | maker.country |\n| --- | ---: | --- |\n| A\\|B | 1.50 |  |\n| two<br>lines | 20 | DE |\n"},
		{"CSV", func(b *strings.Builder) error { return table.WriteCSV(b) },
			"name,price,maker.country\nA|B,1.50,\n\"two\nlines\",20,DE\n"},
	}
	for _, tt := range tests {
		var b strings.Builder
		if err := tt.write(&b); err != nil || b.String() != tt.want {
			t.Errorf("%s: %q (%v), want %q", tt.name, b.String(), err, tt.want)
		}
	}
}
