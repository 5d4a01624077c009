package service_test

import (
	"crypto/tls"
	"strings"
	"syscall"
	"testing"

	"assay/command/runtest"
	"assay/service/servicetest"
)

// TestHangUp renews the certificate of a running service, which takes it at SIGHUP,
// and goes on.
func TestHangUp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cert, key := wildcard(t, dir, "assay.test")
	s := runtest.Serve(t, t.TempDir(), "--tls-cert", cert, "--tls-key", key)
	shown := func() string {
		t.Helper()
		conn, err := tls.Dial("tcp", strings.TrimPrefix(s.URL, "http://"), &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		return string(conn.ConnectionState().PeerCertificates[0].Raw)
	}
	first := shown()
	wildcard(t, dir, "assay.test")
	if got := shown(); got != first {
		t.Fatal("the certificate was taken without a signal, so that this test shows nothing")
	}
	if err := s.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	servicetest.Eventually(t, "the new certificate is shown", func() bool { return shown() != first })
	if status := s.Post(runtest.RawQuery); status != 200 {
		t.Errorf("after SIGHUP a query is answered with %d", status)
	}
	s.Stop(t)
}
