package made

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/query"
	"assay/service/content"
	"assay/service/extract/words"
)

var maker = sync.OnceValue(func() *Maker {
	all, err := words.ReadParaphrases(os.DirFS("../../words/paraphrases"))
	if err != nil {
		panic(err)
	}
	m, err := NewMaker(all)
	if err != nil {
		panic(err)
	}
	return m
})

// sample is enough documents to have every kind, language and layout.
var sample = sync.OnceValue(func() []Case { return maker().Documents(1500, 1) })

// TestAnswersStand: every value that is expected stands on its document, in the words that the
// answer gives, and is what these words say.
func TestAnswersStand(t *testing.T) {
	layouts, found, all := map[string]int{}, 0, 0
	for i, c := range sample() {
		on := letters(printed(c.Document))
		for _, a := range c.Answers {
			layouts[a.Layout]++
			if !slices.Contains(Layouts, a.Layout) {
				t.Errorf("%d: %s stands in the layout %q", i, a.Path, a.Layout)
			}
			for _, line := range a.Lines {
				all++
				if strings.Contains(on, letters(line)) {
					found++
				}
			}
			if text := letters(strings.Join(a.Lines, "")); a.Label != "" && letters(a.Label) == text {
				t.Errorf("%d: the label of %s is its value, %q", i, a.Path, a.Label)
			}
			if want, ok := at(c.Expected, a).(string); ok && c.Compare[a.Path] != "date" && !strings.Contains(uncut(a.Lines...), uncut(want)) {
				t.Errorf("%d: %s is expected to be %q, but %q is printed", i, a.Path, want, a.Lines)
			}
			if a.Box.Width <= 0 || a.Box.Height <= 0 || a.Box.Page < 1 {
				t.Errorf("%d: %s has no place: %v", i, a.Path, a.Box)
			}
		}
	}
	for _, layout := range Layouts {
		if layouts[layout] < 20 {
			t.Errorf("%d values stand in the layout %q", layouts[layout], layout)
		}
	}
	if found < all*999/1000 {
		t.Errorf("%d of %d lines of values stand in the content as they are printed", found, all)
	}
}

// at returns what is expected of an answer.
func at(expected map[string]any, a Answer) any {
	var v any = expected
	for _, name := range strings.Split(a.Path, ".") {
		key := strings.TrimSuffix(name, "[]")
		v = v.(map[string]any)[key]
		if all, ok := v.([]any); ok && key != name {
			if len(all) > 0 {
				if _, ok := all[0].(map[string]any); ok {
					v = all[a.Row]
				}
			}
		}
	}
	return v
}

// uncut is a text without blanks and commas.
func uncut(lines ...string) string {
	return strings.ReplaceAll(letters(strings.Join(lines, "")), ",", "")
}

// letters is a text without blanks.
func letters(s string) string { return strings.Join(strings.Fields(s), "") }

// printed is the text of a document.
func printed(d *content.Document) string {
	var out strings.Builder
	for i := range d.Nodes {
		out.WriteString(d.Chars(content.ID(i)))
		out.WriteByte(' ')
	}
	return out.String()
}

// TestWellFormed: queries can be read, and ask for what is expected and compared, in its shape.
func TestWellFormed(t *testing.T) {
	seen := map[string]int{}
	for i, c := range sample() {
		q, err := query.Parse(c.Query)
		if err != nil {
			t.Fatalf("%d: %v\n%s", i, err, c.Query)
		}
		asked := map[string]bool{}
		paths(q.Root, "", asked)
		for path := range c.Compare {
			if !asked[path] {
				t.Errorf("%d: %s is compared but not asked", i, path)
			}
		}
		for path := range asked {
			if c.Compare[path] == "" {
				t.Errorf("%d: it is not said how to compare %s", i, path)
			}
		}
		if _, err := json.Marshal(c.Expected); err != nil {
			t.Errorf("%d: %v", i, err)
		}
		if len(c.Document.Boxes) != len(c.Document.Nodes) || len(c.Document.Nodes) < 5 {
			t.Errorf("%d: %d nodes with %d boxes", i, len(c.Document.Nodes), len(c.Document.Boxes))
		}
		seen[c.Lang]++
		seen[fmt.Sprint("scan ", c.Scan)]++
		for _, compare := range c.Compare {
			seen[compare]++
		}
	}
	for _, of := range append([]string{"scan true", "scan false", "text", "any", "number", "date", "boolean", "list", "records", "null"}, languages...) {
		if seen[of] < 30 {
			t.Errorf("only %d documents have %q", seen[of], of)
		}
	}
}

// paths adds the paths of what a query asks for, as they are compared.
func paths(c *query.Container, prefix string, into map[string]bool) {
	for _, f := range c.Fields {
		path := prefix + f.Name
		if f.List {
			path += "[]"
		}
		if f.List || f.Container == nil {
			into[path] = true
		}
		if f.Container != nil {
			paths(f.Container, path+".", into)
		}
	}
}

// TestSame: the same seed makes the same documents, however many, and another seed others.
func TestSame(t *testing.T) {
	again := maker().Documents(40, 1)
	if !reflect.DeepEqual(again, sample()[:40]) {
		t.Error("the same seed makes other documents")
	}
	if other := maker().Documents(1, 2); reflect.DeepEqual(other, again[:1]) {
		t.Error("another seed makes the same document")
	}
}

// TestSums: net and tax are the gross amount, and prices on receipts add up to what is paid.
func TestSums(t *testing.T) {
	seen := map[string]int{}
	for number := range uint64(1500) {
		p := maker().write(1, number)
		of := map[string]float64{}
		for _, e := range p.entries {
			if v, ok := e.value.typed.(float64); ok && !e.stray {
				of[roles[e.attribute.lower]] = v
			}
		}
		if of["net"] > 0 && of["tax"] > 0 && of["gross"] > 0 {
			if seen["tax"]++; math.Abs(of["net"]+of["tax"]-of["gross"]) > 0.006 {
				t.Errorf("%d, %s: %v net and %v tax are not %v", number, p.kind.name, of["net"], of["tax"], of["gross"])
			}
		}
		if p.kind.name == "till receipt" && p.table != nil && of["gross"] > 0 {
			if seen["receipt"]++; math.Abs(p.table.total-of["gross"]) > 0.006 {
				t.Errorf("%d: prices of %v are not %v", number, p.table.total, of["gross"])
			}
		}
	}
	if seen["tax"] < 15 || seen["receipt"] < 5 {
		t.Errorf("only %v have such amounts", seen)
	}
}

// TestIBAN: account numbers have the check digits of one that a bank gives out.
func TestIBAN(t *testing.T) {
	if got := ibanCheck("DE", "370400440532013000"); got != "89" {
		t.Errorf("the check digits are %s, not 89", got)
	}
	if got := ibanCheck("GB", "WEST12345698765432"); got != "82" {
		t.Errorf("the check digits are %s, not 82", got)
	}
}

// TestNumbers: numbers and days as countries write them.
func TestNumbers(t *testing.T) {
	byCode := map[string]*country{}
	for _, c := range countries {
		byCode[c.code] = c
	}
	for code, want := range map[string]string{"GB": "1,234,567.50", "DE": "1.234.567,50", "FR": "1 234 567,50", "CH": "1'234'567.50"} {
		if got := byCode[code].number(1234567.5, 2, true); got != want {
			t.Errorf("%s: %s, not %s", code, got, want)
		}
	}
	day := time.Date(2024, 3, 5, 0, 0, 0, 0, time.UTC)
	for template, want := range map[string]string{"{d}. {month} {yyyy}": "5. März 2024", "{dd}.{mm}.{yy}": "05.03.24"} {
		if got := dayText(day, template, maker().stock.tongues["de"]); got != want {
			t.Errorf("%s: %s, not %s", template, got, want)
		}
	}
	for s, want := range map[string]float64{"1,240.00": 1240, "1.204,55": 1204.55, "0,375": 0.375, "3.664": 3664, "18.5": 18.5, "9 000": 9000} {
		if got, _ := reading(s); got != want {
			t.Errorf("%q is read as %v, not %v", s, got, want)
		}
	}
}

// BenchmarkDocuments takes the time of one document.
func BenchmarkDocuments(b *testing.B) {
	m := maker()
	for number := uint64(0); b.Loop(); number++ {
		m.Document(1, number)
	}
}
