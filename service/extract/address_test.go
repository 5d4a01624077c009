package extract_test

import "testing"

// TestWrittenAddresses finds addresses by the forms in which pages write them.
func TestWrittenAddresses(t *testing.T) {
	for _, tt := range []struct{ name, html, query, want string }{
		{"a place that is asked for as an address", `<ul><li><a href="/where">Our Locations</a></li></ul><p>4410 Larch Street<br>Houston, Texas 77055</p>`, `{ location(street address) }`, `{"location":"4410 Larch Street, Houston, Texas 77055"}`},
		{"lines that end in commas", `<div>Clonmore House,<br>Portlaw Road,<br>Tullamore,<br>Co. Offaly<br><br><b>Telephone:</b> 057 555 0142</div>`, `{ address }`, `{"address":"Clonmore House, Portlaw Road, Tullamore, Co. Offaly"}`},
		{"the kind of street comes first", `<div><b>Sede</b><br>Rua Luís Coutinho,<br>Nº 60, 1º Andar<br>4745-330 Trofa</div>`, `{ street_address  phone }`, `{"street_address":"Rua Luís Coutinho, Nº 60, 1º Andar, 4745-330 Trofa","phone":null}`},
		{"a number with letters, in a line of other things", `<p>N112 W16700 Mequon Road, Germantown, WI 53022 / Ph: (262) 555-0142 / info@builders.example / Home</p>`, `{ address }`, `{"address":"N112 W16700 Mequon Road, Germantown, WI 53022"}`},
		{"no number alone", `<footer><p><b>SourceWay</b><br>8848 Larch Street<br>Houston, Texas 77055<br>Phone: 713-555-0142</p></footer>`, `{ street_address }`, `{"street_address":"8848 Larch Street, Houston, Texas 77055"}`},
		{"a number and a name over a town with its code", `<h1>Clinic</h1><div>22 Quarry Rise</div><div>Dundee DD2 4LN</div>`, `{ address }`, `{"address":"22 Quarry Rise, Dundee DD2 4LN"}`},
		{"a telephone number with its area code", `<p>Part <a href="/parts/1">770-4412</a></p><p>Ring us on 212.555.0142</p>`, `{ phone }`, `{"phone":"212.555.0142"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
