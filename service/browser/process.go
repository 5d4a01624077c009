package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
)

const (
	startTimeout = 30 * time.Second // until the first answer of a browser
	killTimeout  = 5 * time.Second  // until a killed browser is gone
)

// ErrStart is wrapped by the errors of a browser that is installed but does not run.
var ErrStart = errors.New("starting Chromium")

// Options say how to run a browser.
type Options struct {
	Profile    Profile
	Proxy      string // host:port of the http proxy that everything goes through; required without a Network
	OneProcess bool   // frames from other sites share their page's process and protocol session

	// Network, if not nil, is where the browser runs and finds its proxy.
	Network *Network

	// Memory is how many bytes the browser with all its processes may use, where the
	// system can bound it; 0 is no bound.
	Memory int64

	// Disk is how many bytes the browser may have on disk; its cache and the storage of
	// sites are bounded accordingly, and what else it writes is not. 0 is no bound.
	Disk int64

	// Persona is whom the browser claims to be; nil is what the profile does.
	Persona *Persona

	// Listen gets the events of the browser itself, see Session.Listen; may be nil.
	Listen func(method string, params jsonv2.Value)

	// Connect, if not nil, begins to speak with the browser in the place of NewConn.
	Connect func(pipe *Pipe) *Conn
}

// proxy is the address of the browser's proxy, as the browser sees it.
func (o Options) proxy() string {
	if o.Network != nil {
		return o.Network.Listener.Addr().String()
	}
	return o.Proxy
}

// userAgent is the user agent that a browser is started with; "" is its own.
func (o Options) userAgent(binary Binary) string {
	switch {
	case o.Persona != nil:
		return o.Persona.UserAgent(binary)
	case o.Profile == Stealth:
		return binary.UserAgent()
	}
	return ""
}

// owner is the user that a browser runs as when the service runs as root.
type owner struct{ uid, gid uint32 }

// Users of browsers are taken in turn from the range that systemd keeps for such
// uses, so that two browsers rarely share one.
const (
	firstOwner = 61184
	lastOwner  = 65519
)

// Launcher starts browsers and keeps what they need on disk. It is safe for
// concurrent use.
type Launcher struct {
	dir    string
	logger *slog.Logger
	spawn  chan func()

	owners  atomic.Uint32 // taken so far
	unboxed atomic.Bool   // Chromium's sandbox does not work here
	shared  atomic.Bool   // browsers cannot have networks of their own here
	unbound atomic.Bool   // the memory of browsers cannot be bounded here
}

// warnOnce notes what this system does not give, and logs it the first time.
func (l *Launcher) warnOnce(lacking *atomic.Bool, text string, reason error) {
	if lacking.CompareAndSwap(false, true) {
		l.logger.Warn(text, "reason", reason)
	}
}

// NewLauncher returns a Launcher that works in dir, which is made if need be.
func NewLauncher(dir string, logger *slog.Logger) (*Launcher, error) {
	if err := os.MkdirAll(dir, 0o711); err != nil {
		return nil, fmt.Errorf("making the browsers' folder: %w", err)
	}
	adoptOrphans()
	memoryGroups()
	l := &Launcher{dir: dir, logger: logger, spawn: make(chan func())}
	go l.spawner()
	return l, nil
}

// spawner starts processes on a thread that never ends: a browser is told to die
// with the thread that started it.
func (l *Launcher) spawner() {
	runtime.LockOSThread()
	for start := range l.spawn {
		start()
	}
}

// Process is a running browser.
type Process struct {
	Conn    *Conn
	Binary  Binary
	Product string // such as HeadlessChrome/156.0.7103.59
	Folder  string // everything the browser writes; removed by Close

	command *exec.Cmd
	record  string
	stderr  tail
	memory  *memoryGroup  // nil if it has no bound
	waited  chan struct{} // closed when nothing of it runs any more; nil if it never did
	close   func() error
}

// Launch starts a browser and waits for its first answer. It fails with an error
// that wraps ErrMissing where there is none to start.
func (l *Launcher) Launch(ctx context.Context, options Options) (*Process, error) {
	binary, err := Find(options.Profile)
	if err != nil {
		return nil, err
	}
	sandbox := !l.unboxed.Load()
	process, err := l.launch(ctx, binary, options, sandbox)
	if err == nil || ctx.Err() != nil {
		return process, err
	}
	if !sandbox || !blamesSandbox(err) {
		return l.launch(ctx, binary, options, sandbox) // one may be killed, or die, once
	}
	process, second := l.launch(ctx, binary, options, false)
	if second != nil {
		return nil, err
	}
	l.warnOnce(&l.unboxed, "Chromium runs without its sandbox, which does not work here", err)
	return process, nil
}

// blamesSandbox reports whether a browser did not start, by its own words, because its
// sandbox does not work. Whatever else ends one is no reason to do without.
func blamesSandbox(err error) bool {
	said := strings.ToLower(err.Error())
	for _, word := range []string{"sandbox", "namespace", "zygote"} {
		if strings.Contains(said, word) {
			return true
		}
	}
	return false
}

func (l *Launcher) launch(ctx context.Context, binary Binary, options Options, sandbox bool) (*Process, error) {
	owner := l.owner()
	path, r := newRecord(l.dir, binary, owner)
	group := l.memoryGroup(r.Folder, options)
	if group != nil {
		r.Group = group.path
	}
	if err := r.write(path); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStart, err)
	}
	process := &Process{Binary: binary, Folder: r.Folder, record: path}
	process.close = sync.OnceValue(process.end)
	if group != nil {
		if err := group.open(options.Memory); err != nil {
			l.lacksMemoryLimit(err)
		} else {
			process.memory = group
		}
	}
	err := makeFolder(r.Folder, owner)
	if err == nil {
		err = l.start(process, options, owner, sandbox)
	}
	if err == nil {
		pid := process.PID()
		r.Browser = processID{pid, processStart(pid)}
		err = r.write(path)
	}
	if err == nil {
		err = process.greet(ctx)
	}
	if err != nil {
		process.Close()
		return nil, fmt.Errorf("%w: %w", ErrStart, err)
	}
	return process, nil
}

// greet waits for the browser's first answer.
func (p *Process) greet(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	version, err := Call(limited, p.Conn.Browser(), browser.GetVersion, cdp.Empty{})
	if err == nil {
		p.Product = version.Product
		return nil
	}
	p.Close() // and what it printed is whole
	if reason := p.stderr.lastLine(); reason != "" && ctx.Err() == nil {
		return errors.New(reason)
	}
	return err
}

// start starts the process of a browser and connects to it.
func (l *Launcher) start(process *Process, options Options, owner *owner, sandbox bool) error {
	fromUs, toBrowser, err := os.Pipe()
	if err != nil {
		return err
	}
	defer fromUs.Close()
	fromBrowser, toUs, err := os.Pipe()
	if err != nil {
		toBrowser.Close()
		return err
	}
	defer toUs.Close()
	command := exec.Command(process.Binary.Path, arguments(process.Binary, options, process.Folder, sandbox)...)
	command.Dir = process.Folder
	command.Env = environment(process.Folder)
	command.ExtraFiles = []*os.File{fromUs, toUs}
	command.Stderr = &process.stderr
	command.WaitDelay = time.Second
	command.SysProcAttr = attributes(owner)
	started := make(chan error)
	l.spawn <- func() {
		started <- options.Network.within(func() error { return withoutCoreDumps(command.Start) })
	}
	if err := <-started; err != nil {
		toBrowser.Close()
		fromBrowser.Close()
		return err
	}
	process.command, process.waited = command, make(chan struct{})
	if process.memory != nil {
		if err := process.memory.add(command.Process.Pid); err != nil {
			l.lacksMemoryLimit(err)
		}
	}
	enlarge(fromBrowser)
	enlarge(toBrowser)
	pipe := NewPipe(fromBrowser, toBrowser)
	if options.Connect != nil {
		process.Conn = options.Connect(pipe)
	} else {
		process.Conn = NewConn(pipe, options.Listen)
	}
	go process.reap()
	return nil
}

// owner returns the next user to run a browser as, or nil for the service's own.
func (l *Launcher) owner() *owner {
	if os.Getuid() != 0 {
		return nil
	}
	id := firstOwner + (l.owners.Add(1)-1)%(lastOwner-firstOwner+1)
	return &owner{uid: id, gid: id}
}

// environment is all that a browser sees of the service's own.
func environment(folder string) []string {
	return []string{
		"PATH=" + os.Getenv("PATH"),
		"LANG=C.UTF-8", // without one that is installed Chromium opens files with ASCII names only
		"TZ=" + os.Getenv("TZ"),
		"HOME=" + folder,
		"TMPDIR=" + folder,
		"XDG_CONFIG_HOME=" + folder,
		"XDG_CACHE_HOME=" + folder,
		"XDG_RUNTIME_DIR=" + folder,
		"DBUS_SESSION_BUS_ADDRESS=disabled:",
	}
}

// PID returns the process number, which is also the process group's.
func (p *Process) PID() int { return p.command.Process.Pid }

// Files is the folder for files that come and go with the browser, such as
// downloads.
func (p *Process) Files() string { return filesFolder(p.Folder) }

// Done is closed when the browser has ended or no longer speaks.
func (p *Process) Done() <-chan struct{} { return p.Conn.Done() }

// Close ends the browser with all its processes and removes its folder. It may be
// called more than once.
func (p *Process) Close() error { return p.close() }

// reap ends what is left of the browser once it no longer speaks.
func (p *Process) reap() {
	defer close(p.waited)
	<-p.Conn.Done()
	// The leader is not waited for before its group is empty: until then the group's
	// number cannot belong to anyone else.
	pid := p.PID()
	killGroup(pid)
	p.command.Wait()
	reap(-pid)
	if !p.Binary.Shell {
		for _, stray := range killLeftovers(record{Folder: p.Folder}) {
			reap(stray)
		}
		reapCrashHandlers()
	}
}

func (p *Process) end() error {
	if p.waited != nil {
		p.Conn.pipe.Close()
		select {
		case <-p.waited:
		case <-time.After(killTimeout):
			return fmt.Errorf("Chromium (process %d) does not end", p.PID())
		}
	}
	if p.memory != nil {
		if err := removeGroup(p.memory.path); err != nil {
			return err
		}
	}
	if err := removeFolder(p.Folder); err != nil {
		return fmt.Errorf("removing a browser's folder: %w", err)
	}
	return os.Remove(p.record)
}

// tail keeps the end of what a browser says on standard error.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// Write keeps the last 8 KiB.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - 8<<10; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(p), nil
}

// lastLine returns what says best why a browser ended.
func (t *tail) lastLine() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(bytes.ToValidUTF8(t.text, nil))), "\n")
	for _, line := range lines {
		if strings.Contains(line, "FATAL") || strings.Contains(line, "sandbox") {
			return line
		}
	}
	return lines[len(lines)-1]
}
