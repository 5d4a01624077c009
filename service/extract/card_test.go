package extract_test

import (
	"strings"
	"testing"
)

// TestCards keeps the prices of other products apart from the page's own, whatever
// their elements are called.
func TestCards(t *testing.T) {
	card := func(name, price string) string {
		return `<article class="tile"><a href="/p/` + name + `"><img src="/` + name + `.jpg" alt="` + name + `"> ` + name + `</a> <p class="price">` + price + `</p></article>`
	}
	html := `<title>Steel watch</title><h1>Steel watch</h1><div class="buy"><span>€259.00</span> <button>Add to cart</button></div><p>A watch of steel, made to last, with a strap of the same.</p>` +
		`<div class="row">` + card("Linen dress", "€19.99") + card("Cotton sheet", "€29.99") + card("Silk scarf", "€39.99") + `</div>`
	if got, want := answerTo(t, html, `{ price(number) }`), `{"price":259}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestCardsOverLinks prefers, for a list of things, the boxes that show them to the
// links of a menu or of a sentence, though those have more telling names.
func TestCardsOverLinks(t *testing.T) {
	html := `<title>Best shoes</title><h1>Best shoes</h1>`
	for _, name := range []string{"Ghost 17", "Clifton 10", "Bondi 9", "Nova 5"} {
		html += `<section class="k1"><h3><a href="/shoe">` + name + `</a></h3><img src="/shoe.jpg"><p>Runs well on the road, and lasts for a year at least.</p><a class="btn" href="/shop">Shop men's</a></section>`
	}
	html += `<p>See also <a class="item" href="/a">Socks</a>, <a class="item" href="/b">Hats</a>, <a class="item" href="/c">Belts</a> and <a class="item" href="/d">Gloves</a>.</p>`
	got := answerTo(t, html, `{ items[] { name } }`)
	if want := `{"items":[{"name":"Ghost 17"},{"name":"Clifton 10"},{"name":"Bondi 9"},{"name":"Nova 5"}]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestReplies reads a comment without the replies within it.
func TestReplies(t *testing.T) {
	one := func(id, name, text, rest string) string {
		return `<li class="comment depth-1" id="comment-` + id + `"><p class="by">` + name + `</p>` + text + rest + `</li>`
	}
	stars := `<span class="stars" aria-label="5 out of 5 stars"></span>`
	reply := `<ol class="children"><li class="comment depth-2" id="comment-9"><p class="by">Owner</p>` + stars + `<div class="text">Glad that you liked it so much.</div></li></ol>`
	html := `<h1>Soup</h1><ol class="comments">` +
		one("1", "Ann", `<div class="text">A fine soup for a cold day in winter.</div>`, reply) +
		one("2", "Bob", stars+`<div class="text">I have made it twice within a week.</div>`, "") +
		one("3", "Cid", stars+`<div class="text">It needs more salt, and a bit of lemon.</div>`, "") + `</ol>`
	got := answerTo(t, html, `{ comments[] { author rating(number) text } }`)
	if want := `{"author":"Ann","rating":null,"text":"A fine soup for a cold day in winter."}`; !strings.Contains(got, want) {
		t.Errorf("%s\nlacks %s", got, want)
	}
}

// TestTags leaves out how many pages have a tag, and takes no text of an article
// for tags because its class has them.
func TestTags(t *testing.T) {
	html := `<article class="post tag-weather"><h1>Late frost</h1><ul><li>First saint</li><li>Second saint</li></ul><p>Late frost comes in the middle of May, as every gardener knows, and goes as it came.</p>` +
		`<div class="tags"><a href="/t/1">Weather 1204</a> <a href="/t/2">Garden 63</a> <a href="/t/3">Spring 7</a></div></article>`
	if got, want := answerTo(t, html, `{ tags[] }`), `{"tags":["Weather","Garden","Spring"]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestProductCodes tells codes from names and from how long a guarantee lasts.
func TestProductCodes(t *testing.T) {
	html := `<h1>Weather station</h1><dl><dt>SKU</dt><dd>GARNI 570 EASY</dd><dt>Manufacturer</dt><dd>3 years</dd></dl><p>Manufacturer: Garni</p><p>Shows the weather of today.</p>`
	if got, want := answerTo(t, html, `{ sku manufacturer }`), `{"sku":"GARNI 570 EASY","manufacturer":"Garni"}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := answerTo(t, `<h1>Pen</h1><p class="sku">Art.1049084</p>`, `{ sku }`), `{"sku":"1049084"}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestPriceWhereOneBuys takes the price from the form in which a thing is bought.
func TestPriceWhereOneBuys(t *testing.T) {
	html := `<h1>Oak bench</h1><p>It stands in any weather, seats three and is made to order in our workshop by the river.</p>` +
		`<form action="/bid"><p><span>£115.00</span></p><label>Your bid <input name="bid"></label><button>Place bid</button></form>` +
		`<p>It comes in parts, and a drawing shows which of them goes where.</p><div>£27.02</div><p>Express delivery to any address on the mainland.</p>`
	if got, want := answerTo(t, html, `{ product_price(number) }`), `{"product_price":115}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestAddressForms takes no labels of an address for one.
func TestAddressForms(t *testing.T) {
	html := `<title>Ace Braces</title><h1>Ace Braces</h1><p class="address">Street: Town: Country:</p><p>12 Mill Lane, Portlaoise</p>`
	if got, want := answerTo(t, html, `{ address }`), `{"address":"12 Mill Lane, Portlaoise"}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
