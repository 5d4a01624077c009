package reference_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"assay/service/portal/reference"
)

// TestPage looks for what somebody who reads the page would look for, in the real
// description.
func TestPage(t *testing.T) {
	handler := reference.New("v1.2.3")
	get := func(method, path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(method, path, nil))
		return w
	}
	w := get(http.MethodGet, "/docs")
	text := w.Body.String()
	if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		t.Fatalf("%d %s", w.Code, w.Header())
	}
	for _, want := range []string{
		"/v1/query-data", "/v1/query-document", "/v1/managed/sessions/{session_id}", "/v1/usage", "/readyz",
		"params.wait_for", "0 to 10", "params.proxy.country_code", "inactivity_timeout_seconds", "5 to 86400; default 300",
		"fast, standard; default fast", "quota_exhausted", "metadata.evidence[].pointer", "sessions[].pages[].title",
		"Version v1.2.3", "-F file=@invoice.pdf", "X-API-Key: $ASSAY_API_KEY", "curl -X DELETE",
	} {
		if !strings.Contains(html.UnescapeString(text), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, unwanted := range []string{"<script>", "style=", "http://", "null or", "<nil>", "map["} {
		if strings.Contains(text, unwanted) {
			t.Errorf("the page has %q", unwanted)
		}
	}
	if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("policy = %q", policy)
	}
	if css := get(http.MethodGet, "/docs/page.css"); css.Code != 200 || !strings.HasPrefix(css.Header().Get("Content-Type"), "text/css") {
		t.Errorf("the style: %d %s", css.Code, css.Header())
	}
	if js := get(http.MethodGet, "/docs/page.js"); js.Code != 200 || !strings.HasPrefix(js.Header().Get("Content-Type"), "text/javascript") {
		t.Errorf("the script: %d %s", js.Code, js.Header())
	}
	language := html.UnescapeString(get(http.MethodGet, "/docs/query-language").Body.String())
	for _, want := range []string{"<h1>The query language</h1>", `id="names"`, "{ products[] { name price(number) } next_page(url) }</code></pre>", "invalid_query", `data-copy="example-4"`} {
		if !strings.Contains(language, want) {
			t.Errorf("the page on the language lacks %q", want)
		}
	}
	if w := get(http.MethodGet, "/docs/other"); w.Code != 404 {
		t.Errorf("another path = %d", w.Code)
	}
	if w := get(http.MethodPost, "/docs"); w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST = %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
}

// stub is as much of the library requests as the snippets use, for a Python without it.
const stub = `import json, urllib.request
class Answer:
    def __init__(self, r): self.status_code, self.text = r.status, r.read().decode()
    def json(self): return json.loads(self.text)
def ask(method, url, headers={}, **more):
    body = None
    if "json" in more:
        body = json.dumps(more["json"]).encode()
        headers = {**headers, "Content-Type": "application/json"}
    if "files" in more:
        parts = [(n, '; filename="%s"' % f.name, f.read()) for n, f in more["files"].items()]
        parts += [(n, "", v.encode()) for n, v in more["data"].items()]
        body = b"".join(b'--X\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n' % (n.encode(), e.encode(), v) for n, e, v in parts) + b"--X--\r\n"
        headers = {**headers, "Content-Type": "multipart/form-data; boundary=X"}
    return Answer(urllib.request.urlopen(urllib.request.Request(url, data=body, headers=headers, method=method)))
def get(url, **more): return ask("GET", url, **more)
def post(url, **more): return ask("POST", url, **more)
def delete(url, **more): return ask("DELETE", url, **more)
`

// TestSnippets runs every snippet of the page in its own language: all of a request's make
// the same one.
func TestSnippets(t *testing.T) {
	pages := reference.New("v1.2.3")
	dir := t.TempDir()
	for name, text := range map[string]string{"requests.py": stub, "invoice.pdf": "%PDF-1.7"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var mu sync.Mutex
	var got []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked := r.Method + " " + r.URL.Path
		if key := r.Header.Get("X-API-Key"); key != "" {
			asked += " with " + key
		}
		if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
			file, _, err := r.FormFile("file")
			if err != nil {
				t.Error(err)
			} else {
				text, _ := io.ReadAll(file)
				asked += " " + string(text)
			}
			asked += " " + compact(t, []byte(r.FormValue("body")))
		} else if body, _ := io.ReadAll(r.Body); len(body) > 0 {
			asked += " " + r.Header.Get("Content-Type") + " " + compact(t, body)
		}
		mu.Lock()
		got = append(got, asked)
		mu.Unlock()
		io.WriteString(w, "{}")
	}))
	defer server.Close()
	w := httptest.NewRecorder()
	pages.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/docs", nil))
	found := regexp.MustCompile(`(?s)<code id="(\w+)-(curl|javascript|python)">(.*?)</code>`).FindAllStringSubmatch(w.Body.String(), -1)
	if len(found) < 3*10 {
		t.Fatalf("the page has %d snippets", len(found))
	}
	// One process of each language runs all of its snippets, one after the other.
	asked := make(map[string]map[string]string) // by language and operation
	for language, run := range map[string]struct{ extension, program, all string }{
		"curl":       {".sh", "sh", `set -e; for f in *.sh; do [ $f = all.sh ] || . ./$f; done`},
		"javascript": {".mjs", "node", `import { readdirSync } from "node:fs"; for (const f of readdirSync(".").filter(f => f.endsWith(".mjs") && f !== "all.mjs").sort()) await import("./" + f)`},
		"python":     {".py", "python3", "import glob\nfor f in sorted(glob.glob('*-.py')): exec(open(f).read())"},
	} {
		got, asked[language] = nil, make(map[string]string)
		var operations []string
		for _, snippet := range found {
			if snippet[2] != language {
				continue
			}
			operations = append(operations, snippet[1])
			if err := os.WriteFile(filepath.Join(dir, snippet[1]+"-"+run.extension), []byte(html.UnescapeString(snippet[3])+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, "all"+run.extension), []byte(run.all), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), run.program, "all"+run.extension)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "ASSAY_BASE_URL="+server.URL, "ASSAY_API_KEY=the-key", "PYTHONDONTWRITEBYTECODE=1", "LC_ALL=C")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", language, err, out)
		}
		slices.Sort(operations)
		if len(got) != len(operations) {
			t.Fatalf("%s made %d requests of %d", language, len(got), len(operations))
		}
		for i, operation := range operations {
			asked[language][operation] = got[i]
		}
	}
	for operation, want := range asked["curl"] {
		for _, language := range []string{"javascript", "python"} {
			if request := asked[language][operation]; request != want {
				t.Errorf("%s in %s asks\n%s\nand curl\n%s", operation, language, request, want)
			}
		}
	}
	for operation, want := range map[string]string{
		"queryDocument": `POST /v1/query-document with the-key %PDF-1.7 {"query":"{ invoice_number total(number) }"}`,
		"queryData":     `POST /v1/query-data with the-key application/json {"params":{"mode":"fast"},"query":"{ products[] { name price(number) } next_page(url) }","url":"https://shop.example/lamps"}`,
		"usage":         "GET /v1/usage with the-key",
	} {
		if request := asked["curl"][operation]; request != want {
			t.Errorf("%s asks\n%s\nwant\n%s", operation, request, want)
		}
	}
}

// compact writes JSON in one way.
func compact(t *testing.T, text []byte) string {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Errorf("%s: %v", text, err)
	}
	written, err := json.Marshal(value)
	if err != nil {
		t.Error(err)
	}
	return string(written)
}
