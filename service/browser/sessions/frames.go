package sessions

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/target"

	"assay/service/browser/websocket"
	"assay/wire"
)

// maxInput bounds a message of a viewer.
const maxInput = 1 << 20

// pageMessage tells a viewer what it sees.
type pageMessage struct {
	Type   string             `json:"type"` // page
	Index  int                `json:"index"`
	Title  string             `json:"title"`
	URL    string             `json:"url"`
	Width  int                `json:"width"` // of the page in CSS pixels, 0 before the first frame
	Height int                `json:"height"`
	Pages  []wire.SessionPage `json:"pages"`
}

// endMessage tells a viewer that the session is over.
type endMessage struct {
	Type   string `json:"type"` // ended
	Reason string `json:"reason"`
}

// serveFrames streams a page to one viewer and takes its input, unless it only looks
// on: then it does not keep the session alive either.
func (s *Session) serveFrames(w http.ResponseWriter, r *http.Request, box *machine, index int) {
	readOnly := isReadOnly(r)
	if !readOnly {
		leave, err := s.join(true)
		if err != nil {
			s.notFound(w)
			return
		}
		defer leave()
	}
	ws, err := websocket.Upgrade(w, r)
	if err != nil {
		return
	}
	defer ws.Drop()
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	viewer := &viewer{session: s, box: box, ws: ws, index: index, input: make(chan inputMessage, 256), leave: func() {}}
	go viewer.read(cancel, readOnly)
	go viewer.act(ctx)
	viewer.show(ctx)
	if s.ctx.Err() != nil {
		viewer.send(endMessage{"ended", s.why()})
		ws.Close(websocket.StatusNormal, "the session has ended")
		return
	}
	ws.Close(websocket.StatusNormal, "")
}

// isReadOnly reads ?readonly, which may have the value 1 or true or none.
func isReadOnly(r *http.Request) bool {
	query := r.URL.Query()
	if !query.Has("readonly") {
		return false
	}
	value := query.Get("readonly")
	return value != "0" && value != "false"
}

// viewer is one connection that watches the page at an index.
type viewer struct {
	session *Session
	box     *machine
	ws      *websocket.Conn
	index   int
	input   chan inputMessage

	watched target.ID // "" while there is no picture
	leave   func()    // ends the watching
	picture atomic.Pointer[view]
}

// show sends what the page at the index looks like until ctx ends.
func (v *viewer) show(ctx context.Context) {
	var sent pageMessage
	var shown []byte
	defer func() { v.leave() }()
	for ctx.Err() == nil {
		list, pagesChanged := v.box.pages.now()
		var id target.ID
		message := pageMessage{Type: "page", Index: v.index, Pages: []wire.SessionPage{}}
		for i, page := range list {
			message.Pages = append(message.Pages, wire.SessionPage{Index: i, Title: page.title, URL: page.url})
			if i == v.index {
				id, message.Title, message.URL = page.id, page.title, page.url
			}
		}
		picture := v.follow(ctx, id)
		var frame []byte
		var frameChanged, pageGone <-chan struct{}
		var retry <-chan time.Time
		if picture != nil {
			frame, message.Width, message.Height, frameChanged = picture.now()
			pageGone = picture.session.Done()
		} else if id != "" {
			retry = time.After(firstFrame)
		}
		if !reflect.DeepEqual(message, sent) {
			if v.send(message) != nil {
				return
			}
			sent = message
		}
		if frame != nil && (len(shown) != len(frame) || &shown[0] != &frame[0]) {
			if v.ws.Write(websocket.Binary, frame) != nil {
				return
			}
			shown = frame
		}
		select {
		case <-ctx.Done():
		case <-pagesChanged:
		case <-frameChanged:
		case <-retry:
		case <-pageGone:
			// The list says so in a moment; a crashed page stays in it.
			select {
			case <-pagesChanged:
			case <-time.After(firstFrame):
			case <-ctx.Done():
			}
		}
	}
}

// follow returns the picture of a page, which it joins unless it is the one that is
// watched already; nil if there is none.
func (v *viewer) follow(ctx context.Context, id target.ID) *view {
	picture := v.picture.Load()
	if id == v.watched && (picture == nil || picture.session.Err() == nil) {
		return picture
	}
	v.leave()
	v.leave, picture, v.watched = func() {}, nil, ""
	if id != "" {
		if joined, leave, err := v.box.watch(ctx, id, v.session.unattended); err == nil {
			picture, v.leave, v.watched = joined, leave, id
		}
	}
	v.picture.Store(picture)
	return picture
}

func (v *viewer) send(message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return v.ws.Write(websocket.Text, text)
}

// read takes the viewer's messages until it has gone.
func (v *viewer) read(gone func(), readOnly bool) {
	defer gone()
	buffer := make([]byte, 0, 4096)
	for {
		text, err := v.ws.ReadMessage(buffer[:0], maxInput)
		if err != nil {
			return
		}
		var message inputMessage
		if readOnly || json.Unmarshal(text, &message) != nil {
			continue
		}
		select {
		case v.input <- message:
		default: // the page takes no input for the moment
		}
	}
}

// unattended reports whether no client is connected.
func (s *Session) unattended() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clients == 0
}
