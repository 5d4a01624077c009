package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/service/content"
	"assay/service/extract/onpage"
	"assay/service/page"
)

func TestCredit(t *testing.T) {
	tests := []struct {
		kind             string
		expected, answer any
		want             float64
	}{
		{"text", "A “title”", `a "title".`, 1},
		{"text", "one two three four", "one two three four five", 1},
		{"text", "one two", "one three", 0},
		{"text", "x", nil, 0},
		{"prose", "a b c d", "a b", 2. / 3},
		{"number", 80., "80", 1},
		{"number", 80., "80 min", 0},
		{"number", 100., 100.4, 1},
		{"boolean", true, "yes", 1},
		{"boolean", true, false, 0},
		{"date", "2024-05-06", "2024-05-06T10:00:00Z", 1},
		{"date", "2024-05-06", "May 6, 2024", 0},
		{"date", "2024-05-06", "2024-05-07T01:00:00+02:00", 1},
		{"url", "https://www.a.example/x/", "http://a.example/x?y=1", 1},
		{"any", "1 Main Street", "1 Main Street, Town", 1},
		{"any", "020 7946 0000", "+44 20 7946 0000", 0},
		{"any", "020 7946 0000", "(020) 79460000", 1},
		{"null", nil, "", 1},
		{"null", nil, "x", 0},
	}
	for _, tt := range tests {
		if got := credit(tt.kind, tt.expected, tt.answer, nil); got < tt.want-1e-9 || got > tt.want+1e-9 {
			t.Errorf("%s %v, %v: %v, want %v", tt.kind, tt.expected, tt.answer, got, tt.want)
		}
	}
}

func TestJudgeRecords(t *testing.T) {
	c := &testCase{Compare: map[string]string{"rows[]": "records", "rows[].a": "text", "rows[].b": "number"}}
	decode := func(s string) map[string]any {
		var v map[string]any
		if err := json.Unmarshal([]byte(s), &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	c.Expected = decode(`{"rows":[{"a":"x","b":1},{"a":"y","b":2}]}`)
	for answer, want := range map[string]float64{
		`{"rows":[{"a":"y","b":2},{"a":"x","b":1}]}`:               1,
		`{"rows":[{"a":"x","b":1}]}`:                               2. / 3,
		`{"rows":[{"a":"x","b":0},{"a":"y","b":2}]}`:               0.75,
		`{"rows":[{"a":"x","b":1},{"a":"y","b":2},{"a":"other"}]}`: 0.8,
		`{"rows":[]}`: 0,
	} {
		if got := judge(c, decode(answer)).mean; got < want-1e-9 || got > want+1e-9 {
			t.Errorf("%s: %v, want %v", answer, got, want)
		}
	}
}

func TestStrip(t *testing.T) {
	doc, err := page.Parse(`<meta property="og:title" content="T"><meta name="author" content="A"><script type="application/ld+json">{}</script>
		<script>window.__X__={}</script><script>go()</script><p itemprop="name" class="c">N</p>`, nil)
	if err != nil {
		t.Fatal(err)
	}
	strip(doc)
	var left []string
	for i := range doc.Nodes {
		id := content.ID(i)
		for a := range doc.Attrs(id) {
			if doc.Tag(id) != "script" {
				left = append(left, a.Name+"="+a.Value)
			}
		}
	}
	if got := strings.Join(left, " "); got != "name=author content=A class=c" {
		t.Errorf("attributes left: %s", got)
	}
	if len(doc.Data) != 1 || doc.Data[0].Text != "go()" {
		t.Errorf("scripts left: %v", doc.Data)
	}
}

// corpus writes a small corpus and returns its folder.
func corpus(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "mugs"), 0o755); err != nil {
		t.Fatal(err)
	}
	var cases bytes.Buffer
	for i, name := range []string{"one", "two", "three", "four"} {
		file := "mugs/" + name + ".html"
		html := `<title>Mug ` + name + `</title><h1>Mug ` + name + `</h1><div class="price">£` + string(rune('1'+i)) + `.50</div>`
		if err := os.WriteFile(filepath.Join(dir, file), []byte(html), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := json.NewEncoder(&cases).Encode(map[string]any{
			"id": "mugs-" + name, "set": "mugs", "page": file, "query": "{ name price(number) }", "variants": []string{"as_is"},
			"expected": map[string]any{"name": "Mug " + name, "price": float64(i+1) + 0.5}, "compare": map[string]string{"name": "text", "price": "number"},
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "mugs", "cases.jsonl"), cases.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestMeasure(t *testing.T) {
	var out bytes.Buffer
	if err := run(context.Background(), []string{"--corpus", corpus(t)}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if line := strings.Fields(strings.Split(out.String(), "\n")[1]); len(line) != 6 || line[0] != "mugs" || line[5] != "1.0000" {
		t.Errorf("report:\n%s\nwant mugs with all right", &out)
	}
}

// TestUntaught asks by two names, both of which the model of words has learned.
func TestUntaught(t *testing.T) {
	dir := corpus(t)
	t.Chdir("../../..")
	var out bytes.Buffer
	if err := run(context.Background(), []string{"--corpus", dir, "--sets", "mugs", "--untaught"}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	_, told, _ := strings.Cut(out.String(), "has learned, and by others:\n")
	if line := strings.Fields(told); len(line) != 8 || line[0] != "mugs" || line[2] != "1.0000" || line[7] != "0" {
		t.Errorf("report:\n%s\nwant that mugs have only names that were learned", &out)
	}
}

// TestWithout switches the only source off that the corpus' answers rest on.
func TestWithout(t *testing.T) {
	dir := corpus(t)
	score := func(args ...string) string {
		var out bytes.Buffer
		if err := run(context.Background(), append([]string{"--corpus", dir}, args...), &out, io.Discard); err != nil {
			t.Fatal(err)
		}
		return strings.Fields(strings.Split(out.String(), "\n")[1])[5]
	}
	if got := score("--without", "time,state"); got != "1.0000" {
		t.Errorf("without what the pages have not: %s, want 1", got)
	}
	if got := score("--without", "names,forms-of-text"); got != "0.5000" {
		t.Errorf("without the prices' class and form: %s, want 0.5", got)
	}
	if err := run(context.Background(), []string{"--corpus", dir, "--without", "magic"}, io.Discard, io.Discard); err == nil {
		t.Error("no error for a source that does not exist")
	}
}

func TestAblate(t *testing.T) {
	var out bytes.Buffer
	if err := run(context.Background(), []string{"--corpus", corpus(t), "--ablate"}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(out.String()), "\n"); len(lines) != len(sources)+2 || !strings.HasPrefix(lines[1], "(nothing)") {
		t.Errorf("table:\n%s", &out)
	}
}

func TestSearchIsRepeatable(t *testing.T) {
	dir := corpus(t)
	var tables [2]string
	for i := range tables {
		var out bytes.Buffer
		if err := run(context.Background(), []string{"--corpus", dir, "--search", "1", "--seed", "7"}, &out, io.Discard); err != nil {
			t.Fatal(err)
		}
		tables[i] = out.String()
	}
	if tables[0] != tables[1] {
		t.Error("two searches of the same corpus differ")
	}
	if !strings.Contains(tables[0], "Threshold:") || !strings.Contains(tables[0], "evidence.State:") {
		t.Errorf("table:\n%s", tables[0])
	}
}

func TestStandingRefusesLosses(t *testing.T) {
	old := standing{sets: []float64{0.5, 0.5}, value: 0.5, sound: true}
	for name, tt := range map[string]struct {
		now  standing
		want bool
	}{
		"gain":            {standing{[]float64{0.6, 0.5}, 0.55, true}, true},
		"one set pays":    {standing{[]float64{0.7, 0.45}, 0.575, true}, false},
		"chance":          {standing{[]float64{0.5001, 0.5}, 0.50005, true}, false},
		"smoke not whole": {standing{[]float64{0.6, 0.5}, 0.55, false}, false},
	} {
		if got := tt.now.betters(old); got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

// TestTable keeps the table of the engine in the form that the search writes.
func TestTable(t *testing.T) {
	committed, err := os.ReadFile("../onpage/table.go")
	if err != nil {
		t.Fatal(err)
	}
	if got := table(onpage.Fitted()); !bytes.Equal(got, committed) {
		t.Errorf("table.go is not what the search writes for its weights:\n%s", got)
	}
}
