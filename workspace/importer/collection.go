package importer

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

// collection reads a file of YAML: a request of Posting's, or a collection of Slumber's.
func collection(data []byte) ([]exchange, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		return nil, fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if root.Kind != yaml.DocumentNode || root.Content[0].Kind != yaml.MappingNode {
		return nil, nil
	}
	file := root.Content[0]
	for _, name := range []string{"requests", "recipes"} {
		if recipes := field(file, name); recipes != nil {
			return slumber(recipes)
		}
	}
	if field(file, "url") == nil {
		return nil, nil
	}
	return []exchange{posting(file)}, nil
}

// field returns the value of a key, or nil.
func field(mapping *yaml.Node, key string) *yaml.Node {
	if mapping == nil || mapping.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			value := mapping.Content[i+1]
			if value.Kind == yaml.AliasNode {
				value = value.Alias
			}
			return value
		}
	}
	return nil
}

// text returns a text of a mapping, or "".
func text(mapping *yaml.Node, key string) string {
	if value := field(mapping, key); value != nil && value.Kind == yaml.ScalarNode {
		return value.Value
	}
	return ""
}

// postingVariable is how Posting writes a variable.
var postingVariable = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\$(?:\{(\w+)\}|([A-Za-z_]\w*))`)
})

// posting reads a request of Posting's, whose variables are written as Assay's.
func posting(file *yaml.Node) exchange {
	fill := func(text string) string { return postingVariable().ReplaceAllString(text, "{{$1$2}}") }
	e := exchange{name: text(file, "name"), method: strings.ToUpper(text(file, "method")), address: fill(text(file, "url"))}
	query := url.Values{}
	each(field(file, "params"), func(item *yaml.Node) {
		if text(item, "enabled") != "false" {
			query.Add(text(item, "name"), text(item, "value"))
		}
	})
	if len(query) > 0 {
		e.address += "?" + query.Encode()
	}
	each(field(file, "headers"), func(item *yaml.Node) {
		if text(item, "enabled") != "false" {
			e.headers = append(e.headers, [2]string{text(item, "name"), text(item, "value")})
		}
	})
	body := field(file, "body")
	e.body = text(body, "content")
	if field(body, "form_data") != nil {
		e.left = append(e.left, "the form")
	}
	if field(file, "auth") != nil {
		e.headers = append(e.headers, [2]string{"Authorization", ""})
	}
	e.proxy = text(field(file, "options"), "proxy_url")
	return e
}

func each(list *yaml.Node, do func(*yaml.Node)) {
	if list != nil && list.Kind == yaml.SequenceNode {
		for _, item := range list.Content {
			do(item)
		}
	}
}

// slumber reads the recipes of a collection of Slumber's, those in folders too.
func slumber(recipes *yaml.Node) ([]exchange, error) {
	if recipes.Kind != yaml.MappingNode {
		return nil, nil
	}
	var all []exchange
	for i := 0; i+1 < len(recipes.Content); i += 2 {
		id, recipe := recipes.Content[i].Value, recipes.Content[i+1]
		for _, name := range []string{"requests", "children"} {
			if folder := field(recipe, name); folder != nil {
				inside, err := slumber(folder)
				if err != nil {
					return nil, err
				}
				all = append(all, inside...)
			}
		}
		if field(recipe, "url") == nil {
			continue
		}
		e, err := slumberRecipe(id, recipe)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

func slumberRecipe(id string, recipe *yaml.Node) (exchange, error) {
	e := exchange{name: text(recipe, "name"), method: strings.ToUpper(text(recipe, "method")), address: text(recipe, "url")}
	if e.name == "" {
		e.name = id
	}
	if headers := field(recipe, "headers"); headers != nil && headers.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(headers.Content); i += 2 {
			e.headers = append(e.headers, [2]string{headers.Content[i].Value, headers.Content[i+1].Value})
		}
	}
	if field(recipe, "authentication") != nil {
		e.headers = append(e.headers, [2]string{"Authorization", ""})
	}
	switch body := field(recipe, "body"); {
	case body == nil:
	case body.Kind == yaml.ScalarNode:
		e.body = body.Value
	case text(body, "data") != "":
		e.body = text(body, "data")
	default: // JSON that is written as YAML
		data := field(body, "data")
		if data == nil {
			e.left = append(e.left, "the body")
			break
		}
		var value any
		if err := data.Decode(&value); err != nil {
			return e, fmt.Errorf("the body of %s: %w", e.name, err)
		}
		encoded, err := json.Marshal(value)
		if err != nil {
			return e, fmt.Errorf("the body of %s: %w", e.name, err)
		}
		e.body = string(encoded)
	}
	return e, nil
}
