package sessions_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/cdp"
	"github.com/go-rod/rod/lib/proto"

	"assay/service/browser"
	"assay/service/browser/sessions"
	"assay/service/browser/sessiontest"
	"assay/service/servicetest"
	"assay/wire"
)

// endless is a site of which no page ever comes to its end.
func endless(t *testing.T) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>Endless</title><p>it goes on")
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// deserters are the ways in which clients without a process of their own come to a
// session and leave it. What they come to meanwhile is no matter.
func deserters(site string) map[string]func(ctx context.Context, address string) {
	// socket sends bytes as they are, after the handshake, and resets the connection.
	socket := func(handshake int, bytes string) func(context.Context, string) {
		return func(ctx context.Context, address string) {
			at, _ := url.Parse(address)
			conn, err := new(net.Dialer).DialContext(ctx, "tcp", at.Host)
			if err != nil {
				return
			}
			defer conn.Close()
			conn.(*net.TCPConn).SetLinger(0)
			hello := "GET " + at.Path + " HTTP/1.1\r\nHost: " + at.Host + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
				"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
			io.WriteString(conn, hello[:min(handshake, len(hello))])
			if handshake > len(hello) {
				conn.Read(make([]byte, 1024))
				io.WriteString(conn, bytes)
			}
		}
	}
	// frame is one of a client's, with a mask of zeros and as many bytes as it says.
	frame := func(text string) string {
		return "\x81\xfe" + string([]byte{byte(len(text) >> 8), byte(len(text))}) + "\x00\x00\x00\x00" + text
	}
	const whole = 1 << 20
	create := frame(`{"id":1,"method":"Target.createTarget","params":{"url":"` + site + `"}}`)
	return map[string]func(context.Context, string){
		"half a handshake":   socket(40, ""),
		"a handshake":        socket(whole, ""),
		"half a head":        socket(whole, "\x81"),
		"half a frame":       socket(whole, "\x81\xff\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00{\"id\":1,"),
		"a call":             socket(whole, create),
		"many calls":         socket(whole, strings.Repeat(create, 5)),
		"what is no frame":   socket(whole, "GET / HTTP/1.1\r\n\r\n"),
		"Browser.close":      socket(whole, create+frame(`{"id":2,"method":"Browser.close"}`)),
		"an unwanted answer": socket(whole, frame(`{"id":1,"method":"Target.setDiscoverTargets","params":{"discover":true}}`)+strings.Repeat(frame(`{"id":2,"method":"Target.getTargets"}`), 500)),
		"chromedp": func(ctx context.Context, address string) {
			ctx, cancel := remote.NewAllocator(ctx, address)
			defer cancel()
			ctx, cancel = chromedp.NewContext(ctx)
			defer cancel()
			chromedp.Do(ctx, chromedp.Navigate(site))
		},
		"rod": func(ctx context.Context, address string) {
			ws := &cdp.WebSocket{}
			if ws.Connect(ctx, address, nil) != nil {
				return
			}
			defer ws.Close() // it outlives ctx
			client := rod.New().Client(cdp.New().Start(ws)).Context(ctx)
			if client.Connect() != nil {
				return
			}
			if own, err := client.Incognito(); err == nil {
				own.Page(proto.TargetCreateTarget{URL: site})
			}
			<-ctx.Done()
		},
	}
}

// TestAbandonedSessions leaves sessions at any point of their clients' work, many at a
// time. The seed of a run is in its log.
func TestAbandonedSessions(t *testing.T) {
	const (
		rounds      = 1 // of each deserter
		perProcess  = 2 // sessions of each client with a process of its own
		atATime     = 8
		toGoMoment  = 600 * time.Millisecond   // the latest at which a client goes
		forgiveness = 16 << 20                 // bytes
		short, long = time.Second, time.Minute // how long a session waits for clients
	)
	if _, err := sessiontest.Scripts(); err != nil {
		t.Fatal(err)
	}
	address := endless(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	warm := sessiontest.New(t) // what is made once is made
	warm.Begin(t, sessiontest.Usual())
	if err := warm.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	memory, routines, open := sessiontest.Heap(), runtime.NumGoroutine(), descriptors(t)

	b := sessiontest.New(t, keepSpares)
	var mu sync.Mutex
	var ids []string
	begin := func(timeout time.Duration) *sessions.Session {
		session, err := b.Create(t.Context(), sessions.Request{Persona: browser.Linux, Timeout: timeout, OnDisconnect: true})
		if err != nil {
			t.Error(err)
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		ids = append(ids, session.ID)
		return session
	}
	var work []func()
	deserters := deserters(address)
	for _, desert := range deserters {
		for range rounds {
			moment := time.Duration(random.Int64N(int64(toGoMoment)))
			work = append(work, func() {
				session := begin(short)
				if session == nil {
					return
				}
				ctx, cancel := context.WithTimeout(t.Context(), moment)
				defer cancel()
				desert(ctx, wire.PlainURL(session.Wire().CDPURL))
			})
		}
	}
	random.Shuffle(len(work), func(i, k int) { work[i], work[k] = work[k], work[i] })
	// The process of each is killed when it has said so many lines. These begin first: they take
	// the longest.
	for program, lines := range map[string]int{"playwright.mjs": 1, "puppeteer.mjs": perProcess} {
		work = slices.Insert(work, 0, func() {
			var all []string
			var last *sessions.Session
			for range perProcess {
				if last = begin(long); last == nil {
					return
				}
				all = append(all, wire.PlainURL(last.Wire().CDPURL))
			}
			script := b.StartScript(t, last, true, address, program, "abandon", "CDP_URLS="+strings.Join(all, " "))
			for range lines {
				if _, err := script.Lines.ReadString('\n'); err != nil {
					t.Errorf("%s ends by itself: %v", program, err)
					break
				}
			}
			script.Process.Kill()
			script.Wait()
			for _, each := range all { // it may not have come to the last of them
				deserters["a handshake"](t.Context(), each)
			}
		})
	}
	places := make(chan struct{}, atATime)
	var all sync.WaitGroup
	for _, each := range work {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			each()
		})
	}
	inGroups := groupsOf(t, sessiontest.Browsers(t, b.Dir))
	all.Wait()
	if len(ids) != rounds*len(deserters)+2*perProcess {
		t.Fatalf("%d sessions began", len(ids))
	}
	for _, id := range ids {
		b.Await(t, id, "ended", func(i wire.SessionInfo) bool { return !i.Alive() && i.Clients == 0 })
	}
	leavesNothing(t, b, inGroups)
	servicetest.Eventually(t, "the descriptors are closed", func() bool { return descriptors(t) <= open })
	// The thread that starts a manager's browsers stays: they die with it.
	servicetest.Eventually(t, "the goroutines have ended", func() bool { return runtime.NumGoroutine() <= routines+1 })
	servicetest.Eventually(t, "the memory is free", func() bool { return sessiontest.Heap() <= memory+forgiveness })
}
