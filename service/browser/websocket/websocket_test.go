package websocket

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	coder "github.com/coder/websocket"
)

// echo is a server that sends back what it gets, until the client goes.
func echo(t *testing.T, limit int) (address string, ended chan error) {
	ended = make(chan error, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := Upgrade(w, r)
		if err != nil {
			ended <- err
			return
		}
		defer ws.Drop()
		for {
			message, err := ws.ReadMessage(nil, limit)
			if err != nil {
				ended <- err
				return
			}
			ws.Write(Text, message)
		}
	}))
	t.Cleanup(server.Close)
	return strings.Replace(server.URL, "http", "ws", 1), ended
}

func TestMessages(t *testing.T) {
	address, ended := echo(t, 1<<20)
	ws, answer, err := coder.Dial(t.Context(), address, &coder.DialOptions{CompressionMode: coder.CompressionContextTakeover})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.CloseNow()
	ws.SetReadLimit(-1)
	if extensions := answer.Header.Get("Sec-Websocket-Extensions"); extensions != "" {
		t.Errorf("it agrees to %s", extensions)
	}
	for _, size := range []int{0, 1, 125, 126, 65535, 65536, 1 << 20} {
		sent := bytes.Repeat([]byte("ab€"), size/5+1)[:size]
		sent = bytes.ToValidUTF8(sent, []byte("xx"))[:size]
		if err := ws.Write(t.Context(), coder.MessageText, sent); err != nil {
			t.Fatal(err)
		}
		if _, got, err := ws.Read(t.Context()); err != nil || !bytes.Equal(got, sent) {
			t.Errorf("%d bytes come back as %d, %v", size, len(got), err)
		}
	}
	if err := ws.Write(t.Context(), coder.MessageText, make([]byte, 1<<20+1)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := ws.Read(t.Context()); coder.CloseStatus(err) != StatusTooLarge {
		t.Errorf("too large: %v", err)
	}
	if err := <-ended; err != ErrTooLarge {
		t.Errorf("the server says %v", err)
	}
}

func TestClose(t *testing.T) {
	address, ended := echo(t, 1<<20)
	ws, _, err := coder.Dial(t.Context(), address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := ws.Close(coder.StatusNormalClosure, "bye"); err != nil {
		t.Errorf("the close is not answered: %v", err)
	}
	if err := <-ended; err != io.EOF {
		t.Errorf("the server says %v", err)
	}
}

// TestOddClients sends what clients of the DevTools protocol send in practice.
func TestOddClients(t *testing.T) {
	address, ended := echo(t, 1<<20)
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "ws://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\nSec-WebSocket-Key: nil\r\n\r\n")
	// A message in two frames with a ping between them, one with a mask that hides nothing.
	conn.Write([]byte{0x01, 0x82, 0, 0, 0, 0, 'a', 'b', 0x89, 0x81, 1, 2, 3, 4, 'p' ^ 1, 0x80, 0x81, 1, 2, 3, 4, 'c' ^ 1})
	want := "\x8a\x01p\x81\x03abc"
	got := make([]byte, 0, 256)
	for !bytes.HasSuffix(got, []byte(want)) && len(got) < cap(got) {
		n, err := conn.Read(got[len(got):cap(got)])
		if err != nil {
			t.Fatal(err, string(got))
		}
		got = got[:len(got)+n]
	}
	if !bytes.HasPrefix(got, []byte("HTTP/1.1 101 ")) || !bytes.HasSuffix(got, []byte(want)) {
		t.Errorf("answer %q", got)
	}
	conn.Close()
	if err := <-ended; err != io.EOF {
		t.Errorf("the server says %v", err)
	}
}

// TestForbiddenFrames sends what WebSocket does not allow: the client is told so, and
// nothing of it is taken for a message.
func TestForbiddenFrames(t *testing.T) {
	mask := "\x01\x02\x03\x04"
	for name, frames := range map[string]string{
		"an extension":                      "\xc1\x80" + mask,
		"a reserved bit of a ping":          "\x99\x80" + mask,
		"a kind of data that is reserved":   "\x83\x80" + mask,
		"a kind of control that is too":     "\x8b\x80" + mask,
		"the last of the kinds":             "\x8f\x80" + mask,
		"no mask":                           "\x81\x02{}",
		"no mask in the middle":             "\x01\x81" + mask + "{" + "\x80\x01}",
		"a ping without a mask":             "\x89\x00",
		"a continuation of nothing":         "\x80\x81" + mask + "x",
		"a message within another":          "\x01\x81" + mask + "x" + "\x81\x81" + mask + "y",
		"a binary within a text":            "\x01\x81" + mask + "x" + "\x82\x81" + mask + "y",
		"a ping in parts":                   "\x09\x81" + mask + "x",
		"a ping that is too long":           "\x89\xfe\x00\x7e" + mask + strings.Repeat("x", 126),
		"a length over what numbers can be": "\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff" + mask,
	} {
		address, ended := echo(t, 1<<20)
		conn, err := net.Dial("tcp", strings.TrimPrefix(address, "ws://"))
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n"+frames)
		conn.(*net.TCPConn).CloseWrite()
		said, err := io.ReadAll(conn)
		conn.Close()
		_, after, _ := bytes.Cut(said, []byte("\r\n\r\n"))
		if err != nil || len(after) < 4 || after[0] != 0x88 || binary.BigEndian.Uint16(after[2:]) != StatusProtocolError {
			t.Errorf("%s is answered with %q, %v", name, after, err)
		}
		var wrong ProtocolError
		if err := <-ended; !errors.As(err, &wrong) {
			t.Errorf("%s: the server says %v", name, err)
		}
	}
}

func TestNoHandshake(t *testing.T) {
	address, ended := echo(t, 1)
	answer, err := http.Get(strings.Replace(address, "ws", "http", 1))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusUpgradeRequired || <-ended == nil {
		t.Errorf("status %d", answer.StatusCode)
	}
}
