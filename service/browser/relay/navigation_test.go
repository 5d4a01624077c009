package relay_test

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"assay/service/browser/sessions"
	"assay/service/browser/sessiontest"
	"assay/service/egress"
	"assay/service/servicetest"
)

// names is a resolver that knows some; any other name does not exist.
type names map[string]string

func (n names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	if address, ok := n[host]; ok {
		return []netip.Addr{netip.MustParseAddr(address)}, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
}

// TestFailedNavigations: a navigation that fails says why, to clients that see its
// requests and to those that do not.
func TestFailedNavigations(t *testing.T) {
	t.Parallel()
	dead := servicetest.ClosedPort(t)
	silent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	t.Cleanup(silent.Close)
	leading := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://"+dead+"/there", http.StatusFound)
	}))
	t.Cleanup(leading.Close)
	b := sessiontest.New(t, func(c *sessions.Config) {
		c.Egress = egress.NewDialer(egress.Config{AllowPrivate: true, Resolver: names{"metadata.test": "169.254.169.254"}})
	})
	address := sessiontest.Site(t)
	session := b.Begin(t, sessiontest.Usual())
	viaProxy := sessiontest.Usual()
	upstream, err := egress.ParseUpstream("http://"+dead, "", "")
	if err != nil {
		t.Fatal(err)
	}
	viaProxy.Proxy = upstream
	proxied := b.Begin(t, viaProxy)
	for _, test := range []struct {
		session *sessions.Session
		url     string
		want    string
	}{
		{session, "http://" + dead + "/", "net::ERR_CONNECTION_REFUSED"},
		{session, "https://" + dead + "/", "net::ERR_CONNECTION_REFUSED"},
		{session, leading.URL + "/away", "net::ERR_CONNECTION_REFUSED"},
		{session, "http://nowhere.test/", "net::ERR_NAME_NOT_RESOLVED"},
		{session, "https://nowhere.test:8443/x?y#z", "net::ERR_NAME_NOT_RESOLVED"},
		{session, "http://metadata.test/", "net::ERR_BLOCKED_BY_ADMINISTRATOR"},
		{session, "https://169.254.169.254/", "net::ERR_BLOCKED_BY_ADMINISTRATOR"},
		{session, silent.URL + "/", "net::ERR_EMPTY_RESPONSE"}, // and so it is
		{proxied, address + "/", "net::ERR_PROXY_CONNECTION_FAILED"},
	} {
		for _, sees := range []bool{false, true} {
			client := sessiontest.Connect(t, test.session)
			page, _ := client.Page()
			if sees {
				client.Must(page, "Network.enable", `{}`, nil)
			}
			var answer struct{ ErrorText, LoaderID string }
			client.Must(page, "Page.navigate", `{"url":"`+test.url+`"}`, &answer)
			if answer.ErrorText != test.want {
				t.Errorf("%s, seen %v: the answer says %s, want %s", test.url, sees, answer.ErrorText, test.want)
			}
			if !sees {
				continue
			}
			said := func() (text string) {
				for _, event := range client.Events {
					var failed struct{ RequestID, ErrorText string }
					if json.Unmarshal(event.Params, &failed); event.Method == "Network.loadingFailed" && failed.RequestID == answer.LoaderID {
						text = failed.ErrorText
					}
				}
				return text
			}
			servicetest.Eventually(t, "the request has failed", func() bool {
				client.Must("", "Target.getTargets", `{}`, nil)
				return said() != ""
			})
			if said() != test.want {
				t.Errorf("%s: the event says %s, want %s", test.url, said(), test.want)
			}
		}
	}

	t.Run("in a page", func(t *testing.T) {
		client := sessiontest.Connect(t, session)
		page := client.Document(address)
		client.Must(page, "Network.enable", `{}`, nil)
		client.Evaluate(page, `fetch("http://`+dead+`/data").catch(() => {})`)
		client.Evaluate(page, `1`)
		for _, event := range client.Events {
			if event.Method == "Network.loadingFailed" {
				var failed struct{ ErrorText string }
				if json.Unmarshal(event.Params, &failed); failed.ErrorText != "net::ERR_CONNECTION_REFUSED" {
					t.Errorf("a page's request fails with %s", failed.ErrorText)
				}
				return
			}
		}
		t.Error("the request does not fail")
	})
}
