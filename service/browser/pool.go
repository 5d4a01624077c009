package browser

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp/jsonv2"

	"assay/service/egress"
)

// A browser is replaced after so many pages or so long, whichever comes first,
// because browsers grow.
const (
	maxTabs = 300
	maxAge  = 30 * time.Minute
)

// ErrClosed is the error of a Pool that has been shut down.
var ErrClosed = errors.New("the browsers are shutting down")

// PoolConfig says where and how a Pool runs its browsers. Zero values mean the
// default in brackets.
type PoolConfig struct {
	Dir         string         // runtime folder of the service, for profiles and records; required
	Egress      *egress.Dialer // the way out of every tab; required
	Concurrency int            // tabs open at once, of both profiles [4]
	IdleStop    time.Duration  // a full browser without tabs for this long is stopped [5 min]
	Logger      *slog.Logger   // [slog.Default()]

	// Prepare is run on every new tab before anything is loaded in it; may be nil.
	Prepare func(ctx context.Context, tab *Tab) error
}

// Pool keeps a browser of each profile warm and gives out tabs in them, each with
// cookies, storage, cache and way out of its own. Browsers are started when first
// needed, replaced when they are old, and started again when they die. It is safe
// for concurrent use.
type Pool struct {
	config   PoolConfig
	launcher func() (*Launcher, error)
	slots    chan struct{}
	ending   context.Context // done when Shutdown is called: no browser is to start any more
	end      context.CancelFunc

	mu       sync.Mutex
	down     bool
	warm     map[Profile]*warm
	running  map[*warm]struct{} // also retired ones
	browsers sync.WaitGroup
	tabs     sync.WaitGroup // open ones and spares being prepared
}

// warm is a browser in use.
type warm struct {
	profile Profile
	ready   chan struct{} // closed when process or err is set
	process *Process
	err     error
	gate    *egress.Gate // the way out of the browser's own traffic: there is none

	// Guarded by the pool's mu.
	started time.Time
	taken   int             // tabs ever
	given   int             // tabs given out and not yet closed
	open    map[string]*Tab // by browser context
	retired bool            // gives no new tabs and is closed when it has none
	spare   *Tab            // prepared and not yet given out
	filling bool            // a spare is being prepared
	idle    *time.Timer
}

// NewPool returns a Pool that has started nothing yet.
func NewPool(config PoolConfig) *Pool {
	config.Concurrency = cmp.Or(config.Concurrency, 4)
	config.IdleStop = cmp.Or(config.IdleStop, 5*time.Minute)
	config.Logger = cmp.Or(config.Logger, slog.Default())
	ending, end := context.WithCancel(context.Background())
	return &Pool{
		config:   config,
		launcher: sync.OnceValues(func() (*Launcher, error) { return NewLauncher(config.Dir, config.Logger) }),
		slots:    make(chan struct{}, config.Concurrency),
		ending:   ending,
		end:      end,
		warm:     map[Profile]*warm{},
		running:  map[*warm]struct{}{},
	}
}

// Warm starts the browser of a profile, if it does not run, and prepares a tab.
func (p *Pool) Warm(ctx context.Context, profile Profile) error {
	w, err := p.get(ctx, profile)
	if err == nil {
		p.refill(w)
	}
	return err
}

// Running returns how many browsers run.
func (p *Pool) Running() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.running)
}

// Tab opens a tab whose traffic goes through upstream, or directly if it is nil. It
// waits while too many are open. The caller must Close it.
func (p *Pool) Tab(ctx context.Context, profile Profile, upstream *egress.Upstream) (*Tab, error) {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	tab, err := p.tab(ctx, profile)
	if err != nil {
		<-p.slots
		return nil, err
	}
	p.give(tab)
	tab.Gate.SetUpstream(upstream)
	return tab, nil
}

func (p *Pool) tab(ctx context.Context, profile Profile) (*Tab, error) {
	for attempt := 0; ; attempt++ {
		w, err := p.get(ctx, profile)
		if err != nil {
			return nil, err
		}
		if tab := p.takeSpare(w); tab != nil {
			return tab, nil
		}
		tab, err := p.open(ctx, w)
		if err == nil {
			return tab, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if attempt == 1 {
			return nil, fmt.Errorf("opening a tab: %w", err)
		}
		p.retire(w) // whatever is wrong with it, a new one may do better
	}
}

// get returns the running browser of a profile, starting it if need be.
func (p *Pool) get(ctx context.Context, profile Profile) (*warm, error) {
	p.mu.Lock()
	if p.down {
		p.mu.Unlock()
		return nil, ErrClosed
	}
	w := p.warm[profile]
	if w == nil {
		w = &warm{profile: profile, ready: make(chan struct{}), open: map[string]*Tab{}, started: time.Now()}
		p.warm[profile] = w
		p.running[w] = struct{}{}
		p.browsers.Add(1)
		go p.start(w)
	}
	p.mu.Unlock()
	select {
	case <-w.ready:
		return w, w.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// start starts a browser, for everyone who waits for it, and watches over it.
func (p *Pool) start(w *warm) {
	defer p.browsers.Done()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.running, w)
	}()
	w.process, w.err = p.launch(w)
	if w.err != nil {
		if p.ending.Err() != nil {
			w.err = ErrClosed
		}
		p.mu.Lock()
		delete(p.warm, w.profile)
		p.mu.Unlock()
		close(w.ready)
		return
	}
	p.config.Logger.Debug("a browser started", "profile", w.profile, "product", w.process.Product, "process", w.process.PID())
	close(w.ready)
	<-w.process.Done()
	p.mu.Lock()
	unexpected := !w.retired
	p.mu.Unlock()
	if unexpected {
		p.config.Logger.Warn("a browser died", "profile", w.profile, "process", w.process.PID())
		p.retire(w)
	}
	if err := w.process.Close(); err != nil {
		p.config.Logger.Error("a browser could not be cleared away", "error", err)
	}
	w.gate.Close()
}

func (p *Pool) launch(w *warm) (*Process, error) {
	launcher, err := p.launcher()
	if err != nil {
		return nil, err
	}
	if w.gate, err = egress.OpenGate(p.config.Egress, egress.Everything); err != nil {
		return nil, err
	}
	process, err := launcher.Launch(p.ending, Options{
		Profile:    w.profile,
		Proxy:      w.gate.Addr(),
		OneProcess: true,
		Listen:     func(method string, params jsonv2.Value) { p.event(w, method, params) },
	})
	if err != nil {
		w.gate.Close()
		return nil, err
	}
	if err := process.Conn.Discover(); err != nil {
		process.Close()
		w.gate.Close()
		return nil, err
	}
	return process, nil
}

// retire takes a browser out of use; it ends with its last tab.
func (p *Pool) retire(w *warm) {
	p.mu.Lock()
	if p.warm[w.profile] == w {
		delete(p.warm, w.profile)
	}
	w.retired = true
	spare := w.spare
	w.spare = nil
	end := len(w.open) == 0
	p.mu.Unlock()
	if spare != nil {
		spare.Close()
	} else if end {
		w.process.Conn.pipe.Close()
	}
}

// takeSpare returns the prepared tab of a browser, or nil.
func (p *Pool) takeSpare(w *warm) *Tab {
	p.mu.Lock()
	defer p.mu.Unlock()
	tab := w.spare
	w.spare = nil
	if tab == nil {
		return nil
	}
	select {
	case <-tab.Done():
	case <-w.process.Done(): // and nobody has noticed yet
	default:
		return tab
	}
	tab.Close()
	return nil
}

// refill prepares a tab in the background, so that the next request finds it.
func (p *Pool) refill(w *warm) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.down || w.retired || w.spare != nil || w.filling {
		return
	}
	w.filling = true
	p.tabs.Add(1)
	go func() {
		defer p.tabs.Done()
		ctx, cancel := context.WithTimeout(p.ending, startTimeout)
		defer cancel()
		tab, err := p.open(ctx, w)
		p.mu.Lock()
		w.filling = false
		kept := err == nil && !w.retired && !p.down
		if kept {
			w.spare = tab
		}
		p.mu.Unlock()
		if err == nil && !kept {
			tab.Close()
		}
	}()
}

// opened notes a new tab of a browser.
func (p *Pool) opened(w *warm, tab *Tab) {
	p.mu.Lock()
	defer p.mu.Unlock()
	w.open[string(tab.context)] = tab
	w.taken++
	p.tabs.Add(1)
}

// give notes that a tab is given out.
func (p *Pool) give(tab *Tab) {
	p.mu.Lock()
	defer p.mu.Unlock()
	tab.given = true
	tab.warm.given++
	if tab.warm.idle != nil {
		tab.warm.idle.Stop()
		tab.warm.idle = nil
	}
}

// gone notes that a tab has been closed.
func (p *Pool) gone(tab *Tab) {
	w := tab.warm
	p.mu.Lock()
	delete(w.open, string(tab.context))
	if tab.given {
		w.given--
	}
	old := w.taken >= maxTabs || time.Since(w.started) > maxAge
	retired, empty := w.retired, len(w.open) == 0
	if w.profile == Stealth && w.given == 0 && !retired && !old && w.idle == nil {
		w.idle = time.AfterFunc(p.config.IdleStop, func() { p.retireIdle(w) })
	}
	p.mu.Unlock()
	switch {
	case old && !retired:
		p.retire(w)
	case retired && empty:
		w.process.Conn.pipe.Close()
	default:
		p.refill(w)
	}
	if tab.given {
		<-p.slots
	}
	p.tabs.Done()
}

// retireIdle retires a browser unless a tab was given out since its timer was set.
func (p *Pool) retireIdle(w *warm) {
	p.mu.Lock()
	idle := w.given == 0
	p.mu.Unlock()
	if idle {
		p.retire(w)
	}
}

// Shutdown gives out no more tabs, ends browsers that are starting, waits until ctx ends
// for the open tabs to be closed, then ends the other browsers. When it returns, no browser is left.
func (p *Pool) Shutdown(ctx context.Context) error {
	p.mu.Lock()
	p.down = true
	running := slices.Collect(maps.Keys(p.running))
	p.mu.Unlock()
	p.end()
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		for _, w := range running {
			if <-w.ready; w.err == nil {
				p.retire(w)
			}
		}
		p.browsers.Wait()
		p.tabs.Wait()
	}()
	select {
	case <-finished:
		return nil
	case <-ctx.Done():
	}
	for _, w := range running {
		if <-w.ready; w.err == nil {
			w.process.Conn.pipe.Close()
		}
	}
	p.browsers.Wait()
	return ctx.Err()
}
