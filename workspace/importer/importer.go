// Package importer reads curl commands, which browsers copy and other clients of HTTP can
// write. What asks the service for data becomes the same query; of a request for a page
// its address is taken, and the proxy.
package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"assay/wire"
	"assay/workspace/saved"
	"assay/workspace/text"
)

// Request is a request as Assay asks it.
type Request struct {
	saved.File        // without HTML
	Page       string // the HTML that is asked, instead of an address
	// Left says what the request has that a query has no place for: "the headers Cookie
	// and Authorization".
	Left []string
}

// maxInput bounds what is read, in bytes; a request may hold the HTML of a page.
const maxInput = 32 << 20

// Read returns the requests of the curl commands in a text. The error says what is wrong
// with it, or that it holds none.
func Read(data []byte) ([]Request, error) {
	if len(data) > maxInput {
		return nil, fmt.Errorf("curl commands are read up to %d MiB", maxInput>>20)
	}
	commands := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(text.UTF8(data)))
	if !Looks(commands) {
		return nil, errors.New("this is not a curl command")
	}
	return curls(commands)
}

// exchange is a request over HTTP.
type exchange struct {
	method  string // "" for the one that goes with the body
	address string
	headers [][2]string
	body    string
	proxy   string // an address, maybe with a user and a password
	user    string // of the proxy, maybe with a password
	left    []string
}

// queryPath is that of the call of the service that asks a page for data.
const queryPath = "/v1/query-data"

// request returns what the exchange asks.
func (e *exchange) request() (Request, error) {
	if e.asksService() {
		return e.query()
	}
	out := Request{Left: e.left}
	address, err := wire.CompleteURL(e.address)
	if err != nil {
		return Request{}, fmt.Errorf("the request asks %q: %w", e.address, err)
	}
	out.URL = address
	if e.method != "" && e.method != "GET" || e.method == "" && e.body != "" {
		out.Left = append(out.Left, "that it is no GET, with its body")
	}
	if names := e.headersLeft(); names != "" {
		out.Left = append(out.Left, names)
	}
	if out.Params.Proxy, err = e.customProxy(); err != nil {
		return Request{}, err
	}
	return out, nil
}

// asksService reports whether the exchange asks a service such as Assay's for data.
func (e *exchange) asksService() bool {
	address, _, _ := strings.Cut(e.address, "?")
	if strings.HasSuffix(strings.TrimRight(address, "/"), queryPath) {
		return true
	}
	var body map[string]json.RawMessage
	if json.Unmarshal([]byte(e.body), &body) != nil {
		return false
	}
	has := func(name string) bool { _, ok := body[name]; return ok }
	return (has("query") || has("prompt")) && (has("url") || has("html"))
}

// query returns the query that the body is.
func (e *exchange) query() (Request, error) {
	out := Request{Left: e.left}
	var body wire.QueryRequest
	if strings.TrimSpace(e.body) == "" {
		return out, fmt.Errorf("the request to %s has no body here: it holds the query", queryPath)
	}
	if err := json.Unmarshal([]byte(e.body), &body); err != nil {
		return out, fmt.Errorf("the body of the request is not the JSON of a query: %w", err)
	}
	out.URL, out.Page, out.Query, out.Prompt = body.URL, body.HTML, body.Query, body.Prompt
	out.IsPrompt = body.Query == "" && body.Prompt != ""
	if body.Params != nil {
		out.Params = *body.Params
	}
	if p := out.Params.Proxy; p != nil && strings.ContainsAny(p.Password, "$`") { // a shell would have put it in
		p.Password = ""
	}
	if e.proxy != "" {
		out.Left = append(out.Left, "the proxy to the service")
	}
	return out, nil
}

// customProxy returns the proxy that the page was asked through.
func (e *exchange) customProxy() (*wire.Proxy, error) {
	if e.proxy == "" {
		return nil, nil
	}
	address := e.proxy
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" { // the address may hold a password
		return nil, fmt.Errorf("the address of the proxy is none")
	}
	user, password := "", ""
	if u.User != nil {
		user = u.User.Username()
		password, _ = u.User.Password()
	}
	if e.user != "" {
		user, password, _ = strings.Cut(e.user, ":")
	}
	u.User = nil
	return wire.CustomProxy(u.String(), user, password), nil
}

// without are headers that a browser sends with every page: leaving them out is not
// worth a word.
var without = []string{
	"accept", "accept-encoding", "accept-language", "cache-control", "connection", "content-length", "content-type",
	"dnt", "host", "pragma", "priority", "te", "upgrade-insecure-requests", "user-agent",
}

// headersLeft names the headers that may matter to what the page says.
func (e *exchange) headersLeft() string {
	var names []string
	for _, h := range e.headers {
		name := strings.ToLower(h[0])
		if slices.Contains(without, name) || strings.HasPrefix(name, "sec-") || slices.Contains(names, h[0]) {
			continue
		}
		names = append(names, h[0])
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "the header " + names[0]
	}
	return "the headers " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
