package browser

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"sync"
)

// maxMessage bounds a message from the browser; a longer one is not kept.
const maxMessage = 192 << 20

// ErrMessageTooLarge is the result of a call whose answer is over maxMessage.
var ErrMessageTooLarge = errors.New("the browser's answer is too large")

// Pipe carries messages over the two files of --remote-debugging-pipe: JSON, each
// ended by a NUL.
type Pipe struct {
	in  io.ReadCloser
	out io.WriteCloser

	reader *bufio.Reader

	mu sync.Mutex // of writes
}

// NewPipe returns a Pipe that reads from in and writes to out.
func NewPipe(in io.ReadCloser, out io.WriteCloser) *Pipe {
	return &Pipe{in: in, out: out, reader: bufio.NewReaderSize(in, 256<<10)}
}

// ReadMessage returns the next message without its NUL; it is the caller's to keep.
// Of a message over the limit it returns the beginning and ErrMessageTooLarge.
// There must be one reader only.
func (p *Pipe) ReadMessage() ([]byte, error) { return p.AppendMessage(nil) }

// AppendMessage is ReadMessage into the space after message.
func (p *Pipe) AppendMessage(message []byte) ([]byte, error) {
	before := len(message)
	var tooLarge error
	for {
		part, err := p.reader.ReadSlice(0)
		if len(message)-before+len(part) > maxMessage {
			tooLarge = ErrMessageTooLarge
			message = message[:min(len(message), before+1024)]
		}
		if tooLarge == nil {
			if cap(message)-len(message) < len(part) {
				message = slices.Grow(message, max(len(part), len(message)))
			}
			message = append(message, part...)
		}
		switch {
		case err == nil && tooLarge != nil:
			return message, tooLarge
		case err == nil:
			return message[:len(message)-1], nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

// WriteMessage sends a message, which must not contain a NUL. It is safe for
// concurrent use, and blocks while the browser does not read.
func (p *Pipe) WriteMessage(message []byte) error {
	framed := make([]byte, len(message)+1)
	copy(framed, message)
	return p.WriteFramed(framed)
}

// WriteFramed sends a message that already ends with its NUL.
func (p *Pipe) WriteFramed(framed []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := p.out.Write(framed)
	return err
}

// Close closes both files, upon which the browser exits.
func (p *Pipe) Close() error {
	return errors.Join(p.out.Close(), p.in.Close())
}
