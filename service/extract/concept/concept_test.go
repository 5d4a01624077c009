package concept

import (
	"bytes"
	"strings"
	"testing"

	"assay/service/extract/lexicon"
	"assay/service/extract/words"
)

// asked is a query of some fields of one kind of thing and what they mean.
type asked struct {
	fields []Field
	want   []lexicon.Concept
}

// keptBack are queries by names that neither the model of words nor that of concepts was taught:
// the first of each field of a kind of thing, the second of each, and so on.
func keptBack() (all []asked) {
	kinds := map[string]int{} // where the queries of a kind begin
	for _, f := range words.Fields() {
		c := Plain(f.Ways[1:]) // after the path
		if c == 0 {
			continue
		}
		first, ok := kinds[f.Kind]
		if !ok {
			first = len(all)
			kinds[f.Kind] = first
			all = append(all, make([]asked, 60)...)
		}
		n := first
		for _, w := range f.Ways[1:] {
			if !w.IsKeptBack() || n == first+60 {
				continue
			}
			all[n].fields = append(all[n].fields, Field{Name: words.Default().New(w.Name, w.About)})
			all[n].want = append(all[n].want, c)
			n++
		}
	}
	return all
}

// TestOf: most names of usual fields that were not taught are understood alone, and more of them
// beside others.
func TestOf(t *testing.T) {
	m := Default()
	alone, beside, sure, all := 0, 0, 0, 0
	for _, q := range keptBack() {
		together := m.Of(q.fields)
		for i := range q.fields {
			all++
			if m.Of(q.fields[i : i+1])[0].Concept == q.want[i] {
				alone++
			}
			if together[i].Concept == q.want[i] {
				beside++
				if together[i].Sure >= .65 {
					sure++
				}
			}
		}
	}
	t.Logf("%d of %d names alone, %d in queries, of which %d surely", alone, all, beside, sure)
	if alone*10 < all*7 {
		t.Errorf("%d of %d names are understood alone, fewer than seven in ten", alone, all)
	}
	if beside*10 < all*8 {
		t.Errorf("%d of %d names are understood in queries, fewer than eight in ten", beside, all)
	}
}

// TestOfQuery: names are understood that no phrase of the lexicon is like.
func TestOfQuery(t *testing.T) {
	for names, want := range map[string]string{
		"when_open ring_them where_is_it":        "hours phone address",
		"chef shopping_needs how_many_eat":       "author ingredients servings",
		"maker price sku_no":                     "brand price sku",
		"maker how_many_pages isbn_nr came_out":  "brand pages isbn published",
		"who when_posted what_they_said":         "author date content",
		"boiling_point density_at_20 solubility": "  ",
	} {
		var fields []Field
		for name := range strings.FieldsSeq(names) {
			fields = append(fields, Field{Name: words.Default().New(name, "")})
		}
		var got []string
		for _, meaning := range Default().Of(fields) {
			if meaning.Sure < 0.65 {
				meaning.Concept = 0
			}
			got = append(got, meaning.Concept.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", names, got, want)
		}
	}
}

// TestOfMany: any number of fields of one name have a meaning.
func TestOfMany(t *testing.T) {
	fields := make([]Field, 5000)
	for i := range fields {
		fields[i].Name = words.Default().New("price", "")
	}
	for i, m := range Default().Of(fields) {
		if !(m.Sure > 0 && m.Sure <= 1) {
			t.Fatalf("field %d: %v", i, m)
		}
	}
}

// TestDecode: a model is read as it was written.
func TestDecode(t *testing.T) {
	if m := Decode(file); len(m.Weights) != len(m.Concepts) || !bytes.Equal(m.Encode(), file) {
		t.Errorf("%d concepts, %d of weights, and %d kinds are not those of the file", len(m.Concepts), len(m.Weights), len(m.Kinds))
	}
}
