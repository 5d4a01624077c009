package batch

import (
	"container/heap"
	"slices"
	"time"
)

// queue is the pages that wait, by host, so that no host is asked too much and none
// keeps the others waiting.
type queue struct {
	hosts   map[string]*host
	turns   []*host // those with pages that may be taken
	turn    int
	delayed delayed
}

type host struct {
	pages   []int
	running int
	next    time.Time // not before
	inTurns bool
}

func (q *queue) host(name string) *host {
	h := q.hosts[name]
	if h == nil {
		h = &host{}
		q.hosts[name] = h
	}
	return h
}

// add queues a page.
func (q *queue) add(page int, name string) {
	h := q.host(name)
	h.pages = append(h.pages, page)
	if !h.inTurns {
		h.inTurns = true
		q.turns = append(q.turns, h)
	}
}

// later queues a page once a time has come.
func (q *queue) later(page int, name string, at time.Time) {
	heap.Push(&q.delayed, delay{at, page, name})
}

func (q *queue) empty() bool { return len(q.turns) == 0 && len(q.delayed) == 0 }

// take returns the next page that may begin, the hosts taking turns; ended must be
// called for it. Without one, page is -1, and after is the time until there is one, or
// 0 if that depends on those under way.
func (q *queue) take(now time.Time, s Settings) (page int, after time.Duration) {
	for len(q.delayed) > 0 && !q.delayed[0].at.After(now) {
		d := heap.Pop(&q.delayed).(delay)
		q.add(d.page, d.host)
	}
	var soonest time.Time
	if len(q.delayed) > 0 {
		soonest = q.delayed[0].at
	}
	for range q.turns {
		q.turn %= len(q.turns)
		h := q.turns[q.turn]
		switch {
		case s.PerHost > 0 && h.running >= s.PerHost:
			q.turn++
			continue
		case h.next.After(now):
			if soonest.IsZero() || h.next.Before(soonest) {
				soonest = h.next
			}
			q.turn++
			continue
		}
		page, h.pages = h.pages[0], h.pages[1:]
		h.running++
		h.next = now.Add(s.Delay)
		if len(h.pages) == 0 {
			h.inTurns = false
			q.turns = slices.Delete(q.turns, q.turn, q.turn+1)
		} else {
			q.turn++
		}
		return page, 0
	}
	if soonest.IsZero() {
		return -1, 0
	}
	return -1, soonest.Sub(now)
}

// ended tells that a page of a host is no longer under way.
func (q *queue) ended(name string) { q.host(name).running-- }

// delay is a page that waits for a time.
type delay struct {
	at   time.Time
	page int
	host string
}

// delayed is a heap of them, the soonest first.
type delayed []delay

func (d delayed) Len() int           { return len(d) }
func (d delayed) Less(i, j int) bool { return d[i].at.Before(d[j].at) }
func (d delayed) Swap(i, j int)      { d[i], d[j] = d[j], d[i] }
func (d *delayed) Push(x any)        { *d = append(*d, x.(delay)) }

func (d *delayed) Pop() any {
	last := (*d)[len(*d)-1]
	*d = (*d)[:len(*d)-1]
	return last
}
