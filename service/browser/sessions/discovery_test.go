//go:build unix

package sessions_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"assay/service/browser/sessiontest"
	"assay/wire"
)

// TestDiscoveryAtTheRoot asks without the secret, which only the service's own user
// may, and no page.
func TestDiscoveryAtTheRoot(t *testing.T) {
	t.Parallel()
	session := sessiontest.Common(t)
	at, err := url.Parse(wire.PlainURL(session.Wire().BaseURL))
	if err != nil {
		t.Fatal(err)
	}
	secret := strings.Trim(at.Path, "/")
	for name, test := range map[string]struct {
		path    string
		change  func(*http.Request)
		allowed bool
	}{
		"the owner":      {"/json/version", func(*http.Request) {}, true},
		"with a slash":   {"/json/version/", func(*http.Request) {}, true},
		"the list":       {"/json/list", func(*http.Request) {}, true},
		"by name":        {"/json/version", func(r *http.Request) { r.Host = "localhost:" + at.Port() }, true},
		"another path":   {"/jsonversion", func(*http.Request) {}, false},
		"the root":       {"/", func(*http.Request) {}, false},
		"a page":         {"/json/version", func(r *http.Request) { r.Header.Set("Origin", "http://"+at.Host) }, false},
		"a page's link":  {"/json/version", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "none") }, false},
		"a proxy":        {"/json/version", func(r *http.Request) { r.Header.Set("X-Forwarded-For", "127.0.0.1") }, false},
		"a rebound name": {"/json/version", func(r *http.Request) { r.Host = "evil.test:" + at.Port() }, false},
		"no host":        {"/json/version", func(r *http.Request) { r.Host = "evil" }, false},
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+at.Host+test.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		test.change(request)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if test.allowed != (answer.StatusCode == http.StatusOK) || !test.allowed && strings.Contains(string(body), secret) {
			t.Errorf("%s: %s %s", name, answer.Status, body)
		}
		var refused wire.ErrorBody
		if err := json.Unmarshal(body, &refused); !test.allowed && (err != nil || refused.Code != "not_found" || refused.Metadata.RequestID == "") {
			t.Errorf("%s: the error is %s", name, body)
		}
	}

	const nobody = 65534
	ask := exec.CommandContext(t.Context(), "bash", "-c",
		`exec 3<>/dev/tcp/127.0.0.1/$1; printf 'GET /json/version HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n' $1 >&3; cat <&3`, "ask", at.Port())
	want := http.StatusText(http.StatusOK)
	if os.Getuid() == 0 {
		ask.Dir = "/"
		ask.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		want = http.StatusText(http.StatusNotFound)
	}
	said, err := ask.CombinedOutput()
	if line, _, _ := strings.Cut(string(said), "\r\n"); err != nil || !strings.HasSuffix(line, want) {
		t.Errorf("a process of user %v is answered %s, want %s (%v)", ask.SysProcAttr, said, want, err)
	}
}
