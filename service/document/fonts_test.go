package document_test

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"assay/service/document"
	"assay/wire/pages/documenttest"
)

// fewWords is a PDF of a picture with nothing but a few words over it, so that its page
// is drawn, in a font that it does not hold.
var fewWords = documenttest.Stamped(documenttest.Picture(827, 1169), text{X: 50, Y: 60, Size: 24, Text: "Annual report"})

// TestWithoutFontCaches reads such a PDF where nothing has looked for fonts before:
// with nothing in the caches of the system and the user.
func TestWithoutFontCaches(t *testing.T) {
	alone := []string{"unshare", "--mount"}
	if os.Getuid() != 0 {
		alone = append(alone, "--map-root-user")
	}
	if out, err := exec.CommandContext(t.Context(), alone[0], append(alone[1:], "true")...).CombinedOutput(); err != nil {
		t.Skipf("this system makes no mount namespaces: %v: %s", err, out)
	}
	empty := `
		for cache in /var/cache/fontconfig ~/.cache/fontconfig; do
			if test -d $cache; then mount -t tmpfs none $cache; fi
		done
		exec "$0" -test.run='^(TestFewWords|TestFontCache)$'`
	tests := exec.CommandContext(t.Context(), alone[0], append(alone[1:], "sh", "-c", empty, os.Args[0])...)
	if out, err := tests.CombinedOutput(); err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
}

// TestFewWords reads with a reader that keeps no cache.
func TestFewWords(t *testing.T) {
	if got := outline(mustRead(t, fewWords)); got != "p(Annual report)\n" {
		t.Errorf("it reads %q", got)
	}
}

// TestFontCache builds a cache, with which pages are drawn and which they leave as it
// is, also if it is out of date.
func TestFontCache(t *testing.T) {
	cache, scratch := filepath.Join(t.TempDir(), "cache"), t.TempDir()
	r := document.NewReader(document.Config{Languages: []string{"eng"}, Cache: cache, Scratch: scratch})
	path := write(t, fewWords)
	for range 2 { // the second time there is one
		if err := r.BuildFonts(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	system, _ := filepath.Glob("/var/cache/fontconfig/*.cache-*")
	built, _ := filepath.Glob(cache + "/fontconfig/*.cache-*")
	if len(built) == 0 && len(system) == 0 {
		t.Error("no fonts were found")
	}
	for _, state := range []string{"built", "out of date"} {
		if state == "out of date" {
			for _, file := range built {
				if err := os.WriteFile(file, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		before := files(t, cache)
		opened, err := r.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := r.Read(t.Context(), opened, document.Options{})
		if err != nil {
			t.Fatalf("with a cache that is %s: %v", state, err)
		}
		if got := outline(doc); got != "p(Annual report)\n" {
			t.Errorf("with a cache that is %s it reads %q", state, got)
		}
		if after := files(t, cache); !maps.EqualFunc(before, after, bytes.Equal) {
			t.Errorf("the cache that was %s holds %d files after %d, or others", state, len(after), len(before))
		}
		if left := files(t, scratch); len(left) > 0 {
			t.Errorf("%d files are left", len(left))
		}
	}
}

// files returns the files below a folder.
func files(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			found[path], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
