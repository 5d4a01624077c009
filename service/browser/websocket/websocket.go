// Package websocket is the server's end of WebSocket (RFC 6455) for messages of any
// size: they are read into and written from the caller's buffers, in one frame each,
// and never compressed.
//
// Its handshake takes what clients of the DevTools protocol send in practice; some
// give a key that is none. It sends no pings, because some clients answer none:
// whether the other side is still there is TCP's to find out.
package websocket

import (
	"bufio"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/net/http/httpguts"
)

// Opcode is the kind of a message.
type Opcode byte

// The kinds of messages, and the frames that are not.
const (
	Text   Opcode = 1
	Binary Opcode = 2

	continuation Opcode = 0
	closing      Opcode = 8
	ping         Opcode = 9
	pong         Opcode = 10
)

// Codes of Close.
const (
	StatusNormal        = 1000
	StatusGoingAway     = 1001
	StatusProtocolError = 1002
	StatusTooLarge      = 1009
)

// HeaderRoom is how much space WriteInPlace needs before a message.
const HeaderRoom = 10

// closeTimeout bounds what closing a connection takes.
const closeTimeout = time.Second

// ErrTooLarge is a message over the limit of ReadMessage.
var ErrTooLarge = errors.New("the message is too large")

// ProtocolError is what a client sent that WebSocket does not allow.
type ProtocolError string

// Error says what it was.
func (e ProtocolError) Error() string { return string(e) }

// Conn is a connection to a client. One goroutine may read while others write.
type Conn struct {
	conn   net.Conn
	reader *bufio.Reader
	proper bool         // its handshake had a key
	took   atomic.Int64 // when a part of a message was last sent, in Unix nanoseconds

	mu     sync.Mutex // of writes
	closed bool       // a close frame was sent
}

// Upgrade answers a WebSocket handshake. What is wrong with a request is answered
// too.
func Upgrade(w http.ResponseWriter, r *http.Request) (*Conn, error) {
	key := r.Header.Get("Sec-WebSocket-Key")
	if r.Method != http.MethodGet || !httpguts.HeaderValuesContainsToken(r.Header["Connection"], "upgrade") ||
		!httpguts.HeaderValuesContainsToken(r.Header["Upgrade"], "websocket") || key == "" {
		w.Header().Set("Upgrade", "websocket")
		http.Error(w, "this address speaks WebSocket", http.StatusUpgradeRequired)
		return nil, errors.New("no WebSocket handshake")
	}
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, "this connection cannot speak WebSocket", http.StatusInternalServerError)
		return nil, fmt.Errorf("taking over a connection: %w", err)
	}
	conn.SetDeadline(time.Time{})
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	answer := "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
		base64.StdEncoding.EncodeToString(sum[:]) + "\r\n\r\n"
	if _, err := io.WriteString(conn, answer); err != nil {
		conn.Close()
		return nil, fmt.Errorf("answering a handshake: %w", err)
	}
	nonce, err := base64.StdEncoding.DecodeString(key)
	return &Conn{conn: conn, reader: bufio.NewReaderSize(buffered.Reader, 64<<10), proper: err == nil && len(nonce) == 16}, nil
}

// header is the head of a frame.
type header struct {
	final  bool
	opcode Opcode
	length uint64
	mask   [4]byte
}

func (c *Conn) readHeader() (header, error) {
	var raw [8]byte
	if _, err := io.ReadFull(c.reader, raw[:2]); err != nil {
		return header{}, err
	}
	h := header{final: raw[0]&0x80 != 0, opcode: Opcode(raw[0] & 0x0f), length: uint64(raw[1] & 0x7f)}
	switch {
	case raw[0]&0x70 != 0:
		return header{}, ProtocolError("a frame uses an extension that was not agreed on")
	case h.opcode > Binary && h.opcode < closing || h.opcode > pong:
		return header{}, ProtocolError("a frame is of a kind that does not exist")
	case raw[1]&0x80 == 0:
		return header{}, ProtocolError("a frame is not masked")
	case h.opcode >= closing && (h.length > 125 || !h.final):
		return header{}, ProtocolError("a control frame is too long")
	}
	switch h.length {
	case 126:
		if _, err := io.ReadFull(c.reader, raw[:2]); err != nil {
			return header{}, err
		}
		h.length = uint64(binary.BigEndian.Uint16(raw[:2]))
	case 127:
		if _, err := io.ReadFull(c.reader, raw[:8]); err != nil {
			return header{}, err
		}
		h.length = binary.BigEndian.Uint64(raw[:8])
	}
	if h.length >= 1<<63 {
		return header{}, ProtocolError("a frame has a length that cannot be")
	}
	_, err := io.ReadFull(c.reader, h.mask[:])
	return h, err
}

// ReadMessage reads the next message into the space after buffer, of at most limit
// bytes, and returns the whole. It answers pings and closes. io.EOF is an orderly
// end; ErrTooLarge and a ProtocolError have closed the connection.
func (c *Conn) ReadMessage(buffer []byte, limit int) ([]byte, error) {
	message, err := c.readMessage(buffer, limit)
	var wrong ProtocolError
	switch {
	case err == ErrTooLarge:
		c.refuse(StatusTooLarge, err)
	case errors.As(err, &wrong):
		c.refuse(StatusProtocolError, err)
	}
	return message, err
}

// refuse closes the connection because of what the client sent, and reads on for a
// moment: one that is cut off while it sends would not read why.
func (c *Conn) refuse(status uint16, why error) {
	c.Close(status, why.Error())
	io.Copy(io.Discard, c.reader)
}

func (c *Conn) readMessage(buffer []byte, limit int) ([]byte, error) {
	begin := len(buffer)
	inside := false
	for {
		h, err := c.readHeader()
		if err != nil {
			return nil, err
		}
		if h.opcode >= closing {
			if err := c.control(h); err != nil {
				return nil, err
			}
			continue
		}
		if inside != (h.opcode == continuation) {
			return nil, ProtocolError("a message begins within another")
		}
		inside = true
		if h.length > uint64(limit) || len(buffer)-begin+int(h.length) > limit {
			return nil, ErrTooLarge
		}
		at := len(buffer)
		buffer = grow(buffer, int(h.length), at-begin)
		if _, err := io.ReadFull(c.reader, buffer[at:]); err != nil {
			return nil, unexpected(err)
		}
		unmask(buffer[at:], h.mask)
		if h.final {
			return buffer, nil
		}
	}
}

// grow lengthens a buffer by n bytes, with a little space beyond, and with as much
// again as came in earlier frames of the message, so that one in many frames is not
// copied for each.
func grow(buffer []byte, n, earlier int) []byte {
	if need := len(buffer) + n + 64; cap(buffer) < need {
		larger := make([]byte, len(buffer), need+earlier)
		copy(larger, buffer)
		buffer = larger
	}
	return buffer[:len(buffer)+n]
}

func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// control reads a control frame and answers it.
func (c *Conn) control(h header) error {
	payload := make([]byte, h.length)
	if _, err := io.ReadFull(c.reader, payload); err != nil {
		return unexpected(err)
	}
	unmask(payload, h.mask)
	switch h.opcode {
	case ping:
		return c.Write(pong, payload)
	case closing:
		c.sendClose(payload[:min(len(payload), 2)])
		return io.EOF
	}
	return nil
}

// unmask undoes a client's masking.
func unmask(data []byte, mask [4]byte) {
	word := uint64(binary.LittleEndian.Uint32(mask[:]))
	word |= word << 32
	for len(data) >= 8 {
		binary.LittleEndian.PutUint64(data, binary.LittleEndian.Uint64(data)^word)
		data = data[8:]
	}
	for i := range data {
		data[i] ^= mask[i&3]
	}
}

// Write sends a message.
func (c *Conn) Write(opcode Opcode, message []byte) error {
	room := make([]byte, HeaderRoom, HeaderRoom+len(message))
	return c.WriteInPlace(opcode, append(room, message...))
}

// WriteInPlace sends the message that begins HeaderRoom bytes into a buffer; the
// bytes before it are written over.
func (c *Conn) WriteInPlace(opcode Opcode, buffer []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return net.ErrClosed
	}
	for rest := frame(opcode, buffer); len(rest) > 0; {
		n, err := c.conn.Write(rest[:min(len(rest), maxPart)])
		if err != nil {
			return err
		}
		c.took.Store(time.Now().UnixNano())
		rest = rest[n:]
	}
	return nil
}

// maxPart is how much of a message is sent at once: Took tells of large ones by it.
const maxPart = 128 << 10

// Took returns when the client last took a part of a message.
func (c *Conn) Took() time.Time { return time.Unix(0, c.took.Load()) }

// frame puts the head of a frame before the message in a buffer.
func frame(opcode Opcode, buffer []byte) []byte {
	length := len(buffer) - HeaderRoom
	switch {
	case length < 126:
		buffer = buffer[HeaderRoom-2:]
		buffer[1] = byte(length)
	case length < 1<<16:
		buffer = buffer[HeaderRoom-4:]
		buffer[1] = 126
		binary.BigEndian.PutUint16(buffer[2:], uint16(length))
	default:
		buffer[1] = 127
		binary.BigEndian.PutUint64(buffer[2:], uint64(length))
	}
	buffer[0] = 0x80 | byte(opcode)
	return buffer
}

// sendClose sends a close frame, unless one was sent.
func (c *Conn) sendClose(payload []byte) {
	c.conn.SetWriteDeadline(time.Now().Add(closeTimeout)) // also ends a write that holds the lock
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.closed = true
	c.conn.Write(frame(closing, append(make([]byte, HeaderRoom), payload...)))
}

// Close ends the connection in an orderly way: it says so with a status and a
// reason and gives the client a moment to do the same, if some goroutine reads.
func (c *Conn) Close(status uint16, reason string) {
	payload := binary.BigEndian.AppendUint16(nil, status)
	c.sendClose(append(payload, reason[:min(len(reason), 120)]...))
	c.conn.SetReadDeadline(time.Now().Add(closeTimeout))
}

// TakesClose reports whether the client knows a close frame from a message, which those
// that give a key which is none do not.
func (c *Conn) TakesClose() bool { return c.proper }

// Drop ends the connection at once.
func (c *Conn) Drop() error { return c.conn.Close() }
