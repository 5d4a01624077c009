package extract

import (
	"testing"

	"assay/service/extract/words"
)

// TestConceptOfNames: most names of usual fields that neither the model of words nor the engine was
// taught mean the right concept.
func TestConceptOfNames(t *testing.T) {
	right, all := 0, 0
	for _, field := range words.Fields() {
		want := plainConcept(&field)
		if want == 0 {
			continue
		}
		for _, w := range field.Ways {
			if !w.IsKeptBack() {
				continue
			}
			all++
			if got, sure := conceptOf(words.Default().New(w.Name, w.About).Prepare()); got == want && sure >= 0.5 {
				right++
			}
		}
	}
	t.Logf("%d of %d names", right, all)
	if 2*right < all {
		t.Errorf("%d of %d names mean the right concept, fewer than half", right, all)
	}
}
