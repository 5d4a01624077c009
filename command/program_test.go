package command_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"assay/command/runtest"
	"assay/service"
	"assay/service/account"
	"assay/service/servicetest"
	"assay/wire/datadir"
)

func TestCommandLines(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	settings := filepath.Join(home, ".config", "assay", "config.toml")
	if err := os.MkdirAll(filepath.Dir(settings), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(settings, []byte("[profiles.work]\nbase_url = 'https://work.example'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	badSettings := filepath.Join(home, "bad.toml")
	if err := os.WriteFile(badSettings, []byte("\nlisen = '127.0.0.1:0'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	wrongSettings := filepath.Join(home, "wrong.toml")
	if err := os.WriteFile(wrongSettings, []byte("max_queries = 'many'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	utf16 := filepath.Join(home, "utf16.json")
	if err := os.WriteFile(utf16, []byte("\xff\xfe{\x00\"\x00n\x00a\x00m\x00e\x00\"\x00:\x00\"\x00\xe4\x00\"\x00}\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	defer func() { // as the cost of a document is asked of a service that starts by itself
		if err := runtest.Command(t, home, "service", "stop").Run(); err != nil {
			t.Error("stopping the service: ", err)
		}
	}()
	tests := []struct {
		name   string
		args   string
		code   int
		stdout string // part of it
		stderr string // part of it; none: it must be empty
	}{
		{"version", "version", 0, "assay ", ""},
		{"the version as JSON", "version --json", 0, `"os":"` + runtime.GOOS + `"`, ""},
		{"the version flag", "--version", 0, "assay ", ""},
		{"help", "--help", 0, "Exit codes:", ""},
		{"help of a command", "serve --help", 0, "--listen", ""},
		{"completion", "completion bash", 0, "bash completion", ""},
		{"completion for no shell", "completion bsh", 2, "", "did you mean `assay completion bash`?"},
		{"completion of a mode", "__complete query --mode=", 0, "fast\nstandard\n:4\n", "ShellCompDirectiveNoFileComp"},
		{"completion of a form of output", "__complete session list --output=", 0, "json\ntable\ncsv\nndjson\nmarkdown\n:4\n", "ShellCompDirectiveNoFileComp"},
		{"a view of JSON in UTF-16", "view --screen-reader " + utf16, 0, "\nname: \u00e4\n", ""},
		{"completion of a theme", "__complete view --theme=", 0, "\nplain\n:4\n", "ShellCompDirectiveNoFileComp"},
		{"completion of a profile", "__complete usage --profile=", 0, "default\nwork\n:4\n", "ShellCompDirectiveNoFileComp"},
		{"completion of a profile to use", "__complete profile use d", 0, "default\nwork\n:4\n", "ShellCompDirectiveNoFileComp"},
		{"completion of a file", "__complete query --html=", 0, ":0\n", "ShellCompDirectiveDefault"},
		{"manual page", "man", 0, `.TH "ASSAY" "1"`, ""},
		{"manual page of a command", "man keys create", 0, `.TH "ASSAY-KEYS-CREATE" "1"`, ""},
		{"manual page of no command", "man kyes", 2, "", `unknown command "kyes"`},
		{"the dashboard without a terminal", "", 2, "", "the dashboard needs a terminal; without one use `assay query`"},
		{"an unknown command", "srve", 2, "", "unknown command \"srve\"; did you mean `assay serve`?"},
		{"an unknown command with no neighbour", "frobnicate", 2, "", "the commands are backup, completion, doctor,"},
		{"an unknown command of a command", "keys lst", 2, "", "did you mean `assay keys list`?"},
		{"an unknown flag", "serve --listne x", 2, "", "unknown flag: --listne; did you mean --listen?"},
		{"where to read on", "serve --listne x", 2, "", "Run `assay serve --help` for usage."},
		{"a flag without its value", "serve --listen", 2, "", "flag needs an argument: --listen"},
		{"a flag with a wrong value", "serve --usage-limit many", 2, "", `invalid argument "many" for "--usage-limit"`},
		{"an argument too many", "serve now", 2, "", `unknown command "now" for "assay serve"`},
		{"a backup to standard output", "backup -", 2, "", "a backup is a file, not a stream"},
		{"a backup from standard input", "restore -", 2, "", "a backup is a file, not a stream"},
		{"an argument too few", "keys revoke", 2, "", "an argument is missing: the call is `assay keys revoke "},
		{"an argument too many of a query", "query a b", 2, "", "too many arguments: the call is `assay query "},
		{"a time that is none", "query --delay soon", 2, "", `invalid argument "soon" for "--delay": it must be a time such as 90s`},
		{"a number that is none", "query --wait-for abc", 2, "", `invalid argument "abc" for "--wait-for": it must be a number`},
		{"help about a command", "help serve", 0, "--listen", ""},
		{"help about no command", "help nope", 2, "", `unknown command "nope"; the commands are `},
		{"help about no command of a command", "help keys lst", 2, "", "did you mean `assay keys list`?"},
		{"a settings file with an unknown key", "serve --config " + badSettings, 2, "", `bad.toml:2: unknown setting "lisen"`},
		{"a settings file with a wrong value", "serve --config " + wrongSettings, 2, "", "wrong.toml:1:15: max_queries: it must be a whole number"},
		{"a limit that is none", "serve --usage-limit -1", 2, "", "must not be negative"},
		{"an address that is none", "serve --listen nowhere", 2, "", "must be HOST:PORT"},
		{"a port that is taken", "serve --listen " + taken.Addr().String(), 1, "", "address already in use"},
		{"a scope that is none", "keys create shop --scopes query,everything", 2, "", "the scopes of an API key are query, document and session"},
		{"a day that is none", "keys create shop --expires tomorrow", 2, "", `--expires "tomorrow" is neither never nor a day such as 2027-01-31`},
		{"a day that has passed", "keys create shop --expires 2001-01-01", 2, "", "--expires 2001-01-01 has passed"},
		{"a limit that is none", "keys create shop --per-minute -1", 2, "", "the limits of an API key are 1 or more"},
		{"changing nothing", "keys change none", 2, "", "nothing to change"},
		{"revoking no key", "keys revoke none", 1, "", "there is no key with the id or prefix"},
		{"a query for nothing", "query --url http://127.0.0.1:1/", 2, "", "no query given"},
		{"a query of nothing", "query {a}", 2, "", "no page given"},
		{"an unknown form of output", "usage --output xml", 2, "", `unknown output "xml"`},
		{"an unknown profile", "usage --profile wrok", 2, "", `did you mean "work"?`},
		{"a base URL that is none", "usage --base-url ftp://x --api-key k", 2, "", "(from --base-url)"},
		{"a base URL without a key", "usage --base-url http://127.0.0.1:1", 4, "", "the API key is missing"},
		{"a service that is not there", "usage --base-url http://127.0.0.1:1 --api-key sesame", 1, "", "127.0.0.1:1"},
		{"a document without a query", "document " + settings, 2, "", "give a query after the files"},
		{"a query without a document", "document {a}", 2, "", "no document given"},
		{"a document that is not there", "document none.pdf {a}", 2, "", "there is no file none.pdf"},
		{"the cost of what is no document", "document --dry-run " + settings, 1, `"calls":null`, "1 of 1 files cannot be sent"},
		{"doctor", "doctor", 0, "Chromium", ""},
		{"setup where all is there", "setup", 0, "Everything that the service needs is installed.", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cmd := runtest.Command(t, home, strings.Fields(tt.args)...)
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			err := cmd.Run()
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			if got := cmd.ProcessState.ExitCode(); got != tt.code {
				t.Errorf("exit code %d, want %d", got, tt.code)
			}
			if !strings.Contains(stdout.String(), tt.stdout) || tt.stdout == "" && stdout.Len() > 0 {
				t.Errorf("standard output is %q, want %q in it", &stdout, tt.stdout)
			}
			if !strings.Contains(stderr.String(), tt.stderr) || tt.stderr == "" && stderr.Len() > 0 {
				t.Errorf("standard error is %q, want %q in it", &stderr, tt.stderr)
			}
			if strings.Contains(stderr.String(), "Usage:") || strings.Contains(stderr.String(), "sesame") || strings.Contains(stdout.String(), "--background") {
				t.Errorf("it shows what it should not:\n%s\n%s", &stdout, &stderr)
			}
		})
	}
}

func TestDumbTerminal(t *testing.T) {
	t.Parallel()
	cmd := runtest.Command(t, t.TempDir())
	cmd.Env = append(cmd.Env, "TERM=dumb")
	terminal, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	out, _ := io.ReadAll(terminal) // it ends with an error when the program does
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 2 || !strings.Contains(string(out), "the dashboard needs a terminal") {
		t.Errorf("on a dumb terminal: exit code %d, want 2; it says %q", code, out)
	}
}

// TestFirstUse runs commands on a machine that has no service yet.
func TestFirstUse(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	dir := filepath.Join(home, ".local", "share", "assay")
	page := filepath.Join(home, "page.html")
	if err := os.WriteFile(page, []byte("<title>Lamps</title><h1>Lamps</h1>"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := runtest.Command(t, home, "query", "--html", page, "{ title }").CombinedOutput()
	if err != nil || string(out) != `{"title":"Lamps"}`+"\n" {
		t.Errorf("query = %q, %v", out, err)
	}
	info, err := datadir.ReadInfo(dir)
	if err != nil {
		t.Fatalf("no service was started: %v", err)
	}
	t.Cleanup(func() { endService(t, dir, info.PID) })
	out, err = runtest.Command(t, home, "usage").CombinedOutput()
	if err != nil || !strings.Contains(string(out), `"current_cycle_usage":1,`) {
		t.Errorf("usage = %q, %v; want the query to be counted", out, err)
	}
	if again, err := datadir.ReadInfo(dir); again != info {
		t.Errorf("the second command used %+v, %v; want the same service, %+v", again, err, info)
	}
	if out, err := runtest.Command(t, home, "keys", "list").CombinedOutput(); err != nil || !strings.Contains(string(out), "this machine") {
		t.Errorf("keys list = %q, %v", out, err)
	}
	for _, tt := range []struct {
		name string
		args []string
		code int
	}{
		{"a query with a syntax error", []string{"query", "--html", page, "{ title"}, 2},
		{"a page that cannot be reached", []string{"query", "--url", "http://127.0.0.1:1/", "{ title }"}, 1},
		{"a key that is none", []string{"usage", "--api-key", "assay_none"}, 4},
	} {
		cmd := runtest.Command(t, home, tt.args...)
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != tt.code {
			t.Errorf("%s: exit code %d, want %d; it says %q", tt.name, got, tt.code, out)
		}
	}
}

// TestServiceCommands sees and ends a service in the background, and one in the foreground.
func TestServiceCommands(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	dir := filepath.Join(home, ".local", "share", "assay")
	run := func(args ...string) ran {
		t.Helper()
		return runProgram(t, home, "", nil, args...)
	}
	refused := func(r ran, code int, says string) {
		t.Helper()
		if r.Code != code || r.Out != "" || !strings.Contains(r.Errors, says) {
			t.Errorf("%+v, want the exit code %d and %q", r, code, says)
		}
	}
	refused(run("service", "status"), 1, "no service runs on "+dir)
	refused(run("service", "stop"), 0, "no service runs on "+dir)
	refused(run("service", "logs"), 1, "there is no log in "+dir)
	if _, err := os.Stat(dir); err == nil {
		t.Error("looking at the service made its folder")
	}

	if r := run("session", "create"); r.Code != 0 {
		t.Fatalf("session create: %+v", r)
	}
	info, err := datadir.ReadInfo(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if running, _ := datadir.Running(dir); running {
			endService(t, dir, info.PID)
		}
	})
	var status struct {
		datadir.Info
		Since    time.Time
		Sessions int
		Log      string
	}
	if r := run("service", "status"); r.Code != 0 || json.Unmarshal([]byte(r.Out), &status) != nil {
		t.Errorf("service status: %+v", r)
	}
	if status.Info != info || !status.Background || status.Sessions != 1 || status.Log != datadir.LogFile(dir) || time.Since(status.Since) > time.Minute {
		t.Errorf("service status tells %+v, want %+v with a session", status, info)
	}
	if r := run("service", "status", "--output", "table"); !strings.Contains(r.Out, fmt.Sprintf("process   %d, in the background, for ", info.PID)) || !strings.Contains(r.Out, "sessions  1\n") {
		t.Errorf("service status: %+v", r)
	}
	if r := run("service", "logs"); r.Code != 0 || !strings.Contains(r.Out, "the service is ready") {
		t.Errorf("service logs: %+v", r)
	}

	if r := run("service", "stop"); r.Code != 0 || !strings.Contains(r.Errors, "has ended") {
		t.Errorf("service stop: %+v", r)
	}
	if running, err := datadir.Running(dir); running || err != nil {
		t.Errorf("after the stop, Running = %v, %v", running, err)
	}
	if r := run("service", "logs"); !strings.Contains(r.Out, "a session ended") {
		t.Errorf("service logs: %+v", r)
	}
	refused(run("service", "status"), 1, "no service runs")

	s := runtest.Serve(t, home)
	if r := run("service", "status", "--data-dir", s.Dir, "--output", "table"); !strings.Contains(r.Out, "in the foreground") || strings.Contains(r.Out, "log ") {
		t.Errorf("service status of one in the foreground: %+v", r)
	}
	refused(run("service", "logs", "--data-dir", s.Dir), 1, "one in the foreground logs to its standard error")
	refused(run("service", "stop", "--data-dir", s.Dir), 0, "has ended")
	if err := s.Cmd.Wait(); err != nil {
		t.Errorf("the service in the foreground ended with %v", err)
	}
}

func TestQuotaExhausted(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	r := runtest.Start(t, service.Config{DataDir: filepath.Join(home, "data"), UsageLimit: 1})
	page := filepath.Join(home, "page.html")
	if err := os.WriteFile(page, []byte("<title>Lamps</title>"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 3} {
		cmd := runtest.Command(t, home, "query", "--base-url", r.BaseURL, "--html", page, "{ title }")
		cmd.Env = append(cmd.Env, "ASSAY_API_KEY="+r.Key.Reveal())
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != want {
			t.Errorf("query %d of a limit of 1: exit code %d, want %d; it says %q", i+1, got, want, out)
		}
	}
}

func TestDocumentCommand(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	r := runtest.Start(t, service.Config{DataDir: filepath.Join(home, "data"), UsageLimit: 6})
	files := runtest.Documents(t, 1, 2, 4)
	query := "{ invoice_number }"
	for _, step := range []struct {
		name   string
		args   []string
		code   int
		stdout string
		stderr string
		used   int64 // after it
	}{
		{"the cost", []string{"--dry-run", files[0], files[1]}, 0, `"calls":3,"unknown":0}`, "", 0},
		{"one", []string{files[0], query}, 0, `{"invoice_number":"A-10"}`, "", 1},
		{"more than is left", []string{files[1], files[2], query}, 3, "", "the files cost 6 calls and 5 are left; nothing was sent", 1},
		{"one that costs more than is left", []string{files[2], files[2], query, "--jobs", "0"}, 2, "", "--jobs", 1},
		{"two", []string{files[0], files[1], query, "--output", "csv"}, 0, files[0] + ",A-10\n" + files[1] + ",A-20\n", "", 4},
		{"a last one that costs too much", []string{files[2], query}, 3, "", "quota_exhausted", 4},
	} {
		cmd := runtest.Command(t, home, append([]string{"document", "--base-url", r.BaseURL}, step.args...)...)
		cmd.Env = append(cmd.Env, "ASSAY_API_KEY="+r.Key.Reveal())
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		_ = cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != step.code || !strings.Contains(stdout.String(), step.stdout) || !strings.Contains(stderr.String(), step.stderr) {
			t.Errorf("%s: exit code %d; it says %q and %q", step.name, code, &stdout, &stderr)
		}
		if n := r.Used(t); n != step.used {
			t.Errorf("%s: then %d calls are used, want %d", step.name, n, step.used)
		}
	}
	servicetest.Eventually(t, "the service builds its cache of fonts", func() bool {
		_, err := os.Stat(filepath.Join(home, "data", "cache", "fonts.conf"))
		return err == nil
	})
	if left, err := os.ReadDir(filepath.Join(home, "data", "uploads")); err != nil || len(left) > 0 {
		t.Errorf("left where documents are read: %v, %v", left, err)
	}
}

// A command that is interrupted while it sends costs nothing.
func TestInterruptedDocumentCostsNothing(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	r := runtest.Start(t, service.Config{DataDir: filepath.Join(home, "data")})
	proxy, began := slowly(t, r.BaseURL)
	cmd := runtest.Command(t, home, "document", "--base-url", proxy, runtest.Documents(t, 2)[0], "{ a }")
	cmd.Env = append(cmd.Env, "ASSAY_API_KEY="+r.Key.Reveal())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-began
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 1 {
		t.Errorf("exit code %d", code)
	}
	if n := r.Used(t); n != 0 {
		t.Errorf("%d calls are used", n)
	}
}

// slowly returns the address of a proxy that hands on only the beginning of an
// upload, and a channel that tells when it has.
func slowly(t *testing.T, target string) (address string, began <-chan struct{}) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	started := make(chan struct{})
	go func() {
		caller, err := listener.Accept()
		if err != nil {
			return
		}
		defer caller.Close()
		server, err := net.Dial("tcp", strings.TrimPrefix(target, "http://"))
		if err != nil {
			t.Error(err)
			return
		}
		defer server.Close()
		_, _ = io.CopyN(server, caller, 700)
		close(started)
		_, _ = io.Copy(io.Discard, caller) // until the command is gone
	}()
	return "http://" + listener.Addr().String(), started
}

// A command that is gone before its service is ready must not leave behind a
// service that nobody can find.
func TestBackgroundServiceWithoutStarter(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	dir := filepath.Join(home, "data")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read.Close()
	serve := runtest.Command(t, home, "serve", "--background", "--listen", "127.0.0.1:0", "--data-dir", dir)
	serve.Stdout = write
	if err := serve.Run(); err == nil {
		t.Error("the service ended well, want it to fail")
	}
	write.Close()
	// A browser that was just being started holds what its parent held until it is one.
	deadline := time.Now().Add(10 * time.Second)
	running, err := datadir.Running(dir)
	for running && time.Now().Before(deadline) {
		running, err = datadir.Running(dir)
	}
	if running || err != nil {
		t.Errorf("Running = %v, %v; want the data directory to be free", running, err)
	}
}

// TestServeCommand goes through a service's life with the commands that a user
// has for it.
func TestServeCommand(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	dir := filepath.Join(home, "data")
	serve := runtest.Command(t, home, "serve", "--listen", "127.0.0.1:0", "--data-dir", dir, "--usage-limit", "3")
	var log bytes.Buffer
	serve.Stderr = &log
	stdout, err := serve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stdout)
	if !lines.Scan() {
		serve.Wait()
		t.Fatalf("no ready line; the log:\n%s", &log)
	}
	var info datadir.Info
	if err := json.Unmarshal(lines.Bytes(), &info); err != nil || info.PID != serve.Process.Pid {
		t.Fatalf("the ready line is %s (%v)", lines.Bytes(), err)
	}

	output := func(args ...string) string {
		t.Helper()
		out, err := runtest.Command(t, home, append(args, "--data-dir", dir)...).Output()
		if err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		return string(out)
	}
	status := func(key string) int {
		t.Helper()
		response, err := http.Get(info.BaseURL + "/v1/usage?api_key=" + strings.TrimSpace(key))
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		return response.StatusCode
	}
	key := output("keys", "create", "second")
	if got := status(key); got != http.StatusOK {
		t.Errorf("a new key is answered with %d", got)
	}
	list := output("keys", "list")
	if !strings.Contains(list, "second") || strings.Contains(list, strings.TrimSpace(key)) {
		t.Errorf("keys list does not show the key as it should:\n%s", list)
	}
	var prefix string
	for row := range strings.Lines(list) {
		if fields := strings.Fields(row); len(fields) > 1 && fields[1] == "second" {
			prefix = fields[0]
		}
	}
	passed := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)
	if _, err := service.ChangeKey(t.Context(), dir, "", prefix, account.KeyChange{Expires: &passed}); err != nil {
		t.Fatal(err)
	}
	if got := status(key); got != http.StatusUnauthorized {
		t.Errorf("an expired key is answered with %d", got)
	}
	output("keys", "change", prefix, "--expires", "never", "--name", "renamed", "--scopes", "query", "--sessions", "2", "--per-cycle", "300", "--per-minute", "60")
	if list := output("keys", "list"); status(key) != http.StatusOK || !strings.Contains(list, "renamed") || !regexp.MustCompile(` query +2 +300 +60 `).MatchString(list) {
		t.Errorf("the changed key is answered with %d, and listed so:\n%s", status(key), list)
	}
	output("keys", "revoke", prefix)
	if got := status(key); got != http.StatusUnauthorized {
		t.Errorf("a revoked key is answered with %d", got)
	}
	output("keys", "create", "--save", "mine")
	if saved, err := datadir.ReadKey(dir); err != nil || status(saved.Reveal()) != http.StatusOK {
		t.Errorf("the saved key does not work (%v)", err)
	}
	if report := output("doctor"); !strings.Contains(report, info.BaseURL) {
		t.Errorf("doctor does not show the running service:\n%s", report)
	}

	if err := serve.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if lines.Scan() {
		t.Errorf("standard output has a second line: %s", lines.Bytes())
	}
	if err := serve.Wait(); err != nil {
		t.Errorf("after SIGTERM: %v; the log:\n%s", err, &log)
	}
	if strings.Contains(log.String(), strings.TrimSpace(key)) {
		t.Error("the log shows a key")
	}
}

func TestManualPagesOfAllCommands(t *testing.T) {
	t.Parallel()
	dir, home := filepath.Join(t.TempDir(), "man"), t.TempDir()
	if out, err := runtest.Command(t, home, "man", "--dir", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, page := range []string{"assay.1", "assay-serve.1", "assay-keys-create.1"} {
		text, err := os.ReadFile(filepath.Join(dir, page))
		if err != nil || !bytes.Contains(text, []byte(".SH NAME")) {
			t.Errorf("%s: %v", page, err)
		}
		if bytes.Contains(text, []byte(home)) {
			t.Errorf("%s holds the home folder of whoever made it:\n%s", page, text)
		}
	}
}
