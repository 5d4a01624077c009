package account_test

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/servicetest"
)

// farAway returns the address of a database behind a network that takes a time one way.
func farAway(t testing.TB, database string, oneWay time.Duration) string {
	t.Helper()
	if oneWay == 0 {
		return database
	}
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	there := address.Host
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", there)
			if err != nil {
				near.Close()
				continue
			}
			go carry(far, near, oneWay)
			go carry(near, far, oneWay)
		}
	}()
	address.Host = listener.Addr().String()
	return address.String()
}

// carry copies what one connection sends to another, each piece a time later.
func carry(to, from net.Conn, oneWay time.Duration) {
	type piece struct {
		due  time.Time
		data []byte
	}
	pieces := make(chan piece, 1024)
	go func() {
		defer to.Close()
		for p := range pieces {
			time.Sleep(time.Until(p.due))
			if _, err := to.Write(p.data); err != nil {
				from.Close()
			}
		}
	}()
	defer close(pieces)
	for {
		buffer := make([]byte, 16<<10)
		n, err := from.Read(buffer)
		if n > 0 {
			pieces <- piece{time.Now().Add(oneWay), buffer[:n]}
		}
		if err != nil {
			if err != io.EOF {
				to.Close()
			}
			return
		}
	}
}

// BenchmarkNodes has three nodes reserve and settle calls, as many at a time as nodes answer, for two seconds
// in turn with nodes of the previous version, over networks that take a time one way. It
// reports the calls a second of both and how many times more are the new version's.
func BenchmarkNodes(b *testing.B) {
	const nodes, workers, turn = 3, 64, 2 * time.Second
	for _, oneWay := range []time.Duration{0, 5 * time.Millisecond} {
		b.Run(fmt.Sprint(oneWay), func(b *testing.B) {
			near := servicetest.Postgres(b, "fsync=on").Database(b)
			database := farAway(b, near, oneWay)
			var next atomic.Int64
			var before, now []func(id string) error
			for n := range nodes {
				name := fmt.Sprint("node-", n)
				a := open(b, account.Config{Database: database, Node: name, UsageLimit: 1 << 40})
				now = append(now, func(id string) error {
					if err := a.Reserve(b.Context(), account.Reservation{RequestID: id, KeyID: "k", Work: account.Web, Calls: 1}); err != nil {
						return err
					}
					return a.Settle(b.Context(), id)
				})
				p := openPrevious(b, database, "previous-"+name)
				before = append(before, func(id string) error {
					if err := p.Reserve(b.Context(), id, 1, time.Minute); err != nil {
						return err
					}
					return p.conclude(b.Context(), id, "settle")
				})
			}
			rate := func(calls []func(id string) error) float64 {
				var done atomic.Int64
				began := time.Now()
				var group sync.WaitGroup
				for worker := range nodes * workers {
					group.Go(func() {
						for time.Since(began) < turn {
							if err := calls[worker%nodes](fmt.Sprintf("%d-%032d", os.Getpid(), next.Add(1))); err != nil {
								b.Error(err)
								return
							}
							done.Add(1)
						}
					})
				}
				group.Wait()
				return float64(done.Load()) / time.Since(began).Seconds()
			}
			rate(now) // connections are opened
			for b.Loop() {
				was, is := rate(before), rate(now)
				b.ReportMetric(was, "before/s")
				b.ReportMetric(is, "now/s")
				b.ReportMetric(is/was, "times")
			}
		})
	}
}
