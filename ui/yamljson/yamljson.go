// Package yamljson turns YAML into JSON for viewers: keys keep their order, aliases and
// merged mappings are written out, and several documents become JSON a line each.
package yamljson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"
)

// The bounds of what is taken, in bytes: a few lines of aliases of aliases can stand for
// more than any machine holds.
const (
	maxInput   = 64 << 20
	spread     = 16 // bytes of JSON for each of YAML, beside the first
	leastBound = 4 << 20
)

// Named reports whether a file is YAML by its name.
func Named(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml":
		return true
	}
	return false
}

// Looks reports whether data without a name begins as YAML does and JSON does not: with
// a directive, a comment, the mark of a document, a list in lines, or a key without
// quotes.
func Looks(data []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(data[:min(len(data), 1<<12)], "\r\n"), []byte("\n"))
	line = bytes.TrimRight(line, "\r")
	switch {
	case bytes.HasPrefix(line, []byte("---")), bytes.HasPrefix(line, []byte("%YAML")),
		bytes.HasPrefix(line, []byte("#")), bytes.HasPrefix(line, []byte("- ")):
		return true
	}
	key, rest, found := bytes.Cut(line, []byte(":"))
	if !found || len(key) == 0 || len(rest) > 0 && rest[0] != ' ' {
		return false
	}
	return !bytes.ContainsAny(key, "{}[]\"',")
}

// Convert returns the JSON of YAML. An error names the line that is not YAML.
func Convert(data []byte) ([]byte, error) {
	if len(data) > maxInput {
		return nil, fmt.Errorf("YAML is read up to %d MiB", maxInput>>20)
	}
	w := writer{bound: leastBound + spread*len(data)}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var document yaml.Node
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			return w.Bytes(), nil
		}
		if err == nil {
			err = w.write(&document)
		}
		if err != nil {
			return nil, errors.New("this is no YAML that can be shown: " + strings.TrimPrefix(err.Error(), "yaml: "))
		}
		w.WriteByte('\n')
	}
}

// writer writes nodes as JSON.
type writer struct {
	bytes.Buffer
	bound int // of its length
}

func (w *writer) write(n *yaml.Node) error {
	if w.Len() > w.bound {
		return fmt.Errorf("its aliases stand for more than %d MiB", w.bound>>20)
	}
	switch n.Kind {
	case yaml.DocumentNode:
		return w.write(n.Content[0])
	case yaml.AliasNode:
		return w.write(n.Alias)
	case yaml.SequenceNode:
		w.WriteByte('[')
		for i, element := range n.Content {
			if i > 0 {
				w.WriteByte(',')
			}
			if err := w.write(element); err != nil {
				return err
			}
		}
		w.WriteByte(']')
		return nil
	case yaml.MappingNode:
		members, err := merged(n, 0)
		if err != nil {
			return err
		}
		w.WriteByte('{')
		for i, m := range members {
			if i > 0 {
				w.WriteByte(',')
			}
			w.text(m.key)
			w.WriteByte(':')
			if err := w.write(m.value); err != nil {
				return err
			}
		}
		w.WriteByte('}')
		return nil
	}
	w.scalar(n)
	return nil
}

// member is a key of a mapping and its value.
type member struct {
	key   string
	value *yaml.Node
}

// maxMerges is how deep mappings may be merged into one another.
const maxMerges = 100

// merged returns the members of a mapping: its own, and those of what it merges with <<
// that it has none of.
func merged(n *yaml.Node, depth int) ([]member, error) {
	if depth > maxMerges {
		return nil, fmt.Errorf("line %d: mappings are merged without end", n.Line)
	}
	var own []member
	var others []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.ShortTag() == "!!merge" {
			others = append(others, value)
			continue
		}
		name, err := keyText(key)
		if err != nil {
			return nil, err
		}
		own = append(own, member{name, value})
	}
	if len(others) == 0 {
		return own, nil
	}
	known := map[string]bool{}
	for _, m := range own {
		known[m.key] = true
	}
	for _, other := range others {
		for _, mapping := range mappings(other) {
			more, err := merged(mapping, depth+1)
			if err != nil {
				return nil, err
			}
			for _, m := range more {
				if !known[m.key] {
					known[m.key] = true
					own = append(own, m)
				}
			}
		}
	}
	return own, nil
}

// mappings returns the mappings that a node stands for: itself, or those of a list.
func mappings(n *yaml.Node) []*yaml.Node {
	switch n.Kind {
	case yaml.AliasNode:
		return mappings(n.Alias)
	case yaml.MappingNode:
		return []*yaml.Node{n}
	case yaml.SequenceNode:
		var all []*yaml.Node
		for _, element := range n.Content {
			if element.Kind == yaml.AliasNode {
				element = element.Alias
			}
			if element.Kind == yaml.MappingNode {
				all = append(all, element)
			}
		}
		return all
	}
	return nil
}

// keyText returns a key as text; one that is a list or a mapping, as JSON.
func keyText(n *yaml.Node) (string, error) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind == yaml.ScalarNode {
		return n.Value, nil
	}
	w := writer{bound: leastBound}
	err := w.write(n)
	return w.String(), err
}

// scalar writes a value that is no list and no mapping. A number that JSON writes alike
// keeps its digits; what JSON has no number for, such as infinity, is text.
func (w *writer) scalar(n *yaml.Node) {
	switch n.ShortTag() {
	case "!!null":
		w.WriteString("null")
		return
	case "!!bool":
		var value bool
		if n.Decode(&value) == nil {
			fmt.Fprint(w, value)
			return
		}
	case "!!int", "!!float":
		if json.Valid([]byte(n.Value)) {
			w.WriteString(n.Value)
			return
		}
		var value any
		if n.Decode(&value) == nil {
			if encoded, err := json.Marshal(value); err == nil {
				w.Write(encoded)
				return
			}
		}
	}
	w.text(n.Value)
}

func (w *writer) text(s string) {
	if isPlain(s) {
		w.WriteByte('"')
		w.WriteString(s)
		w.WriteByte('"')
		return
	}
	encoder := json.NewEncoder(&w.Buffer)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(s)   // a string always encodes
	w.Truncate(w.Len() - 1) // the newline
}

// isPlain reports whether JSON writes a text as it is.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
