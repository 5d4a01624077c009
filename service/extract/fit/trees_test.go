package main

import (
	"math/rand/v2"
	"testing"

	"assay/service/extract/rank"
)

// What no single feature tells, trees learn: an offer is right if it has one of two features.
func TestBoost(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	rows := make([]rank.Row, 4000)
	var all []example
	for i := range rows {
		a, b := r.Float32(), r.Float32()
		rows[i][rank.Cover], rows[i][rank.Fits] = a, b
		all = append(all, example{row: rows[i][:], right: float32(truth((a > 0.5) != (b > 0.3))), weight: 1})
	}
	m := last.boost(all[:3000], alone)
	wrong := 0
	for _, e := range all[3000:] {
		if (m.Sums([][]float32{e.row})[0] > 0) != (e.right > 0.5) {
			wrong++
		}
	}
	if wrong > 60 {
		t.Errorf("%d of 1000 wrong", wrong)
	}
}
