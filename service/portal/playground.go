package portal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"assay/service/account"
	"assay/wire"
)

const playgroundPath = Prefix + "/playground"

// playgroundKey is whose calls the playground's are in the ledger and the log. No
// request can come with it: it has no plain form.
var playgroundKey = account.Key{ID: "playground", Name: "Playground", Prefix: "playground"}

// The choices of the playground's form.
const (
	askQuery   = "query"
	askPrompt  = "prompt"
	sourceURL  = "url"
	sourceHTML = "html"
)

// playgroundPage is what the playground shows: its form as it was sent, and what came
// of it.
type playgroundPage struct {
	Ask, Source, Query, Prompt, URL, HTML, Mode field

	Screenshot bool
	Left       int64 // calls of this cycle

	Problem  string // that is of no field
	Answered bool
	Data     string // JSON, indented
	Asked    string // the query that was made of the prompt
	Request  string // id
	Picture  template.URL
	Snippets []snippetText // that ask the same
}

// showPlayground answers GET /portal/playground.
func (p *Portal) showPlayground(v *visit) error {
	page := playgroundPage{
		Ask:    field{Value: askQuery},
		Source: field{Value: sourceURL},
		Mode:   field{Value: wire.ModeFast},
	}
	return v.showPlayground(http.StatusOK, page)
}

func (v *visit) showPlayground(status int, page playgroundPage) error {
	usage, err := v.p.cfg.Account.Usage(v.r.Context())
	if err != nil {
		return err
	}
	page.Left = max(0, usage.Limit-usage.Used)
	return v.show(status, "playground", "Playground", page)
}

// runPlayground answers POST /portal/playground.
func (p *Portal) runPlayground(v *visit) error {
	page := readPlayground(v.r)
	if page.wrong() {
		return v.showPlayground(http.StatusUnprocessableEntity, page)
	}
	body, err := json.Marshal(page.request())
	if err != nil {
		return err
	}
	status, header, answer := p.cfg.Query(v.r.Context(), playgroundKey, body)
	if again := header.Get("Retry-After"); again != "" {
		v.Header().Set("Retry-After", again)
	}
	if status == http.StatusOK {
		err = page.answer(answer)
	} else {
		err = page.failure(answer)
	}
	if err != nil {
		return err
	}
	if page.Answered {
		page.Snippets = v.snippets(page.request())
	}
	return v.showPlayground(status, page)
}

// readPlayground reads the form and notes what can be told to be wrong with it
// without asking.
func readPlayground(r *http.Request) playgroundPage {
	read := func(name string) field { return field{Value: r.PostForm.Get(name)} }
	page := playgroundPage{
		Ask: read("ask"), Source: read("source"), Query: read("query"), Prompt: read("prompt"),
		URL: read("url"), HTML: read("html"), Mode: read("mode"),
		Screenshot: r.PostForm.Get("screenshot") == "on",
	}
	blank := func(f field) bool { return strings.TrimSpace(f.Value) == "" }
	switch page.Ask.Value {
	case askQuery:
		if blank(page.Query) {
			page.Query.Error = "Write a query, such as { title }."
		}
	case askPrompt:
		if blank(page.Prompt) {
			page.Prompt.Error = "Say what you want, as in: all products with name and price."
		}
	default:
		page.Ask.Error = "Choose a query or a prompt."
	}
	switch page.Source.Value {
	case sourceURL:
		if blank(page.URL) {
			page.URL.Error = "Give the address of a page."
		}
	case sourceHTML:
		if blank(page.HTML) {
			page.HTML.Error = "Paste the HTML of a page."
		}
	default:
		page.Source.Error = "Choose an address or HTML."
	}
	if page.Mode.Value != wire.ModeFast && page.Mode.Value != wire.ModeStandard {
		page.Mode.Error = "Choose fast or standard."
	}
	return page
}

// fields are the fields of the form by their names in the interface.
func (p *playgroundPage) fields() map[string]*field {
	return map[string]*field{
		"ask": &p.Ask, "source": &p.Source, "query": &p.Query, "prompt": &p.Prompt,
		"url": &p.URL, "html": &p.HTML, "params.mode": &p.Mode,
	}
}

func (p *playgroundPage) wrong() bool {
	for _, f := range p.fields() {
		if f.Error != "" {
			return true
		}
	}
	return false
}

// request is what the form asks of the interface.
func (p *playgroundPage) request() wire.QueryRequest {
	request := wire.QueryRequest{Params: &wire.Params{Mode: p.Mode.Value, Screenshot: p.Screenshot}}
	if p.Ask.Value == askPrompt {
		request.Prompt = p.Prompt.Value
	} else {
		request.Query = p.Query.Value
	}
	if p.Source.Value == sourceHTML {
		request.HTML = p.HTML.Value
	} else {
		request.URL = strings.TrimSpace(p.URL.Value)
	}
	return request
}

// answer takes over what was found.
func (p *playgroundPage) answer(body []byte) error {
	var response wire.QueryResponse
	if err := json.Unmarshal(body, &response); err != nil {
		return fmt.Errorf("reading the interface's answer: %w", err)
	}
	var data bytes.Buffer
	if err := json.Indent(&data, response.Data, "", "  "); err != nil {
		return fmt.Errorf("reading the interface's answer: %w", err)
	}
	p.Answered, p.Data, p.Request = true, data.String(), response.Metadata.RequestID
	if response.Metadata.GeneratedQuery != nil {
		p.Asked = *response.Metadata.GeneratedQuery
	}
	if picture := response.Metadata.Screenshot; picture != nil {
		p.Picture = template.URL("data:image/png;base64," + *picture) // Base64 ends no attribute
	}
	return nil
}

// failure takes over why there is no answer, beside the field that it is about.
func (p *playgroundPage) failure(body []byte) error {
	var failure wire.ErrorBody
	if err := json.Unmarshal(body, &failure); err != nil {
		return fmt.Errorf("reading the interface's error: %w", err)
	}
	p.Request = failure.Metadata.RequestID
	if failure.Field != nil {
		if f := p.fields()[*failure.Field]; f != nil {
			f.Error = failure.ErrorInfo
			return nil
		}
	}
	p.Problem = failure.ErrorInfo
	return nil
}
