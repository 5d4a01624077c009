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

// TestWhatIsDenied takes no mark for what says the opposite.
func TestWhatIsDenied(t *testing.T) {
	html := `<h1>Flat</h1><ul><li>Pets not allowed</li><li>Parking unavailable</li><li>Balcony: none</li><li>Wi-Fi</li></ul>`
	if got, want := answerTo(t, html, `{ pets_allowed(boolean) parking(boolean) balcony(boolean) wifi(boolean) }`), `{"pets_allowed":null,"parking":null,"balcony":null,"wifi":true}`; got != want {
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
