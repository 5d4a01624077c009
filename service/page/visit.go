package page

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"assay/service/browser"
)

// visit is one page being loaded in a tab. The browser's events come in on one
// goroutine and change its state; the loading goroutine waits for changes.
type visit struct {
	ctx     context.Context
	tab     *browser.Tab
	request Request
	config  Config
	live    bool          // the page is shown in a session: it is read as it stands
	wake    chan struct{} // has an item when the state changed

	mu           sync.Mutex
	main         mainRequest
	current      network.RequestID // the request that the current document came with, "" for the blank one
	loaded       bool              // the current document's load event
	broken       bool              // the current document is the browser's own error page
	served       bool              // the given HTML was handed to the browser
	tooLarge     bool
	documents    map[string]int             // how many came from each address, without its fragment
	held         bool                       // the document must stay: it is not followed to another any more
	world        runtime.ExecutionContextID // of the current document, 0 before it is asked for
	pending      map[network.RequestID]struct{}
	lastActivity time.Time
}

// mainRequest is the last request for the page's own document.
type mainRequest struct {
	id       network.RequestID
	url      string // after redirects so far
	status   int64  // 0 before an answer
	mime     string
	download bool   // served as an attachment
	failure  string // the browser's error, "" if it has not failed
	done     bool
	size     int64
}

func newVisit(ctx context.Context, tab *browser.Tab, request Request, config Config) *visit {
	v := &visit{
		ctx:     ctx,
		tab:     tab,
		request: request,
		config:  config,
		wake:    make(chan struct{}, 1),
		pending: map[network.RequestID]struct{}{},

		documents: map[string]int{},
	}
	tab.Listen(v.event)
	return v
}

// change makes a change of the state and wakes the loading goroutine.
func (v *visit) change(active bool, change func()) {
	v.mu.Lock()
	change()
	if active {
		v.lastActivity = time.Now()
	}
	v.mu.Unlock()
	select {
	case v.wake <- struct{}{}:
	default:
	}
}

// event takes in an event of the tab. Only what is needed of it is decoded.
func (v *visit) event(method string, params jsonv2.Value) {
	switch method {
	case network.RequestWillBeSent.Method:
		v.requestSent(params)
	case network.ResponseReceived.Method:
		v.responseReceived(params)
	case network.DataReceived.Method:
		var event struct {
			RequestID  network.RequestID `json:"requestId"`
			DataLength int64             `json:"dataLength"`
		}
		decode(params, &event)
		v.change(false, func() {
			if event.RequestID == v.main.id {
				v.main.size += event.DataLength
				v.tooLarge = v.tooLarge || v.main.size > v.config.MaxBytes
			}
		})
	case network.LoadingFinished.Method, network.LoadingFailed.Method:
		var event struct {
			RequestID network.RequestID `json:"requestId"`
			ErrorText string            `json:"errorText"`
		}
		decode(params, &event)
		v.change(true, func() {
			delete(v.pending, event.RequestID)
			if event.RequestID == v.main.id {
				v.main.failure, v.main.done = event.ErrorText, true
			}
		})
	case page.FrameNavigated.Method:
		var event struct {
			Frame struct {
				ID             cdp.FrameID       `json:"id"`
				LoaderID       network.RequestID `json:"loaderId"` // also the request that the document came with
				URL            string            `json:"url"`
				UnreachableURL string            `json:"unreachableUrl"`
			} `json:"frame"`
		}
		decode(params, &event)
		v.change(true, func() {
			if event.Frame.ID == v.tab.Frame() {
				v.current, v.loaded = event.Frame.LoaderID, false
				v.broken = event.Frame.UnreachableURL != ""
				v.world = 0
				v.documents[event.Frame.URL]++
			}
		})
	case page.LoadEventFired.Method:
		v.change(true, func() { v.loaded = true })
	case page.JavascriptDialogOpening.Method:
		var event struct {
			Type page.DialogType `json:"type"`
		}
		decode(params, &event)
		go browser.Call(v.ctx, v.tab.Session, page.HandleJavaScriptDialog,
			page.HandleJavaScriptDialogParams{Accept: event.Type == page.DialogTypeBeforeunload})
	case fetch.RequestPaused.Method:
		v.paused(params)
	}
}

// decode reads the params of an event. What does not fit stays zero: the browser's
// messages are well-formed, and newer ones may differ.
func decode(params jsonv2.Value, event any) {
	_ = jsonv2.Unmarshal(params, event, jsonv2.AllowInvalidUTF8(true))
}

func (v *visit) requestSent(params jsonv2.Value) {
	var event struct {
		RequestID network.RequestID    `json:"requestId"`
		FrameID   cdp.FrameID          `json:"frameId"`
		Type      network.ResourceType `json:"type"`
		Request   struct {
			URL string `json:"url"`
		} `json:"request"`
	}
	decode(params, &event)
	if event.Type == network.ResourceTypeDocument && event.FrameID == v.tab.Frame() {
		v.change(true, func() {
			v.main = mainRequest{id: event.RequestID, url: event.Request.URL}
			v.pending[event.RequestID] = struct{}{}
		})
		return
	}
	switch event.Type {
	case network.ResourceTypeWebSocket, network.ResourceTypeEventSource, network.ResourceTypePing,
		network.ResourceTypePrefetch, network.ResourceTypeMedia, network.ResourceTypePreflight,
		network.ResourceTypeCSPViolationReport:
		return // nothing on the page waits for these to end
	}
	if !strings.HasPrefix(event.Request.URL, "http") {
		return
	}
	v.change(true, func() { v.pending[event.RequestID] = struct{}{} })
}

func (v *visit) responseReceived(params jsonv2.Value) {
	var event struct {
		RequestID network.RequestID `json:"requestId"`
		Response  struct {
			URL      string            `json:"url"`
			Status   int64             `json:"status"`
			MimeType string            `json:"mimeType"`
			Headers  map[string]string `json:"headers"`
		} `json:"response"`
	}
	decode(params, &event)
	v.change(false, func() {
		if event.RequestID != v.main.id {
			return
		}
		v.main.url = event.Response.URL
		v.main.status = event.Response.Status
		v.main.mime = strings.ToLower(event.Response.MimeType)
		for name, value := range event.Response.Headers {
			if strings.EqualFold(name, "Content-Disposition") {
				v.main.download = strings.HasPrefix(strings.ToLower(strings.TrimSpace(value)), "attachment")
			}
		}
	})
}

// interceptions returns the requests that the browser is to ask about: pictures,
// fonts and media where nobody will look at the page, and the page itself where its
// HTML was given.
func (v *visit) interceptions() []*fetch.RequestPattern {
	var types []network.ResourceType
	if !v.request.Screenshot {
		types = append(types, network.ResourceTypeImage, network.ResourceTypeFont, network.ResourceTypeMedia)
	}
	if v.request.HasHTML || v.held {
		types = append(types, network.ResourceTypeDocument)
	}
	var patterns []*fetch.RequestPattern
	for _, resource := range types {
		patterns = append(patterns, &fetch.RequestPattern{ResourceType: resource})
	}
	return patterns
}

// blank is the smallest picture there is: a transparent GIF of one pixel. Pages see
// a picture that loaded, and leave alone what they would replace or take away if it
// had failed.
const blank = "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00," +
	"\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x01D\x00;"

const (
	sameDocument = 4  // times that a page may come again at the same address
	allDocuments = 16 // documents that a page may go through
)

// restless reports whether the page has gone to itself, or on, so often that it will
// not stop. v.mu is held.
func (v *visit) restless() bool {
	all := 0
	for _, times := range v.documents {
		if all += times; times >= sameDocument {
			return true
		}
	}
	return all >= allDocuments
}

// hold keeps the page from going anywhere else.
func (v *visit) hold() error {
	v.mu.Lock()
	v.held = true
	patterns := v.interceptions()
	v.mu.Unlock()
	return do(v.ctx, v.tab, fetch.Enable, fetch.EnableParams{Patterns: patterns})
}

// paused answers a request that the browser asks about.
func (v *visit) paused(params jsonv2.Value) {
	var event struct {
		RequestID    fetch.RequestID      `json:"requestId"`
		FrameID      cdp.FrameID          `json:"frameId"`
		ResourceType network.ResourceType `json:"resourceType"`
	}
	decode(params, &event)
	switch event.ResourceType {
	case network.ResourceTypeImage:
		go browser.Call(v.ctx, v.tab.Session, fetch.FulfillRequest, fetch.FulfillRequestParams{
			RequestID:    event.RequestID,
			ResponseCode: 200,
			ResponseHeaders: []*fetch.HeaderEntry{
				{Name: "Content-Type", Value: "image/gif"},
				{Name: "Access-Control-Allow-Origin", Value: "*"},
			},
			Body: []byte(blank),
		})
	case network.ResourceTypeFont, network.ResourceTypeMedia:
		go browser.Call(v.ctx, v.tab.Session, fetch.FailRequest,
			fetch.FailRequestParams{RequestID: event.RequestID, ErrorReason: network.ErrorReasonBlockedByClient})
	default:
		v.mu.Lock()
		if v.held && event.FrameID == v.tab.Frame() {
			v.mu.Unlock()
			go browser.Call(v.ctx, v.tab.Session, fetch.FailRequest,
				fetch.FailRequestParams{RequestID: event.RequestID, ErrorReason: network.ErrorReasonAborted})
			return
		}
		serve := v.request.HasHTML && !v.served && event.FrameID == v.tab.Frame()
		v.served = v.served || serve
		v.mu.Unlock()
		if !serve {
			go browser.Call(v.ctx, v.tab.Session, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: event.RequestID})
			return
		}
		go browser.Call(v.ctx, v.tab.Session, fetch.FulfillRequest, fetch.FulfillRequestParams{
			RequestID:       event.RequestID,
			ResponseCode:    200,
			ResponseHeaders: []*fetch.HeaderEntry{{Name: "Content-Type", Value: "text/html; charset=utf-8"}},
			Body:            []byte(v.request.HTML),
		})
	}
}

// navigating reports whether another document than the current one is on its way.
// v.mu is held.
func (v *visit) navigating() bool {
	if v.held {
		return false
	}
	_, pending := v.pending[v.main.id]
	return pending && v.main.id != v.current
}

// noAddress is where HTML without a URL stands while it is in the browser. The name
// is reserved never to exist.
const noAddress = "http://document.invalid/"

// address returns what to navigate to.
func (v *visit) address() string {
	if v.request.URL == nil {
		return noAddress
	}
	return v.request.URL.String()
}

// where returns the address of the page as the visitor knows it, or nil.
func (v *visit) where(address string) *url.URL {
	if v.request.URL == nil && strings.HasPrefix(address, noAddress) {
		return nil
	}
	parsed, err := url.Parse(address)
	if err != nil {
		return v.request.URL
	}
	return parsed
}
