package nodes_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/client"
	"assay/command/runtest"
	"assay/service/servicetest"
	"assay/wire"
)

// startPeers starts nodes that reach each other, each a process of its own with room for so
// many sessions.
func startPeers(t *testing.T, room []int, args ...string) (*cluster, []*client.Client) {
	t.Helper()
	c := startCluster(t, servicetest.Database(t), 0)
	homes, dirs := make([]string, len(room)), make([]string, len(room))
	for i := range room {
		homes[i] = t.TempDir()
		dirs[i] = filepath.Join(homes[i], "data")
		if err := os.Mkdir(dirs[i], 0o700); err != nil {
			t.Fatal(err)
		}
	}
	c.trusted, c.outside = authorities(t, dirs)
	clients := make([]*client.Client, len(room))
	ports := make([]string, len(room))
	for i := range room {
		ports[i] = servicetest.FreePort()
	}
	c.nodes = make([]*runtest.Process, len(room))
	c.restart = func(i int) {
		node := runtest.Serve(t, homes[i], append([]string{"--listen", "127.0.0.1:" + ports[i], "--node-url", "https://localhost:" + ports[i], "--peer-ca", c.trusted,
			"--max-sessions", fmt.Sprint(room[i]), "--database", c.database}, args...)...)
		if i > 0 {
			node.Key = c.nodes[0].Key
		}
		c.nodes[i] = node
	}
	for i := range room {
		c.restart(i)
		node := c.nodes[i]
		var err error
		if clients[i], err = client.New(client.Config{BaseURL: node.URL, APIKey: node.Key}); err != nil {
			t.Fatal(err)
		}
	}
	return c, clients
}

// nodeOf returns the number of the node at whose address a session is.
func (c *cluster) nodeOf(session *wire.Session) int {
	return slices.IndexFunc(c.nodes, func(n *runtest.Process) bool {
		return strings.HasPrefix(session.BaseURL, "https://localhost"+n.URL[strings.LastIndex(n.URL, ":"):]+"/")
	})
}

// TestPlacement creates as many sessions as three uneven nodes have room for, at the
// smallest of them and a few at a time: all get a place, and the next does not.
func TestPlacement(t *testing.T) {
	t.Parallel()
	room := []int{1, 3, 6}
	c, clients := startPeers(t, room)
	var group sync.WaitGroup
	var mu sync.Mutex
	placed := make([]int, len(room))
	var last *wire.Session
	for range 2 {
		group.Go(func() {
			for range 5 {
				session, err := clients[0].CreateSession(t.Context(), wire.SessionRequest{})
				mu.Lock()
				if err != nil {
					t.Error(err)
				} else {
					placed[c.nodeOf(session)]++
					last = session
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	if !slices.Equal(placed, room) {
		t.Errorf("the nodes got %v sessions, want %v", placed, room)
	}
	var refused *client.Error
	if _, err := clients[1].CreateSession(t.Context(), wire.SessionRequest{}); !errors.As(err, &refused) || refused.Status != http.StatusTooManyRequests {
		t.Errorf("one session too many: %v", err)
	}
	// The place of a session that has ended is free at once, wherever it was.
	if err := clients[1].EndSession(t.Context(), last.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := clients[0].CreateSession(t.Context(), wire.SessionRequest{}); err != nil {
		t.Errorf("after a session has ended: %v", err)
	}
}

// TestSessionsOfAKeyOnAllNodes gives a key two sessions at a time: it cannot have two at
// each node.
func TestSessionsOfAKeyOnAllNodes(t *testing.T) {
	t.Parallel()
	_, clients := startPeers(t, []int{5, 5}, "--key-sessions", "2")
	for i := range 2 {
		if _, err := clients[i].CreateSession(t.Context(), wire.SessionRequest{}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 2 {
		if _, err := clients[i].CreateSession(t.Context(), wire.SessionRequest{}); err == nil || !strings.Contains(err.Error(), "This API key has as many sessions as it may (2)") {
			t.Errorf("a third session at node %d: %v", i, err)
		}
	}
}

// longestAnswer is how long an answer takes at most that a hung node is missing from: less than
// one that is waited for, and more than a busy machine needs.
const longestAnswer = 4 * time.Second

// TestHungNode stops a node without its knowing, and then kills it. What it has is neither
// lost nor waited for: others say within a second or so which node does not answer.
func TestHungNode(t *testing.T) {
	t.Parallel()
	c, clients := startPeers(t, []int{1, 1})
	var ids [2]string
	for range ids {
		session, err := clients[0].CreateSession(t.Context(), wire.SessionRequest{ShutdownMode: wire.ShutdownOnInactivity})
		if err != nil {
			t.Fatal(err)
		}
		ids[c.nodeOf(session)] = session.ID
	}
	// Nodes that were never heard of again cost nothing.
	for n := range 100 {
		if _, err := c.db.ExecContext(t.Context(), `INSERT INTO node (id, url, seen) VALUES ($1, 'https://192.0.2.1', $2)`,
			fmt.Sprint("dead-", n), time.Now().Add(-time.Hour).UnixMilli()); err != nil {
			t.Fatal(err)
		}
	}
	hung := "https://localhost" + c.nodes[1].URL[strings.LastIndex(c.nodes[1].URL, ":"):]
	ask := func(method, path string) (status int, body string, took time.Duration) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, c.nodes[0].URL+"/v1/managed/sessions"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("X-API-Key", c.nodes[0].Key)
		began := time.Now()
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(text), time.Since(began)
	}
	signal := func(name string) {
		t.Helper()
		if said, err := exec.Command("kill", "-"+name, fmt.Sprint(c.nodes[1].PID)).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
	}
	missing := func(when string) {
		t.Helper()
		for _, method := range []string{http.MethodGet, http.MethodDelete} {
			status, body, took := ask(method, "/"+ids[1])
			if status != http.StatusServiceUnavailable || !strings.Contains(body, hung) || !strings.Contains(body, `"node_unavailable"`) || took > longestAnswer {
				t.Errorf("%s, %s answers %d after %s: %s", when, method, status, took, body)
			}
		}
		status, body, took := ask(http.MethodGet, "")
		var list struct {
			Sessions []wire.SessionInfo
			Missing  []string `json:"missing_nodes"`
		}
		if err := json.Unmarshal([]byte(body), &list); err != nil || status != http.StatusOK || took > longestAnswer ||
			len(list.Sessions) != 1 || list.Sessions[0].ID != ids[0] || !slices.Equal(list.Missing, []string{hung}) {
			t.Errorf("%s, the list is %d after %s: %s", when, status, took, body)
		}
	}
	if status, body, _ := ask(http.MethodGet, "/"+ids[1]); status != http.StatusOK {
		t.Errorf("before: %d %s", status, body)
	}
	signal("STOP")
	servicetest.Eventually(t, "all its threads stand still", func() bool {
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", c.nodes[1].PID))
		return err == nil && !slices.ContainsFunc(threads, func(thread string) bool {
			text, err := os.ReadFile(thread)
			return err == nil && !strings.Contains(string(text), ") T ")
		})
	})
	missing("while it hangs")
	signal("CONT")
	servicetest.Eventually(t, "it goes on", func() bool {
		status, body, _ := ask(http.MethodGet, "")
		return status == http.StatusOK && !strings.Contains(body, "missing_nodes") && strings.Count(body, `"state"`) == 2
	})
	signal("KILL")
	missing("when it is dead")
	if _, err := c.db.ExecContext(t.Context(), `UPDATE node SET seen = seen - 3600000 WHERE url = $1`, hung); err != nil {
		t.Fatal(err)
	}
	missing("long after")
}
