package sessions_test

import (
	"os"
	"testing"

	"assay/service/browser/sessions"
	"assay/service/browser/sessiontest"
)

// TestMain lets the test binary be a service that has sessions and is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("ASSAY_TEST_SERVICE"); dir != "" {
		serveUntilKilled(dir)
		return
	}
	os.Exit(sessiontest.Main(m))
}

// keepSpares has a manager start browsers ahead of their sessions.
func keepSpares(c *sessions.Config) { c.NoSpares = false }
