package variables

import (
	"errors"
	"testing"
)

func TestExpand(t *testing.T) {
	values := map[string]string{"base": "https://staging.example", "page": "2", "nested": "{{base}}", "shop.name": "Fernhill"}
	tests := []struct{ text, want string }{
		{"{{base}}/lamps?page={{ page }}", "https://staging.example/lamps?page=2"},
		{"no variables { a { b } }", "no variables { a { b } }"},
		{"{a{b{c}}}", "{a{b{c}}}"},
		{"{{nested}}", "{{base}}"},
		{"all of {{shop.name}}", "all of Fernhill"},
		{"{{{base}}}", "{https://staging.example}"},
		{"{{}} {{1}} {{a b}} {{base", "{{}} {{1}} {{a b}} {{base"},
	}
	for _, tt := range tests {
		if got, err := Expand(tt.text, values); err != nil || got != tt.want {
			t.Errorf("Expand(%q) = %q, %v, want %q", tt.text, got, err, tt.want)
		}
	}
}

func TestUndefinedSaysWhere(t *testing.T) {
	_, err := Expand("{\n  é {{missing}}\n}", nil)
	var undefined *Undefined
	if !errors.As(err, &undefined) || *undefined != (Undefined{"missing", 2, 5}) {
		t.Errorf("%v", err)
	}
}

func FuzzExpand(f *testing.F) {
	f.Add("{{a}} {{ b }} {{{a}}} {{", "x")
	f.Fuzz(func(t *testing.T, text, value string) {
		values := map[string]string{}
		length := len(text)
		for _, r := range References(text) {
			values[r.Name] = value
			length += len(value) - (r.End - r.Start)
		}
		got, err := Expand(text, values)
		if err != nil || len(got) != length {
			t.Errorf("%q with %q became %q, %v", text, value, got, err)
		}
	})
}
