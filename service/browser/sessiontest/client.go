package sessiontest

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/coder/websocket"

	"assay/service/browser/sessions"
	"assay/wire"
)

// Client speaks the DevTools protocol and nothing else.
type Client struct {
	WS     *websocket.Conn
	Events []Reply // that came before answers

	t      testing.TB
	lastID int
}

// Reply is an answer, or an event.
type Reply struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
	SessionID string `json:"sessionId"`
}

// Connect connects to a session.
func Connect(t testing.TB, session *sessions.Session) *Client {
	t.Helper()
	return Dial(t, wire.PlainURL(session.Wire().CDPURL), nil)
}

// Dial connects to an address, with options or nil.
func Dial(t testing.TB, address string, options *websocket.DialOptions) *Client {
	t.Helper()
	ws, _, err := websocket.Dial(t.Context(), address, options)
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(-1)
	t.Cleanup(func() { ws.CloseNow() })
	return &Client{t: t, WS: ws}
}

// Send sends a message as it is.
func (c *Client) Send(text string) {
	c.t.Helper()
	if err := c.WS.Write(c.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

// Next returns the next message.
func (c *Client) Next() (Reply, error) {
	ctx, cancel := context.WithTimeout(c.t.Context(), Patience)
	defer cancel()
	_, text, err := c.WS.Read(ctx)
	var r Reply
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	return r, err
}

// answer returns the answer with an id, keeping the events before it.
func (c *Client) answer(id int) Reply {
	c.t.Helper()
	for {
		r, err := c.Next()
		if err != nil {
			c.t.Fatal(err)
		}
		if r.Method == "" && r.ID == id {
			return r
		}
		c.Events = append(c.Events, r)
	}
}

// Ask makes a call with params as JSON, in a session unless it is "", and returns its id.
func (c *Client) Ask(session, method, params string) (id int) {
	c.t.Helper()
	c.lastID++
	in := ""
	if session != "" {
		in = `,"sessionId":"` + session + `"`
	}
	c.Send(fmt.Sprintf(`{"id":%d,"method":%q,"params":%s%s}`, c.lastID, method, params, in))
	return c.lastID
}

// Call is Ask, and returns the answer.
func (c *Client) Call(session, method, params string) Reply {
	c.t.Helper()
	return c.answer(c.Ask(session, method, params))
}

// Must is Call of which the result is wanted.
func (c *Client) Must(session, method, params string, result any) {
	c.t.Helper()
	r := c.Call(session, method, params)
	if r.Error != nil {
		c.t.Fatalf("%s %s: %s", method, params, r.Error.Message)
	}
	if result != nil {
		if err := json.Unmarshal(r.Result, result); err != nil {
			c.t.Fatal(err)
		}
	}
}

// Page attaches to the session's first page.
func (c *Client) Page() (session, id string) {
	c.t.Helper()
	var targets struct {
		TargetInfos []struct{ TargetID, Type string }
	}
	c.Must("", "Target.getTargets", `{}`, &targets)
	for _, info := range targets.TargetInfos {
		if info.Type == "page" {
			var attached struct{ SessionID string }
			c.Must("", "Target.attachToTarget", `{"targetId":"`+info.TargetID+`","flatten":true}`, &attached)
			return attached.SessionID, info.TargetID
		}
	}
	c.t.Fatal("there is no page")
	return "", ""
}

// Evaluate runs a script in a page and returns what it resolves to.
func (c *Client) Evaluate(session, script string) any {
	c.t.Helper()
	params, err := json.Marshal(map[string]any{"expression": script, "awaitPromise": true, "returnByValue": true})
	if err != nil {
		c.t.Fatal(err)
	}
	var result struct {
		Result           struct{ Value any }
		ExceptionDetails any
	}
	c.Must(session, "Runtime.evaluate", string(params), &result)
	if result.ExceptionDetails != nil {
		c.t.Fatalf("the script threw: %v", result.ExceptionDetails)
	}
	return result.Result.Value
}

// Document opens a page of its own at a site's front, for it to be sent to others.
func (c *Client) Document(site string) (session string) {
	c.t.Helper()
	var made struct{ TargetID string }
	c.Must("", "Target.createTarget", `{"url":"`+site+`/"}`, &made)
	var attached struct{ SessionID string }
	c.Must("", "Target.attachToTarget", `{"flatten":true,"targetId":"`+made.TargetID+`"}`, &attached)
	c.Must(attached.SessionID, "Page.enable", `{}`, nil)
	return attached.SessionID
}
