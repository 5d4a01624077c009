package command_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/command/runtest"
	"assay/service/account"
	"assay/service/servicetest"
	"assay/wire/datadir"
)

// TestCommandsFindTheAccount has the commands that work on a service's data find it where
// a node on PostgreSQL keeps it, while it runs and when it has stopped, though a SQLite
// file of an earlier life lies in the data folder. Without the password they fail; nothing
// begins a second account.
func TestCommandsFindTheAccount(t *testing.T) {
	t.Parallel()
	const password = "secret-of-the-test"
	database := servicetest.Database(t)
	without := strings.Replace(database, ":"+password+"@", "@", 1)
	home := t.TempDir()
	s := runtest.Serve(t, home, "--database", database)
	text, err := os.ReadFile(filepath.Join(s.Dir, "service.json"))
	var info struct{ Database string }
	if err != nil || json.Unmarshal(text, &info) != nil || info.Database != without {
		t.Errorf("service.json is %s (%v), want the database %s in it", text, err, without)
	}
	settings := filepath.Join(home, "service.toml")
	if err := os.WriteFile(settings, []byte("data_dir = 'data'\ndatabase = '"+database+"'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	known := []string{"PGPASSWORD=" + password}
	run := func(stdin string, environment []string, args ...string) ran {
		t.Helper()
		r := runProgram(t, home, stdin, environment, args...)
		if strings.Contains(r.Out+r.Errors, password) {
			t.Errorf("%q shows the password: %+v", args, r)
		}
		return r
	}
	status := func(key string) int {
		t.Helper()
		response, err := http.Get(s.URL + "/v1/usage?api_key=" + strings.TrimSpace(key))
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		return response.StatusCode
	}
	one := filepath.Join(s.Dir, "assay.db")
	refuseFile := func(what string) {
		t.Helper()
		if _, err := os.Stat(one); err == nil {
			t.Fatalf("%s: a second account was begun in %s", what, one)
		}
	}
	works := func(when string) {
		t.Helper()
		for _, how := range [][]string{{"--data-dir", s.Dir}, {"--config", settings}} {
			environment := known
			if how[0] == "--config" {
				environment = nil
			}
			made := run("", environment, append([]string{"keys", "create", "made"}, how...)...)
			if made.Code != 0 {
				t.Errorf("%s: keys create %q: %+v", when, how, made)
			} else if list := run("", environment, append([]string{"keys", "list"}, how...)...); !strings.Contains(list.Out, made.Out[:12]) {
				t.Errorf("%s: keys list %q does not have the key: %+v", when, how, list)
			}
			if r := run("correct horse battery\n", environment, append([]string{"portal", "password"}, how...)...); r.Code != 0 {
				t.Errorf("%s: portal password %q: %+v", when, how, r)
			}
			if r := run("", environment, append([]string{"usage", "limit", "12345"}, how...)...); r.Code != 0 || !strings.Contains(r.Errors, "now has 12345 calls") {
				t.Errorf("%s: usage limit %q: %+v", when, how, r)
			}
		}
	}

	// While it runs.
	works("while the node runs")
	refuseFile("while the node runs")
	if made := run("", known, "keys", "create", "--data-dir", s.Dir); status(made.Out) != http.StatusOK {
		t.Errorf("the node does not know the key that keys create made: %+v", made)
	}
	if r := run("", known, "keys", "create", "--save", "--data-dir", s.Dir); r.Code != 0 {
		t.Errorf("keys create --save: %+v", r)
	}
	if saved, err := datadir.ReadKey(s.Dir); err != nil || status(saved.Reveal()) != http.StatusOK {
		t.Errorf("the node does not know the key that keys create saved (%v)", err)
	}
	for _, args := range [][]string{{"keys", "create"}, {"keys", "list"}, {"keys", "create", "--save"}, {"portal", "password"}, {"usage", "limit", "1"}} {
		r := run("correct horse battery\n", nil, append(args, "--data-dir", s.Dir)...)
		if r.Code != 1 || !strings.Contains(r.Errors, without) || !strings.Contains(r.Errors, "PGPASSWORD") {
			t.Errorf("%q without the password: %+v", args, r)
		}
	}
	refuseFile("without the password")
	if response := run("", []string{"ASSAY_API_KEY=" + s.Key}, "usage", "--base-url", s.URL, "--output", "json"); !strings.Contains(response.Out, `"usage_limit":12345`) {
		t.Errorf("the limit that usage limit set is not the node's: %+v", response)
	}

	// What an earlier life left beside it is somebody's, but not the node's.
	earlier, err := account.Open(t.Context(), account.Config{Database: one})
	if err != nil {
		t.Fatal(err)
	}
	if err := earlier.Close(); err != nil {
		t.Fatal(err)
	}
	works("with a SQLite file beside it")
	if r := run("", nil, "keys", "create", "--save", "--data-dir", s.Dir, "--database", one); r.Code != 1 || !strings.Contains(r.Errors, without) {
		t.Errorf("saving a key that the node does not know: %+v", r)
	}

	s.Stop(t)
	works("when the node has stopped")
	// It is started on its account or not at all.
	for _, args := range [][]string{{"serve", "--listen", "127.0.0.1:0"}, {"usage"}, {"portal", "open", "--print"}} {
		r := run("", nil, append(args, "--data-dir", s.Dir)...)
		if r.Code != 1 || !strings.Contains(r.Errors, "kept its account in "+without) {
			t.Errorf("%q starts another: %+v", args, r)
			if info, err := datadir.ReadInfo(s.Dir); err == nil {
				endService(t, s.Dir, info.PID)
			}
		}
	}
	other := runtest.Started(t, runtest.Command(t, home, "serve", "--listen", "127.0.0.1:0", "--data-dir", s.Dir, "--database", one), s.Dir)
	if r := run("", nil, "keys", "list", "--data-dir", s.Dir); r.Code != 0 || strings.Contains(r.Out, "made") {
		t.Errorf("keys list does not follow the service to its new account: %+v", r)
	}
	other.Stop(t)
}

// TestCommandsWithoutAnAccount names folders and databases in which there is none.
func TestCommandsWithoutAnAccount(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	none := filepath.Join(home, "none")
	for _, how := range [][]string{{"--data-dir", none}, {"--database", none + ".db"}, {"--database", servicetest.Database(t)}} {
		for _, args := range [][]string{{"keys", "list"}, {"keys", "create"}, {"keys", "create", "--save"}, {"keys", "revoke", "x"}, {"portal", "password"}, {"usage", "limit", "5"}} {
			r := runProgram(t, home, "correct horse battery\n", nil, append(args, how...)...)
			if r.Code != 1 || !strings.Contains(r.Errors, "no account") || r.Out != "" {
				t.Errorf("%q %q: %+v", args, how[0], r)
			}
		}
	}
	if left, err := filepath.Glob(none + "*"); err != nil || len(left) > 0 {
		t.Errorf("%q were made (%v)", left, err)
	}
	if r := runProgram(t, home, "", nil, "usage", "limit", "many"); r.Code != 2 || !strings.Contains(r.Errors, `"many" is not a number of calls`) {
		t.Errorf("a limit that is none: %+v", r)
	}
}
