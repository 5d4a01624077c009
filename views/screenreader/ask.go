package screenreader

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"assay/query"
	"assay/ui/filepicker"
	"assay/views/proxy"
	"assay/views/queries"
	"assay/wire"
	"assay/workspace/saved"
	"assay/workspace/variables"
)

// question is what is asked, of whatever it is asked of.
type question struct{ query, prompt string }

// askQuestion asks for a query or a prompt. What begins with a brace is a query, which
// goes on over more lines until its braces are closed.
func (p *program) askQuestion(ctx context.Context) (question, error) {
	for {
		text, err := p.ask(ctx, "Query in braces, or what you want in your own words", "")
		switch {
		case err != nil:
			return question{}, err
		case text == "":
			p.say("For example: { products[] { name price(number) } }")
			p.say("Or: all products with name and price")
			continue
		case text[0] != '{':
			prompt, err := p.expand(ctx, text)
			return question{prompt: prompt}, err
		}
		for open(text) {
			more, err := p.ask(ctx, "The query goes on; Enter ends it", "")
			if err != nil {
				return question{}, err
			}
			if more == "" {
				break
			}
			text += "\n" + more
		}
		if text, err = p.expand(ctx, text); err != nil {
			return question{}, err
		}
		parsed, err := query.Parse(text)
		if err == nil {
			for _, warning := range query.Check(parsed) {
				p.say("Warning: %s", warning)
			}
			return question{query: text}, nil
		}
		p.say("The query has an error: %s", err)
	}
}

// open reports whether a query has more opening braces than closing ones.
func open(text string) bool {
	depth := 0
	for _, token := range query.Tokens(text) {
		switch token.Kind {
		case query.OpenBrace:
			depth++
		case query.CloseBrace:
			depth--
		}
	}
	return depth > 0
}

// expand fills in variables: by the environment in use, else as is answered.
func (p *program) expand(ctx context.Context, text string) (string, error) {
	values := map[string]string{}
	for _, reference := range variables.References(text) {
		name := reference.Name
		if _, known := values[name]; known {
			continue
		}
		value, ok := p.options.Queries.Environments[p.options.Queries.Environment][name]
		if !ok {
			var err error
			if value, err = p.ask(ctx, "Value of the variable "+name, ""); err != nil {
				return "", err
			}
		}
		values[name] = value
	}
	return variables.Expand(text, values)
}

// request is a query of a page.
type request struct {
	wire.QueryRequest
	path string // of the file of its HTML, or ""
}

// askRequest asks for a page and what to ask of it.
func (p *program) askRequest(ctx context.Context) (request, error) {
	var r request
	var q question
	page, err := p.ask(ctx, "Page: an address, an HTML file or a saved query", "")
	if err != nil {
		return r, err
	}
	if page == "" {
		return r, errBack
	}
	if strings.HasSuffix(page, saved.Extension) {
		if q, page, err = p.openSaved(&r, page); err != nil {
			return r, err
		}
	}
	if page, err = p.expand(ctx, page); err != nil {
		return r, err
	}
	if path := file(page); isFile(path) {
		r.path, r.HTML, err = queries.ReadHTML(path)
	} else {
		r.URL, err = wire.CompleteURL(page)
	}
	if err != nil {
		return r, err
	}
	if q == (question{}) {
		q, err = p.askQuestion(ctx)
	} else {
		q, err = p.expandQuestion(ctx, q)
	}
	r.Query, r.Prompt = q.query, q.prompt
	return r, err
}

func (p *program) expandQuestion(ctx context.Context, q question) (question, error) {
	text, err := p.expand(ctx, q.query)
	if err != nil {
		return q, err
	}
	prompt, err := p.expand(ctx, q.prompt)
	return question{text, prompt}, err
}

// workspace is the folder of saved queries.
func (p *program) workspace() string {
	return saved.Folder(p.options.Queries.Workspace, p.options.Queries.Folder)
}

// openSaved reads a saved query, which is looked for in the workspace, too, and returns
// what it asks of which page.
func (p *program) openSaved(r *request, name string) (q question, page string, err error) {
	path := file(name)
	if !isFile(path) {
		path = filepath.Join(p.workspace(), name)
	}
	f, err := saved.Read(path)
	if err != nil {
		return q, "", err
	}
	if f.Params != (wire.Params{}) {
		r.Params = &f.Params
	}
	q = question{query: f.Query}
	if f.IsPrompt {
		q = question{prompt: f.Prompt}
	}
	switch page = f.URL; {
	case f.HTML != "" && filepath.IsAbs(f.HTML):
		page = f.HTML
	case f.HTML != "":
		page = filepath.Join(filepath.Dir(path), f.HTML)
	case page == "":
		return q, "", fmt.Errorf("%s names no page: open it with one in the dashboard, or type its query", path)
	}
	return q, page, nil
}

// file makes a whole path of one that was typed or dropped on the terminal.
func file(text string) string {
	lines := paths(text)
	switch {
	case len(lines) == 0:
		return ""
	case len(lines[0].Words) == 1:
		return lines[0].Words[0]
	}
	return lines[0].Whole
}

func paths(text string) []filepicker.Pasted {
	home, _ := os.UserHomeDir() // without one, ~ is a name
	here, _ := os.Getwd()       // without one, paths stay as they are
	return filepicker.ParsePaste(text, here, home)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// maxWait is the longest wait after a page has loaded, in seconds.
const maxWait = 10

// askParams asks how a page is loaded and read; Enter keeps what is set, but for the
// proxy. Params that are all as usual are nil.
func (p *program) askParams(ctx context.Context, before *wire.Params) (*wire.Params, error) {
	var params wire.Params
	if before != nil {
		params = *before
	}
	var err error
	if params.Mode, err = p.choose(ctx, "Mode", cmp.Or(params.Mode, wire.ModeFast), wire.ModeFast, wire.ModeStandard); err != nil {
		return nil, err
	}
	if params.BrowserProfile, err = p.choose(ctx, "Browser", cmp.Or(params.BrowserProfile, wire.ProfileLight), wire.ProfileLight, wire.ProfileStealth); err != nil {
		return nil, err
	}
	if _, err = p.askUntil(ctx, "Seconds to wait after the page has loaded", strconv.FormatFloat(params.WaitFor, 'g', -1, 64), func(text string) error {
		wait, err := strconv.ParseFloat(text, 64)
		if err != nil || !(wait >= 0 && wait <= maxWait) {
			return fmt.Errorf("a number from 0 to %d is needed", maxWait)
		}
		params.WaitFor = wait
		return nil
	}); err != nil {
		return nil, err
	}
	if params.ScrollToBottom, err = p.askWhether(ctx, "Scroll to the bottom first?", params.ScrollToBottom); err != nil {
		return nil, err
	}
	if params.Evidence, err = p.askWhether(ctx, "Evidence: say where each value was read?", params.Evidence); err != nil {
		return nil, err
	}
	if params.Screenshot, err = p.askWhether(ctx, "Screenshot: a picture of the page, to be saved?", params.Screenshot); err != nil {
		return nil, err
	}
	if params.Proxy, err = p.askProxy(ctx); err != nil {
		return nil, err
	}
	if params.Mode == wire.ModeFast {
		params.Mode = ""
	}
	if params.BrowserProfile == wire.ProfileLight {
		params.BrowserProfile = ""
	}
	if params == (wire.Params{}) {
		return nil, nil
	}
	return &params, nil
}

func (p *program) askWhether(ctx context.Context, what string, now bool) (bool, error) {
	preset := "no"
	if now {
		preset = "yes"
	}
	answer, err := p.choose(ctx, what, preset, "yes", "no")
	return answer == "yes", err
}

// askProxy asks for the way to the web.
func (p *program) askProxy(ctx context.Context) (*wire.Proxy, error) {
	var s proxy.Settings
	var err error
	if s.Kind, err = p.choose(ctx, "Proxy", proxy.None, proxy.None, wire.ProxyManaged, wire.ProxyCustom); err != nil {
		return nil, err
	}
	switch s.Kind {
	case wire.ProxyManaged:
		_, err = p.askUntil(ctx, "Country, two letters, or Enter for any", "", func(text string) error {
			s.Country = text
			return s.Check()
		})
	case wire.ProxyCustom:
		if _, err = p.askUntil(ctx, "Address of the proxy, such as http://host:port", "", func(text string) error {
			s.URL = text
			return s.Check()
		}); err != nil {
			return nil, err
		}
		if s.Username, err = p.ask(ctx, "User name, or Enter for none", ""); err == nil && s.Username != "" {
			s.Password, err = p.askSecret(ctx, "Password")
		}
	}
	return s.Wire(), err
}
