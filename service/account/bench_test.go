package account_test

import (
	"database/sql"
	"fmt"
	"sync/atomic"
	"testing"

	"assay/service/account"
)

// BenchmarkReserveSettle is the ledger's part of a request.
func BenchmarkReserveSettle(b *testing.B) {
	a := open(b, account.Config{Database: newPath(b), UsageLimit: 1 << 40})
	reserveSettle(b, a)
}

// BenchmarkReserveSettleMillion is the same in a cycle that has a million entries.
func BenchmarkReserveSettleMillion(b *testing.B) {
	path := newPath(b)
	a := open(b, account.Config{Database: path, UsageLimit: 1 << 40})
	usage, err := a.Usage(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	_, err = db.ExecContext(b.Context(), `
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500000),
			k(kind, first, amount) AS (VALUES ('reserve', 1, 1), ('settle', 0, 0))
		INSERT INTO ledger (request_id, kind, account_id, key_id, work, node, cycle_start, seq, amount, balance, at)
		SELECT lower(hex(randomblob(16))) || i, kind, 'main', 'k', 'web', 'n', $1, 2 * i - first, amount, i, 0 FROM n, k`,
		usage.Start.UnixMilli())
	if err == nil {
		_, err = db.ExecContext(b.Context(), `UPDATE account SET seq = 1000000`)
	}
	if err != nil {
		b.Fatal(err)
	}
	reserveSettle(b, a)
}

func reserveSettle(b *testing.B, a *account.Account) {
	var next atomic.Int64
	pair := func() {
		id := fmt.Sprintf("%032d", next.Add(1))
		reserve(b, a, id, 1)
		if err := a.Settle(b.Context(), id); err != nil {
			b.Error(err)
		}
	}
	b.Run("one", func(b *testing.B) {
		for b.Loop() {
			pair()
		}
	})
	b.Run("parallel", func(b *testing.B) {
		b.SetParallelism(16)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				pair()
			}
		})
	})
}

func BenchmarkAuthenticate(b *testing.B) {
	a := open(b, account.Config{Database: newPath(b)})
	_, plain, err := a.CreateKey(b.Context(), "k")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := a.Authenticate(b.Context(), plain); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpen is the account's part of a start of the service.
func BenchmarkOpen(b *testing.B) {
	path := newPath(b)
	for b.Loop() {
		a, err := account.Open(b.Context(), account.Config{Database: path, Node: "n", UsageLimit: 3})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := a.Recover(b.Context()); err != nil {
			b.Fatal(err)
		}
		if err := a.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
