package extract_test

import "testing"

// TestSubject reads what a page is about from its heading, or from what stands in for one.
func TestSubject(t *testing.T) {
	const trail = `<div class="path"><a href="/">Home</a> &gt; <a href="/fiat">Fiat</a> &gt; <a href="/fiat/panda">Panda</a> &gt; 4x4</div>`
	for _, tt := range []struct{ name, html, query, want string }{
		{"a year that ends a heading", `<title>The Long Ferry (2008)</title><h1>The Long Ferry <span>(<a href="/2008">2008</a>)</span></h1>`, `{ title }`, `{"title":"The Long Ferry"}`},
		{"who wrote it", `<title>Books: Bread at Dawn, by Ann Lee</title><h1>Bread at Dawn<em>by <a href="/a">Ann Lee</a>, Sam Roe</em></h1>`, `{ title }`, `{"title":"Bread at Dawn"}`},
		{"a smaller line", `<title>Kestrel 40 | Oakshop</title><h1><span>Kestrel 40 <small>now with more pockets</small></span></h1>`, `{ name }`, `{"name":"Kestrel 40"}`},
		{"a heading that the title has whole", `<title>Kestrel 40 Mark II | Oakshop</title><h1>Kestrel 40 <small>Mark II</small></h1>`, `{ name }`, `{"name":"Kestrel 40 Mark II"}`},
		{"no heading, but a part of the title", `<title>Guide ((( Dust and Silver > Overview )))</title><table><tr><td class="x"><span>Dust and Silver</span></td><td>4 stars</td></tr></table><p>Overview of all that rusts.</p>`, `{ movie { name } }`, `{"movie":{"name":"Dust and Silver"}}`},
		{"the title's words in another order", `<title>League : Players : Lee, Anton</title><div class="n2">ANTON LEE</div><p>Height 194 cm</p>`, `{ full_name }`, `{"full_name":"ANTON LEE"}`},
		{"a heading of lower level like the title", `<title>2010 Fiat Panda Research: Ratings | Motors</title><h4>News</h4><h2>2010 <span>Fiat</span> Panda Sport</h2><p>A small car.</p>`, `{ vehicle_name }`, `{"vehicle_name":"2010 Fiat Panda Sport"}`},
		{"a name of a part", `<title>Salt Road</title><h1>Salt Road</h1><p>Publisher: Mill Press</p>`, `{ publisher pages(integer) series_name city_name }`, `{"publisher":"Mill Press","pages":null,"series_name":null,"city_name":null}`},
		{"a name by what it is, beside a title", `<title>Night of the boats</title><h1>Night of the boats</h1><p>Our report.</p>`, `{ title ship_name }`, `{"title":"Night of the boats","ship_name":null}`},
		{"a player, beside others that are named", `<title>Hoops.com : Ann Lee Player Info Page</title><div class="teams"><a href="/a/">Aces</a></div><h2>Ann Lee</h2><p>Forward</p><h4>Top players</h4><ol><li><a href="/player/v/">Cory Vance</a> 28.8</li></ol>`, `{ player { name } }`, `{"player":{"name":"Ann Lee"}}`},
		{"a body by a heading that is a name", `<title>Casa Verde | Best Tables</title><h1>Casa Verde</h1><p>11 Mill Lane</p>`, `{ restaurant_name }`, `{"restaurant_name":"Casa Verde"}`},
		{"a badge that is concealed", `<title>Kestrel 40 for sale | Ads</title><h1><span class="is-hidden">Sold • </span> Kestrel 40</h1>`, `{ title }`, `{"title":"Kestrel 40"}`},
		{"a heading that is concealed", `<title>Kestrel 40 for sale | Ads</title><h1><span class="is-hidden">Kestrel 40</span></h1>`, `{ title }`, `{"title":"Kestrel 40"}`},
		{"a model by its label", `<h1>Casson digital camera with lens</h1><p>Item no: X1-22</p><p>Model: Q-62 Kit</p>`, `{ model }`, `{"model":"Q-62 Kit"}`},
		{"a model of something else", trail + `<h1>2010 Fiat Panda 4x4</h1><p>A small car.</p>`, `{ engine_model }`, `{"engine_model":null}`},
		{"the site a link says it leads to", `<h1>Low Hill College</h1><table><tr><td>Website:<td><a href="https://count.example/go?to=www.lowhill.example">www.lowhill.example</a></table>`, `{ website }`, `{"website":"http://www.lowhill.example"}`},
		{"the site a link leads to", `<h1>Low Hill College</h1><table><tr><td>Website:<td><a href="https://lowhill.example/">www.lowhill.example</a></table>`, `{ website }`, `{"website":"https://lowhill.example/"}`},
		{"no telephone in a postal code", `<h1>Low Hill College</h1><p>2100 Mesa Vista Blvd, Farwell, Utah 84532-4410</p>`, `{ phone }`, `{"phone":null}`},
		{"called what it is", `<title>NB-14 Pro | Shop</title><h1>NB-14 Pro</h1><p>From $1,349</p><dl><dt>Weight</dt><dd>1.3 kg</dd></dl>`, `{ laptop weight }`, `{"laptop":"NB-14 Pro","weight":"1.3 kg"}`},
		{"called what it is, in French", `<title>Tarte au citron | Chez moi</title><h1>Tarte au citron</h1><p>Pour 6 personnes</p><p>Cuisson : 30 min</p>`, `{ recette cuisson }`, `{"recette":"Tarte au citron","cuisson":"30 min"}`},
		{"called what a label says", `<h1>Our studio</h1><dl><dt>Camera</dt><dd>X-T5</dd><dt>Laptop</dt><dd>Acer Swift</dd></dl>`, `{ laptop camera }`, `{"laptop":"Acer Swift","camera":"X-T5"}`},
		{"of a site", `<title>Menu | The Little Cormorant</title><header><a class="logo" href="/">The Little Cormorant</a></header><h1>Menu</h1><footer>© 2025 The Little Cormorant, 4 Quay Street</footer>`, `{ restaurant_name }`, `{"restaurant_name":"The Little Cormorant"}`},
		{"of a site, called what it is", `<title>Opening hours | Moorland Brewery</title><h1>Opening hours</h1><p>Mon-Fri 9-17</p>`, `{ brewery hours }`, `{"brewery":"Moorland Brewery","hours":"Mon-Fri 9-17"}`},
		{"a seller is no thing", `<title>Spot</title><h1>Spot</h1><p>Payload: 14 kg</p>`, `{ seller payload }`, `{"seller":null,"payload":"14 kg"}`},
		{"measures in a line", `<h1>Ann Lee</h1><ul><li>#31 SF</li><li>6' 7", 218 lbs</li></ul>`, `{ player_name height weight }`, `{"player_name":"Ann Lee","height":"6' 7\"","weight":"218 lbs"}`},
		{"no model of a story", `<title>Bridge opens at last - News</title><h1>Bridge opens at last</h1><p>The mayor cut a ribbon.</p>`, `{ model }`, `{"model":null}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
