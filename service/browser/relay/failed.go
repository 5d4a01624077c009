package relay

import (
	"bytes"
	"cmp"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
)

// What cannot be reached is told to the browser by closing its connection to the way
// out, so that it knows of one failure only. Clients are told the real one.

// noAnswer is how the browser tells of its failure.
const noAnswer = `"errorText":"net::ERR_EMPTY_RESPONSE"`

// maxRequests bounds how many requests of a client's pages are remembered.
const maxRequests = 4096

// explainTimeout bounds how long the answer to a navigation waits for the address at
// which it failed.
const explainTimeout = time.Second

// requests are the addresses of a client's requests on the way, as far as the host, by
// the browser's ids of them. Only the goroutine that reads the browser uses them.
type requests map[string]string

// note keeps up with an event of the browser's, of which only the beginning is read.
func (r requests) note(method string, message []byte) {
	id := requestID(message)
	if id == "" {
		return
	}
	if method == network.LoadingFinished.Method {
		delete(r, id)
		return
	}
	// A redirect is the same request to another address.
	address := after(message[:min(len(message), smallMessage)], `,"request":{"url":"`)
	scheme, rest, _ := strings.Cut(address, "://")
	if scheme != "http" && scheme != "https" {
		return
	}
	if len(r) == maxRequests {
		clear(r)
	}
	host, _, _ := strings.Cut(rest, "/")
	r[id] = scheme + "://" + host
}

// requestID returns the browser's id of the request that an event is about.
func requestID(message []byte) string {
	return after(message[:min(len(message), maxTail*2)], `"params":{"requestId":"`)
}

// after returns the text from the end of a beginning to the next quotation mark.
func after(message []byte, beginning string) string {
	_, rest, found := bytes.Cut(message, []byte(beginning))
	end := bytes.IndexByte(rest, '"')
	if !found || end < 0 {
		return ""
	}
	return string(rest[:end])
}

// failed reports whether a message tells of a request without an answer.
func failed(message []byte) bool {
	return len(message) <= smallMessage && bytes.Contains(message, []byte(noAnswer))
}

// explain puts in a buffer's message why an address could not be reached.
func (m *Mux) explain(buffer []byte, address string) []byte {
	if address == "" || m.config.Failure == nil {
		return buffer
	}
	why := m.config.Failure(address)
	if why == "" {
		return buffer
	}
	text := append([]byte(`"errorText":`), quote(why)...)
	message := bytes.Replace(buffer[headRoom:], []byte(noAnswer), text, 1)
	return append(make([]byte, headRoom, headRoom+len(message)), message...)
}

// navigation returns what is done with the answer to a client's call that goes to an
// address.
func (m *Mux) navigation(call pending, address string) func(buffer []byte, e envelope) {
	return func(buffer []byte, e envelope) {
		var answer struct {
			Result page.NavigateResult `json:"result"`
		}
		if !failed(buffer[headRoom:]) || jsonv2.Unmarshal(buffer[headRoom:], &answer) != nil {
			m.give(buffer, e, call)
			return
		}
		var once sync.Once
		give := func(address string) {
			once.Do(func() {
				buffer := m.explain(buffer, address)
				if e, ok := open(buffer[headRoom:]); ok {
					m.give(buffer, e, call)
				}
			})
		}
		if known := call.client.requests[string(answer.Result.LoaderID)]; known != "" {
			give(known)
			return
		}
		// Where redirects led to is known to the page. One that closes does not say.
		fallback := time.AfterFunc(explainTimeout, func() { give(address) })
		m.call(page.GetFrameTree.Method, e.session, nil, pending{then: func(buffer []byte, _ envelope) {
			fallback.Stop()
			var tree struct {
				Result struct {
					FrameTree page.FrameTree `json:"frameTree"`
				} `json:"result"`
			}
			jsonv2.Unmarshal(buffer[headRoom:], &tree, jsonv2.AllowInvalidUTF8(true))
			give(cmp.Or(unreachable(&tree.Result.FrameTree, answer.Result.FrameID), address))
		}})
	}
}

// unreachable returns the address that a frame could not load, "" if there is none.
func unreachable(tree *page.FrameTree, id cdp.FrameID) string {
	if tree.Frame == nil {
		return ""
	}
	if tree.Frame.ID == id {
		return tree.Frame.UnreachableURL
	}
	for _, child := range tree.ChildFrames {
		if at := unreachable(child, id); at != "" {
			return at
		}
	}
	return ""
}
