package sessions

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/ui/imageview"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/wire"
)

// preview is a page of the selected session as the terminal can show it. It is fed
// by the live view, read-only, and only while it is on the screen.
type preview struct {
	id      string // of the session
	page    int
	feed    *feed // nil while there is nothing to see
	state   *wire.StreamPage
	picture image.Image // the latest, or nil
	err     error       // why there is none
	errAt   time.Time

	canvas *canvas
	lines  []string // the picture drawn for size
	size   image.Point
}

// canvas is a renderer that the feed's command and the view take in turn.
type canvas struct {
	mu       sync.Mutex
	screen   imageview.Screen
	renderer *imageview.Renderer
	size     image.Point // of the place on the screen, in cells
}

func newCanvas(s imageview.Screen) *canvas {
	return &canvas{screen: s, renderer: imageview.New(s)}
}

// draw draws a picture for the place on the screen, and returns the place's size.
func (c *canvas) draw(picture image.Image) ([]string, image.Point) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.renderer.Draw(picture, c.size.X, c.size.Y), c.size
}

func (c *canvas) resize(size image.Point) {
	c.mu.Lock()
	c.size = size
	c.mu.Unlock()
}

// feed follows a live view in the background and keeps the latest picture of it.
type feed struct {
	ctx    context.Context
	cancel context.CancelFunc
	news   chan struct{} // holds one token while there is something to take

	mu      sync.Mutex
	picture []byte
	page    *wire.StreamPage
	err     error
}

// previewed is what a feed had to tell.
type previewed struct {
	feed    *feed
	page    *wire.StreamPage // nil if it did not change
	picture image.Image      // nil if there is no new one
	lines   []string         // the picture drawn
	size    image.Point
	err     error // the feed has ended
}

const (
	// blocksEvery and pixelsEvery bound how often a picture is drawn, by what that
	// costs the terminal.
	blocksEvery = 100 * time.Millisecond
	pixelsEvery = 200 * time.Millisecond
	retryEvery  = 2 * time.Second
)

func (v *View) togglePreview() tea.Cmd {
	if v.preview != nil && (v.wide() || v.details) {
		v.preview.stop()
		v.preview = nil
		return nil
	}
	v.details = true
	if v.preview == nil {
		v.preview = &preview{}
	}
	return v.follow()
}

// stop ends the feed. A nil preview has none.
func (p *preview) stop() {
	if p != nil && p.feed != nil {
		p.feed.cancel()
		p.feed = nil
	}
}

// turnPage shows another page of the session.
func (v *View) turnPage(by int) tea.Cmd {
	p, s := v.preview, v.selected()
	pages := s.Pages
	if p.state != nil {
		pages = p.state.Pages
	}
	next := p.page
	for _, page := range pages {
		if by > 0 && page.Index > p.page {
			next = page.Index
			break
		}
		if by < 0 && page.Index < p.page {
			next = page.Index
		}
	}
	if next == p.page {
		return frame.Notify(toast.Info, "there is no other page that way")
	}
	p.stop()
	*p = preview{id: p.id, page: next}
	return v.follow()
}

// follow makes the preview's feed that of the selected session, or ends it where it
// would not be seen.
func (v *View) follow() tea.Cmd {
	p, s := v.preview, v.selected()
	if p == nil {
		return nil
	}
	if s == nil || p.id != s.ID {
		p.stop()
		*p = preview{}
		if s == nil {
			return nil
		}
		p.id = s.ID
	}
	if p.canvas == nil || !p.canvas.screen.Same(v.screen) {
		p.canvas, p.lines = newCanvas(v.screen), nil
	}
	seen := v.visible && (v.wide() || v.details) && s.Alive() && s.BaseURL != "" && p.canvas.renderer.Method() != imageview.None
	switch {
	case !seen:
		p.stop()
	case p.feed == nil && (p.err == nil || v.env.Now().Sub(p.errAt) >= retryEvery):
		return v.open(p, s.BaseURL)
	}
	return nil
}

// open starts the feed.
func (v *View) open(p *preview, baseURL string) tea.Cmd {
	ctx, cancel := context.WithCancel(context.Background())
	f := &feed{ctx: ctx, cancel: cancel, news: make(chan struct{}, 1)}
	p.feed = f
	service, page, canvas := v.env.Service, p.page, p.canvas
	return func() tea.Msg {
		go func() {
			c, err := service.Client(ctx)
			if err == nil {
				err = f.run(c, baseURL, page)
			}
			f.tell(func() { f.err = err })
		}()
		return f.next(canvas)
	}
}

// run reads the live view until it ends.
func (f *feed) run(c *client.Client, baseURL string, page int) error {
	stream, err := c.Stream(f.ctx, baseURL, page)
	if err != nil {
		return err
	}
	defer stream.Close()
	for {
		event, err := stream.Next(f.ctx)
		if err != nil {
			return err
		}
		f.tell(func() {
			if event.Page != nil {
				f.page = event.Page
			} else {
				f.picture = event.Picture
			}
		})
	}
}

func (f *feed) tell(change func()) {
	f.mu.Lock()
	change()
	f.mu.Unlock()
	select {
	case f.news <- struct{}{}:
	default:
	}
}

// next waits for something to show, and makes it ready. It returns nil once the
// feed was stopped.
func (f *feed) next(c *canvas) tea.Msg {
	select {
	case <-f.ctx.Done():
		return nil
	case <-f.news:
	}
	f.mu.Lock()
	msg := previewed{feed: f, page: f.page, err: f.err}
	data := f.picture
	f.page, f.picture = nil, nil
	f.mu.Unlock()
	if f.ctx.Err() != nil {
		return nil
	}
	if data != nil {
		picture, err := decode(data)
		if err != nil && msg.err == nil {
			msg.err = err
		}
		if err == nil {
			msg.picture = picture
			msg.lines, msg.size = c.draw(picture)
		}
	}
	return msg
}

// maxPixels bounds what a picture may take in memory.
const maxPixels = 64 << 20

func decode(data []byte) (image.Image, error) {
	config, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err == nil && config.Width*config.Height > maxPixels {
		err = errors.New("it is too large")
	}
	var picture image.Image
	if err == nil {
		picture, err = jpeg.Decode(bytes.NewReader(data))
	}
	if err != nil {
		return nil, fmt.Errorf("the live view sent a picture that cannot be shown: %w", err)
	}
	return picture, nil
}

// later waits before it looks for the next news.
func (f *feed) later(c *canvas) tea.Cmd {
	every := pixelsEvery
	if c.renderer.Method() == imageview.Blocks {
		every = blocksEvery
	}
	return func() tea.Msg {
		select {
		case <-f.ctx.Done():
			return nil
		case <-time.After(every):
		}
		return f.next(c)
	}
}

func (v *View) previewed(msg previewed) tea.Cmd {
	p := v.preview
	if p == nil || p.feed != msg.feed {
		return nil
	}
	v.dirty = true
	if msg.page != nil {
		p.state = msg.page
	}
	if msg.picture != nil {
		p.picture, p.lines, p.size, p.err = msg.picture, msg.lines, msg.size, nil
	}
	if msg.err != nil {
		p.stop()
		p.err, p.errAt = msg.err, v.env.Now()
		var over *client.SessionEndedError
		if errors.As(msg.err, &over) {
			return v.askAnew()
		}
		return nil
	}
	return msg.feed.later(p.canvas)
}

// draw returns the picture for a place of the screen.
func (p *preview) draw(width, height int) []string {
	size := image.Pt(width, height)
	p.canvas.resize(size)
	if p.lines == nil || p.size != size {
		p.lines, p.size = p.canvas.draw(p.picture)
	}
	return p.lines
}
