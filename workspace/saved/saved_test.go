package saved

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"assay/wire"
)

var sameFile = cmpopts.IgnoreUnexported(File{})

func TestParse(t *testing.T) {
	tests := []struct {
		name, text string
		want       File
	}{
		{"a query alone", "{ a }\n", File{Query: "{ a }\n"}},
		{"with its page", "---\nurl = \"{{base}}/lamps\"\n---\n{ a }\n", File{URL: "{{base}}/lamps", Query: "{ a }\n"}},
		{"lines end as on Windows", "---\r\nhtml = 'p.html'\r\n---\r\n{ a }\r\n", File{HTML: "p.html", Query: "{ a }\n"}},
		{"a prompt alone", "---\nprompt = 'all lamps'\n---\n", File{Prompt: "all lamps", IsPrompt: true}},
		{"a prompt kept beside", "---\nprompt = 'all lamps'\n---\n{ a }", File{Prompt: "all lamps", Query: "{ a }"}},
		{"a prompt asked", "---\nask = 'prompt'\nprompt = 'all lamps'\n---\n{ a }", File{Prompt: "all lamps", Query: "{ a }", IsPrompt: true}},
		{"params", "---\n[params]\nmode = \"standard\"\nwait_for = 2\nis_evidence_enabled = true\n[params.proxy]\ntype = 'custom'\nurl = 'http://p:1'\nusername = 'u'\n---\n{ a }",
			File{Query: "{ a }", Params: wire.Params{Mode: "standard", WaitFor: 2, Evidence: true, Proxy: wire.CustomProxy("http://p:1", "u", "")}}},
		{"a first part that ends the file", "---\nurl = 'u'\n---", File{URL: "u"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Parse("q.assay", []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got, sameFile); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A query that a Windows program wrote is read by its byte order mark.
func TestParseUTF16(t *testing.T) {
	var utf16 []byte
	for _, c := range "\ufeff---\r\nurl = \"https://shop.example\"\r\n---\r\n{ ä }\r\n" {
		utf16 = append(utf16, byte(c), byte(c>>8))
	}
	file, err := Parse("lamps.assay", utf16)
	if err != nil || file.URL != "https://shop.example" || file.Query != "{ ä }\n" {
		t.Errorf("it is read as %+v (%v)", file, err)
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ text, want string }{
		{"---\nurl = 'u'\n{ a }", "has no end"},
		{"---\n\nulr = 'u'\n---\n{ a }", `q.assay:3: unknown setting "ulr"; did you mean "url"?`},
		{"---\nurl = 'u'\nhtml = 'h'\n---\n", "a query has one page"},
		{"---\nask = 'me'\n---\n", `"query" or "prompt"`},
		{"---\n[params]\nwait_for = 11\n---\n", "from 0 to 10 seconds"},
		{"---\n[params]\nmode = 'slow'\n---\n", `"fast" or "standard"`},
		{"---\n[params.proxy]\ntype = 'custom'\nurl = 'http://p:1'\npassword = 'hush'\n---\n", "does not belong in a file"},
		{"---\n[params.proxy]\ntype = 'managed'\nurl = 'http://p:1'\n---\n", "country_code"},
	}
	for _, tt := range tests {
		_, err := Parse("q.assay", []byte(tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.text, err, tt.want)
		}
		if err != nil && strings.Contains(err.Error(), "hush") {
			t.Errorf("the error tells the password: %v", err)
		}
	}
}

func TestEncodeKeepsTheFirstPartAsItWasWritten(t *testing.T) {
	text := "---\n# the shop's own page\nurl   = 'https://shop.example'\n---\n{ a }\n"
	f, err := Parse("q.assay", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f.Query = "{ b }\n"
	if got, err := f.Encode(); err != nil || string(got) != strings.Replace(text, "a }", "b }", 1) {
		t.Errorf("%s, %v", got, err)
	}
	f.URL = "https://other.example"
	if got, err := f.Encode(); err != nil || string(got) != "---\nurl = 'https://other.example'\n---\n{ b }\n" {
		t.Errorf("%s, %v", got, err)
	}
}

func TestEncodeHasNoPassword(t *testing.T) {
	f := File{Query: "{ a }", Params: wire.Params{Proxy: wire.CustomProxy("http://p:1", "u", "hush")}}
	if got, err := f.Encode(); err != nil || strings.Contains(string(got), "hush") || !strings.Contains(string(got), "username = 'u'") {
		t.Errorf("%s, %v", got, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("---\nurl = 'u'\nprompt = 'p'\nask = 'prompt'\n[params]\nwait_for = 1.5\n---\n{ a }\n")
	f.Add("{ a }")
	f.Add("---\n---\n---\n")
	f.Add("---\r\nprompt = \"\"\"\na\n---\nb\"\"\"\r\n---")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("f", []byte(text))
		if err != nil {
			return
		}
		for _, front := range []string{file.front, ""} {
			file.front = front
			data, err := file.Encode()
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			again, err := Parse("f", data)
			if err != nil {
				t.Fatalf("%q became %q: %v", text, data, err)
			}
			if diff := cmp.Diff(file, again, sameFile); diff != "" {
				t.Fatalf("%q became %q: %s", text, data, diff)
			}
		}
	})
}

func TestFolderAndList(t *testing.T) {
	dir := t.TempDir()
	write := func(name string) {
		t.Helper()
		if err := (File{Query: "{ a }"}).Write(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	if got := Folder("", "fallback"); got != "fallback" {
		t.Errorf("an empty folder is chosen: %s", got)
	}
	write("b.assay")
	write("shop/a.assay")
	write(".git/c.assay")
	if err := os.WriteFile("notes.txt", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if got := Folder("", "fallback"); got != here {
		t.Errorf("the folder is %s", got)
	}
	if got := Folder("configured", "fallback"); got != "configured" {
		t.Errorf("the folder is %s", got)
	}
	if got, err := List(dir); err != nil || !slices.Equal(got, []string{"b.assay", "shop/a.assay"}) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := List(filepath.Join(dir, "none")); err != nil || got != nil {
		t.Errorf("%v, %v", got, err)
	}
}
