package extract_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSize holds the packages of the engine to a size that one person can read: at most 40
// files, 6,000 lines and 40 methods a type. The commands that train it do not count.
func TestSize(t *testing.T) {
	const maxFiles, maxLines, maxMethods = 40, 6000, 40
	dirs, err := filepath.Glob("*/")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range append(dirs, ".") {
		if dir == "fit/" || dir == "train/" || dir == "testdata/" {
			continue
		}
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		files, lines, methods := 0, 0, map[string]int{}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files++
			lines += strings.Count(string(source), "\n")
			file, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
					methods[strings.TrimPrefix(types.ExprString(f.Recv.List[0].Type), "*")]++
				}
			}
		}
		if files > maxFiles || lines > maxLines {
			t.Errorf("%s has %d files of %d lines, want at most %d of %d", dir, files, lines, maxFiles, maxLines)
		}
		for name, n := range methods {
			if n > maxMethods {
				t.Errorf("%s: %s has %d methods, want at most %d", dir, name, n, maxMethods)
			}
		}
	}
}
