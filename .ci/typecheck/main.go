// Command typecheck finds what does not compile for other systems, in a tenth of the
// time that it takes to build for them: go run ./.ci/typecheck SYSTEM...
//
// It checks the program and its tests as the compiler does, and of the packages they
// need only what others see of them.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
)

func main() {
	status := 0
	for _, system := range os.Args[1:] {
		wrong, err := check(system)
		if err != nil {
			wrong = append(wrong, err.Error())
		}
		// What is wrong with a package is found again with that of its tests.
		slices.Sort(wrong)
		for _, line := range slices.Compact(wrong) {
			fmt.Fprintf(os.Stderr, "GOOS=%s: %s\n", system, line)
			status = 1
		}
	}
	os.Exit(status)
}

// listed is a package as go list tells of it. Packages come after those they import.
type listed struct {
	ImportPath, Name, Dir string
	GoFiles               []string
	ImportMap             map[string]string // of import paths in the files, where they differ
	Module                *struct {
		Main      bool
		GoVersion string
	}
	Error *struct{ Pos, Err string }

	files []*ast.File
}

// own tells whether a package is the program's, and not one that it needs.
func (p *listed) own() bool { return p.Module != nil && p.Module.Main }

// check returns what is wrong with the program and its tests on a system.
func check(system string) (wrong []string, err error) {
	command := exec.Command("go", "list", "-e", "-deps", "-test",
		"-json=ImportPath,Name,Dir,GoFiles,ImportMap,Module,Error", "./...")
	command.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	var packages []*listed
	var parsing sync.WaitGroup
	var mu sync.Mutex
	report := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		wrong = append(wrong, err.Error())
	}
	for decoder := json.NewDecoder(output); ; {
		p := new(listed)
		if err := decoder.Decode(p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		if p.Error != nil {
			report(fmt.Errorf("%s: %s", p.Error.Pos, p.Error.Err))
		}
		if p.ImportPath == "unsafe" {
			continue
		}
		packages = append(packages, p)
		parsing.Go(func() {
			for _, name := range p.GoFiles {
				if !filepath.IsAbs(name) { // as the main of a test is
					name = filepath.Join(p.Dir, name)
				}
				file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
				if err != nil {
					report(err)
				}
				p.files = append(p.files, file)
			}
		})
	}
	parsing.Wait()
	if err := command.Wait(); err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}

	checked := map[string]*types.Package{"unsafe": types.Unsafe}
	for _, p := range packages {
		config := types.Config{
			IgnoreFuncBodies: !p.own(),
			FakeImportC:      true,
			Sizes:            types.SizesFor("gc", "amd64"),
			Importer: importer(func(path string) (*types.Package, error) {
				if mapped, ok := p.ImportMap[path]; ok {
					path = mapped
				}
				if found := checked[path]; found != nil {
					return found, nil
				}
				return nil, fmt.Errorf("there is no %s", path)
			}),
			Error: func(err error) {
				if p.own() {
					report(err)
				}
			},
		}
		if p.Module != nil && p.Module.GoVersion != "" {
			config.GoVersion = "go" + p.Module.GoVersion
		}
		checked[p.ImportPath], _ = config.Check(p.ImportPath, files, p.files, nil) // Error is told
		p.files = nil
	}
	return wrong, nil
}

type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }
