package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"go.yaml.in/yaml/v3"
)

var (
	code     = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	span     = regexp.MustCompile("`[^`\n]+`")
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"`)
	heading  = regexp.MustCompile(`(?m)^#+ (.+)$`)
	repoPath = regexp.MustCompile("`(?:\\./)?([a-z][a-z0-9_.-]*(?:/[A-Za-z0-9_.-]*)+)`")
)

// Every link from one page to another leads to a file, and to a heading in it.
func TestLinks(t *testing.T) {
	for name, text := range pages(t) {
		for _, found := range link.FindAllStringSubmatch(span.ReplaceAllString(code.ReplaceAllString(text, ""), ""), -1) {
			target := found[1] + found[2]
			if strings.Contains(target, "://") {
				continue
			}
			path, anchor, _ := strings.Cut(target, "#")
			to := name
			if path != "" {
				to = filepath.Join(filepath.Dir(name), path)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: no file at %s", name, target)
				continue
			}
			if anchor != "" && !anchors(t, to)[anchor] {
				t.Errorf("%s: no heading at %s", name, target)
			}
		}
	}
}

// What a page in the archives of a release links to is in them too.
func TestArchives(t *testing.T) {
	text, err := os.ReadFile("../.ci/goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var config struct {
		Archives []struct {
			Files []struct{ Src string }
		}
	}
	if err := yaml.Unmarshal(text, &config); err != nil {
		t.Fatal(err)
	}
	holds := func(path string) bool {
		return slices.ContainsFunc(config.Archives[0].Files, func(file struct{ Src string }) bool {
			before, rest, choice := strings.Cut(file.Src, "{")
			choices, after, _ := strings.Cut(rest, "}")
			if !choice {
				before, after = file.Src, ""
			}
			return slices.ContainsFunc(strings.Split(choices, ","), func(one string) bool {
				is, err := filepath.Match(before+one+after, path)
				return err == nil && is
			})
		})
	}
	for name, text := range pages(t) {
		if path := filepath.Join("docs", name); !holds(path) {
			t.Errorf("the archives lack %s", path)
		}
		for _, found := range link.FindAllStringSubmatch(span.ReplaceAllString(code.ReplaceAllString(text, ""), ""), -1) {
			path, _, _ := strings.Cut(found[1]+found[2], "#")
			if path = filepath.Join("docs", filepath.Dir(name), path); !strings.Contains(found[1]+found[2], "://") && filepath.Ext(path) != "" && !holds(path) {
				t.Errorf("%s links to %s, which the archives lack", name, path)
			}
		}
	}
}

// Every folder and file that the map of the code names is there.
func TestGuideNamesWhatIsThere(t *testing.T) {
	text := pages(t)["guide.md"]
	found := repoPath.FindAllStringSubmatch(text, -1)
	if len(found) == 0 {
		t.Fatal("the guide names no files")
	}
	for _, path := range found {
		if _, err := os.Stat(filepath.Join("..", path[1])); err != nil {
			t.Errorf("guide.md names %s, which is not there", path[1])
		}
	}
}

// pages returns the text of every page of the documentation by its path from here.
func pages(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, pattern := range []string{"*.md", "../*.md"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("no pages at %s (%v)", pattern, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out[name] = string(text)
		}
	}
	return out
}

// anchors returns the names by which links lead to the headings of a page, as GitHub
// makes them.
func anchors(t *testing.T, name string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, found := range heading.FindAllStringSubmatch(code.ReplaceAllString(string(text), ""), -1) {
		out[strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				return unicode.ToLower(r)
			}
			return -1
		}, found[1])] = true
	}
	return out
}
