package rank

import (
	"math"
	"reflect"
	"testing"
)

func TestModel(t *testing.T) {
	var tree Tree
	for i := range tree.Bound {
		tree.Bound[i] = float32(math.Inf(1)) // all go left
	}
	tree.Feature[0], tree.Bound[0] = Cover, 0.5
	tree.Leaf[0], tree.Leaf[Leaves/2] = -2, 2
	m := Decode(Model{tree, tree}.Encode())
	if !reflect.DeepEqual(m, Model{tree, tree}) {
		t.Fatal("a model read is another than that written")
	}
	var low, high Row
	high[Cover] = 0.5
	if a, b := m.Sure(low[:]), m.Sure(high[:]); math.Abs(a+b-1) > 1e-6 || b < 0.98 {
		t.Errorf("%v and %v, want 1/(1+e^4) and the rest to 1", a, b)
	}
	if m := Default(); len(m.Values) == 0 || len(m.Columns) == 0 || len(m.Sets) == 0 {
		t.Error("the program lacks a model")
	}
}

// Every feature is of one group, so that what the groups are worth is what all are worth.
func TestGroups(t *testing.T) {
	for name, tt := range map[string]struct {
		groups []Group
		count  int
	}{"values": {ValueGroups, Count}, "sets": {SetGroups, SetCount}} {
		in := make([]int, tt.count)
		for _, g := range tt.groups {
			for _, f := range g.Features {
				in[f]++
			}
		}
		for f, n := range in {
			if n != 1 {
				t.Errorf("%s: feature %d is in %d groups", name, f, n)
			}
		}
	}
}
