package extract_test

import (
	"strings"
	"testing"
)

// TestRecordCards reads cards as shops, blogs and boards make them.
func TestRecordCards(t *testing.T) {
	card := func(class, href, brand, name, price, rated string) string {
		return `<div class="card ` + class + `"><a class="ovl" href="` + href + `"></a><div class="info ` + class + `"><div class="t1"><a href="` + href + `"><span class="x1">` + brand + `</span> <span class="x2">` + name + `</span></a></div><div class="product-price">` + price + `</div><span class="sr">` + rated + `</span></div></div>`
	}
	packs := `<h1>Packs</h1><div class="grid">` +
		card("is-new", "/p/1", "Ostra", "Rook 65", "$205", "18 reviews with an average rating of 4.3 out of 5 stars") +
		card("is-new", "/p/2", "Ostra", "Atmos", "$370", "134 reviews with an average rating of 4.4 out of 5 stars") +
		card("", "/p/3", "Grego", "Paragon 48", "$179", "3 reviews with an average rating of 5.0 out of 5 stars") +
		card("is-sale", "/p/4", "Grego", "Maven", "$148", "5 reviews with an average rating of 4.8 out of 5 stars") + `</div>`
	post := func(title, by, date string) string {
		return `<div class="post"><h4><a href="/n/` + strings.ToLower(title[:3]) + `">` + title + `</a></h4><div class="area"><div class="area--name">By <a class="author url fn" href="/by/` + strings.ToLower(by[:3]) + `">` + by + `</a></div><div class="area--date">` + date + `</div></div></div>`
	}
	posts := post("Cable bills rise", "Logan Jones", "Dec 17, 2025") + post("Deals of the week", "Alex Vejar", "Dec 15, 2025") + post("Fubo goes dark", "Eric Chiu", "Nov 25, 2025")
	event := func(name, href, day, price string) string {
		return `<section class="ev"><a href="` + href + `"><h3>` + name + `</h3></a><p>` + day + `</p><p class="price">` + price + `</p></section>`
	}
	cost := func(service, low, high string) string {
		return `<tr><td><b>30060, Marietta - May 12, 2021</b><h3>` + service + `</h3>` + low + ` - ` + high + ` fixed fee<br>Reported by: <span>Research Team</span></td></tr>`
	}
	deep := func(name, price, count string) string {
		filler := ""
		for i := range 100 {
			filler += `<i class="w` + strings.Repeat("x", i) + `">.` + `</i>`
		}
		return `<div class="item"><h3>` + name + `</h3><p class="price">` + price + `</p>` + filler + `<p><b>` + count + `</b> Reviews</p></div>`
	}
	quoted := func(text, name string) string {
		return `<blockquote><p>` + text + `</p><footer class="name">— ` + name + `</footer></blockquote>`
	}
	for _, tt := range []struct{ name, html, query, want string }{
		{"a count at the end of records of many parts", `<h1>Cameras</h1>` + deep("R100", "$549", "80") + deep("R50 V", "$619", "27") + deep("a7 V", "$2,898", "47"),
			`{ cameras[] { name price(number) number_of_reviews(integer) } }`,
			`{"cameras":[{"name":"R100","price":549,"number_of_reviews":80},{"name":"R50 V","price":619,"number_of_reviews":27},{"name":"a7 V","price":2898,"number_of_reviews":47}]}`},
		{"profiles on networks", `<h1>Innux</h1><p>Write to us.</p><footer><a href="https://www.facebook.com/innux"><i class="ico"></i></a> <a href="https://www.linkedin.com/company/innux-ltd/"><i class="ico"></i></a> <a href="https://www.facebook.com/sharer.php?u=x">Share</a> <a href="/imprint">Imprint</a></footer>`,
			`{ social_media[] { platform url handle } social_links[] }`,
			`{"social_media":[{"platform":"Facebook","url":"https://www.facebook.com/innux","handle":"innux"},{"platform":"LinkedIn","url":"https://www.linkedin.com/company/innux-ltd/","handle":"innux-ltd"}],"social_links":["https://www.facebook.com/innux","https://www.linkedin.com/company/innux-ltd/"]}`},
		{"names under quotations", `<h1>Reviews</h1>` + quoted("The best class I have ever been to, calm and kind.", "Abbie Y.") + quoted("A fantastic teacher, and a lovely person too.", "Lizzie W."),
			`{ reviews[] { name text } }`,
			`{"reviews":[{"name":"Abbie Y.","text":"The best class I have ever been to, calm and kind."},{"name":"Lizzie W.","text":"A fantastic teacher, and a lovely person too."}]}`},
		{"cards in other states, the link around them, the brand before the name, a spoken rating", packs,
			`{ products[] { brand name price(number) rating(number) reviews(integer) url } }`,
			`{"products":[{"brand":"Ostra","name":"Ostra Rook 65","price":205,"rating":4.3,"reviews":18,"url":"/p/1"},{"brand":"Ostra","name":"Ostra Atmos","price":370,"rating":4.4,"reviews":134,"url":"/p/2"},{"brand":"Grego","name":"Grego Paragon 48","price":179,"rating":5,"reviews":3,"url":"/p/3"},{"brand":"Grego","name":"Grego Maven","price":148,"rating":4.8,"reviews":5,"url":"/p/4"}]}`},
		{"the post's address, not its author's", `<h1>News</h1>` + posts,
			`{ news[] { title author date url } }`,
			`{"news":[{"title":"Cable bills rise","author":"Logan Jones","date":"Dec 17, 2025","url":"/n/cab"},{"title":"Deals of the week","author":"Alex Vejar","date":"Dec 15, 2025","url":"/n/dea"},{"title":"Fubo goes dark","author":"Eric Chiu","date":"Nov 25, 2025","url":"/n/fub"}]}`},
		{"posts for wide screens, and again for narrow ones", `<h1>News</h1><div class="wide">` + posts + `</div><div class="narrow">` + posts + `</div>`,
			`{ news[] { title date } }`,
			`{"news":[{"title":"Cable bills rise","date":"Dec 17, 2025"},{"title":"Deals of the week","date":"Dec 15, 2025"},{"title":"Fubo goes dark","date":"Nov 25, 2025"}]}`},
		{"what structured data lacks, from the cards", `<script type="application/ld+json">{"@context":"https://schema.org","@type":"ItemList","itemListElement":[` +
			`{"@type":"ListItem","item":{"@type":"Event","name":"Tech Writing","startDate":"2026-04-01","url":"https://e.example/e/1","location":{"@type":"VirtualLocation","url":"https://e.example/live"},"organizer":{"@type":"Organization","name":"Write Club"}}},` +
			`{"@type":"ListItem","item":{"@type":"Event","name":"Data Night","startDate":"2026-04-11","url":"https://e.example/e/2","organizer":{"@type":"Organization","name":"Data Guild"}}}]}</script><h1>Events</h1>` +
			event("Tech Writing", "/e/1", "Wed, Apr 1", "$12") + event("Data Night", "/e/2", "Sat, Apr 11", "$20"),
			`{ events[] { title organizer venue price(number) } }`,
			`{"events":[{"title":"Tech Writing","organizer":"Write Club","venue":null,"price":12},{"title":"Data Night","organizer":"Data Guild","venue":null,"price":20}]}`},
		{"what a record is about, asked for in a word of its own", `<h1>Costs</h1><table>` + cost("Charger installation", "$151", "$246") + cost("Panel upgrade", "$1,725", "$2,275") + cost("Fixture installation", "$123", "$140") + `</table>`,
			`{ costs[] { service price_low(number) price_high(number) } }`,
			`{"costs":[{"service":"Charger installation","price_low":151,"price_high":246},{"service":"Panel upgrade","price_low":1725,"price_high":2275},{"service":"Fixture installation","price_low":123,"price_high":140}]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
