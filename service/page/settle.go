package page

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"assay/service/browser"
)

const (
	quiet = 150 * time.Millisecond // without change or request, a page counts as settled

	scrollSteps = 40                      // times to reach the bottom at most
	scrollLimit = 20 * time.Second        // for all of them
	scrollQuiet = 400 * time.Millisecond  // without change at the bottom before the page counts as ended
	scrollWait  = 2500 * time.Millisecond // for what the bottom makes load, at most
)

// world is the name of the script world in which the service's own scripts run. It
// shares the page's DOM and nothing else, so that the page does not see them.
const world = "assay"

// watcher notes when the DOM last changed, in frames of the page's own site and open
// shadow roots too. Changes of style are left out, for animations never end. The
// page is asked for the time instead of telling: a page can notice a client that
// listens to its scripts.
const watcher = `(() => {
	globalThis.changed = performance.now();
	const watched = new WeakSet();
	const watch = root => {
		if (watched.has(root)) return;
		watched.add(root);
		observer.observe(root, {subtree: true, childList: true, characterData: true,
			attributes: true, attributeFilter: ['class', 'hidden', 'src', 'href']});
		shadows(root);
	};
	const shadows = root => {
		if (root.shadowRoot) watch(root.shadowRoot);
		const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
		while (walker.nextNode()) if (walker.currentNode.shadowRoot) watch(walker.currentNode.shadowRoot);
	};
	const observer = new MutationObserver(records => {
		globalThis.changed = performance.now();
		for (const record of records)
			for (const node of record.addedNodes)
				if (node.nodeType === Node.ELEMENT_NODE) shadows(node);
	});
	watch(document);
	addEventListener('load', event => {
		if (event.target === document) shadows(document);
		else if (event.target.contentDocument) watch(event.target.contentDocument);
	}, true);
})()`

// unchanged gives the milliseconds for which the DOM has not changed.
const unchanged = `performance.now() - (globalThis.changed || 0)`

// prepare makes a new tab ready for any visit.
func prepare(ctx context.Context, tab *browser.Tab) error {
	steps := []func() error{
		func() error { return do(ctx, tab, page.Enable, page.EnableParams{}) },
		func() error { return do(ctx, tab, network.Enable, network.EnableParams{}) },
		func() error {
			return do(ctx, tab, page.AddScriptToEvaluateOnNewDocument,
				page.AddScriptToEvaluateOnNewDocumentParams{Source: watcher, WorldName: world})
		},
		func() error {
			return do(ctx, tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		},
		func() error {
			return do(ctx, tab, emulation.SetDeviceMetricsOverride,
				emulation.SetDeviceMetricsOverrideParams{Width: Width, Height: Height, DeviceScaleFactor: 1})
		},
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// do runs a command whose result is of no interest.
func do[P, R any](ctx context.Context, tab *browser.Tab, command cdp.Command[P, R], params P) error {
	_, err := browser.Call(ctx, tab.Session, command, params)
	return err
}

// settle waits until the page has loaded and come to rest, or has had its time. A
// page that moves on by itself is followed, but not for ever.
func (v *visit) settle() error {
	begin := time.Now()
	var loaded time.Time // when the current document had loaded
	for {
		now := v.stand()
		if now.restless && !now.held {
			if err := v.hold(); err != nil {
				return err
			}
			continue
		}
		var wait time.Duration
		switch {
		case now.tooLarge:
			return v.tooLargeError()
		case now.broken:
			return v.failure()
		case now.cut && !now.ready && !now.busy:
			// Its load event will not come: what has arrived is the page.
			if wait = quiet - now.still; wait <= 0 {
				return nil
			}
		case !now.ready:
			loaded = time.Time{}
			if wait = v.config.LoadLimit - time.Since(begin); wait <= 0 {
				if now.usable {
					return nil // its load event may never come
				}
				wait = time.Minute // until the context ends
			}
		default:
			if loaded.IsZero() {
				loaded = time.Now()
			}
			var err error
			if wait, err = v.unsettled(now, time.Since(loaded)); err != nil || wait <= 0 {
				return err
			}
		}
		if err := v.wait(wait); err != nil {
			return err
		}
	}
}

// standing is how far a page has come.
type standing struct {
	ready    bool // the current document has loaded, and no other is on its way
	usable   bool // there is a document, and no other is on its way
	busy     bool // requests are pending
	cut      bool // the document broke off
	broken   bool // there is no document, but the browser's own page
	tooLarge bool
	held     bool
	restless bool
	still    time.Duration // for how long the network has been
}

func (v *visit) stand() standing {
	v.mu.Lock()
	defer v.mu.Unlock()
	navigating := v.navigating()
	cut := v.cut()
	return standing{
		ready:    v.loaded && !navigating,
		usable:   v.current != "" && !navigating,
		busy:     len(v.pending) > 0,
		cut:      cut,
		broken:   v.broken || cut && v.main.failure == "net::ERR_CONTENT_DECODING_FAILED",
		tooLarge: v.tooLarge,
		held:     v.held,
		restless: v.restless(),
		still:    time.Since(v.lastActivity),
	}
}

// cut reports whether the document broke off. v.mu is held.
func (v *visit) cut() bool { return v.main.failure != "" && v.main.id == v.current }

// unsettled returns how long a page that loaded a while ago has to be waited for, until
// a change; 0 or less if it has settled or had its time.
func (v *visit) unsettled(now standing, loaded time.Duration) (time.Duration, error) {
	limit := v.config.Settle
	if now.held {
		limit = quiet // it goes on trying to leave
	}
	left := limit - loaded
	if left <= 0 || now.busy {
		return left, nil
	}
	missing, err := v.missing(quiet, now.still, left)
	return min(left, missing), err
}

// wait waits for a change of the state, or so long.
func (v *visit) wait(atMost time.Duration) error {
	timer := time.NewTimer(atMost)
	defer timer.Stop()
	select {
	case <-v.wake:
		return nil
	case <-timer.C:
		return nil
	case <-v.tab.Done():
		return v.tab.Err()
	case <-v.ctx.Done():
		return v.ctx.Err()
	}
}

// pause waits so long, come what may, for as long as there is a page.
func (v *visit) pause(duration time.Duration) error {
	for end := time.Now().Add(duration); ; {
		rest := time.Until(end)
		if rest <= 0 {
			return nil
		}
		if err := v.wait(rest); err != nil {
			return err
		}
	}
}

// scrollDown scrolls what the page scrolls by, the window or else its largest
// scrolling element, through to the bottom, and returns the height it had then. It waits until
// that is drawn, as only then do observers see it; at most half a second, as a page that is hidden
// is never drawn.
const scrollDown = `(async () => {
	const root = document.scrollingElement || document.documentElement;
	let scroller = root;
	if (root.scrollHeight <= innerHeight + 1) {
		let largest = innerWidth * innerHeight / 4;
		for (const element of document.querySelectorAll('body *')) {
			if (element.scrollHeight <= element.clientHeight + 1) continue;
			const area = element.clientWidth * element.clientHeight;
			if (area > largest && /auto|scroll|overlay/.test(getComputedStyle(element).overflowY)) {
				scroller = element;
				largest = area;
			}
		}
	}
	const step = Math.max(200, (scroller === root ? innerHeight : scroller.clientHeight) * 0.9);
	for (let i = 0; i < 60; i++) {
		const before = scroller.scrollTop;
		scroller.scrollTo({top: before + step, behavior: 'instant'});
		await new Promise(done => setTimeout(done, 20));
		if (scroller.scrollTop <= before) break;
	}
	const bottom = scroller.scrollHeight;
	scroller.scrollTo({top: bottom, behavior: 'instant'});
	const drawn = new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
	await Promise.race([drawn, new Promise(done => setTimeout(done, 500))]);
	return bottom;
})()`

// scroll goes to the bottom of the page until that stays where it is.
func (v *visit) scroll() error {
	height := -1.0
	for begin, step := time.Now(), 0; step < scrollSteps && time.Since(begin) < scrollLimit; step++ {
		var now float64
		if err := v.evaluate(v.ctx, scrollDown, &now); err != nil {
			return err
		}
		if now == height {
			return nil
		}
		height = now
		if err := v.rest(scrollQuiet, scrollWait); err != nil {
			return err
		}
	}
	return nil
}

// rest waits until nothing has happened for so long, at most for the second time.
func (v *visit) rest(still, atMost time.Duration) error {
	begin := time.Now()
	for {
		v.mu.Lock()
		since := min(time.Since(begin), time.Since(v.lastActivity))
		busy := len(v.pending) > 0
		v.mu.Unlock()
		left := atMost - time.Since(begin)
		if left <= 0 {
			return nil
		}
		if !busy {
			missing, err := v.missing(still, since, left)
			if err != nil || missing <= 0 {
				return err
			}
			left = min(left, missing)
		}
		if err := v.wait(left); err != nil {
			return err
		}
	}
}

// missing returns how much longer the page has to be still to have been so for as
// long as needed, given for how long the network has been. A page that is too busy
// to answer in time is not still.
func (v *visit) missing(needed, network, atMost time.Duration) (time.Duration, error) {
	if network < needed {
		return needed - network, nil
	}
	ctx, cancel := context.WithTimeout(v.ctx, atMost)
	defer cancel()
	var milliseconds float64
	err := v.evaluate(ctx, unchanged, &milliseconds)
	var failure *browser.CallError
	switch {
	case err == nil:
		return needed - time.Duration(milliseconds*float64(time.Millisecond)), nil
	case v.ctx.Err() == nil && ctx.Err() != nil:
		return needed, nil
	case errors.As(err, &failure):
		return needed, nil // the document went away meanwhile
	}
	return 0, err
}

// evaluate runs a script of the service's own in the page's main frame, waits for
// its promise if it gives one, and decodes the value.
func (v *visit) evaluate(ctx context.Context, script string, value any) error {
	v.mu.Lock()
	id := v.world
	v.mu.Unlock()
	if id == 0 {
		made, err := browser.Call(ctx, v.tab.Session, page.CreateIsolatedWorld,
			page.CreateIsolatedWorldParams{FrameID: v.tab.Frame(), WorldName: world})
		if err != nil {
			return err
		}
		id = made.ExecutionContextID
		v.mu.Lock()
		v.world = id
		v.mu.Unlock()
	}
	yes := true
	result, err := browser.Call(ctx, v.tab.Session, runtime.Evaluate, runtime.EvaluateParams{
		Expression:    script,
		ContextID:     id,
		AwaitPromise:  &yes,
		ReturnByValue: &yes,
	})
	if err != nil {
		v.mu.Lock()
		if v.world == id {
			v.world = 0
		}
		v.mu.Unlock()
		return err
	}
	if result.ExceptionDetails != nil {
		return fmt.Errorf("a script of the service's own failed: %s", result.ExceptionDetails.Text)
	}
	return jsonv2.Unmarshal(result.Result.Value, value)
}
