package extract_test

import "testing"

// What a list is called otherwise than on the page is told by what names mean, by its columns and
// by where it stands: other lists beside it, built alike, are none of it.
func TestRankedLists(t *testing.T) {
	const page = `<title>Fen Cottage</title><h1>Fen Cottage</h1><p>Sleeps six. Two nights at least.</p>
<h2>What guests say</h2>
<div class="c1"><p>Warm, quiet and spotless. We shall be back.</p><b>Maud Ellery</b><i>12 March 2024</i></div>
<div class="c1"><p>The stove is a joy on wet evenings.</p><b>Tom Hask</b><i>3 April 2024</i></div>
<div class="c1"><p>A long way from anywhere, which is the point.</p><b>Iris Vane</b><i>19 May 2024</i></div>
<h2>Things to do nearby</h2>
<ul><li>Wicken Fen (4)</li><li>Ely Cathedral (9)</li><li>Denver Sluice (14)</li><li>Anglesey Abbey (8)</li></ul>
<h2>In the kitchen</h2>
<p>Equipment: kettle, toaster, dishwasher, oven and hob</p>`
	for _, tt := range []struct{ name, query, want string }{
		{"records under a heading that means the same", `{ reviews(comments of visitors)[] { author  posted(date) } }`,
			`{"reviews":[{"author":"Maud Ellery","posted":"2024-03-12"},{"author":"Tom Hask","posted":"2024-04-03"},{"author":"Iris Vane","posted":"2024-05-19"}]}`},
		{"a list that is not there", `{ staff(who works here)[] { who  position } }`, `{"staff":[]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(run(t, page, "https://fen.example/", tt.query).Data); got != tt.want {
				t.Errorf("%s\n got %s\nwant %s", tt.query, got, tt.want)
			}
		})
	}
}

// Lists stand in sentences, in the options of a form's field and in the columns of a table, too.
func TestListsElsewhere(t *testing.T) {
	const page = `<title>Atlas</title><h1>Atlas</h1><p>Atlas brings your figures together.</p>
<p>It reads from data warehouses like BigQuery, Snowflake, and Redshift, and writes to none of them.</p>
<label for=s>Sort reports by</label><select id=s><option>Newest first<option>Name<option>Owner</select>
<h2>Plans</h2>
<table><tr><td><td>Solo<td>Team<td>Firm<tr><td>Price a month<td>$9<td>$49<td>$199<tr><td>Seats<td>1<td>10<td>100</table>`
	for query, want := range map[string]string{
		`{ warehouses_it_reads[] }`:                   `{"warehouses_it_reads":["BigQuery","Snowflake","Redshift"]}`,
		`{ sort_orders(ways to sort reports)[] }`:     `{"sort_orders":["Newest first","Name","Owner"]}`,
		`{ plans[] { plan  price  seats(integer) } }`: `{"plans":[{"plan":"Solo","price":"$9","seats":1},{"plan":"Team","price":"$49","seats":10},{"plan":"Firm","price":"$199","seats":100}]}`,
	} {
		if got := string(run(t, page, "https://atlas.example/", query).Data); got != want {
			t.Errorf("%s\n got %s\nwant %s", query, got, want)
		}
	}
}
