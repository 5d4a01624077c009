//go:build !linux

package browser

import "errors"

// openNamespace fails: there are no network namespaces.
func openNamespace() (*Network, error) { return nil, errors.ErrUnsupported }

// within calls start.
func (n *Network) within(start func() error) error { return start() }
