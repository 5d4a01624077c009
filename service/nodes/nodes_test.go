package nodes_test

import (
	"crypto/tls"
	"crypto/x509"
	"database/sql"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/client"
	"assay/command/runtest"
	"assay/service"
	"assay/service/account"
	"assay/service/certs"
	"assay/service/servicetest"
	"assay/wire"
	"assay/wire/datadir"
)

// node is one of the services that share an account.
type node struct {
	*runtest.Service
	*client.Client
	url      string // by which it is reached from outside
	database string
}

// startNodes runs services that share a new account, and returns them with a client
// that trusts all of them.
func startNodes(t *testing.T, count int, limit int64) ([]node, *http.Client) {
	t.Helper()
	database := servicetest.Database(t)
	dirs := make([]string, count)
	for i := range dirs {
		dirs[i] = t.TempDir()
	}
	trusted, outside := authorities(t, dirs)

	nodes := make([]node, count)
	for i, dir := range dirs {
		port := servicetest.FreePort()
		n := node{url: "https://localhost:" + port, database: database}
		cfg := service.Config{Listen: "127.0.0.1:" + port, DataDir: dir, Database: database, UsageLimit: limit, NodeURL: n.url, PeerCA: trusted}
		if i == 0 {
			n.Service = runtest.Start(t, cfg)
		} else {
			n.Service = runtest.Begin(t, cfg)
		}
		nodes[i] = n
		var err error
		if nodes[i].Client, err = client.New(client.Config{BaseURL: n.Service.BaseURL, APIKey: nodes[0].Key.Reveal()}); err != nil {
			t.Fatal(err)
		}
	}
	return nodes, outside
}

// authorities makes the private authorities of services with these data folders, and returns
// the file that has them all and a client that trusts them.
func authorities(t *testing.T, dirs []string) (file string, outside *http.Client) {
	t.Helper()
	var all []byte
	for _, dir := range dirs {
		authority, err := certs.OpenAuthority(dir)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(authority.File())
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text...)
	}
	file = filepath.Join(t.TempDir(), "peers.pem")
	if err := os.WriteFile(file, all, 0o600); err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(all)
	outside = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	t.Cleanup(outside.CloseIdleConnections)
	return file, outside
}

// TestNodesShareAnAccount lets two services share one account in PostgreSQL: a key of
// one is good at the other, and what either answers counts for both.
func TestNodesShareAnAccount(t *testing.T) {
	t.Parallel()
	nodes, _ := startNodes(t, 2, 3)
	ask := wire.QueryRequest{Query: "{ title }", HTML: "<h1>A title</h1>"}
	for i, asked := range []node{nodes[0], nodes[1], nodes[1]} {
		if _, err := asked.Query(t.Context(), ask); err != nil {
			t.Fatal(err)
		}
		for _, n := range nodes {
			usage, err := n.Usage(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if usage.Used != int64(i+1) || usage.Limit != 3 {
				t.Errorf("after %d queries: %+v", i+1, usage)
			}
		}
	}
	if _, err := nodes[0].Query(t.Context(), ask); err == nil || !strings.Contains(err.Error(), "quota") {
		t.Errorf("a query beyond the limit that the other node spent: %v", err)
	}
}

// TestSessionsOfNodes asks any node about the sessions of all: each is at the address
// of the node that runs it, and can be listed, shown and ended everywhere.
func TestSessionsOfNodes(t *testing.T) {
	t.Parallel()
	nodes, outside := startNodes(t, 3, 0)
	var ids []string
	for _, n := range nodes {
		session, err := n.CreateSession(t.Context(), wire.SessionRequest{})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(session.BaseURL, n.url+"/") || !strings.HasPrefix(session.CDPURL, "wss"+strings.TrimPrefix(session.BaseURL, "https")+"/devtools/browser/") {
			t.Errorf("the session of %s is at %s and %s", n.url, session.BaseURL, session.CDPURL)
		}
		response, err := outside.Get(session.BaseURL + "/json/version")
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Errorf("the session's discovery answers %s", response.Status)
		}
		ids = append(ids, session.ID)
	}

	alive := func(n node) []string {
		t.Helper()
		list, err := n.Sessions(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, info := range list {
			if info.State != wire.StateEnded {
				found = append(found, info.ID)
			}
		}
		slices.Sort(found)
		return found
	}
	want := slices.Sorted(slices.Values(ids))
	deadline := time.Now().Add(20 * time.Second)
	for _, n := range nodes {
		// A node announces itself a moment after it answers.
		for !slices.Equal(alive(n), want) {
			if time.Now().After(deadline) {
				t.Fatalf("%s lists %v, want %v", n.url, alive(n), want)
			}
		}
	}
	if info, err := nodes[0].Session(t.Context(), ids[2]); err != nil || info.ID != ids[2] {
		t.Errorf("another node's session: %+v, %v", info, err)
	}
	ask := wire.SessionQuery{Query: "{ title }"}
	for _, n := range nodes {
		if _, err := n.QuerySession(t.Context(), ids[2], ask); err != nil {
			t.Errorf("%s asks the page of another node's session: %v", n.url, err)
		}
	}
	if usage, err := nodes[0].Usage(t.Context()); err != nil || usage.Used != int64(len(nodes)) {
		t.Errorf("%d queries count as %+v, %v", len(nodes), usage, err)
	}
	if err := nodes[1].EndSession(t.Context(), ids[0]); err != nil {
		t.Errorf("ending another node's session: %v", err)
	}
	if got := alive(nodes[2]); len(got) != 2 || slices.Contains(got, ids[0]) {
		t.Errorf("after one was ended: %v", got)
	}
	if err := nodes[1].EndSession(t.Context(), ids[0]); err == nil {
		t.Error("a session was ended twice")
	}
	if _, err := nodes[1].Session(t.Context(), "no-such-session"); err == nil {
		t.Error("a session of no node was found")
	}

	if _, err := nodes[1].QuerySession(t.Context(), ids[0], ask); !errors.Is(err, client.ErrUnknownSession) {
		t.Errorf("the page of a session that has ended was asked: %v", err)
	}

	// A node that ends takes its sessions along, and is asked no more.
	nodes[2].Stop()
	if err := nodes[2].Wait(t); err != nil {
		t.Error(err)
	}
	began := time.Now()
	if got := alive(nodes[0]); !slices.Equal(got, []string{ids[1]}) {
		t.Errorf("after a node has ended: %v, want only %s", got, ids[1])
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("the list took %s: a node that has ended is waited for", took)
	}
}

// TestSessionsOfKeysOnNodes: a key sees and ends its own sessions only, whichever node
// it asks. The operator sees and ends all of them in the portal of any.
func TestSessionsOfKeysOnNodes(t *testing.T) {
	t.Parallel()
	nodes, _ := startNodes(t, 2, 0)
	var made strings.Builder
	if err := service.CreateKey(t.Context(), t.TempDir(), nodes[0].database, account.KeyChange{Name: new("shop")}, false, &made); err != nil {
		t.Fatal(err)
	}
	ours := make(map[string]node) // by the session's id
	theirs := make([]*client.Client, len(nodes))
	for i, n := range nodes {
		var err error
		if theirs[i], err = client.New(client.Config{BaseURL: n.Service.BaseURL, APIKey: strings.TrimSpace(made.String())}); err != nil {
			t.Fatal(err)
		}
		session, err := n.CreateSession(t.Context(), wire.SessionRequest{})
		if err != nil {
			t.Fatal(err)
		}
		ours[session.ID] = n
	}
	shop, err := theirs[1].CreateSession(t.Context(), wire.SessionRequest{})
	if err != nil {
		t.Fatal(err)
	}
	servicetest.Eventually(t, "each node lists the sessions of both", func() bool {
		for _, n := range nodes {
			if list, err := n.Sessions(t.Context()); err != nil || len(list) != 2 {
				return false
			}
		}
		return true
	})
	for i, c := range theirs {
		if list, err := c.Sessions(t.Context()); err != nil || len(list) != 1 || list[0].ID != shop.ID {
			t.Errorf("at node %d, the other key lists %v, %v", i, list, err)
		}
		for id := range ours {
			if _, err := c.Session(t.Context(), id); !errors.Is(err, client.ErrUnknownSession) {
				t.Errorf("at node %d, the other key sees %s: %v", i, id, err)
			}
			if err := c.EndSession(t.Context(), id); !errors.Is(err, client.ErrUnknownSession) {
				t.Errorf("at node %d, the other key ends %s: %v", i, id, err)
			}
		}
	}
	if list, err := nodes[0].Sessions(t.Context()); err != nil || len(list) != 2 || !list[0].Alive() || !list[1].Alive() {
		t.Errorf("afterwards there are %v, %v", list, err)
	}

	operator := runtest.Browse(t)
	link, err := datadir.NewLink(filepath.Dir(nodes[0].Service.CAFile), nodes[0].Info, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	response, err := operator.Get(link)
	runtest.Look(t, response, err)
	response, err = operator.Get(nodes[0].Service.BaseURL + "/portal/sessions")
	path, page := runtest.Look(t, response, err)
	if path != "/portal/sessions" || strings.Count(page, `aria-label="Watch `) != 3 || !strings.Contains(page, ">shop<") || strings.Count(page, ">this machine<") != 2 || strings.Contains(page, "did not answer") {
		t.Errorf("the portal shows at %s:\n%s", path, page)
	}
	token := regexp.MustCompile(`name="csrf_token" value="([^"]+)"`).FindStringSubmatch(page)
	if token == nil {
		t.Fatalf("no form:\n%s", page)
	}
	response, err = operator.PostForm(nodes[0].Service.BaseURL+"/portal/sessions/"+shop.ID+"/end", map[string][]string{"csrf_token": {token[1]}})
	if path, page := runtest.Look(t, response, err); path != "/portal/sessions" || !strings.Contains(page, "The session of shop has ended.") {
		t.Errorf("ending a session of another node leads to %s:\n%s", path, page)
	}
	if info, err := theirs[0].Session(t.Context(), shop.ID); err != nil || info.Alive() {
		t.Errorf("the session that the operator ended: %v, %v", info, err)
	}

	// What is missing is said.
	nodes[1].Stop()
	if err := nodes[1].Wait(t); err != nil {
		t.Error(err)
	}
	db, err := sql.Open("pgx", nodes[0].database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), `INSERT INTO node (id, url, seen) VALUES ('gone', $1, $2)`, nodes[1].url, time.Now().UnixMilli()); err != nil {
		t.Fatal(err)
	}
	response, err = operator.Get(nodes[0].Service.BaseURL + "/portal/sessions")
	if _, page := runtest.Look(t, response, err); strings.Count(page, `aria-label="Watch `) != 1 || !strings.Contains(page, "did not answer") || !strings.Contains(page, nodes[1].url) {
		t.Errorf("without the other node the portal shows:\n%s", page)
	}
}
