package evidence_test

import (
	"reflect"
	"testing"

	"assay/service/extract/evidence"
)

func TestControls(t *testing.T) {
	x := gather(t, `<form id=order>
		<label for=m>Your e-mail *</label><input id=m type=email name=mail>
		<label>Size <select name=size><option value="">Choose…</option><option selected>M</option><option>L</option></select></label>
		<fieldset><legend>Colour</legend>
			<label><input type=radio name=c value=1> Red</label>
			<label><input type=radio name=c value=2 checked> Blue</label></fieldset>
		<input name=qty value=3 aria-label="Quantity">
		<input type=hidden name=token value=secret>
		<input type=password value=secret aria-label="Password">
		<input type=checkbox id=n checked aria-labelledby=nl> <span id=nl>Send me news</span>
		<button>Buy now</button></form>
		<form role=search><input placeholder="What are you looking for?"></form>`)
	type control struct {
		kind           evidence.ControlKind
		caption, value string
		on, search     bool
		options        []string
	}
	var got []control
	for _, c := range x.Controls {
		got = append(got, control{c.Kind, c.Caption, c.Value, c.On, c.Search, c.Options})
	}
	want := []control{
		{kind: evidence.TextControl, caption: "Your e-mail"},
		{kind: evidence.ChoiceList, caption: "Size", value: "M", options: []string{"M", "L"}},
		{kind: evidence.RadioControl, caption: "Red"},
		{kind: evidence.RadioControl, caption: "Blue", on: true},
		{kind: evidence.TextControl, caption: "Quantity", value: "3"},
		{kind: evidence.TextControl, caption: "Password"},
		{kind: evidence.CheckControl, caption: "Send me news", on: true},
		{kind: evidence.ButtonControl, caption: "Buy now"},
		{kind: evidence.TextControl, caption: "What are you looking for?", search: true},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("controls:\n got %+v\nwant %+v", got, want)
	}
}
