package service_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"assay/command/runtest"
)

// BenchmarkColdStart takes the time from starting `assay serve` to its ready line:
// on an empty data folder, where it makes the account, a key and a certificate
// authority, and on one that was used before.
func BenchmarkColdStart(b *testing.B) {
	measure := func(b *testing.B, home func(i int) string) {
		for i := 0; b.Loop(); i++ {
			s := runtest.Serve(b, home(i))
			b.StopTimer()
			s.Stop(b)
			b.StartTimer()
		}
	}
	b.Run("empty", func(b *testing.B) {
		root := b.TempDir()
		measure(b, func(i int) string { return filepath.Join(root, fmt.Sprint(i)) })
	})
	b.Run("used", func(b *testing.B) {
		root := b.TempDir()
		runtest.Serve(b, root).Stop(b)
		measure(b, func(int) string { return root })
	})
}
