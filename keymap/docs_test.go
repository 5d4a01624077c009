package keymap

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/keys.md anew")

// sections are the headings of docs/keys.md, each with the scopes that it lists.
var sections = []struct {
	title  string
	scopes []Scope
}{
	{"Everywhere", []Scope{Global}},
	{"Usage", []Scope{Usage}},
	{"Query", []Scope{Query, Ask}},
	{"The source of a query", []Scope{Source}},
	{"Text fields", []Scope{Field, Typing}},
	{"The editor", []Scope{Editor}},
	{"Find in the editor", []Scope{FindBar}},
	{"Completion", []Scope{Completion}},
	{"An answer", []Scope{Result}},
	{"An answer as a tree or as text", []Scope{Tree}},
	{"An answer as a table", []Scope{Table}},
	{"Search in an answer", []Scope{Search}},
	{"Filter of an answer", []Scope{Filter}},
	{"Batch: the list of addresses", []Scope{URLs}},
	{"Batch: the pages", []Scope{Pages}},
	{"Documents", []Scope{Documents}},
	{"Documents: the folder", []Scope{Files}},
	{"Documents: chosen files", []Scope{Chosen}},
	{"Documents: results", []Scope{Batch}},
	{"Sessions", []Scope{Sessions}},
	{"History", []Scope{History}},
	{"Forms", []Scope{Form}},
	{"Lists: commands, help, examples, saved queries, themes", []Scope{List}},
	{"Profiles", []Scope{Profiles}},
	{"Messages", []Scope{Log}},
}

const keysFile = "../docs/keys.md"

// The page of the keys is made from the bindings: go test ./keymap -run KeysPage -update
// writes it anew.
func TestKeysPage(t *testing.T) {
	defer func(was bool) { onMac = was }(onMac)
	onMac = false
	page := keysPage(t, Default())
	if *update {
		if err := os.WriteFile(keysFile, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(keysFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != page {
		t.Error("docs/keys.md is not that of the bindings any more: go test ./keymap -run KeysPage -update")
	}
}

// keysPage writes all bindings as a page of Markdown.
func keysPage(t *testing.T, m *Map) string {
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(`# Keys

<!-- Made from keymap/ by: go test ./keymap -run KeysPage -update -->

'?' ('F1' in a text field) lists the keys that work where you are, and 'Ctrl+K' (or ':')
finds any command by name. The last column is the name of the action in the '[keys]' table
of the [settings file](settings.md#keys).

In a text field, single characters are text; the other keys still work. Every action has a
key without Alt, because some terminals and window managers take Alt for themselves. On
macOS the dashboard writes Ctrl, Alt and Shift as ⌃, ⌥ and ⇧. On Windows, Alt works with
letters and digits only, because AltGr looks the same and types the rest.

## One verb, one key

A verb has the same plain key wherever it exists. The other keys also work while you type.

| keys | verb |
|---|---|
`, "'", "`"))
	for _, verb := range slices.Sorted(maps.Keys(verbKeys)) {
		fmt.Fprintf(&b, "| %s | %s |\n", written(verbKeys[verb]), verb)
	}
	fmt.Fprint(&b, "\n## Keys that moved\n\nSince the last version. The help says so too: \"(was `n`)\".\n\n| was | is | what it does | action |\n|---|---|---|---|\n")
	for _, binding := range m.bindings {
		if len(binding.Was) > 0 {
			fmt.Fprintf(&b, "| %s | %s | %s | `%s` |\n", written(binding.Was), written(binding.Keys), binding.Help, binding.Action)
		}
	}
	listed := map[Scope]bool{}
	for _, section := range sections {
		fmt.Fprintf(&b, "\n## %s\n\n| keys | what they do | action |\n|---|---|---|\n", section.title)
		for _, scope := range section.scopes {
			listed[scope] = true
			for _, binding := range m.In(scope) {
				fmt.Fprintf(&b, "| %s | %s | `%s` |\n", written(binding.Keys), binding.Help, binding.Action)
			}
		}
	}
	for _, binding := range m.bindings {
		if !listed[binding.Scope()] {
			t.Fatalf("no section lists %s", binding.Action)
		}
	}
	return b.String()
}

// written lists keys for a cell of a table in Markdown.
func written(keys []string) string {
	var out []string
	for _, key := range keys {
		shown := strings.ReplaceAll(Show(key, false), "|", `\|`)
		if shown == "`" {
			shown = "`` ` ``"
		} else {
			shown = "`" + shown + "`"
		}
		out = append(out, shown)
	}
	return strings.Join(out, " ")
}
