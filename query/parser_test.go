package query_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/query"
)

// accepted holds queries and their canonical form; rows are joined by a space
// there and indents left out.
var accepted = []struct{ name, src, want string }{
	{"one name", "{a}", "{ a }"},
	{"spaces", "{ a }", "{ a }"},
	{"several by space", "{a b c}", "{ a b c }"},
	{"several by comma", "{a,b,c}", "{ a b c }"},
	{"several by row", "{\na\nb\n}", "{ a b }"},
	{"comma and row", "{\na,\nb,\n}", "{ a b }"},
	{"comma on the next row", "{\na\n,b\n}", "{ a b }"},
	{"trailing comma", "{a,}", "{ a }"},
	{"trailing comma inside", "{a{b,},}", "{ a { b } }"},
	{"tabs", "{\ta\tb\t}", "{ a b }"},
	{"CRLF", "{\r\n  a\r\n  b\r\n}\r\n", "{ a b }"},
	{"CR alone", "{\ra\rb\r}", "{ a b }"},
	{"space around", "  \n {a} \n\t ", "{ a }"},
	{"byte order mark", "\ufeff{a}", "{ a }"},
	{"underscore", "{_a _ __b a_1}", "{ _a _ __b a_1 }"},
	{"upper case", "{Name NAME name}", "{ Name NAME name }"},
	{"digits inside", "{a1 b22c}", "{ a1 b22c }"},
	{"container", "{a{b}}", "{ a { b } }"},
	{"container, spaced", "{ a { b c } d }", "{ a { b c } d }"},
	{"brace on the next row", "{a\n{b}}", "{ a { b } }"},
	{"nothing between tokens", "{a{b}c[]d[]{e}f(g)h}", "{ a { b } c[] d[] { e } f(g) h }"},
	{"list", "{a[]}", "{ a[] }"},
	{"list of containers", "{a[]{b}}", "{ a[] { b } }"},
	{"list, spaced", "{a [] {b}}", "{ a[] { b } }"},
	{"list, spaced inside", "{a[ ]}", "{ a[] }"},
	{"list in a list", "{a[]{b[]{c[]}}}", "{ a[] { b[] { c[] } } }"},
	{"list, brace on the next row", "{a[]\n{b}}", "{ a[] { b } }"},
	{"comma after a list", "{a[],b[]{c},d}", "{ a[] b[] { c } d }"},
	{"same name in other braces", "{a{a{a}} b{a}}", "{ a { a { a } } b { a } }"},
	{"same name, other case", "{a A}", "{ a A }"},
	{"description", "{a(integer)}", "{ a(integer) }"},
	{"description, spaced", "{a (integer) b}", "{ a(integer) b }"},
	{"description on the next row", "{a\n(integer)}", "{ a(integer) }"},
	{"description of several words", "{a(the price, with tax)}", "{ a(the price, with tax) }"},
	{"description of a list", "{a(all of them)[]}", "{ a(all of them)[] }"},
	{"description of a list of containers", "{a(all of them)[]{b(one)}}", "{ a(all of them)[] { b(one) } }"},
	{"description of a container", "{a(the first){b}}", "{ a(the first) { b } }"},
	{"description, trimmed", "{a(  integer\t)}", "{ a(integer) }"},
	{"description with parentheses", "{a(price (with tax))}", "{ a(price (with tax)) }"},
	{"description with nested parentheses", "{a(((x)(y)))}", "{ a(((x)(y))) }"},
	{"description with tokens", "{a({b[], c}) d}", "{ a({b[], c}) d }"},
	{"description in double quotes", `{a("the price")}`, "{ a(the price) }"},
	{"description in single quotes", `{a('the price')}`, "{ a(the price) }"},
	{"description in quotes, trimmed", `{a( " the price " )}`, "{ a(the price) }"},
	{"description, quotes inside", `{a(the "real" price)}`, `{ a(the "real" price) }`},
	{"description, two quoted words", `{a("new" or "used")}`, `{ a("new" or "used") }`},
	{"description, quotes in quotes", `{a('"new"')}`, `{ a('"new"') }`},
	{"description, single in double quotes", `{a("'new'")}`, `{ a("'new'") }`},
	{"description, one quote", `{a(5" wide)}`, `{ a(5" wide) }`},
	{"description, lone quote", `{a(")}`, `{ a(") }`},
	{"description, apostrophe", "{a(the seller's name)}", "{ a(the seller's name) }"},
	{"description, unequal quotes", `{a("x')}`, `{ a("x') }`},
	{"description, beyond ASCII", "{a(größer als 5 €, 日本語, 👩‍👩‍👧)}", "{ a(größer als 5 €, 日本語, 👩‍👩‍👧) }"},
	{"description with # and //", "{a(# of // parts)}", "{ a(# of // parts) }"},
	{"description of a list on the next row", "{a\n(all of them)[]\n{b}}", "{ a(all of them)[] { b } }"},
	{"description after a list", "{a[](all of them) b[] (number){c}}", "{ a(all of them)[] b(number)[] { c } }"},
	{"description on the row after a list", "{a[]\n(all of them)\n{b}}", "{ a(all of them)[] { b } }"},
	{"letters beyond ASCII", "{größe Ærø_1 ñ}", "{ größe Ærø_1 ñ }"},
	{"other scripts", "{цена(number) 商品[]{名前 々 コード} कीमत ราคา السعر 가격}", "{ цена(number) 商品[] { 名前 々 コード } कीमत ราคา السعر 가격 }"},
	{"digits of other scripts", "{цена٣}", "{ цена٣ }"},
	{"normal form", "{gro\u0308\u00dfe \u212bngstrom}", "{ gr\u00f6\u00dfe \u00c5ngstrom }"},
	{"empty description", "{a() b}", "{ a b }"},
	{"empty quoted description", `{a("") b}`, "{ a b }"},
	{"blank description", "{a(  )[]}", "{ a[] }"},
	{"deep", strings.Repeat("{a", 64) + strings.Repeat("}", 64), strings.Repeat("{ a ", 64) + strings.TrimSpace(strings.Repeat("} ", 64))},
}

func TestParseAccepts(t *testing.T) {
	for _, test := range accepted {
		t.Run(test.name, func(t *testing.T) {
			q, err := query.Parse(test.src)
			if err != nil {
				t.Fatalf("Parse(%q): %v", test.src, err)
			}
			if got := strings.Join(strings.Fields(query.Format(q)), " "); got != test.want {
				t.Errorf("Parse(%q) gives\n%s\nwant\n%s", test.src, got, test.want)
			}
		})
	}
}

// rejected holds queries and everything that is wrong with them, each error as
// "row:column: message".
var rejected = []struct {
	name, src string
	want      []string
}{
	{"nothing", "", []string{`1:1: expected "{", found the end of the query: a query is a list of names in braces`}},
	{"white space", " \n ", []string{`2:2: expected "{", found the end of the query: a query is a list of names in braces`}},
	{"no braces", "name", []string{`1:1: expected "{", found "name": a query begins with a brace`}},
	{"no opening brace", "a b }", []string{`1:1: expected "{", found "a": a query begins with a brace`}},
	{"text before", "query {a}", []string{`1:1: expected "{", found "query": a query begins with a brace`}},
	{"list outermost", "[]{a}", []string{`1:1: expected "{", found "[": a query begins with a brace`}},
	{"comma before", ",{a}", []string{`1:1: expected "{", found ",": a query begins with a brace`}},
	{"empty braces", "{}", []string{`1:2: expected a name, found "}": braces hold at least one name`}},
	{"empty inner braces", "{a{ }\nb{\n}}", []string{
		`1:5: expected a name, found "}": braces hold at least one name`,
		`3:1: expected a name, found "}": braces hold at least one name`}},
	{"unclosed, empty", "{", []string{`1:2: expected a name, found the end of the query: the "{" on row 1, column 1 is not closed`}},
	{"unclosed", "{a", []string{`1:3: expected a name or "}", found the end of the query: the "{" on row 1, column 1 is not closed`}},
	{"unclosed inner", "{\n  a {\n    b\n}\n", []string{`5:1: expected a name or "}", found the end of the query: the "{" on row 1, column 1 is not closed`}},
	{"several unclosed", "{a{b{c", []string{`1:7: expected a name or "}", found the end of the query: the "{" on row 1, column 5 is not closed`}},
	{"closed too often", "{a}}", []string{`1:4: expected the end of the query, found "}": this "}" has no "{"`}},
	{"text after", "{a} b", []string{`1:5: expected the end of the query, found "b": everything belongs inside the outermost braces`}},
	{"comma after", "{a},", []string{`1:4: expected the end of the query, found ",": everything belongs inside the outermost braces`}},
	{"two queries", "{a}\n{b}", []string{
		`2:1: expected the end of the query, found "{": everything belongs inside the outermost braces`,
		`2:1: expected a name, found "{": braces follow the name they belong to`}},
	{"leading comma", "{,a}", []string{`1:2: expected a name, found ",": a comma comes after a name`}},
	{"only a comma", "{,}", []string{`1:2: expected a name, found ",": a comma comes after a name`}},
	{"double comma", "{a,,b}", []string{`1:4: expected a name, found ",": one comma separates two names`}},
	{"spaced double comma", "{a ,\n , b}", []string{`2:2: expected a name, found ",": one comma separates two names`}},
	{"many commas are one error", "{a,,,,b,,c}", []string{
		`1:4: expected a name, found ",": one comma separates two names`,
		`1:9: expected a name, found ",": one comma separates two names`}},
	{"comma before a brace", "{a,{b}}", []string{`1:4: expected a name, found "{": braces follow the name they belong to`}},
	{"comma before a list", "{a,[]}", []string{`1:4: expected a name or "}", found "[": "[]" follows a name or its description`}},
	{"comma before a description", "{a,(x)}", []string{`1:4: expected a name or "}", found (x): a description follows the name it belongs to`}},
	{"braces without a name", "{{a}}", []string{`1:2: expected a name, found "{": braces follow the name they belong to`}},
	{"list without a name", "{[]{a}}", []string{`1:2: expected a name, found "[": "[]" follows a name or its description`}},
	{"description without a name", "{(x)}", []string{`1:2: expected a name, found (x): a description follows the name it belongs to`}},
	{"duplicate", "{a a}", []string{`1:4: duplicate name "a": it stands on row 1, column 2 of the same braces already`}},
	{"duplicates", "{\n price\n b\n price(number)\n  price[]{c}}", []string{
		`4:2: duplicate name "price": it stands on row 2, column 2 of the same braces already`,
		`5:3: duplicate name "price": it stands on row 2, column 2 of the same braces already`}},
	{"duplicate among many", "{a b c d e f g h i j k l m n o p q g}", []string{`1:36: duplicate name "g": it stands on row 1, column 14 of the same braces already`}},
	{"list on the next row", "{a\n[]}", []string{`2:1: expected a name or "}", found "[": "[]" stands on the row of its name or its description`}},
	{"list after braces", "{a{b}[]}", []string{`1:6: expected a name or "}", found "[": "[]" follows a name or its description, before the braces`}},
	{"list twice", "{a[][]}", []string{`1:5: expected a name or "}", found "[": for a list of lists, name the inner list: a[] { items[] }`}},
	{"list on the row after the description", "{a\n(x)\n[]}", []string{`3:1: expected a name or "}", found "[": "[]" stands on the row of its name or its description`}},
	{"descriptions before and after a list", "{a(x)[](y)}", []string{`1:8: expected a name or "}", found (y): a name takes one description`}},
	{"two descriptions after a list", "{a[](x)(y)}", []string{`1:8: expected a name or "}", found (y): a name takes one description`}},
	{"two descriptions", "{a(x)(y)}", []string{`1:6: expected a name or "}", found (y): a name takes one description`}},
	{"number in brackets", "{a[10] b}", []string{`1:4: expected "]", found "10": nothing stands between the brackets of a list`}},
	{"name in brackets", "{a[n]{b}}", []string{`1:4: expected "]", found "n": nothing stands between the brackets of a list`}},
	{"unclosed bracket", "{a[ b}", []string{`1:5: expected "]", found "b": nothing stands between the brackets of a list`}},
	{"stray bracket", "{a]}", []string{`1:3: expected a name or "}", found "]": this "]" has no "["`}},
	{"unclosed description", "{\n a(number\n b\n}", []string{`2:3: the description is not closed: expected ")" on the same row`}},
	{"unclosed description before braces", "{a(x {b} c(y) d}", []string{`1:3: the description is not closed: expected ")" on the same row`}},
	{"description over two rows", "{a(x\ny)}", []string{
		`1:3: the description is not closed: expected ")" on the same row`,
		`2:2: expected a name or "}", found ")": this ")" has no "(" on its row`}},
	{"stray parenthesis", "{a(x))}", []string{`1:6: expected a name or "}", found ")": this ")" has no "(" on its row`}},
	{"unclosed inner parenthesis", "{a(x(y)\nb}", []string{`1:3: the description is not closed: expected ")" on the same row`}},
	{"digit first", "{1a}", []string{`1:2: expected a name, found "1a": a name begins with a letter or "_"`}},
	{"hyphen", "{in-stock}", []string{`1:2: expected a name, found "in-stock": names have "_" for "-": in_stock`}},
	{"hyphen beyond ASCII", "{größe-ü}", []string{`1:2: expected a name, found "größe-ü": names have "_" for "-": größe_ü`}},
	{"digit of another script first", "{٣a}", []string{`1:2: expected a name, found "٣a": a name begins with a letter or "_"`}},
	{"mark first", "{\u0308a}", []string{"1:2: expected a name, found \"\u0308a\": a name begins with a letter or \"_\""}},
	{"duplicate of another normal form", "{\u00e9 e\u0301}", []string{"1:4: duplicate name \"e\u0301\": it stands on row 1, column 2 of the same braces already"}},
	{"column counts characters", "{a(größe 👍) 名前 ; b b}", []string{
		`1:16: expected a name or "}", found ";": fields are separated by spaces, commas or new rows`,
		`1:20: duplicate name "b": it stands on row 1, column 18 of the same braces already`}},
	{"tab is one column", "{\t\t:}", []string{`1:4: expected a name, found ":": a type goes in parentheses, as in price(number)`}},
	{"row after CRLF", "{\r\n a\r\n :\r\n}", []string{`3:2: expected a name or "}", found ":": a type goes in parentheses, as in price(number)`}},
	{"row after CR", "{\ra\r:}", []string{`3:1: expected a name or "}", found ":": a type goes in parentheses, as in price(number)`}},
	{"column after a byte order mark", "\ufeff{:}", []string{`1:2: expected a name, found ":": a type goes in parentheses, as in price(number)`}},
	{"colon and type", "{price: number, name: string}", []string{
		`1:7: expected a name or "}", found ":": a type goes in parentheses, as in price(number)`,
		`1:21: expected a name or "}", found ":": a type goes in parentheses, as in price(number)`}},
	{"quoted name", `{"name" b}`, []string{`1:2: expected a name, found "name": names are written without quotes`}},
	{"unclosed quote", "{'a b}", []string{`1:2: expected a name, found "'": names are written without quotes`}},
	{"hash comment", "{a # first {\nb}", []string{`1:4: expected a name or "}", found "# first {": a query has no comments`}},
	{"slash comment", "{a // first\nb}", []string{`1:4: expected a name or "}", found "// first": a query has no comments`}},
	{"dotted name", "{a.b}", []string{`1:3: expected a name or "}", found ".": fields of a field go in braces, as in product { price }`}},
	{"semicolons", "{a; b}", []string{`1:3: expected a name or "}", found ";": fields are separated by spaces, commas or new rows`}},
	{"bullets", "{\n- a\n* b}", []string{
		`2:1: expected a name, found "-": fields are listed without bullets`,
		`3:1: expected a name or "}", found "*": fields are listed without bullets`}},
	{"no-break space", "{a\u00a0b}", []string{`1:3: expected a name or "}", found "U+00A0": this character only looks like a space`}},
	{"zero-width space", "{\u200ba}", []string{`1:2: expected a name, found "U+200B": this character only looks like a space`}},
	{"control character", "{a \x1b[2J b}", []string{
		`1:4: expected a name or "}", found "U+001B"`,
		`1:5: expected a name or "}", found "[": "[]" follows a name or its description`,
		`1:6: expected "]", found "2J": nothing stands between the brackets of a list`}},
	{"invalid UTF-8", "{a \xff}", []string{`1:4: expected a name or "}", found "U+FFFD": this is not valid UTF-8`}},
	{"invalid UTF-8 in a description", "{a(\xff)}", []string{`1:3: the description is not valid UTF-8`}},
	{"emoji", "{👍}", []string{`1:2: expected a name, found "👍"`}},
	{"emoji with a mark", "{❤\ufe0f}", []string{"1:2: expected a name, found \"❤\ufe0f\""}},
	{"long token is cut", "{" + strings.Repeat("9", 100) + "}", []string{`1:2: expected a name, found "` + strings.Repeat("9", 40) + `…": a name begins with a letter or "_"`}},
	{"too deep", strings.Repeat("{a", 1001) + strings.Repeat("}", 1001), []string{`1:2001: braces nest too deep: 1000 levels are the limit`}},
	{"every error at once", "{\n  a,,\n  1b\n  c {}\n  d[\n  e(x\n  a\n}", []string{
		`2:5: expected a name, found ",": one comma separates two names`,
		`3:3: expected a name or "}", found "1b": a name begins with a letter or "_"`,
		`4:6: expected a name, found "}": braces hold at least one name`,
		`6:3: expected "]", found "e": nothing stands between the brackets of a list`,
		`6:4: the description is not closed: expected ")" on the same row`,
		`7:3: duplicate name "a": it stands on row 2, column 3 of the same braces already`}},
}

func TestParseRejects(t *testing.T) {
	for _, test := range rejected {
		t.Run(test.name, func(t *testing.T) {
			q, err := query.Parse(test.src)
			if q == nil || q.Root == nil {
				t.Fatalf("Parse(%q) gives no query", test.src)
			}
			var list query.ErrorList
			if !errors.As(err, &list) {
				t.Fatalf("Parse(%q) gives %v, want an ErrorList", test.src, err)
			}
			var got []string
			for _, e := range list {
				got = append(got, fmt.Sprintf("%d:%d: %s", e.Pos.Row, e.Pos.Column, e.Message))
				if e.End.Offset < e.Pos.Offset || e.End.Offset > len(test.src) {
					t.Errorf("error %q spans %d to %d", e.Message, e.Pos.Offset, e.End.Offset)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("Parse(%q): errors (-want +got):\n%s", test.src, diff)
			}
		})
	}
}

func TestTableSize(t *testing.T) {
	if n := len(accepted) + len(rejected); n < 80 {
		t.Errorf("the tables have %d cases, want at least 80", n)
	}
}

func TestErrorParts(t *testing.T) {
	_, err := query.Parse("{\n  name: x\n}")
	var e *query.Error
	if !errors.As(err, &e) {
		t.Fatalf("errors.As finds no *Error in %v", err)
	}
	want := &query.Error{
		Pos:      query.Position{Offset: 8, Row: 2, Column: 7},
		End:      query.Position{Offset: 9, Row: 2, Column: 8},
		Message:  e.Message,
		Found:    ":",
		Expected: `a name or "}"`,
	}
	if diff := cmp.Diff(want, e); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
	if got, want := err.Error(), "row 2, column 7: "+e.Message; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
	_, err = query.Parse("{a a a}")
	if !strings.HasSuffix(err.Error(), "(and 1 more error)") {
		t.Errorf("Error() = %q does not count the other error", err)
	}
}

func TestTree(t *testing.T) {
	src := "{ läd\n  items( \"größe\" )[] { n } }"
	q, err := query.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	at := func(offset, row, column int) query.Position {
		return query.Position{Offset: offset, Row: row, Column: column}
	}
	want := &query.Query{Root: &query.Container{
		Open:  at(0, 1, 1),
		Close: at(36, 2, 28),
		Fields: []*query.Field{
			{Name: "läd", NamePos: at(2, 1, 3), End: at(6, 1, 6)},
			{
				Name: "items", NamePos: at(9, 2, 3),
				Description: "größe", DescPos: at(14, 2, 8), TextPos: at(17, 2, 11),
				List: true,
				Container: &query.Container{
					Open: at(30, 2, 22), Close: at(34, 2, 26),
					Fields: []*query.Field{{Name: "n", NamePos: at(32, 2, 24), End: at(33, 2, 25)}},
				},
				End: at(35, 2, 27),
			},
		},
	}}
	if diff := cmp.Diff(want, q); diff != "" {
		t.Errorf("Parse(%q) (-want +got):\n%s", src, diff)
	}
}

func TestRecovery(t *testing.T) {
	src := "{\n  shop\n  products[] {\n    name:\n    price(number\n    seller { 1st  rating }\n  ,,\n  next_page\n"
	q, err := query.Parse(src)
	if err == nil {
		t.Fatal("no error")
	}
	got := strings.Join(query.FieldNames(q), " ")
	if want := "shop products name price seller rating next_page"; got != want {
		t.Errorf("recovered names %q, want %q", got, want)
	}
}
