package command

import (
	"fmt"
	"time"
)

// spinAfter is how long a call may take before anything is shown: most are over
// by then.
const spinAfter = 200 * time.Millisecond

// spin shows on a terminal that work goes on, until the function it returns is
// called.
func spin(io IO, doing string) (stop func()) {
	return spinOn(io, func() string { return doing })
}

// spinOn is spin for work whose words change.
func spinOn(io IO, doing func() string) (stop func()) {
	if !io.ErrTTY {
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		start := time.Now()
		select {
		case <-done:
			return
		case <-time.After(spinAfter):
		}
		if io.Plain {
			fmt.Fprintf(io.Err, "%s …\n", doing())
			<-done
			return
		}
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for frame := 0; ; frame++ {
			fmt.Fprintf(io.Err, "\r%c %s  %.1f s\x1b[K", `|/-\`[frame%4], doing(), time.Since(start).Seconds())
			select {
			case <-done:
				fmt.Fprint(io.Err, "\r\x1b[K")
				return
			case <-tick.C:
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}
