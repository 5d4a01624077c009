package llm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/query"
	"assay/service/llm"
	"assay/service/servicetest"
)

const key = "sk-secret-of-the-operator"

// endpoint is a server whose replies a test sets.
type endpoint struct {
	*httptest.Server
	calls atomic.Int64
	reply atomic.Pointer[http.HandlerFunc]
}

func serve(t *testing.T, reply http.HandlerFunc) *endpoint {
	e := &endpoint{}
	e.reply.Store(&reply)
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.calls.Add(1)
		(*e.reply.Load())(w, r)
	}))
	t.Cleanup(e.Close)
	t.Cleanup(e.CloseClientConnections)
	return e
}

func (e *endpoint) set(reply http.HandlerFunc) { e.reply.Store(&reply) }

// completion is a language model's reply, in the format of chat completions.
func completion(content string) string {
	text, err := json.Marshal(content)
	if err != nil {
		panic(err) // of a string
	}
	return fmt.Sprintf(`{"id":"c1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],"usage":{"prompt_tokens":321,"completion_tokens":12,"total_tokens":333}}`, text)
}

func says(content string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, completion(content)) }
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func newClient(t *testing.T, cfg llm.Config) (*llm.Client, *bytes.Buffer) {
	t.Helper()
	log := new(bytes.Buffer)
	cfg.Log = slog.New(slog.NewJSONHandler(log, nil))
	cfg.Model, cfg.Key = "small-one", key
	c, err := llm.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c, log
}

func question(t *testing.T) llm.Question {
	q, err := query.Parse("{ name link(url) }")
	if err != nil {
		t.Fatal(err)
	}
	return llm.Question{RequestID: "r-1", Purpose: "fill", System: "rules", Text: "a private page", Schema: q.JSONSchema()}
}

func TestWireFormat(t *testing.T) {
	var got struct {
		Model    string
		Messages []struct{ Role, Content string }
		Format   struct {
			Type   string
			Schema struct {
				Name   string
				Strict bool
				Schema json.RawMessage
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	e := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer "+key || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s %v", r.Method, r.URL, r.Header)
		}
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
			t.Error(err)
		}
		says("```json\n{\"name\":\"Ann\"}\n```")(w, r)
	})
	c, log := newClient(t, llm.Config{URL: e.URL + "/v1/"})
	answer, err := c.Ask(t.Context(), question(t))
	if err != nil || string(answer) != `{"name":"Ann"}` {
		t.Fatalf("answer %s, error %v", answer, err)
	}
	if got.Model != "small-one" || len(got.Messages) != 2 || got.Messages[0].Role != "system" || got.Messages[0].Content != "rules" || got.Messages[1].Role != "user" || got.Messages[1].Content != "a private page" {
		t.Errorf("asked %+v", got)
	}
	schema := string(got.Format.Schema.Schema)
	if got.Format.Type != "json_schema" || !got.Format.Schema.Strict || got.Format.Schema.Name == "" ||
		!strings.Contains(schema, `"required":["name","link"]`) || strings.Contains(schema, "$schema") || strings.Contains(schema, `"uri"`) {
		t.Errorf("response_format %+v with schema %s", got.Format, schema)
	}
	line := log.String()
	for _, want := range []string{`"prompt_tokens":321`, `"completion_tokens":12`, `"request_id":"r-1"`, `"model":"small-one"`} {
		if !strings.Contains(line, want) {
			t.Errorf("the log lacks %s: %s", want, line)
		}
	}
	for _, secret := range []string{key, "Ann", "private", e.URL} {
		if strings.Contains(line, secret) {
			t.Errorf("the log holds %q: %s", secret, line)
		}
	}
}

func TestFailures(t *testing.T) {
	const stalls = "did not answer within 200ms"
	for _, test := range []struct {
		name  string
		reply http.HandlerFunc
		want  string
	}{
		{"status", status(503), "503"},
		{"not found", status(404), "404"},
		{"bad request", status(400), "400"},
		{"redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, "307"},
		{"rubbish", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>rubbish</html>") }, "not the JSON"},
		{"no choices", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"choices":[]}`) }, "no answer"},
		{"prose", says("Sure! The name is Ann."), "not a JSON object"},
		{"half an object", says(`{"name":"An`), "not a JSON object"},
		{"an array", says(`["Ann"]`), "not a JSON object"},
		{"cut off", func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, strings.Replace(completion(`{"name":"Ann"}`), `"stop"`, `"length"`, 1))
		}, "cut off"},
		{"refusal", func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, `{"choices":[{"message":{"content":null,"refusal":"I can't"},"finish_reason":"stop"}]}`)
		}, "refused"},
		{"endless", func(w http.ResponseWriter, _ *http.Request) {
			w.Write(bytes.Repeat([]byte("x"), 5<<20))
		}, "more than"},
		{"stalls", func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}, stalls},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := serve(t, test.reply)
			var outcomes []string
			cfg := llm.Config{URL: e.URL, Observe: func(outcome string) { outcomes = append(outcomes, outcome) }}
			if test.want == stalls {
				cfg.Timeout = 200 * time.Millisecond
			}
			c, log := newClient(t, cfg)
			answer, err := c.Ask(t.Context(), question(t))
			if err == nil || !strings.Contains(err.Error(), test.want) || answer != nil {
				t.Errorf("answer %s, error %v; want one with %q", answer, err, test.want)
			}
			if len(outcomes) != 1 || outcomes[0] != "failed" {
				t.Errorf("the outcomes are %q", outcomes)
			}
			if s := log.String() + fmt.Sprint(err); strings.Contains(s, key) || strings.Contains(s, "Ann") || strings.Contains(s, e.Listener.Addr().String()) {
				t.Errorf("what nobody should read: %s", s)
			}
		})
	}
	c, _ := newClient(t, llm.Config{URL: "http://127.0.0.1:1/v1"})
	if _, err := c.Ask(t.Context(), question(t)); err == nil || strings.Contains(err.Error(), "/v1") {
		t.Errorf("nobody there: %v", err)
	}
}

// A model that takes no temperature is asked without one from then on.
func TestTemperature(t *testing.T) {
	e := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if bytes.Contains(body, []byte(`"temperature"`)) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		says(`{"name":null}`)(w, r)
	})
	c, _ := newClient(t, llm.Config{URL: e.URL})
	for range 2 {
		if _, err := c.Ask(t.Context(), question(t)); err != nil {
			t.Fatal(err)
		}
	}
	if n := e.calls.Load(); n != 3 {
		t.Errorf("%d calls, want 3", n)
	}
}

func TestBreaker(t *testing.T) {
	e := serve(t, status(500))
	at := servicetest.NewClock(time.Unix(1e9, 0))
	c, log := newClient(t, llm.Config{URL: e.URL, Now: at.Now})
	ask := func(want error, calls int64) {
		t.Helper()
		before := e.calls.Load()
		_, err := c.Ask(t.Context(), question(t))
		if errors.Is(err, llm.ErrResting) != (want == llm.ErrResting) || (err == nil) != (want == nil) {
			t.Errorf("error %v, want %v", err, want)
		}
		if n := e.calls.Load() - before; n != calls {
			t.Errorf("%d calls, want %d", n, calls)
		}
	}
	failed := errors.New("any")
	ask(failed, 1)
	ask(failed, 1)
	ask(failed, 1)
	ask(llm.ErrResting, 0) // open
	at.Pass(29 * time.Second)
	ask(llm.ErrResting, 0)
	at.Pass(2 * time.Second)
	ask(failed, 1) // half open; the trial fails, and the rest doubles
	at.Pass(31 * time.Second)
	ask(llm.ErrResting, 0)
	at.Pass(30 * time.Second)
	e.set(says(`{"name":"Ann"}`))
	ask(nil, 1) // the trial succeeds: closed
	ask(nil, 1)
	e.set(status(500))
	ask(failed, 1)
	ask(failed, 1)
	e.set(says(`{}`))
	ask(nil, 1) // a success between failures starts the count again
	if !strings.Contains(log.String(), "resting") {
		t.Error("the log does not say that the model was not asked")
	}
}

// While the breaker is half open, only one call is out; and a caller that leaves
// tells nothing of the endpoint.
func TestHalfOpen(t *testing.T) {
	e := serve(t, status(500))
	at := servicetest.NewClock(time.Unix(1e9, 0))
	c, _ := newClient(t, llm.Config{URL: e.URL, Now: at.Now})
	for range 3 {
		c.Ask(t.Context(), question(t))
	}
	at.Pass(time.Minute)
	entered := make(chan struct{})
	e.set(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		close(entered)
		<-r.Context().Done()
	})
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		_, err := c.Ask(ctx, question(t))
		left <- err
	}()
	<-entered
	if _, err := c.Ask(t.Context(), question(t)); !errors.Is(err, llm.ErrResting) {
		t.Errorf("a second call during the trial: %v", err)
	}
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("the caller that left: %v", err)
	}
	e.set(says(`{}`))
	if _, err := c.Ask(t.Context(), question(t)); err != nil {
		t.Errorf("the next trial: %v", err)
	}
}

func TestConfig(t *testing.T) {
	for _, cfg := range []llm.Config{
		{URL: "host/v1", Model: "m"},
		{URL: "ftp://host/v1", Model: "m"},
		{URL: "https://me:hunter2@host/v1", Model: "m"},
		{URL: "https://me:hunter2@ho st/v1", Model: "m"},
		{URL: "https://host/v1"},
	} {
		_, err := llm.New(cfg)
		if err == nil {
			t.Errorf("%+v is accepted", cfg)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("the error holds the password: %v", err)
		}
	}
}
