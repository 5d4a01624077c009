package command_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/command/runtest"
	"assay/service/servicetest"
)

// TestDatabaseVariable: a service and its commands find the database in the
// environment, with a password that no command line shows. The variable beats the
// settings file, and the flag beats both, with a warning if it holds a password.
func TestDatabaseVariable(t *testing.T) {
	t.Parallel()
	home, database := t.TempDir(), servicetest.Database(t)
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	password, ok := address.User.Password()
	if !ok {
		t.Fatalf("the database %s needs no password", address.Redacted())
	}
	settings := filepath.Join(home, "service.toml")
	if err := os.WriteFile(settings, []byte("database = 'of-the-file.db'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	variable := "ASSAY_DATABASE=" + database
	dir := filepath.Join(home, "data")
	cmd := runtest.Command(t, home, "serve", "--listen", "127.0.0.1:0", "--data-dir", dir, "--config", settings)
	cmd.Env = append(cmd.Env, variable)
	s := runtest.Started(t, cmd, dir)
	defer s.Stop(t)
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", s.PID))
	if err != nil || len(line) == 0 || bytes.Contains(line, []byte(password)) {
		t.Errorf("the command line is %q (%v)", line, err)
	}
	for _, file := range []string{filepath.Join(dir, "assay.db"), filepath.Join(home, "of-the-file.db")} {
		if _, err := os.Stat(file); err == nil {
			t.Errorf("the account is in %s", file)
		}
	}

	run := func(env string, args ...string) (stdout, stderr string) {
		t.Helper()
		var out, errs bytes.Buffer
		cmd := runtest.Command(t, home, args...)
		cmd.Env, cmd.Stdout, cmd.Stderr = append(cmd.Env, env), &out, &errs
		if err := cmd.Run(); err != nil {
			t.Fatalf("%s: %v: %s", args[:2], err, &errs)
		}
		return strings.TrimSpace(out.String()), errs.String()
	}
	elsewhere := filepath.Join(home, "elsewhere")
	made, warned := run(variable, "keys", "create", "by the variable", "--data-dir", elsewhere)
	if s.Key = made; warned != "" || s.Post(runtest.RawQuery) != http.StatusOK {
		t.Errorf("a key made with the variable is refused, or it says %q", warned)
	}
	list, warned := run("", "keys", "list", "--data-dir", elsewhere, "--database", database)
	if !strings.Contains(list, "by the variable") || !strings.Contains(warned, "warning: the list of processes shows the password in --database") ||
		!strings.Contains(warned, "$ASSAY_DATABASE") || strings.Contains(warned, password) {
		t.Errorf("with a password in the flag: %q and\n%s", warned, list)
	}
	other := runtest.Command(t, home, "keys", "list", "--data-dir", elsewhere, "--database", filepath.Join(home, "other.db"))
	other.Env = append(other.Env, variable)
	if said, err := other.CombinedOutput(); err == nil || !strings.Contains(string(said), "other.db") {
		t.Errorf("with another database in the flag: %v and\n%s", err, said)
	}
}
