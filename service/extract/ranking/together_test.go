package ranking

import "testing"

func TestClaims(t *testing.T) {
	tests := []struct {
		name string
		adds [][2]float64 // field, how likely
		but  int
		want float32
	}{
		{"nobody wants it", nil, 0, 0},
		{"only the field itself does", [][2]float64{{0, 0.9}, {0, 0.5}}, 0, 0},
		{"another does", [][2]float64{{0, 0.9}, {1, 0.2}}, 0, 0.2},
		{"of several others the likeliest counts", [][2]float64{{0, 0.9}, {1, 0.2}, {2, 0.4}, {1, 0.3}}, 0, 0.4},
		{"a likelier one comes later", [][2]float64{{0, 0.3}, {1, 0.2}, {1, 0.8}}, 1, 0.3},
		{"and is told to the first", [][2]float64{{0, 0.3}, {1, 0.2}, {1, 0.8}}, 0, 0.8},
		{"the answer to a field by its name", [][2]float64{{notRanked, 1}, {0, 0.3}}, 0, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var c claims
			for _, a := range tt.adds {
				c = c.add(int(a[0]), a[1])
			}
			if got := c.but(tt.but); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}
