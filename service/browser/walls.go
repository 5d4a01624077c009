package browser

import (
	"os"
	"runtime"
)

// Walls are what this system gives to keep browsers in. The errors say why it does
// not; nil is that it does.
type Walls struct {
	Network error // each can have a network of its own
	Memory  error // the memory of each can be bounded
	Users   bool  // each runs as a user of its own, without rights
}

// FindWalls tries what there is.
func FindWalls() Walls {
	opened := make(chan error)
	go func() {
		runtime.LockOSThread() // and the thread ends with its work
		network, err := openNamespace()
		if err == nil {
			err = network.Close()
		}
		opened <- err
	}()
	_, memory := memoryGroups()
	return Walls{Network: <-opened, Memory: memory, Users: os.Getuid() == 0}
}
