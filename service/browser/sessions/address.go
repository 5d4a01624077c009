package sessions

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"assay/service/certs"
	"assay/wire"
)

const (
	readHeaderTimeout = 10 * time.Second
	idleTimeout       = time.Minute
	maxHeaderBytes    = 64 << 10
)

// Listen is how a port is opened on which sessions can be reached. Clients that
// vanish without a word are noticed by TCP: one that is silent is asked after a
// while, one that is sent something must confirm it.
func Listen(address string) (net.Listener, error) {
	config := net.ListenConfig{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 5 * time.Second, Count: 3},
		Control: func(_, _ string, raw syscall.RawConn) error {
			return raw.Control(boundUnconfirmed)
		},
	}
	return config.Listen(context.Background(), "tcp", address)
}

// open gives a session its address: a name under the domain, a path of the shared
// address, or a port of its own.
func (m *Manager) open(s *Session) error {
	if m.config.Domain != "" {
		s.base = "//" + net.JoinHostPort(s.ID+"."+m.config.Domain, strconv.Itoa(m.config.Port)) + "/" + s.secret
		return nil
	}
	if m.config.Shared {
		s.base = "//" + net.JoinHostPort(m.config.Host, strconv.Itoa(m.config.Port)) + "/" + s.secret
		return nil
	}
	inner, err := Listen(net.JoinHostPort(m.config.Listen, "0"))
	if err != nil {
		return fmt.Errorf("opening a session's port: %w", err)
	}
	port := inner.Addr().(*net.TCPAddr).Port
	s.base = "//" + net.JoinHostPort(m.config.Host, strconv.Itoa(port)) + "/" + s.secret

	config := m.config.TLS.Clone()
	config.NextProtos = []string{"http/1.1"} // WebSocket needs it
	var listener net.Listener
	if m.config.Plain {
		listener = certs.Either(inner, config)
	} else {
		listener = tls.NewListener(inner, config)
	}
	release := m.config.Egress.Protect(inner.Addr())
	context.AfterFunc(s.ctx, release)
	server := &http.Server{
		Handler:           m.Handler(http.HandlerFunc(s.discover)),
		ReadHeaderTimeout: readHeaderTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(m.config.Log.Handler(), slog.LevelDebug),
	}
	s.mu.Lock()
	over := s.state == wire.StateEnded
	s.server = server
	s.mu.Unlock()
	if over {
		listener.Close()
		return ErrClosed
	}
	go server.Serve(listener)
	return nil
}
