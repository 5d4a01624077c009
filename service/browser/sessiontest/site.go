package sessiontest

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// Site starts a web site for clients to visit, with more pages if more adds some.
func Site(t testing.TB, more ...func(*http.ServeMux)) string {
	t.Helper()
	mux := http.NewServeMux()
	for path, text := range map[string]string{
		"/{$}":    `<title>Front</title><h1>Front</h1><a id="file" href="/file">file</a>`,
		"/form":   `<title>Form</title><input id="name"><button id="go">go</button><p id="said"></p><script>go.onclick = () => { said.textContent = document.getElementById('name').value; };</script>`,
		"/upload": `<title>Upload</title><input type="file" id="chosen" multiple>`,
		"/frame":  `<title>Frame</title><iframe src="/inner"></iframe>`,
		"/inner":  `<h1>Inner</h1>`,
	} {
		mux.HandleFunc(path, HTML(text))
	}
	mux.HandleFunc("/file", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Disposition", `attachment; filename="report.txt"`)
		fmt.Fprint(w, "the report")
	})
	for _, more := range more {
		more(mux)
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// HTML answers with a page.
func HTML(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, text)
	}
}

// Tunnel carries a client's bytes to a target and back, as proxies do, when it has told the
// client that it is accepted.
func Tunnel(near net.Conn, from io.Reader, target, accepted string) {
	defer near.Close()
	far, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	defer far.Close()
	io.WriteString(near, accepted)
	go func() {
		io.Copy(far, from)
		far.Close()
	}()
	io.Copy(near, far)
}
