package reference

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// object is a JSON object whose members are in the order in which they stand.
type object []member

type member struct {
	name  string
	value jsontext.Value
}

// UnmarshalJSONFrom reads an object.
func (o *object) UnmarshalJSONFrom(in *jsontext.Decoder) error {
	if kind := in.PeekKind(); kind != '{' {
		return fmt.Errorf("an object is expected, not %s", kind)
	}
	if _, err := in.ReadToken(); err != nil {
		return err
	}
	for in.PeekKind() != '}' {
		name, err := in.ReadToken()
		if err != nil {
			return err
		}
		key := name.String()
		value, err := in.ReadValue()
		if err != nil {
			return err
		}
		*o = append(*o, member{key, value.Clone()})
	}
	_, err := in.ReadToken()
	return err
}

func (o object) get(name string) jsontext.Value {
	for _, m := range o {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// document is a description of an interface in OpenAPI 3.1, as far as the page shows
// it.
type document struct {
	Info struct {
		Title, Version, Description string
	}
	Tags []struct {
		Name, Description string
	}
	Paths      object
	Components object
}

// schema is a JSON Schema, as far as the page shows it.
type schema struct {
	Ref              string   `json:"$ref"`
	Type             any      `json:"type"`
	Description      string   `json:"description"`
	Enum             []any    `json:"enum"`
	Const            any      `json:"const"`
	Default          any      `json:"default"`
	Minimum          *float64 `json:"minimum"`
	Maximum          *float64 `json:"maximum"`
	MaxLength        *float64 `json:"maxLength"`
	Format           string   `json:"format"`
	ContentMediaType string   `json:"contentMediaType"`
	ContentSchema    *schema  `json:"contentSchema"`
	Required         []string `json:"required"`
	Properties       object   `json:"properties"`
	Items            *schema  `json:"items"`
	AllOf            []schema `json:"allOf"`
	AnyOf            []schema `json:"anyOf"`
	OneOf            []schema `json:"oneOf"`
}

// reader follows a document's references.
type reader struct{ document }

func read(text []byte) (*reader, error) {
	r := &reader{}
	return r, json.Unmarshal(text, &r.document, json.MatchCaseInsensitiveNames(true))
}

// resolve reads what a reference names into v.
func (r *reader) resolve(ref string, v any) error {
	parts := strings.Split(strings.TrimPrefix(ref, "#/components/"), "/")
	if len(parts) != 2 {
		return fmt.Errorf("the reference %q leads nowhere", ref)
	}
	var kind object
	if err := json.Unmarshal(r.Components.get(parts[0]), &kind); err != nil {
		return err
	}
	value := kind.get(parts[1])
	if value == nil {
		return fmt.Errorf("the reference %q leads nowhere", ref)
	}
	return json.Unmarshal(value, v, json.MatchCaseInsensitiveNames(true))
}

// follow returns the schema that s stands for: a reference's, or the one that may be
// null besides.
func (r *reader) follow(s schema) (schema, error) {
	for range 8 {
		switch {
		case s.Ref != "":
			var named schema
			if err := r.resolve(s.Ref, &named); err != nil {
				return s, err
			}
			s = named
		case len(s.AnyOf) == 2 && s.AnyOf[1].Type == "null":
			s = s.AnyOf[0]
		default:
			return s, nil
		}
	}
	return s, errors.New("a reference goes round in circles")
}

// field is one value of a request or an answer.
type field struct {
	Name     string // its path, as params.wait_for
	Type     string
	Limits   string // bounds, choices, default
	Required bool
	About    string
}

// fields lists the values of a schema and of those inside it.
func (r *reader) fields(s schema, prefix string) ([]field, error) {
	s, err := r.follow(s)
	if err != nil {
		return nil, err
	}
	if s.ContentSchema != nil {
		return r.fields(*s.ContentSchema, prefix)
	}
	if s.Items != nil {
		return r.fields(*s.Items, strings.TrimSuffix(prefix, ".")+"[].")
	}
	var all []field
	for _, m := range s.Properties {
		var property schema
		if err := json.Unmarshal(m.value, &property, json.MatchCaseInsensitiveNames(true)); err != nil {
			return nil, err
		}
		if property.Type == "null" {
			continue // belongs to another variant
		}
		inner, err := r.follow(property)
		if err != nil {
			return nil, err
		}
		if property.Description == "" {
			property.Description = inner.Description
		}
		required := false
		for _, name := range s.Required {
			required = required || name == m.name
		}
		all = append(all, field{prefix + m.name, typeName(inner), limits(inner), required, property.Description})
		within, err := r.fields(inner, prefix+m.name+".")
		if err != nil {
			return nil, err
		}
		all = append(all, within...)
	}
	for _, part := range append(s.AllOf, s.OneOf...) {
		within, err := r.fields(part, prefix)
		if err != nil {
			return nil, err
		}
		all = append(all, within...)
	}
	return merge(all), nil
}

// merge joins the fields of variants that have the same name.
func merge(all []field) []field {
	var merged []field
next:
	for _, f := range all {
		for i, earlier := range merged {
			if earlier.Name != f.Name {
				continue
			}
			if f.Limits != "" && f.Limits != earlier.Limits {
				merged[i].Limits = strings.TrimPrefix(earlier.Limits+" or "+f.Limits, " or ")
			}
			if earlier.About == "" {
				merged[i].About = f.About
			}
			merged[i].Required = earlier.Required && f.Required
			continue next
		}
		merged = append(merged, f)
	}
	return merged
}

func typeName(s schema) string {
	switch t := s.Type.(type) {
	case string:
		if s.Format == "binary" {
			return "file"
		}
		return t
	case []any:
		return fmt.Sprint(t[0])
	}
	switch {
	case s.Const != nil, len(s.Enum) > 0:
		return "string"
	case len(s.OneOf) > 0, len(s.AllOf) > 0:
		return "object"
	}
	return ""
}

// limits words what a value may be.
func limits(s schema) string {
	var parts []string
	var choices []string
	for _, choice := range s.Enum {
		if choice != nil {
			choices = append(choices, fmt.Sprint(choice))
		}
	}
	if s.Const != nil {
		choices = append(choices, fmt.Sprint(s.Const))
	}
	if len(choices) > 0 {
		parts = append(parts, strings.Join(choices, ", "))
	}
	switch {
	case s.Minimum != nil && s.Maximum != nil:
		parts = append(parts, fmt.Sprintf("%v to %v", *s.Minimum, *s.Maximum))
	case s.Minimum != nil:
		parts = append(parts, fmt.Sprintf("at least %v", *s.Minimum))
	case s.Maximum != nil:
		parts = append(parts, fmt.Sprintf("at most %v", *s.Maximum))
	}
	if s.Default != nil {
		parts = append(parts, fmt.Sprintf("default %v", s.Default))
	}
	return strings.Join(parts, "; ")
}

// pretty indents JSON.
func pretty(value jsontext.Value) string {
	if value == nil {
		return ""
	}
	text := value.Clone()
	if err := text.Indent(jsontext.WithIndent("  ")); err != nil {
		return string(value)
	}
	return string(bytes.TrimSpace(text))
}
