package screenreader

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"assay/ui/jq"
	"assay/ui/jsondiff"
	"assay/ui/jsondoc"
	"assay/views/frame"
	"assay/views/result"
	"assay/wire"
	"assay/workspace/text"
	"assay/workspace/wholefile"
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
		return nil, fmt.Errorf("reading the answer: %w", err)
	}
	return answerOf(doc, metadata), nil
}

func answerOf(doc *jsondoc.Document, metadata wire.Metadata) *answer {
	a := &answer{doc: doc, metadata: metadata}
	a.nodes = a.below(doc.Root())
	return a
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
		value = frame.Counted(a.doc.Count(n), "item")
	case kind == jsondoc.Object:
		value = frame.Counted(a.doc.Count(n), "field")
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
	found := []int{}
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
		return err
	}
	p.earlier, p.last = p.last, a
	said := "Answered"
	if took > 0 {
		said += " in " + spoken(took)
	}
	if calls > 0 {
		said += " for " + frame.Counted(calls, "call")
	}
	if sum := result.SumOf(data, metadata); sum != "" {
		said += ": " + sum
	}
	p.say("%s. %s.", said, frame.Counted(len(a.nodes), "line"))
	if metadata.GeneratedQuery != nil {
		p.say("The query made from the prompt: %s", oneLine(*metadata.GeneratedQuery))
	}
	return p.readAnswer(ctx, a)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func (p *program) again(ctx context.Context) error {
	if p.last == nil {
		return errors.New("there is no answer yet")
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
		text := p.ask(ctx, what, "")
		switch err := p.unanswered(); {
		case errors.Is(err, errBack), err == nil && text == "" && len(lines) == 0:
			return nil
		case err != nil:
			return err
		case text == "":
			reads = true
			continue
		}
		verb, rest, _ := strings.Cut(text, " ")
		found, err := p.answerVerb(ctx, a, verb, strings.TrimSpace(rest))
		if err = errors.Join(err, p.unanswered()); errors.Is(err, errLeave) {
			return err
		}
		if p.fail(err); err == nil && found != nil {
			lines, reads = found, true
		}
	}
}

// verbs are what can be done with an answer, and how help tells of each.
var verbs = []struct{ name, help string }{
	{"find", "find WORD: reads the lines that have it."},
	{"from", "from PATH: reads what is there, as in: from products[2]"},
	{"where", "where PATH: says where on the page the value was read, if evidence was asked for."},
	{"filter", "filter EXPRESSION: reads what a filter of jq's language makes of it, as in: filter .products[] | .name"},
	{"changes", "changes: says what is another than in the answer before."},
	{"copy", "copy PATH: copies a value; copy alone copies the whole answer as JSON."},
	{"save", "save FILE: writes the answer to a file that ends in .json, .ndjson, .csv or .md, or the screenshot to one that ends in .png."},
	{"help", "help: reads this."},
	{"quit", "quit: leaves."},
}

// answerVerb does what is asked for between the lines of an answer, and returns the lines
// to go on with, or nil to go on with those that are left.
func (p *program) answerVerb(ctx context.Context, a *answer, verb, rest string) (lines []int, err error) {
	var names []string
	for _, v := range verbs {
		names = append(names, v.name)
	}
	chosen, err := pick(verb, names)
	if err != nil {
		return nil, err
	}
	n := a.doc.Root()
	switch names[chosen] {
	case "from", "where", "copy":
		if n, err = a.find(rest); err != nil {
			return nil, err
		}
	}
	switch names[chosen] {
	case "find":
		if rest == "" {
			return nil, errors.New("say what to find, as in: find lamp")
		}
		if lines, err = a.with(ctx, rest); err == nil {
			p.say("%s with %q.", frame.Counted(len(lines), "line"), rest)
		}
		return lines, err
	case "from":
		return a.below(n), nil
	case "where":
		return nil, p.evidence(a, n)
	case "filter":
		return nil, p.filter(ctx, a, rest)
	case "changes":
		return nil, p.changes(ctx, a)
	case "copy":
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
	for _, v := range verbs {
		p.say("%s", v.help)
	}
	return nil, nil
}

// evidence says where a value was read.
func (p *program) evidence(a *answer, n int) error {
	if a.metadata.Evidence == nil {
		return errors.New("the answer came without evidence: set evidence to yes in the params of the next call")
	}
	for _, e := range a.metadata.Evidence {
		if e.Pointer != a.doc.Pointer(n) {
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
	return fmt.Errorf("there is no evidence for %s", place(a.path(n)))
}

// filter reads what a filter of jq's language makes of an answer, which is an answer
// of its own until its user goes back.
func (p *program) filter(ctx context.Context, a *answer, text string) error {
	if text == "" {
		return errors.New("say what to filter by, in jq's language, as in: filter .products[] | select(.price < 50)")
	}
	out, err := jq.NewInput(a.doc).Run(ctx, text)
	if err != nil {
		return err
	}
	if out.Cut != "" {
		p.say("Not all of it: %s.", out.Cut)
	}
	data := bytes.TrimSpace(out.Data)
	if out.Values != 1 {
		data = fmt.Appendf(nil, "[%s]", bytes.ReplaceAll(data, []byte("\n"), []byte(",")))
	}
	filtered, err := newAnswer(ctx, data, wire.Metadata{})
	if err != nil {
		return err
	}
	p.say("%s. %s.", frame.Counted(out.Values, "value"), frame.Counted(len(filtered.nodes), "line"))
	if err = p.readAnswer(ctx, filtered); err == nil {
		p.say("Back to the whole answer.")
	}
	return err
}

// changes says what is new, gone or another in an answer than in the one before it.
func (p *program) changes(ctx context.Context, a *answer) error {
	if p.earlier == nil || a != p.last {
		return errors.New("there is no answer before it to compare with")
	}
	diff, err := jsondiff.Of(ctx, p.earlier.doc, a.doc)
	if err != nil {
		return err
	}
	if len(diff.At) == 0 {
		p.say("Nothing has changed since the answer before.")
		return nil
	}
	both, err := newAnswer(ctx, diff.Data, wire.Metadata{})
	if err != nil {
		return err
	}
	words := map[jsondiff.Change]string{jsondiff.Added: "New", jsondiff.Removed: "Gone", jsondiff.Changed: "Changed"}
	for i, n := range diff.At {
		if i == pageLines {
			p.say("And %s more. The command answer reads all of it.", frame.Counted(len(diff.At)-i, "change"))
			break
		}
		was := ""
		if old, ok := diff.Was[n]; ok {
			was = ", was " + old
		}
		p.say("%s: %s%s", words[diff.Changes[n]], both.line(n), was)
	}
	return nil
}

// save writes the answer to a file, in the form that its name says, or the screenshot that
// came with it. It asks before another file is replaced.
func (p *program) save(ctx context.Context, a *answer, path string) error {
	if path == "" {
		path = p.ask(ctx, "File", "answer.json")
	}
	if p.err != nil {
		return nil
	}
	path = file(path)
	var data []byte
	var err error
	if ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), ".")); ending != "png" {
		data, err = result.Encode(a.doc, ending)
	} else if a.metadata.Screenshot == nil {
		err = errors.New("the answer came without a screenshot: set screenshot to yes in the params of the next call")
	} else {
		data, err = base64.StdEncoding.DecodeString(*a.metadata.Screenshot)
	}
	if err != nil || !p.mayReplace(ctx, path) {
		return err
	}
	if err := wholefile.Replace(path, data, 0o600); err != nil {
		return fmt.Errorf("saving to a file: %w", err)
	}
	p.say("Saved to %s.", path)
	return nil
}

// mayReplace asks before a file is written over; there may be none.
func (p *program) mayReplace(ctx context.Context, path string) bool {
	return !isFile(path) || p.confirm(ctx, path+" is there already. Write over it?")
}

// View talks about one file of JSON or NDJSON until the user leaves it. Of the options it
// needs the streams only: a file has no service.
func View(ctx context.Context, options Options, name string, data []byte) error {
	p := &program{options: options, dialogue: newDialogue(options)}
	a, err := p.openFile(ctx, name, data)
	if err == nil {
		err = p.readAnswer(ctx, a)
	}
	if errors.Is(err, errLeave) {
		return nil
	}
	return err
}

// Read writes all lines of a file, for whom nobody answers.
func Read(ctx context.Context, out io.Writer, name string, data []byte) error {
	p := &program{dialogue: &dialogue{out: out}}
	a, err := p.openFile(ctx, name, data)
	if err != nil {
		return err
	}
	for _, n := range a.nodes {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.say("%s", a.line(n))
	}
	return nil
}

// view reads a file the way an answer is read.
func (p *program) view(ctx context.Context) error {
	path := p.ask(ctx, "JSON or NDJSON file", "")
	if path == "" {
		return nil
	}
	data, err := os.ReadFile(file(path))
	if err != nil {
		return fmt.Errorf("reading the file: %w", err)
	}
	a, err := p.openFile(ctx, path, data)
	if err != nil {
		return err
	}
	return p.readAnswer(ctx, a)
}

// openFile says what a file holds.
func (p *program) openFile(ctx context.Context, name string, data []byte) (*answer, error) {
	data = text.UTF8(data)
	a, err := newAnswer(ctx, data, wire.Metadata{})
	if err != nil {
		doc, broken, ok := jsondoc.IndexLines(ctx, data)
		if !ok {
			return nil, fmt.Errorf("%s cannot be read: %w", name, err)
		}
		p.say("%s: %s.", name, broken)
		a = answerOf(doc, wire.Metadata{})
	}
	said := name
	if a.doc.Many() {
		said += ": " + frame.Counted(a.doc.Count(a.doc.Root()), "document")
	} else if sum := result.Sum(data); sum != "" {
		said += ": " + sum
	}
	p.say("%s. %s.", said, frame.Counted(len(a.nodes), "line"))
	return a, nil
}
