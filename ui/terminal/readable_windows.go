package terminal

import "time"

// readable is false: a console is asked nothing, so no answer is on its way.
func readable(int, time.Time) bool { return false }
