// Package certs gives the service's ports their TLS certificates: from files
// that the operator names, or from a private authority kept in the data
// directory, which makes a certificate for each host when it is first asked
// for. It also lets one port speak TLS and plain text.
package certs

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

const (
	authorityFile    = "ca.pem"
	authorityKeyFile = "ca-key.pem"

	authorityLife = 10 * 365 * 24 * time.Hour
	leafLife      = 90 * 24 * time.Hour
	// backdate allows for clocks that are a little behind ours.
	backdate = time.Hour
	// maxLeaves bounds the certificates kept; names under a wildcard are
	// as many as sessions.
	maxLeaves = 1024
)

// Authority is a private certificate authority.
type Authority struct {
	file string
	cert *x509.Certificate
	key  crypto.Signer
	now  func() time.Time

	mu     sync.Mutex
	leaves map[string]*tls.Certificate
}

// OpenAuthority reads the authority in dir, or makes one if there is none:
// ca.pem, to be given to clients, and ca-key.pem, for the owner alone. An
// authority that has a damaged or missing half, or is near its end, is an error
// rather than replaced, since clients trust the one they have.
func OpenAuthority(dir string) (*Authority, error) {
	a := &Authority{file: filepath.Join(dir, authorityFile), now: time.Now, leaves: make(map[string]*tls.Certificate)}
	keyFile := filepath.Join(dir, authorityKeyFile)
	pair, err := tls.LoadX509KeyPair(a.file, keyFile)
	if errors.Is(err, fs.ErrNotExist) && missing(a.file) {
		if err := makeAuthority(a.file, keyFile); err != nil {
			return nil, fmt.Errorf("making the certificate authority: %w", err)
		}
		pair, err = tls.LoadX509KeyPair(a.file, keyFile)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the certificate authority (remove %s and %s to have a new one made): %w", a.file, keyFile, err)
	}
	key, ok := pair.PrivateKey.(crypto.Signer)
	if !ok || !pair.Leaf.IsCA {
		return nil, fmt.Errorf("%s is not a certificate authority; remove it and %s to have a new one made", a.file, keyFile)
	}
	if a.now().Add(leafLife).After(pair.Leaf.NotAfter) {
		return nil, fmt.Errorf("the certificate authority %s ends on %s; remove it and %s to have a new one made", a.file, pair.Leaf.NotAfter.Format(time.DateOnly), keyFile)
	}
	a.cert, a.key = pair.Leaf, key
	return a, nil
}

// File is the path of ca.pem.
func (a *Authority) File() string { return a.file }

// Config returns a TLS configuration with certificates for the host names, in
// lower case, that allow admits. A client that names no host, but an address,
// gets the certificate of the address that it connected to.
func (a *Authority) Config(allow func(host string) bool) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		NextProtos: []string{"h2", "http/1.1"},
		GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			host := strings.ToLower(strings.TrimSuffix(hello.ServerName, "."))
			if host == "" || net.ParseIP(host) != nil {
				address, _, err := net.SplitHostPort(hello.Conn.LocalAddr().String())
				if err != nil {
					return nil, err
				}
				return a.leaf(address)
			}
			if !allow(host) {
				return nil, fmt.Errorf("this service has no certificate for the host %q", host)
			}
			return a.leaf(host)
		},
	}
}

// leaf returns a certificate for host with at least a third of its life left.
func (a *Authority) leaf(host string) (*tls.Certificate, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	if cert, ok := a.leaves[host]; ok && now.Add(leafLife/3).Before(cert.Leaf.NotAfter) {
		return cert, nil
	}
	cert, err := a.makeLeaf(host, now)
	if err != nil {
		return nil, fmt.Errorf("making a certificate for %s: %w", host, err)
	}
	if len(a.leaves) >= maxLeaves {
		clear(a.leaves)
	}
	a.leaves[host] = cert
	return cert, nil
}

func (a *Authority) makeLeaf(host string, now time.Time) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: serial(),
		Subject:      pkix.Name{CommonName: host},
		NotBefore:    now.Add(-backdate),
		NotAfter:     now.Add(leafLife),
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if ip := net.ParseIP(host); ip != nil {
		template.IPAddresses = []net.IP{ip}
	} else {
		template.DNSNames = []string{host}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, key.Public(), a.key)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	return &tls.Certificate{Certificate: [][]byte{der, a.cert.Raw}, PrivateKey: key, Leaf: leaf}, nil
}

// makeAuthority writes a new authority. The key is written first, so that a
// certificate never stands without its key.
func makeAuthority(certFile, keyFile string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "this machine"
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber:          serial(),
		Subject:               pkix.Name{Organization: []string{"Assay"}, CommonName: "Assay private authority of " + host},
		NotBefore:             now.Add(-backdate),
		NotAfter:              now.Add(authorityLife),
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageCRLSign,
		IsCA:                  true,
		BasicConstraintsValid: true,
		MaxPathLenZero:        true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return err
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	if err := writePEM(keyFile, "PRIVATE KEY", keyDER, 0o600); err != nil {
		return err
	}
	return writePEM(certFile, "CERTIFICATE", der, 0o644)
}

func writePEM(path, kind string, der []byte, mode fs.FileMode) error {
	os.Remove(path) // an old file's mode would stay
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), mode)
}

func missing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

func serial() *big.Int {
	var b [16]byte
	rand.Read(b[:])
	b[0] &= 0x7f // positive
	return new(big.Int).SetBytes(b[:])
}
