package extract_test

import (
	"strings"
	"testing"
)

// TestJSONPages asks for fields of pages that are JSON: by the names of members and
// the form of their values, lists of objects as records.
func TestJSONPages(t *testing.T) {
	const shop = `{"meta":{"total":2,"next":"/api/products?page=2"},"products":[
		{"id":7,"title":"Blue mug","price":{"amount":9.5,"currency":"GBP"},"inStock":true,"tags":["mug","blue"],"image_url":"https://cdn.example/7.jpg","reviews":[{"author":"Ann","stars":4,"text":"Keeps its colour."},{"author":"Bob","stars":5,"text":"Fine."}]},
		{"id":8,"title":"Red bowl","price":{"amount":12,"currency":"GBP"},"inStock":false,"tags":["bowl"],"image_url":"https://cdn.example/8.png","reviews":[]}]}`
	const article = `{"status":"ok","data":{"article":{"headline":"Rain again","author":{"name":"Ann Lee","email":"ann@news.example"},"published_at":"2024-05-06T08:00:00Z","body":"It rained all day & all night.","related":null}}}`
	const rows = `[{"country":"France","capital":"Paris","population":68000000},{"country":"Peru","capital":"Lima","population":34000000}]`
	tests := []struct{ name, html, query, want string }{
		{"records", shop, `{ products[] { name price(number) in_stock(boolean) } }`, `{"products":[{"name":"Blue mug","price":9.5,"in_stock":true},{"name":"Red bowl","price":12,"in_stock":false}]}`},
		{"addresses and ids", shop, `{ products[] { id(integer) image(url) } }`, `{"products":[{"id":7,"image":"https://cdn.example/7.jpg"},{"id":8,"image":"https://cdn.example/8.png"}]}`},
		{"nested", shop, `{ products[] { title reviews[] { author rating(number) } } }`, `{"products":[{"title":"Blue mug","reviews":[{"author":"Ann","rating":4},{"author":"Bob","rating":5}]},{"title":"Red bowl","reviews":[]}]}`},
		{"fields deep inside", article, `{ title author published(date) email text }`, `{"title":"Rain again","author":"Ann Lee","published":"2024-05-06","email":"ann@news.example","text":"It rained all day & all night."}`},
		{"container", article, `{ article { headline author { name email } } }`, `{"article":{"headline":"Rain again","author":{"name":"Ann Lee","email":"ann@news.example"}}}`},
		{"what is not there", article, `{ price(number) isbn }`, `{"price":null,"isbn":null}`},
		{"array at the top", rows, `{ countries[] { country capital population(integer) } }`, `{"countries":[{"country":"France","capital":"Paris","population":68000000},{"country":"Peru","capital":"Lima","population":34000000}]}`},
		{"list of values", `{"name":"x","colours":["red","green"]}`, `{ colours[] }`, `{"colours":["red","green"]}`},
		{"shown in a pre", `<html><head></head><body><pre>` + strings.ReplaceAll(rows, `"`, "&quot;") + `</pre></body></html>`, `{ rows[] { capital } }`, `{"rows":[{"capital":"Paris"},{"capital":"Lima"}]}`},
		{"a page that shows JSON among other things", `<h1>Our API</h1><pre>` + rows + `</pre>`, `{ title }`, `{"title":"Our API"}`},
		{"not JSON after all", `{ "a": `, `{ price(number) }`, `{"price":null}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(run(t, tt.html, "", tt.query).Data); got != tt.want {
				t.Errorf("%s\n got %s\nwant %s", tt.query, got, tt.want)
			}
		})
	}
	for _, e := range run(t, shop, "", `{ products[] { title price(number) } }`).Evidence {
		want := map[string]string{
			"/products/0/title": "$.products[0].title", "/products/0/price": "$.products[0].price",
			"/products/1/title": "$.products[1].title", "/products/1/price": "$.products[1].price",
		}[e.Pointer]
		if e.Kind != "json" || *e.Selector != want {
			t.Errorf("%s rests on %s %s, want json %s", e.Pointer, e.Kind, *e.Selector, want)
		}
	}
}
