package account_test

import (
	"bytes"
	"cmp"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"assay/service/account"
	"assay/service/servicetest"
)

// pooled returns a new database behind PgBouncer as deploy has it, in transaction mode, with
// fewer connections to PostgreSQL than one node has to PgBouncer.
func pooled(t *testing.T) string {
	t.Helper()
	settings, err := os.ReadFile("../../deploy/pgbouncer.ini")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(settings), "pool_mode = transaction") {
		t.Fatal("deploy/pgbouncer.ini has another mode")
	}
	return startPgBouncer(t, servicetest.Database(t), string(settings)+"\ndefault_pool_size = 3\n")
}

// startPgBouncer starts PgBouncer with settings, the text of its file, before a database, and
// returns the database's address there. Where PgBouncer listens, what it connects to and whom
// it lets in are not those of the settings.
func startPgBouncer(t *testing.T, database, settings string) string {
	t.Helper()
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	port := servicetest.FreePort()
	password, _ := address.User.Password()
	settings = regexp.MustCompile(`(?m)^(\w+ = host=.*|(listen|auth|server_tls|client_tls)_\w+ = .*|(logfile|pidfile|unix_socket_dir) = .*)$`).ReplaceAllString(settings, "")
	settings = regexp.MustCompile(`(?m)^\[databases\]$`).ReplaceAllString(settings,
		"[databases]\n* = host=127.0.0.1 port="+address.Port()+" user=postgres password="+password)
	settings += "\nlisten_addr = 127.0.0.1\nlisten_port = " + port + "\nunix_socket_dir =\nauth_type = any\n"
	file := filepath.Join(t.TempDir(), "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{file}
	if os.Getuid() == 0 { // whom it refuses to be
		args = append([]string{"--user=postgres"}, args...)
	}
	path, _ := exec.LookPath("pgbouncer")
	command := exec.Command(cmp.Or(path, "/usr/sbin/pgbouncer"), args...) // where Debian has it
	var said bytes.Buffer
	command.Stderr = &said
	if err := command.Start(); err != nil {
		t.Fatal("starting PgBouncer, which .ci/test installs: ", err)
	}
	t.Cleanup(func() {
		command.Process.Kill() // its clients are gone
		command.Wait()
		if t.Failed() {
			t.Logf("PgBouncer said:\n%s", &said)
		}
	})
	address.Host = net.JoinHostPort("127.0.0.1", port)
	db := inspect(t, address.String())
	servicetest.Eventually(t, "PgBouncer answers", func() bool { return db.PingContext(t.Context()) == nil })
	return address.String()
}

// TestPgBouncer has nodes reach PostgreSQL through PgBouncer in transaction mode, where each
// transaction may have another connection.
func TestPgBouncer(t *testing.T) {
	t.Run("nodes start together", func(t *testing.T) {
		database := pooled(t)
		var group sync.WaitGroup
		for _, node := range []string{"a", "b", "c"} {
			group.Go(func() {
				a, err := account.Open(t.Context(), account.Config{Database: database, Node: node})
				if err != nil {
					t.Error(err)
					return
				}
				if err := a.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
	})
	for name, test := range map[string]func(*testing.T, string){
		"never overspend":      testNodesNeverOverspend,
		"another node refunds": testAnotherNodeRefunds,
	} {
		t.Run(name, func(t *testing.T) { test(t, pooled(t)) })
	}
}

// TestPgBouncerSettings: PgBouncer with the settings that it has by itself refuses a node,
// whose operator is told what to do.
func TestPgBouncerSettings(t *testing.T) {
	database := startPgBouncer(t, servicetest.Database(t), "[databases]\n[pgbouncer]\npool_mode = transaction\n")
	_, err := account.Open(t.Context(), account.Config{Database: database})
	if err == nil || !strings.Contains(err.Error(), "ignore_startup_parameters = statement_timeout,") {
		t.Errorf("opening: %v", err)
	}
}
