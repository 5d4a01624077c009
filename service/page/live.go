package page

import (
	"context"
	"errors"
	"time"

	"github.com/chromedp/cdproto/dom"

	"assay/service/browser"
)

const (
	frameTimeout = 5 * time.Second // for a frame of such a page; then it is left out
	liveAttempts = 3               // at a page that goes elsewhere meanwhile
)

// arrival gives the type and the status that the current document came with.
const arrival = `({mime: document.contentType, status: performance.getEntriesByType('navigation')[0]?.responseStatus || 0})`

// Read reads the page that a session of a browser is with as it stands, frames of other
// sites included. It loads nothing, and of the request only WaitFor, Screenshot, Standard
// and Boxes count. A page that does not answer within LoadLimit is given up.
//
// Errors are of type *Error, or context.Canceled if ctx was.
func (l *Loader) Read(ctx context.Context, session *browser.Session, request Request) (*Page, error) {
	ctx, cancel := context.WithTimeout(ctx, l.config.LoadLimit+request.WaitFor)
	defer cancel()
	request.URL, request.HTML, request.HasHTML = nil, "", false
	v := &visit{ctx: ctx, tab: &browser.Tab{Session: session}, request: request, config: l.config, live: true}
	page, err := v.readLive()
	switch {
	case err == nil:
		return page, nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, &Error{Kind: Timeout, Message: "The session's page does not answer: a dialog may be open in it, or a script may keep it busy.", Err: err}
	case errors.As(err, new(*browser.CallError)), errors.Is(err, browser.ErrDetached), errors.Is(err, browser.ErrGone):
		return nil, &Error{Kind: Unreachable, Message: "The session's page was closed, crashed or went elsewhere while it was read.", Err: err}
	}
	return nil, explain(ctx, request, err)
}

func (v *visit) readLive() (page *Page, err error) {
	if err := v.pause(v.request.WaitFor); err != nil {
		return nil, err
	}
	for range liveAttempts {
		var came struct {
			Mime   string `json:"mime"`
			Status int64  `json:"status"`
		}
		if err = v.evaluate(v.ctx, arrival, &came); err == nil {
			v.main.mime, v.main.status = came.Mime, came.Status
			page, err = v.read()
		}
		if !errors.As(err, new(*browser.CallError)) {
			break
		}
	}
	return page, err
}

// takeFrames takes snapshots of the frames that run in processes of their own, and puts
// them into that of what holds them. One that is gone, or does not answer, is left out.
func (v *visit) takeFrames(holder *browser.Session, s *snapshot, depth int) error {
	frames, err := holder.Frames(v.ctx)
	if err != nil || depth == maxFrameDepth {
		return err
	}
	s.frames = map[int32]*snapshot{}
	for _, frame := range frames {
		ctx, cancel := context.WithTimeout(v.ctx, frameTimeout)
		owner, err := browser.Call(ctx, holder, dom.GetFrameOwner, dom.GetFrameOwnerParams{FrameID: frame.Frame()})
		var inner *snapshot
		if err == nil {
			inner, err = take(ctx, frame)
		}
		cancel()
		if err == nil {
			err = v.takeFrames(frame, inner, depth+1)
			s.frames[int32(owner.BackendNodeID)] = inner
		}
		if err != nil && v.ctx.Err() != nil {
			return err
		}
	}
	return nil
}
