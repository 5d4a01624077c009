package service_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"assay/command/runtest"
	"assay/service"
)

// TestSlowClients opens connections that send a header, or a body, a byte at a time:
// they keep nobody from an answer, and the headers are cut off.
func TestSlowClients(t *testing.T) {
	t.Parallel()
	r := runtest.Start(t, service.Config{DataDir: t.TempDir(), MaxQueries: 2})
	address := strings.TrimPrefix(r.BaseURL, "http://")
	dial := func(text string) net.Conn {
		t.Helper()
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		if _, err := conn.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		return conn
	}
	header := dial("POST /v1/query-data HTTP/1.1\r\nHost: x\r\nX-Slow: ")
	for range 20 {
		dial(fmt.Sprintf("POST /v1/query-data HTTP/1.1\r\nHost: x\r\nX-API-Key: %s\r\nContent-Length: 1000\r\n\r\n{", r.Key.Reveal()))
	}
	for range 3 {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.BaseURL+"/v1/query-data",
			strings.NewReader(`{"query": "{ title }", "html": "<h1>A title</h1>"}`))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("X-API-Key", r.Key.Reveal())
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Errorf("a query beside slow clients got %s", response.Status)
		}
	}
	header.SetReadDeadline(time.Now().Add(30 * time.Second))
	answer, err := http.ReadResponse(bufio.NewReader(header), nil)
	if err == nil && answer.StatusCode != http.StatusRequestTimeout && answer.StatusCode != http.StatusBadRequest {
		t.Errorf("a header that never ends got %s", answer.Status)
	}
	if failed, ok := err.(net.Error); ok && failed.Timeout() {
		t.Error("a header that never ends is waited for")
	}
}
