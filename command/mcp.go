package command

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"assay/client"
	"assay/query"
	"assay/wire"
	"assay/workspace/background"
)

// languageURI names the description of the query language to agents.
const languageURI = "assay://query-language"

func mcpCommand() *cobra.Command {
	var t target
	var o MCPOptions
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Offer the service to agents as tools, over standard input and output",
		Long: `Speaks the Model Context Protocol over standard input and output. An agent that starts it
can extract data from web pages, documents and the pages of remote browsers. Each answer
says how many calls it cost. An agent sees only the sessions that it opened, and they end
with this command.`,
		Example: `  claude mcp add assay -- assay mcp --max-calls 200`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Limited = cmd.Flags().Changed("max-calls"); o.MaxCalls < 0 {
				return &UsageError{fmt.Sprintf("--max-calls must be 0 or more, not %d", o.MaxCalls)}
			}
			p, err := t.profile()
			if err != nil {
				return err
			}
			if isTerminal(os.Stdin) {
				fmt.Fprintln(os.Stderr, "Waiting for an agent on standard input. Press Ctrl+C to stop.")
			}
			// The service of this machine stops when it is idle: each call finds it anew.
			o.Connect = func(ctx context.Context) (*client.Client, error) { return t.connect(ctx, p) }
			// An agent that goes while it is answered must not keep its sessions from being ended.
			signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
			return MCP(cmd.Context(), o, AgentStream(os.Stdin, os.Stdout))
		},
	}
	cmd.Flags().Int64Var(&o.MaxCalls, "max-calls", 0, "`calls` that the agent may spend [any]")
	t.addFlags(cmd.Flags())
	return cmd
}

// MCPOptions says what assay mcp serves. Connect is required.
type MCPOptions struct {
	Connect  func(context.Context) (*client.Client, error) // to the service, for each tool that is called
	Limited  bool
	MaxCalls int64 // that may be spent, if Limited
}

// MCP runs assay mcp until the agent closes transport or ctx ends, and then ends the
// sessions that the agent opened.
func MCP(ctx context.Context, o MCPOptions, transport mcp.Transport) error {
	a := &agent{options: o, sessions: map[string]*client.Client{}}
	server := mcp.NewServer(&mcp.Implementation{Name: "assay", Title: "Assay", Version: background.Version()}, &mcp.ServerOptions{
		Instructions: "Assay extracts structured data from web pages, PDFs and images, and runs remote browsers. " +
			"Ask with a query, whose language the resource " + languageURI + " describes, or with a prompt in plain words. " +
			"A page costs 1 call, a document 1 for each PDF page or image; what fails costs nothing. " +
			"Every value is read from the page; what is not there is null.",
		Capabilities: &mcp.ServerCapabilities{},
	})
	server.AddResource(&mcp.Resource{URI: languageURI, Name: "query-language", Title: "The query language", MIMEType: "text/markdown",
		Description: "How to write a query, with examples."},
		func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: languageURI, MIMEType: "text/markdown", Text: query.Guide}}}, nil
		})
	a.addTools(server)
	err := server.Run(ctx, transport)
	if failed := a.endSessions(context.WithoutCancel(ctx)); err == nil || ctx.Err() != nil {
		err = failed
	}
	return err
}

// agent is what one agent has spent and opened.
type agent struct {
	options MCPOptions

	mu       sync.Mutex
	spent    int64
	sessions map[string]*client.Client // that it opened, and where
	closed   bool
}

// reserve takes calls that are about to be spent. unless gives them back if they were
// not: the service refused, or was not reached. Where no answer came, they may have been.
func (a *agent) reserve(calls int64) (unless func(error), err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if left := a.options.MaxCalls - a.spent; a.options.Limited && calls > left {
		return nil, fmt.Errorf("this costs %d, and %d of the %d calls that the user allows (--max-calls) are left: ask the user for more", calls, left, a.options.MaxCalls)
	}
	a.spent += calls
	return func(err error) {
		var refused *client.Error
		if errors.As(err, &refused) && refused.Status >= http.StatusBadRequest || errors.Is(err, client.ErrUnreachable) {
			a.mu.Lock()
			defer a.mu.Unlock()
			a.spent -= calls
		}
	}, nil
}

// left returns what may still be spent, nil for any.
func (a *agent) left() *int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.options.Limited {
		return nil
	}
	left := a.options.MaxCalls - a.spent
	return &left
}

// opened notes a session of the agent's, unless the agent has gone.
func (a *agent) opened(id string, at *client.Client) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.closed {
		a.sessions[id] = at
	}
	return !a.closed
}

// checkOwner refuses a session that the agent did not open.
func (a *agent) checkOwner(id string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.sessions[id] == nil {
		return fmt.Errorf("no session %q was opened here: list_sessions names those that were, open_session opens one", id)
	}
	return nil
}

// endTime bounds the end of the sessions that an agent leaves behind.
const endTime = 20 * time.Second

func (a *agent) endSessions(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, endTime)
	defer cancel()
	a.mu.Lock()
	a.closed = true
	left := maps.Clone(a.sessions)
	a.mu.Unlock()
	var failed []error
	for id, at := range left {
		if err := at.EndSession(ctx, id); err != nil && !errors.Is(err, client.ErrUnknownSession) && !errors.Is(err, client.ErrUnreachable) {
			failed = append(failed, fmt.Errorf("session %s: %w", id, err))
		}
	}
	return errors.Join(failed...)
}

// choices are the values that arguments take, the first by default.
var choices = map[string][]any{
	"mode":              {wire.ModeFast, wire.ModeStandard},
	"browser_profile":   {wire.ProfileLight, wire.ProfileStealth},
	"browser_ua_preset": {wire.PresetLinux, wire.PresetMacOS, wire.PresetWindows},
	"shutdown_mode":     {wire.ShutdownOnInactivity, wire.ShutdownOnDisconnect},
}

// job is one call of a tool.
type job struct {
	*client.Client
	pictures []mcp.Content // that go with the answer

	mu   sync.Mutex
	says string // what it does, for the agent's user
}

func (j *job) say(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.says = fmt.Sprintf(format, args...)
}

// addTool adds a tool whose arguments and answer are described by their types. The answer
// keeps the order of its fields, as the data of a query has to.
func addTool[In, Out any](s *mcp.Server, a *agent, tool mcp.Tool, run func(context.Context, *job, In) (Out, error)) {
	input, err := jsonschema.For[In](nil)
	output, other := jsonschema.For[Out](nil)
	if err := errors.Join(err, other); err != nil {
		panic(err) // of types of ours
	}
	dropNull(input)
	dropNull(output)
	for name, property := range input.Properties {
		if property.Enum = choices[name]; property.Enum != nil {
			property.Default, _ = json.Marshal(property.Enum[0])
		}
	}
	if data := output.Properties["data"]; data != nil {
		data.Type = "object"
	}
	tool.InputSchema, tool.OutputSchema = input, output
	if input.Properties == nil { // some clients want them said
		tool.InputSchema = map[string]any{"type": "object", "properties": map[string]any{}}
	}
	mcp.AddTool(s, &tool, func(ctx context.Context, request *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		j := &job{says: "finding the service"}
		defer j.report(ctx, request)()
		var err error
		if j.Client, err = a.options.Connect(ctx); err != nil {
			return nil, nil, err
		}
		defer j.CloseIdleConnections()
		out, err := run(ctx, j, in)
		if err != nil {
			return nil, nil, advise(err)
		}
		text, err := json.Marshal(out)
		if err != nil {
			return nil, nil, err
		}
		return &mcp.CallToolResult{
			Content:           append([]mcp.Content{&mcp.TextContent{Text: string(text)}}, j.pictures...),
			StructuredContent: json.RawMessage(text),
		}, nil, nil
	})
}

// dropNull lets what may be left out have one type: some clients refuse tools that name two.
func dropNull(s *jsonschema.Schema) {
	for name, property := range s.Properties {
		if slices.Contains(property.Types, "null") && !slices.Contains(s.Required, name) {
			property.Type, property.Types = property.Types[1], nil
		}
		dropNull(property)
	}
	if s.Items != nil {
		dropNull(s.Items)
	}
}

// reportEvery is how often an agent that waits is told so: many give up on what is silent.
const reportEvery = time.Second

// report tells the agent how a job goes, if it asked for that, until done is called.
func (j *job) report(ctx context.Context, request *mcp.CallToolRequest) (done func()) {
	token := request.Params.GetProgressToken()
	if token == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var told sync.WaitGroup
	told.Go(func() {
		began, ticker := time.Now(), time.NewTicker(reportEvery)
		defer ticker.Stop()
		for ctx.Err() == nil {
			j.mu.Lock()
			says := j.says
			j.mu.Unlock()
			// An agent that has gone is noticed by the answer.
			request.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: time.Since(began).Seconds(), Message: says})
			select {
			case <-ticker.C:
			case <-ctx.Done():
			}
		}
	})
	return func() { cancel(); told.Wait() }
}

// advise adds to an error what an agent can do about it.
func advise(err error) error {
	advice := ""
	var refused *client.Error
	switch {
	case errors.Is(err, client.ErrUnauthorized):
		advice = "the user has to give `assay mcp` another API key"
	case errors.Is(err, client.ErrQuotaExhausted):
		advice = "only the user can get more calls"
	case errors.Is(err, client.ErrUnknownSession):
		advice = "open another with open_session"
	case errors.As(err, &refused) && refused.Code == "invalid_query":
		advice = "the resource " + languageURI + " describes the language; or give a prompt instead"
	case errors.As(err, &refused) && refused.Status >= 500 && refused.RetryAfter == 0:
		advice = "it cost nothing"
	default:
		return err
	}
	return fmt.Errorf("%w; %s", err, advice)
}

// asked is what every query takes.
type asked struct {
	Query    string `json:"query,omitempty" jsonschema:"what to extract, such as { products[] { name price(number) } next_page(url) }; or give a prompt"`
	Prompt   string `json:"prompt,omitempty" jsonschema:"what to extract, in plain words, such as: all products with name and price"`
	Mode     string `json:"mode,omitempty" jsonschema:"standard looks deeper and takes longer"`
	Evidence bool   `json:"evidence,omitempty" jsonschema:"say where each value was read"`
}

// answered is what every query answers.
type answered struct {
	Data       any             `json:"data" jsonschema:"in the shape of the query; null is what is not on the page"`
	Query      *string         `json:"generated_query,omitempty" jsonschema:"the query that was made of the prompt"`
	Evidence   []wire.Evidence `json:"evidence,omitempty"`
	PageStatus int             `json:"page_status,omitempty" jsonschema:"the HTTP status of the page, if it is an error's"`
	Unfinished bool            `json:"page_unfinished,omitempty" jsonschema:"the page had not finished loading: it was read as far as it had come"`
	RequestID  string          `json:"request_id"`
	Calls      int64           `json:"calls" jsonschema:"what this cost"`
	CallsLeft  *int64          `json:"calls_left,omitempty" jsonschema:"what the user still lets you spend"`
}

// query makes a query that costs calls and puts its answer together.
func (a *agent) query(j *job, calls int64, ask func() (*wire.QueryResponse, error)) (answered, error) {
	unless, err := a.reserve(calls)
	if err != nil {
		return answered{}, err
	}
	response, err := ask()
	if err != nil {
		unless(err)
		return answered{}, err
	}
	about := response.Metadata
	if about.Screenshot != nil {
		picture, err := base64.StdEncoding.DecodeString(*about.Screenshot)
		if err != nil {
			return answered{}, fmt.Errorf("the screenshot is not Base64: %w", err)
		}
		j.pictures = append(j.pictures, &mcp.ImageContent{Data: picture, MIMEType: "image/png"})
	}
	return answered{Data: response.Data, Query: about.GeneratedQuery, Evidence: about.Evidence, PageStatus: about.PageStatus,
		Unfinished: about.PageUnfinished, RequestID: about.RequestID, Calls: calls, CallsLeft: a.left()}, nil
}

// ids returns the sessions that the agent opened.
func (a *agent) ids() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Collect(maps.Keys(a.sessions))
}
