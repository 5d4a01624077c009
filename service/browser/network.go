package browser

import (
	"fmt"
	"net"
	"os"
)

// Network is where a browser's traffic begins: loopback, with a listener for the
// browser's proxy. Where the system allows it is a network namespace of the
// browser's own, in which there is nothing else.
type Network struct {
	Listener net.Listener // the caller's to serve and to close
	Private  bool         // a namespace, which no other process can reach

	namespace *os.File // nil unless Private
}

// OpenNetwork opens a network for one browser. Where browsers cannot have their own
// it is this machine's, which is logged once.
func (l *Launcher) OpenNetwork() (*Network, error) {
	if !l.shared.Load() {
		type result struct {
			network *Network
			err     error
		}
		opened := make(chan result)
		l.spawn <- func() {
			network, err := openNamespace()
			opened <- result{network, err}
		}
		r := <-opened
		if r.err == nil {
			return r.network, nil
		}
		l.warnOnce(&l.shared, "browsers share this machine's network: they cannot have their own here", r.err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for a browser's traffic: %w", err)
	}
	return &Network{Listener: listener}, nil
}

// Close gives the network up. It ends with the last process in it.
func (n *Network) Close() error {
	err := n.Listener.Close()
	if n.namespace != nil {
		n.namespace.Close()
	}
	return err
}
