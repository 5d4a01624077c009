package extract_test

import "testing"

// TestCellParts reads tables whose cells show several things, each dressed in its own way.
func TestCellParts(t *testing.T) {
	customer := func(no, initials, name, email, total string) string {
		return `<tr><td>` + no + `</td><td><div class="av">` + initials + `</div><div><a href="/c/` + no + `">` + name + `</a><span class="sub">` + email + `</span></div></td><td>` + total + `</td></tr>`
	}
	share := func(symbol, firm, last string) string {
		return `<tr><td><a href="/q/` + symbol + `">` + symbol + `</a><div>` + firm + `</div></td><td>` + last + `</td></tr>`
	}
	team := func(pos, name, points string) string {
		return `<tr><td><span class="no">` + pos + `</span><span class="tm">` + name + `</span></td><td>` + points + `</td></tr>`
	}
	place := func(name, north, west string) string {
		return `<tr><td>` + name + `</td><td><span class="geo"><span class="lat">` + north + `</span> <span class="lon">` + west + `</span><span class="dash"> / </span><span class="dec">39.5, 75.8</span></span></td></tr>`
	}
	for _, tt := range []struct{ name, html, query, want string }{
		{"a portrait's letters, a name and an address", `<table><tr><th>Order</th><th>Customer</th><th>Total</th></tr>` + customer("481", "IR", "Ilse Ramaker", "ilse@post.example", "$12.00") + customer("482", "TO", "Tunde Oyelowo", "tunde@post.example", "$42.50") + `</table>`,
			`{ orders[] { order customer email total(number) } }`,
			`{"orders":[{"order":"481","customer":"Ilse Ramaker","email":"ilse@post.example","total":12},{"order":"482","customer":"Tunde Oyelowo","email":"tunde@post.example","total":42.5}]}`},
		{"a symbol over a name", `<table><tr><th>Symbol</th><th>Last Price</th></tr>` + share("SOL.OL", "Solstrand Offshore", "44.02") + share("KVI.OL", "Kvitsund Rederi", "302.50") + `</table>`,
			`{ stocks[] { symbol name last_price(number) } }`,
			`{"stocks":[{"symbol":"SOL.OL","name":"Solstrand Offshore","last_price":44.02},{"symbol":"KVI.OL","name":"Kvitsund Rederi","last_price":302.5}]}`},
		{"the place of a row before its name", `<table><tr><th>Team</th><th>Points</th></tr>` + team("1", "Shildon Athletic", "6") + team("2", "Whitby Mariners", "4") + `</table>`,
			`{ standings[] { rank(integer) team points(integer) founded } }`,
			`{"standings":[{"rank":1,"team":"Shildon Athletic","points":6,"founded":null},{"rank":2,"team":"Whitby Mariners","points":4,"founded":null}]}`},
		{"parts with a stroke between them are one value", `<table><tr><th>Name</th><th>Coordinates</th></tr>` + place("North Mill", "39°31′N", "75°48′W") + place("South Mill", "39°32′N", "75°44′W") + `</table>`,
			`{ mills[] { name coordinates } }`,
			`{"mills":[{"name":"North Mill","coordinates":"39°31′N 75°48′W / 39.5, 75.8"},{"name":"South Mill","coordinates":"39°32′N 75°44′W / 39.5, 75.8"}]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
