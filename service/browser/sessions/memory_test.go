package sessions_test

import (
	"fmt"
	"testing"

	"assay/service/browser/sessiontest"
	"assay/service/servicetest"
)

// TestMemoryAfterEnd: sessions are listed for a while after their end, but what their
// clients were sent is not kept.
func TestMemoryAfterEnd(t *testing.T) {
	b := sessiontest.New(t)
	before := sessiontest.Heap()
	const size = 16 << 20
	for range 2 {
		session := b.Begin(t, sessiontest.Usual())
		client := sessiontest.Connect(t, session)
		page, _ := client.Page()
		client.Must(page, "Runtime.evaluate", fmt.Sprintf(`{"returnByValue":true,"expression":"'x'.repeat(%d)"}`, size), nil)
		if err := b.Delete(t.Context(), session.ID); err != nil {
			t.Fatal(err)
		}
		for err := error(nil); err == nil; { // a socket whose end nobody reads stays for a second
			_, err = client.Next()
		}
	}
	servicetest.Eventually(t, "the memory is free again", func() bool { return sessiontest.Heap() < before+size/2 })
	if list := b.List(func(string) bool { return true }); len(list) != 2 {
		t.Errorf("the list has %d sessions", len(list))
	}
}
