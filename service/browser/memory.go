package browser

import (
	"errors"
	"path/filepath"
	"sync"
)

// errNoGroups is why a browser cannot be given a bound on its memory.
var errNoGroups = errors.New("this system has no control groups")

// memoryGroups returns where control groups for browsers can be made. It must be asked
// first before the process has children: they would be in the way.
var memoryGroups = sync.OnceValues(findGroups)

// memoryGroup bounds the memory of one browser: when it is used up the system ends the
// greediest of its processes, a page's mostly, and lets the rest live.
type memoryGroup struct{ path string }

// memoryGroup returns the group of the browser in a folder, which is not made yet; nil
// if the browser is to have no bound, or can have none, which is logged once.
func (l *Launcher) memoryGroup(folder string, options Options) *memoryGroup {
	if options.Memory <= 0 {
		return nil
	}
	groups, err := memoryGroups()
	if err != nil {
		l.lacksMemoryLimit(err)
		return nil
	}
	return &memoryGroup{filepath.Join(groups.parent, filepath.Base(folder))}
}

// lacksMemoryLimit logs, once, that browsers have no bound on their memory.
func (l *Launcher) lacksMemoryLimit(reason error) {
	l.warnOnce(&l.unbound, "browsers may use all of this machine's memory: it cannot be bounded here", reason)
}

// groups is a control group in which those of browsers are made, of version 2 or of
// version 1's memory controller.
type groups struct {
	parent string
	old    bool // version 1
}
