package service_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"assay/command/runtest"
	"assay/wire/datadir"
)

// TestTrustedProxy: the log names the client that a proxy names, if the proxy is one of
// those that the settings file trusts or, instead of them, the flags.
func TestTrustedProxy(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file string
		args []string
		want string
	}{
		"none":               {"", nil, "127.0.0.1"},
		"another":            {"trusted_proxy = ['10.0.0.0/8']", nil, "127.0.0.1"},
		"by the file":        {"trusted_proxy = ['10.0.0.0/8', '127.0.0.0/8']", nil, "203.0.113.7"},
		"by flags":           {"", []string{"--trusted-proxy", "127.0.0.1", "--trusted-proxy", "::1"}, "203.0.113.7"},
		"by flags, not file": {"trusted_proxy = ['127.0.0.1']", []string{"--trusted-proxy", "10.0.0.0/8"}, "127.0.0.1"},
		"by one flag":        {"trusted_proxy = ['192.168.0.0/16']", []string{"--trusted-proxy", "10.0.0.0/8,127.0.0.0/8"}, "203.0.113.7"},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			settings, logged := filepath.Join(home, "service.toml"), filepath.Join(home, "log")
			if err := os.WriteFile(settings, []byte(test.file), 0o600); err != nil {
				t.Fatal(err)
			}
			log, err := os.Create(logged)
			if err != nil {
				t.Fatal(err)
			}
			defer log.Close()
			cmd := runtest.Command(t, home, slices.Concat([]string{"serve", "--listen", "127.0.0.1:0", "--data-dir", filepath.Join(home, "data"), "--config", settings}, test.args)...)
			cmd.Stderr = log
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			var info datadir.Info
			line, err := bufio.NewReader(stdout).ReadBytes('\n')
			if err == nil {
				err = json.Unmarshal(line, &info)
			}
			if err == nil {
				request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, info.BaseURL+"/openapi.json", nil)
				request.Header.Set("X-Forwarded-For", "198.51.100.1, 203.0.113.7")
				var response *http.Response
				if response, err = http.DefaultClient.Do(request); err == nil {
					response.Body.Close()
				}
			}
			cmd.Process.Signal(syscall.SIGTERM)
			cmd.Wait()
			text, _ := os.ReadFile(logged)
			if err != nil {
				t.Fatalf("%v; the log:\n%s", err, text)
			}
			found := regexp.MustCompile(`msg=request .*route=/openapi\.json .*client=(\S+)`).FindStringSubmatch(string(text))
			if found == nil || found[1] != test.want {
				t.Errorf("the client is %q, want %s; the log:\n%s", found, test.want, strings.TrimSpace(string(text)))
			}
		})
	}
}
