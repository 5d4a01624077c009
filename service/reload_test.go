package service_test

import (
	"crypto/tls"
	"strings"
	"syscall"
	"testing"

	"assay/service/servicetest"
)

// TestHangUp renews the certificate of a running service, which takes it at SIGHUP,
// and goes on.
func TestHangUp(t *testing.T) {
	dir := t.TempDir()
	cert, key := wildcard(t, dir, "assay.test")
	s := serve(t, t.TempDir(), "--tls-cert", cert, "--tls-key", key)
	shown := func() string {
		t.Helper()
		conn, err := tls.Dial("tcp", strings.TrimPrefix(s.url, "http://"), &tls.Config{InsecureSkipVerify: true})
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
	if err := s.signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	servicetest.Eventually(t, "the new certificate is shown", func() bool { return shown() != first })
	if status := s.post(rawQuery); status != 200 {
		t.Errorf("after SIGHUP a query is answered with %d", status)
	}
	s.stop(t)
}
