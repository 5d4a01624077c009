package sessions

import (
	"context"
	"slices"
	"time"

	"github.com/chromedp/cdproto/input"

	"assay/service/browser"
)

// inputTimeout is how long a page may take over one input.
const inputTimeout = 3 * time.Second

// inputMessage is what a viewer does. Positions are in CSS pixels of the page.
type inputMessage struct {
	Type  string `json:"type"`  // mouse, key or text
	Event string `json:"event"` // of mouse and key, as the DevTools protocol names it

	X          float64 `json:"x"`
	Y          float64 `json:"y"`
	DeltaX     float64 `json:"delta_x"`
	DeltaY     float64 `json:"delta_y"`
	Button     string  `json:"button"`
	Buttons    int64   `json:"buttons"` // held, one bit each
	ClickCount int64   `json:"click_count"`
	Modifiers  int64   `json:"modifiers"` // Alt 1, Ctrl 2, Meta 4, Shift 8

	Key     string `json:"key"`
	Code    string `json:"code"`
	KeyCode int64  `json:"key_code"`
	Repeat  bool   `json:"repeat"`

	Text string `json:"text"` // typed by the key, or to be put in
}

// act passes a viewer's input on to the page it sees, one after the other.
func (v *viewer) act(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case message := <-v.input:
			if picture := v.picture.Load(); picture != nil {
				limited, cancel := context.WithTimeout(ctx, inputTimeout)
				message.send(limited, picture.session)
				cancel()
			}
		}
	}
}

var (
	mouseEvents = []string{"mousePressed", "mouseReleased", "mouseMoved", "mouseWheel"}
	keyEvents   = []string{"keyDown", "keyUp", "rawKeyDown"}
	buttons     = []string{"none", "left", "middle", "right", "back", "forward"}
)

// mouseParams are those of Input.dispatchMouseEvent; a wheel needs both distances,
// also where one is 0.
type mouseParams struct {
	Type       string   `json:"type"`
	X          float64  `json:"x"`
	Y          float64  `json:"y"`
	Modifiers  int64    `json:"modifiers"`
	Button     string   `json:"button"`
	Buttons    int64    `json:"buttons"`
	ClickCount int64    `json:"clickCount"`
	DeltaX     *float64 `json:"deltaX,omitempty"`
	DeltaY     *float64 `json:"deltaY,omitempty"`
}

// send does to a page what the viewer did. What makes no sense does nothing.
func (m *inputMessage) send(ctx context.Context, session *browser.Session) {
	switch {
	case m.Type == "mouse" && slices.Contains(mouseEvents, m.Event):
		button := m.Button
		if !slices.Contains(buttons, button) {
			button = "none"
		}
		params := mouseParams{
			Type:       m.Event,
			X:          m.X,
			Y:          m.Y,
			Modifiers:  m.Modifiers & 15,
			Button:     button,
			Buttons:    m.Buttons,
			ClickCount: m.ClickCount,
		}
		if m.Event == "mouseWheel" {
			params.DeltaX, params.DeltaY = &m.DeltaX, &m.DeltaY
		}
		session.Call(ctx, input.DispatchMouseEvent.Method, params, nil)
	case m.Type == "key" && slices.Contains(keyEvents, m.Event):
		browser.Call(ctx, session, input.DispatchKeyEvent, input.DispatchKeyEventParams{
			Type:                  input.DispatchKeyEventType(m.Event),
			Modifiers:             m.Modifiers & 15,
			Text:                  m.Text,
			Key:                   m.Key,
			Code:                  m.Code,
			WindowsVirtualKeyCode: m.KeyCode,
			AutoRepeat:            &m.Repeat,
		})
	case m.Type == "text":
		browser.Call(ctx, session, input.InsertText, input.InsertTextParams{Text: m.Text})
	}
}
