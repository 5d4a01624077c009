package words

import "testing"

// TestLabels tells labels from values, also ones that no paraphrase has.
func TestLabels(t *testing.T) {
	for _, tt := range [][2]string{
		{"Employer", "Northmere Utilities plc"},
		{"Salary", "£52,000 – £61,500 per annum"},
		{"Demandante", "Aceites Valdeluna, S. L."},
		{"Start", "2 Mar 2026"},
		{"Draught", "12.8 m"},
		{"Contract type", "Permanent, full-time"},
	} {
		if m := Default(); m.LabelOdds(tt[0]) <= m.LabelOdds(tt[1]) {
			t.Errorf("%q looks less like a label than %q", tt[0], tt[1])
		}
	}
}

// TestForms tells which values may be what a name asks for.
func TestForms(t *testing.T) {
	for _, tt := range []struct{ name, value, other string }{
		{"who wrote it", "Jane Smith", "€40.00"},
		{"price", "€40.00", "Jane Smith"},
		{"isbn", "978-3-16-148410-0", "2 April 2025"},
		{"published", "2 April 2025", "978-3-16-148410-0"},
		{"draught", "12.8 m", "Jane Smith"},
		{"website", "https://www.example.com/a", "12.8 m"},
	} {
		asked := Default().New(tt.name, "").Forms()
		if right, wrong := asked.Fits(Default().FormsOf(tt.value)), asked.Fits(Default().FormsOf(tt.other)); right <= wrong {
			t.Errorf("%q fits %s by %.2f and %s by %.2f", tt.name, tt.value, right, tt.other, wrong)
		}
	}
}

// TestKnownWays: names that the paraphrases have for one attribute mean the same, whatever their words.
func TestKnownWays(t *testing.T) {
	m := Default()
	for _, tt := range []struct {
		a, b string
		same float32
	}{
		{"odometer_reading", "Mileage", 1},
		{"how_far_has_it_been_driven", "Mileage", 1},
		{"odometer_reading", "Fuel type", 0},
	} {
		var f [FeatureCount]float32
		if Features(&f, m.New(tt.a, ""), m.New(tt.b, "")); f[SameMeaning] != tt.same || f[OtherMeaning] != 1-tt.same {
			t.Errorf("%q and %q: the same %v, another %v", tt.a, tt.b, f[SameMeaning], f[OtherMeaning])
		}
	}
}

// TestPair takes each label for one name, and is sure of no name that nothing answers.
func TestPair(t *testing.T) {
	m := Default()
	var asked []Asked
	for _, name := range []string{"how_much_does_it_pay", "employing_company", "where_is_it", "shoe_width"} {
		n := m.New(name, "")
		asked = append(asked, Asked{n, n.Forms()})
	}
	var labels []Label
	for _, l := range [][2]string{{"Location", "Carlisle"}, {"Salary", "£52,000"}, {"Employer", "Northmere Utilities plc"}} {
		labels = append(labels, Label{m.New(l[0], ""), m.FormsOf(l[1])})
	}
	want := map[int]int{0: 1, 1: 2, 2: 0}
	for _, p := range Pair(len(asked), len(labels), func(i, j int) float32 { return Score(&asked[i], &labels[j]) }) {
		label, ok := want[p.Asked]
		if sure := m.Sure(&p); ok != (sure > 0.5) || ok && label != p.Label {
			t.Errorf("%v is %v with %.2f", asked[p.Asked].Name.Words, labels[p.Label].Name.Words, sure)
		}
	}
}

// TestWhole spells out what is usually cut short.
func TestWhole(t *testing.T) {
	for short, whole := range map[string]string{"nm": "name", "ttl": "title", "addr": "address", "price": ""} {
		if got := Whole(short); got != whole {
			t.Errorf("%s stands for %q, want %q", short, got, whole)
		}
	}
}
