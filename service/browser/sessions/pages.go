package sessions

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/target"

	"assay/service/browser"
)

// maxDownloads bounds how many downloads of a session are remembered.
const maxDownloads = 1000

// pages keeps up with a browser's pages, in the order in which they were made, and
// with its downloads.
type pages struct {
	mu        sync.Mutex
	list      []pageInfo
	downloads []Download
	changed   chan struct{} // closed and replaced at every change

	fetching chan struct{} // gets a value when a download goes on
}

type pageInfo struct {
	id         target.ID
	title, url string
}

// Download is a file that a session's browser fetched.
type Download struct {
	GUID  string    `json:"guid"`  // its name at downloads/GUID
	Name  string    `json:"name"`  // what the site calls it
	URL   string    `json:"url"`   // where it is from
	State string    `json:"state"` // inProgress, completed or canceled
	Size  int64     `json:"size"`  // bytes so far
	Begun time.Time `json:"begun_at"`

	Reason string `json:"reason,omitempty"` // why the service stopped it
}

func newPages() *pages {
	return &pages{changed: make(chan struct{}), fetching: make(chan struct{}, 1)}
}

// event takes in an event of the browser.
func (p *pages) event(method string, params jsonv2.Value) {
	decode := func(to any) bool { return jsonv2.Unmarshal(params, to, jsonv2.AllowInvalidUTF8(true)) == nil }
	switch method {
	case "Target.targetCreated", "Target.targetInfoChanged":
		var event struct {
			TargetInfo struct {
				TargetID target.ID `json:"targetId"`
				Type     string    `json:"type"`
				Title    string    `json:"title"`
				URL      string    `json:"url"`
			} `json:"targetInfo"`
		}
		if decode(&event) && event.TargetInfo.Type == "page" {
			p.note(pageInfo{event.TargetInfo.TargetID, event.TargetInfo.Title, event.TargetInfo.URL}, true)
		}
	case "Target.targetDestroyed":
		var event target.EventTargetDestroyed
		if decode(&event) {
			p.remove(event.TargetID)
		}
	case "Browser.downloadWillBegin":
		var event struct {
			GUID              string `json:"guid"`
			URL               string `json:"url"`
			SuggestedFilename string `json:"suggestedFilename"`
		}
		if decode(&event) {
			p.begin(Download{GUID: event.GUID, Name: event.SuggestedFilename, URL: event.URL, State: "inProgress", Begun: time.Now().UTC()})
		}
	case "Browser.downloadProgress":
		var event struct {
			GUID          string  `json:"guid"`
			State         string  `json:"state"`
			ReceivedBytes float64 `json:"receivedBytes"`
		}
		if decode(&event) {
			p.progress(event.GUID, event.State, int64(event.ReceivedBytes))
		}
	}
}

// PageError says that a session has no such page.
type PageError struct{ Pages int } // that it has

// Error says how many pages it has.
func (e *PageError) Error() string { return fmt.Sprintf("the session has %d pages", e.Pages) }

// Page lets use work with a page of a session: with the one at an index, from 0 in order
// of creation, or with the newest for -1. The session is active meanwhile. Errors are
// ErrUnknown, also if the session ends meanwhile, *PageError, or use's.
func (m *Manager) Page(ctx context.Context, id string, index int, use func(*browser.Session) error) error {
	s := m.session(id)
	if s == nil {
		return ErrUnknown
	}
	leave, err := s.join(true)
	if err != nil {
		return ErrUnknown
	}
	defer leave()
	box := s.machine()
	if box == nil {
		return ErrUnknown
	}
	err = box.page(ctx, index, use)
	if s.ctx.Err() != nil {
		return ErrUnknown
	}
	return err
}

func (box *machine) page(ctx context.Context, index int, use func(*browser.Session) error) error {
	list, changed := box.pages.now()
	if len(list) == 0 {
		// A browser that has just started has not told of its first page.
		select {
		case <-changed:
		case <-time.After(viewTimeout):
		case <-ctx.Done():
		}
		list, _ = box.pages.now()
	}
	if index < 0 {
		index = len(list) - 1
	}
	if index < 0 || index >= len(list) {
		return &PageError{len(list)}
	}
	page, err := box.process.Conn.Attach(ctx, list[index].id)
	if err != nil {
		return err
	}
	defer func() {
		ending, cancel := context.WithTimeout(context.Background(), viewTimeout)
		defer cancel()
		page.Detach(ending)
	}()
	return use(page)
}

// note notes what a page has become; one that is not there is added, or left alone.
func (p *pages) note(info pageInfo, add bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := slices.IndexFunc(p.list, func(known pageInfo) bool { return known.id == info.id })
	switch {
	case at < 0 && !add:
		return
	case at < 0:
		p.list = append(p.list, info)
	case p.list[at] == info:
		return
	default:
		p.list[at] = info
	}
	p.tell()
}

func (p *pages) remove(id target.ID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = slices.DeleteFunc(p.list, func(known pageInfo) bool { return known.id == id })
	p.tell()
}

// tell wakes who waits for a change. p.mu is held.
func (p *pages) tell() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// now returns the pages and what is closed when they change.
func (p *pages) now() ([]pageInfo, <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.list), p.changed
}

// has reports whether there is a page with an id.
func (p *pages) has(id target.ID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.list, func(known pageInfo) bool { return known.id == id })
}

// begin notes a download. Every client that asked for events gets its own; here each
// comes once.
func (p *pages) begin(download Download) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if slices.ContainsFunc(p.downloads, func(known Download) bool { return known.GUID == download.GUID }) {
		return
	}
	if len(p.downloads) == maxDownloads {
		p.downloads = slices.Delete(p.downloads, 0, 1)
	}
	p.downloads = append(p.downloads, download)
	p.goesOn()
}

// goesOn wakes who looks after downloads.
func (p *pages) goesOn() {
	select {
	case p.fetching <- struct{}{}:
	default:
	}
}

func (p *pages) progress(guid, state string, size int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.downloads {
		if p.downloads[i].GUID == guid {
			p.downloads[i].State, p.downloads[i].Size = state, size
			if state == "completed" {
				p.downloads[i].Reason = "" // it came to its end before it was stopped
			}
		}
	}
	if state == "inProgress" {
		p.goesOn()
	}
}

// stop notes that the service stops what is being downloaded, and returns the GUIDs of
// that.
func (p *pages) stop(reason string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var guids []string
	for i := range p.downloads {
		if p.downloads[i].State == "inProgress" {
			p.downloads[i].Reason = reason
			guids = append(guids, p.downloads[i].GUID)
		}
	}
	return guids
}

// fetched returns the downloads so far.
func (p *pages) fetched() []Download {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.downloads)
}
