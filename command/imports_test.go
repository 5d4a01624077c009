package command_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// mayImport says which packages of the module those of a folder may import, besides
// those of the folder itself. The longest folder that a package is in counts. Tests may
// import others: they try one part against the real other.
var mayImport = map[string][]string{
	"assay":                          {"assay/command"},
	"assay/command":                  {"assay/client", "assay/query", "assay/service", "assay/themes", "assay/ui", "assay/views", "assay/wire", "assay/workspace"},
	"assay/query":                    {},
	"assay/wire":                     {"assay/query"},
	"assay/client":                   {"assay/query", "assay/wire"},
	"assay/workspace":                {"assay/client", "assay/query", "assay/ui/spell", "assay/wire"},
	"assay/keymap":                   {"assay/ui/spell"},
	"assay/themes":                   {"assay/ui/spell"},
	"assay/ui":                       {"assay/keymap", "assay/themes"},
	"assay/ui/spell":                 {},
	"assay/views":                    {"assay/client", "assay/keymap", "assay/query", "assay/themes", "assay/ui", "assay/wire", "assay/workspace"},
	"assay/service":                  {"assay/query", "assay/wire"},
	"assay/service/content":          {},
	"assay/service/browser":          {"assay/service/egress"},
	"assay/service/browser/sessions": {"assay/service/browser", "assay/service/certs", "assay/service/egress", "assay/service/ingress", "assay/wire"},
	"assay/service/page":             {"assay/service/browser", "assay/service/content", "assay/service/egress"},
	"assay/service/document":         {"assay/service/content", "assay/wire"},
	"assay/service/extract":          {"assay/query", "assay/service/content", "assay/service/llm", "assay/wire"},
	"assay/service/extract/fit":      {"assay/query", "assay/service"},
	"assay/deploy":                   {},
	"assay/docs":                     {},

	// For tests alone.
	"assay/service/browser/sessiontest": {"assay/service/browser", "assay/service/certs", "assay/service/egress", "assay/service/portal/liveview", "assay/wire"},
}

// TestImports holds the layout of the packages to its rules.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "assay/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	within := func(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }
	for line := range strings.Lines(string(out)) {
		path, imports, _ := strings.Cut(strings.TrimSpace(line), " ")
		folder := path
		for mayImport[folder] == nil {
			folder = folder[:max(0, strings.LastIndex(folder, "/"))]
			if folder == "" || folder == "assay" {
				t.Fatalf("there is no rule for %s: a new folder at the top level needs one", path)
			}
		}
		for _, imported := range strings.Fields(imports) {
			if !within(imported, "assay") || folder != "assay" && within(imported, folder) {
				continue
			}
			if !slices.ContainsFunc(mayImport[folder], func(allowed string) bool { return within(imported, allowed) }) {
				t.Errorf("%s imports %s: packages in %s may not", path, imported, folder)
			}
		}
	}
}
