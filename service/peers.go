package service

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"time"

	"assay/service/account"
	"assay/service/api"
)

// announceEvery is how often a node says that it is there.
const announceEvery = account.SeenFor / 4

// peers returns the other nodes, which a node knows if it has an address itself.
func (s *Service) peers(ctx context.Context) (*api.Peers, error) {
	if s.cfg.NodeURL == "" {
		return nil, nil
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil // a node is reached as it says
	if s.cfg.PeerCA != "" {
		text, err := os.ReadFile(s.cfg.PeerCA)
		if err != nil {
			return nil, fmt.Errorf("reading the authority of the other nodes: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(text) {
			return nil, wrong("the authority of the other nodes %s holds no certificate", s.cfg.PeerCA)
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	}
	shared, err := s.account.PortalKey(ctx)
	if err != nil {
		return nil, err
	}
	secret := hmac.New(sha256.New, shared)
	secret.Write([]byte("peers")) // the portal derives others of it
	return &api.Peers{Client: &http.Client{Transport: transport}, Secret: secret.Sum(nil), KeySessions: s.cfg.KeySessions}, nil
}

// announce tells the other nodes of this one.
func (s *Service) announce(ctx context.Context) {
	if s.cfg.NodeURL == "" {
		return
	}
	state := account.NodeState{URL: s.cfg.NodeURL, Sessions: s.sessions.Alive(), Max: s.cfg.MaxSessions}
	if s.leaving.Load() {
		state.Max = 0
	}
	if err := s.account.Announce(ctx, state); ctx.Err() == nil {
		s.unannounced.warn(s.cfg.Log, "the other nodes do not know of this one", err)
	}
}

// every does something at intervals until ctx ends.
func every(ctx context.Context, interval time.Duration, do func(context.Context)) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			do(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// sessionEnded tells the other nodes that this one has room again.
func (s *Service) sessionEnded(id string) {
	if s.cfg.NodeURL == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	if err := s.account.SessionEnded(ctx, id); err != nil {
		s.cfg.Log.Warn("the other nodes do not know that a session ended", "session_id", id, "error", err)
	}
}

// withdraw lets the other nodes know that this one has ended.
func (s *Service) withdraw(ctx context.Context) {
	if s.cfg.NodeURL == "" {
		return
	}
	if err := s.account.Withdraw(ctx); err != nil {
		s.cfg.Log.Warn("the other nodes do not know that this one ends", "error", err)
	}
}
