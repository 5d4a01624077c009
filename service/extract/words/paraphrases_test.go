package words_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"assay/service/extract/words"
)

// TestParaphrases: every attribute has enough ways to name it in every style, and in every
// language if in any; and no two attributes of a kind have one in common.
func TestParaphrases(t *testing.T) {
	all, err := words.ReadParaphrases(os.DirFS("paraphrases"))
	if err != nil {
		t.Fatal(err)
	}
	least := map[string]int{"en": 8, "ab": 2, "q": 3, "d": 2, "o": 2}
	languages := slices.DeleteFunc(slices.Clone(words.Styles), func(style string) bool { return least[style] > 0 })
	kinds := map[string]bool{}
	owner := map[[2]string]string{} // by kind and phrase
	for _, a := range all {
		kinds[a.Kind] = true
		if len(a.Values) == 0 || a.Values[0] == "" {
			t.Errorf("%s: %s has no value as an example", a.Kind, a.Name)
		}
		count := map[string]int{}
		for _, w := range a.Ways {
			count[w.Style]++
			if w.About != "" {
				continue
			}
			folded := strings.Fields(strings.ToLower(w.Name))
			slices.Sort(folded)
			key := [2]string{a.Kind, strings.Join(folded, " ")}
			if of := owner[key]; of != "" && of != a.Name && (w.Style == "en" || w.Style == "q" || w.Style == "o" || w.Style == "ab") {
				t.Errorf("%s: %q stands under %s and %s", a.Kind, w.Name, of, a.Name)
			}
			if w.Style == "en" || w.Style == "q" || w.Style == "o" || w.Style == "ab" {
				owner[key] = a.Name
			}
		}
		for style, n := range least {
			if count[style] < n {
				t.Errorf("%s: %s has %d ways to name it in %q, not %d", a.Kind, a.Name, count[style], style, n)
			}
		}
		for _, language := range languages {
			if n := count[language]; n < 3 && (n > 0 || count[languages[0]] > 0) {
				t.Errorf("%s: %s has %d ways to name it in %q, not 3", a.Kind, a.Name, n, language)
			}
		}
	}
	if len(all) < 2500 || len(kinds) < 200 {
		t.Errorf("%d attributes of %d kinds are too few", len(all), len(kinds))
	}
}

// TestReadParaphrases: what cannot be read is told with its place.
func TestReadParaphrases(t *testing.T) {
	for text, want := range map[string]string{
		"# car\nmileage : length : 3 km ; 4 km\nen distance ; odometer (on the clock)\n": "",
		"en distance":                     "a.txt:1: ways to name something before the first attribute",
		"mileage : length : 3 km":         "a.txt:1: an attribute of no kind",
		"# car\n\nmileage : miles : 3 km": `a.txt:3: "miles" is no form of values`,
		"# car\nmileage\n":                `a.txt:2: neither a kind, an attribute nor ways to name one: "mileage"`,
	} {
		all, err := words.ReadParaphrases(fstest.MapFS{"a.txt": {Data: []byte(text)}})
		switch {
		case want != "":
			if err == nil || err.Error() != want {
				t.Errorf("of %q: %v, not %s", text, err, want)
			}
		case err != nil:
			t.Error(err)
		case len(all) != 1 || len(all[0].Ways) != 3 || all[0].Ways[2] != words.Way{Style: "en", Name: "odometer", About: "on the clock"}:
			t.Errorf("of %q: %+v", text, all)
		}
	}
}
