//go:build unix

package terminal

import (
	"os"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

func TestInputTakesAnswersOut(t *testing.T) {
	tests := []struct {
		name   string
		reads  []string // what arrives, read by read
		want   string
		answer string // d dark, l light, s sixels, one per answer
	}{
		{"keys only", []string{"abc", "\x1b[A", "\x1b"}, "abc\x1b[A\x1b", ""},
		{"dark with BEL", []string{"\x1b]11;rgb:1e1e/1e1e/2e2e\a"}, "", "d"},
		{"light with ST", []string{"\x1b]11;rgb:ffff/ffff/ffff\x1b\\"}, "", "l"},
		{"short parts", []string{"\x1b]11;rgb:f/f/f\a"}, "", "l"},
		{"between keys", []string{"a\x1b]11;rgb:00/00/00\ab"}, "ab", "d"},
		{"split in three", []string{"x\x1b]11;r", "gb:0000/0000", "/0000\x1b\\y"}, "xy", "d"},
		{"split before the last byte", []string{"\x1b]11;rgb:0000/0000/0000\x1b", "\\z"}, "z", "d"},
		{"not an answer", []string{"\x1b]11;" + string(make([]byte, 80))}, "\x1b]11;" + string(make([]byte, 80)), ""},
		{"sixels among its abilities", []string{"a\x1b[?62;4;22cb"}, "ab", "s"},
		{"sixels last", []string{"\x1b[?65;1;4c"}, "", "s"},
		{"no sixels", []string{"\x1b[?62;22c\x1b[?1;2c\x1b[?6c"}, "", ""},
		{"a terminal of kind 4", []string{"\x1b[?4;6c"}, "", ""},
		{"a kind of one figure has options", []string{"\x1b[?1;4c"}, "", ""},
		{"abilities in two reads", []string{"k\x1b[?64;1", ";4cy"}, "ky", "s"},
		{"both", []string{"\x1b]11;rgb:0/0/0\a\x1b[?62;4;9;22c"}, "", "ds"},
		{"another answer", []string{"\x1b[?2026;2$y"}, "\x1b[?2026;2$y", ""},
		{"two answers", []string{"\x1b]11;rgb:0/0/0\a\x1b]11;rgb:f/f/f\a!"}, "!", "dl"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			defer w.Close()
			answers := ""
			in := NewInput(r, Answers{
				Background: func(dark bool) {
					if dark {
						answers += "d"
					} else {
						answers += "l"
					}
				},
				Sixels: func() { answers += "s" },
			})
			got := ""
			buffer := make([]byte, 256)
			for _, sent := range tt.reads {
				if _, err := w.WriteString(sent); err != nil {
					t.Fatal(err)
				}
				n, err := in.Read(buffer)
				if err != nil {
					t.Fatal(err)
				}
				got += string(buffer[:n])
			}
			if got != tt.want || answers != tt.answer {
				t.Errorf("read %q with answers %q, want %q with %q", got, answers, tt.want, tt.answer)
			}
		})
	}
}

// Answers that are still on their way when the program ends are not left to the shell.
func TestSettleTakesInLateAnswers(t *testing.T) {
	t.Setenv("TERM", "xterm-256color")
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer tty.Close()
	dark := make(chan bool, 1)
	in := NewInput(tty, Answers{Background: func(is bool) { dark <- is }, Sixels: func() {}})
	if _, err := master.WriteString("\x1b]11;rgb:0/0/0\a\x1b[?62;4;9;22c"); err != nil {
		t.Fatal(err)
	}
	in.Settle()
	if !<-dark {
		t.Error("the answer was read as another")
	}
	if n, err := unix.Poll([]unix.PollFd{{Fd: int32(tty.Fd()), Events: unix.POLLIN}}, 0); n != 0 || err != nil {
		t.Errorf("something is left to be read: %d, %v", n, err)
	}
	start := time.Now()
	in.Settle() // nothing is owed any more
	if took := time.Since(start); took > settleTime/2 {
		t.Errorf("it waits %v for nothing", took)
	}
}
