// Package heap keeps the garbage collector close to what is live while something large
// is worked on. A process that collects seldom, because what it works on is small and
// short-lived, would else take several times what a large page needs.
package heap

import (
	"os"
	"runtime/debug"
	"sync"
)

const (
	large   = 2 << 20 // bytes of a page from which on it matters
	percent = 20      // of what is live may be garbage meanwhile
)

var tight struct {
	sync.Mutex
	users  int
	before int // the percentage of the process at other times
}

// Tighten has the collector run often until release is called, if size, in bytes, is
// that of something large. What the environment sets in GOGC is left as it is.
func Tighten(size int) (release func()) {
	if size < large || os.Getenv("GOGC") != "" {
		return func() {}
	}
	tight.Lock()
	defer tight.Unlock()
	if tight.users++; tight.users == 1 {
		tight.before = debug.SetGCPercent(percent)
	}
	return sync.OnceFunc(loosen)
}

func loosen() {
	tight.Lock()
	defer tight.Unlock()
	if tight.users--; tight.users == 0 {
		debug.SetGCPercent(tight.before)
	}
}
