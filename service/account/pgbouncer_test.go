package account_test

import (
	"os"
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
	return servicetest.Pooled(t, servicetest.Database(t), string(settings)+"\ndefault_pool_size = 3\n")
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
	database := servicetest.Pooled(t, servicetest.Database(t), "[databases]\n[pgbouncer]\npool_mode = transaction\n")
	_, err := account.Open(t.Context(), account.Config{Database: database})
	if err == nil || !strings.Contains(err.Error(), "ignore_startup_parameters = statement_timeout,") {
		t.Errorf("opening: %v", err)
	}
}
