package extract_test

import (
	"strings"
	"testing"
)

// TestSources asks for one value that a page gives in one way only.
func TestSources(t *testing.T) {
	tests := []struct{ name, html, query, want string }{
		{"author's page", `<h1>A long title here</h1><div><a href="/autoren/anna-lee-12">Anna Lee</a></div><p>Text of it.</p>`, `{ author }`, `{"author":"Anna Lee"}`},
		{"line that begins with by", `<h1>Ein Titel</h1><p class="x1">Von Anna Lee</p><p>Und mehr Text.</p>`, `{ author }`, `{"author":"Anna Lee"}`},
		{"several authors", `<h1>A title</h1><p>By Anna Lee and Karl Maier</p>`, `{ authors[] }`, `{"authors":["Anna Lee","Karl Maier"]}`},
		{"name beside other links", `<h1>A title</h1><p class="author">By <a href="/a">Anna Lee</a><a href="https://t.example">Twitter</a></p>`, `{ author }`, `{"author":"Anna Lee"}`},
		{"no author in running text", `<h1>A title</h1><p>By the end of the day all was well, and nobody had seen it.</p>`, `{ author }`, `{"author":null}`},
		{"sum of stages", `<h1>Soup</h1><ul><li>Prep: 5 mins</li><li>Cooking: 1 hr 15 mins</li></ul>`, `{ total_time(integer, minutes) }`, `{"total_time":80}`},
		{"total beside stages", `<h1>Soup</h1><p>Prep time: 5 min</p><p>Cook time: 10 min</p><p>Total time: 20 min</p>`, `{ total_time(integer, minutes) }`, `{"total_time":20}`},
		{"street in a sentence", `<h1>Contact</h1><p>Our shop is at 363 Example Road, Unit 4, Toronto. When your goods are ready we call you.</p>`, `{ street_address }`, `{"street_address":"363 Example Road, Unit 4, Toronto"}`},
		{"no street without a number", `<h1>About</h1><p>We work on Main Street projects of all kinds for all people.</p>`, `{ street_address }`, `{"street_address":null}`},
		{"hours in a sentence", `<h1>Us</h1><p>We are glad of every visit you make to this shop of ours in town. We are open Monday - Friday from 9 am to 5 pm. Parking is behind the house, and there is a bus stop too, a few steps away from the door.</p>`, `{ opening_hours }`, `{"opening_hours":"We are open Monday - Friday from 9 am to 5 pm"}`},
		{"no hours in a day alone", `<h1>Us</h1><p>See you on Monday for the grand tour.</p>`, `{ opening_hours }`, `{"opening_hours":null}`},
		{"brand over the heading", `<title>Acme Blue mug</title><header><h2>Acme</h2></header><h1>Blue mug</h1><p>A mug.</p>`, `{ brand }`, `{"brand":"Acme"}`},
		{"current price of two", `<h1>Mug</h1><div class="price">40,00 € 25,50 €</div>`, `{ price(number) }`, `{"price":25.5}`},
		{"numbers of tabs", `<nav><ul><li><a href="/i">Issues <span>58</span></a></li><li><a href="/p">Pull requests <span>7</span></a></li></ul></nav><h1>sift</h1>`, `{ issues(integer) number_of_pull_requests(integer) }`, `{"issues":58,"number_of_pull_requests":7}`},
		{"time of the last change", `<h1>Departures</h1><p>Last updated 06:41</p>`, `{ last_updated }`, `{"last_updated":"06:41"}`},
		{"no body for a word of it", `<title>Jackets | Fellmont Outdoors</title><h1>Jackets</h1><p>© 2024 Fellmont Outdoors Ltd</p>`, `{ store_locator }`, `{"store_locator":null}`},
		{"address after a firm", `<h1>Pricing</h1><footer><p>Boxwood B.V., Keizersgracht 8, 1015 CN Amsterdam</p></footer>`, `{ company_address }`, `{"company_address":"Keizersgracht 8, 1015 CN Amsterdam"}`},
		{"links after a label", `<h1>Forum</h1><p><strong>Moderators:</strong> <a href="/u/ann">ann</a>, <a href="/u/bob">bob</a></p><ul><li><a href="/t/1">Forum rules, read first</a></li><li><a href="/t/2">Home charger comparison</a></li></ul>`, `{ moderators[] { name url } }`, `{"moderators":[{"name":"ann","url":"/u/ann"},{"name":"bob","url":"/u/bob"}]}`},
		{"organization by its domain", `<title>Contact us | Bolt and Sons | Home</title><h1>Contact</h1><p>Write to info@boltandsons.example</p>`, `{ organization }`, `{"organization":"Bolt and Sons"}`},
		{"class with a hash", `<h1>A title</h1><span class="Story_authorName__x3F9k">Anna Lee</span>`, `{ author }`, `{"author":"Anna Lee"}`},
		{"heading of the page, not of a box", `<title>Why tutoring works - Site</title><h1>Leadership</h1><article><h1>Why tutoring works</h1><p>Text.</p></article>`, `{ title }`, `{"title":"Why tutoring works"}`},
		{"zero of clocks is no date", `<script type="application/ld+json">{"@type":"Article","headline":"T","datePublished":"1970-01-01T00:00:00Z"}</script><h1>T</h1>`, `{ published(date) }`, `{"published":null}`},
		{"ingredients with amounts", `<h1>Soup</h1><h2>Ingredients</h2><ul><li>eggs – the fresher the better</li><li>salt – any you like</li></ul><div class="card"><h3>Ingredients</h3><ul><li>2 eggs</li><li>1 tsp salt</li></ul></div>`, `{ ingredients[] }`, `{"ingredients":["2 eggs","1 tsp salt"]}`},
		{"variants of which one is to be had", `<script type="application/ld+json">[{"@type":"Product","name":"Boots","sku":"B-35","offers":{"@type":"Offer","price":"69.95","availability":"http://schema.org/OutOfStock"}},{"@type":"Product","name":"Boots","sku":"B-36","offers":{"@type":"Offer","price":"69.95","availability":"http://schema.org/InStock"}}]</script><h1>Boots</h1>`, `{ sku in_stock(boolean) }`, `{"sku":"B-36","in_stock":true}`},
		{"variants of which none is", `<script type="application/ld+json">[{"@type":"Product","name":"Boots","sku":"B-35","offers":{"@type":"Offer","availability":"OutOfStock"}},{"@type":"Product","name":"Boots","sku":"B-36","offers":{"@type":"Offer","availability":"SoldOut"}}]</script><h1>Boots</h1>`, `{ sku in_stock(boolean) }`, `{"sku":"B-35","in_stock":false}`},
		{"dish, not who comments on it", `<title>Potato pie</title><h1>Potato pie</h1><p>Good for four.</p><ol class="comments">` + strings.Repeat(`<li><div class="vcard"><b class="fn">Erin</b></div><p>Thank you!</p></li>`, 12) + `</ol>`, `{ recipe { dish_name(the name of the dish) total_time } }`, `{"recipe":{"dish_name":"Potato pie","total_time":null}}`},
		{"tags under a heading in words", `<h1>Rates fall</h1><p>The bank cut its rates.</p><div><h4>Mehr lesen über</h4><ul><li><a href="/a">Festgeld</a></li><li><a href="/b">Zinsen</a></li></ul></div>`, `{ tags[] }`, `{"tags":["Festgeld","Zinsen"]}`},
		{"tags that say what they are", `<script type="application/ld+json">{"@type":"NewsArticle","headline":"T","keywords":["Day: Friday","Page Type: Article","Medium","Subject: Justice","Subject: Politics","8f507083-bac4-423a-9015-2eb31e1bce50"]}</script><h1>T</h1>`, `{ topics[] }`, `{"topics":["Justice","Politics"]}`},
		{"tags beside those of the machine", `<script type="application/ld+json">{"@type":"NewsArticle","headline":"T","keywords":["100312362","India","Category: News","NLP Category: Politics","Type: Story","Kashmir"]}</script><h1>T</h1>`, `{ topics[] }`, `{"topics":["India","Kashmir"]}`},
		{"title cut into words is no tags", `<title>Six people die in the forest fire</title><meta name="keywords" content="six,people,die,forest,fire"><h1>Six people die in the forest fire</h1><p>Text of it.</p><ul class="tags"><li><a href="/f">Fires</a></li><li><a href="/s">Spain</a></li></ul>`, `{ tags[] }`, `{"tags":["Fires","Spain"]}`},
		{"state", `<title>Blue mug</title><h1>Blue mug</h1><script id="__NEXT_DATA__" type="application/json">{"p":{"name":"Blue mug","sku":"M-17","n":1}}</script>`, `{ sku }`, `{"sku":"M-17"}`},
		{"microformat", `<div class="h-entry"><h1 class="p-name">T</h1><p class="p-author h-card"><span class="p-name">Ann Lee</span> <i class="p-role">x</i></p></div>`, `{ author }`, `{"author":"Ann Lee"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(run(t, tt.html, "", tt.query).Data); got != tt.want {
				t.Errorf("%s\n got %s\nwant %s", tt.query, got, tt.want)
			}
		})
	}
}

// TestRowsOfARecord has records that are three table rows each, told apart by how
// their first row is built.
func TestRowsOfARecord(t *testing.T) {
	html := `<h1>Topic</h1><table>`
	for _, p := range [][3]string{{"ann", "11.06.2020", "I have been to the sea and it was blue as can be."}, {"bob", "12.06.2020", "Mine was green, which is how I like it best of all."}, {"cid", "13.06.2020", "You should both go to the mountains, where the air is."}} {
		html += `<tr><td rowspan="3"><a href="?user_profile=` + p[0] + `">` + p[0] + `</a><p>` + p[1] + `, 16:22</p></td><td><b>Re</b></td></tr><tr><td>` + p[2] + `</td></tr><tr><td><a href="#">reply</a></td></tr>`
	}
	html += `</table>`
	want := `{"posts":[{"date":"2020-06-11","text":"I have been to the sea and it was blue as can be."},{"date":"2020-06-12","text":"Mine was green, which is how I like it best of all."},{"date":"2020-06-13","text":"You should both go to the mountains, where the air is."}]}`
	if got := string(run(t, html, "", `{ posts[] { date(date) text } }`).Data); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestTrailByPath has breadcrumbs that nothing names: links over the heading that
// lead to the directories the page is in.
func TestTrailByPath(t *testing.T) {
	html := `<link rel="canonical" href="https://a.example/sport/football/a-match"><nav><a href="/news">News</a> <a href="/sport">Sport</a></nav>
		<div><a href="/sport">Sport</a><a href="/sport/football">Football</a></div><h1>A match</h1><p>Text.</p>`
	want := `{"breadcrumbs":[{"name":"Sport"},{"name":"Football"}]}`
	if got := string(run(t, html, "", `{ breadcrumbs[] { name } }`).Data); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
