package api_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/api"
	"assay/service/extract/assist"
	"assay/service/llm"
)

// withModel gives the API a model that answers with reply, or stalls if that is "",
// and counts its calls.
func withModel(t *testing.T, calls *atomic.Int64, reply func(purpose string) string) option {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		body, _ := io.ReadAll(r.Body)
		purpose := "fill"
		if strings.Contains(string(body), "You turn what a person wants") {
			purpose = "query"
		}
		content := reply(purpose)
		if content == "" {
			<-r.Context().Done()
			return
		}
		encoded, _ := json.Marshal(content)
		fmt.Fprintf(w, `{"choices":[{"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],"usage":{"prompt_tokens":50,"completion_tokens":5}}`, encoded)
	}))
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	return func(c *api.Config, _ *account.Config) {
		model, err := llm.New(llm.Config{URL: server.URL, Model: "m", Timeout: 300 * time.Millisecond, Log: c.Log})
		if err != nil {
			t.Fatal(err)
		}
		c.Assistant = assist.New(model, 0, slog.New(slog.DiscardHandler))
	}
}

// ferryPage says who steered, but not so that the engine sees it: in lower case and in no label.
const ferryPage = `<title>Notes</title><h1>Notes</h1><p>that night ines falk had the helm, as ever</p>`

func TestAssistant(t *testing.T) {
	t.Parallel()
	standard := map[string]any{"mode": "standard"}
	const ask = "{ title skipper mate }"
	for _, test := range []struct {
		name   string
		reply  string
		params map[string]any
		want   string
		calls  int64
	}{
		{"fast never calls out", `{"skipper":"ines falk"}`, nil, `{"title":"Notes","skipper":null,"mate":null}`, 0},
		{"what is on the page is taken, what is not is dropped", `{"skipper":"ines falk","mate":"Jane Doe"}`, standard, `{"title":"Notes","skipper":"ines falk","mate":null}`, 1},
		{"a model that stalls", "", standard, `{"title":"Notes","skipper":null,"mate":null}`, 1},
		{"a model that talks", "It is ines falk.", standard, `{"title":"Notes","skipper":null,"mate":null}`, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			var calls atomic.Int64
			s := start(t, withModel(t, &calls, func(string) string { return test.reply }))
			body := s.answered(s.query(object("query", ask, "html", ferryPage, "params", test.params)))
			if string(body.Data) != test.want {
				t.Errorf("data = %s, want %s", body.Data, test.want)
			}
			if calls.Load() != test.calls {
				t.Errorf("%d calls of the model, want %d", calls.Load(), test.calls)
			}
			if logged := s.logged(body.Metadata.RequestID); test.calls > 0 && !strings.Contains(logged, "prompt_tokens") {
				t.Errorf("the log does not tell what the call cost: %s", logged)
			}
		})
	}
}

// A prompt that may mean several queries is put to the model; its query is the
// generated one.
func TestAssistantReadsPrompts(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	s := start(t, withModel(t, &calls, func(purpose string) string {
		if purpose == "query" {
			return `{"query":"{ skipper }"}`
		}
		return `{"skipper":"ines falk"}`
	}))
	request := func(prompt, mode string) string {
		return object("prompt", prompt, "html", ferryPage, "params", map[string]any{"mode": mode})
	}
	body := s.answered(s.query(request("the products and their reviews, authors", "standard")))
	if string(body.Data) != `{"skipper":"ines falk"}` || body.Metadata.GeneratedQuery == nil || !strings.Contains(*body.Metadata.GeneratedQuery, "skipper") {
		t.Errorf("data = %s, query %v", body.Data, body.Metadata.GeneratedQuery)
	}
	before := calls.Load()
	body = s.answered(s.query(request("the products and their reviews, authors", "fast")))
	if strings.Contains(*body.Metadata.GeneratedQuery, "skipper") || calls.Load() != before {
		t.Errorf("fast: query %s, %d calls", *body.Metadata.GeneratedQuery, calls.Load()-before)
	}
	s.answered(s.query(request("the title", "standard")))
	if calls.Load() != before {
		t.Error("a prompt that was understood, and answered, was put to the model")
	}
}
