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
	cost := func(service, low, high string) string {
		return `<tr><td><b>30060, Marietta - May 12, 2021</b><h3>` + service + `</h3>` + low + ` - ` + high + ` fixed fee<br>Reported by: <span>Research Team</span></td></tr>`
	}
	feed := func(title, by, date string) string {
		return `<li><h3><a href="/n/` + strings.ToLower(title[:3]) + `">` + title + `</a></h3><span class="label">By <a rel="author" href="/editors/x/">` + by + `</a> &#8226;</span> <span class="label">` + date + `</span></li>`
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
		{"when, beside who", `<h1>Dive</h1><ul>` + feed("House passes bill", "Makenzie Holland", "Dec. 19, 2025") + feed("Oracle defends spree", "Matt Ashare", "Dec. 11, 2025") + feed("Snowflake deepens ties", "Lindsey Wilkinson", "Dec. 4, 2025") + `</ul>`,
			`{ articles[] { headline author date } }`,
			`{"articles":[{"headline":"House passes bill","author":"Makenzie Holland","date":"Dec. 19, 2025"},{"headline":"Oracle defends spree","author":"Matt Ashare","date":"Dec. 11, 2025"},{"headline":"Snowflake deepens ties","author":"Lindsey Wilkinson","date":"Dec. 4, 2025"}]}`},
		{"notes of a recipe, not of its ingredients nor its score, and its nutrition, not what goes in", `<h1>Waffles</h1><div class="rating"><span class="note">4.78</span></div><ul class="ingredients"><li><span class="ingredient-amount">2</span> <span class="ingredient-name">cups oats</span> <span class="ingredient-notes">gluten free</span></li><li><span class="ingredient-amount">1</span> <span class="ingredient-name">banana</span> <span class="ingredient-notes">with brown spots</span></li><li><span class="ingredient-amount">3</span> <span class="ingredient-name">eggs</span> <span class="ingredient-notes">at room temperature</span></li></ul><div class="recipe-notes"><h3>Notes</h3><ul><li>Some irons need oil.</li><li>Keeps for two days.</li></ul></div><div class="nutrition"><div class="nutrient"><span class="label">Calories</span> <span class="value">150 kcal</span></div><div class="nutrient"><span class="label">Protein</span> <span class="value">5 g</span></div><div class="nutrient"><span class="label">Fat</span> <span class="value">4 g</span></div></div>`,
			`{ notes[] nutrition_facts[] { name amount } }`,
			`{"notes":["Some irons need oil.","Keeps for two days."],"nutrition_facts":[{"name":"Calories","amount":"150 kcal"},{"name":"Protein","amount":"5 g"},{"name":"Fat","amount":"4 g"}]}`},
		{"links under the heading that names them", `<h1>Fetch</h1><ul><li><a href="#m">Setting the method</a></li><li><a href="#b">Setting a body</a></li><li><a href="#h">Setting headers</a></li></ul><h2 id="m">Setting the method</h2><p>By default it is GET, see <a href="/get">GET</a>.</p><h2 id="b">Setting a body</h2><p>It is the payload of the request.</p><h2 id="h">Setting headers</h2><p>They tell about the request.</p><section><h2 id="s"><a href="#s">See also</a></h2><ul><li><a href="/sw">Service workers</a></li><li><a href="/st">Streams</a></li></ul></section><footer><a href="/about">About</a></footer>`,
			`{ see_also[] { title url } }`,
			`{"see_also":[{"title":"Service workers","url":"/sw"},{"title":"Streams","url":"/st"}]}`},
		{"a table of contents is nothing else to see", `<h1>Fetch</h1><ul><li><a href="#m">Setting the method</a></li><li><a href="#b">Setting a body</a></li><li><a href="#h">Setting headers</a></li></ul><h2 id="m">Setting the method</h2><p>By default it is GET.</p><h2 id="b">Setting a body</h2><p>It is the payload of the request.</p><h2 id="h">Setting headers</h2><p>They tell about the request.</p>`,
			`{ see_also[] { title url } }`,
			`{"see_also":[]}`},
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
