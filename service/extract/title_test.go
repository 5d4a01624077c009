package extract_test

import "testing"

// TestNamesOfKinds finds what says of which kind it is, tiles of figures, and what a
// sentence says of a number.
func TestNamesOfKinds(t *testing.T) {
	tile := func(label, amount, remark string) string {
		return `<div class="x"><p class="a">` + label + `</p><p class="b">` + amount + `</p><p class="c">` + remark + `</p></div>`
	}
	for _, tt := range []struct{ name, html, query, want string }{
		{"tiles with a remark on each figure", `<h1>Overview</h1><div>` + tile("Orders today", "46", "▼ 3.1% vs last week") + tile("Average order value", "$74.31", "▲ 8.0% vs last week") + `</div>`,
			`{ orders_today(integer) avg_order_value(number) }`, `{"orders_today":46,"avg_order_value":74.31}`},
		{"a number in one of the sentences of a line", `<h1>Savings</h1><footer><p>Eden Society is authorised by the regulator. Registration number 206077.</p></footer>`,
			`{ reg_number }`, `{"reg_number":"206077"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
