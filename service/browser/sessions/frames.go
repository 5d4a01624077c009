package sessions

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
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
			http.NotFound(w, r)
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
	viewer := &viewer{session: s, box: box, ws: ws, index: index, input: make(chan inputMessage, 256)}
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

	current currentView
}

// show sends what the page at the index looks like until ctx ends.
func (v *viewer) show(ctx context.Context) {
	var said pageMessage
	var shown []byte
	var watched target.ID
	leave := func() {}
	defer func() { leave() }()
	var picture *view
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
		if id != watched || picture != nil && picture.session.Err() != nil {
			leave()
			leave, picture, watched = func() {}, nil, ""
			if id != "" {
				if p, done, err := v.box.watch(ctx, id, v.session.unattended); err == nil {
					picture, leave, watched = p, done, id
				}
			}
			v.current.set(picture)
		}
		var frame []byte
		var frameChanged <-chan struct{}
		var pageGone <-chan struct{}
		if picture != nil {
			frame, message.Width, message.Height, frameChanged = picture.now()
			pageGone = picture.session.Done()
		}
		if !reflect.DeepEqual(message, said) {
			if v.send(message) != nil {
				return
			}
			said = message
		}
		if frame != nil && (len(shown) != len(frame) || &shown[0] != &frame[0]) {
			if v.ws.Write(websocket.Binary, frame) != nil {
				return
			}
			shown = frame
		}
		var retry <-chan time.Time
		if id != "" && picture == nil {
			retry = time.After(firstFrame)
		}
		select {
		case <-ctx.Done():
		case <-pagesChanged:
		case <-frameChanged:
		case <-pageGone:
			// The list says so in a moment; a crashed page stays in it.
			select {
			case <-pagesChanged:
			case <-time.After(firstFrame):
			case <-ctx.Done():
			}
		case <-retry:
		}
	}
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
