package extract_test

import "testing"

// TestPartsOfItems reads what the items of a list are called and what is told after it,
// where plain text follows the name in its line.
func TestPartsOfItems(t *testing.T) {
	for _, test := range []struct{ html, query, want string }{
		{
			`<ul><li><h3>Fish soup <span class="price">£11.00</span></h3></li><li><h3>Baked brie <span title="Vegetarian">V</span></h3></li></ul>`,
			`{ dishes[] { name } }`,
			`{"dishes":[{"name":"Fish soup"},{"name":"Baked brie"}]}`,
		}, {
			`<ul><li><h3>Course on <abbr title="Markup">HTML</abbr></h3></li><li><h3>Course on <abbr title="Styles">CSS</abbr></h3></li></ul>`,
			`{ courses[] { name } }`,
			`{"courses":[{"name":"Course on HTML"},{"name":"Course on CSS"}]}`,
		}, {
			`<ul><li><b>Flour</b> - the base of it all</li><li><b>Salt</b> - a pinch of it</li><li><b>Yeast</b> - ten grams</li></ul>`,
			`{ items[] { name description } }`,
			`{"items":[{"name":"Flour","description":"the base of it all"},{"name":"Salt","description":"a pinch of it"},{"name":"Yeast","description":"ten grams"}]}`,
		}, {
			`<ul><li><b>Flour:</b> the base of it all</li><li><b>Salt:</b> a pinch of it</li><li><b>Yeast:</b> ten grams</li></ul>`,
			`{ items[] { name description } }`,
			`{"items":[{"name":"Flour","description":"the base of it all"},{"name":"Salt","description":"a pinch of it"},{"name":"Yeast","description":"ten grams"}]}`,
		}, {
			`<ul><li><code>--verbose</code> print more of it</li><li><code>--quiet</code> print nothing at all</li><li><code>--jobs N</code> run so many at once</li></ul>`,
			`{ options[] { name description } }`,
			`{"options":[{"name":"--verbose","description":"print more of it"},{"name":"--quiet","description":"print nothing at all"},{"name":"--jobs N","description":"run so many at once"}]}`,
		}, {
			`<h1>Errors</h1><ul><li><code>EAUTH</code> – wrong user name</li><li><code>EPIPE</code> – nobody reads it</li><li><code>ETIME</code> – too late</li></ul>`,
			`{ error_codes[] { code meaning } }`,
			`{"error_codes":[{"code":"EAUTH","meaning":"wrong user name"},{"code":"EPIPE","meaning":"nobody reads it"},{"code":"ETIME","meaning":"too late"}]}`,
		}, {
			`<ul><li><a href="/1">The Physics of Glaciers</a> (2010)</li><li><a href="/2">Glaciation</a> (2014)</li><li><a href="/3">Ice</a> (2019)</li></ul>`,
			`{ books[] { title year(number) } }`,
			`{"books":[{"title":"The Physics of Glaciers","year":2010},{"title":"Glaciation","year":2014},{"title":"Ice","year":2019}]}`,
		}, {
			`<h2>Drinks</h2><ul><li>Tea $3</li><li>Coffee $4</li><li>Cola $5</li></ul>`,
			`{ drinks[] { name price(number) } }`,
			`{"drinks":[{"name":"Tea","price":3},{"name":"Coffee","price":4},{"name":"Cola","price":5}]}`,
		}, {
			`<h2>Prizes</h2><ul><li>2019 Best Film</li><li>2020 Best Actor</li><li>2021 Best Score</li></ul>`,
			`{ prizes[] { year(number) name } }`,
			`{"prizes":[{"year":2019,"name":"Best Film"},{"year":2020,"name":"Best Actor"},{"year":2021,"name":"Best Score"}]}`,
		}, {
			`<h2>Events</h2><ul><li>12 March 2025 – Flea market</li><li>3 April 2025 – Jazz night</li><li>21 April 2025 – Run</li></ul>`,
			`{ events[] { date(date) title } }`,
			`{"events":[{"date":"2025-03-12","title":"Flea market"},{"date":"2025-04-03","title":"Jazz night"},{"date":"2025-04-21","title":"Run"}]}`,
		}, {
			`<h2>Stops</h2><ul><li>08:00 Bonn</li><li>08:25 Köln</li><li>08:50 Essen</li></ul>`,
			`{ stops[] { time name } }`,
			`{"stops":[{"time":"08:00","name":"Bonn"},{"time":"08:25","name":"Köln"},{"time":"08:50","name":"Essen"}]}`,
		}, {
			`<h2>People</h2><ul><li>Anna Lee – Director</li><li>Bo Chan – Engineer</li><li>Cy Dorn – Cook</li></ul>`,
			`{ people[] { name role } }`,
			`{"people":[{"name":"Anna Lee","role":"Director"},{"name":"Bo Chan","role":"Engineer"},{"name":"Cy Dorn","role":"Cook"}]}`,
		}, {
			`<div><img src="/1.jpg" alt=""><b>Ida</b></div><div><b>Jon</b></div><div><img src="/3.jpg" alt=""><b>Kai</b></div>`,
			`{ people[] { name photo(url) } }`,
			`{"people":[{"name":"Ida","photo":"/1.jpg"},{"name":"Jon","photo":null},{"name":"Kai","photo":"/3.jpg"}]}`,
		}, {
			`<div class="room-card"><h3>Standard Double</h3><p>£90</p></div><div class="room-card"><h3>Family Suite</h3><p>£120</p></div><div class="room-card"><h3>Attic</h3><p>£70</p></div>`,
			`{ rooms[] { room price(number) } }`,
			`{"rooms":[{"room":"Standard Double","price":90},{"room":"Family Suite","price":120},{"room":"Attic","price":70}]}`,
		},
	} {
		if got := answerTo(t, test.html, test.query); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.query, got, test.want)
		}
	}
}

// TestLinksOfItems tells the links of an item apart by what is written on them or what kind
// of file they lead to, and leaves open what an item lacks.
func TestLinksOfItems(t *testing.T) {
	html := `<ul><li><h3><a href="/p/drill">Drill</a></h3><p>£40</p><a href="/drill.pdf">Manual</a></li><li><h3><a href="/p/saw">Saw</a></h3><p>£30</p></li><li><h3><a href="/p/plane">Plane</a></h3><p>£35</p><a href="/plane.pdf">Manual</a></li></ul>`
	for query, want := range map[string]string{
		`{ products[] { name price(number) manual(url) } }`: `{"products":[{"name":"Drill","price":40,"manual":"/drill.pdf"},{"name":"Saw","price":30,"manual":null},{"name":"Plane","price":35,"manual":"/plane.pdf"}]}`,
		`{ products[] { name pdf(url) link(url) } }`:        `{"products":[{"name":"Drill","pdf":"/drill.pdf","link":"/p/drill"},{"name":"Saw","pdf":null,"link":"/p/saw"},{"name":"Plane","pdf":"/plane.pdf","link":"/p/plane"}]}`,
	} {
		if got := answerTo(t, html, query); got != want {
			t.Errorf("%s\n got %s\nwant %s", query, got, want)
		}
	}
}

// TestMeasuresInNames reads an amount in the unit that a name says, and takes no amount of
// something else for it, whatever the page calls it.
func TestMeasuresInNames(t *testing.T) {
	html := `<html lang="fr"><h1>Vélos</h1><article><h2>Garonne</h2><ul><li>Autonomie : 80 km</li><li>Poids : 23,5 kg</li></ul></article><article><h2>Moustique</h2><ul><li>Autonomie : 65 km</li><li>Poids : 34 kg</li></ul></article>`
	if got, want := answerTo(t, html, `{ bikes[] { name range_km(number) weight_kg(number) } }`), `{"bikes":[{"name":"Garonne","range_km":80,"weight_kg":23.5},{"name":"Moustique","range_km":65,"weight_kg":34}]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	html = `<h1>Parcel</h1><p>Weight: 5 lb (2.3 kg)</p><p>Length: 30 cm</p>`
	if got, want := answerTo(t, html, `{ weight_kg(number) length_cm(number) height_cm(number) }`), `{"weight_kg":2.3,"length_cm":30,"height_cm":null}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestOneOfMany reads how many there are where it is one.
func TestOneOfMany(t *testing.T) {
	post := func(text, likes, replies string) string {
		return `<div class="post"><p class="text">` + text + `</p><div>` + likes + `</div><div>` + replies + `</div></div>`
	}
	html := post("My chain skips.", "3 likes", "1 reply") + post("Replace the cassette.", "12 likes", "4 replies") + post("Thank you!", "1 like", "2 replies")
	if got, want := answerTo(t, html, `{ posts[] { text likes(number) replies(number) } }`), `{"posts":[{"text":"My chain skips.","likes":3,"replies":1},{"text":"Replace the cassette.","likes":12,"replies":4},{"text":"Thank you!","likes":1,"replies":2}]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestWithoutOthers gives a value without what stands beside it and is none of it.
func TestWithoutOthers(t *testing.T) {
	for _, test := range []struct{ html, query, want string }{
		{`<div class="a">14 Pier Road, Whitby YO21 3PU, England</div><div><span>8.7</span> <span>Fabulous</span> <span>1,284 reviews</span></div>`, `{ address }`, `{"address":"14 Pier Road, Whitby YO21 3PU, England"}`},
		{`<div>Pier Road 14</div><div>20095 Hamburg</div><div>Germany</div>`, `{ address }`, `{"address":"Pier Road 14, 20095 Hamburg, Germany"}`},
		{`<dl><dt>Contact</dt><dd>Joris Vink, <a href="mailto:jobs@northwind.example">jobs@northwind.example</a></dd></dl>`, `{ contact_person }`, `{"contact_person":"Joris Vink"}`},
		{`<table><tr><td>1</td><td>Gross rents received</td><td>1</td><td>14,400</td></tr><tr><td>2</td><td>Mortgage interest paid</td><td>2</td><td>3,960</td></tr></table>`, `{ gross_rents(number) mortgage_interest(number) }`, `{"gross_rents":14400,"mortgage_interest":3960}`},
		{`<p>Organizer: Malvern Brokers LLP, 01684 555 090</p>`, `{ organizer }`, `{"organizer":"Malvern Brokers LLP"}`},
	} {
		if got := answerTo(t, `<h1>Sheet</h1>`+test.html, test.query); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.html, got, test.want)
		}
	}
}
