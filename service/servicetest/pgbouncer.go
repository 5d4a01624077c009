package servicetest

import (
	"bytes"
	"database/sql"
	"net"
	"net/url"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// Pooled starts PgBouncer with settings, the text of its file, before a database of the
// server that all tests share. It returns the database's address there. Where PgBouncer
// listens, what it connects to and whom it lets in are not those of the settings.
func Pooled(t testing.TB, database, settings string) string {
	t.Helper()
	shared.Lock()
	s := shared.server
	shared.Unlock()
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0") // free until PgBouncer takes it
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	settings = regexp.MustCompile(`(?m)^(\w+ = host=.*|(listen|auth|server_tls|client_tls)_\w+ = .*|(logfile|pidfile|unix_socket_dir) = .*)$`).ReplaceAllString(settings, "")
	settings = regexp.MustCompile(`(?m)^\[databases\]$`).ReplaceAllString(settings,
		"[databases]\n* = host=127.0.0.1 port="+strconv.Itoa(s.port)+" user=postgres password="+s.password)
	settings += "\nlisten_addr = 127.0.0.1\nlisten_port = " + strconv.Itoa(port) + "\nunix_socket_dir =\nauth_type = any\n"
	file := filepath.Join(s.dir, "pgbouncer-"+strconv.Itoa(port)+".ini")
	if err := s.write(file, settings); err != nil {
		t.Fatal(err)
	}
	path, err := program("pgbouncer")
	if err != nil {
		t.Fatal(err)
	}
	command := s.command(path, file)
	var said bytes.Buffer
	command.Stderr = &said
	process, ended, err := run(command)
	if err != nil {
		t.Fatal("starting PgBouncer: ", err)
	}
	t.Cleanup(func() {
		process.Signal(syscall.SIGKILL) // its clients are gone
		<-ended
		if t.Failed() {
			t.Logf("PgBouncer said:\n%s", said.String())
		}
	})
	address.Host = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	db, err := sql.Open("pgx", address.String()+"?default_query_exec_mode=exec")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for deadline := time.Now().Add(startTimeout); ; time.Sleep(20 * time.Millisecond) {
		err := db.PingContext(t.Context())
		if err == nil {
			return address.String()
		}
		select {
		case <-ended:
			t.Fatalf("PgBouncer ended by itself: %s", said.String())
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("PgBouncer does not answer: %v", err)
		}
	}
}
