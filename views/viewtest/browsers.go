package viewtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"assay/wire"
)

// Browsers is the part of a staged service that runs sessions.
type Browsers struct {
	t    testing.TB
	live *httptest.Server // the host of all sessions
	sync.Mutex
	List   []wire.SessionInfo
	Silent []string // nodes that do not tell theirs
	Asked  []wire.SessionRequest
	Lists  int // how often it was asked for the list
	Refuse string
	Viewed chan string   // the paths of live views that were opened
	Left   chan struct{} // told when one was closed
	End    chan string   // ends a live view with a reason
}

// Secret is in the addresses of all sessions.
const Secret = "SeCrEt"

// AddBrowsers gives a stage sessions; without listing, only launching is there.
func AddBrowsers(t testing.TB, s *Stage, listing bool) *Browsers {
	b := &Browsers{t: t, Viewed: make(chan string, 100), Left: make(chan struct{}, 100), End: make(chan string)}
	b.live = httptest.NewServer(http.HandlerFunc(b.stream))
	t.Cleanup(b.live.Close)
	s.Mux.HandleFunc("POST /v1/managed/sessions", b.create)
	if listing {
		s.Mux.HandleFunc("GET /v1/managed/sessions", func(w http.ResponseWriter, _ *http.Request) {
			b.Lock()
			defer b.Unlock()
			b.Lists++
			_ = json.NewEncoder(w).Encode(map[string]any{"sessions": append([]wire.SessionInfo{}, b.List...), "missing_nodes": b.Silent})
		})
		s.Mux.HandleFunc("DELETE /v1/managed/sessions/{id}", func(w http.ResponseWriter, r *http.Request) {
			b.Change(r.PathValue("id"), func(s *wire.SessionInfo) {
				reason := "closed_by_request"
				s.State, s.EndReason, s.SecondsToTeardown, s.LastActivityAt = wire.StateEnded, &reason, nil, time.Now()
			})
			w.WriteHeader(http.StatusNoContent)
		})
	}
	return b
}

func (b *Browsers) create(w http.ResponseWriter, r *http.Request) {
	b.Lock()
	defer b.Unlock()
	var request wire.SessionRequest
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		b.t.Error(err)
	}
	b.Asked = append(b.Asked, request)
	if b.Refuse != "" {
		w.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprintf(w, `{"error_info":"There is no proxy in that country.","code":"invalid","field":%q}`, b.Refuse)
		return
	}
	info := b.Add(request.UAPreset, request.BrowserProfile, request.ShutdownMode, request.InactivityTimeout)
	w.WriteHeader(http.StatusCreated)
	_ = json.NewEncoder(w).Encode(info.Session)
}

// Add adds an idle session; the lock is held.
func (b *Browsers) Add(preset, profile, shutdown string, inactivity int) wire.SessionInfo {
	id := fmt.Sprintf("%04d0000-0000-4000-8000-0000000000%02d", len(b.List)+1, len(b.List)+1)
	left := float64(inactivity)
	host := strings.TrimPrefix(b.live.URL, "http://")
	info := wire.SessionInfo{
		Session: wire.Session{ID: id, CDPURL: "wss://" + host + "/" + Secret + "/devtools/browser/" + id, BaseURL: "https://" + host + "/" + Secret},
		State:   wire.StateIdle, CreatedAt: time.Now(), LastActivityAt: time.Now(), SecondsToTeardown: &left,
		UAPreset: preset, BrowserProfile: profile, ShutdownMode: shutdown, InactivityTimeout: inactivity,
		Pages: []wire.SessionPage{{Index: 0, URL: "about:blank"}},
	}
	b.List = append(b.List, info)
	return info
}

func (b *Browsers) Change(id string, change func(*wire.SessionInfo)) {
	b.Lock()
	defer b.Unlock()
	for i := range b.List {
		if b.List[i].ID == id {
			change(&b.List[i])
		}
	}
}

func (b *Browsers) TimesListed() int {
	b.Lock()
	defer b.Unlock()
	return b.Lists
}

// stream is the live view: a red page with two pages beside it.
func (b *Browsers) stream(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		b.t.Error(err)
		return
	}
	defer conn.CloseNow()
	ctx := conn.CloseRead(r.Context())
	b.Viewed <- r.URL.String()
	defer func() { b.Left <- struct{}{} }()
	red := image.NewRGBA(image.Rect(0, 0, 320, 180))
	draw.Draw(red, red.Bounds(), image.NewUniform(color.RGBA{255, 0, 0, 255}), image.Point{}, draw.Src)
	var picture bytes.Buffer
	if err := jpeg.Encode(&picture, red, nil); err != nil {
		b.t.Error(err)
	}
	_ = conn.Write(ctx, websocket.MessageText, []byte(`{"type":"page","index":0,"title":"A red page\u001b[2J","url":"https://red.example/path","width":320,"height":180,"pages":[{"index":0,"title":"","url":""},{"index":3,"title":"","url":""}]}`))
	_ = conn.Write(ctx, websocket.MessageBinary, picture.Bytes())
	select {
	case <-ctx.Done():
	case reason := <-b.End:
		_ = conn.Write(ctx, websocket.MessageText, []byte(`{"type":"ended","reason":"`+reason+`"}`))
		_ = conn.Close(websocket.StatusNormalClosure, "")
	}
}

// Unwatched lets live views come and go untold.
func (b *Browsers) Unwatched() {
	over := make(chan struct{})
	b.t.Cleanup(func() { close(over) })
	go func() {
		for {
			select {
			case <-b.Viewed:
			case <-b.Left:
			case <-over:
				return
			}
		}
	}()
}
