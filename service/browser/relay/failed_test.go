package relay

import "testing"

func TestRequestsAreNoted(t *testing.T) {
	sent := func(id, document, url string) []byte {
		return []byte(`{"method":"Network.requestWillBeSent","params":{"requestId":"` + id + `","loaderId":"L","documentURL":"` + document +
			`","request":{"url":"` + url + `","method":"GET","headers":{"a":"\",\"request\":{\"url\":\"http://header/"}},"timestamp":1},"sessionId":"S"}`)
	}
	for name, test := range map[string]struct {
		message []byte
		want    string
	}{
		"http":                 {sent("1", "http://a/", "http://a.test/b/c?d=http://e/"), "http://a.test"},
		"https with a port":    {sent("1", "http://a/", "https://a.test:8443/b"), "https://a.test:8443"},
		"data":                 {sent("1", "http://a/", "data:text/html,http://b/"), ""},
		"a misleading page":    {sent("1", `http://a/\",\"request\":{\"url\":\"http://b/`, "http://c/"), "http://c"},
		"another request":      {sent("2", "http://a/", "http://a/"), ""},
		"what is no event":     {[]byte(`{"method":"Network.requestWillBeSent","params":{}}`), ""},
		"an id without an end": {[]byte(`{"method":"Network.requestWillBeSent","params":{"requestId":"1`), ""},
	} {
		r := requests{}
		r.note("Network.requestWillBeSent", test.message)
		if r["1"] != test.want {
			t.Errorf("%s: %q, want %q", name, r["1"], test.want)
		}
		r.note("Network.loadingFinished", []byte(`{"method":"Network.loadingFinished","params":{"requestId":"1","timestamp":1}}`))
		if r["1"] != "" {
			t.Errorf("%s: it is remembered when it is over", name)
		}
	}
	r := requests{}
	for i := range maxRequests + 10 {
		r.note("Network.requestWillBeSent", sent(string(rune('a'+i%26))+string(rune(0x100+i)), "http://a/", "http://a/"))
	}
	if len(r) > maxRequests {
		t.Errorf("%d requests are remembered", len(r))
	}
}
