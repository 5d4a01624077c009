package certs

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"
)

// recheck is how often certificate files are looked at for a newer version.
const recheck = time.Minute

// Files is a certificate with its key in two PEM files. When they are renewed,
// the new ones are taken within a minute, or at once by Reload; a pair that does not fit together is
// logged and the old one kept.
type Files struct {
	cert, key string
	log       *slog.Logger

	mu      sync.Mutex
	pair    *tls.Certificate
	changed time.Time // the later of the two files' modification times
	checked time.Time
}

// OpenFiles reads a certificate chain and its key.
func OpenFiles(certFile, keyFile string, log *slog.Logger) (*Files, error) {
	f := &Files{cert: certFile, key: keyFile, log: log}
	if err := f.load(time.Now()); err != nil {
		return nil, fmt.Errorf("reading the TLS certificate: %w", err)
	}
	return f, nil
}

// Config returns a TLS configuration with the certificate.
func (f *Files) Config() *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		NextProtos:     []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return f.Current(time.Now()), nil },
	}
}

// Name returns the first host that the certificate is for, to be used in
// addresses.
func (f *Files) Name() (string, error) {
	leaf := f.Current(time.Now()).Leaf
	switch {
	case len(leaf.DNSNames) > 0:
		return strings.TrimPrefix(leaf.DNSNames[0], "*."), nil
	case len(leaf.IPAddresses) > 0:
		return leaf.IPAddresses[0].String(), nil
	}
	return "", fmt.Errorf("the TLS certificate %s is for no host: it has no subject alternative name", f.cert)
}

// Current returns the certificate as it is at the time now.
func (f *Files) Current(now time.Time) *tls.Certificate {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now.Sub(f.checked) >= recheck {
		if err := f.load(now); err != nil {
			f.log.Error("keeping the old TLS certificate", "error", err)
		}
	}
	return f.pair
}

// Reload reads the files now, as they are, and logs what came of it.
func (f *Files) Reload() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.changed = time.Time{}
	if err := f.load(time.Now()); err != nil {
		f.log.Error("keeping the old TLS certificate", "error", err)
		return
	}
	f.log.Info("the TLS certificate was read", "expires", f.pair.Leaf.NotAfter)
}

func (f *Files) load(now time.Time) error {
	f.checked = now
	var changed time.Time
	for _, path := range []string{f.cert, f.key} {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if info.ModTime().After(changed) {
			changed = info.ModTime()
		}
	}
	if changed.Equal(f.changed) {
		return nil
	}
	pair, err := tls.LoadX509KeyPair(f.cert, f.key)
	if err != nil {
		return err
	}
	f.pair, f.changed = &pair, changed
	return nil
}
