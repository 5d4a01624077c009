package tomlfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"assay/workspace/wholefile"
)

// Change is one change to a file of settings. Comments, order and whatever else the
// user wrote stay as they are.
type Change struct {
	Path  []string // the names of the tables and of the key
	Value string   // what the key is set to
	// Remove takes the key out, or the table with all that is under it.
	Remove bool
}

// Edit makes changes to the file at path, whole or not at all. A file that does not
// exist is made, for its owner alone. A file behind a symbolic link is changed where
// it is.
func Edit(path string, changes ...Change) error {
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, c := range changes {
		if data, err = c.Apply(data); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return wholefile.Replace(path, data, 0o600)
}

// Apply returns TOML with the change made. It fails where the change cannot be made
// without writing anew what the user wrote, such as in a table within one row.
func (c Change) Apply(data []byte) ([]byte, error) {
	name := strings.Join(c.Path, ".")
	before, err := decoded(data)
	if err != nil {
		return nil, err
	}
	file, err := scan(data)
	if err != nil {
		return nil, err
	}
	edited := file.set(c.Path, c.Value)
	if c.Remove {
		edited = file.remove(c.Path)
	}
	after, err := decoded(edited)
	if err != nil || !reflect.DeepEqual(pruned(after), pruned(c.applied(before))) {
		return nil, fmt.Errorf("%s is written in a way that cannot be changed from here: change it in an editor", name)
	}
	return edited, nil
}

func decoded(data []byte) (map[string]any, error) {
	var tree map[string]any
	err := toml.Unmarshal(data, &tree)
	if tree == nil {
		tree = map[string]any{}
	}
	return tree, err
}

// pruned takes out tables with nothing in them: whether they are written says nothing.
func pruned(tree map[string]any) map[string]any {
	for name, value := range tree {
		if table, ok := value.(map[string]any); ok && len(pruned(table)) == 0 {
			delete(tree, name)
		}
	}
	return tree
}

// applied returns what the settings are to mean after the change.
func (c Change) applied(tree map[string]any) map[string]any {
	at := tree
	last := len(c.Path) - 1
	for _, name := range c.Path[:last] {
		next, ok := at[name].(map[string]any)
		if !ok {
			if c.Remove {
				return tree
			}
			next = map[string]any{}
			at[name] = next
		}
		at = next
	}
	if c.Remove {
		delete(at, c.Path[last])
	} else {
		at[c.Path[last]] = c.Value
	}
	return tree
}

// document is a TOML text with the places of its keys and tables.
type document struct {
	data    []byte
	entries []entry
}

// entry is a table's heading or a key with its value.
type entry struct {
	path       []string
	heading    bool
	start, end int // of the whole, without a comment after it
	value      int // where the value starts
}

func scan(data []byte) (*document, error) {
	d := &document{data: data}
	var table []string
	p := unstable.Parser{}
	p.Reset(data)
	for p.NextExpression() {
		expression := p.Expression()
		e := entry{start: int(expression.Raw.Offset), end: int(expression.Raw.Offset + expression.Raw.Length)}
		var names []string
		last := 0
		for keys := expression.Key(); keys.Next(); {
			key := keys.Node()
			if len(names) == 0 && expression.Kind != unstable.KeyValue {
				e.start = int(key.Raw.Offset)
			}
			names = append(names, string(key.Data))
			last = int(key.Raw.Offset + key.Raw.Length)
		}
		switch expression.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = names
			e.heading, e.path, e.end = true, names, last
		case unstable.KeyValue:
			e.path = slices.Concat(table, names)
			e.value = last + 1 + bytes.IndexByte(data[last:], '=')
			for e.value < e.end && (data[e.value] == ' ' || data[e.value] == '\t') {
				e.value++
			}
		default:
			continue
		}
		d.entries = append(d.entries, e)
	}
	return d, p.Error()
}

// rowStart and rowEnd return the bounds of the row around an offset, the end with
// its line break.
func (d *document) rowStart(at int) int { return bytes.LastIndexByte(d.data[:at], '\n') + 1 }

func (d *document) rowEnd(at int) int {
	if n := bytes.IndexByte(d.data[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(d.data)
}

// put returns the text with a part of it replaced.
func (d *document) put(from, to int, text string) []byte {
	return slices.Concat(d.data[:from], []byte(text), d.data[to:])
}

func (d *document) set(path []string, value string) []byte {
	text := quote(value)
	for _, e := range d.entries {
		if !e.heading && slices.Equal(e.path, path) {
			return d.put(e.value, e.end, text)
		}
	}
	table, row := path[:len(path)-1], key(path[len(path)-1])+" = "+text+"\n"
	at := -1 // after which offset the row goes
	inTable := len(table) == 0
	for _, e := range d.entries {
		if e.heading {
			inTable = slices.Equal(e.path, table)
		}
		if inTable {
			at = e.end
		}
	}
	if at >= 0 {
		end := d.rowEnd(at)
		return d.put(end, end, d.breakBefore(end)+row)
	}
	if len(table) == 0 { // before the first table and what is said of it
		first := len(d.data)
		if len(d.entries) > 0 {
			first = d.said(d.rowStart(d.entries[0].start))
			row += "\n"
		}
		return d.put(first, first, d.breakBefore(first)+row)
	}
	var heading []string
	for _, name := range table {
		heading = append(heading, key(name))
	}
	gap := d.breakBefore(len(d.data))
	if len(bytes.TrimSpace(d.data)) > 0 {
		gap += "\n"
	}
	return d.put(len(d.data), len(d.data), gap+"["+strings.Join(heading, ".")+"]\n"+row)
}

// breakBefore returns the line break that is missing before an offset.
func (d *document) breakBefore(at int) string {
	if at > 0 && d.data[at-1] != '\n' {
		return "\n"
	}
	return ""
}

// said returns the start of the comments that stand directly over a row.
func (d *document) said(row int) int {
	for row > 0 {
		above := d.rowStart(row - 1)
		if !bytes.HasPrefix(bytes.TrimSpace(d.data[above:row]), []byte("#")) {
			break
		}
		row = above
	}
	return row
}

// remove takes out the rows of all that is at or under a path.
func (d *document) remove(path []string) []byte {
	var out []byte
	kept := 0
	for i, e := range d.entries {
		if len(e.path) < len(path) || !slices.Equal(e.path[:len(path)], path) {
			continue
		}
		from, to := d.rowStart(e.start), d.rowEnd(e.end)
		if e.heading { // with what was said over it and the blank rows below it
			from = max(d.said(from), kept)
			if i+1 == len(d.entries) || d.entries[i+1].heading {
				to = d.blankAfter(to)
			}
		} else if i+1 < len(d.entries) && d.entries[i+1].heading && len(path) < len(e.path) {
			to = d.blankAfter(to)
		}
		out = append(out, d.data[min(kept, from):from]...)
		kept = max(kept, to)
	}
	return append(out, d.data[kept:]...)
}

func (d *document) blankAfter(at int) int {
	for at < len(d.data) {
		end := d.rowEnd(at)
		if len(bytes.TrimSpace(d.data[at:end])) > 0 {
			break
		}
		at = end
	}
	return at
}

// key returns a name as TOML writes it.
func key(name string) string {
	bare := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_'
	}
	if name != "" && strings.IndexFunc(name, func(r rune) bool { return !bare(r) }) < 0 {
		return name
	}
	return quote(name)
}

// quote returns a string as TOML writes it.
func quote(value string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range value {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			b.WriteString(`\u` + fmt.Sprintf("%04X", r))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
