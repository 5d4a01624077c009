package relay

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestScan(t *testing.T) {
	r, err := scan([]byte(" {\"params\" : {\"a\":[1,-2.5e3,true,null,\"\\\"}{\"]} , \"sessionId\":\"AB01\",\"method\":\"Page.navigate\",\"id\": 7}\n"))
	if err != nil || string(r.id) != "7" || r.method != "Page.navigate" || r.session != "AB01" || string(r.params) != `{"a":[1,-2.5e3,true,null,"\"}{"]}` {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = scan([]byte(`{"id":1,"method":"A.b","sessionId":"","params":null}`)); err != nil || r.session != "" || r.params != nil {
		t.Errorf("blank members: %+v, %v", r, err)
	}
	for _, text := range []string{
		``, `{}`, `[]`, `{"id":1}`, `{"method":"A.b"}`, `{"id":"1","method":"A.b"}`, `{"id":1,"method":"A.b",}`,
		`{"id":1,"method":"A.b"} x`, `{"id":1,"id":2,"method":"A.b"}`, `{"id":1,"method":"A.b","x":1}`,
		`{"id":1,"m\u0065thod":"A.b"}`, `{"id":1,"method":"A.\u0062"}`, `{"id":1,"method":"A.b","params":[]}`,
		`{"id":1,"method":"A.b","params":{"a":1}/**/}`, `{"id":1,"method":"A.b","params":{"a":01}}`,
		`{"id":1,"method":"A.b","params":{"a":"x}}`, `{"id":1,"method":"A.b","params":{"a":[}]}`,
		`{"id":1,"method":"A.b","params":{"a" 1}}`, "{\"id\":1,\"method\":\"A.b\",\"params\":{\"a\":\"\x00\"}}",
		`{"id":1,"method":"A.b","params":{"a":"\q"}}`, `{"id":1,"method":"A.b","params":{"a":"\u00"}}`,
		`{"id":1,"method":"A.b","params":{"a":"\u00zz"}}`, `{"id":1,"method":"A.b","params":{"a":"\`,
		`{"id":1,"method":"A.b","params":{"a":1e999}}`, `{"id":1,"method":"A.b","params":{"a":1` + strings.Repeat("0", 400) + `}}`,
		`{"id":1,"method":"A.` + strings.Repeat("b", 600) + `"}`,
		"{\"id\":1,\"method\":\"A.b\",\"params\":{\"a\":\"\xff\"}}", `{"id":1,"method":"A.b","params":` + strings.Repeat(`{"a":`, 400) + `1` + strings.Repeat(`}`, 401),
	} {
		if r, err := scan([]byte(text)); err == nil {
			t.Errorf("%s is taken as %+v", text, r)
		}
	}
}

// FuzzScan holds what is read of a message against encoding/json's reading: a message
// that is passed on must be JSON, apart from control characters in strings, and mean
// what it was taken for.
func FuzzScan(f *testing.F) {
	f.Add([]byte(`{"id":1,"method":"Page.navigate","params":{"url":"a\"b\\"},"sessionId":"A1"}`))
	f.Add([]byte(`{"sessionId":null,"params":{"a":[1,{"b":"\u0000"}]},"id":-3,"method":"A.b"}`))
	f.Add([]byte(`{"id":1,"method":"A.b","params":{"a":1}/*"*/}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := scan(text)
		if err != nil {
			return
		}
		for i, c := range text {
			if c < ' ' {
				text[i] = ' '
			}
		}
		var m map[string]json.RawMessage
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatalf("%q is no JSON: %v", text, err)
		}
		var method string
		json.Unmarshal(m["method"], &method)
		if method != r.method || string(m["id"]) != string(r.id) || r.params != nil && string(m["params"]) != string(r.params) {
			t.Errorf("%q is taken as %+v", text, r)
		}
	})
}

func TestOpen(t *testing.T) {
	for _, test := range []struct {
		text string
		want envelope
	}{
		{`{"id":12,"result":{}}`, envelope{id: 12, afterID: 9, tailFrom: 20}},
		{`{"id":12,"result":{},"sessionId":"AB"}`, envelope{id: 12, session: "AB", afterID: 9, tailFrom: 20}},
		{`{"method":"A.b","params":{"sessionId":"X"}}`, envelope{method: "A.b", tailFrom: 42}},
		{`{"method":"A.b","params":{"s":",\"sessionId\":\"X\"}"},"sessionId":"Y"}`, envelope{method: "A.b", session: "Y", tailFrom: 54}},
	} {
		if got, ok := open([]byte(test.text)); !ok || got != test.want {
			t.Errorf("%s: %+v, %v, want %+v", test.text, got, ok, test.want)
		}
	}
	for _, text := range []string{``, `{}`, `{"error":{"code":-32700,"message":"x"}}`, `{"id":x,"result":{}}`, `x"}`} {
		if got, ok := open([]byte(text)); ok {
			t.Errorf("%s is taken as %+v", text, got)
		}
	}
}
