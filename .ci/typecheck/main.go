// Command typecheck finds what does not compile for other systems, in a tenth of the
// time that it takes to build for them: go run -C .ci/typecheck . SYSTEM...
//
// It is a module of its own, so that the program does not depend on what it needs.
package main

import (
	"fmt"
	"os"
	"slices"

	"golang.org/x/tools/go/packages"
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

// check returns what is wrong with the program and its tests on a system. Of the
// packages that they need only what others see of them is checked.
func check(system string) (wrong []string, err error) {
	all, err := packages.Load(&packages.Config{
		Mode:  packages.LoadAllSyntax,
		Dir:   "../..",
		Env:   append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"),
		Tests: true,
	}, "./...")
	for _, p := range all {
		for _, e := range p.Errors {
			wrong = append(wrong, e.Error())
		}
	}
	return wrong, err
}
