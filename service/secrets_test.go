package service_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/command/runtest"
	"assay/service"
	"assay/service/servicetest"
)

// TestSecretsStaySecret goes over all endpoints, successes and failures, with keys,
// passwords, secret paths and pages that can be told apart, and looks for them in the
// log at its most talkative, in the metrics, in the errors and in the public pages.
func TestSecretsStaySecret(t *testing.T) {
	t.Parallel()
	dir, log := t.TempDir(), new(servicetest.Log)
	llmKey := filepath.Join(dir, "llm-key")
	if err := os.WriteFile(llmKey, []byte("sk-model-5ecre7"), 0o600); err != nil {
		t.Fatal(err)
	}
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "you sent "+r.Header.Get("Authorization"), http.StatusInternalServerError)
	}))
	defer model.Close()
	closed := servicetest.ClosedPort(t)
	database := servicetest.Database(t)
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	databasePassword, _ := address.User.Password()
	s := runtest.Start(t, service.Config{
		DataDir: dir, Database: database, LLMURL: model.URL + "/v1", LLMModel: "m", LLMKeyFile: llmKey,
		ManagedProxy: []service.ManagedProxy{{Country: "DE", URL: "http://operator:managed-5ecre7@" + closed}},
		Log:          slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})

	// never are secrets that no answer may hold either; hidden are those that some
	// answers are there to give.
	never := []string{"sk-model-5ecre7", "managed-5ecre7", "custom-5ecre7", databasePassword, s.Key.Reveal()}
	hidden := []string{"page-5ecre7", "asked_5ecre7", "portal password 5ecre7"}
	check := func(where, text string, secrets ...string) {
		t.Helper()
		for _, secret := range secrets {
			if secret != "" && strings.Contains(text, secret) {
				t.Errorf("%s: there is %q in\n%s", where, secret, text)
			}
		}
	}
	visitor := runtest.Browse(t)
	send := func(want int, method, path, contentType, body string) string {
		t.Helper()
		if !strings.HasPrefix(path, "http") {
			path = s.BaseURL + path
		}
		request, err := http.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", contentType)
		request.Header.Set("X-API-Key", s.Key.Reveal())
		response, err := visitor.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != want {
			t.Errorf("%s %s: %s, want %d: %s", method, response.Request.URL.Path, response.Status, want, text)
		}
		check(method+" "+path, string(text), never...)
		if want >= 400 {
			check(method+" "+path, string(text), hidden...)
		}
		return string(text)
	}
	const form, page = "application/x-www-form-urlencoded", `"html": "<h1>page-5ecre7</h1>"`
	post := func(want int, path, body string) string {
		t.Helper()
		return send(want, "POST", path, "application/json", body)
	}

	post(200, "/v1/query-data", `{"query": "{ asked_5ecre7(heading) }", `+page+`}`)
	post(200, "/v1/query-data", `{"query": "{ asked_5ecre7 zzz }", `+page+`, "params": {"mode": "standard"}}`)
	post(422, "/v1/query-data", `{"query": "{ a", `+page+`}`)
	post(400, "/v1/query-data", `{"html": "page-5ecre7", "key": "`+s.Key.Reveal()+`"`)
	for proxy, status := range map[string]int{
		`{"type": "custom", "url": "http://` + closed + `", "username": "u", "password": "custom-5ecre7"}`: 502,
		`{"type": "custom", "url": "http://u:custom-5ecre7@` + closed + `"}`:                               502,
		`{"type": "custom", "url": "ftp://u:custom-5ecre7@host", "password": "custom-5ecre7"}`:             422,
		`{"type": "managed", "country_code": "de"}`:                                                        502,
		`{"type": "managed", "password": "custom-5ecre7"}`:                                                 422,
	} {
		post(status, "/v1/query-data", `{"query": "{ asked_5ecre7 }", "url": "http://shop.example/page-5ecre7", "params": {"proxy": `+proxy+`}}`)
	}

	var upload bytes.Buffer
	parts := multipart.NewWriter(&upload)
	file, err := parts.CreateFormFile("file", "page-5ecre7.pdf")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(file, "%PDF-1.4 page-5ecre7")
	if err := parts.WriteField("body", `{"query": "{ asked_5ecre7 }"}`); err != nil {
		t.Fatal(err)
	}
	if err := parts.Close(); err != nil {
		t.Fatal(err)
	}
	send(422, "POST", "/v1/query-document", parts.FormDataContentType(), upload.String())

	var session struct {
		ID      string `json:"session_id"`
		BaseURL string `json:"base_url"`
	}
	if err := json.Unmarshal([]byte(post(201, "/v1/managed/sessions", `{"proxy": {"type": "custom", "url": "http://`+closed+`", "username": "u", "password": "custom-5ecre7"}}`)), &session); err != nil {
		t.Fatal(err)
	}
	path, err := url.Parse(session.BaseURL)
	if err != nil {
		t.Fatal(err)
	}
	secretPath := strings.Trim(path.Path, "/")
	if len(secretPath) < 20 {
		t.Fatalf("the session is at %s", session.BaseURL)
	}
	plain := "http" + strings.TrimPrefix(session.BaseURL, "https") // on loopback, both are spoken
	send(200, "GET", plain+"/json/version", "", "")
	send(200, "GET", plain+"/stream/0", "", "")
	send(404, "GET", plain+"/nothing", "", "")
	send(404, "GET", plain+"x/json/version", "", "")
	send(200, "GET", "/v1/managed/sessions", "", "")
	send(200, "GET", "/v1/managed/sessions/"+session.ID, "", "")
	send(204, "DELETE", "/v1/managed/sessions/"+session.ID, "", "")
	send(404, "DELETE", "/v1/managed/sessions/"+session.ID, "", "")

	send(200, "GET", "/v1/usage?api_key="+s.Key.Reveal(), "", "")
	send(401, "GET", "/v1/usage?api_key=assay_wrong-5ecre7", "", "")
	send(405, "PUT", "/v1/query-data?api_key="+s.Key.Reveal(), "", "page-5ecre7")
	for _, public := range []string{"/docs", "/openapi.json", "/healthz", "/readyz", "/portal/sign-in"} {
		check(public, send(200, "GET", public, "", ""), append(hidden, secretPath)...)
	}

	token := func(page string) string {
		t.Helper()
		found := regexp.MustCompile(`name="csrf_token" value="([^"]+)"`).FindStringSubmatch(page)
		if found == nil {
			t.Fatalf("no form:\n%s", page)
		}
		return found[1]
	}
	in, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(write, "portal password 5ecre7")
	write.Close()
	if err := service.SetPortalPassword(t.Context(), dir, database, in, io.Discard); err != nil {
		t.Fatal(err)
	}
	signIn := url.Values{"csrf_token": {token(send(200, "GET", "/portal/sign-in", "", ""))}, "password": {"portal password 5ecre7, not quite"}}
	send(403, "POST", "/portal/sign-in", form, signIn.Encode())
	signIn.Set("password", "portal password 5ecre7")
	send(200, "POST", "/portal/sign-in", form, signIn.Encode())
	keys := send(200, "GET", "/portal/keys", "", "")
	created := send(200, "POST", "/portal/keys", form, url.Values{"csrf_token": {token(keys)}, "name": {"new"}, "scope_query": {"on"}}.Encode())
	made := regexp.MustCompile(`assay_[A-Za-z0-9_-]{20,}`).FindString(created)
	if made == "" {
		t.Fatalf("no key is shown:\n%s", created)
	}
	send(200, "POST", "/portal/playground", form, url.Values{
		"csrf_token": {token(keys)}, "ask": {"query"}, "query": {"{ asked_5ecre7(heading) }"}, "source": {"html"}, "html": {"<h1>page-5ecre7</h1>"}, "mode": {"fast"},
	}.Encode())

	secrets := append(append(never, hidden...), secretPath, made, "assay_wrong-5ecre7")
	metrics := send(200, "GET", "/metrics", "", "")
	check("the metrics", metrics, secrets...)
	if !strings.Contains(metrics, `assay_llm_calls_total{outcome="failed"} 1`) {
		t.Error("the language model was not asked, so that its key was not tried")
	}
	s.Stop()
	if err := s.Wait(t); err != nil {
		t.Error(err)
	}
	written := log.String()
	if strings.Count(written, "msg=request") < 30 {
		t.Errorf("the log is too short to show anything:\n%s", written)
	}
	check("the log", written, secrets...)
}
