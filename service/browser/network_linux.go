package browser

import (
	"errors"
	"fmt"
	"net"
	"os"

	"golang.org/x/sys/unix"
)

const ownNamespace = "/proc/thread-self/ns/net"

// openNamespace makes a network namespace with nothing but loopback. It must run on
// the thread that starts browsers, which it leaves where it was.
func openNamespace() (network *Network, err error) {
	home, err := os.Open(ownNamespace)
	if err != nil {
		return nil, err
	}
	defer home.Close()
	if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
		return nil, fmt.Errorf("making a network namespace: %w", err)
	}
	defer func() {
		if back := unix.Setns(int(home.Fd()), unix.CLONE_NEWNET); back != nil {
			err = errors.Join(err, fmt.Errorf("leaving a network namespace: %w", back))
		}
	}()
	if err := raiseLoopback(); err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	namespace, err := os.Open(ownNamespace)
	if err != nil {
		listener.Close()
		return nil, err
	}
	return &Network{Listener: listener, Private: true, namespace: namespace}, nil
}

// raiseLoopback switches on the loopback interface of a new namespace.
func raiseLoopback() error {
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(socket)
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	request.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	if err := unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, request); err != nil {
		return fmt.Errorf("switching on loopback: %w", err)
	}
	return nil
}

// within calls start, on the thread that starts browsers, in the network.
func (n *Network) within(start func() error) error {
	if n == nil || n.namespace == nil {
		return start()
	}
	home, err := os.Open(ownNamespace)
	if err != nil {
		return err
	}
	defer home.Close()
	if err := unix.Setns(int(n.namespace.Fd()), unix.CLONE_NEWNET); err != nil {
		return fmt.Errorf("entering a network namespace: %w", err)
	}
	err = start()
	if back := unix.Setns(int(home.Fd()), unix.CLONE_NEWNET); back != nil {
		return errors.Join(err, fmt.Errorf("leaving a network namespace: %w", back))
	}
	return err
}
