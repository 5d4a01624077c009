package api

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// TestSigned changes what a node signed.
func TestSigned(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	nodes, others := &Peers{Secret: []byte("one")}, &Peers{Secret: []byte("two")}
	request := httptest.NewRequest(http.MethodDelete, "https://node.example/v1/managed/sessions/a%2Fb", nil)
	signature := nodes.sign(request, now)
	for name, test := range map[string]struct {
		who    *Peers
		method string
		path   string
		text   string
		after  time.Duration
		want   bool
	}{
		"as it was":           {nodes, "DELETE", "/v1/managed/sessions/a%2Fb", signature, 0, true},
		"a minute later":      {nodes, "DELETE", "/v1/managed/sessions/a%2Fb", signature, time.Minute, true},
		"a minute before":     {nodes, "DELETE", "/v1/managed/sessions/a%2Fb", signature, -time.Minute, true},
		"later":               {nodes, "DELETE", "/v1/managed/sessions/a%2Fb", signature, time.Minute + time.Millisecond, false},
		"too soon":            {nodes, "DELETE", "/v1/managed/sessions/a%2Fb", signature, -time.Minute - time.Millisecond, false},
		"another service's":   {others, "DELETE", "/v1/managed/sessions/a%2Fb", signature, 0, false},
		"another method":      {nodes, "GET", "/v1/managed/sessions/a%2Fb", signature, 0, false},
		"another path":        {nodes, "DELETE", "/v1/managed/sessions/a/b", signature, 0, false},
		"another time":        {nodes, "DELETE", "/v1/managed/sessions/a%2Fb", "1" + signature, 0, false},
		"cut short":           {nodes, "DELETE", "/v1/managed/sessions/a%2Fb", signature[:len(signature)-1], 0, false},
		"without a signature": {nodes, "DELETE", "/v1/managed/sessions/a%2Fb", signature[:14], 0, false},
		"empty":               {nodes, "DELETE", "/v1/managed/sessions/a%2Fb", "", 0, false},
	} {
		r := httptest.NewRequest(test.method, "https://other.example"+test.path, nil)
		if got := test.who.signed(r, test.text, now.Add(test.after)); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
