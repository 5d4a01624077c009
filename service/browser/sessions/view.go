package sessions

import (
	"context"
	"encoding/base64"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"

	"assay/service/browser"
)

const (
	// frameTime is the least time between two frames: 30 a second. A frame that
	// comes after a pause is passed on at once.
	frameTime = time.Second / 30

	// firstFrame is how long a picture may take to come before it is asked for
	// again: one that begins during a navigation can stay silent.
	firstFrame = 500 * time.Millisecond

	// titleTime is how often the titles of the pages are asked for.
	titleTime = 500 * time.Millisecond

	frameQuality = 75
	viewTimeout  = 5 * time.Second
)

// view is the picture of one page, for everyone who watches it. It runs while
// somebody does.
type view struct {
	session *browser.Session
	alone   func() bool // no client is there to answer the page's dialogs
	events  chan viewEvent
	stop    context.CancelFunc

	mu       sync.Mutex
	watchers int
	frame    []byte // the latest, JPEG
	width    int    // of the page, in CSS pixels
	height   int
	changed  chan struct{} // closed and replaced with every frame
}

// viewEvent is an event of the watched page.
type viewEvent struct {
	method string
	params jsonv2.Value
}

// watch joins the view of a page, which begins with the first watcher. leave must be
// called.
func (box *machine) watch(ctx context.Context, id target.ID, alone func() bool) (v *view, leave func(), err error) {
	box.viewsMu.Lock()
	defer box.viewsMu.Unlock()
	v = box.views[id]
	if v == nil {
		if v, err = box.beginView(ctx, id, alone); err != nil {
			return nil, nil, err
		}
		box.views[id] = v
	}
	v.watchers++
	return v, sync.OnceFunc(func() {
		box.viewsMu.Lock()
		defer box.viewsMu.Unlock()
		if v.watchers--; v.watchers == 0 {
			delete(box.views, id)
			v.stop()
		}
	}), nil
}

// beginView attaches to a page and begins its picture.
func (box *machine) beginView(ctx context.Context, id target.ID, alone func() bool) (*view, error) {
	ctx, cancel := context.WithTimeout(ctx, viewTimeout)
	defer cancel()
	session, err := box.process.Conn.Attach(ctx, id)
	if err != nil {
		return nil, err
	}
	running, stop := context.WithCancel(context.Background())
	v := &view{
		session: session,
		alone:   alone,
		events:  make(chan viewEvent, 64),
		stop:    stop,
		changed: make(chan struct{}),
	}
	session.Listen(v.listen)
	go v.run(running, box)
	return v, nil
}

// listen passes on the events that run is for. It must not block.
func (v *view) listen(method string, params jsonv2.Value) {
	switch method {
	case page.ScreencastFrame.Method, page.FrameNavigated.Method, page.JavascriptDialogOpening.Method:
		select {
		case v.events <- viewEvent{method, params}:
		default: // a page that navigates faster than it can be watched
		}
	}
}

// run keeps the picture going until ctx ends or the page is gone.
func (v *view) run(ctx context.Context, box *machine) {
	defer func() {
		ending, cancel := context.WithTimeout(context.Background(), viewTimeout)
		defer cancel()
		v.session.Detach(ending)
	}()
	browser.Call(ctx, v.session, page.Enable, page.EnableParams{})
	// A page in the background paints too, and stays there.
	browser.Call(ctx, v.session, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	v.start(ctx)
	silent := time.NewTimer(firstFrame)
	defer silent.Stop()
	titles := time.NewTicker(titleTime)
	defer titles.Stop()
	var last time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-v.session.Done():
			return
		case <-titles.C:
			go box.refresh(ctx)
		case <-silent.C:
			browser.Call(ctx, v.session, page.StopScreencast, cdp.Empty{})
			v.start(ctx)
		case event := <-v.events:
			switch event.method {
			case page.ScreencastFrame.Method:
				silent.Stop()
				last = v.take(ctx, event.params, last)
			case page.FrameNavigated.Method:
				silent.Reset(firstFrame)
			case page.JavascriptDialogOpening.Method:
				v.dismiss(ctx, event.params)
			}
		}
	}
}

func (v *view) start(ctx context.Context) {
	quality, every := int64(frameQuality), int64(1)
	browser.Call(ctx, v.session, page.StartScreencast, page.StartScreencastParams{
		Format:        page.StartScreencastFormatJpeg,
		Quality:       &quality,
		EveryNthFrame: every,
	})
}

// take keeps a frame, tells the watchers, and asks for the next when it is time.
func (v *view) take(ctx context.Context, params jsonv2.Value, last time.Time) time.Time {
	var event struct {
		Data      string `json:"data"`
		SessionID int64  `json:"sessionId"`
		Metadata  struct {
			DeviceWidth  float64 `json:"deviceWidth"`
			DeviceHeight float64 `json:"deviceHeight"`
		} `json:"metadata"`
	}
	if jsonv2.Unmarshal(params, &event) != nil {
		return last
	}
	if frame, err := base64.StdEncoding.DecodeString(event.Data); err == nil {
		v.mu.Lock()
		v.frame = frame
		v.width, v.height = int(event.Metadata.DeviceWidth), int(event.Metadata.DeviceHeight)
		close(v.changed)
		v.changed = make(chan struct{})
		v.mu.Unlock()
	}
	// Holding back the answer is what slows the browser down.
	select {
	case <-time.After(frameTime - time.Since(last)):
	case <-ctx.Done():
	}
	go browser.Call(ctx, v.session, page.ScreencastFrameAck, page.ScreencastFrameAckParams{SessionID: event.SessionID})
	return time.Now()
}

// dismiss answers a page's dialog when no client can: it would wait for ever.
func (v *view) dismiss(ctx context.Context, params jsonv2.Value) {
	if !v.alone() {
		return
	}
	var event struct {
		Type page.DialogType `json:"type"`
	}
	jsonv2.Unmarshal(params, &event, jsonv2.AllowInvalidUTF8(true))
	go browser.Call(ctx, v.session, page.HandleJavaScriptDialog,
		page.HandleJavaScriptDialogParams{Accept: event.Type == page.DialogTypeBeforeunload})
}

// now returns the latest frame, nil if there is none yet, and what is closed when
// the next one is there.
func (v *view) now() (frame []byte, width, height int, changed <-chan struct{}) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.frame, v.width, v.height, v.changed
}
