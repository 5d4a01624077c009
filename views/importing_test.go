package views

import "testing"

func TestPastedCurlBecomesTheQuery(t *testing.T) {
	t.Parallel()
	d := open(t, newStage(t), 120, 36)
	d.until("3,410 of 10,000")
	d.keys("2")
	d.paste("curl http://127.0.0.1:8700/v1/query-data \\\r  -H \"X-API-Key: $KEY\" \\\r  -d '{\"url\": \"https://shop.example/lamps\", \"query\": \"{ lamps[] { name } }\", \"params\": {\"mode\": \"standard\"}}'")
	d.until("https://shop.example/lamps", "{ lamps[] { name } }", "standard", "imported; Ctrl+R runs it")
	d.refuse("1 shop.example") // it took the place of the empty query
	// What is there already stays.
	d.paste("curl 'https://shop.example/chairs' -H 'Cookie: secret' -x http://ann:s3cret@proxy.example:8080")
	d.until("2 shop.example/chairs", "https://shop.example/chairs", "proxy", "no place for the header Cookie")
	d.refuse("s3cret")
	d.keys("tab")
	d.paste("curl 'unfinished")
	d.until("not imported")
	d.paste("curl https://shop.example/c")
	d.until("3 shop.example/c")
}

// A query that speaks of curl is a query.
func TestOtherPastesStayText(t *testing.T) {
	t.Parallel()
	d := open(t, newStage(t), 120, 36)
	d.until("3,410 of 10,000")
	d.keys("2", "tab")
	d.paste("{ curl }")
	d.until("1  { curl }")
	d.refuse("taken over")
}
