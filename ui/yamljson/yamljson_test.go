package yamljson

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestConvert(t *testing.T) {
	for _, c := range []struct{ name, yaml, want string }{
		{"order", "b: 1\na: {z: 1, y: [2, x]}\n", `{"b":1,"a":{"z":1,"y":[2,"x"]}}`},
		{"values", "[~, yes, true, 0x10, 1_000, 1.50, 1e3, .inf, 2024-05-01, '7', \"a\\nb\", 12345678901234567890123]",
			`[null,"yes",true,16,1000,1.50,1e3,".inf","2024-05-01","7","a\nb",12345678901234567890123]`},
		{"several documents", "---\na: 1\n---\n- 2\n", "{\"a\":1}\n[2]"},
		{"aliases", "a: &x {k: 1}\nb: *x\n", `{"a":{"k":1},"b":{"k":1}}`},
		{"merged", "base: &b {k: 1, l: 2}\nmore: {l: 3, <<: *b, <: 4}\n", `{"base":{"k":1,"l":2},"more":{"l":3,"<":4,"k":1}}`},
		{"merged lists", "a: &a {k: 1}\nb: &b {k: 2, m: 3}\nc: {<<: [*a, *b]}\n", `{"a":{"k":1},"b":{"k":2,"m":3},"c":{"k":1,"m":3}}`},
		{"keys of all kinds", "1: a\n? [x, y]\n: b\nnull: c\n", `{"1":"a","[\"x\",\"y\"]":"b","null":"c"}`},
		{"text in lines", "a: |\n  one\n  <two>\n", `{"a":"one\n<two>\n"}`},
		{"nothing", "# a comment\n", ""},
	} {
		got, err := Convert([]byte(c.yaml))
		if err != nil || strings.TrimSpace(string(got)) != c.want {
			t.Errorf("%s: %s, %v; want %s", c.name, got, err, c.want)
		}
	}
	for _, c := range []struct{ name, yaml, want string }{
		{"no YAML", "a: 1\nb: [\n", "line 2"},
		{"an alias of nothing", "a: *x\n", "unknown anchor"},
		{"a mapping merged into itself", "a: &a\n  <<: *a\n  k: 1\n", ""},
	} {
		if got, err := Convert([]byte(c.yaml)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %s, %v", c.name, got, err)
		}
	}
}

// Aliases of aliases stand for more than there is room for.
func TestConvertIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("l0: &l0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n")
	for i := 1; i < 12; i++ {
		last := "*l" + string(rune('0'+i-1))
		if i > 10 {
			last = "*la"
		}
		name := "l" + string(rune('0'+i))
		if i >= 10 {
			name = "l" + string(rune('a'+i-10))
		}
		b.WriteString(name + ": &" + name + " [" + strings.TrimSuffix(strings.Repeat(last+", ", 10), ", ") + "]\n")
	}
	if _, err := Convert([]byte(b.String())); err == nil || !strings.Contains(err.Error(), "aliases") {
		t.Errorf("%v", err)
	}
}

func TestLooks(t *testing.T) {
	for text, want := range map[string]bool{
		"apiVersion: v1\nkind: List": true, "---\na: 1": true, "# values": true, "- a\n- b": true, "key:\n  a: 1": true, "\n\na: 1": true,
		`{"a": 1}`: false, `[1]`: false, `"a"`: false, "12": false, "true": false, `{"a":1}` + "\n" + `{"a":2}`: false,
		"{a: 1": false, "": false, "hello": false, "http://x": false, `"a: b`: false,
	} {
		if Looks([]byte(text)) != want {
			t.Errorf("Looks(%q) is %t", text, !want)
		}
	}
}

// Whatever comes out is JSON.
func FuzzConvert(f *testing.F) {
	f.Add("a: &x {k: [1, ~, yes]}\nb: *x\n---\n- !!binary aGk=\n- 0o17\n")
	f.Add("<<: [a]\n? {a: 1}\n: !!int x\n")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<12 {
			return
		}
		out, err := Convert([]byte(text))
		if err != nil {
			return
		}
		for line := range strings.SplitSeq(strings.TrimSpace(string(out)), "\n") {
			if line != "" && !json.Valid([]byte(line)) {
				t.Errorf("%q gives %q", text, line)
			}
		}
	})
}
