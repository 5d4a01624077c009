package paper

import "testing"

func TestReadings(t *testing.T) {
	best1 := []string{"Corner Shop", "3 Mill Road, Hull HU1 2AB", "Date 3/04/2024", "Tota1 x  17.00", "Cash 2x.00"}
	for _, test := range []struct {
		name  string
		again [][]string
		role  string
		want  string
	}{
		{"agreement", [][]string{{"Total  11.00"}, {"Total  11.00"}}, "total", "11.00"},
		{"what only another has", [][]string{{"Due date 1/05/2024"}}, "due", "1/05/2024"},
		{"text that is alike is kept as it is", [][]string{{"Corner Shop", "3 Mi11 Road, Hull HU1 2AB"}}, "address", "3 Mill Road, Hull HU1 2AB"},
		{"names are those of the best reading", [][]string{{"Comer Shop Trading Ltd"}}, "supplier", "Corner Shop"},
	} {
		s := scan(append([][]string{best1}, test.again...)...)
		values := s.Values(Named(test.role))
		if got := best(values); got != test.want {
			t.Errorf("%s: %s is %q, want %q", test.name, test.role, got, test.want)
		}
		for _, v := range values {
			if int(v.Node) >= len(s.doc.Nodes) || v.Node < 0 {
				t.Errorf("%s: %q stands nowhere in the document", test.name, v.Text)
			}
		}
	}
}

func TestAmountsBesideTheirRows(t *testing.T) {
	s := scan([]string{
		"Noodles      7.00",
		"Tax          0.42",
		"             7.42",
		"TOTAL DUE",
	})
	if got := best(s.Values(Named("total"))); got != "7.42" {
		t.Errorf("the total is %q, want the amount that stands a little higher than its name", got)
	}
}
