package screenreader

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"assay/ui/jsondoc"
	"assay/views/result"
	"assay/wire"
	"assay/workspace/records"
)

// answer is data that is read as lines: the path of each value, and the value.
type answer struct {
	doc      *jsondoc.Document
	metadata wire.Metadata
	nodes    []int // those that have a line, in order
}

func newAnswer(ctx context.Context, data json.RawMessage, metadata wire.Metadata) (*answer, error) {
	doc, err := jsondoc.Index(ctx, data, jsondoc.Options{Many: true})
	if err != nil {
		return nil, err
	}
	a := &answer{doc: doc, metadata: metadata}
	for n := doc.Root(); n < doc.Len(); n++ {
		if a.hasLine(n) {
			a.nodes = append(a.nodes, n)
		}
	}
	return a, nil
}

// hasLine reports whether a node is read out: an object with members is told by them.
func (a *answer) hasLine(n int) bool {
	return a.doc.Kind(n) != jsondoc.Object || !a.doc.HasChildren(n)
}

// path is the way to a node: products[0].name; that of the whole is empty.
func (a *answer) path(n int) string { return strings.TrimPrefix(a.doc.Path(n), ".") }

// place names a path in a sentence.
func place(path string) string {
	if path == "" {
		return "the answer"
	}
	return path
}

// maxSpoken is how many bytes of a value are read out.
const maxSpoken = 2000

// line is what is read of a node.
func (a *answer) line(n int) string {
	value := string(a.doc.Text(n))
	switch kind := a.doc.Kind(n); {
	case kind == jsondoc.Array:
		value = counted(a.doc.Count(n), "item")
	case kind == jsondoc.Object:
		value = counted(a.doc.Count(n), "field")
	case kind == jsondoc.Null:
		value = "not found"
	case value == "":
		value = "an empty text"
	case len(value) > maxSpoken:
		cut := maxSpoken
		for !utf8.RuneStart(value[cut]) {
			cut--
		}
		value = fmt.Sprintf("%s, and %d bytes more", value[:cut], len(value)-cut)
	}
	return place(a.path(n)) + ": " + value
}

// find returns the node at a path.
func (a *answer) find(path string) (int, error) {
	path = strings.TrimPrefix(path, ".")
	n := a.doc.Root()
	for at := a.path(n); at != path; at = a.path(n) {
		next := 0
		for child := n + 1; child < a.doc.End(n); child = a.doc.End(child) {
			if rest, ok := strings.CutPrefix(path, a.path(child)); ok && (rest == "" || strings.ContainsRune(".[", rune(rest[0]))) {
				next = child
				break
			}
		}
		if next == 0 {
			return 0, fmt.Errorf("there is nothing at %s", path)
		}
		n = next
	}
	return n, nil
}

// below returns the nodes with a line from one on, down to the end of what is in it.
func (a *answer) below(from int) []int {
	var found []int
	for n := from; n < a.doc.End(from); n++ {
		if a.hasLine(n) {
			found = append(found, n)
		}
	}
	return found
}

// with returns the nodes with a line whose key or value has a text in it.
func (a *answer) with(ctx context.Context, text string) ([]int, error) {
	matcher, err := jsondoc.NewMatcher(text, jsondoc.SearchOptions{})
	if err != nil {
		return nil, err
	}
	hits, err := a.doc.Search(ctx, matcher)
	found := []int{}
	for _, hit := range hits {
		if a.hasLine(int(hit)) {
			found = append(found, int(hit))
		}
	}
	return found, err
}

// show tells of an answer and reads it.
func (p *program) show(ctx context.Context, data json.RawMessage, metadata wire.Metadata, took time.Duration, calls int) error {
	a, err := newAnswer(ctx, data, metadata)
	if err != nil {
		return fmt.Errorf("reading the answer: %w", err)
	}
	p.earlier, p.last = p.last, a
	said := "Answered"
	if took > 0 {
		said += " in " + spoken(took)
	}
	if calls > 0 {
		said += " for " + counted(calls, "call")
	}
	if sum := result.Sum(data); sum != "" {
		said += ": " + sum
	}
	p.say("%s. %s.", said, counted(len(a.nodes), "line"))
	if metadata.GeneratedQuery != nil {
		p.say("The query made from the prompt: %s", strings.Join(strings.Fields(*metadata.GeneratedQuery), " "))
	}
	return p.readAnswer(ctx, a)
}

func (p *program) again(ctx context.Context) error {
	if p.last == nil {
		p.say("There is no answer yet.")
		return nil
	}
	return p.readAnswer(ctx, p.last)
}

// readAnswer reads the lines, a page at a time, and does what is asked for between.
func (p *program) readAnswer(ctx context.Context, a *answer) error {
	lines, reads := a.nodes, true
	for {
		for range pageLines {
			if !reads || len(lines) == 0 {
				break
			}
			p.say("%s", a.line(lines[0]))
			lines = lines[1:]
		}
		reads = false
		what := "End. Enter goes back, help says what else"
		if len(lines) > 0 {
			what = fmt.Sprintf("%d more. Enter reads on, a dot goes back, help says what else", len(lines))
		}
		text, err := p.ask(ctx, what, "")
		switch {
		case errors.Is(err, errBack), err == nil && text == "" && len(lines) == 0:
			return nil
		case err != nil:
			return err
		case text == "":
			reads = true
			continue
		}
		verb, rest, _ := strings.Cut(text, " ")
		found, err := p.answerCommand(ctx, a, verb, strings.TrimSpace(rest))
		switch {
		case errors.Is(err, errLeave):
			return err
		case errors.Is(err, errBack):
		case err != nil:
			p.say("Failed: %s", err)
		case found != nil:
			lines, reads = found, true
		}
	}
}

// answerVerbs are what can be done with an answer.
var answerVerbs = []string{"find", "from", "where", "filter", "changes", "copy", "save", "picture", "help", "quit"}

// answerCommand does what is asked for between the lines of an answer, and returns
// the lines to go on with, or nil to go on with those that are left.
func (p *program) answerCommand(ctx context.Context, a *answer, verb, rest string) ([]int, error) {
	chosen, err := pick(verb, answerVerbs)
	if err != nil {
		return nil, err
	}
	switch answerVerbs[chosen] {
	case "find":
		if rest == "" {
			return nil, errors.New("say what to find, as in: find lamp")
		}
		found, err := a.with(ctx, rest)
		if err == nil {
			p.say("%s with %q.", counted(len(found), "line"), rest)
		}
		return found, err
	case "from":
		n, err := a.find(rest)
		if err != nil {
			return nil, err
		}
		return a.below(n), nil
	case "where":
		return nil, p.evidence(a, rest)
	case "filter":
		return nil, p.filter(ctx, a, rest)
	case "changes":
		return nil, p.changes(ctx, a)
	case "picture":
		return nil, p.picture(ctx, a, rest)
	case "copy":
		n, err := a.find(rest)
		if err != nil {
			return nil, err
		}
		text := a.doc.Text(n)
		if a.doc.HasChildren(n) {
			text = a.doc.Indented(n)
		}
		return nil, p.copy(ctx, place(rest), string(text))
	case "save":
		return nil, p.save(ctx, a, rest)
	case "quit":
		return nil, errLeave
	}
	p.say("find WORD: reads the lines that have it.")
	p.say("from PATH: reads what is there, as in: from products[2]")
	p.say("where PATH: says where on the page the value was read, if evidence was asked for.")
	p.say("filter EXPRESSION: reads what a filter of jq's language makes of it, as in: filter .products[] | .name")
	p.say("changes: says what is another than in the answer before.")
	p.say("copy PATH: copies a value; copy alone copies the whole answer as JSON.")
	p.say("save FILE: writes the answer to a file that ends in .json, .ndjson, .csv or .md.")
	p.say("picture FILE: saves the screenshot of the page, if one was asked for.")
	p.say("quit: leaves.")
	return nil, nil
}

// evidence says where a value was read.
func (p *program) evidence(a *answer, path string) error {
	n, err := a.find(path)
	if err != nil {
		return err
	}
	if a.metadata.Evidence == nil {
		return errors.New("the answer came without evidence: set evidence to yes in the params of the next call")
	}
	pointer := a.doc.Pointer(n)
	for _, e := range a.metadata.Evidence {
		if e.Pointer != pointer {
			continue
		}
		p.say("Read from: %s", strings.TrimSpace(e.Text))
		p.say("Kind: %s. Score: %.2f of 1.", e.Kind, e.Score)
		if e.Page > 0 {
			p.say("Page: %d", e.Page)
		}
		if e.Selector != nil {
			p.say("Selector: %s", *e.Selector)
		}
		return nil
	}
	return fmt.Errorf("there is no evidence for %s", place(path))
}

// save writes the answer to a file, in the form that its name says.
func (p *program) save(ctx context.Context, a *answer, path string) error {
	if path == "" {
		var err error
		if path, err = p.ask(ctx, "File", "answer.json"); err != nil {
			return err
		}
	}
	path = file(path)
	var out bytes.Buffer
	if err := encode(&out, strings.ToLower(filepath.Ext(path)), a.doc.Data()); err != nil {
		return err
	}
	return p.store(ctx, path, out.Bytes())
}

func encode(out *bytes.Buffer, extension string, data json.RawMessage) error {
	switch extension {
	case ".json":
		return records.WriteData(out, data, true)
	case ".ndjson":
		return records.WriteLines(out, data)
	case ".csv", ".md":
		value, err := records.Read(data)
		if err != nil {
			return err
		}
		sheet := records.NewTable(value)
		if extension == ".md" {
			return sheet.WriteMarkdown(out)
		}
		return sheet.WriteCSV(out)
	}
	return errors.New("the name of the file must end in .json, .ndjson, .csv or .md")
}
