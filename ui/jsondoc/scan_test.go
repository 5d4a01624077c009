package jsondoc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func index(t testing.TB, data string) *Document {
	t.Helper()
	doc, err := Index(context.Background(), []byte(data), Options{})
	if err != nil {
		t.Fatalf("%.80q: %v", data, err)
	}
	return doc
}

var documents = []string{
	`{}`, `[]`, ` null `, `true`, `false`, `0`, `-0`, `-12.5e+3`, `1E9`, `""`, `"a\"b\\"`, "\"\u007f\"",
	`[1,2,3]`, `[[],[[]],{}]`, `{"a":{"b":{"c":[]}}}`, `{"":"","a b":1,"é":2,"a":3,"a":4}`,
	"{\r\n\t\"a\" : [ 1 , { \"b\" : null } , \"x\" ] ,\n \"c\":{ } }\n",
	`{"\u0061":"\ud83d\ude42","\\":"\/"}`, `["` + strings.Repeat("long ", 100) + `"]`,
	`[1.0, 1e1, 1.5E-7, 123456789012345678901234567890]`, "[\"\xff\xfe\"]", `"\ud83d"`,
	`[{"a":1},{"a":2,"b":[true]},3]`,
}

var broken = []struct {
	data         string
	line, column int
	problem      string
}{
	{``, 1, 1, "a value is missing"},
	{`   `, 1, 4, "a value is missing"},
	{`{`, 1, 2, "a key is missing"},
	{`[1,`, 1, 4, "a value is missing"},
	{`[1`, 1, 3, "']' is missing"},
	{`{"a":1`, 1, 7, "'}' is missing"},
	{`[1 2]`, 1, 4, "a comma or ']'"},
	{`{"a":1,}`, 1, 8, "a key in double quotes"},
	{`[1,]`, 1, 4, "unexpected ']'"},
	{`{'a':1}`, 1, 2, "unexpected '\\''"},
	{`{"a" 1}`, 1, 6, "a colon"},
	{`{"a":1]`, 1, 7, "unexpected ']'"},
	{`01`, 1, 2, "cannot start with 0"},
	{`-`, 1, 2, "after the minus"},
	{`1.`, 1, 3, "decimal point"},
	{`1e+`, 1, 4, "exponent"},
	{`tru`, 1, 1, "did you mean true"},
	{`nul`, 1, 1, "did you mean null"},
	{`{} {}`, 1, 4, "after the end"},
	{`"abc`, 1, 5, "closing quote"},
	{`"a\x"`, 1, 3, "unknown escape"},
	{`"a\u12g4"`, 1, 3, "unknown escape"},
	{"\"a\nb\"", 1, 3, "control character 0x0a"},
	{"{\n  \"é\": [\n    1,\n    \"東京\" x\n", 4, 10, "unexpected 'x'"},
	{"\xff", 1, 1, "unexpected byte 0xff"},
}

func TestErrorsSayWhere(t *testing.T) {
	for _, test := range broken {
		_, err := Index(context.Background(), []byte(test.data), Options{})
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: %v, want a SyntaxError", test.data, err)
			continue
		}
		if syntax.Line != test.line || syntax.Column != test.column || !strings.Contains(syntax.Problem, test.problem) {
			t.Errorf("%q: %v, want line %d, column %d: …%s", test.data, err, test.line, test.column, test.problem)
		}
	}
}

func TestIndexAgainstEncodingJSON(t *testing.T) {
	for _, data := range documents {
		compare(t, index(t, data))
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		var b bytes.Buffer
		write(&b, random, 0)
		compare(t, index(t, b.String()))
	}
}

// write writes a random value with random white space.
func write(b *bytes.Buffer, random *rand.Rand, depth int) {
	space := func() { b.WriteString([]string{"", "", " ", "\n  "}[random.IntN(4)]) }
	words := []string{`""`, `"a"`, `"a\nb"`, `"é\u00e9"`, `"]}"`, `"[{,"`, `"東京"`, `"a\\"`, `"key with spaces"`}
	space()
	switch kind := random.IntN(10); {
	case kind < 3 && depth < 6:
		b.WriteByte('[')
		n := random.IntN(5)
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, random, depth+1)
		}
		space()
		b.WriteByte(']')
	case kind < 6 && depth < 6:
		b.WriteByte('{')
		n := random.IntN(5)
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			space()
			b.WriteString(words[random.IntN(len(words))])
			space()
			b.WriteByte(':')
			write(b, random, depth+1)
		}
		space()
		b.WriteByte('}')
	case kind < 8:
		b.WriteString(words[random.IntN(len(words))])
	default:
		b.WriteString([]string{"0", "-1.5", "1e9", "true", "false", "null"}[random.IntN(6)])
	}
	space()
}

// compare walks the index and what encoding/json's decoder says of the same bytes.
func compare(t *testing.T, doc *Document) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(doc.Data()))
	decoder.UseNumber()
	var walk func(n, parent, place, depth int) int
	walk = func(n, parent, place, depth int) int {
		token, err := decoder.Token()
		if err != nil {
			t.Fatalf("%s: %v", doc.Data(), err)
		}
		if doc.Parent(n) != parent || doc.Place(n) != place || doc.Depth(n) != depth {
			t.Fatalf("%s: node %d has parent %d, place %d, depth %d; want %d, %d, %d", doc.Data(), n,
				doc.Parent(n), doc.Place(n), doc.Depth(n), parent, place, depth)
		}
		if !json.Valid(doc.Raw(n)) {
			t.Fatalf("%s: node %d is %q", doc.Data(), n, doc.Raw(n))
		}
		next := n + 1
		switch v := token.(type) {
		case json.Delim:
			want := map[json.Delim]Kind{'{': Object, '[': Array}[v]
			if doc.Kind(n) != want {
				t.Fatalf("%s: node %d is a %v, want %v", doc.Data(), n, doc.Kind(n), want)
			}
			count := 0
			for decoder.More() {
				if v == '{' {
					key, _ := decoder.Token()
					if got := string([]rune(doc.Key(next))); got != key {
						t.Fatalf("%s: node %d has key %q, want %q", doc.Data(), next, got, key)
					}
				} else if doc.IsMember(next) {
					t.Fatalf("%s: node %d has a key", doc.Data(), next)
				}
				next = walk(next, n, count, depth+1)
				count++
			}
			decoder.Token()
			if doc.Count(n) != count || doc.HasChildren(n) != (count > 0) {
				t.Fatalf("%s: node %d has %d children, want %d", doc.Data(), n, doc.Count(n), count)
			}
		default:
			kind := map[string]Kind{"<nil>": Null, "bool": Bool, "json.Number": Number, "string": String}[fmt.Sprintf("%T", v)]
			if doc.Kind(n) != kind {
				t.Fatalf("%s: node %d is a %v, want %v", doc.Data(), n, doc.Kind(n), kind)
			}
			if v != nil && kind != String && string(doc.Text(n)) != fmt.Sprint(v) {
				t.Fatalf("%s: node %d is %q, want %v", doc.Data(), n, doc.Text(n), v)
			}
			if s, ok := v.(string); ok && !strings.ContainsRune(s, '\ufffd') && string(doc.Text(n)) != s {
				t.Fatalf("%s: node %d is %q, want %q", doc.Data(), n, doc.Text(n), s)
			}
		}
		if doc.End(n) != next {
			t.Fatalf("%s: node %d ends at %d, want %d", doc.Data(), n, doc.End(n), next)
		}
		if at := doc.at(doc.ValueOffset(n), 0, doc.Len()); at != n {
			t.Fatalf("%s: the value of node %d is found in node %d", doc.Data(), n, at)
		}
		return next
	}
	if end := walk(1, 0, 0, 0); end != doc.Len() {
		t.Fatalf("%s: %d nodes, want %d", doc.Data(), doc.Len(), end)
	}
}

func TestSeveralDocuments(t *testing.T) {
	tests := []struct {
		data string
		want int // documents; 0 is an error
	}{
		{"{\"a\":1}\n{\"a\":2}\n", 2}, {"1 2 3", 3}, {"[]{}\"x\"", 3}, {"1\n", 1},
		{"12true", 0}, {"truefalse", 0}, {"{}1", 2}, {"{} x", 0}, {"{},{}", 0}, {"", 0},
	}
	for _, test := range tests {
		doc, err := Index(context.Background(), []byte(test.data), Options{Many: true})
		if (err == nil) != (test.want > 0) {
			t.Errorf("%q: %v, want %d documents", test.data, err, test.want)
			continue
		}
		if err == nil && (doc.Count(0) != test.want || doc.Many() != (test.want > 1)) {
			t.Errorf("%q: %d documents, want %d", test.data, doc.Count(0), test.want)
		}
	}
	doc, err := Index(context.Background(), []byte("{\"a\":1}\n{\"a\":[2]}"), Options{Many: true})
	if err != nil {
		t.Fatal(err)
	}
	n, ok := doc.Find("/1/a/0")
	if !ok || doc.Path(n) != ".[1].a[0]" || string(doc.Raw(n)) != "2" || doc.Depth(n) != 3 {
		t.Errorf("the element is node %d at %s", n, doc.Path(n))
	}
}

func TestDepth(t *testing.T) {
	for _, open := range []string{"[", `{"a":`} {
		const depth = 100_000
		doc := index(t, strings.Repeat(open, depth)+"1"+strings.Repeat(map[string]string{"[": "]"}[open]+map[string]string{`{"a":`: "}"}[open], depth))
		leaf := doc.Len() - 1
		if doc.Depth(leaf) != depth || string(doc.Raw(leaf)) != "1" || len(doc.Raw(1)) != len(doc.Data()) {
			t.Errorf("depth %d, want %d", doc.Depth(leaf), depth)
		}
		if lines := doc.Lines(); lines != 2*depth+1 || doc.LineOf(leaf) != depth {
			t.Errorf("%d lines, the leaf on line %d", lines, doc.LineOf(leaf))
		}
	}
}

func TestIndexStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	data := "[" + strings.Repeat("[1],", 50_000) + "1]"
	if _, err := Index(ctx, []byte(data), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestLinesAgainstIndent(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		var b bytes.Buffer
		write(&b, random, 0)
		doc := index(t, b.String())
		var indented bytes.Buffer
		if err := json.Indent(&indented, bytes.TrimSpace(b.Bytes()), "", "\t"); err != nil {
			t.Fatal(err)
		}
		want := strings.Split(indented.String(), "\n")
		if doc.Lines() != len(want) {
			t.Fatalf("%s: %d lines, want %d", b.Bytes(), doc.Lines(), len(want))
		}
		at := doc.LineAt(0)
		for i, text := range want {
			line := doc.LineAt(i)
			if line != at {
				t.Fatalf("%s: line %d is %+v and follows as %+v", b.Bytes(), i, line, at)
			}
			trimmed := strings.TrimLeft(text, "\t")
			if line.Depth != len(text)-len(trimmed) || line.Close != strings.ContainsAny(trimmed[:1], "]}") {
				t.Fatalf("%s: line %d is %+v, want %q", b.Bytes(), i, line, text)
			}
			if !line.Close && doc.LineOf(line.Node) != i {
				t.Fatalf("%s: node %d is on line %d, want %d", b.Bytes(), line.Node, doc.LineOf(line.Node), i)
			}
			var ok bool
			if at, ok = doc.After(line); ok != (i+1 < len(want)) {
				t.Fatalf("%s: a line follows line %d: %v", b.Bytes(), i, ok)
			}
		}
	}
}

func FuzzIndex(f *testing.F) {
	for _, data := range documents {
		f.Add([]byte(data))
	}
	for _, test := range broken {
		f.Add([]byte(test.data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := Index(context.Background(), data, Options{})
		if valid := json.Valid(data); valid != (err == nil) {
			if bytes.Count(data, []byte{'['})+bytes.Count(data, []byte{'{'}) > 10_000 {
				return // encoding/json has a limit of depth
			}
			t.Fatalf("%q: valid is %v, the index says %v", data, valid, err)
		}
		if err == nil {
			compare(t, doc)
			return
		}
		if many, err := Index(context.Background(), data, Options{Many: true}); err == nil {
			for c := 1; c < many.Len(); c = many.End(c) {
				if !json.Valid(many.Raw(c)) {
					t.Fatalf("%q: a document is %q", data, many.Raw(c))
				}
			}
		}
	})
}

func TestIndexLines(t *testing.T) {
	for text, want := range map[string]string{
		"{\"a\":1}\n{\"a\":2}\n{\"a\":":      "line 3 is not JSON and left out: unexpected end, a value is missing",
		"{\"a\":1\n{\"a\":2}\n\n{\"a\":3}\n": "line 1 is not JSON and left out: unexpected end, '}' is missing",
		"1\n2\n\"cut\n":                      "line 3 is not JSON and left out: unexpected end, a closing quote is missing",
		"oh\n1\n2\nno\n":                     "2 lines are not JSON and left out, the first is line 1: ",
		"{\n  \"a\": 1,\n  \"b\": tru\n}":    "",
		"nothing":                            "",
		"1\n2\n":                             "", // Index takes it
	} {
		doc, broken, ok := IndexLines(t.Context(), []byte(text))
		if ok != (want != "") || ok && (!strings.HasPrefix(broken.Error(), want) || doc.Count(0) != 2) {
			t.Errorf("%q: %v, %v; want %q", text, broken, ok, want)
		}
	}
}
