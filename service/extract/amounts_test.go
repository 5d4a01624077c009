package extract_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestPricesWithOthers reads what a thing costs beside other amounts.
func TestPricesWithOthers(t *testing.T) {
	for text, want := range map[string]string{
		"£120 incl. £20 VAT":    "120",
		"$5.00 ($1.25/100 g)":   "5",
		"$40 ($15 setup fee)":   "40",
		"$30 (save $20)":        "30",
		"Was $40 now $25":       "25",
		"$40 $25 (-37%)":        "25",
		"$25 (before that $40)": "25",
	} {
		if got, want := answerTo(t, `<h1>Thing</h1><p>Price: `+text+`</p>`, `{ price(number) }`), `{"price":`+want+`}`; got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestPriceInWords gives a price as it stands without what stands beside it: the price that
// was, a deposit, how much less it is.
func TestPriceInWords(t *testing.T) {
	for text, want := range map[string]string{
		"$80 ($20 deposit)":  "$80",
		"$619.00 Save 15%":   "$619.00",
		"$619.00 -15%":       "$619.00",
		"$638.94 $619.00":    "$619.00",
		"638,94 € 619,00 €":  "619,00 €",
		"$10 - $20":          "$10 - $20",
		"$80 per day":        "$80 per day",
		"£120 incl. £20 VAT": "£120 incl. £20 VAT",
	} {
		if got, want := answerTo(t, `<h1>Thing</h1><p>`+text+`</p>`, `{ price }`), `{"price":"`+want+`"}`; got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestPairsBetweenCommas reads a line of several labels or amounts with their values.
func TestPairsBetweenCommas(t *testing.T) {
	for _, test := range []struct{ line, query, want string }{
		{"Calories: 310 kcal, Protein: 18 g, Fat: 9 g", "{ calories protein fat(number) }", `{"calories":"310 kcal","protein":"18 g","fat":9}`},
		{"Per portion: 310 kcal, 18 g protein, 9 g fat", "{ calories(number) protein fat(number) }", `{"calories":310,"protein":"18 g","fat":9}`},
		{"Width: 40 cm; Height: 90 cm; Depth: 30 cm", "{ width height depth }", `{"width":"40 cm","height":"90 cm","depth":"30 cm"}`},
		{"Born: 1950, Died: 2011", "{ born died }", `{"born":"1950","died":"2011"}`},
		{"Colour: red, white, Size: L", "{ colour size }", `{"colour":"red, white","size":"L"}`},
		{"Delivery: We deliver daily, except on these: Sunday, Monday", "{ delivery }", `{"delivery":"We deliver daily, except on these: Sunday, Monday"}`},
		{"Address: 905 Mound St, Madison, WI 53715 Date: 01/16/2025", "{ address date(date) }", `{"address":"905 Mound St, Madison, WI 53715","date":"2025-01-16"}`},
		{"Price: £40 Delivery: 3 days", "{ price delivery }", `{"price":"£40","delivery":"3 days"}`},
		{"Phone 020 7946 0999, Mobile 07700 900123", "{ phone mobile }", `{"phone":"020 7946 0999","mobile":"07700 900123"}`},
	} {
		if got := answerTo(t, `<h1>Sheet</h1><p>`+test.line+`</p>`, test.query); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.line, got, test.want)
		}
	}
}

// TestWhatIsDenied answers no where a page says so.
func TestWhatIsDenied(t *testing.T) {
	html := `<h1>Flat</h1><ul><li>Pets not allowed</li><li>Parking unavailable</li><li>Balcony: none</li><li>Wi-Fi</li></ul>`
	if got, want := answerTo(t, html, `{ pets_allowed(boolean) parking(boolean) balcony(boolean) wifi(boolean) }`), `{"pets_allowed":false,"parking":false,"balcony":false,"wifi":true}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	html = `<h1>Camp</h1><ul><li>Dogs allowed</li><li>No smoking</li><li>✗ Pool</li><li>✓ Sauna</li></ul><p>Breakfast: not included</p>`
	if got, want := answerTo(t, html, `{ dogs_allowed(boolean) smoking(boolean) pool(boolean) sauna(boolean) breakfast(boolean) gym(boolean) }`), `{"dogs_allowed":true,"smoking":false,"pool":false,"sauna":true,"breakfast":false,"gym":null}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestPreformatted keeps the lines of a text whose lines the source breaks.
func TestPreformatted(t *testing.T) {
	html := "<h1>Card</h1><pre>\nName: Anna Berg\nCity: Ulm\nPhone: 0731 555 0134\n</pre>"
	if got, want := answerTo(t, html, `{ name city phone }`), `{"name":"Anna Berg","city":"Ulm","phone":"0731 555 0134"}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestStruckPrices tells what goods cost from what they did cost, however the page strikes it
// through, and reads a price whose digits stand in several elements.
func TestStruckPrices(t *testing.T) {
	whole := func(price string) string { return "$" + price }
	split := func(price string) string {
		dollars, cents, _ := strings.Cut(price, ".")
		return `<i>$</i><span class="w">` + dollars + `</span><sup>.` + cents + `</sup>`
	}
	for _, struck := range []string{`<s>%s</s>`, `<del>%s</del>`, `<span class="line-through">%s</span>`, `<span style="text-decoration: line-through">%s</span>`} {
		for form, price := range map[string]func(string) string{"whole": whole, "split": split} {
			card := func(name, before, now string) string {
				return `<div class="card"><h3><a href="/` + name + `">` + name + `</a></h3><div class="p">` + fmt.Sprintf(struck, price(before)) + ` <b>` + price(now) + `</b></div></div>`
			}
			list := `<h1>Microphones</h1>` + card("Desk stand", "638.94", "619.00") + card("Cable", "660.98", "629.50") + card("Boom", "720.10", "699.99") + card("Filter", "540.00", "499.00")
			single := `<h1>Desk stand</h1><p>A microphone that stands on a desk.</p><div class="p">` + fmt.Sprintf(struck, price("638.94")) + ` <b>` + price("619.00") + `</b></div>`
			for _, test := range []struct{ html, query, want string }{
				{list, `{ products[] { name price old_price } }`, `{"name":"Boom","price":"$699.99","old_price":"$720.10"}`},
				{list, `{ products[] { name price(price) old_price(price) } }`, `{"name":"Boom","price":699.99,"old_price":720.1}`},
				{single, `{ price old_price }`, `{"price":"$619.00","old_price":"$638.94"}`},
				{single, `{ price(price) old_price(price) }`, `{"price":619,"old_price":638.94}`},
			} {
				if got := answerTo(t, test.html, test.query); !strings.Contains(got, test.want) {
					t.Errorf("%s, %s: %s\n got %s\nwant %s", struck, form, test.query, got, test.want)
				}
			}
		}
	}
}

// TestFormerPrices tells what goods cost from what they did cost, where only words or classes say it.
func TestFormerPrices(t *testing.T) {
	card := func(name, prices string) string {
		return `<li><h2><a href="/` + name + `">` + name + `</a></h2>` + prices + `</li>`
	}
	for _, reduced := range []string{
		`<p class="old-price">Regular Price: <span class="price">$189.00</span></p><p class="special-price">Special Price <span class="price">$159.00</span></p>`,
		`<p>Regular Price: <span>$189.00</span></p><p>Special Price <span>$159.00</span></p>`,
		`<span class="price-was">$189.00</span> <span>$159.00</span>`,
	} {
		html := `<h1>Planes</h1><ul>` + card("Smoother", reduced) + card("Block", `<span>$124.50</span>`) + card("Kanna", `<span>$1,275.00</span>`) + `</ul>`
		want := `{"planes":[{"name":"Smoother","price":159,"was_price":189},{"name":"Block","price":124.5,"was_price":null},{"name":"Kanna","price":1275,"was_price":null}]}`
		if got := answerTo(t, html, `{ planes[] { name price(number) was_price(number) } }`); got != want {
			t.Errorf("%s\n got %s\nwant %s", reduced, got, want)
		}
	}
	if got, want := answerTo(t, `<h1>Block</h1><p>Regular price: $124.50</p>`, `{ price(number) }`), `{"price":124.5}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestSeriesInLabels parts a list that stands after its label, with the last two of it.
func TestSeriesInLabels(t *testing.T) {
	for _, test := range []struct{ line, query, want string }{
		{"Colours: red, green and blue", "{ colours[] }", `["red","green","blue"]`},
		{"Colours: red, green, and blue", "{ colours[] }", `["red","green","blue"]`},
		{"Hosts: Imogen Clarke and Dev Patel", "{ hosts[] }", `["Imogen Clarke","Dev Patel"]`},
		{"Ingredients: salt and pepper", "{ ingredients[] }", `["salt and pepper"]`},
		{"Brands: Marks and Spencer", "{ brands[] }", `["Marks and Spencer"]`},
	} {
		if got := answerTo(t, `<h1>Sheet</h1><p>`+test.line+`</p>`, test.query); !strings.HasSuffix(got, ":"+test.want+"}") {
			t.Errorf("%s\n got %s\nwant %s", test.line, got, test.want)
		}
	}
}

// TestEndsOfRange gives each end of a range to the name that asks for it.
func TestEndsOfRange(t *testing.T) {
	for _, names := range [][2]string{{"salary_from", "salary_to"}, {"min_salary", "max_salary"}, {"salary_low", "salary_high"}} {
		got := answerTo(t, `<h1>Engineer</h1><p>Salary: €75,000 – €92,000 a year</p>`, `{ `+names[0]+`(number) `+names[1]+`(number) }`)
		if want := `{"` + names[0] + `":75000,"` + names[1] + `":92000}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
