package rank

import (
	"math"
	"reflect"
	"slices"
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
	if got, want := m.Sums([][]float32{low[:], high[:]}), []float64{-4, 4}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if m := Default(); len(m.Values.Alone) == 0 || len(m.Values.Beside) == 0 || len(m.Columns.Alone) == 0 || len(m.Columns.Beside) == 0 || len(m.Sets.Alone) == 0 || len(m.Sets.Beside) == 0 {
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

// rising is a model that believes an offer the more, the higher a feature of it is.
func rising(feature uint8, from, to, step float32) Model {
	var m Model
	for bound := from; bound <= to; bound += step {
		var t Tree
		for i := range t.Bound {
			t.Bound[i] = float32(math.Inf(1))
		}
		t.Feature[0], t.Bound[0] = feature, bound
		t.Leaf[0], t.Leaf[Leaves/2] = -1, 1
		m = append(m, t)
	}
	return m
}

func TestBeside(t *testing.T) {
	means := [][]float32{ // by field and column
		{3, -3, -3},
		{1.5, -3, 0.5},
		{-3, -3, 3},
	}
	rows := make([][]*ColumnRow, len(means))
	for i := range means {
		for _, m := range means[i] {
			r := &ColumnRow{}
			r[ColumnMeans], r[ColumnReads] = m, 1
			rows[i] = append(rows[i], r)
		}
	}
	rows[1][1][ColumnReads] = 0
	for i := range rows { // the first column holds the others
		rows[i][0][ColumnTo], rows[i][1][ColumnTo] = 1, 0.2
		rows[i][2][ColumnFrom], rows[i][2][ColumnTo] = 0.5, 1
	}
	Beside(rows, []int{0, 1, 2}, []int{-1, 2, 1}, rising(ColumnMeans, -2, 2, 1))
	sure := func(field, column int) float32 {
		return float32(chance(float64(rows[field][column][ColumnOwn])))
	}
	for _, tt := range []struct {
		name          string
		field, column int
		feature       int
		want          float32
	}{
		{"the likeliest is behind none", 0, 0, ColumnOwnBehind, 0},
		{"what is wanted by another field is taken", 1, 0, ColumnTaken, rows[0][0][ColumnOwn]},
		{"what nobody else wants is not", 0, 1, ColumnTaken, rows[2][1][ColumnOwn]},
		{"one column is likelier", 1, 2, ColumnOwnOrder, 1},
		{"it is two columns from the closest of the others", 2, 2, ColumnOthersNear, 2},
		{"another field's column is this one", 0, 2, ColumnOthersNear, 0},
		{"it stands within the column of another field", 2, 2, ColumnInOther, sure(0, 0)},
		{"it holds the column of another field", 0, 0, ColumnHoldsOther, sure(2, 2)},
		{"the other piece is another field's", 1, 1, ColumnPieces, sure(2, 2)},
		{"it is no piece", 1, 0, ColumnPieces, 0},
		{"it begins after the column of the field before", 2, 2, ColumnAfter, sure(1, 0)},
		{"it begins before the column of the next field", 1, 0, ColumnBefore, sure(2, 2)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := rows[tt.field][tt.column][tt.feature]; math.Abs(float64(got-tt.want)) > 1e-6 {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

func TestBesideTheSameValues(t *testing.T) {
	rows := [][]*ColumnRow{{{}, {}}, {{}, {}}}
	for i, m := range []float32{3, -3} { // the first field wants the first column
		for k := range rows[i] {
			rows[i][k][ColumnMeans], rows[i][k][ColumnReads] = m*float32(1-k), 1
		}
	}
	for _, tt := range []struct {
		name string
		same []int
		of   int // the column whose odds for the first field take the second column from the other
	}{
		{"other values", []int{0, 1}, 1},
		{"the same", []int{0, 0}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			Beside(rows, tt.same, []int{-1, -1}, rising(ColumnMeans, -2, 2, 1))
			if got, want := rows[1][1][ColumnTaken], rows[0][tt.of][ColumnOwn]; got != want {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}

func TestChoose(t *testing.T) {
	m := rising(SetMeans, -2, 2, 1)
	for _, tt := range []struct {
		name  string
		means []float32
		says  []uint64
		named int // the answer by the list's name, or -1
		want  int
	}{
		{"the likeliest", []float32{-1, 1, 0}, []uint64{1, 2, 3}, -1, 1},
		{"two that say the same speak for each other", []float32{1, 1, 1}, []uint64{1, 2, 2}, -1, 1},
		{"what says nothing speaks for itself alone", []float32{1, 1, 1}, []uint64{1, 0, 0}, -1, 0},
		{"the answer by the name stays", []float32{1, 1}, []uint64{1, 2}, 0, 0},
		{"none", nil, nil, -1, -1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var rows []*SetRow
			var at []SetAt
			for i, mean := range tt.means {
				r := &SetRow{SetMeans: mean}
				if i == tt.named {
					r[SetIsAnswer] = 1
				}
				rows, at = append(rows, r), append(at, SetAt{Says: tt.says[i]})
			}
			if got, _ := m.Choose(rows, at); got != tt.want {
				t.Errorf("%d, want %d", got, tt.want)
			}
		})
	}
}

func TestBesideSets(t *testing.T) {
	at := [][]SetAt{
		{{Says: 1, From: 10, To: 20}, {Says: 2, From: 12, To: 14}, {Says: 1, From: 40, To: 60}},
		{{Says: 3, From: 10, To: 20}, {Says: 4, From: 70, To: 90}},
		{}, // a list without sets
	}
	means := [][]float32{{1, 0.5, 0.2}, {-3, 3}}
	rows := make([][]*SetRow, len(at))
	for i := range means {
		for _, m := range means[i] {
			rows[i] = append(rows[i], &SetRow{SetMeans: m})
		}
	}
	BesideSets(rows, at, rising(SetMeans, -2, 2, 1))
	share := func(list, set int) float32 { return float32(chance(float64(rows[list][set][SetOwn]))) }
	for _, tt := range []struct {
		name      string
		list, set int
		feature   int
		want      float32
	}{
		{"sets that say the same speak for each other", 0, 0, SetOwnValue, logOdds(float64(share(0, 0) + share(0, 2)))},
		{"the likeliest is behind none", 0, 2, SetOwnBehind, 0},
		{"one says what is likelier", 0, 1, SetOwnOrder, 2},
		{"a set stands within it", 0, 0, SetInner, share(0, 1)},
		{"it stands within a set", 0, 1, SetOuter, share(0, 0) + share(0, 2)},
		{"another list may have its records", 0, 0, SetTaken, share(1, 0)},
		{"it shares some with a set that another list may have", 0, 1, SetTakenPart, share(1, 0)},
		{"it is ten bytes from the set of another list", 0, 2, SetTakenNear, float32(math.Log(11))},
		{"it stands below the set of the list before", 1, 1, SetTakenFrom, 1},
		{"two other lists are asked for", 1, 0, SetLists, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := rows[tt.list][tt.set][tt.feature]; math.Abs(float64(got-tt.want)) > 1e-4 {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

// What is part of the answer by the name, or more than it, takes its place if it is likelier.
func TestWeigh(t *testing.T) {
	m := rising(Cover, 0.1, 1, 0.2)
	least := Bounds{Sure: 0.3, Kept: 0.1, Before: 0.1, KnownSure: 0.6}
	for _, tt := range []struct {
		named, part, other float32 // Cover of the answer by the name, of a part of it, and of another value
		want               string
	}{
		{0.2, 0.9, 0.1, `"Blue mug"`},
		{0.9, 0.85, 0.1, `"Blue mug | Acme"`},
		{0.6, 0.55, 0.9, `"Red jug"`},
	} {
		values := []string{`"Blue mug | Acme"`, `"Blue mug"`, `"Red jug"`}
		rows := []*Row{{}, {}, {}}
		rows[0][IsAnswer] = 1
		for i, cover := range []float32{tt.named, tt.part, tt.other} {
			rows[i][Cover] = cover
		}
		weighed := m.Weigh(values, rows, &least)
		best := -1
		for i := range weighed {
			if weighed[i].Told && (best < 0 || weighed[i].Compare(weighed[best]) < 0) {
				best = i
			}
		}
		if best < 0 || values[best] != tt.want {
			t.Errorf("%v: %d of %v, want %s", tt, best, weighed, tt.want)
		}
	}
}
