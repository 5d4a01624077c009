package find

import (
	"strings"
	"testing"
)

func TestPostalAt(t *testing.T) {
	for _, tt := range []struct{ parts, street, city, state, code string }{
		{"Hafenstraße 27b|24103 Kiel", "Hafenstraße 27b", "Kiel", "", "24103"},
		{"12 rue Tupin|69002 Lyon", "12 rue Tupin", "Lyon", "", "69002"},
		{"17 Old Street|Ludlow SY8 1NP", "17 Old Street", "Ludlow", "", "SY8 1NP"},
		{"4 Mill Yard|Kendal|LA9 4AB", "4 Mill Yard", "Kendal", "", "LA9 4AB"},
		{"2201 S 19th St|Tacoma|WA 98405", "2201 S 19th St", "Tacoma", "WA", "98405"},
		{"The song was number one|1984 Summer", "", "", "", ""},
		{"Version 2|12345 Downloads today only here now", "", "", "", ""},
		{"Call us|0800 111", "", "", "", ""},
	} {
		parts := strings.Split(tt.parts, "|")
		a, ok := postalAt(parts, len(parts)-1)
		if want := (postalAddress{tt.street, tt.city, tt.state, tt.code}); ok != (want.code != "") || ok && a != want {
			t.Errorf("%s: %+v, %v", tt.parts, a, ok)
		}
	}
}
