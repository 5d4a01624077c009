package views

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
	"golang.org/x/term"

	"assay/client"
	"assay/views/frame"
)

// panicking makes the test binary run a dashboard that keeps its state in the folder
// at its value, and one of whose views panics in the method that panickingIn names.
const (
	panicking   = "ASSAY_TEST_PANICKING_DASHBOARD"
	panickingIn = "ASSAY_TEST_PANICKING_IN"
)

// panicker is a view that panics.
type panicker struct {
	tab
	in string
}

type tab = frame.View

func (p panicker) panics(in string) {
	if in == p.in {
		panic("on purpose")
	}
}

func (p panicker) Init() tea.Cmd {
	return func() tea.Msg {
		p.panics("a command")
		return nil
	}
}

func (p panicker) Update(msg tea.Msg) tea.Cmd {
	p.panics("Update")
	return p.tab.Update(msg)
}

func (p panicker) View() []string {
	p.panics("View")
	return p.tab.View()
}

// watching makes the test binary run a dashboard of the service at its value, which
// may watch in short intervals.
const watching = "ASSAY_TEST_WATCHING_DASHBOARD"

func TestMain(m *testing.M) {
	if address := os.Getenv(watching); address != "" {
		options := Options{StateDir: filepath.Join(os.Getenv("XDG_STATE_HOME"), "assay"), Profile: "test", Theme: "assay-dark",
			Connect: func(context.Context) (*client.Client, error) {
				return client.New(client.Config{BaseURL: address, APIKey: "key"})
			}}
		often(&options)
		if err := Run(context.Background(), options); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if dir := os.Getenv(panicking); dir != "" {
		m, err := newRoot(Options{StateDir: dir, Profile: "test", Connect: func(context.Context) (*client.Client, error) { return nil, errors.New("no service") }})
		if err == nil {
			m.views[0] = panicker{m.views[0], os.Getenv(panickingIn)}
			err = m.run(context.Background(), os.Stdin)
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	time.Local = time.UTC
	os.Setenv("NO_COLOR", "1")
	os.Setenv("LC_ALL", "C.UTF-8")
	var err error
	if scratch, err = os.MkdirTemp("", "assay-views-*"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(scratch)
	os.Exit(code)
}

// scratch is the folder of all the tests' files, gone after the last of them.
var scratch string

// built is the program under test, made once.
var built struct {
	once sync.Once
	err  error
}

func program(t *testing.T) string {
	t.Helper()
	name := filepath.Join(scratch, "assay")
	built.once.Do(func() {
		out, err := exec.Command("go", "build", "-o", name, "assay").CombinedOutput()
		if err != nil {
			built.err = fmt.Errorf("%w: %s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return name
}

// The size of a console at first, in cells.
const (
	consoleWidth  = 110
	consoleHeight = 30
)

// console is a program on a pseudo-terminal that answers none of its questions.
type console struct {
	t      *testing.T
	cmd    *exec.Cmd
	file   *os.File
	before *term.State // of the terminal
	ended  chan error
	shown  vt10x.Terminal // what the output looks like
	seen   int            // how much of the output was awaited, without escape sequences

	mu     sync.Mutex // of what is below, and of writing to shown
	output bytes.Buffer
	more   chan struct{} // one element after new output
}

// onConsole starts a program with folders of its own.
func onConsole(t *testing.T, home string, name string, args ...string) *console {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "LC_ALL=C.UTF-8", "NO_COLOR=", "PS1=$ ", "HISTFILE=",
		"XDG_DATA_HOME="+home+"/data", "XDG_STATE_HOME="+home+"/state", "XDG_CONFIG_HOME="+home+"/config", "ASSAY_BASE_URL=", "ASSAY_API_KEY=")
	file, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	if err := pty.Setsize(file, &pty.Winsize{Rows: consoleHeight, Cols: consoleWidth}); err != nil {
		t.Fatal(err)
	}
	p := &console{t: t, cmd: cmd, file: file, shown: vt10x.New(vt10x.WithSize(consoleWidth, consoleHeight)), ended: make(chan error, 1), more: make(chan struct{}, 1)}
	if p.before, err = term.GetState(int(file.Fd())); err != nil {
		t.Fatal(err)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = onOwnTerminal()
	// Under nohup the program would ignore it as well, but for what this process catches.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP)
	err = cmd.Start()
	signal.Stop(signals)
	if err != nil {
		t.Fatal(err)
	}
	go p.read()
	go func() { p.ended <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = file.Close()
	})
	return p
}

func (p *console) read() {
	buffer := make([]byte, 64<<10)
	var part []byte // of a character
	for {
		n, err := p.file.Read(buffer)
		p.mu.Lock()
		p.output.Write(buffer[:n])
		part = p.show(append(part, buffer[:n]...))
		p.mu.Unlock()
		select {
		case p.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// show puts output on the screen but for a character at its end that is not whole yet,
// which it returns.
func (p *console) show(output []byte) (rest []byte) {
	whole := len(output)
	for back := 1; back < utf8.UTFMax && back <= len(output); back++ {
		if last := output[len(output)-back:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				whole -= back
			}
			break
		}
	}
	_, _ = p.shown.Write(output[:whole]) // it never fails
	return bytes.Clone(output[whole:])
}

func (p *console) raw() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.output.String()
}

// until waits until the program has written a text, after what was awaited before.
func (p *console) until(within time.Duration, text string) {
	p.t.Helper()
	deadline := time.After(within)
	for {
		shown := ansi.Strip(p.raw())
		if at := strings.Index(shown[min(p.seen, len(shown)):], text); at >= 0 {
			p.seen += at + len(text)
			return
		}
		select {
		case <-p.more:
		case <-deadline:
			p.t.Fatalf("no %q after %v; it wrote\n%s", text, within, shown[min(p.seen, len(shown)):])
		}
	}
}

func (p *console) send(keys string) {
	p.t.Helper()
	if _, err := io.WriteString(p.file, keys); err != nil {
		p.t.Fatal(err)
	}
}

// untilMouse waits until the terminal tells the program of the mouse, or does not.
func (p *console) untilMouse(on bool) {
	p.t.Helper()
	const all = vt10x.ModeMouseMotion | vt10x.ModeMouseSgr
	tells := func() bool {
		p.mu.Lock() // Mode does not lock by itself
		defer p.mu.Unlock()
		return p.shown.Mode()&all == all
	}
	deadline := time.After(patience)
	for tells() != on {
		select {
		case <-p.more:
		case <-deadline:
			p.t.Fatalf("the terminal tells of the mouse: %t, want %t", !on, on)
		}
	}
}

// end waits for the program's end and checks that it left the terminal as it was.
func (p *console) end() error {
	p.t.Helper()
	var err error
	select {
	case err = <-p.ended:
	case <-time.After(patience):
		p.t.Fatal("the program does not end")
	}
	p.restored()
	return err
}

// sameModes checks that the terminal has the modes that it had before the program.
func (p *console) sameModes() {
	p.t.Helper()
	after, err := term.GetState(int(p.file.Fd()))
	if err != nil {
		p.t.Fatal(err)
	}
	if *after != *p.before {
		p.t.Errorf("the terminal's modes were %+v and are %+v", *p.before, *after)
	}
}

func (p *console) restored() {
	p.t.Helper()
	p.sameModes()
	deadline := time.After(patience)
	for {
		raw := p.raw()
		missing := ""
		for name, sequence := range map[string]string{"alternate screen": "\x1b[?1049l", "cursor": "\x1b[?25h", "mouse": "\x1b[?1002l", "paste": "\x1b[?2004l"} {
			if !strings.Contains(raw, sequence) {
				missing = name
			}
		}
		if missing == "" {
			return
		}
		select {
		case <-p.more:
		case <-deadline:
			p.t.Fatalf("the %s was not restored; the last output was %q", missing, raw[max(0, len(raw)-400):])
		}
	}
}

// ownService runs a service in a home folder until the test ends, so that what the
// dashboard finds there is ready.
func ownService(t *testing.T, home string) {
	t.Helper()
	cmd := exec.Command(program(t), "serve", "--listen", "127.0.0.1:0", "--data-dir", home+"/data/assay")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	})
	var ready struct {
		BaseURL string `json:"base_url"`
	}
	if err := json.NewDecoder(out).Decode(&ready); err != nil || ready.BaseURL == "" {
		t.Fatalf("the service is not ready: %v", err)
	}
}

// stall is less than the five seconds that bubbletea waits for a terminal that
// does not answer.
const stall = 4 * time.Second

func TestMuteTerminal(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	ownService(t, home)
	for _, flag := range []string{"--version", "--help"} {
		p := onConsole(t, home, program(t), flag)
		p.until(stall, "assay")
		if err := <-p.ended; err != nil {
			t.Errorf("%s: %v", flag, err)
		}
	}
	p := onConsole(t, home, program(t))
	p.until(stall, "commands")
	p.send("q")
	if err := p.end(); err != nil {
		t.Error(err)
	}
}

// What the terminal is asked for it answers among the keys, of which that is none.
func TestAnswersOfTheTerminalAreNotTyped(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	ownService(t, home)
	p := onConsole(t, home, program(t))
	p.until(patience, "10,000 left")
	raw := p.raw()
	if asked := strings.Index(raw, "\x1b]11;?\x07\x1b[c"); asked < 0 {
		t.Errorf("the terminal was not asked for its background and what it can do: %q", raw[:min(len(raw), 400)])
	} else if asked < strings.Index(raw, "\x1b[?1049h") {
		t.Error("the terminal was asked before it was prepared: it may show its answers")
	}
	p.send("2")
	p.until(patience, "Source")
	p.send("\rx\x1b]11;rgb:1e1e/1e1e/2e2e\a\x1b[?62;4;22cy")
	p.until(patience, "URL   xy ")
	p.send("\x03")
	if err := p.end(); err != nil {
		t.Error(err)
	}
}

func TestTerminalIsRestored(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	ownService(t, home)
	for _, end := range []struct {
		name string
		do   func(p *console)
	}{
		{"q", func(p *console) { p.send("q") }},
		{"ctrl+c", func(p *console) { p.send("\x03") }},
		{"SIGTERM", func(p *console) { _ = p.cmd.Process.Signal(syscall.SIGTERM) }},
		{"SIGHUP", func(p *console) { _ = p.cmd.Process.Signal(syscall.SIGHUP) }},
		{"SIGINT", func(p *console) { _ = p.cmd.Process.Signal(syscall.SIGINT) }},
	} {
		t.Run(end.name, func(t *testing.T) {
			p := onConsole(t, home, program(t))
			p.until(patience, "10,000 left")
			end.do(p)
			if err := p.end(); err != nil {
				t.Errorf("it ended with %v", err)
			}
		})
	}
}

// What SIGQUIT has Go say is on the terminal's own screen, after it is restored.
func TestTerminalIsRestoredBeforeGoroutinesAreShown(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	ownService(t, home)
	p := onConsole(t, home, program(t))
	p.until(patience, "10,000 left")
	if err := p.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	if err := p.end(); err == nil {
		t.Error("it ended as if all were well")
	}
	p.until(patience, "SIGQUIT: quit")
	p.until(patience, "goroutine 1")
	raw := p.raw()
	if left, said := strings.LastIndex(raw, "\x1b[?1049l"), strings.Index(raw, "SIGQUIT: quit"); left > said || strings.Contains(raw[said:], "\x1b[") {
		t.Errorf("the goroutines are shown at %d, the alternate screen is left at %d, and after that comes %q", said, left, raw[said:min(len(raw), said+2000)])
	}
}

func TestTerminalIsRestoredAfterPanic(t *testing.T) {
	for _, in := range []string{"a command", "Update", "View"} {
		t.Run(in, func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv(panicking, dir)
			t.Setenv(panickingIn, in)
			p := onConsole(t, t.TempDir(), os.Args[0])
			if err := p.end(); err == nil {
				t.Error("a dashboard that panicked ended as if all were well")
			}
			p.until(patience, "on purpose")
			p.until(patience, "The report is in "+dir+"/crash-")
			checkReport(t, dir)
		})
	}
}

// checkReport looks at the only crash report of a folder.
func checkReport(t *testing.T, dir string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "crash-*.txt"))
	if err != nil || len(found) != 1 {
		t.Fatalf("the reports are %v (%v)", found, err)
	}
	report, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"110x30", "TERM=xterm-256color", "panic    string", "terminal_test.go", "last actions"} {
		if !strings.Contains(string(report), want) {
			t.Errorf("the report has no %q:\n%s", want, report)
		}
	}
	if strings.Contains(string(report), "on purpose") {
		t.Error("the report has the words of the panic, which may be the user's")
	}
	if info, err := os.Stat(found[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the report's mode: %v, %v", info.Mode(), err)
	}
}

func TestSuspend(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	ownService(t, home)
	p := onConsole(t, home, "bash", "--norc", "--noprofile", "-i")
	p.until(patience, "$")
	p.send(program(t) + "\r")
	p.until(patience, "10,000 left")
	p.untilMouse(true)
	p.send("\x1a")
	p.until(patience, "Stopped")
	p.untilMouse(false)
	p.send("stty -a | tr ' ' '\\n' | grep -x echo; echo back$((20+3))\r")
	p.until(patience, "back23")
	p.send("fg\r")
	p.until(patience, "q quit")
	p.untilMouse(true)
	p.send("q")
	p.untilMouse(false) // what is typed before then goes to the dashboard
	p.until(patience, "$")
	p.send("exit\r")
	if err := <-p.ended; err != nil {
		t.Error(err)
	}
}

// The user's own editor runs on the terminal itself, and what it leaves is drawn over.
func TestOwnEditorHasTheTerminal(t *testing.T) {
	home := t.TempDir()
	ownService(t, home)
	editor := filepath.Join(home, "editor")
	if err := os.WriteFile(editor, []byte("#!/bin/sh\ntest -t 0 && test -t 1 && echo '{ on_a_terminal }' >\"$1\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("VISUAL", "")
	t.Setenv("EDITOR", editor)
	p := onConsole(t, home, program(t))
	p.until(patience, "10,000 left")
	p.send("2")
	p.until(patience, "Source")
	p.send("\t\x1b[200~{ a }\x1b[201~")
	p.until(patience, "{ a }")
	p.send("\x1bx")
	p.until(patience, "assay") // the whole frame, once it is back
	p.until(patience, "{ on_a_terminal }")
	p.untilMouse(true)
	p.send("\x03")
	if err := p.end(); err != nil {
		t.Error(err)
	}
}

// The way of a new user: the dashboard starts its own service, and a query on a
// page whose content is made by JavaScript gives its data.
func TestFirstQuery(t *testing.T) {
	t.Parallel()
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, `<!doctype html><title>Lamps</title><ul id=shelf></ul><script>
			for (const [name, price] of [['Alder', 64.5], ['Birch', 129], ['Cedar', 24.9]])
				document.getElementById('shelf').innerHTML += '<li class=lamp><h2>' + name + ' Lamp</h2><b class=price>£' + price.toFixed(2) + '</b></li>'
		</script>`)
	}))
	defer page.Close()
	home := t.TempDir()
	p := onConsole(t, home, program(t))
	t.Cleanup(func() { stopBackground(t, home) })
	p.until(30*time.Second, "10,000 left")
	p.send("2")
	p.until(patience, "Source")
	p.send("\r" + strings.TrimPrefix(page.URL, "http://") + "\t")
	p.send("\x1b[200~{ products[] { name price(number) } }\x1b[201~")
	p.send("\x12")
	p.until(60*time.Second, "Birch Lamp")
	p.send("1")
	p.until(patience, "1 of 10,000")
	p.send("\x03")
	if err := p.end(); err != nil {
		t.Error(err)
	}
}

// stopBackground ends the service that a dashboard started in a home folder, and
// waits until it is gone.
func stopBackground(t *testing.T, home string) {
	t.Helper()
	data, err := os.ReadFile(home + "/data/assay/service.json")
	if errors.Is(err, os.ErrNotExist) {
		return
	}
	var info struct {
		PID int `json:"pid"`
	}
	if err != nil || json.Unmarshal(data, &info) != nil || info.PID <= 1 {
		t.Errorf("service.json: %v %s", err, data)
		return
	}
	if err := endProcess(info.PID, 40*time.Second); err != nil {
		t.Errorf("the background service does not stop: %v", err)
	}
}
