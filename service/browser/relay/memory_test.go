package relay_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/service/browser/sessiontest"
	"assay/service/servicetest"
)

// TestMemoryOfLargeMessages: what large messages needed is free again once they have
// gone by, though their client stays and says nothing more.
func TestMemoryOfLargeMessages(t *testing.T) {
	b := sessiontest.New(t)
	session := b.Begin(t, sessiontest.Usual())
	client := sessiontest.Connect(t, session)
	page, _ := client.Page()
	before := sessiontest.Heap()
	const size = 28 << 20 // no buffer of this size is kept for the next message
	if got := client.Evaluate(page, "'"+strings.Repeat("x", size)+"'.length"); got != float64(size) {
		t.Errorf("%v bytes came", got)
	}
	client.Must(page, "Runtime.evaluate", fmt.Sprintf(`{"returnByValue":true,"expression":"'x'.repeat(%d)"}`, size), nil)
	servicetest.Eventually(t, "the memory is free again", func() bool { return sessiontest.Heap() < before+8<<20 })
	if got := client.Evaluate(page, "6 * 7"); got != 42.0 {
		t.Errorf("afterwards it says %v", got)
	}
}
