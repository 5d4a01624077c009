package certs

import (
	"bytes"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

// firstByteTimeout is how long a new connection may say nothing before its
// first byte has told which protocol it speaks.
const firstByteTimeout = 10 * time.Second

// handshakeRecord is the first byte of every TLS connection and of no HTTP
// request.
const handshakeRecord = 0x16

// Either returns a listener whose connections speak TLS, with config, or plain
// text, as each client begins: those that speak TLS are *tls.Conn. A silent
// client holds up no other. Closing it closes inner.
func Either(inner net.Listener, config *tls.Config) net.Listener {
	l := &either{
		Listener: inner,
		config:   config,
		conns:    make(chan net.Conn),
		errs:     make(chan error),
		closed:   make(chan struct{}),
	}
	go l.accept()
	return l
}

type either struct {
	net.Listener
	config *tls.Config
	conns  chan net.Conn
	errs   chan error

	once     sync.Once
	closed   chan struct{}
	closeErr error
}

func (l *either) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case err := <-l.errs:
		return nil, err
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *either) Close() error {
	l.once.Do(func() {
		close(l.closed)
		l.closeErr = l.Listener.Close()
	})
	return l.closeErr
}

// accept hands each connection to a goroutine of its own, and errors, such as
// having too many files open, to Accept, whose caller knows how long to pause.
func (l *either) accept() {
	for {
		conn, err := l.Listener.Accept()
		if err == nil {
			go l.sort(conn)
			continue
		}
		select {
		case l.errs <- err:
		case <-l.closed:
			return
		}
		if errors.Is(err, net.ErrClosed) {
			return
		}
	}
}

// sort reads conn's first byte and delivers conn in the form that it asks for.
func (l *either) sort(conn net.Conn) {
	var first [1]byte
	conn.SetReadDeadline(time.Now().Add(firstByteTimeout))
	if _, err := conn.Read(first[:]); err != nil {
		conn.Close()
		return
	}
	conn.SetReadDeadline(time.Time{})
	var sorted net.Conn = resumed{conn, io.MultiReader(bytes.NewReader(first[:]), conn)}
	if first[0] == handshakeRecord {
		sorted = tls.Server(sorted, l.config)
	}
	select {
	case l.conns <- sorted:
	case <-l.closed:
		conn.Close()
	}
}

// resumed is a connection whose first byte was read already.
type resumed struct {
	net.Conn
	whole io.Reader // that byte, then the rest
}

func (c resumed) Read(p []byte) (int, error) { return c.whole.Read(p) }
