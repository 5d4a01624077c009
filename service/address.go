package service

import (
	"crypto/tls"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"

	"assay/service/account"
	"assay/service/browser/sessions"
	"assay/service/certs"
	"assay/service/ingress"
	"assay/wire/datadir"
)

// address is where a service is reached and how it proves who it is.
type address struct {
	baseURL  string
	host     string // of the base URL
	caFile   string
	loopback bool // reached from this machine only
	tls      *tls.Config
	files    *certs.Files // of the certificate; nil for the private authority's
	named    func(host string) bool
}

func (a address) info(cfg *Config) datadir.Info {
	return datadir.Info{
		BaseURL: a.baseURL, CAFile: a.caFile, Database: account.DatabaseName(cfg.Database),
		Background: cfg.Background, PID: os.Getpid(), Version: cfg.Version,
	}
}

// listen opens the port. A port on loopback speaks TLS and plain HTTP, as each
// client begins; any other speaks TLS only.
func (s *Service) listen() error {
	inner, err := sessions.Listen(s.cfg.Listen)
	if err != nil {
		return fmt.Errorf("listening on %s (--listen gives another address): %w", s.cfg.Listen, err)
	}
	s.listener = inner
	host, _, err := net.SplitHostPort(s.cfg.Listen)
	if err != nil {
		return err
	}
	bound := inner.Addr().(*net.TCPAddr)
	s.address.loopback = bound.IP.IsLoopback()
	s.address.named = hosts(host, s.cfg.SessionDomain)

	var name string // the host of the base URL
	if s.cfg.TLSCert != "" {
		files, err := certs.OpenFiles(s.cfg.TLSCert, s.cfg.TLSKey, s.cfg.Log)
		if err != nil {
			return err
		}
		if name, err = files.Name(); err != nil {
			return err
		}
		if s.cfg.nodePort == bound.Port { // the first name may be the load balancer's
			name = s.cfg.nodeHost
		}
		s.address.files, s.address.tls = files, files.Config()
	} else {
		authority, err := certs.OpenAuthority(s.cfg.DataDir)
		if err != nil {
			return err
		}
		s.address.caFile = authority.File()
		s.address.tls = authority.Config(s.address.named)
		name = host
		if bound.IP.IsUnspecified() {
			name = "127.0.0.1" // what reads the base URL of a private authority is on this machine
		}
	}
	port := strconv.Itoa(bound.Port)
	if s.address.loopback {
		s.address.host = bound.IP.String()
		s.address.baseURL = "http://" + bound.String()
		s.listener = certs.Either(inner, s.address.tls)
		return nil
	}
	s.address.host = name
	s.address.baseURL = "https://" + net.JoinHostPort(name, port)
	s.listener = tls.NewListener(inner, s.address.tls)
	return nil
}

// rules are what is believed of requests. The names by which clients reach the service
// are the machine's, those that the operator gave it, and the certificate's.
func (s *Service) rules() ingress.Rules {
	return ingress.Rules{Proxies: s.cfg.trusted, Named: func(host string) bool {
		return s.address.named(host) || strings.EqualFold(host, s.address.host) || strings.EqualFold(host, s.cfg.nodeHost)
	}}
}

// reload reads the certificate's files whenever that is asked for.
func (s *Service) reload() {
	for {
		select {
		case <-s.cfg.Reload:
			s.address.files.Reload()
		case <-s.done:
			return
		}
	}
}

// hosts returns which host names the private authority vouches for: those of
// this machine, the one that the service was told to listen on, and the sessions'.
func hosts(listen, sessionDomain string) func(host string) bool {
	machine, err := os.Hostname()
	if err != nil {
		machine = "localhost"
	}
	return func(host string) bool {
		return host == "localhost" || strings.HasSuffix(host, ".localhost") ||
			strings.EqualFold(host, machine) || strings.EqualFold(host, listen) ||
			sessionDomain != "" && strings.HasSuffix(host, "."+sessionDomain)
	}
}
