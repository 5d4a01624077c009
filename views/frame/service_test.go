package frame

import (
	"context"
	"errors"
	"testing"

	"assay/client"
)

// TestClosedService connects no more once it is closed, be its client forgotten or its
// connecting under way.
func TestClosedService(t *testing.T) {
	connect := func(context.Context) (*client.Client, error) {
		return client.New(client.Config{BaseURL: "http://127.0.0.1:1", APIKey: "k"})
	}
	forgotten := NewService(connect)
	if _, err := forgotten.Client(t.Context()); err != nil {
		t.Fatal(err)
	}
	forgotten.Forget()
	forgotten.Close()
	if _, err := forgotten.Client(t.Context()); !errors.Is(err, context.Canceled) {
		t.Errorf("closed with its client forgotten: %v", err)
	}
	var late *Service
	late = NewService(func(ctx context.Context) (*client.Client, error) {
		late.Close()
		return connect(ctx)
	})
	if _, err := late.Client(t.Context()); !errors.Is(err, context.Canceled) {
		t.Errorf("closed while connecting: %v", err)
	}
}
