package extract_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"assay/query"
	"assay/service/extract"
	"assay/service/page"
)

// TestNestedLists tells what a record says of itself from what the members of a list
// within it say, takes a lone member of a kind that others have more of, and reads the
// menu of a kitchen although it is called as the menus of sites are.
func TestNestedLists(t *testing.T) {
	dish := func(name, text, price string) string {
		return `<div class="dish"><div class="dish-t">` + name + `</div><div class="dish-description">` + text + `</div><div class="dish-p">$` + price + `</div></div>`
	}
	part := func(name, text, dishes string) string {
		if text != "" {
			text = `<div class="part-description">` + text + `</div>`
		}
		return `<div class="part"><div class="part-h"><h3>` + name + `</h3>` + text + `</div><div class="dishes">` + dishes + `</div></div>`
	}
	html := `<h1>Dinner</h1><p>Served from Tuesday to Sunday</p><div class="menu active">` +
		part("Antipasti", "To share", dish("Burrata", "peaches, basil, aged balsamic", "16")+dish("Fritto Misto", "calamari, shrimp, lemon aioli", "18.50")) +
		part("Pasta", "Made by hand every morning", dish("Tajarin", "forty yolks, butter, sage", "24")+dish("Agnolotti", "veal, spinach, brown butter", "27")) +
		part("Secondi", "", dish("Bistecca", "dry-aged ribeye, rosemary, for two", "115")) + `</div><p>A service charge is added to parties of six or more.</p>`
	got := answerTo(t, html, `{ sections[] { name description dishes[] { name description price(number) } } }`)
	want := `{"sections":[{"name":"Antipasti","description":"To share","dishes":[{"name":"Burrata","description":"peaches, basil, aged balsamic","price":16},{"name":"Fritto Misto","description":"calamari, shrimp, lemon aioli","price":18.5}]},` +
		`{"name":"Pasta","description":"Made by hand every morning","dishes":[{"name":"Tajarin","description":"forty yolks, butter, sage","price":24},{"name":"Agnolotti","description":"veal, spinach, brown butter","price":27}]},` +
		`{"name":"Secondi","description":null,"dishes":[{"name":"Bistecca","description":"dry-aged ribeye, rosemary, for two","price":115}]}]}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestWhatRecordsBear reads counts in brackets, what records tell scripts, and takes the
// place of a record in its list off what follows it.
func TestWhatRecordsBear(t *testing.T) {
	card := func(code, name, rating, count, price string) string {
		return `<div class="c1" data-sku="` + code + `"><h2><a href="/p/` + code + `">` + name + `</a></h2><div role="img" aria-label="Rated ` + rating + ` out of 5"></div><span class="c2">(` + count + `)</span><div class="c3">` + price + `</div></div>`
	}
	cards := `<h1>Jackets</h1>` + card("FM201", "Arete Jacket", "4.6", "212", "£64.99") + card("FM377", "Glenmore Shell", "4.1", "38", "£79.00") + card("FM840", "Torridon Pro", "3.9", "7", "£145.00")
	ranked := `<h1>News</h1><h2>Most read</h2><ol><li><a href="/a"><span>1</span>Drivers fined by a single camera</a></li><li><a href="/b"><span>2</span>Kebab shop named best in town</a></li><li><a href="/c"><span>3</span>Tube strike: lines affected</a></li></ol>`
	for _, tt := range []struct{ html, query, want string }{
		{cards, `{ products[] { name num_reviews(integer) sku price(number) } }`, `{"products":[{"name":"Arete Jacket","num_reviews":212,"sku":"FM201","price":64.99},{"name":"Glenmore Shell","num_reviews":38,"sku":"FM377","price":79},{"name":"Torridon Pro","num_reviews":7,"sku":"FM840","price":145}]}`},
		{ranked, `{ most_read[] { title } }`, `{"most_read":[{"title":"Drivers fined by a single camera"},{"title":"Kebab shop named best in town"},{"title":"Tube strike: lines affected"}]}`},
	} {
		if got := answerTo(t, tt.html, tt.query); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

// TestFacets finds what a shop's list can be narrowed down by: groups of boxes to tick that
// stand beside it, each with how many things it leaves. Patches of colour are said in words.
func TestFacets(t *testing.T) {
	box := func(name, options string) string {
		return `<div class="g"><h3>` + name + `</h3><ul>` + options + `</ul></div>`
	}
	option := func(name, count string) string {
		return `<li><label><input type="checkbox"> ` + name + ` <span>(` + count + `)</span></label></li>`
	}
	card := func(name, price, colours string) string {
		return `<div class="c"><h2><a href="/p/` + name + `">` + name + `</a></h2><span>` + price + `</span><ul class="s">` + colours + `</ul></div>`
	}
	colour := func(name string) string { return `<li><button aria-label="` + name + `"></button></li>` }
	html := `<h1>Jackets</h1><aside>` + box("Brand", option("Rab", "14")+option("Karrimor", "22")+option("Berghaus", "9")) + box("Sleeve", option("Long", "31")+option("Short", "14")) + `</aside><main>` +
		card("Arete", "£64.99", colour("Navy")+colour("Black")) + card("Glenmore", "£79.00", colour("Moss")+colour("Red")) + card("Torridon", "£145.00", colour("Slate")+colour("Red")) + `</main>`
	for query, want := range map[string]string{
		`{ filters[] { name options[] { label count(integer) } } }`: `{"filters":[{"name":"Brand","options":[{"label":"Rab","count":14},{"label":"Karrimor","count":22},{"label":"Berghaus","count":9}]},{"name":"Sleeve","options":[{"label":"Long","count":31},{"label":"Short","count":14}]}]}`,
		`{ products[] { name price(number) colours[] } }`:           `{"products":[{"name":"Arete","price":64.99,"colours":["Navy","Black"]},{"name":"Glenmore","price":79,"colours":["Moss","Red"]},{"name":"Torridon","price":145,"colours":["Slate","Red"]}]}`,
	} {
		if got := answerTo(t, html, query); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestManyLevels: a query of many lists within lists takes no longer for each of them.
func TestManyLevels(t *testing.T) {
	html := `<table><tr><th>Name</th><th>City</th></tr><tr><td>Ann</td><td>Paris</td></tr><tr><td>Bob</td><td>Rome</td></tr><tr><td>Cy</td><td>Bern</td></tr></table>`
	const levels = 40
	q, err := query.Parse("{ " + strings.Repeat("rows[] { ", levels) + "city" + strings.Repeat(" }", levels) + " }")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := page.Parse(html, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := extract.Run(ctx, doc, q, extract.Options{}); err != nil {
		t.Error(err)
	}
}
