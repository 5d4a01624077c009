package browser

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/target"
	"golang.org/x/sync/errgroup"

	"assay/service/egress"
)

// closeTimeout is how long a browser may take to close a tab before it is taken
// for hung and ended.
const closeTimeout = 5 * time.Second

// Tab is a blank page in a browser context of its own. Its methods are those of
// the page's Session.
type Tab struct {
	*Session
	Gate    *egress.Gate // the tab's way out
	Profile Profile
	Binary  Binary

	pool    *Pool
	warm    *warm
	context cdp.BrowserContextID
	target  target.ID
	given   bool // given out, hence counted towards the pool's limit
	closing sync.Once
}

// open opens a tab in a browser.
func (p *Pool) open(ctx context.Context, w *warm) (*Tab, error) {
	gate, err := egress.OpenGate(p.config.Egress, egress.Background)
	if err != nil {
		return nil, err
	}
	tab := &Tab{Gate: gate, Profile: w.profile, Binary: w.process.Binary, pool: p, warm: w}
	root := w.process.Conn.Browser()
	detach := true
	made, err := Call(ctx, root, target.CreateBrowserContext, target.CreateBrowserContextParams{
		DisposeOnDetach: &detach,
		ProxyServer:     "http://" + gate.Addr(),
		ProxyBypassList: "<-loopback>",
	})
	if err != nil {
		gate.Close()
		return nil, err
	}
	tab.context = made.BrowserContextID
	p.opened(w, tab)
	if err := tab.prepare(ctx, root); err != nil {
		tab.Close()
		return nil, err
	}
	return tab, nil
}

func (t *Tab) prepare(ctx context.Context, root *Session) error {
	created, err := Call(ctx, root, target.CreateTarget, target.CreateTargetParams{
		URL:              "about:blank",
		BrowserContextID: t.context,
	})
	if err != nil {
		return err
	}
	t.pool.mu.Lock()
	t.target = created.TargetID
	t.pool.mu.Unlock()
	if t.Session, err = t.warm.process.Conn.Attach(ctx, created.TargetID); err != nil {
		return err
	}
	if _, err := Call(ctx, root, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior:         browser.SetDownloadBehaviorBehaviorDeny,
		BrowserContextID: t.context,
	}); err != nil {
		return err
	}
	if err := t.denyPermissions(ctx, root); err != nil {
		return err
	}
	if t.Profile == Stealth {
		if _, err := Call(ctx, t.Session, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{
			UserAgent:         t.Binary.UserAgent(),
			UserAgentMetadata: t.Binary.ClientHints(),
		}); err != nil {
			return err
		}
	}
	if t.pool.config.Prepare == nil {
		return nil
	}
	return t.pool.config.Prepare(ctx, t)
}

// denyPermissions answers no to what pages may ask the user for.
func (t *Tab) denyPermissions(ctx context.Context, root *Session) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, name := range []string{"geolocation", "notifications", "camera", "microphone", "clipboard-read"} {
		group.Go(func() error {
			_, err := Call(ctx, root, browser.SetPermission, browser.SetPermissionParams{
				Permission:       &browser.PermissionDescriptor{Name: name},
				Setting:          browser.PermissionSettingDenied,
				BrowserContextID: t.context,
			})
			return err
		})
	}
	return group.Wait()
}

// crashGrace is how long a browser may take to die after its page did, on a busy machine.
const crashGrace = time.Second

// BrowserDied reports whether the tab's browser has died. Where the page is gone it
// waits a moment to see whether the browser goes too.
func (t *Tab) BrowserDied() bool {
	var grace time.Duration
	if t.Session != nil && t.Err() != nil {
		grace = crashGrace
	}
	select {
	case <-t.warm.process.Done():
		return true
	case <-time.After(grace):
	}
	select {
	case <-t.warm.process.Done():
		return true
	default:
		return false
	}
}

// Close closes the tab in the background, with everything it kept.
func (t *Tab) Close() {
	t.closing.Do(func() {
		go func() {
			defer t.pool.gone(t)
			defer t.Gate.Close()
			ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
			defer cancel()
			_, err := Call(ctx, t.warm.process.Conn.Browser(), target.DisposeBrowserContext,
				target.DisposeBrowserContextParams{BrowserContextID: t.context})
			if err != nil && !t.BrowserDied() {
				t.pool.config.Logger.Warn("a browser does not close its tab and is ended", "error", err)
				t.warm.process.Conn.pipe.Close()
			}
		}()
	})
}

// Discover makes the browser tell of its pages, those that there are and new ones.
func (c *Conn) Discover() error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	_, err := Call(ctx, c.Browser(), target.SetDiscoverTargets, target.SetDiscoverTargetsParams{
		Discover: true,
		Filter:   target.Filter{{Type: "page"}},
	})
	if err != nil {
		return fmt.Errorf("watching over the browser: %w", err)
	}
	return nil
}

// event closes the pages that pages open: a tab has one page.
func (p *Pool) event(w *warm, method string, params jsonv2.Value) {
	if method != target.TargetCreated.Method {
		return
	}
	var created target.EventTargetCreated
	if jsonv2.Unmarshal(params, &created, jsonv2.AllowInvalidUTF8(true)) != nil || created.TargetInfo == nil {
		return
	}
	info := created.TargetInfo
	p.mu.Lock()
	tab := w.open[string(info.BrowserContextID)]
	expected := tab == nil || info.OpenerID == "" && (tab.target == "" || tab.target == info.TargetID)
	p.mu.Unlock()
	if expected {
		return
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		defer cancel()
		Call(ctx, tab.warm.process.Conn.Browser(), target.CloseTarget, target.CloseTargetParams{TargetID: info.TargetID})
	}()
}
