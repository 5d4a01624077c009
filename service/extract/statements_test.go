package extract_test

import "testing"

// TestStatements reads yes and no from lines that say them as a whole, on pages and in records.
func TestStatements(t *testing.T) {
	for _, tt := range []struct{ html, query, want string }{
		{`<ul><li><h2>Oak desk</h2><p>$20</p><p>In stock</p></li><li><h2>Pine shelf</h2><p>$30</p><p>Out of stock</p></li><li><h2>Elm shelf</h2><p>$30</p><p>In stock</p></li></ul>`, `{ items[] { name in_stock(boolean) } }`, `{"items":[{"name":"Oak desk","in_stock":true},{"name":"Pine shelf","in_stock":false},{"name":"Elm shelf","in_stock":true}]}`},
		{`<ul><li><h2>Oak desk</h2><p>$20</p><p>In stock</p></li><li><h2>Pine shelf</h2><p>$30</p><p>Out of stock</p></li><li><h2>Elm shelf</h2><p>$30</p><p>In stock</p></li></ul>`, `{ items[] { name sold_out(boolean) } }`, `{"items":[{"name":"Oak desk","sold_out":false},{"name":"Pine shelf","sold_out":true},{"name":"Elm shelf","sold_out":false}]}`},
		{`<h1>Desk</h1><p>In stock</p>`, `{ in_stock(boolean) }`, `{"in_stock":true}`},
		{`<h1>Desk</h1><p>Out of stock</p>`, `{ sold_out(boolean) }`, `{"sold_out":true}`},
		{`<h1>Desk</h1><p>In stock</p>`, `{ sold_out(boolean) }`, `{"sold_out":false}`},
		{`<h1>Desk</h1><p>Sold out</p>`, `{ sold_out(boolean) }`, `{"sold_out":true}`},
		{`<h1>Dr Ray</h1><p>Not accepting new patients</p>`, `{ accepting_new_patients(boolean) }`, `{"accepting_new_patients":false}`},
		{`<h1>Dr Ray</h1><p>Accepting new patients</p>`, `{ accepting_new_patients(boolean) }`, `{"accepting_new_patients":true}`},
		{`<h1>Flat</h1><p>No pets</p>`, `{ pets_allowed(boolean) }`, `{"pets_allowed":false}`},
		{`<h1>Flat</h1><p>Pets welcome</p>`, `{ pets_allowed(boolean) }`, `{"pets_allowed":true}`},
		{`<h1>Flat</h1><ul><li>Wifi</li><li>Parking</li></ul>`, `{ has_parking(boolean) wifi(boolean) pool(boolean) }`, `{"has_parking":true,"wifi":true,"pool":null}`},
		{`<h1>Bread</h1><p>No gluten</p>`, `{ gluten_free(boolean) }`, `{"gluten_free":null}`},
		{`<h1>Bread</h1><p>Gluten free</p>`, `{ gluten_free(boolean) }`, `{"gluten_free":true}`},
		{`<h1>Flat</h1><p>Free parking</p>`, `{ parking(boolean) }`, `{"parking":true}`},
		{`<h1>Dr Ray</h1><p>We wish all our new patients a good start at the clinic.</p>`, `{ new_patients(boolean) }`, `{"new_patients":null}`},
		{`<h1>Flat</h1><nav><p>Parking</p></nav>`, `{ parking(boolean) }`, `{"parking":null}`},
	} {
		if got := answerTo(t, tt.html, tt.query); got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.html, tt.query, got, tt.want)
		}
	}
}
