package account_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"assay/service/account"
	"assay/service/servicetest"
)

// crashDatabase is the variable that makes the test binary play a service that runs
// until it is killed.
const crashDatabase = "ASSAY_TEST_CRASH_DATABASE"

func TestMain(m *testing.M) {
	if database := os.Getenv(crashDatabase); database != "" {
		if err := serveUntilKilled(database); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	if order := os.Getenv(clusterNode); order != "" {
		if err := spend(order); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(servicetest.Main(m))
}

const crashWorkers = 4

// serveUntilKilled reserves and settles from several goroutines, and says on
// stdout what is settled, as a service answers its requests. Every third
// reservation stays open.
func serveUntilKilled(database string) error {
	ctx := context.Background()
	a, err := account.Open(ctx, account.Config{Database: database, Node: "node-1", UsageLimit: 1 << 40})
	if err != nil {
		return err
	}
	failed := make(chan error)
	for worker := range crashWorkers {
		go func() {
			for n := 0; ; n++ {
				id := fmt.Sprintf("%d-%d-%d", os.Getpid(), worker, n)
				if err := a.Reserve(ctx, account.Reservation{RequestID: id, Work: account.Web, Calls: 1}); err != nil {
					failed <- err
					return
				}
				if n%3 == 2 {
					continue
				}
				if err := a.Settle(ctx, id); err != nil {
					failed <- err
					return
				}
				fmt.Println("settled", id)
			}
		}()
	}
	return <-failed
}

// TestKilledProcess kills a process that is busy with the ledger, twice, and
// looks at what is left each time: all that was said to be settled counts, at most
// what was being settled besides, and nothing else.
func TestKilledProcess(t *testing.T) { onEach(t, testKilledProcess) }

func testKilledProcess(t *testing.T, database string) {
	var said int64
	for round := range 2 {
		child := exec.CommandContext(t.Context(), os.Args[0])
		child.Env = append(os.Environ(), crashDatabase+"="+database)
		var complaints strings.Builder
		child.Stderr = &complaints
		stdout, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(stdout)
		for n := 1; lines.Scan(); n++ {
			said++
			if n == 200 {
				if err := child.Process.Kill(); err != nil {
					t.Error(err)
				}
			}
		}
		if err := child.Wait(); child.ProcessState.Exited() {
			t.Fatalf("the process ended by itself: %v %s", err, complaints.String())
		}

		a := open(t, account.Config{Database: database, Node: "node-1"})
		refunded, err := a.Recover(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if refunded < 50 {
			t.Errorf("%d reservations were refunded, want the third that was left open", refunded)
		}
		usage, err := a.Usage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		most := said + int64(crashWorkers*(round+1))
		if usage.Used < said || usage.Used > most {
			t.Errorf("round %d: used = %d, want %d to %d", round, usage.Used, said, most)
		}
		check(t, a, database, usage.Used)
	}
}
