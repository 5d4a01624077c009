package sessions

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/chromedp/cdproto/target"

	"assay/service/browser"
	"assay/service/browser/relay"
	"assay/service/egress"
)

// kind is what a browser is started as; the rest of a session is set later.
type kind struct {
	profile browser.Profile
	persona *browser.Persona
}

// machine is a running browser with everything around it.
type machine struct {
	kind    kind
	process *browser.Process
	mux     *relay.Mux
	gate    *egress.Gate
	network *browser.Network
	pages   *pages

	viewsMu sync.Mutex
	views   map[target.ID]*view

	closing sync.Once
}

// boot starts a browser with one blank page.
func (m *Manager) boot(ctx context.Context, k kind) (*machine, error) {
	launcher, err := m.launcher()
	if err != nil {
		return nil, err
	}
	network, err := launcher.OpenNetwork()
	if err != nil {
		return nil, err
	}
	box := &machine{kind: k, network: network, pages: newPages(), views: map[target.ID]*view{}}
	box.gate = egress.ServeGate(network.Listener, m.config.Egress, egress.Background, network.Private)
	box.process, err = launcher.Launch(ctx, browser.Options{
		Profile: k.profile,
		Persona: k.persona,
		Network: network,
		Memory:  m.config.Memory,
		Disk:    m.config.Disk,
		Connect: func(pipe *browser.Pipe) *browser.Conn {
			// A second try begins anew.
			box.pages = newPages()
			box.mux = relay.New(pipe, box.pages.event)
			return box.mux.Conn()
		},
	})
	if err != nil {
		box.gate.Close()
		network.Close()
		return nil, err
	}
	if err := m.prepare(box); err != nil {
		box.close(m)
		return nil, fmt.Errorf("preparing a browser: %w", err)
	}
	return box, nil
}

// prepare makes a new browser ready for clients.
func (m *Manager) prepare(box *machine) error {
	override := box.kind.persona.Override(box.process.Binary)
	err := box.mux.Configure(relay.Config{
		Files:     box.process.Files(),
		UserAgent: box.process.Binary.UserAgent(),
		Override:  &override,
		Failure:   box.netError,
	})
	if err != nil {
		return err
	}
	box.mux.AllowDownloads()
	// A new browser answers this only when its first page is up. Clients may come
	// before: what they send waits in the browser.
	go func() {
		if err := box.process.Conn.Discover(); err != nil && box.alive() {
			m.config.Log.Warn("a session's pages cannot be listed", "error", err)
		}
	}()
	return nil
}

// netError returns why an address could not be reached as Chromium names it, "" if the
// way out did not fail.
func (box *machine) netError(address string) string {
	if failure := box.gate.Failure(address); failure != nil {
		return failure.NetError()
	}
	return ""
}

// refreshTimeout bounds how long a browser may take to tell the titles of its pages.
const refreshTimeout = 500 * time.Millisecond

// refresh learns the titles of the pages, of which the browser's events say nothing.
func (box *machine) refresh(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, refreshTimeout)
	defer cancel()
	targets, err := browser.Call(ctx, box.process.Conn.Browser(), target.GetTargets, target.GetTargetsParams{Filter: target.Filter{{Type: "page"}}})
	if err != nil {
		return
	}
	for _, info := range targets.TargetInfos {
		box.pages.note(pageInfo{info.TargetID, info.Title, info.URL}, false)
	}
}

// alive reports whether the browser still runs.
func (box *machine) alive() bool {
	select {
	case <-box.process.Done():
		return false
	default:
		return true
	}
}

// close ends the browser and removes all it wrote.
func (box *machine) close(m *Manager) {
	box.closing.Do(func() {
		if err := box.process.Close(); err != nil {
			m.config.Log.Error("a session's browser could not be cleared away", "error", err)
		}
		box.gate.Close()
		box.network.Close()
	})
}
