package extract_test

import "testing"

// TestNamedSets takes the records that stand under a heading of the list's name, or lead
// into a folder of that name, though others are richer.
func TestNamedSets(t *testing.T) {
	story := func(title, href string) string {
		return `<article><h3><a href="` + href + `">` + title + `</a></h3><p>Some sixty words of what happened, and of who said what to whom about it.</p></article>`
	}
	news := `<h2>Latest news</h2>` + story("Medal for a chemist", "/news/medal") + story("A new membrane", "/news/membrane") + story("Pupils visit the lab", "/news/pupils")
	heading := `<h1>Chemistry</h1>` + news + `<h2>Upcoming events</h2><ul><li><a href="/e/1">Seminar on light</a> 14:00</li><li><a href="/e/2">Summer party</a> 17:30</li></ul>`
	folder := `<h1>Chemistry</h1>` + news + `<h2>Where to stay</h2><ul><li><a href="/hotels/old-house">Old Customs House</a> €140</li><li><a href="/hotels/pima">Hostel Pima</a> €22</li></ul>`
	groups := `<h1>Cup</h1><div><h2>Group A</h2><p>Finland leads</p></div><div><h2>Group B</h2><p>Norway leads</p></div>`
	for _, tt := range []struct{ name, html, query, want string }{
		{"heading", heading, `{ upcoming_events[] { title } }`, `{"upcoming_events":[{"title":"Seminar on light"},{"title":"Summer party"}]}`},
		{"folder", folder, `{ hotels[] { name } }`, `{"hotels":[{"name":"Old Customs House"},{"name":"Hostel Pima"}]}`},
		{"headings of one each", groups, `{ groups[] { name } }`, `{"groups":[{"name":"Group A"},{"name":"Group B"}]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestDressedAlike reads the names of members with and without a portrait from one column,
// and no count as a name.
func TestDressedAlike(t *testing.T) {
	post := func(portrait, name, count, text string) string {
		return `<div class="reply">` + portrait + `<a class="member" href="/m/` + name + `">` + name + `</a></div><p class="member-info">` + count + ` posts</p></div><div class="said">` + text + `</div></div>`
	}
	with, without := `<div class="head"><div class="pic"><img src="p.png">`, `<div class="bare"><div class="nopic">`
	html := `<h1>Grey trims</h1>` +
		post(with, "Ann", "25", "Has anyone got one of these trims in the lighter grey colour?") +
		post(without, "Bob", "263", "Mine is of the same colour as all the rest of the car.") +
		post(with, "Cid", "394", "You could have yours wrapped, which costs much less than a new one.") +
		post(without, "Dan", "8", "A shop sprayed mine in black for not much money at all.")
	want := `{"posts":[{"author":"Ann"},{"author":"Bob"},{"author":"Cid"},{"author":"Dan"}]}`
	if got := answerTo(t, html, `{ posts[] { author } }`); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestFigureOfPrice gives the figure of a price to no other field.
func TestFigureOfPrice(t *testing.T) {
	dish := func(name, price string) string {
		return `<div class="dish"><div class="title">` + name + `</div><div class="foot"><span>$</span>` + price + `</div></div>`
	}
	html := `<h1>Menu</h1>` + dish("Tajarin", "24") + dish("Agnolotti", "27") + dish("Pappardelle", "28")
	want := `{"dishes":[{"dish":"Tajarin","price":24,"calories":null},{"dish":"Agnolotti","price":27,"calories":null},{"dish":"Pappardelle","price":28,"calories":null}]}`
	if got := answerTo(t, html, `{ dishes[] { dish price(number) calories(integer) } }`); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
