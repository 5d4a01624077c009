package terminal

import (
	"bytes"
	"os"
	"strconv"
)

// Input is a terminal to read keys from. Answers to AskBackground are taken out of
// what it reads, whenever they come: bubbletea would take them for typed text.
type Input struct {
	*os.File
	background func(dark bool)
	held       []byte // the start of an answer whose end has not come yet
}

// NewInput returns an Input on a terminal; background is called, from the reading
// goroutine, with each answer.
func NewInput(f *os.File, background func(dark bool)) *Input {
	return &Input{File: f, background: background}
}

var answerStart = []byte("\x1b]11;")

// maxAnswer bounds an answer: ESC ] 11 ; rgb:ffff/ffff/ffff ESC \ and some room.
const maxAnswer = 64

// Read reads what the terminal sent, without answers. It can return 0 bytes and
// no error.
func (in *Input) Read(p []byte) (int, error) {
	if len(p) <= maxAnswer {
		return in.File.Read(p)
	}
	n, err := in.File.Read(p[:len(p)-maxAnswer])
	if n == 0 || len(in.held) == 0 && bytes.IndexByte(p[:n], '\x1b') < 0 {
		return n, err
	}
	return copy(p, in.filter(append(in.held, p[:n]...))), err
}

// filter returns b without whole answers, and holds back an answer that has begun.
func (in *Input) filter(b []byte) []byte {
	in.held = nil
	var out []byte
	for {
		start := bytes.Index(b, answerStart)
		if start < 0 {
			return append(out, b...)
		}
		out = append(out, b[:start]...)
		b = b[start:]
		end, after := answerEnd(b)
		if end < 0 {
			if len(b) < maxAnswer {
				in.held = bytes.Clone(b)
				return out
			}
			return append(out, b...)
		}
		if dark, ok := parseBackground(b[len(answerStart):end]); ok {
			in.background(dark)
		}
		b = b[after:]
	}
}

// answerEnd returns where the answer's text ends and where what follows it starts.
func answerEnd(b []byte) (end, after int) {
	for i := len(answerStart); i < len(b) && i < maxAnswer; i++ {
		switch {
		case b[i] == '\a':
			return i, i + 1
		case b[i] == '\x1b' && i+1 < len(b) && b[i+1] == '\\':
			return i, i + 2
		}
	}
	return -1, -1
}

// parseBackground reads "rgb:RRRR/GGGG/BBBB" with 1–4 hexadecimal digits a part
// and says whether the colour is dark, by its luma (ITU-R BT.601).
func parseBackground(answer []byte) (dark, ok bool) {
	parts := bytes.Split(bytes.TrimPrefix(answer, []byte("rgb:")), []byte("/"))
	if len(parts) != 3 {
		return false, false
	}
	var luma float64
	for i, weight := range [...]float64{0.299, 0.587, 0.114} {
		v, err := strconv.ParseUint(string(parts[i]), 16, 16)
		if err != nil {
			return false, false
		}
		luma += weight * float64(v) / float64(uint64(1)<<(4*len(parts[i]))-1)
	}
	return luma < 0.5, true
}
