package service_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"assay/client"
	"assay/service"
	"assay/service/account/pgtest"
)

// TestTwoNodes lets two services share one account in PostgreSQL: a key of one is
// good at the other, what either answers counts for both, and a session is at the
// address of the node that runs it.
func TestTwoNodes(t *testing.T) {
	database := pgtest.Database(t)
	first := start(t, service.Config{DataDir: t.TempDir(), Database: database, UsageLimit: 3})
	second := begin(t, service.Config{DataDir: t.TempDir(), Database: database, NodeURL: "https://node-2.example:8443"})
	var clients []*client.Client
	for _, node := range []*running{first, second} {
		c, err := client.New(client.Config{BaseURL: node.BaseURL, APIKey: first.key.Reveal()})
		if err != nil {
			t.Fatal(err)
		}
		clients = append(clients, c)
	}

	ask := client.QueryRequest{Query: "{ title }", HTML: "<h1>A title</h1>"}
	for i, c := range []*client.Client{clients[0], clients[1], clients[1]} {
		if _, err := c.Query(t.Context(), ask); err != nil {
			t.Fatal(err)
		}
		for _, c := range clients {
			usage, err := c.Usage(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if usage.Used != int64(i+1) || usage.Limit != 3 {
				t.Errorf("after %d queries: %+v", i+1, usage)
			}
		}
	}
	if _, err := clients[0].Query(t.Context(), ask); err == nil || !strings.Contains(err.Error(), "quota") {
		t.Errorf("a query beyond the limit that the other node spent: %v", err)
	}

	session, err := clients[1].CreateSession(t.Context(), client.SessionRequest{})
	if err != nil {
		t.Fatal(err)
	}
	base, ok := strings.CutPrefix(session.BaseURL, "https://node-2.example:8443/")
	if !ok || !strings.HasPrefix(session.CDPURL, "wss://node-2.example:8443/"+base+"/devtools/browser/") {
		t.Fatalf("the session is at %s and %s", session.BaseURL, session.CDPURL)
	}
	// What stands before the node passes the path on.
	inside, err := url.JoinPath(clients[1].BaseURL(), base, "json", "version")
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Get(inside)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("the session's discovery answers %s", response.Status)
	}
}
