// Package llm asks a language model that the operator named, over the chat
// completions interface that OpenAI made and others speak too. A call has a time
// limit, answers in the form of a JSON Schema, and is left out for a while when
// the endpoint keeps failing. What was asked and answered is never logged, only
// what it cost.
//
// The client is Assay's own: of the whole interface it needs one request and five
// members of the reply, for which the official module adds 27 MB to the program
// and 1 ms to its start.
package llm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// Config says which model to ask, and how. Zero values mean the default in
// brackets.
type Config struct {
	URL     string           // of the interface, as https://host/v1
	Model   string           // the model's name there
	Key     string           // sent as a bearer token; "" for none
	Timeout time.Duration    // for one call [20 s]
	Log     *slog.Logger     // [slog.Default()]
	Now     func() time.Time // the breaker's clock [time.Now]
	Client  *http.Client     // [one that follows no redirects]

	// Observe is told how each call went: answered, failed, or resting if it was not
	// made. [nobody]
	Observe func(outcome string)
}

const defaultTimeout = 20 * time.Second

// maxReply bounds a reply, in bytes.
const maxReply = 4 << 20

// Client asks a model. It is safe for concurrent use.
type Client struct {
	cfg      Config // with its defaults
	endpoint string
	breaker  breaker
	warm     atomic.Bool // the model takes no temperature but its own
}

// New checks a Config. It does not call the endpoint.
func New(cfg Config) (*Client, error) {
	u, err := url.Parse(strings.TrimSpace(cfg.URL))
	switch {
	case err != nil: // its text quotes the address, which may have a password
		return nil, errors.New("the address of the language model is not a valid URL")
	case u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return nil, errors.New("the address of the language model must be an http or https URL, as https://host/v1")
	case u.User != nil:
		return nil, errors.New("the address of the language model must not hold a password; give the key apart")
	case strings.TrimSpace(cfg.Model) == "":
		return nil, errors.New("the name of the language model is missing")
	}
	if !strings.HasSuffix(u.Path, "/chat/completions") {
		u = u.JoinPath("chat", "completions")
	}
	cfg.Key = strings.TrimSpace(cfg.Key)
	cfg.Timeout = cmp.Or(cfg.Timeout, defaultTimeout)
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	// A redirect would take the key and the page to where nobody sent them.
	cfg.Client = cmp.Or(cfg.Client, &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }})
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Observe == nil {
		cfg.Observe = func(string) {}
	}
	return &Client{cfg: cfg, endpoint: u.String(), breaker: breaker{now: cfg.Now}}, nil
}

// Question is what a model is asked.
type Question struct {
	RequestID string          // of the request it is asked for, for the log
	Purpose   string          // one word for the log
	System    string          // what the model is to do
	Text      string          // what it is to do it with
	Schema    json.RawMessage // JSON Schema of the answer
}

// ErrResting says that the endpoint was not called because it failed lately.
var ErrResting = errors.New("the language model failed lately and is not asked for a while")

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type schema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

type format struct {
	Type   string `json:"type"`
	Schema schema `json:"json_schema"`
}

type request struct {
	Model       string    `json:"model"`
	Messages    []message `json:"messages"`
	Format      format    `json:"response_format"`
	Temperature *float64  `json:"temperature,omitempty"`
}

type reply struct {
	Choices []struct {
		Message struct {
			Content string `json:"content"`
			Refusal string `json:"refusal"`
		} `json:"message"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		PromptTokens     int `json:"prompt_tokens"`
		CompletionTokens int `json:"completion_tokens"`
	} `json:"usage"`
}

// Ask asks the model and returns its answer: a JSON object, which need not fit
// the schema if the endpoint does not hold the model to it. The error is
// ErrResting, ctx's, or tells what the endpoint did; it quotes nothing of what
// was asked and answered.
func (c *Client) Ask(ctx context.Context, q Question) (json.RawMessage, error) {
	if !c.breaker.enter() {
		c.cfg.Log.Info("language model", "request_id", q.RequestID, "purpose", q.Purpose, "outcome", "resting")
		c.cfg.Observe("resting")
		return nil, ErrResting
	}
	began := time.Now()
	limited, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	answer, err := c.call(limited, q)
	outcome := "answered"
	switch {
	case ctx.Err() != nil: // the asker's own end says nothing of the endpoint
		c.breaker.abandon()
		return nil, ctx.Err()
	case err == nil:
		c.breaker.succeed()
		c.cfg.Observe("answered")
	default:
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("the language model did not answer within %s", c.cfg.Timeout)
		}
		c.breaker.fail()
		c.cfg.Observe("failed")
		outcome = err.Error()
	}
	level := slog.LevelInfo
	if err != nil {
		level = slog.LevelWarn
	}
	c.cfg.Log.LogAttrs(context.WithoutCancel(ctx), level, "language model",
		slog.String("request_id", q.RequestID), slog.String("purpose", q.Purpose), slog.String("model", c.cfg.Model),
		slog.Int("prompt_tokens", answer.Usage.PromptTokens), slog.Int("completion_tokens", answer.Usage.CompletionTokens),
		slog.Duration("duration", time.Since(began)), slog.String("outcome", outcome))
	if err != nil {
		return nil, err
	}
	return json.RawMessage(answer.Choices[0].Message.Content), nil
}

// errRejected is the error of a reply that finds fault with the request.
var errRejected = errors.New("the language model replied with status 400: it does not take the request")

// call asks with the temperature at 0, so that the same page gets the same answer,
// and once more without one if the model takes none.
func (c *Client) call(ctx context.Context, q Question) (r reply, err error) {
	ask := request{
		Model:    c.cfg.Model,
		Messages: []message{{"system", q.System}, {"user", q.Text}},
		Format:   format{Type: "json_schema", Schema: schema{Name: "answer", Strict: true, Schema: strict(q.Schema)}},
	}
	if !c.warm.Load() {
		ask.Temperature = new(float64)
		if r, err = c.post(ctx, ask); !errors.Is(err, errRejected) {
			return r, err
		}
		ask.Temperature = nil
	}
	if r, err = c.post(ctx, ask); err == nil {
		c.warm.Store(true)
	}
	return r, err
}

// post makes one request. The reply may be partly filled when it returns an error.
func (c *Client) post(ctx context.Context, ask request) (r reply, err error) {
	body, err := json.Marshal(ask)
	if err != nil {
		return r, fmt.Errorf("writing the question: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return r, fmt.Errorf("making the request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if c.cfg.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.cfg.Key)
	}
	res, err := c.cfg.Client.Do(req)
	if err != nil {
		if wrapped, ok := errors.AsType[*url.Error](err); ok { // without the address
			err = wrapped.Err
		}
		return r, fmt.Errorf("calling the language model: %w", err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, maxReply+1))
	switch {
	case err != nil:
		return r, fmt.Errorf("reading the language model's reply: %w", err)
	case res.StatusCode == http.StatusBadRequest:
		return r, errRejected
	case res.StatusCode != http.StatusOK:
		return r, fmt.Errorf("the language model replied with status %d", res.StatusCode)
	case len(data) > maxReply:
		return r, fmt.Errorf("the language model's reply has more than %d MiB", maxReply>>20)
	case json.Unmarshal(data, &r) != nil:
		return r, errors.New("the language model's reply is not the JSON of a chat completion")
	case len(r.Choices) == 0:
		return r, errors.New("the language model's reply holds no answer")
	case r.Choices[0].Message.Refusal != "":
		return r, errors.New("the language model refused to answer")
	case r.Choices[0].FinishReason == "length":
		return r, errors.New("the language model's answer was cut off")
	}
	content := unfenced(r.Choices[0].Message.Content)
	if !strings.HasPrefix(content, "{") || !json.Valid([]byte(content)) {
		return r, errors.New("the language model's answer is not a JSON object")
	}
	r.Choices[0].Message.Content = content
	return r, nil
}

// unfenced takes off the code fence that models put around JSON.
func unfenced(s string) string {
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "```"); ok {
		rest = strings.TrimPrefix(rest, "json")
		s = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "```"))
	}
	return s
}

// strict takes out of a schema what strict endpoints reject.
func strict(s json.RawMessage) json.RawMessage {
	s = bytes.Replace(s, []byte(`"$schema":"https://json-schema.org/draft/2020-12/schema",`), nil, 1)
	return bytes.ReplaceAll(s, []byte(`,"format":"uri"`), nil) // cannot be inside a string: its quotes are bare
}
