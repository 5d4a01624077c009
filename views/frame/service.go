package frame

import (
	"context"
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
}

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
	c, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		c.Close()
		return nil, context.Canceled
	}
	s.client = c
	return c, nil
}

func (s *Service) connected() *client.Client {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.client
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

// Forget drops the client, so that the next use connects anew: its service is gone.
func (s *Service) Forget() {
	s.mu.Lock()
	s.client = nil
	s.mu.Unlock()
}
