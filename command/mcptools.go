package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"assay/client"
	"assay/wire"
	"assay/wire/pages"
)

// agentSession is a remote browser as an agent sees it. Its addresses are secrets, which the
// agent needs.
type agentSession struct {
	ID                string             `json:"session_id"`
	CDPURL            string             `json:"cdp_url" jsonschema:"for tools that drive a browser over the DevTools protocol; a secret"`
	LiveView          string             `json:"live_view" jsonschema:"a web page that shows the browser and takes mouse and keyboard; a secret"`
	CAFile            string             `json:"ca_file,omitempty" jsonschema:"the authority to trust at both addresses, as in NODE_EXTRA_CA_CERTS"`
	State             string             `json:"state,omitempty" jsonschema:"starting, active, idle or ended"`
	EndReason         *string            `json:"end_reason,omitempty"`
	SecondsToTeardown *float64           `json:"seconds_to_teardown,omitempty" jsonschema:"until it ends by itself"`
	Pages             []wire.SessionPage `json:"pages,omitempty"`
}

// newAgentSession describes a session of the service that c calls. On this machine the plain form
// of its addresses needs no certificate.
func newAgentSession(c *client.Client, s wire.Session) agentSession {
	d := agentSession{ID: s.ID, CDPURL: wire.PlainURL(s.CDPURL), LiveView: wire.PlainURL(s.StreamURL(0))}
	if d.CDPURL == s.CDPURL {
		d.CAFile = c.CAFile()
	}
	return d
}

// addTools adds all tools.
func (a *agent) addTools(s *mcp.Server) {
	yes, no := true, false
	reads := &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &yes}
	local := &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &no}

	type pageQuery struct {
		URL  string `json:"url,omitempty" jsonschema:"the page, http or https"`
		HTML string `json:"html,omitempty" jsonschema:"the page itself, instead of what is at url, which is then its address"`
		asked
		WaitFor        float64 `json:"wait_for,omitempty" jsonschema:"seconds to wait once the page has loaded, 0 to 10"`
		ScrollToBottom bool    `json:"scroll_to_bottom,omitempty" jsonschema:"scroll down first, for pages that load more"`
		BrowserProfile string  `json:"browser_profile,omitempty" jsonschema:"stealth is a full browser, without traces of automation"`
		Screenshot     bool    `json:"screenshot,omitempty" jsonschema:"add a picture of the page"`
	}
	addTool(s, a, mcp.Tool{Name: "query_page", Title: "Ask a web page", Annotations: reads,
		Description: "Extract structured data from a web page, by its URL or from HTML, with a query or a prompt. Costs 1 call."},
		func(ctx context.Context, j *job, in pageQuery) (answered, error) {
			j.say("loading the page")
			return a.query(j, 1, func() (*wire.QueryResponse, error) {
				return j.Query(ctx, wire.QueryRequest{Query: in.Query, Prompt: in.Prompt, URL: in.URL, HTML: in.HTML, Params: &wire.Params{
					WaitFor: in.WaitFor, ScrollToBottom: in.ScrollToBottom, Mode: in.Mode, Screenshot: in.Screenshot, BrowserProfile: in.BrowserProfile, Evidence: in.Evidence}})
			})
		})

	type documentQuery struct {
		Path string `json:"path" jsonschema:"a PDF, JPEG or PNG file on this machine"`
		asked
	}
	addTool(s, a, mcp.Tool{Name: "query_document", Title: "Ask a document", Annotations: local,
		Description: "Extract structured data from a PDF or an image on this machine, scans too, with a query or a prompt. Costs 1 call for each page of a PDF, 1 for an image."},
		func(ctx context.Context, j *job, in documentQuery) (answered, error) {
			about, err := pages.CountFile(ctx, in.Path)
			if err != nil {
				return answered{}, fmt.Errorf("%s: %w", in.Path, err)
			}
			file, err := os.Open(in.Path)
			if err != nil {
				return answered{}, err
			}
			defer file.Close()
			return a.query(j, int64(about.Pages), func() (*wire.QueryResponse, error) {
				return j.QueryDocument(ctx, client.DocumentRequest{File: file, Name: in.Path, Query: in.Query, Prompt: in.Prompt,
					Params: &wire.DocumentParams{Mode: in.Mode, Evidence: in.Evidence},
					Progress: func(sent, total int64) {
						if j.say("sending %d of %d KB", sent/1000, total/1000); sent == total {
							j.say("reading %d pages", about.Pages)
						}
					}})
			})
		})

	type newSession struct {
		BrowserProfile    string `json:"browser_profile,omitempty" jsonschema:"stealth is a full browser, without traces of automation"`
		UAPreset          string `json:"browser_ua_preset,omitempty" jsonschema:"the system that it claims to run on"`
		InactivityTimeout int    `json:"inactivity_timeout_seconds,omitempty" jsonschema:"without a client, 5 to 86400; 300 by default"`
		ShutdownMode      string `json:"shutdown_mode,omitempty" jsonschema:"whether it ends when its last client disconnects"`
	}
	addTool(s, a, mcp.Tool{Name: "open_session", Title: "Open a remote browser", Annotations: &mcp.ToolAnnotations{DestructiveHint: &no, OpenWorldHint: &yes},
		Description: "Start a remote browser, to be driven over the Chrome DevTools Protocol (Playwright, Puppeteer). It costs nothing and ends with this connection."},
		func(ctx context.Context, j *job, in newSession) (agentSession, error) {
			j.say("starting a browser")
			if in.ShutdownMode == "" {
				in.ShutdownMode = wire.ShutdownOnInactivity
			}
			session, err := j.CreateSession(ctx, wire.SessionRequest{BrowserProfile: in.BrowserProfile, UAPreset: in.UAPreset,
				InactivityTimeout: in.InactivityTimeout, ShutdownMode: in.ShutdownMode})
			if err != nil {
				return agentSession{}, err
			}
			if !a.opened(session.ID, j.Client) {
				return agentSession{}, j.EndSession(context.WithoutCancel(ctx), session.ID)
			}
			return newAgentSession(j.Client, *session), nil
		})

	type listed struct {
		Sessions []agentSession `json:"sessions"`
	}
	addTool(s, a, mcp.Tool{Name: "list_sessions", Title: "List the remote browsers", Annotations: local,
		Description: "List the remote browsers that were opened here, with their pages. Costs nothing."},
		func(ctx context.Context, j *job, _ struct{}) (listed, error) {
			all, err := j.Sessions(ctx)
			list, opened := listed{[]agentSession{}}, a.ids()
			for _, info := range all {
				if slices.Contains(opened, info.ID) {
					d := newAgentSession(j.Client, info.Session)
					d.State, d.EndReason, d.SecondsToTeardown, d.Pages = info.State, info.EndReason, info.SecondsToTeardown, info.Pages
					list.Sessions = append(list.Sessions, d)
				}
			}
			return list, err
		})

	type oneSession struct {
		ID string `json:"session_id"`
	}
	type ended struct {
		ID    string `json:"session_id"`
		Ended bool   `json:"ended"`
	}
	addTool(s, a, mcp.Tool{Name: "end_session", Title: "End a remote browser", Annotations: &mcp.ToolAnnotations{IdempotentHint: true, OpenWorldHint: &no},
		Description: "End a remote browser that was opened here, with its pages. Costs nothing."},
		func(ctx context.Context, j *job, in oneSession) (ended, error) {
			if err := a.checkOwner(in.ID); err != nil {
				return ended{}, err
			}
			err := j.EndSession(ctx, in.ID)
			if errors.Is(err, client.ErrUnknownSession) { // it has ended before
				err = nil
			}
			return ended{in.ID, true}, err
		})

	type sessionQuery struct {
		ID string `json:"session_id"`
		asked
		Page       *int    `json:"page,omitempty" jsonschema:"which of its pages, from 0 in order of creation; the newest by default"`
		WaitFor    float64 `json:"wait_for,omitempty" jsonschema:"seconds to wait first, 0 to 10"`
		Screenshot bool    `json:"screenshot,omitempty" jsonschema:"add a picture of the page"`
	}
	addTool(s, a, mcp.Tool{Name: "query_session", Title: "Ask the page of a remote browser", Annotations: reads,
		Description: "Extract structured data from the page that a remote browser opened here shows, as it stands: signed in, filled in, scrolled. Costs 1 call."},
		func(ctx context.Context, j *job, in sessionQuery) (answered, error) {
			if err := a.checkOwner(in.ID); err != nil {
				return answered{}, err
			}
			j.say("reading the page")
			return a.query(j, 1, func() (*wire.QueryResponse, error) {
				return j.QuerySession(ctx, in.ID, wire.SessionQuery{Query: in.Query, Prompt: in.Prompt, Params: &wire.SessionQueryParams{
					Page: in.Page, WaitFor: in.WaitFor, Mode: in.Mode, Screenshot: in.Screenshot, Evidence: in.Evidence}})
			})
		})

	type used struct {
		wire.Usage
		Left      int64  `json:"calls_left_in_cycle"`
		Spent     int64  `json:"calls_spent_here"`
		CallsLeft *int64 `json:"calls_left,omitempty" jsonschema:"what the user still lets you spend"`
	}
	addTool(s, a, mcp.Tool{Name: "usage", Title: "What is left", Annotations: local,
		Description: "Show the calls that the subscription has used and has left, and those that were spent here. Costs nothing."},
		func(ctx context.Context, j *job, _ struct{}) (used, error) {
			usage, err := j.Usage(ctx)
			if err != nil {
				return used{}, err
			}
			u := used{Usage: *usage, Left: usage.Left(), CallsLeft: a.left()}
			a.mu.Lock()
			u.Spent = a.spent
			a.mu.Unlock()
			return u, nil
		})
}
