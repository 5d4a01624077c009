package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/coder/websocket"

	"assay/wire"
)

// maxFrame is the largest message of a live view that is read, in bytes.
const maxFrame = 16 << 20

// Stream is the live view of one page of a session, to look at only: it is no
// client of the browser and does not keep the session alive.
type Stream struct {
	conn *websocket.Conn
	of   *Client // words errors for the session's host
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
	target, err := url.Parse(wire.PlainURL(fmt.Sprintf("%s/stream/%d/frames", baseURL, page)))
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
		return nil, host.transportError(ctx, err)
	}
	conn.SetReadLimit(maxFrame)
	return &Stream{conn, &host}, nil
}

// Next waits for the next event. When the session ends the error is a
// *SessionEndedError. Ending ctx closes the stream.
func (s *Stream) Next(ctx context.Context) (wire.StreamEvent, error) {
	for {
		kind, data, err := s.conn.Read(ctx)
		if err != nil {
			if websocket.CloseStatus(err) != -1 {
				return wire.StreamEvent{}, errors.New("the service closed the live view")
			}
			return wire.StreamEvent{}, s.of.transportError(ctx, err)
		}
		if kind == websocket.MessageBinary {
			return wire.StreamEvent{Picture: data}, nil
		}
		var message struct {
			Type   string `json:"type"`
			Reason string `json:"reason"`
			wire.StreamPage
		}
		if err := json.Unmarshal(data, &message); err != nil {
			return wire.StreamEvent{}, fmt.Errorf("the live view does not keep the contract: %w", err)
		}
		switch message.Type {
		case "page":
			return wire.StreamEvent{Page: &message.StreamPage}, nil
		case "ended":
			return wire.StreamEvent{}, &SessionEndedError{message.Reason}
		}
	}
}

// Close ends the stream at once.
func (s *Stream) Close() error { return s.conn.CloseNow() }
