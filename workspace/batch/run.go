package batch

import (
	"context"
	"errors"
	"time"

	"assay/client"
	"assay/wire"
	"assay/workspace/records"
)

// Settings say how a batch is run. They can be changed while it runs.
type Settings struct {
	Jobs    int           // pages asked about at once, 1 to MaxJobs
	PerHost int           // of those, at one host; 0 is no bound
	Delay   time.Duration // between two pages of one host, from start to start
	Tries   int           // how often a page is tried at most, at least 1
}

// MaxJobs bounds Settings.Jobs.
const MaxJobs = 16

// Defaults are settings that no host should mind.
var Defaults = Settings{Jobs: 4, PerHost: 2, Tries: 3}

// Check says what is wrong with the settings, or nil.
func (s Settings) Check() error {
	switch {
	case s.Jobs < 1 || s.Jobs > MaxJobs:
		return errors.New("the pages at once must be 1 to 16")
	case s.PerHost < 0 || s.PerHost > MaxJobs:
		return errors.New("the pages at once of one host must be 1 to 16, or 0 for no bound")
	case s.Delay < 0 || s.Delay > time.Hour:
		return errors.New("the delay between pages of one host must be 0 to one hour")
	case s.Tries < 1 || s.Tries > 10:
		return errors.New("the tries of a page must be 1 to 10")
	}
	return nil
}

// Ask asks the service about one page.
type Ask func(context.Context, wire.QueryRequest) (*wire.QueryResponse, error)

// Finished is told of every page that is done or failed, one after the other.
type Finished func(page int, response *wire.QueryResponse, err error)

// Stopped is Run's error when every further page would meet the same: the quota is
// used up, the key is not accepted, the query is refused, the service is gone. The
// pages that are left wait.
type Stopped struct{ Cause error }

// Error gives the cause.
func (s *Stopped) Error() string { return s.Cause.Error() }

// Unwrap gives the cause.
func (s *Stopped) Unwrap() error { return s.Cause }

// What Run returns when the user wants it to end, or it cannot begin.
var (
	ErrPaused  = errors.New("the batch is paused")
	ErrRunning = errors.New("the batch is running already")
)

const (
	firstBackoff = time.Second      // before the second try; it doubles from then on
	longestHold  = 10 * time.Minute // that a service is obeyed in
	manyBusy     = 50               // times in a row that a service may be busy until the batch stops
)

// run is the work on a batch from one Run to its end. All of it is guarded by the
// batch's lock.
type run struct {
	b      *Batch
	cancel context.CancelFunc
	ended  chan struct{} // closed when Run returns
	wake   chan struct{} // something changed that Run waits for

	queue   queue
	running int
	pausing bool

	limit   int // pages at once that the service bears, as far as it said
	calm    int // answers since it changed
	hold    time.Time
	holdWhy error
	busy    int // times in a row that the service was busy
	gone    int // times in a row that the service was not reached

	pace pace
}

type outcome struct {
	page     int
	response *wire.QueryResponse
	err      error
	records  int
	took     time.Duration
}

// Run asks about the pages that wait, and returns when none is left (nil), when it was
// paused (ErrPaused), when going on makes no sense (*Stopped), or when the context
// ends. Calls under way are waited for, but for those that the context ends; their
// pages wait again. finished may be nil.
func (b *Batch) Run(ctx context.Context, ask Ask, finished Finished) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r, err := b.begin(cancel)
	if err != nil {
		return err
	}
	defer close(r.ended)
	outcomes := make(chan outcome)
	interrupted := ctx.Done()
	var stop error
	for {
		var wait <-chan time.Time
		for stop == nil {
			page, request, after := r.start(time.Now())
			if page < 0 {
				if after > 0 {
					wait = time.After(after)
				}
				break
			}
			go func() { outcomes <- askOne(ctx, ask, page, request) }()
		}
		if r.over(&stop, wait != nil) {
			return stop
		}
		select {
		case o := <-outcomes:
			settled, why := r.end(o, time.Now())
			if stop == nil {
				stop = why
			}
			if settled && finished != nil {
				finished(o.page, o.response, o.err)
			}
		case <-wait:
		case <-r.wake:
		case <-interrupted:
			interrupted = nil
			if stop == nil {
				stop = ctx.Err()
			}
		}
	}
}

func askOne(ctx context.Context, ask Ask, page int, request wire.QueryRequest) outcome {
	began := time.Now()
	response, err := ask(ctx, request)
	o := outcome{page: page, response: response, err: err, took: time.Since(began)}
	if err == nil {
		o.records = countRecords(response.Data)
	}
	return o
}

// countRecords returns how many records data has: the length of its first list of
// objects, or 1 if there is anything in it.
func countRecords(data []byte) int {
	v, err := records.Read(data)
	if err != nil {
		return 0
	}
	if list, ok := v.Records(); ok {
		return len(list.Items())
	}
	if v.Empty() {
		return 0
	}
	return 1
}

// begin starts a run.
func (b *Batch) begin(cancel context.CancelFunc) (*run, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.run != nil {
		return nil, ErrRunning
	}
	if b.settings == (Settings{}) {
		b.settings = Defaults
	}
	if err := b.journal.failed(); err != nil {
		return nil, &Stopped{err}
	}
	r := &run{b: b, cancel: cancel, ended: make(chan struct{}), wake: make(chan struct{}, 1), limit: MaxJobs, queue: queue{hosts: map[string]*host{}}}
	for n := range b.pages {
		if b.pages[n].State == Waiting {
			r.queue.add(n, hostOf(b.pages[n].URL))
		}
	}
	b.run, b.stopped = r, nil
	b.version++
	return r, nil
}

// over reports whether the run is at its end, and ends it.
func (r *run) over(stop *error, later bool) bool {
	b := r.b
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case r.running > 0:
		return false
	case *stop == nil && r.pausing:
		*stop = ErrPaused
	case *stop == nil && (later || !r.queue.empty()):
		return false
	}
	b.run, b.stopped = nil, *stop
	b.version++
	if *stop == nil {
		b.complete()
	}
	return true
}

// wait queues pages that wait again; without a run there is nothing to do.
func (r *run) wait(pages []int) {
	if r == nil {
		return
	}
	for _, n := range pages {
		r.queue.add(n, hostOf(r.b.pages[n].URL))
	}
	r.stir()
}

// stir makes Run look again at what it may do.
func (r *run) stir() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// start takes the next page that may be asked about now. Without one, page is -1, and
// after says in what time there is one; 0 if that depends on the pages under way.
func (r *run) start(now time.Time) (page int, request wire.QueryRequest, after time.Duration) {
	b := r.b
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.settings
	switch {
	case r.pausing || r.running >= min(s.Jobs, r.limit):
		return -1, request, 0
	case now.Before(r.hold):
		return -1, request, r.hold.Sub(now)
	}
	for {
		page, after = r.queue.take(now, s)
		if page < 0 {
			return -1, request, after
		}
		p := &b.pages[page]
		if p.State != Waiting { // cancelled
			r.queue.ended(hostOf(p.URL))
			continue
		}
		r.running++
		b.move(page, Running)
		p.Tries++
		p.Began = now
		return page, wire.QueryRequest{Query: b.plan.Query, Prompt: b.plan.Prompt, URL: p.URL, Params: b.plan.Params}, 0
	}
}

// end takes what became of a page: settled if it is through with, stop if no other
// page should be begun.
func (r *run) end(o outcome, now time.Time) (settled bool, stop error) {
	b := r.b
	b.mu.Lock()
	defer b.mu.Unlock()
	r.running--
	p := &b.pages[o.page]
	r.queue.ended(hostOf(p.URL))
	p.Took = o.took
	if o.err != nil && p.State == Cancelled {
		return false, nil
	}
	r.count(o.err, now)
	switch verdict := r.judge(o.err, p.Tries); verdict {
	case answered, refused:
		return r.settle(o, p, now)
	case interrupted:
		r.putBack(o.page)
	case hopeless:
		r.putBack(o.page)
		return false, &Stopped{o.err}
	case overloaded, unreachable, transient:
		p.Err = o.err
		pause := retryAfter(o.err)
		if pause == 0 {
			pause = firstBackoff << min(max(p.Tries, r.gone)-1, 6)
		}
		if verdict != transient { // every other page would meet the same now
			r.hold, r.holdWhy = later(r.hold, now.Add(pause)), o.err
		}
		if verdict != transient && !errors.Is(o.err, client.ErrUnavailable) {
			p.Tries--
		}
		p.After = now.Add(pause)
		b.move(o.page, Waiting)
		r.queue.later(o.page, hostOf(p.URL), p.After)
	}
	return false, nil
}

// settle writes down what became of a page for good.
func (r *run) settle(o outcome, p *Page, now time.Time) (bool, error) {
	b, at := r.b, now.UTC()
	l := line{Page: &o.page, At: &at, Tries: p.Tries, Took: o.took.Milliseconds(), Records: o.records}
	if o.err != nil {
		l.Error = failureOf(o.err)
	} else {
		about := o.response.Metadata
		l.Data, l.RequestID, l.Status, l.Unfinished = o.response.Data, about.RequestID, about.PageStatus, about.PageUnfinished
	}
	if err := b.journal.append(l); err != nil {
		r.putBack(o.page)
		return false, &Stopped{err}
	}
	page := Page{State: Done, Tries: p.Tries, Took: o.took, Records: o.records, Status: l.Status, Unfinished: l.Unfinished}
	if o.err != nil {
		page.State, page.Err = Failed, o.err
	}
	b.settle(o.page, page)
	r.pace.add(now)
	return true, nil
}

// putBack makes a page wait as if it had not been tried.
func (r *run) putBack(n int) {
	p := &r.b.pages[n]
	p.Tries, p.Err = max(p.Tries-1, 0), nil
	r.b.move(n, Waiting)
	r.queue.add(n, hostOf(p.URL))
}

// verdict is what follows from how a call ended.
type verdict uint8

const (
	answered    verdict = iota
	refused             // this page has failed
	interrupted         // it was not the page's turn after all
	hopeless            // no page can succeed
	overloaded          // the service wants to be left alone for a while
	unreachable         // the service may be restarting
	transient           // another try may work
)

func (r *run) judge(err error, tries int) verdict {
	var answer *client.Error
	var transport *client.TransportError
	last := tries >= r.b.settings.Tries
	switch {
	case err == nil:
		return answered
	case errors.Is(err, context.Canceled):
		return interrupted
	case errors.Is(err, client.ErrBusy):
		if r.busy > manyBusy {
			return hopeless
		}
		return overloaded
	case errors.Is(err, client.ErrUnavailable):
		if last {
			return refused
		}
		return overloaded
	case errors.Is(err, client.ErrUnreachable):
		if r.gone > r.b.settings.Tries {
			return hopeless
		}
		return unreachable
	case errors.Is(err, client.ErrQuotaExhausted), errors.Is(err, client.ErrUnauthorized):
		return hopeless
	case errors.As(err, &answer):
		if answer.Status < 500 {
			if answer.Field != "" && answer.Field != "url" { // the same of every page
				return hopeless
			}
			return refused
		}
	case !errors.As(err, &transport):
		return hopeless // the service was not even asked
	}
	if last {
		return refused
	}
	return transient
}

// count follows what the service bears. Calls that ended together the same way count
// as one.
func (r *run) count(err error, now time.Time) {
	again := !now.Before(r.hold)
	if !errors.Is(err, client.ErrUnreachable) {
		r.gone = 0
	} else if again {
		r.gone++
	}
	if errors.Is(err, client.ErrBusy) {
		if again {
			r.busy++
		}
		r.limit, r.calm = max(min(r.limit, r.b.settings.Jobs)-1, 1), 0
		return
	}
	r.busy = 0
	if r.calm++; r.calm >= 4*r.limit && r.limit < MaxJobs {
		r.limit, r.calm = r.limit+1, 0
	}
}

// retryAfter returns what the service said of when to come back, within reason.
func retryAfter(err error) time.Duration {
	if answer, ok := errors.AsType[*client.Error](err); ok {
		return min(answer.RetryAfter, longestHold)
	}
	return 0
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
