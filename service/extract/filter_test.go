package extract_test

import (
	"testing"
)

const filterShop = `<!doctype html><html lang="en"><head><title>Lamps - Shop</title></head><body>
<nav><a href="/home">Home</a> <a href="/all">All lamps</a></nav>
<main><h1>Lamps</h1>
<div class="product"><h2><a href="/1">Desk lamp</a></h2><span class="price">$30.00</span> <span class="rating">4.5</span> <span>In stock</span></div>
<div class="product sponsored"><h2><a href="/2">Bright lamp</a></h2><span class="price">$99.00</span> <span class="rating">3.1</span> <span>In stock</span></div>
<div class="product"><h2><a href="/3">Old lamp</a></h2><span class="price">$12.50</span> <span class="rating">4.9</span> <span>Sold out</span></div>
<div class="product"><h2><a href="/4">Floor lamp</a></h2><span class="price">$70.00</span> <span class="rating">3.9</span> <span>In stock</span></div>
<div class="product"><h2><a href="/5">Red lamp</a></h2><span class="price">$20.00</span> <span class="rating">4.1</span> <span>In stock</span></div>
</main>
<footer><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a> <p>Phone: +49 30 1234567</p></footer>
</body></html>`

func TestFilters(t *testing.T) {
	const all = `{"products":[{"name":"Desk lamp"},{"name":"Bright lamp"},{"name":"Old lamp"},{"name":"Floor lamp"},{"name":"Red lamp"}]}`
	tests := []struct{ query, want string }{
		{"{ products[] { name } }", all},
		{"{ products(first three)[] { name } }", `{"products":[{"name":"Desk lamp"},{"name":"Bright lamp"},{"name":"Old lamp"}]}`},
		{"{ products(the first 2 products)[] { name } }", `{"products":[{"name":"Desk lamp"},{"name":"Bright lamp"}]}`},
		{"{ products(only the first)[] { name } }", `{"products":[{"name":"Desk lamp"}]}`},
		{"{ products(top 1)[] { name } }", `{"products":[{"name":"Desk lamp"}]}`},
		{"{ products(last two)[] { name } }", `{"products":[{"name":"Floor lamp"},{"name":"Red lamp"}]}`},
		{"{ products(first 100)[] { name } }", all},
		{"{ products(excluding ads)[] { name } }", `{"products":[{"name":"Desk lamp"},{"name":"Old lamp"},{"name":"Floor lamp"},{"name":"Red lamp"}]}`},
		{"{ products(without sponsored results, first 2)[] { name } }", `{"products":[{"name":"Desk lamp"},{"name":"Old lamp"}]}`},
		{"{ products(excluding ads and first two)[] { name } }", `{"products":[{"name":"Desk lamp"},{"name":"Old lamp"}]}`},
		{"{ products(only in stock)[] { name } }", `{"products":[{"name":"Desk lamp"},{"name":"Bright lamp"},{"name":"Floor lamp"},{"name":"Red lamp"}]}`},
		{"{ products(that are in stock, excluding ads)[] { name } }", `{"products":[{"name":"Desk lamp"},{"name":"Floor lamp"},{"name":"Red lamp"}]}`},
		{"{ products(cheapest)[] { name price(number) } }", `{"products":[{"name":"Old lamp","price":12.5}]}`},
		{"{ products(the cheapest 2)[] { name price(number) } }", `{"products":[{"name":"Old lamp","price":12.5},{"name":"Red lamp","price":20}]}`},
		{"{ products(most expensive)[] { name price } }", `{"products":[{"name":"Bright lamp","price":"$99.00"}]}`},
		{"{ products(lowest price)[] { name price(number) } }", `{"products":[{"name":"Old lamp","price":12.5}]}`},
		{"{ products(highest rated)[] { name rating(number) } }", `{"products":[{"name":"Old lamp","rating":4.9}]}`},
		{"{ products(highest rating 2)[] { name rating(number) } }", `{"products":[{"name":"Old lamp","rating":4.9},{"name":"Desk lamp","rating":4.5}]}`},
		{"{ products(under $25)[] { name price(number) } }", `{"products":[{"name":"Old lamp","price":12.5},{"name":"Red lamp","price":20}]}`},
		{"{ products(price of at least 70)[] { name price(number) } }", `{"products":[{"name":"Bright lamp","price":99},{"name":"Floor lamp","price":70}]}`},
		{"{ products(with rating above 4.2)[] { name rating(number) } }", `{"products":[{"name":"Desk lamp","rating":4.5},{"name":"Old lamp","rating":4.9}]}`},
		{"{ products(excluding red)[] { name } }", `{"products":[{"name":"Desk lamp"},{"name":"Bright lamp"},{"name":"Old lamp"},{"name":"Floor lamp"}]}`},
		{"{ products(cheapest)[] { name } }", `{"products":[{"name":"Old lamp"}]}`},
		{"{ products(over $60)[] { name } }", `{"products":[{"name":"Bright lamp"},{"name":"Floor lamp"}]}`},
		{"{ products(sold out only)[] { name } }", `{"products":[{"name":"Old lamp"}]}`},
		{"{ products(containing floor)[] { name } }", `{"products":[{"name":"Floor lamp"}]}`},
		{"{ links(url, in the footer)[] }", `{"links":["https://shop.example/imprint","https://shop.example/privacy"]}`},
		{"{ links(in the navigation)[] }", `{"links":["https://shop.example/home","https://shop.example/all"]}`},
		{"{ menu_items(in the menu)[] }", `{"menu_items":["Home","All lamps"]}`},
		{"{ phone(in the footer) }", `{"phone":"+49 30 1234567"}`},
		{"{ phone(in the header) }", `{"phone":null}`},
		{"{ price(number, lowest) }", `{"price":12.5}`},

		// What is not understood, or cannot be told from the page, changes nothing.
		{"{ products(made with love)[] { name } }", all},
		{"{ products(first of their kind)[] { name } }", all},
		{"{ products(under 5 moons)[] { name } }", all},
		{"{ products(excluding lamp)[] { name } }", all},
		{"{ products(not too bright)[] { name } }", all},
		{"{ products(the lamps on this page)[] { name } }", all},
	}
	for _, tt := range tests {
		if got := string(run(t, filterShop, "https://shop.example/", tt.query).Data); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.query, got, tt.want)
		}
	}
}

func TestExtremes(t *testing.T) {
	const page = `<table><tr><th>Price</th><td>$9</td></tr></table><p>Price: $5</p><p>Price: $7</p>`
	for query, want := range map[string]string{
		"{ price(number, lowest) }":  `{"price":5}`,
		"{ price(number, highest) }": `{"price":9}`,
		"{ price(lowest) }":          `{"price":"$5"}`,
	} {
		if got := string(run(t, page, "", query).Data); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}
