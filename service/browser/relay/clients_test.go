package relay_test

import (
	"testing"

	"assay/service/browser/sessiontest"
	"assay/service/servicetest"
)

// TestClients drives a session with Playwright and Puppeteer, over TLS and without, alone
// and with others.
func TestClients(t *testing.T) {
	t.Parallel()
	address := sessiontest.Site(t)
	b := sessiontest.Shared(t)
	t.Run("with TLS", func(t *testing.T) {
		t.Parallel()
		session := b.Begin(t, sessiontest.Usual())
		for _, program := range []string{"playwright.mjs", "puppeteer.mjs"} {
			t.Run(program, func(t *testing.T) {
				b.StartScript(t, session, false, address, program, "drive discover fail", "DEAD=http://"+servicetest.ClosedPort(t)).Finish(t)
			})
		}
	})
	t.Run("plain, at once", func(t *testing.T) {
		t.Parallel()
		session := b.Begin(t, sessiontest.Usual())
		one := b.StartScript(t, session, true, address, "playwright.mjs", "send discover")
		two := b.StartScript(t, session, true, address, "puppeteer.mjs", "drive send discover")
		one.Finish(t)
		two.Finish(t)
	})
}
