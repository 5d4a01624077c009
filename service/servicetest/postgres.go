package servicetest

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the database/sql driver "pgx"
)

// startTimeout is how long the server may take until it answers.
const startTimeout = time.Minute

// Server is a running PostgreSQL of Debian's package, which only this process can reach and
// which ends with it.
type Server struct {
	dir      string // its data, and nothing else
	port     string
	password string
	settings []string // of its own

	mu      sync.Mutex
	process *os.Process   // nil while it is stopped
	ended   chan struct{} // closed when process has ended
	made    int           // databases
}

var shared = struct {
	sync.Mutex
	server *Server
}{}

// Main runs a package's tests and ends the server that they used, for TestMain.
func Main(m *testing.M) (code int) {
	defer func() {
		shared.Lock()
		defer shared.Unlock()
		if shared.server == nil {
			return
		}
		if err := shared.server.remove(); err != nil {
			fmt.Fprintln(os.Stderr, "ending PostgreSQL:", err)
			code = 1
		}
	}()
	return m.Run()
}

// Database makes an empty database on the server that all tests of this process
// share, and returns its address.
func Database(t testing.TB) string {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		server, err := start()
		if err != nil {
			t.Fatal("starting PostgreSQL: ", err)
		}
		shared.server = server
	}
	return shared.server.Database(t)
}

// Postgres starts a server for one test alone, which may stop it. Settings, such as "fsync=on",
// beat those of the other servers, which lose their data with the machine's power.
func Postgres(t testing.TB, settings ...string) *Server {
	t.Helper()
	server, err := start(settings...)
	if err != nil {
		t.Fatal("starting PostgreSQL: ", err)
	}
	t.Cleanup(func() {
		if err := server.remove(); err != nil {
			t.Error("ending PostgreSQL: ", err)
		}
	})
	return server
}

// Database makes an empty database and returns its address.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	db, err := sql.Open("pgx", s.address("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s.mu.Lock()
	s.made++
	name := "test_" + strconv.Itoa(s.made)
	s.mu.Unlock()
	if _, err := db.ExecContext(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal("making a database: ", err)
	}
	return s.address(name)
}

func (s *Server) address(database string) string {
	return (&url.URL{
		Scheme: "postgres", User: url.UserPassword("postgres", s.password),
		Host: net.JoinHostPort("127.0.0.1", s.port), Path: "/" + database,
	}).String()
}

func start(settings ...string) (_ *Server, err error) {
	s := &Server{password: "secret-of-the-test", settings: settings}
	if s.dir, err = os.MkdirTemp("", "postgres"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.remove())
		}
	}()
	if err := s.give(s.dir); err != nil {
		return nil, err
	}
	initdb, err := program("initdb")
	if err != nil {
		return nil, err
	}
	word := filepath.Join(s.dir, "password")
	if err := s.write(word, s.password); err != nil {
		return nil, err
	}
	command := s.command(initdb, "--pgdata="+s.data(), "--username=postgres", "--pwfile="+word,
		"--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync")
	// It is told of this process's death when the thread that started it ends.
	runtime.LockOSThread()
	text, err := command.CombinedOutput()
	runtime.UnlockOSThread()
	if err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, bytes.TrimSpace(text))
	}
	s.port = FreePort()
	return s, s.launch()
}

// Start starts the server again after Stop.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	if err := s.launch(); err != nil {
		t.Fatal("starting PostgreSQL again: ", err)
	}
}

// Stop ends the server at once, and with it every connection.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	if err := s.end(); err != nil {
		t.Fatal("stopping PostgreSQL: ", err)
	}
}

func (s *Server) launch() error {
	postgres, err := program("postgres")
	if err != nil {
		return err
	}
	args := []string{"-D", s.data(), "-p", s.port}
	for _, setting := range append([]string{"listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off",
		"max_connections=200", "shared_buffers=32MB"}, s.settings...) {
		args = append(args, "-c", setting)
	}
	command := s.command(postgres, args...)
	var said bytes.Buffer
	command.Stderr = &said
	process, ended, err := run(command)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.process, s.ended = process, ended
	s.mu.Unlock()

	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	db, err := sql.Open("pgx", s.address("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	for {
		err := db.PingContext(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ended:
			return fmt.Errorf("it ended by itself: %s", said.String())
		case <-ctx.Done():
			return fmt.Errorf("it does not answer: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// run starts a command that ends with this process, and says when it has ended.
func run(command *exec.Cmd) (process *os.Process, ended chan struct{}, err error) {
	started, ended := make(chan error), make(chan struct{})
	go func() {
		// The command is told of this process's death when the thread that started it
		// ends, so that thread must last.
		runtime.LockOSThread()
		err := command.Start()
		started <- err
		if err == nil {
			command.Wait()
			close(ended)
		}
	}()
	err = <-started
	return command.Process, ended, err
}

// end stops the server without waiting for its clients.
func (s *Server) end() error {
	s.mu.Lock()
	process, ended := s.process, s.ended
	s.process = nil
	s.mu.Unlock()
	if process == nil {
		return nil
	}
	if err := process.Signal(syscall.SIGQUIT); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case <-ended:
		return nil
	case <-time.After(20 * time.Second):
		return errors.New("it does not end")
	}
}

func (s *Server) remove() error {
	return errors.Join(s.end(), os.RemoveAll(s.dir))
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// give gives a file to PostgreSQL's user if this process is root, which PostgreSQL refuses
// to be.
func (s *Server) give(path string) error {
	if os.Getuid() != 0 {
		return nil
	}
	found, err := user.Lookup("postgres")
	if err != nil {
		return fmt.Errorf("the user of PostgreSQL's package: %w", err)
	}
	uid, uidErr := strconv.Atoi(found.Uid)
	gid, gidErr := strconv.Atoi(found.Gid)
	return errors.Join(uidErr, gidErr, os.Chown(path, uid, gid))
}

func (s *Server) write(path, text string) error {
	return errors.Join(os.WriteFile(path, []byte(text), 0o600), s.give(path))
}

// command returns a program that runs as PostgreSQL's user, and ends with this process
// however that does.
func (s *Server) command(path string, args ...string) *exec.Cmd {
	whole := []string{"--pdeathsig=QUIT", path}
	if os.Getuid() == 0 {
		whole = []string{"--pdeathsig=QUIT", "--reuid=postgres", "--regid=postgres", "--clear-groups", path}
	}
	command := exec.Command("setpriv", append(whole, args...)...)
	command.Dir = s.dir
	command.Env = []string{"LC_ALL=C", "HOME=" + s.dir, "TZ=UTC"}
	return command
}

// program finds one of PostgreSQL's programs, which Debian keeps out of the path.
func program(name string) (string, error) {
	installed, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if err != nil {
		return "", err
	}
	if len(installed) > 0 {
		return installed[len(installed)-1], nil
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("the tests need PostgreSQL, which .ci/test installs: there is no %s", name)
	}
	return path, nil
}
