package terminal

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// Input is a terminal to read keys from. Answers to Output.Ask are taken out of what it
// reads, whenever they come: bubbletea would take them for typed text.
type Input struct {
	*os.File
	answers Answers
	held    []byte      // the start of an answer whose end has not come yet
	since   time.Time   // when the Input was made
	listed  atomic.Bool // the terminal told its abilities, which is its last answer
}

// Answers are called, from the reading goroutine, with what the terminal says of itself.
type Answers struct {
	Background func(dark bool)
	Sixels     func() // it shows pictures that are sent as sixels
}

// NewInput returns an Input on a terminal.
func NewInput(f *os.File, answers Answers) *Input {
	return &Input{File: f, answers: answers, since: time.Now()}
}

// The beginnings of answers: ESC ] 11 ; rgb:ffff/ffff/ffff ESC \ is the background, and
// ESC [ ? 62 ; 4 ; 22 c lists what the terminal can do. No key begins like one of them.
var (
	backgroundStart = []byte("\x1b]11;")
	abilitiesStart  = []byte("\x1b[?")
)

// maxAnswer bounds an answer, with some room.
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
	for len(b) > 0 {
		size, begun := in.answer(b)
		switch {
		case size > 0:
			b = b[size:]
		case begun && len(b) < maxAnswer:
			in.held = bytes.Clone(b)
			return out
		default:
			out, b = append(out, b[0]), b[1:]
		}
	}
	return out
}

// answer takes the answer that b begins with and returns its size: 0 if it begins with
// none, or with one that has begun and does not end in b.
func (in *Input) answer(b []byte) (size int, begun bool) {
	if bytes.HasPrefix(b, abilitiesStart) {
		return in.abilities(b)
	}
	if !bytes.HasPrefix(b, backgroundStart) {
		return 0, false
	}
	for i := len(backgroundStart); i < len(b) && i < maxAnswer; i++ {
		switch {
		case b[i] == '\a':
			size = i + 1
		case b[i] == '\x1b' && i+1 < len(b) && b[i+1] == '\\':
			size = i + 2
		default:
			continue
		}
		if dark, ok := parseBackground(b[len(backgroundStart):i]); ok {
			in.answers.Background(dark)
		}
		return size, true
	}
	return 0, true
}

// sixels is the number that stands for them in the list of a terminal's abilities.
const sixels = "4"

// abilities takes the list of what the terminal can do. The first number is its kind; to
// those of one figure, older than the list, the others mean something else.
func (in *Input) abilities(b []byte) (size int, begun bool) {
	list := b[len(abilitiesStart):]
	end := bytes.IndexFunc(list, func(r rune) bool { return r != ';' && (r < '0' || r > '9') })
	if end < 0 {
		return 0, true
	}
	if list[end] != 'c' { // an answer to something else
		return 0, false
	}
	in.listed.Store(true)
	numbers := strings.Split(string(list[:end]), ";")
	if len(numbers[0]) > 1 && slices.Contains(numbers[1:], sixels) {
		in.answers.Sixels()
	}
	return len(abilitiesStart) + end + 1, true
}

// An answer that has not come after answerTime will not come; Settle waits no longer than
// settleTime.
const (
	answerTime = 2 * time.Second
	settleTime = 200 * time.Millisecond
)

// Settle takes in, at the end of a program that ends as soon as it has begun, the answers
// that are still on their way: whatever has the terminal next would take them for typed.
func (in *Input) Settle() {
	if mute() || in.listed.Load() || time.Since(in.since) > answerTime {
		return
	}
	fd := int(in.Fd())
	before, err := term.MakeRaw(fd)
	if err != nil {
		return // no terminal answers
	}
	defer func() { _ = term.Restore(fd, before) }()
	buffer := make([]byte, 4*maxAnswer)
	for end := time.Now().Add(settleTime); !in.listed.Load(); {
		if !readable(fd, end) {
			return
		}
		if _, err := in.Read(buffer); err != nil {
			return
		}
	}
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
