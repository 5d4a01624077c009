package usage

import (
	"time"

	"assay/views/state"
	"assay/wire"
)

// pace is where the use of a cycle is heading, at its mean rate so far.
type pace struct {
	known    bool      // false too early in a cycle to say
	forecast int64     // calls used at the cycle's end
	runsOut  time.Time // when the limit is reached; zero if not in this cycle
	even     int64     // what an even use of the limit would have come to by now
}

// tooEarly is the share of a cycle before which its mean rate says nothing.
const tooEarly = 0.01

func paceOf(u *wire.Usage, now time.Time) pace {
	total := u.PeriodEnd.Sub(u.PeriodStart)
	gone := now.Sub(u.PeriodStart)
	if total <= 0 || gone <= 0 {
		return pace{}
	}
	share := min(float64(gone)/float64(total), 1)
	p := pace{even: int64(share * float64(u.Limit))}
	if share < tooEarly {
		return p
	}
	p.known = true
	p.forecast = int64(float64(u.Used)/share + 0.5)
	if u.Used > 0 && u.Used < u.Limit && p.forecast > u.Limit {
		left := float64(u.Limit-u.Used) / float64(u.Used) * float64(gone)
		p.runsOut = now.Add(time.Duration(left))
	}
	return p
}

// since returns how many calls were used since a time, from the samples of the
// current cycle (oldest first) and the use now. It knows only if a sample was
// taken in the quarter hour before that time, or the cycle began after it.
func since(samples []state.Sample, u *wire.Usage, from time.Time) (int64, bool) {
	if !u.PeriodStart.Before(from) {
		return u.Used, true
	}
	for i := len(samples) - 1; i >= 0; i-- {
		if at := samples[i].At; !at.After(from) {
			return u.Used - samples[i].Used, from.Sub(at) <= 15*time.Minute
		}
	}
	return 0, false
}

// inCycle returns the samples of the usage's cycle.
func inCycle(samples []state.Sample, u *wire.Usage) []state.Sample {
	var in []state.Sample
	for _, s := range samples {
		if s.Start.Equal(u.PeriodStart) && !s.At.Before(u.PeriodStart) {
			in = append(in, s)
		}
	}
	return in
}
