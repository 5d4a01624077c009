package filepicker

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsePaste(t *testing.T) {
	const folder, home = "/work dir", "/home/me"
	for _, test := range []struct {
		name, text string
		want       []Pasted
	}{
		{"plain", "/a/b.pdf", []Pasted{{"/a/b.pdf", []string{"/a/b.pdf"}}}},
		{"several on a line", "/a/b.pdf /c.png", []Pasted{{"/a/b.pdf /c.png", []string{"/a/b.pdf", "/c.png"}}}},
		{"a line each", "/a/b.pdf\r\n\n/c.png\n", []Pasted{{"/a/b.pdf", []string{"/a/b.pdf"}}, {"/c.png", []string{"/c.png"}}}},
		{"single quotes and a blank after them", "'/a/b c.pdf' '/d.pdf' ", []Pasted{{folder + "/'/a/b c.pdf' '/d.pdf'", []string{"/a/b c.pdf", "/d.pdf"}}}},
		{"double quotes", `"/a/b \"c\".pdf"`, []Pasted{{folder + `/"/a/b \"c\".pdf"`, []string{`/a/b "c".pdf`}}}},
		{"backslashes", `/a/b\ \(c\).pdf`, []Pasted{{`/a/b\ \(c\).pdf`, []string{"/a/b (c).pdf"}}}},
		{"a quote as shells write it", `'/a/it'\''s.pdf'`, []Pasted{{folder + `/'/a/it'\''s.pdf'`, []string{"/a/it's.pdf"}}}},
		{"a name with blanks that nothing quotes", "/a/my file.pdf", []Pasted{{"/a/my file.pdf", []string{"/a/my", folder + "/file.pdf"}}}},
		{"file address", "file:///a/b%20c.pdf", []Pasted{{"/a/b c.pdf", []string{"/a/b c.pdf"}}}},
		{"file address of this machine", "FILE://localhost/a/%C3%A9.pdf", []Pasted{{"/a/é.pdf", []string{"/a/é.pdf"}}}},
		{"file address with one slash", "file:/a/b.pdf", []Pasted{{"/a/b.pdf", []string{"/a/b.pdf"}}}},
		{"file addresses on a line", "file:///a.pdf file:///b.pdf", []Pasted{{"/a.pdf file:/b.pdf", []string{"/a.pdf", "/b.pdf"}}}},
		{"home", "~/b.pdf", []Pasted{{home + "/b.pdf", []string{home + "/b.pdf"}}}},
		{"home in quotes is a name", "'~/b.pdf'", []Pasted{{folder + "/'~/b.pdf'", []string{folder + "/~/b.pdf"}}}},
		{"relative", "sub/b.pdf", []Pasted{{folder + "/sub/b.pdf", []string{folder + "/sub/b.pdf"}}}},
		{"dots", "/a/../b/./c.pdf", []Pasted{{"/b/c.pdf", []string{"/b/c.pdf"}}}},
		{"a quote that is not closed", "'/a/b c.pdf", []Pasted{{folder + "/'/a/b c.pdf", []string{folder + "/'/a/b", folder + "/c.pdf"}}}},
		{"with zeroes between", "/a.pdf\x00/b.pdf\x00", []Pasted{{"/a.pdf", []string{"/a.pdf"}}, {"/b.pdf", []string{"/b.pdf"}}}},
		{"nothing", " \n\t\n''", nil},
	} {
		if diff := cmp.Diff(test.want, ParsePaste(test.text, folder, home)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

func TestLooksLikePaths(t *testing.T) {
	for text, want := range map[string]bool{
		"/a/b.pdf": true, "'/a/b c.pdf'": true, "file:///a.pdf": true, "~/a.pdf": true, "/a.pdf\n/b.pdf": true,
		"{ a b }": false, "all prices": false, "": false, "/a.pdf\nsecond": false, "https://a.example/x": false,
	} {
		if got := LooksLikePaths(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func FuzzParsePaste(f *testing.F) {
	for _, seed := range []string{"/a/b.pdf", `'/a b' "c" d\ e`, "file:///a%20b", "~", "'", `\`, "file:%zz", "a\x00b\r\n\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, line := range ParsePaste(text, "/folder", "/home/me") {
			if len(line.Words) == 0 {
				t.Fatal("a line without words")
			}
			for _, path := range append(line.Words, line.Whole) {
				if !filepath.IsAbs(path) || filepath.Clean(path) != path || strings.ContainsAny(line.Whole, "\n\r") {
					t.Fatalf("%q became the path %q", text, path)
				}
			}
		}
		LooksLikePaths(text)
	})
}
