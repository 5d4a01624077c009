// Package batch asks one query of many pages: it reads lists of addresses, asks a few
// at a time and politely, tries again what may work the next time, and keeps a journal
// from which a batch goes on after a restart.
package batch

import (
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"assay/wire"
)

// State is how far a page has come.
type State uint8

// The states of a page.
const (
	Waiting   State = iota // also one that is tried again later: then Page.Tries is not 0
	Running                // asked about just now
	Done                   // answered
	Failed                 // not answered, for a reason that is told
	Cancelled              // given up by the user
	states
)

// Plan is what is asked of which pages.
type Plan struct {
	Query  string // Query or Prompt must be given
	Prompt string
	Params *wire.Params // nil for the defaults; neither screenshots nor evidence are asked for
	URLs   []string
}

// Page is one page of a batch.
type Page struct {
	URL     string
	State   State
	Err     error         // Failed: why; Waiting with Tries: why the last try failed
	Tries   int           // begun and counted
	Records int           // Done: how many there are in its data
	Status  int           // Done: the status that the page came with, if that is an error's
	Began   time.Time     // Running: when
	After   time.Time     // Waiting with Tries: not before
	Took    time.Duration // Done, Failed: the last try

	Unfinished bool // Done: the page was read before all of it had come
}

// IsError reports whether the page was answered and came with an error's status: it is
// read like any other, and seldom what was wanted.
func (p Page) IsError() bool { return p.State == Done && p.Status > 0 }

// Batch is a query that is asked of many pages. It is safe for concurrent use.
type Batch struct {
	mu      sync.Mutex
	created time.Time
	plan    Plan
	pages   []Page
	counts  [states]int
	records int
	errors  int      // pages that are done and came with an error's status
	journal *journal // nil if none is kept
	version uint64

	settings Settings
	run      *run  // nil while nothing is asked
	stopped  error // why the last run ended before its end, or nil
}

// New returns a batch of a plan, which keeps a journal at the given path; with "" it
// keeps none. There must be no such file yet.
func New(path string, plan Plan, now time.Time) (*Batch, error) {
	b := &Batch{created: now.UTC(), plan: plan.clean()}
	b.grow(plan.URLs)
	if path == "" {
		return b, nil
	}
	var err error
	if b.journal, err = createJournal(path, b.header()); err != nil {
		return nil, err
	}
	return b, nil
}

// clean returns the plan without what a batch does not ask for.
func (p Plan) clean() Plan {
	p.URLs = slices.Clone(p.URLs)
	if p.Params != nil {
		params := *p.Params
		params.Screenshot, params.Evidence = false, false
		p.Params = &params
		if params == (wire.Params{}) {
			p.Params = nil
		}
	}
	return p
}

// grow adds pages.
func (b *Batch) grow(urls []string) {
	for _, u := range urls {
		b.pages = append(b.pages, Page{URL: u})
	}
	b.counts[Waiting] += len(urls)
	b.version++
}

// Add adds those of the pages that are not in the batch yet.
func (b *Batch) Add(urls []string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	known := make(map[string]bool, len(b.pages))
	for i := range b.pages {
		known[b.pages[i].URL] = true
	}
	urls = slices.DeleteFunc(slices.Clone(urls), func(u string) bool { return known[u] })
	if len(urls) == 0 {
		return nil
	}
	b.grow(urls)
	return b.journal.append(line{URLs: urls})
}

// Plan returns what is asked of which pages. The proxy has no password unless it was
// given since the batch was opened.
func (b *Batch) Plan() Plan {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.plan
	p.URLs = make([]string, len(b.pages))
	for i := range b.pages {
		p.URLs[i] = b.pages[i].URL
	}
	return p
}

// SameQuestion reports whether a plan asks the same in the same way; the password of
// its proxy does not count.
func (b *Batch) SameQuestion(p Plan) bool {
	p = p.clean()
	b.mu.Lock()
	defer b.mu.Unlock()
	if p.Query != b.plan.Query || p.Prompt != b.plan.Prompt {
		return false
	}
	mine, errMine := json.Marshal(withoutPassword(b.plan.Params))
	theirs, errTheirs := json.Marshal(withoutPassword(p.Params))
	return errMine == nil && errTheirs == nil && string(mine) == string(theirs)
}

// SetPassword gives the password of the plan's own proxy, which no journal keeps.
func (b *Batch) SetPassword(password string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.plan.Params == nil || b.plan.Params.Proxy == nil || b.plan.Params.Proxy.Type != wire.ProxyCustom {
		return
	}
	params := *b.plan.Params
	proxy := *params.Proxy
	proxy.Password = password
	params.Proxy = &proxy
	b.plan.Params = &params
}

// Len returns the number of pages.
func (b *Batch) Len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.pages)
}

// Pages returns the pages from one place to another, for a list that shows them.
func (b *Batch) Pages(from, to int) []Page {
	b.mu.Lock()
	defer b.mu.Unlock()
	from, to = max(from, 0), min(to, len(b.pages))
	if from >= to {
		return nil
	}
	return slices.Clone(b.pages[from:to])
}

// Find returns the places of the pages in one of the given states.
func (b *Batch) Find(states ...State) []int {
	return b.FindFunc(func(p Page) bool { return slices.Contains(states, p.State) })
}

// FindFunc returns the places of the pages that match.
func (b *Batch) FindFunc(match func(Page) bool) []int {
	b.mu.Lock()
	defer b.mu.Unlock()
	var found []int
	for i := range b.pages {
		if match(b.pages[i]) {
			found = append(found, i)
		}
	}
	return found
}

// Version changes with every change of the batch.
func (b *Batch) Version() uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.version
}

// ErrNoJournal is Data's error for a batch that keeps no journal.
var ErrNoJournal = errors.New("the batch keeps no journal, and so no answers")

// Data returns the data of a page that is done.
func (b *Batch) Data(page int) (json.RawMessage, error) {
	b.mu.Lock()
	j := b.journal
	b.mu.Unlock()
	if j == nil {
		return nil, ErrNoJournal
	}
	return j.data(page)
}

// Again makes pages that failed or were cancelled wait for another try. Places of
// other pages are left out.
func (b *Batch) Again(pages []int) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	var again []int
	for _, n := range pages {
		if s := b.pages[n].State; s == Failed || s == Cancelled {
			b.move(n, Waiting)
			b.pages[n].Tries, b.pages[n].Err = 0, nil
			again = append(again, n)
		}
	}
	if len(again) == 0 {
		return nil
	}
	b.run.wait(again)
	return b.journal.append(line{Again: again})
}

// Cancel gives up all pages that are not through yet, and ends those under way.
func (b *Batch) Cancel() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	var given []int
	for n := range b.pages {
		if s := b.pages[n].State; s == Waiting || s == Running {
			b.move(n, Cancelled)
			b.pages[n].Err = nil
			given = append(given, n)
		}
	}
	if b.run != nil {
		b.run.cancel()
	}
	if len(given) == 0 {
		return nil
	}
	err := b.journal.append(line{Cancelled: given})
	b.complete()
	return err
}

// complete notes in the journal that nothing waits. A journal that cannot be written
// is looked at whole to learn that.
func (b *Batch) complete() { _ = b.journal.append(line{Complete: true}) }

// Close ends what is under way, whose pages wait from then on, and closes the journal.
func (b *Batch) Close() error {
	b.mu.Lock()
	r := b.run
	b.mu.Unlock()
	if r != nil {
		r.cancel()
		<-r.ended
	}
	return b.journal.close()
}

// move changes the state of a page.
func (b *Batch) move(n int, to State) {
	p := &b.pages[n]
	b.counts[p.State]--
	b.counts[to]++
	p.State = to
	b.version++
}
