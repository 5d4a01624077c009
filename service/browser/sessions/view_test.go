package sessions_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image/jpeg"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"assay/service/browser/sessions"
	"assay/service/browser/sessiontest"
	"assay/wire"
)

// canvasPage shows in its title what is done to it, and changes its colour when it
// is told to.
const canvasPage = `<!doctype html><title>Canvas</title><style>body { margin: 0; background: #fff; height: 3000px }</style>
<input id="in" style="position: fixed; left: 100px; top: 100px; width: 200px">
<script>
document.addEventListener('click', (e) => { if (e.target.id !== 'in') document.title = 'click ' + Math.round(e.clientX) + ' ' + Math.round(e.clientY); });
document.addEventListener('input', (e) => { document.title = 'input ' + e.target.value; });
document.addEventListener('scroll', () => { document.title = 'scroll ' + (scrollY > 0); });
</script>`

// canvas adds that page to a site.
func canvas(mux *http.ServeMux) { mux.HandleFunc("/canvas", sessiontest.HTML(canvasPage)) }

// viewing is a viewer without a screen.
type viewing struct {
	t    testing.TB
	ws   *websocket.Conn
	last []byte // the latest frame
}

type viewMessage struct {
	Type, Title, URL, Reason string
	Width, Height            int
	Pages                    []struct {
		Index      int
		Title, URL string
	}
}

func watch(t testing.TB, session *sessions.Session, path string) *viewing {
	t.Helper()
	address := strings.Replace(wire.PlainURL(session.Wire().BaseURL), "http:", "ws:", 1) + path
	ws, _, err := websocket.Dial(t.Context(), address, nil)
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(-1)
	t.Cleanup(func() { ws.CloseNow() })
	return &viewing{t: t, ws: ws}
}

// until reads until a text message, or the latest frame, is what is waited for.
func (v *viewing) until(what string, text func(viewMessage) bool, frame func([]byte) bool) {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.t.Context(), sessiontest.Patience)
	defer cancel()
	if frame != nil && v.last != nil && frame(v.last) {
		return
	}
	for {
		kind, data, err := v.ws.Read(ctx)
		if err != nil {
			v.t.Fatalf("waiting for %s: %v", what, err)
		}
		var m viewMessage
		if kind == websocket.MessageText {
			if err := json.Unmarshal(data, &m); err != nil {
				v.t.Fatal(err)
			}
			if text != nil && text(m) {
				return
			}
			continue
		}
		if v.last = data; frame != nil && frame(data) {
			return
		}
	}
}

// colour returns the colour of a frame's corner.
func colour(t testing.TB, frame []byte) (r, g, b uint32) {
	t.Helper()
	picture, err := jpeg.Decode(bytes.NewReader(frame))
	if err != nil {
		t.Fatal(err)
	}
	bounds := picture.Bounds()
	r, g, b, _ = picture.At(bounds.Max.X-20, bounds.Max.Y-20).RGBA()
	return r >> 8, g >> 8, b >> 8
}

func TestFrames(t *testing.T) {
	address := sessiontest.Site(t, canvas)
	b := sessiontest.New(t)
	session := b.Begin(t, sessiontest.Usual())
	client := sessiontest.Connect(t, session)
	page, _ := client.Page()
	client.Must(page, "Page.navigate", `{"url":"`+address+`/canvas"}`, nil)

	viewer := watch(t, session, "/stream/0/frames?readonly=1")
	viewer.until("the page", func(m viewMessage) bool {
		return m.Title == "Canvas" && m.URL == address+"/canvas" && len(m.Pages) == 1
	}, nil)
	viewer.until("a frame", nil, func(frame []byte) bool { r, g, b := colour(t, frame); return r > 240 && g > 240 && b > 240 })

	// The best is what the service takes; the rest is what else this machine does.
	const limit = 150 * time.Millisecond
	best := slices.Min(changes(client, page, viewer, 8))
	for range 9 {
		if best > limit {
			best = min(best, slices.Min(changes(client, page, viewer, 8)))
		}
	}
	if best > limit {
		t.Errorf("from change to picture, decoding included, it takes %v", best)
	}

	// The picture has the page's size, whatever that becomes. The page goes on painting:
	// a busy machine has been seen to show a still one nothing of its new size.
	client.Must(page, "Runtime.evaluate", `{"expression":"setInterval(() => { document.body.style.outline = Date.now() % 2 ? '1px solid' : '' }, 50)"}`, nil)
	client.Must(page, "Emulation.setDeviceMetricsOverride", `{"width":600,"height":400,"deviceScaleFactor":1,"mobile":false}`, nil)
	viewer.until("the new size", func(m viewMessage) bool { return m.Width == 600 && m.Height == 400 }, nil)
	viewer.until("a frame of it", nil, func(frame []byte) bool {
		size, err := jpeg.DecodeConfig(bytes.NewReader(frame))
		return err == nil && size.Width == 600 && size.Height == 400
	})
	client.Must(page, "Emulation.clearDeviceMetricsOverride", `{}`, nil)
	viewer.until("the old size", func(m viewMessage) bool { return m.Width == 1280 }, nil)

	// A page that paints 60 times a second is shown 30 times at most. On a busy machine, frames
	// that were held up are counted in the next second.
	if rate := animated(client, page, viewer, time.Second); rate > 45 || rate < 1 {
		t.Errorf("%.1f frames a second", rate)
	}

	// It goes on in the next document, and the number of pages is told.
	client.Must(page, "Page.navigate", `{"url":"`+address+`/form"}`, nil)
	viewer.until("the next page", func(m viewMessage) bool { return m.Title == "Form" && m.Width > 0 }, nil)
	client.Must("", "Target.createTarget", `{"url":"`+address+`/canvas"}`, nil)
	viewer.until("a second page", func(m viewMessage) bool { return len(m.Pages) == 2 && m.Pages[1].Title == "Canvas" }, nil)
	second := watch(t, session, "/stream/1/frames?readonly")
	second.until("a frame of the second page", nil, func([]byte) bool { return true })

	// Looking on keeps no session alive, and is told of the end.
	if err := b.Delete(t.Context(), session.ID); err != nil {
		t.Fatal(err)
	}
	viewer.until("the end", func(m viewMessage) bool { return m.Type == "ended" && m.Reason == sessions.EndDeleted }, nil)
}

// changes returns how long each of some changes of a page took until its viewer had
// the picture, decoded.
func changes(client *sessiontest.Client, page string, viewer *viewing, count int) []time.Duration {
	var times []time.Duration
	for i := range count {
		red := i%2 == 0
		script := `document.body.style.background = '#fff'`
		if red {
			script = `document.body.style.background = '#f00'`
		}
		time.Sleep(50 * time.Millisecond)
		began := time.Now()
		client.Evaluate(page, script)
		viewer.until("the change", nil, func(frame []byte) bool { _, g, _ := colour(viewer.t, frame); return g < 50 == red })
		times = append(times, time.Since(began))
	}
	return times
}

// animated lets a page change with every frame and returns how many a second its
// viewer gets.
func animated(client *sessiontest.Client, page string, viewer *viewing, watched time.Duration) float64 {
	client.Evaluate(page, `(() => {
		let at = 0;
		const draw = () => { document.body.style.background = 'hsl(' + (at += 7) + ' 90% 50%)'; requestAnimationFrame(draw); };
		draw();
	})()`)
	frames, begin := 0, time.Now()
	viewer.last = nil
	viewer.until("the frames of a while", nil, func([]byte) bool { frames++; return time.Since(begin) > watched })
	return float64(frames) / time.Since(begin).Seconds()
}

// BenchmarkLiveView measures the time from a page's change to its picture, decoded, in
// milliseconds at the median, and the frames a second of a page that never stands still.
func BenchmarkLiveView(b *testing.B) {
	address := sessiontest.Site(b, canvas)
	manager := sessiontest.New(b)
	session := manager.Begin(b, sessiontest.Usual())
	client := sessiontest.Connect(b, session)
	page, _ := client.Page()
	client.Must(page, "Page.navigate", `{"url":"`+address+`/canvas"}`, nil)
	viewer := watch(b, session, "/stream/0/frames?readonly=1")
	viewer.until("a frame", nil, func([]byte) bool { return true })
	b.ReportMetric(float64(sessiontest.Median(changes(client, page, viewer, 31)).Microseconds())/1000, "change-ms")
	b.ReportMetric(animated(client, page, viewer, 5*time.Second), "frames/s")
}

func TestViewersAndInactivity(t *testing.T) {
	t.Parallel()
	b := sessiontest.Shared(t)
	request := sessiontest.Usual()
	request.Timeout = 2 * time.Second // within which a viewer comes on a busy machine
	session := b.Begin(t, request)
	acting := watch(t, session, "/stream/0/frames")
	acting.until("the page", func(m viewMessage) bool { return m.Type == "page" }, nil)
	watch(t, session, "/stream/0/frames?readonly=1")
	time.Sleep(request.Timeout + 300*time.Millisecond)
	if info, err := b.Get(session.ID); err != nil || !info.Alive() {
		t.Fatalf("with a viewer that can act: %v, %v", info.State, err)
	}
	acting.ws.Close(websocket.StatusNormalClosure, "")
	b.AwaitEnd(t, session.ID, sessions.EndInactive)
}

// TestLiveView drives the viewer in a real browser: a second session.
func TestLiveView(t *testing.T) {
	t.Parallel()
	address := sessiontest.Site(t, canvas)
	b := sessiontest.Shared(t)
	session := b.Begin(t, sessiontest.Usual())
	viewing := b.Begin(t, sessiontest.Usual())
	client := sessiontest.Connect(t, session)
	page, _ := client.Page()
	client.Must(page, "Page.navigate", `{"url":"`+address+`/canvas"}`, nil)

	relayed := newRelayed(t, wire.PlainURL(session.Wire().BaseURL))
	script := b.StartScript(t, viewing, true, address, "playwright.mjs", "view", "VIEW="+relayed+"/stream/0")
	for _, want := range []string{`"ready"`, `"click"`, `"typed"`, `"scrolled"`, `"tabs"`} {
		if got := strings.TrimSpace(script.Line(t)); got != want {
			t.Fatalf("the viewer says %s, want %s", got, want)
		}
	}
	if err := b.Delete(t.Context(), session.ID); err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(script.Line(t)); got != `"The session has ended: it was closed."` {
		t.Errorf("at the end the viewer says %s", got)
	}
	script.Finish(t)
}

// newRelayed returns an address that leads to base: browsers of sessions cannot reach
// the service's own ports.
func newRelayed(t *testing.T, base string) string {
	t.Helper()
	at, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	service := at.Host
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", service)
			if err != nil {
				near.Close()
				continue
			}
			pipe := func(to, from net.Conn) {
				io.Copy(to, from)
				to.Close()
			}
			go pipe(near, far)
			go pipe(far, near)
		}
	}()
	at.Host = listener.Addr().String()
	return at.String()
}
