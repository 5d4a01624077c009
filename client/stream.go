package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/coder/websocket"
)

// maxFrame is the largest message of a live view that is read, in bytes.
const maxFrame = 16 << 20

// Stream is the live view of one page of a session, to look at only: it is no
// client of the browser and does not keep the session alive.
type Stream struct {
	conn *websocket.Conn
	of   *Client // words errors for the session's host
}

// StreamEvent is one thing a live view tells: the state of its page, or a picture.
type StreamEvent struct {
	Page    *StreamPage // nil for a picture
	Picture []byte      // a JPEG; nil for a state
}

// StreamPage is the state of the page that is shown.
type StreamPage struct {
	Index  int           `json:"index"`
	Title  string        `json:"title"`
	URL    string        `json:"url"`
	Width  int           `json:"width"`  // CSS pixels
	Height int           `json:"height"` // CSS pixels
	Pages  []SessionPage `json:"pages"`
}

// SessionEndedError is the last thing a live view tells.
type SessionEndedError struct{ Reason string }

// Error says that the session ended, and why.
func (e *SessionEndedError) Error() string {
	if e.Reason == "" {
		return "the session has ended"
	}
	return "the session has ended: " + sentence(e.Reason)
}

// Stream opens the live view of a page, given the base_url of its session and its
// index. The address is never part of an error.
func (c *Client) Stream(ctx context.Context, baseURL string, page int) (*Stream, error) {
	target, err := url.Parse(PlainURL(fmt.Sprintf("%s/stream/%d/frames", baseURL, page)))
	if err != nil || target.Host == "" {
		return nil, errors.New("the session's base_url is not an address")
	}
	target.RawQuery = "readonly=1"
	transport, err := c.live()
	if err != nil {
		return nil, err
	}
	host := *c
	host.base = &url.URL{Scheme: target.Scheme, Host: target.Host}
	conn, response, err := websocket.Dial(ctx, target.String(), &websocket.DialOptions{
		HTTPClient: transport,
		HTTPHeader: http.Header{"User-Agent": {c.agent}},
	})
	if err != nil {
		if response != nil && response.StatusCode != http.StatusSwitchingProtocols {
			return nil, host.readError(response)
		}
		return nil, host.transportError(ctx, "stream", err)
	}
	conn.SetReadLimit(maxFrame)
	return &Stream{conn, &host}, nil
}

// Next waits for the next event. When the session ends the error is a
// *SessionEndedError. Ending ctx closes the stream.
func (s *Stream) Next(ctx context.Context) (StreamEvent, error) {
	for {
		kind, data, err := s.conn.Read(ctx)
		if err != nil {
			if websocket.CloseStatus(err) != -1 {
				return StreamEvent{}, errors.New("the service closed the live view")
			}
			return StreamEvent{}, s.of.transportError(ctx, "stream", err)
		}
		if kind == websocket.MessageBinary {
			return StreamEvent{Picture: data}, nil
		}
		var message struct {
			Type   string `json:"type"`
			Reason string `json:"reason"`
			StreamPage
		}
		if err := json.Unmarshal(data, &message); err != nil {
			return StreamEvent{}, fmt.Errorf("the live view does not keep the contract: %w", err)
		}
		switch message.Type {
		case "page":
			return StreamEvent{Page: &message.StreamPage}, nil
		case "ended":
			return StreamEvent{}, &SessionEndedError{message.Reason}
		}
	}
}

// Close ends the stream at once.
func (s *Stream) Close() error { return s.conn.CloseNow() }
