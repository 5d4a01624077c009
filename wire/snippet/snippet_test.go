package snippet

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"assay/wire"
)

// nasty holds what shells and languages read meanings into.
const nasty = "it's \"quoted\" `cmd` $HOME $(id) \\n \\ %s {{x}} é 日本 👩‍👩‍👧 \u2028 !! \t<b>&amp;</b>\nJSON\n'''\"\"\"\nend"

func requests() map[string]wire.QueryRequest {
	return map[string]wire.QueryRequest{
		"plain":   {Query: "{\n  products[] { name price(number) }\n}\n", URL: "https://shop.example/lamps?page=2&x='y'"},
		"prompt":  {Prompt: nasty, HTML: nasty, URL: "https://shop.example", Params: &wire.Params{Mode: "standard", WaitFor: 2.5, ScrollToBottom: true, Evidence: true, BrowserProfile: "stealth"}},
		"proxy":   {Query: "{ a(\"password\": \"-\") }", URL: "https://shop.example", Params: &wire.Params{Proxy: wire.CustomProxy("http://proxy.example:3128", "us'er", `pa"ss\word$`)}},
		"session": {Query: "{ order }", URL: "session:7f3a/1", Params: &wire.Params{WaitFor: 0.5, Evidence: true}},
		"dash":    {Prompt: "--help", URL: "https://shop.example"},
	}
}

// Each snippet, run by its own interpreter, makes the request that it stands for.
func TestSnippetsSendTheRequest(t *testing.T) {
	dir := t.TempDir()
	assay := filepath.Join(dir, "assay")
	if out, err := exec.Command("go", "build", "-o", assay, "assay").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	stub := `import json, os, urllib.request
class Answer:
    def raise_for_status(self): pass
    def json(self): return {"data": {}}
def post(url, headers, json):
    import json as j
    body = j.dumps(json).encode()
    r = urllib.request.Request(url, data=body, headers={**headers, "Content-Type": "application/json"})
    urllib.request.urlopen(r).read()
    return Answer()
`
	if err := os.WriteFile(filepath.Join(dir, "requests.py"), []byte(stub), 0o600); err != nil {
		t.Fatal(err)
	}
	type received struct {
		path string
		key  string
		body map[string]any
	}
	got := make(chan received, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		_ = json.NewDecoder(r.Body).Decode(&body)
		got <- received{r.URL.Path, r.Header.Get("X-API-Key"), body}
		_, _ = io.WriteString(w, `{"data":{},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`)
	}))
	defer server.Close()

	run := map[string]func(file string) *exec.Cmd{
		"curl":               func(file string) *exec.Cmd { return exec.Command("sh", file) },
		"assay command":      func(file string) *exec.Cmd { return exec.Command("sh", file) },
		"JavaScript (fetch)": func(file string) *exec.Cmd { return exec.Command("node", file) },
		"Python (requests)":  func(file string) *exec.Cmd { return exec.Command("python3", file) },
	}
	extension := map[string]string{"curl": ".sh", "assay command": ".sh", "JavaScript (fetch)": ".mjs", "Python (requests)": ".py"}
	for name, request := range requests() {
		for _, language := range Languages() {
			t.Run(name+" in "+language.Name, func(t *testing.T) {
				text := language.Write(server.URL, request)
				for _, secret := range []string{"the-key", `pa"ss`, `pa\"ss`} {
					if strings.Contains(text, secret) {
						t.Errorf("%q is in the text:\n%s", secret, text)
					}
				}
				file := filepath.Join(dir, "snippet"+extension[language.Name])
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				cmd := run[language.Name](file)
				cmd.Env = append(os.Environ(), "ASSAY_API_KEY=the-key", `ASSAY_PROXY_PASSWORD=pa"ss\word$`, "ASSAY_BASE_URL="+server.URL,
					"PATH="+dir+":"+os.Getenv("PATH"), "PYTHONPATH="+dir, "XDG_CONFIG_HOME="+filepath.Join(dir, "config"))
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s\n%s", err, out, text)
				}
				want := map[string]any{}
				encoded, _ := json.Marshal(request)
				at := "/v1/query-data"
				if id, ask, ok := request.OfSession(); ok {
					at = "/v1/managed/sessions/" + id + "/query-data"
					encoded, _ = json.Marshal(ask)
				}
				_ = json.Unmarshal(encoded, &want)
				r := <-got
				if r.path != at || r.key != "the-key" || !reflect.DeepEqual(r.body, want) {
					t.Errorf("key %q, received %v at %s\nwant %v at %s\n%s", r.key, r.body, r.path, want, at, text)
				}
			})
		}
	}
}
