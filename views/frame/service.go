package frame

import (
	"context"
	"errors"
	"sync"

	"assay/client"
)

// Service is the service the dashboard talks to. It is found or started on first
// use, off the program's own goroutine; until that has worked, each use tries again.
type Service struct {
	connect func(context.Context) (*client.Client, error)

	trying sync.Mutex // held while connecting
	mu     sync.Mutex // guards what follows
	client *client.Client
	closed bool
	held   bool
}

// ErrHeld is a service that the user has stopped from here.
var ErrHeld = errors.New("the service was stopped from here; it is started again in the Usage tab")

// NewService returns a Service that connects by the given function.
func NewService(connect func(context.Context) (*client.Client, error)) *Service {
	return &Service{connect: connect}
}

// Client returns the client, connecting first if that has not worked yet. It
// blocks, and belongs in commands.
func (s *Service) Client(ctx context.Context) (*client.Client, error) {
	if c := s.connected(); c != nil {
		return c, nil
	}
	s.trying.Lock()
	defer s.trying.Unlock()
	if c := s.connected(); c != nil {
		return c, nil
	}
	s.mu.Lock()
	err := s.refused()
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	c, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.refused(); err != nil {
		c.Close()
		return nil, err
	}
	s.client = c
	return c, nil
}

func (s *Service) connected() *client.Client {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.client
}

// refused returns why nobody connects; mu is held.
func (s *Service) refused() error {
	switch {
	case s.closed:
		return context.Canceled
	case s.held:
		return ErrHeld
	}
	return nil
}

// Close cancels the calls that run, and lets none begin: the dashboard goes on with
// another service.
func (s *Service) Close() {
	s.mu.Lock()
	c := s.client
	s.closed = true
	s.mu.Unlock()
	if c != nil {
		c.Close()
	}
}

// Hold drops the client and lets nobody connect until Release: what asks by itself would
// start a service anew that its user stops. It returns when nobody is connecting.
func (s *Service) Hold() {
	s.mu.Lock()
	s.client, s.held = nil, true
	s.mu.Unlock()
	s.trying.Lock()
	defer s.trying.Unlock()
}

// Release ends Hold.
func (s *Service) Release() {
	s.mu.Lock()
	s.held = false
	s.mu.Unlock()
}

// Forget drops the client, so that the next use connects anew: its service is gone.
func (s *Service) Forget() {
	s.mu.Lock()
	s.client = nil
	s.mu.Unlock()
}
