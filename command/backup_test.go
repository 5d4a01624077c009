package command_test

import (
	"archive/tar"
	"compress/gzip"
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/command/runtest"
	"assay/service/servicetest"
)

// trusting returns a client that trusts only the authority in a data folder.
func trusting(t *testing.T, dir string) *http.Client {
	t.Helper()
	pem, err := os.ReadFile(filepath.Join(dir, "ca.pem"))
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// TestBackupAndRestore moves a service to another machine's data folder while it runs and
// counts. Clients of the first go on with the second: by its authority, by their keys, and
// with what they had used.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	s := runtest.Serve(t, home, "--usage-limit", "77")
	saved := filepath.Join(s.Dir, "queries", "shop", "lamps.assay")
	if err := os.MkdirAll(filepath.Dir(saved), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(saved, []byte("{ lamps }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) ran {
		t.Helper()
		return runProgram(t, home, "", nil, args...)
	}
	other := strings.TrimSpace(run("keys", "create", "other", "--data-dir", s.Dir).Out)
	if status := s.Post(runtest.RawQuery); status != http.StatusOK {
		t.Fatalf("a query is answered with %d", status)
	}
	outside := trusting(t, s.Dir)

	file := filepath.Join(home, "assay.backup")
	if r := run("backup", file, "--data-dir", s.Dir); r.Code != 0 || r.Errors != "" {
		t.Fatalf("backup: %+v", r)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup is %v (%v), want nobody else to read it", info.Mode(), err)
	}
	if r := run("backup", file, "--data-dir", s.Dir); r.Code != 1 || !strings.Contains(r.Errors, "file exists") {
		t.Errorf("a backup over another: %+v", r)
	}
	if r := run("restore", file, "--data-dir", s.Dir); r.Code != 1 || !strings.Contains(r.Errors, "is running already") || !strings.Contains(r.Errors, "--data-dir") {
		t.Errorf("restoring to a folder that is in use: %+v", r)
	}
	if status := s.Post(runtest.RawQuery); status != http.StatusOK {
		t.Errorf("the service in whose folder nothing was restored answers with %d", status)
	}
	s.Stop(t)
	if r := run("restore", file, "--data-dir", s.Dir); r.Code != 1 || !strings.Contains(r.Errors, "is not empty (it holds api-key, assay.db, ") || !strings.Contains(r.Errors, "--data-dir") {
		t.Errorf("restoring to a folder that is not empty: %+v", r)
	}

	elsewhere := t.TempDir()
	moved := filepath.Join(elsewhere, "data")
	if r := run("restore", file, "--data-dir", moved); r.Code != 0 || !strings.Contains(r.Errors, "Restored the backup of ") {
		t.Fatalf("restore: %+v", r)
	}
	for name, mode := range map[string]os.FileMode{"": 0o700, "assay.db": 0o600, "ca-key.pem": 0o600, "ca.pem": 0o644, "api-key": 0o600, "queries": 0o700, "queries/shop/lamps.assay": 0o600} {
		if info, err := os.Stat(filepath.Join(moved, name)); err != nil || info.Mode().Perm() != mode {
			t.Errorf("restored, %q is %v (%v), want %o", name, info, err, mode)
		}
	}
	n := runtest.Serve(t, elsewhere)
	if n.Key != s.Key {
		t.Error("this machine's key is another")
	}
	for _, key := range []string{s.Key, other} {
		response, err := outside.Get(strings.Replace(n.URL, "http:", "https:", 1) + "/v1/usage?api_key=" + key)
		if err != nil {
			t.Fatalf("who trusts the old authority: %v", err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Errorf("an old key is answered with %d", response.StatusCode)
		}
	}
	if used := n.Used(t); used != 1 {
		t.Errorf("%d calls are used, want the 1 before the backup", used)
	}
	if r := run("usage", "limit", "78", "--data-dir", moved); !strings.Contains(r.Errors, "it had 77") {
		t.Errorf("the limit is another: %+v", r)
	}
	n.Stop(t)
}

// TestBackupOfANode backs up the data folder of a node on PostgreSQL, which keeps the
// account: the new node needs the rest, and is told where the account is.
func TestBackupOfANode(t *testing.T) {
	t.Parallel()
	database := servicetest.Database(t)
	without := strings.Replace(database, ":secret-of-the-test@", "@", 1)
	home, elsewhere := t.TempDir(), t.TempDir()
	s := runtest.Serve(t, home, "--database", database)
	outside := trusting(t, s.Dir)
	file := filepath.Join(home, "assay.backup")
	r := runProgram(t, home, "", nil, "backup", file, "--data-dir", s.Dir)
	if r.Code != 0 || !strings.Contains(r.Errors, without) || !strings.Contains(r.Errors, "pg_dump") {
		t.Fatalf("backup: %+v", r)
	}
	s.Stop(t)
	moved := filepath.Join(elsewhere, "data")
	if r := runProgram(t, home, "", nil, "restore", file, "--data-dir", moved, "--database", filepath.Join(home, "new.db")); r.Code != 1 || !strings.Contains(r.Errors, "holds no account") {
		t.Errorf("restoring the account that is not in it: %+v", r)
	}
	if r := runProgram(t, home, "", nil, "restore", file, "--data-dir", moved); r.Code != 0 || !strings.Contains(r.Errors, without) {
		t.Fatalf("restore: %+v", r)
	}
	if r := runProgram(t, home, "", nil, "serve", "--listen", "127.0.0.1:0", "--data-dir", moved); r.Code != 1 || !strings.Contains(r.Errors, without) {
		t.Errorf("a start that would begin a second account: %+v", r)
	}
	n := runtest.Serve(t, elsewhere, "--database", database)
	response, err := outside.Get(strings.Replace(n.URL, "http:", "https:", 1) + "/v1/usage?api_key=" + s.Key)
	if err != nil {
		t.Fatalf("who trusts the old authority: %v", err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK || n.Key != s.Key {
		t.Errorf("the old key is answered with %d", response.StatusCode)
	}
	n.Stop(t)
}

// TestRestoreRefuses gives restore what is no backup, or not a whole one. Nothing is left
// of it.
func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	s := runtest.Serve(t, home)
	good := filepath.Join(home, "good")
	if r := runProgram(t, home, "", nil, "backup", good, "--data-dir", s.Dir); r.Code != 0 {
		t.Fatalf("backup: %+v", r)
	}
	s.Stop(t)
	whole, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	wrongSum := append([]byte{}, whole...)
	wrongSum[len(wrongSum)-6] ^= 1
	file := func(name string, content []byte) string {
		path := filepath.Join(home, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const about = `{"format":1,"version":"v1","made":"2026-11-21T10:00:00Z"}`
	for name, tt := range map[string]struct{ file, want string }{
		"a file that is not there":       {filepath.Join(home, "none"), "no such file"},
		"a file of something else":       {file("text", []byte("what is this, if not a backup?")), "is not a backup that `assay backup` made"},
		"an archive of something else":   {archive(t, home, "a", "b"), "is not a backup that `assay backup` made"},
		"a backup that is cut short":     {file("short", whole[:len(whole)-100]), "is cut short"},
		"a backup with a wrong checksum": {file("sum", wrongSum), "checksum"},
		"a backup of a newer version":    {archive(t, home, "assay-backup.json", `{"format":2,"version":"v9"}`), "newer version of Assay, v9"},
		"a backup without the account":   {archive(t, home, "assay-backup.json", about, "ca.pem", "x"), "holds no account"},
		"a file beside the folder":       {archive(t, home, "assay-backup.json", about, "../escaped", "x"), "has no place in a backup"},
		"the same by way of queries":     {archive(t, home, "assay-backup.json", about, "queries/../../escaped", "x"), "has no place in a backup"},
		"another file by way of it":      {archive(t, home, "assay-backup.json", about, "queries/../ca.pem", "x"), "has no place in a backup"},
		"a file of none of the names":    {archive(t, home, "assay-backup.json", about, "queries/mine", "x", "service.json", "{}"), "has no place in a backup"},
	} {
		dir := filepath.Join(t.TempDir(), "data")
		r := runProgram(t, home, "", nil, "restore", tt.file, "--data-dir", dir)
		if r.Code != 1 || !strings.Contains(r.Errors, tt.want) {
			t.Errorf("%s: %+v, want %q", name, r, tt.want)
		}
		left, _ := filepath.Glob(filepath.Join(dir, "*"))
		beside, _ := filepath.Glob(filepath.Join(dir, "..", "escaped*"))
		for _, path := range append(left, beside...) {
			if !strings.HasSuffix(path, ".lock") {
				t.Errorf("%s: %s is left", name, path)
			}
		}
		if r := runProgram(t, home, "", nil, "restore", good, "--data-dir", dir); r.Code != 0 {
			t.Errorf("%s: then a good one is refused: %+v", name, r)
		}
	}
}

// archive writes a gzipped tar file of names and contents in turn.
func archive(t *testing.T, dir string, pairs ...string) string {
	t.Helper()
	file, err := os.CreateTemp(dir, "archive-*")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	zip := gzip.NewWriter(file)
	out := tar.NewWriter(zip)
	for i := 0; i < len(pairs); i += 2 {
		if err := out.WriteHeader(&tar.Header{Name: pairs[i], Mode: 0o600, Size: int64(len(pairs[i+1]))}); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Write([]byte(pairs[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Name()
}
