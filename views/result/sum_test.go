package result

import (
	"encoding/json"
	"strings"
	"testing"

	"assay/wire"
)

func TestSum(t *testing.T) {
	for data, want := range map[string]string{
		`{"products":[{"name":"Alder","tags":["a","b"]},{"name":"B, [\"c\"]"},3]}`:      "3 products",
		` { "shop" : {"list":[1,2]}, "n": 1, "products" : [ [1,2], "x" ] , "more":[1]}`: "2 products",
		`{"a":"[1,2]","b\"\\":[ "x" ]}`:                                                 `1 in b"\`,
		`{"products":[ ]}`:                                                              "no products",
		`{"products":[{}]}`:                                                             "1 in products",
		`{"a":{"b":[1]},"c":null}`:                                                      "1 of 2 values",
		`{"name":"A, \"b\": c", "price" : 15.5}`:                                        "2 values",
		`{"name" : null , "ok":false}`:                                                  "1 of 2 values",
		`{"name":null}`:                                                                 "0 of 1 value",
		`{"a":-1.5e3}`:                                                                  "1 value",
		`{}`:                                                                            "",
		`[1,2]`:                                                                         "",
		`"text"`:                                                                        "",
		``:                                                                              "",
		`{"a":[1,`:                                                                      "1 value",
	} {
		if got := Sum(json.RawMessage(data)); got != want {
			t.Errorf("Sum(%s) = %q, want %q", data, got, want)
		}
	}
}

func TestSumOfPagesThatMayLackWhatWasAsked(t *testing.T) {
	for want, about := range map[string]wire.Metadata{
		"1 value":                     {},
		"1 value, page 404 Not Found": {PageStatus: 404},
		"1 value, page 503 Service Unavailable, page not finished": {PageStatus: 503, PageUnfinished: true},
	} {
		if got := SumOf(json.RawMessage(`{"a":1}`), about); got != want {
			t.Errorf("SumOf(%+v) = %q, want %q", about, got, want)
		}
	}
	if got := SumOf(json.RawMessage(`{}`), wire.Metadata{PageUnfinished: true}); got != "page not finished" {
		t.Errorf("of an answer without values: %q", got)
	}
}

// The first list of any object is counted as decoding it would.
func FuzzFirstList(f *testing.F) {
	for _, data := range []string{`{"a":[1,2]}`, `{"a":{"x":[1]},"b":[]}`, `{"a\\":"\\\"[","c":[[],{},"]"]}`, `[]`, `{"":[1]}`} {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		name, count := firstList(data)
		if !json.Valid(data) {
			return
		}
		decoder := json.NewDecoder(strings.NewReader(string(data)))
		wantName, wantCount := "", 0
		if token, _ := decoder.Token(); token == json.Delim('{') {
			for decoder.More() {
				key, err := decoder.Token()
				if err != nil {
					t.Fatal(err)
				}
				var value any
				if err := decoder.Decode(&value); err != nil {
					return // a number beyond what Go has
				}
				if list, ok := value.([]any); ok {
					wantName, wantCount = key.(string), len(list)
					break
				}
			}
		}
		if name != wantName || count != wantCount {
			t.Errorf("%s: %q of %d, want %q of %d", data, name, count, wantName, wantCount)
		}
	})
}

// BenchmarkSum counts the products of an answer of 100 MB.
func BenchmarkSum(b *testing.B) {
	const item = `{"name":"Alder desk lamp","price":64.5,"tags":["oak","brass"],"text":"made of oak and brass, with a shade of linen"},`
	data := json.RawMessage(`{"products":[` + strings.Repeat(item, 100e6/len(item)) + `null]}`)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		Sum(data)
	}
}
