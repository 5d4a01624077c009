package queries

import (
	"slices"
	"testing"
)

func TestKeysOfAnAnswer(t *testing.T) {
	got := keysOf([]byte(`{"shop":"Fernhill","lamps":[{"name":"a","tags":["x","y"],"size":{"w":1}},{"name":"b","price":null}],"last":["lamps"]`))
	if want := []string{"shop", "lamps", "name", "tags", "size", "w", "price", "last"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// The editor offers the names of the last answer first, then those of earlier queries, most
// used first.
func TestNamesAreRankedByUse(t *testing.T) {
	r := newRig(t, 120, 33)
	for _, query := range []string{"{ lumen ", "{ lumber ", "{ lumber ", "{ lamp_count "} {
		r.keys("esc", "a", "ctrl+t", "shop.example", "tab", query, "ctrl+r")
		r.Until("Fernhill")
	}
	r.keys("esc", "tab", "tab", "enter")
	r.v.ask.SetQuery("{  }")
	r.v.ask.PointAt(1, 3)
	r.keys("lu")
	r.Until("lumber  used 2 times", "lumen   used once")
	r.keys("backspace", "a")
	r.Until("lamps       in the answer", "lamp_count  used once")
}

const labelled = `<h1>Alder Desk Lamp</h1><table><tr><th>Price per night:<td>64<tr><th>Colour<th>Weight (kg)</table>
<dl><dt>Made in<dd>Chur</dl><p itemprop="offers name">x</p><label>I have read the terms and agree to them</label>
<script type="application/ld+json">{"@type":"Product","offerCount":3,"brand":{"legalName":"A"}}</script><script>{"no":1}</script>`

func TestNamesOnAPage(t *testing.T) {
	got := pageNames(labelled)
	want := []string{"alder_desk_lamp", "price_per_night", "colour", "weight_kg", "made_in", "offers", "name", "offer_count", "brand", "legal_name"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// The names of a page that is at hand are offered before it was ever asked.
func TestNamesOfThePageAreOffered(t *testing.T) {
	r := newRig(t, 120, 33)
	r.keys("enter")
	r.Paste(labelled)
	r.keys("enter")
	r.Await("the page is not read", func() bool { return len(r.v.onPage) > 0 })
	r.keys("{ pri")
	r.Until("price_per_night  on the page")
	r.keys("tab")
	r.Until("{ price_per_night")
}
