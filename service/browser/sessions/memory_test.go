package sessions_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// heap returns how much memory is in use.
func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// TestMemoryOfLargeMessages: what large messages needed is free again once they have
// gone by, though their client stays and says nothing more.
func TestMemoryOfLargeMessages(t *testing.T) {
	b := newBench(t)
	session := b.create(t, usual())
	client := connect(t, plain(session.Wire().CDPURL))
	page, _ := client.page()
	before := heap()
	const size = 28 << 20 // no buffer of this size is kept for the next message
	if got := client.evaluate(page, "'"+strings.Repeat("x", size)+"'.length"); got != float64(size) {
		t.Errorf("%v bytes came", got)
	}
	client.must(page, "Runtime.evaluate", fmt.Sprintf(`{"returnByValue":true,"expression":"'x'.repeat(%d)"}`, size), nil)
	eventually(t, "the memory is free again", func() bool { return heap() < before+8<<20 })
	if got := client.evaluate(page, "6 * 7"); got != 42.0 {
		t.Errorf("afterwards it says %v", got)
	}
}

// TestMemoryAfterEnd: sessions are listed for a while after their end, but what their
// clients were sent is not kept.
func TestMemoryAfterEnd(t *testing.T) {
	b := newBench(t)
	before := heap()
	const size = 16 << 20
	for range 2 {
		session := b.create(t, usual())
		client := connect(t, plain(session.Wire().CDPURL))
		page, _ := client.page()
		client.must(page, "Runtime.evaluate", fmt.Sprintf(`{"returnByValue":true,"expression":"'x'.repeat(%d)"}`, size), nil)
		if err := b.Delete(t.Context(), session.ID); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "the memory is free again", func() bool { return heap() < before+size/2 })
	if list := b.List(func(string) bool { return true }); len(list) != 2 {
		t.Errorf("the list has %d sessions", len(list))
	}
}
