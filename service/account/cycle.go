package account

import "time"

// Cycle returns the billing cycle that contains now, for an account made at
// created. Cycles are calendar months in UTC that begin at 00:00 on the day of the
// month the account was made, or on the month's last day where it has no such
// day. The cycle holds start and does not hold end, the instant the next begins.
func Cycle(created, now time.Time) (start, end time.Time) {
	day := created.UTC().Day()
	now = now.UTC()
	year, month := now.Year(), now.Month()
	if start = cycleStart(year, month, day); now.Before(start) {
		return cycleStart(year, month-1, day), start
	}
	return start, cycleStart(year, month+1, day)
}

// cycleStart returns 00:00 on the given day of a month, or on its last day if it
// is shorter. Months before January and after December run into the years beside.
func cycleStart(year int, month time.Month, day int) time.Time {
	last := time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC)
	if last.Day() < day {
		return last
	}
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}
