package words_test

import (
	"reflect"
	"testing"

	"assay/service/extract/words"
)

func TestSplit(t *testing.T) {
	for name, want := range map[string][]string{
		"num_reviews":    {"num", "reviews"},
		"ratingValue":    {"rating", "value"},
		"HTMLParser":     {"html", "parser"},
		"isbn13":         {"isbn", "13"},
		"Größe (cm)":     {"grosse", "cm"},
		"share_%":        {"share", "percent"},
		"order #":        {"order", "number"},
		"URLs":           {"urls"},
		"Date-de-sortie": {"date", "de", "sortie"},
		"":               {},
	} {
		if got := words.Split(name); !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

// TestLogit: of some labels of a page, the model takes the one that is meant.
func TestLogit(t *testing.T) {
	m := words.Default()
	for _, c := range []struct {
		asked, about string
		called       []string // the first is meant
	}{
		{"stock_keeping_unit", "", []string{"SKU", "In stock", "Unit price", "Brand"}},
		{"who_made_it", "", []string{"Manufacturer", "Model", "Price", "Warranty"}},
		{"how_far_has_it_been_driven", "", []string{"Mileage", "Fuel", "First registration", "Doors"}},
		{"dob", "", []string{"Date of birth", "Place of birth", "Name", "Height"}},
		{"day", "on which the train leaves", []string{"Departure date", "Platform", "Arrival station", "Fare"}},
		{"selling_price", "", []string{"Preis", "Versandkosten", "Marke", "Farbe"}},
		{"arrival", "", []string{"Arrives", "Departs", "Platform", "Fare"}},
		{"net_weight", "", []string{"Net weight", "Gross weight", "Height", "Width"}},
		{"zip", "", []string{"Postleitzahl", "Stadt", "Telefon", "Land"}},
	} {
		asked := m.New(c.asked, c.about)
		right := words.Logit(asked, m.New(c.called[0], ""))
		for _, other := range c.called[1:] {
			if l := words.Logit(asked, m.New(other, "")); l >= right {
				t.Errorf("%s (%s): %q is as likely meant as %q: %.2f, %.2f", c.asked, c.about, other, c.called[0], l, right)
			}
		}
	}
}

// TestNothing: what has no words is no match, and does no harm.
func TestNothing(t *testing.T) {
	m := words.Default()
	for _, name := range []string{"", "()", "\xff", "日本語", "zzqxj"} {
		if l := words.Logit(m.New(name, name), m.New("price", "")); l > 0 {
			t.Errorf("%q means the price with odds of %.2f", name, l)
		}
	}
}

// BenchmarkLogit compares two names that are ready.
func BenchmarkLogit(b *testing.B) {
	m := words.Default()
	x, y := m.New("how_far_has_it_been_driven", ""), m.New("Mileage", "")
	for b.Loop() {
		words.Logit(x, y)
	}
}
