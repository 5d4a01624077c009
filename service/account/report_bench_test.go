package account_test

import (
	"strings"
	"testing"

	"assay/service/account"
	"assay/service/servicetest"
)

// BenchmarkReports is what the portal's first page and its page of keys ask, in a cycle
// of a million calls on thirty days, of five keys, one in fifty refunded: a ledger of
// two million entries.
func BenchmarkReports(b *testing.B) {
	for name, database := range map[string]string{"SQLite": newPath(b), "PostgreSQL": servicetest.Database(b)} {
		b.Run(name, func(b *testing.B) {
			a := open(b, account.Config{Database: database, UsageLimit: 1 << 40})
			usage, err := a.Usage(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			db := inspect(b, database)
			for _, statement := range []string{
				`WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
				INSERT INTO ledger (request_id, kind, account_id, key_id, work, node, cycle_start, seq, amount, balance, at)
				SELECT 'request-' || (i * 7919 % 1000003), 'reserve', 'main', 'key-' || (i % 5), CASE i % 7 WHEN 0 THEN 'document' ELSE 'web' END, 'n', cycle, 2 * i - 1, 1, i, cycle + i * 2592 FROM n, (SELECT CAST($1 AS BIGINT) AS cycle) AS c`,
				`INSERT INTO ledger (request_id, kind, account_id, key_id, work, node, cycle_start, seq, amount, balance, at)
				SELECT request_id, CASE WHEN seq % 50 = 1 THEN 'refund' ELSE 'settle' END, account_id, key_id, work, node, cycle_start, seq + 1, CASE WHEN seq % 50 = 1 THEN -1 ELSE 0 END, balance, at + 20 FROM ledger WHERE cycle_start = $1`,
				fillDays(b),
			} {
				args := []any{usage.Start.UnixMilli()}[:strings.Count(statement, "$1")]
				if _, err := db.ExecContext(b.Context(), statement, args...); err != nil {
					b.Fatal(err)
				}
			}
			if _, err := db.ExecContext(b.Context(), "ANALYZE"); err != nil {
				b.Fatal(err)
			}
			for name, ask := range map[string]func() error{
				"Usage":      func() error { _, err := a.Usage(b.Context()); return err },
				"CallsByDay": func() error { _, err := a.CallsByDay(b.Context()); return err },
				"CallsByKey": func() error { _, err := a.CallsByKey(b.Context()); return err },
				"Calls":      func() error { _, err := a.Calls(b.Context(), account.CallFilter{Limit: 50}); return err },
				"CallsOfRareKey": func() error {
					_, err := a.Calls(b.Context(), account.CallFilter{KeyID: "none", Limit: 50})
					return err
				},
			} {
				b.Run(name, func(b *testing.B) {
					for b.Loop() {
						if err := ask(); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		})
	}
}
