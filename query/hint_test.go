package query_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/query"
)

func TestParseHint(t *testing.T) {
	for _, test := range []struct {
		description string
		typ         query.Type
		words       string
	}{
		{"", query.Untyped, ""},
		{"integer", query.Integer, ""},
		{"INTEGER", query.Integer, ""},
		{"an integer", query.Integer, ""},
		{"as a number", query.Number, ""},
		{"type: string", query.String, "type"},
		{"integer, minutes", query.Integer, "minutes"},
		{"integer, total time in minutes", query.Integer, "total time in minutes"},
		{"minutes; integer", query.Integer, "minutes"},
		{"in euros, number, without tax", query.Number, "in euros, without tax"},
		{"boolean: whether it can be bought", query.Boolean, "whether it can be bought"},
		{"price - without tax", query.Price, "without tax"},
		{"the price as a number", query.Number, "the price"},
		{"as integer", query.Integer, ""},
		{"rating of 5 as float, of the shop", query.Number, "rating of 5, of the shop"},
		{"number in euros", query.Number, "in euros"},
		{"number in the corner", query.Untyped, "number in the corner"},
		{"number in", query.Untyped, "number in"},
		{"number of the invoice", query.Untyped, "number of the invoice"},
		{"date of publication", query.Untyped, "date of publication"},
		{"date (as printed)", query.Date, "(as printed)"},
		{"date(ISO 8601)", query.Date, "(ISO 8601)"},
		{"integer between 1 and 5", query.Integer, "between 1 and 5"},
		{"date or null", query.Date, "or null"},
		{"price per night", query.Price, "per night"},
		{"price excluding 1,5 % tax", query.Price, "excluding 1,5 % tax"},
		{"a float in km", query.Number, "in km"},
		{"date, when it was published", query.Date, "when it was published"},
		{"the publishing date", query.Untyped, "the publishing date"},
		{"the date and time of the event", query.Untyped, "the date and time of the event"},
		{"date and time", query.DateTime, ""},
		{"datetime", query.DateTime, ""},
		{"date-time", query.DateTime, ""},
		{"timestamp", query.DateTime, ""},
		{"ISO 8601 date", query.Date, ""},
		{"YYYY-MM-DD", query.Date, ""},
		{"url", query.URL, ""},
		{"link", query.URL, ""},
		{"URLs", query.URL, ""},
		{"email address", query.Email, ""},
		{"e-mail", query.Email, ""},
		{"phone number", query.Phone, ""},
		{"phone number, of the shop", query.Phone, "of the shop"},
		{"currency", query.Price, ""},
		{"decimal number", query.Number, ""},
		{"percentage", query.Percent, ""},
		{"%", query.Percent, ""},
		{"true/false", query.Boolean, ""},
		{"number only", query.Number, ""},
		{"string value", query.String, ""},
		{"1,5 to 2,5", query.Untyped, "1,5 to 2,5"},
		{"13 digits", query.Untyped, "13 digits"},
		{"text of the post", query.Untyped, "text of the post"},
		{"number, date", query.Number, "date"},
		{"(number, date)", query.Untyped, "(number, date)"},
		{"größer als 5, integer", query.Integer, "größer als 5"},
	} {
		want := query.Hint{Type: test.typ, Words: test.words}
		if got := query.ParseHint(test.description); got != want {
			t.Errorf("ParseHint(%q) = %v %q, want %v %q", test.description, got.Type, got.Words, want.Type, want.Words)
		}
	}
}

func TestTypeNamesAreTypes(t *testing.T) {
	for _, name := range query.TypeNames() {
		if query.ParseHint(name).Type == query.Untyped {
			t.Errorf("%q is offered and is no type", name)
		}
	}
	for typ := query.String; typ <= query.Percent; typ++ {
		if got := query.ParseHint(typ.String()).Type; got != typ {
			t.Errorf("%q names %v", typ, got)
		}
	}
}

func TestContainersHaveNoType(t *testing.T) {
	q := mustParse(t, "{ rows(date, place)[] { a } day(date)[] }")
	if got, want := q.Root.Fields[0].Hint(), (query.Hint{Words: "date, place"}); got != want {
		t.Errorf("the hint of a list of containers is %+v, want %+v", got, want)
	}
	if got, want := q.Root.Fields[1].Hint(), (query.Hint{Type: query.Date}); got != want {
		t.Errorf("the hint of a list of leaves is %+v, want %+v", got, want)
	}
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		src  string
		want []string
	}{
		{"{ a(boolean) b(number, in euros) c(the name) }", nil},
		{"{\n  in_stock(bolean)\n}", []string{"2:12-2:18 did you mean boolean?"}},
		{`{ size( "größe, intger" ) }`, []string{"1:17-1:23 did you mean integer?"}},
		{"{ a(the price as a nubmer) }", []string{"1:20-1:26 did you mean number?"}},
		{"{ a(emial) b(ulr) c(precent) d(strng) e(dateime) }", []string{
			"1:5-1:10 did you mean email?", "1:14-1:17 did you mean url?", "1:21-1:28 did you mean percent?",
			"1:32-1:37 did you mean string?", "1:41-1:48 did you mean datetime?"}},
		{"{ a(data) b(rate) c(test) d(prize) e(line) f(day) g(sting, of bees) }", []string{"1:53-1:58 did you mean string?"}},
		{"{ a(bolean, number) }", nil},
		{"{ rows(nubmer)[] { a } }", nil},
		{"{ a() b }", []string{"1:4-1:5 the description is empty"}},
		{"{ a(", nil}, // it is an error already that it is not closed
	} {
		q, _ := query.Parse(test.src)
		var got []string
		for _, e := range query.Check(q) {
			message, _, _ := strings.Cut(e.Message, ` "`)
			got = append(got, fmt.Sprintf("%d:%d-%d:%d %s", e.Pos.Row, e.Pos.Column, e.End.Row, e.End.Column, message))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("Check of %s (-want +got):\n%s", test.src, diff)
		}
	}
}
