package command_test

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
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"assay/client"
	"assay/command"
	"assay/query"
	embedded "assay/service"
	"assay/wire"
	"assay/wire/datadir"
	"assay/wire/pages/documenttest"
)

// startService runs a service of its own on loopback until the test ends.
func startService(t *testing.T, cfg embedded.Config) *client.Client {
	t.Helper()
	cfg.Listen, cfg.DataDir, cfg.Log = "127.0.0.1:0", t.TempDir(), slog.New(slog.DiscardHandler)
	ctx, stop := context.WithCancel(t.Context())
	lines, line := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := embedded.Run(ctx, cfg, line)
		line.CloseWithError(fmt.Errorf("the service ended: %w", err))
		done <- err
	}()
	t.Cleanup(func() { stop(); <-done })
	var info datadir.Info
	if err := json.NewDecoder(lines).Decode(&info); err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, lines)
	key, err := datadir.ReadKey(cfg.DataDir)
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.New(client.Config{BaseURL: info.BaseURL, APIKey: key.Reveal(), CAFile: info.CAFile})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// agent is an agent at assay mcp.
type agent struct {
	*mcp.ClientSession
	t       *testing.T
	outputs map[string]*jsonschema.Schema // of the tools' answers
	ended   chan error                    // gets what assay mcp returned
}

func startAgent(t *testing.T, o command.MCPOptions, options *mcp.ClientOptions) *agent {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	a := &agent{t: t, ended: make(chan error, 1), outputs: map[string]*jsonschema.Schema{}}
	go func() { a.ended <- command.MCP(t.Context(), o, there) }()
	var err error
	if a.ClientSession, err = mcp.NewClient(&mcp.Implementation{Name: "test"}, options).Connect(t.Context(), here, nil); err != nil {
		t.Fatal(err)
	}
	tools, err := a.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource(tool.Name, tool.OutputSchema); err != nil {
			t.Fatal(err)
		}
		if a.outputs[tool.Name], err = compiler.Compile(tool.Name); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// call calls a tool, checks the answer against the tool's schema, and decodes it into v.
// It returns all of it as text.
func (a *agent) call(tool string, arguments, v any) string {
	a.t.Helper()
	result, err := a.CallTool(a.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		a.t.Fatalf("%s: %v", tool, err)
	}
	text := result.Content[0].(*mcp.TextContent).Text
	if result.IsError {
		if v != nil {
			a.t.Fatalf("%s: %s", tool, text)
		}
		return text
	}
	if err := a.outputs[tool].Validate(result.StructuredContent); err != nil {
		a.t.Errorf("%s: the answer is not as described: %v\n%s", tool, err, text)
	}
	if v == nil {
		a.t.Fatalf("%s was answered, not refused: %s", tool, text)
	}
	if err := json.Unmarshal([]byte(text), v); err != nil {
		a.t.Fatal(err)
	}
	return text
}

// answer is what the tools that ask a question answer.
type answer struct {
	Data      json.RawMessage
	Query     *string `json:"generated_query"`
	Calls     int
	CallsLeft *int `json:"calls_left"`
}

type object = map[string]any

// TestMCP uses every tool as an agent does, with a real service.
func TestMCP(t *testing.T) {
	c := startService(t, embedded.Config{})
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `<!doctype html><meta charset="utf-8"><h1>Lamps</h1>
			<table><tr><th>Name<th>Price<tr><td>Zinc lamp<td>12.50 €<tr><td>Alder lamp<td>8.00 €</table>`)
	}))
	defer site.Close()
	gone := httptest.NewServer(nil)
	gone.Close()
	invoice := filepath.Join(t.TempDir(), "invoice.pdf")
	if err := os.WriteFile(invoice, documenttest.PDF(
		[]documenttest.Text{{X: 50, Y: 100, Size: 12, Text: "Invoice number: 4711"}},
		[]documenttest.Text{{X: 50, Y: 100, Size: 12, Text: "Total: 95.20"}}), 0o600); err != nil {
		t.Fatal(err)
	}
	foreign, err := c.CreateSession(t.Context(), wire.SessionRequest{ShutdownMode: wire.ShutdownOnInactivity})
	if err != nil {
		t.Fatal(err)
	}

	a := startAgent(t, command.MCPOptions{Limited: true, MaxCalls: 6, Connect: func(context.Context) (*client.Client, error) { return c, nil }}, nil)
	var got answer
	text := a.call("query_page", object{"url": site.URL, "query": "{ title lamps[] { price(number) name } }", "evidence": true, "screenshot": true}, &got)
	if want := `{"title":"Lamps","lamps":[{"price":12.5,"name":"Zinc lamp"},{"price":8,"name":"Alder lamp"}]}`; string(got.Data) != want {
		t.Errorf("a page gave %s, want %s, in that order", got.Data, want)
	}
	if got.Calls != 1 || *got.CallsLeft != 5 || !strings.Contains(text, `"evidence":[{`) {
		t.Errorf("the answer of a page: %s", text)
	}
	a.call("query_page", object{"html": "<h1>Raw</h1>", "prompt": "the title"}, &got)
	if got.Query == nil || !strings.Contains(string(got.Data), "Raw") {
		t.Errorf("a prompt gave %s", got.Data)
	}
	a.call("query_document", object{"path": invoice, "query": "{ invoice_number total(number) }"}, &got)
	if string(got.Data) != `{"invoice_number":"4711","total":95.2}` || got.Calls != 2 || *got.CallsLeft != 2 {
		t.Errorf("a document of two pages gave %s for %d calls, %d are left", got.Data, got.Calls, *got.CallsLeft)
	}

	var session struct {
		ID  string `json:"session_id"`
		CDP string `json:"cdp_url"`
	}
	a.call("open_session", object{}, &session)
	if !strings.HasPrefix(session.CDP, "ws://127.0.0.1:") {
		t.Errorf("on this machine a session is at %s", session.CDP)
	}
	var list struct {
		Sessions []struct {
			ID string `json:"session_id"`
		}
	}
	if a.call("list_sessions", nil, &list); len(list.Sessions) != 1 || list.Sessions[0].ID != session.ID {
		t.Errorf("the agent lists %v, want its own session only", list.Sessions)
	}
	if a.call("query_session", object{"session_id": session.ID, "query": "{ title }"}, &got); string(got.Data) != `{"title":null}` {
		t.Errorf("a blank page gave %s", got.Data)
	}
	for _, tool := range []string{"query_session", "end_session"} {
		if said := a.call(tool, object{"session_id": foreign.ID}, nil); !strings.Contains(said, "was opened here") {
			t.Errorf("%s of a session that is not the agent's: %s", tool, said)
		}
	}

	var usage struct {
		Used  int `json:"current_cycle_usage"`
		Spent int `json:"calls_spent_here"`
	}
	// What the service refuses, and what cannot be reached, costs nothing.
	for _, test := range []struct {
		tool      string
		arguments object
		says      string
	}{
		{"query_page", object{"html": "<p>", "query": "{ a"}, "assay://query-language"},
		{"query_page", object{"query": "{ a }"}, "url or html must be given"},
		{"query_page", object{"url": gone.URL, "query": "{ a }"}, "it cost nothing"},
		{"query_page", object{"url": site.URL, "query": "{ a }", "mode": "deep"}, "mode"},
		{"query_document", object{"path": invoice + "x", "query": "{ a }"}, "no such file"},
		{"query_document", object{"path": invoice, "query": "{ a }"}, "--max-calls"},
	} {
		if said := a.call(test.tool, test.arguments, nil); !strings.Contains(said, test.says) {
			t.Errorf("%s %v says %q, want something with %q", test.tool, test.arguments, said, test.says)
		}
	}
	if a.call("usage", nil, &usage); usage.Used != 5 || usage.Spent != 5 {
		t.Errorf("the service counts %d calls, the agent %d; want 5", usage.Used, usage.Spent)
	}

	var second struct {
		ID string `json:"session_id"`
	}
	a.call("open_session", object{}, &second)
	var ended struct{ Ended bool }
	for _, when := range []string{"first", "second"} {
		if a.call("end_session", object{"session_id": second.ID}, &ended); !ended.Ended {
			t.Errorf("a session that the agent opened was not ended at the %s call", when)
		}
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if err := <-a.ended; err != nil {
		t.Errorf("assay mcp ended with %v", err)
	}
	if info, err := c.Session(t.Context(), session.ID); err != nil || info.Alive() {
		t.Errorf("the agent's session outlived it: %v, %v", info, err)
	}
	if info, err := c.Session(t.Context(), foreign.ID); err != nil || !info.Alive() {
		t.Errorf("the agent took another's session along: %v, %v", info, err)
	}
}

// TestMCPWait: a call that takes long says so again and again, and ends when the agent
// cancels it.
func TestMCPWait(t *testing.T) {
	c := startService(t, embedded.Config{})
	reached, left := make(chan struct{}), make(chan struct{})
	site := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(reached)
		<-r.Context().Done()
		close(left)
	}))
	defer site.Close()
	told := make(chan *mcp.ProgressNotificationParams, 100)
	a := startAgent(t, command.MCPOptions{Connect: func(context.Context) (*client.Client, error) { return c, nil }}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) { told <- r.Params },
	})
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() {
		params := &mcp.CallToolParams{Name: "query_page", Arguments: object{"url": site.URL, "query": "{ a }"}}
		params.SetProgressToken("page")
		_, err := a.CallTool(ctx, params)
		result <- err
	}()
	<-reached
	for last := -1.0; last < 1; {
		said := <-told
		if said.Progress <= last || said.ProgressToken != "page" || said.Message == "" {
			t.Fatalf("progress %+v after %v", said, last)
		}
		last = said.Progress
	}
	cancel()
	if err := <-result; err == nil {
		t.Error("a call that was cancelled was answered")
	}
	select {
	case <-left:
	case <-time.After(20 * time.Second):
		t.Error("the page is still being loaded although the agent cancelled the call")
	}
}

// TestMCPStream: what an agent asked is answered although its input has ended, and a line
// that is no message does not end the server.
func TestMCPStream(t *testing.T) {
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	const usage = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"usage","arguments":{}}}`
	for _, test := range []struct {
		sent string
		want []string // of the answers, in any order
	}{
		{usage, []string{`"id":2,"result":{"content":[{"type":"text","text":"there is no service"}]`}},
		{"garbage\n\n" + usage, []string{`"code":-32700`, `"id":null`, `"id":2,"result"`}},
		{"{}\n[" + usage + "]\n[]\n[1]\n", []string{`"code":-32600`, `"id":2,"result"`}},
	} {
		ended, end := io.Pipe()
		read := make(chan struct{})
		go func() {
			io.WriteString(end, hello+test.sent)
			end.Close()
			close(read)
		}()
		connect := func(ctx context.Context) (*client.Client, error) {
			<-read
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, errors.New("there is no service")
		}
		var out bytes.Buffer
		if err := command.MCP(t.Context(), command.MCPOptions{Connect: connect}, command.AgentStream(ended, &out)); err != nil {
			t.Errorf("%q: %v", test.sent, err)
		}
		for _, want := range test.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%q is answered by\n%s, want %s", test.sent, out.String(), want)
			}
		}
	}
}

// TestMCPDescribes: the language that agents are taught is the one that is read, and its
// tools say what they cost.
func TestMCPDescribes(t *testing.T) {
	a := startAgent(t, command.MCPOptions{Connect: func(context.Context) (*client.Client, error) {
		return nil, fmt.Errorf("the service of this machine: %w", os.ErrPermission)
	}}, nil)
	resource, err := a.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "assay://query-language"})
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(resource.Contents[0].Text, "```")
	if len(parts) < 9 {
		t.Errorf("the language has %d examples", len(parts)/2)
	}
	for i := 1; i < len(parts); i += 2 {
		if _, err := query.Parse(parts[i]); err != nil {
			t.Errorf("%s: %v", parts[i], err)
		}
	}
	tools, err := a.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
		input, err := json.Marshal(tool.InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(input, []byte(`"null"`)) {
			t.Errorf("%s takes null, which some clients do not know: %s", tool.Name, input)
		}
		if strings.HasPrefix(tool.Name, "query_") && (!strings.Contains(tool.Description, "Costs 1 call") || !bytes.Contains(input, []byte(`"enum":["fast","standard"]`))) {
			t.Errorf("%s: %s %s", tool.Name, tool.Description, input)
		}
	}
	if want := []string{"end_session", "list_sessions", "open_session", "query_document", "query_page", "query_session", "usage"}; !slices.Equal(names, want) {
		t.Errorf("tools %v, want %v", names, want)
	}
	if said := a.call("usage", nil, nil); !strings.Contains(said, "the service of this machine: permission denied") {
		t.Errorf("a service that cannot be started: %s", said)
	}
}
