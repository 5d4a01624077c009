package views

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/keymap"
	"assay/themes"
	"assay/ui/clipboard"
	"assay/ui/notify"
	"assay/ui/terminal"
	"assay/ui/toast"
	"assay/views/documents"
	"assay/views/frame"
	past "assay/views/history"
	"assay/views/queries"
	"assay/views/sessions"
	"assay/views/state"
	"assay/views/usage"
	"assay/views/viewer"
	"assay/workspace/history"
)

// Part is something the machine lacks for the service that the dashboard started.
type Part struct {
	Name string // "Chromium"
	For  string // what does not work without it
}

// Options is what the dashboard is started with.
type Options struct {
	Profile string // the profile's name, which the state is kept under
	Address string // the service's address; "" is the service on this machine
	// For returns the options of another profile of the settings file.
	For     func(profile string) (Options, error)
	Service string // what the status line calls the service; "" is the profile's name
	// Connect finds or starts the service. It is called off the program's own
	// goroutine, and again after the service was lost.
	Connect func(context.Context) (*client.Client, error)
	// Portal makes an address that opens the service's web pages, signed in, once; nil
	// when the service is not on this machine.
	Portal func(context.Context) (string, error)
	// Missing lists what the machine lacks; nil when the service is not on this machine.
	Missing func(context.Context) []Part
	// Setup is the command that installs what is missing.
	Setup []string
	// Theme is a palette's name; "" follows the terminal's background.
	Theme string
	// Settings is the settings file, in which choices are kept; "" keeps none.
	Settings string
	ASCII    bool
	Links    bool // addresses are links of the terminal
	// Keys replaces keys of actions, by the action's name.
	Keys map[string][]string
	// Queries says where saved queries are and what variables mean.
	Queries queries.Options
	// History bounds the history of calls; its zero value keeps it without bounds.
	History history.Limits
	// Version is the program's, for a crash report.
	Version string
	// StateDir is the folder for what is remembered between runs.
	StateDir string
}

// Run shows the dashboard on the terminal until the user quits or ctx ends, which
// is how signals reach it: bubbletea's own handler can wait for ever for a program
// that has ended.
func Run(ctx context.Context, options Options) error {
	m, err := newRoot(options)
	if err != nil {
		return inSettings(options, err)
	}
	for {
		if err := m.run(ctx, os.Stdin); err != nil || m.next == nil {
			return err
		}
		m = m.next // another profile was chosen
	}
}

// File is a file to be viewed.
type File struct {
	Name   string
	Source *os.File // which is read and closed
}

// ViewFile shows a file of JSON or NDJSON on the terminal until the user quits or ctx
// ends. Keys are read from the terminal given. Of the options those that speak of the
// service are not used.
func ViewFile(ctx context.Context, options Options, file File, keys *os.File) error {
	m, err := newFileRoot(options, file)
	if err != nil {
		return inSettings(options, err)
	}
	return m.run(ctx, keys)
}

// inSettings says which file the keys that are wrong stand in.
func inSettings(options Options, err error) error {
	if wrong := new(keymap.Error); errors.As(err, &wrong) {
		return fmt.Errorf("%s: %w", options.Settings, err)
	}
	return err
}

// headroomBytes are never written to, so that they take no memory of the machine. The
// garbage collector counts them as in use, and waits until as much more is: the dashboard
// lives in a megabyte or two and makes some tenths of one a key, which would have it
// collect all the time.
const headroomBytes = 8 << 20

func (m *root) run(ctx context.Context, keys *os.File) error {
	defer runtime.KeepAlive(make([]byte, headroomBytes))
	output := terminal.NewOutput(os.Stdout)
	m.copier, m.hold = clipboard.New(output), output.Hold
	m.notifier = notify.New(output)
	m.keyboard = keys
	var program *tea.Program
	send := func(msg tea.Msg) { program.Send(msg) }
	input := terminal.NewInput(keys, terminal.Answers{
		Background: func(dark bool) { go send(backgroundRead{dark}) },
		Sixels:     func() { go send(sixelsShown{}) },
	})
	screen := terminal.NewScreen(output)
	with := []tea.ProgramOption{tea.WithoutSignalHandler(), tea.WithAltScreen(), tea.WithMouseCellMotion(), tea.WithReportFocus(),
		tea.WithInput(input), tea.WithOutput(screen), tea.WithFPS(bubbleteaFPS)}
	if runtime.GOOS == "windows" {
		with = append(with, tea.WithFilter((&consoleKeys{}).filter))
	}
	program = tea.NewProgram(&painter{root: m, screen: screen, send: send, ask: output.Ask}, with...)
	defer context.AfterFunc(ctx, program.Quit)()

	output.SaveTitle()
	undo := giveBackOnQuit(program, output)
	_, err := program.Run()
	input.Settle()
	undo()
	output.RestoreTitle()
	if text := m.crash.farewell(); text != "" {
		fmt.Fprintln(os.Stderr, text)
	}
	err = errors.Join(err, m.end())
	m.farewell()
	return err
}

// farewell says what ends and what lives on with this dashboard: after the program's
// end, or in the dashboard of the next profile.
func (m *root) farewell() {
	var texts []string
	for _, v := range m.views {
		if view, ok := v.(interface{ Farewell() string }); ok {
			if text := view.Farewell(); text != "" {
				texts = append(texts, text)
			}
		}
	}
	switch {
	case len(texts) == 0:
	case m.next == nil:
		fmt.Fprintln(os.Stderr, strings.Join(texts, "\n"))
	default:
		text := "now with the profile " + m.next.options.Profile + ". " + strings.Join(texts, " ")
		m.next.log.Add(toast.Message{Level: toast.Warn, Text: text, At: m.env.Now()})
	}
}

// end keeps what the next run goes on with, and lets go of the history and the service.
func (m *root) end() error {
	err := m.closeHistory()
	for _, v := range m.views {
		if keeper, ok := v.(interface{ Keep() error }); ok {
			err = errors.Join(err, keeper.Keep())
		}
	}
	return err
}

// historyTime is how long the program waits at its end for the history to be written.
const historyTime = 3 * time.Second

func (m *root) closeHistory() error {
	ctx, cancel := context.WithTimeout(context.Background(), historyTime)
	defer cancel()
	return m.env.History.Close(ctx)
}

func newRoot(options Options) (*root, error) {
	env, err := newEnv(options)
	if err != nil {
		return nil, err
	}
	m := &root{options: options, env: env, dark: backgroundIsDark(env.State), crash: crashReport{dir: options.StateDir, version: options.Version}, views: []frame.View{usage.New(env), queries.New(env, options.Queries), documents.New(env), sessions.New(env), past.New(env)}}
	m.env.Keys.OnFind(m.crash.did)
	return m, nil
}

// newFileRoot returns a root with a file for its view, and no service.
func newFileRoot(options Options, file File) (*root, error) {
	env, err := newEnv(options)
	if err != nil {
		return nil, err
	}
	m := &root{options: options, env: env, dark: backgroundIsDark(env.State), crash: crashReport{dir: options.StateDir, version: options.Version}, alone: true, views: []frame.View{viewer.New(env, file.Name, file.Source)}}
	m.env.Keys.OnFind(m.crash.did)
	return m, nil
}

func newEnv(options Options) (*frame.Env, error) {
	keys, err := keymap.Default().Remap(options.Keys)
	if err != nil {
		return nil, err
	}
	store, past := options.Stores()
	palette, err := choosePalette(options, store)
	if err != nil {
		return nil, err
	}
	return &frame.Env{
		Theme:   themes.New(palette, themes.Detect(), themes.GlyphsFor(options.ASCII)).Linked(options.Links),
		Keys:    keys,
		Service: frame.NewService(options.Connect),
		State:   store,
		History: past,
		Now:     time.Now,
		Portal:  options.Portal,
	}, nil
}

// Stores returns where what a profile's dashboard remembers is kept. Nothing is opened
// before it is used.
func (o Options) Stores() (*state.Store, *history.Store) {
	store := state.Open(o.StateDir, o.Profile)
	return store, history.New(store.Path("history.db"), o.History)
}

func choosePalette(options Options, store *state.Store) (themes.Palette, error) {
	if options.Theme != "" {
		return themes.Named(options.Theme)
	}
	return themes.Default(backgroundIsDark(store)), nil
}

// backgroundIsDark says what is known of the terminal's background before it was
// asked.
func backgroundIsDark(store *state.Store) bool {
	dark, known := themes.DarkFromEnvironment()
	if !known {
		last := screen{Dark: true}
		// What cannot be read is asked of the terminal anyway.
		_ = store.Load("screen", &last)
		dark = last.Dark
	}
	return dark
}

// isOffline reports whether an error means that the service cannot be spoken to,
// rather than that it refused a request.
func isOffline(err error) bool {
	var refused *client.Error
	return err != nil && !errors.As(err, &refused) && !errors.Is(err, context.Canceled)
}

// external runs a command on the terminal itself: what bubbletea would hand on for it
// are the readers and writers that it has been given, which are none. Afterwards it takes
// the terminal back, but forgets the mouse.
func (m *root) external(run frame.ExternalCommand) tea.Cmd {
	cmd := exec.Command(run.Path, run.Args...)
	cmd.Stdin, cmd.Stdout = m.keyboard, os.Stdout
	return tea.Sequence(tea.ExecProcess(cmd, run.Done), tea.EnableMouseCellMotion)
}

// handle offers to install what is missing.
func (missing missingRead) handle(m *root) tea.Cmd {
	if len(missing.parts) == 0 || len(m.options.Setup) == 0 {
		return nil
	}
	body := []string{"This machine lacks what the service works with:", ""}
	for _, part := range missing.parts {
		body = append(body, part.Name+": "+part.For)
	}
	body = append(body, "", "Installing runs `"+strings.Join(m.setupShown(), " ")+"` in this terminal and comes back here.")
	m.ask(frame.Question(m.env.Theme, "Install what is missing?", "install", "go on without", setupChosen{}, body...))
	return nil
}

func (m *root) setupShown() []string {
	return append([]string{"assay"}, m.options.Setup[1:]...)
}

func (setupChosen) handle(m *root) tea.Cmd {
	return m.external(frame.ExternalCommand{
		Path: m.options.Setup[0], Args: m.options.Setup[1:],
		Done: func(err error) tea.Msg { return setupDone{err} },
	})
}

func (done setupDone) handle(m *root) tea.Cmd {
	if done.err != nil {
		return m.notify(toast.Bad, "setup failed: "+done.err.Error()+"; run `"+strings.Join(m.setupShown(), " ")+"` in a shell to see why")
	}
	return m.notify(toast.Good, "everything is installed")
}
