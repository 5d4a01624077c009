package document

import (
	"testing"

	"assay/service/document/layout"
)

// TestSketch reads the lines and pictures of a page's content.
func TestSketch(t *testing.T) {
	left := maxContent
	p := painter{ctx: t.Context(), to: matrix{1, 0, 0, -1, 0, 800}, left: &left}
	p.run([]byte(`% a comment 1 2 m
q 2 w 100 700 m 300 700 l S Q
BT /F1 12 Tf (not \) a 0 0 m 9 0 l S line) Tj <30206d> Tj ET
q 2 0 0 2 10 20 cm 50 100 1 80 re f Q
0 0 m 50 60 l S
0 0 m 1 2 3 4 100 0 c S
10 10 100 40 re f
340 31 m 340 125 l 341 125 l 341 30 l f
q 200 0 0 100 20 30 cm BI /W 1 /H 1 ID 0 0 m 5 0 l S EI Q
`), nil)
	want := []layout.Box{
		{X: 100, Y: 99, Width: 200, Height: 2},
		{X: 110, Y: 420, Width: 2, Height: 160},
		{X: 10, Y: 750, Width: 100, Height: 0.1}, {X: 10, Y: 790, Width: 100, Height: 0.1},
		{X: 10, Y: 750, Width: 0.1, Height: 40}, {X: 110, Y: 750, Width: 0.1, Height: 40},
		{X: 340, Y: 675, Width: 1, Height: 95}, // a border that meets others in mitres
	}
	if len(p.lines) != len(want) {
		t.Fatalf("got lines %v, want %v", p.lines, want)
	}
	for i := range want {
		if p.lines[i] != want[i] {
			t.Errorf("line %d is %v, want %v", i, p.lines[i], want[i])
		}
	}
	if picture := (layout.Box{X: 20, Y: 670, Width: 200, Height: 100}); len(p.pictures) != 1 || p.pictures[0] != picture {
		t.Errorf("got pictures %v, want %v", p.pictures, picture)
	}
}
