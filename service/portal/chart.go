package portal

import (
	"math"
	"time"

	"assay/service/account"
)

// The chart is drawn in units of its own, which the page stretches to its width.
const (
	chartHeight = 100.0
	chartSlot   = 10.0 // the width of a day
	chartBar    = 7.0  // of its bar
)

// chart is the calls of a cycle, a bar for each day and a part of it for each kind.
type chart struct {
	Width, Height float64
	Most          int64 // calls at the top
	Half          int64 // calls in the middle
	Kinds         []chartKind
	Days          []chartDay
	Past          []chartDay // those with calls, newest first, for the table
	Middle        time.Time  // of the cycle
	Last          time.Time  // day of the cycle
}

// chartKind is a kind of work that has calls.
type chartKind struct {
	Name  string
	Class string
	Calls int64
}

// chartDay is one day of the cycle.
type chartDay struct {
	Day   time.Time
	Total int64
	Calls []int64 // by kind
	Parts []chartPart
}

// chartPart is what one kind has of a day's bar.
type chartPart struct {
	Class               string
	X, Y, Width, Height float64
}

// newChart draws the days of a cycle until its end, so that what is to come is seen as
// empty.
func newChart(usage account.Usage, spent []account.DayCalls) chart {
	works := []account.Work{account.Web, account.Document}
	c := chart{Height: chartHeight}
	for _, work := range works {
		c.Kinds = append(c.Kinds, chartKind{Name: kindName(work), Class: string(work)})
	}
	for day := usage.Start; day.Before(usage.End); day = day.AddDate(0, 0, 1) {
		c.Days = append(c.Days, chartDay{Day: day, Calls: make([]int64, len(works))})
	}
	for _, s := range spent {
		at := int(s.Day.Sub(usage.Start) / (24 * time.Hour))
		for kind, work := range works {
			if work == s.Work && at >= 0 && at < len(c.Days) {
				c.Days[at].Calls[kind] += s.Calls
				c.Days[at].Total += s.Calls
				c.Kinds[kind].Calls += s.Calls
			}
		}
	}
	var most int64
	for _, day := range c.Days {
		most = max(most, day.Total)
	}
	c.Most = roundUp(most)
	c.Half = c.Most / 2
	c.Width = chartSlot * float64(len(c.Days))
	c.Middle, c.Last = c.Days[len(c.Days)/2].Day, c.Days[len(c.Days)-1].Day
	for i := range c.Days {
		c.Days[i].stack(i, c)
		if c.Days[i].Total > 0 {
			c.Past = append([]chartDay{c.Days[i]}, c.Past...)
		}
	}
	return c
}

// stack places the parts of a day's bar.
func (d *chartDay) stack(at int, c chart) {
	top := chartHeight
	for kind, calls := range d.Calls {
		if calls == 0 {
			continue
		}
		height := chartHeight * float64(calls) / float64(c.Most)
		top -= height
		d.Parts = append(d.Parts, chartPart{
			Class: c.Kinds[kind].Class,
			X:     chartSlot*float64(at) + (chartSlot-chartBar)/2, Y: hundredth(top),
			Width: chartBar, Height: hundredth(height),
		})
	}
}

func hundredth(x float64) float64 { return math.Round(100*x) / 100 }

// roundUp returns a number that is round, has a half, and is not less than n.
func roundUp(n int64) int64 {
	if n <= 10 {
		return max(2, n+n%2)
	}
	for step := int64(1); ; step *= 10 {
		for _, top := range []int64{12, 16, 20, 24, 30, 40, 50, 60, 80, 100} {
			if top*step >= n {
				return top * step
			}
		}
	}
}
