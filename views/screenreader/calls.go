package screenreader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assay/client"
	"assay/query"
	"assay/ui/filepicker"
	"assay/views/calls"
	"assay/views/documents"
	"assay/views/frame"
	"assay/views/queries"
	"assay/wire"
	"assay/wire/pages"
	"assay/wire/snippet"
	"assay/workspace/records"
	"assay/workspace/saved"
	"assay/workspace/variables"
)

// question is what is asked, of whatever it is asked of.
type question struct{ query, prompt string }

// askQuestion asks for a query or a prompt. What begins with a brace is a query, which
// goes on over more lines until its braces are closed.
func (p *program) askQuestion(ctx context.Context) (q question) {
	p.askUntil(ctx, "Query in braces, or what you want in your own words", "", func(text string) error {
		if text == "" {
			return errors.New("nothing is asked. For example: { products[] { name price(number) } }, or: all products with name and price")
		}
		for text[0] == '{' && open(text) {
			more := p.ask(ctx, "The query goes on; Enter ends it", "")
			if more == "" {
				break
			}
			text += "\n" + more
		}
		if text = p.expand(ctx, text); p.err != nil {
			return nil
		}
		if text[0] != '{' {
			q = question{prompt: text}
			return nil
		}
		parsed, err := query.Parse(text)
		for _, warning := range query.Check(parsed) {
			p.say("Warning: %s", warning)
		}
		q = question{query: text}
		if err != nil {
			return fmt.Errorf("the query has an error: %w", err)
		}
		return nil
	})
	return q
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

// expand fills in variables: by the settings file, else as is answered.
func (p *program) expand(ctx context.Context, text string) string {
	values := map[string]string{}
	for _, reference := range variables.References(text) {
		name := reference.Name
		value, ok := p.options.Queries.Variables[name]
		if _, asked := values[name]; !ok && !asked {
			value = p.ask(ctx, "Value of the variable "+name, "")
		}
		if _, asked := values[name]; !asked {
			values[name] = value
		}
	}
	out, _ := variables.Expand(text, values) // each has a value
	return out
}

// request is a query of a page.
type request struct {
	wire.QueryRequest
	path string // of the file of its HTML, or ""
}

// query asks a page.
func (p *program) query(ctx context.Context) error {
	page := p.ask(ctx, "Page: an address, an HTML file or a saved query", "")
	if page == "" {
		return nil
	}
	var r request
	var q question
	var err error
	if strings.HasSuffix(page, saved.Extension) {
		if q, page, err = p.openSaved(&r, page); err != nil {
			return err
		}
	}
	page = p.expand(ctx, page)
	if path := file(page); isFile(path) {
		r.path, r.HTML, err = queries.ReadHTML(path)
	} else {
		r.URL, err = wire.CompleteURL(page)
	}
	if err != nil {
		return err
	}
	if q == (question{}) {
		q = p.askQuestion(ctx)
	}
	r.Query, r.Prompt = p.expand(ctx, q.query), p.expand(ctx, q.prompt)
	return p.offer(ctx, r)
}

// folder is where saved queries are.
func (p *program) folder() string {
	return saved.Folder(p.options.Queries.Workspace, p.options.Queries.Folder)
}

// openSaved reads a saved query, which is looked for in the folder of them, too, and
// returns what it asks of which page.
func (p *program) openSaved(r *request, name string) (q question, page string, err error) {
	path := file(name)
	if !isFile(path) {
		path = filepath.Join(p.folder(), name)
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
	working, _ := os.Getwd()    // without one, paths stay as they are
	return filepicker.ParsePaste(text, working, home)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// offer sends a query, or does what else there is to do with it.
func (p *program) offer(ctx context.Context, r request) error {
	for p.err == nil {
		switch p.choose(ctx, "Send it for 1 call, or something else", "send", "send", "params", "snippet", "keep") {
		case "params":
			r.Params = queries.ParamsOf(p.fill(ctx, queries.ParamFields(r.Params)))
		case "snippet":
			p.fail(p.copySnippet(ctx, r))
		case "keep":
			p.fail(p.keep(ctx, r))
		case "send":
			return p.send(ctx, r)
		}
	}
	return nil
}

// send makes the call and reads its answer.
func (p *program) send(ctx context.Context, r request) error {
	p.say("Asking. Ctrl+C cancels.")
	var a calls.Answer
	err := p.run(ctx, "asking", func(ctx context.Context) error {
		a = calls.Query(ctx, p.env, r.QueryRequest, r.path)
		return a.Err
	})
	if err != nil {
		return err
	}
	return p.show(ctx, a.Response.Data, a.Response.Metadata, a.Took, 1)
}

// copySnippet copies the request as a piece of a program.
func (p *program) copySnippet(ctx context.Context, r request) error {
	languages := snippet.Languages()
	var names []string
	for _, l := range languages {
		names = append(names, l.Name)
	}
	chosen := slices.Index(names, p.choose(ctx, "Language", names[0], names...))
	if chosen < 0 {
		return nil
	}
	return p.call(ctx, "finding the service", func(ctx context.Context, c *client.Client) error {
		return p.copy(ctx, "the snippet", languages[chosen].Write(c.BaseURL(), r.QueryRequest))
	})
}

// keep saves the query to a file, to be opened again by its name.
func (p *program) keep(ctx context.Context, r request) error {
	path := filepath.Join(p.folder(), p.ask(ctx, "File, in "+p.folder(), "query"+saved.Extension))
	if filepath.Ext(path) != saved.Extension {
		path += saved.Extension
	}
	if p.err != nil || !p.mayReplace(ctx, path) {
		return nil
	}
	f := saved.File{URL: r.URL, HTML: r.path, Query: r.Query, Prompt: r.Prompt, IsPrompt: r.Query == ""}
	if r.Params != nil {
		f.Params = *r.Params
	}
	err := f.Write(path)
	if err == nil {
		p.say("Saved to %s.", path)
	}
	return err
}

// document is a file that can be sent, and what it costs.
type document struct {
	path string
	file pages.File
}

// documents asks files for data.
func (p *program) documents(ctx context.Context) error {
	files := chosenFiles(p.ask(ctx, "Files: paths or patterns such as *.pdf, with blanks between them", ""))
	if len(files) == 0 {
		return nil
	}
	q := p.askQuestion(ctx)
	params := documents.ParamsOf(p.fill(ctx, documents.ParamFields(wire.DocumentParams{})))
	return p.askDocuments(ctx, files, client.DocumentRequest{Query: q.query, Prompt: q.prompt, Params: params})
}

// chosenFiles returns the files that a line names, plainly or by patterns, each once.
func chosenFiles(text string) []string {
	var files []string
	for _, line := range paths(text) {
		words := line.Words
		if isFile(line.Whole) {
			words = []string{line.Whole}
		}
		for _, word := range words {
			matches, err := filepath.Glob(word)
			if isFile(word) || err != nil || len(matches) == 0 {
				matches = []string{word}
			}
			for _, match := range matches {
				if !slices.Contains(files, match) {
					files = append(files, match)
				}
			}
		}
	}
	return files
}

// askDocuments tells what files cost, asks whether to send them, and does.
func (p *program) askDocuments(ctx context.Context, files []string, request client.DocumentRequest) error {
	chosen, cost := p.count(ctx, files)
	if len(chosen) == 0 {
		return errors.New("nothing can be sent")
	}
	if yes, err := p.confirmCost(ctx, frame.Counted(len(chosen), "file"), cost); err != nil || !yes {
		return err
	}
	var parts []records.Part
	var took time.Duration
	p.say("Sending. Ctrl+C cancels.")
	cost = 0
	err := p.run(ctx, "reading", func(ctx context.Context) error {
		for i, d := range chosen {
			a := p.askDocument(ctx, d, request)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			part, said := records.Part{File: filepath.Base(d.path), Err: a.Err}, "read"
			if a.Err != nil {
				said = "failed: " + a.Err.Error()
			} else {
				part.Data, part.Metadata = a.Response.Data, &a.Response.Metadata
				cost += d.file.Pages
			}
			took += a.Took
			parts = append(parts, part)
			p.say("%d of %d, %s: %s.", i+1, len(chosen), part.File, strings.TrimSuffix(said, "."))
			if errors.Is(a.Err, client.ErrUnauthorized) || errors.Is(a.Err, client.ErrQuotaExhausted) || errors.Is(a.Err, client.ErrUnreachable) {
				return a.Err // the others would meet the same
			}
		}
		return nil
	})
	if err != nil && !(errors.Is(err, context.Canceled) && len(parts) > 0) {
		return err
	}
	return p.showParts(ctx, parts, took, cost)
}

// count says what each file costs, and returns those that are to be sent. A file
// whose cost is not known is asked about apart.
func (p *program) count(ctx context.Context, files []string) (chosen []document, cost int) {
	for _, path := range files {
		file, err := pages.CountFile(ctx, path)
		name := filepath.Base(path)
		switch {
		case errors.Is(err, pages.ErrUncountable):
			p.say("%s: its pages cannot be counted here, so what it costs is not known.", name)
			if !p.confirm(ctx, "Send it too?") {
				continue
			}
		case err != nil:
			p.say("%s: cannot be sent: %s.", name, strings.TrimSuffix(err.Error(), "."))
			continue
		default:
			p.say("%s: %s, %s, %s.", name, file.Kind, frame.Counted(file.Pages, "page"), frame.Counted(file.Pages, "call"))
		}
		chosen, cost = append(chosen, document{path, file}), cost+file.Pages
	}
	return chosen, cost
}

// confirmCost tells what something costs and what is left, and asks whether to do it.
// What costs more than is left is not asked about.
func (p *program) confirmCost(ctx context.Context, what string, cost int) (bool, error) {
	if p.err != nil {
		return false, nil
	}
	read := p.readUsage(ctx)
	if read.Err != nil {
		return false, read.Err
	}
	left := read.Usage.Left()
	if int64(cost) > left {
		p.say("%s for %s, but %s left until %s. Nothing is sent.", what, frame.Counted(cost, "call"), frame.Plural(left, "is", "are"), read.Usage.PeriodEnd.Local().Format(dayFormat))
		return false, nil
	}
	return p.confirm(ctx, what+" for "+frame.Counted(cost, "call")+". "+frame.LeftAfter(read.Usage, int64(cost))+" Send?"), nil
}

// askDocument queries a file, unless it changed since its cost was told.
func (p *program) askDocument(ctx context.Context, d document, request client.DocumentRequest) calls.Answer {
	file, err := documents.OpenSame(d.path, d.file)
	if err != nil {
		return calls.Answer{Err: err}
	}
	defer file.Close()
	request.File, request.Name, request.Size = file, d.path, d.file.Size
	return calls.Document(ctx, p.env, request, d.path, d.file.Pages)
}

// showParts reads the answers of several files as one list of them, each with its data or
// its error, and the answer of a single one as it is.
func (p *program) showParts(ctx context.Context, parts []records.Part, took time.Duration, cost int) error {
	if len(parts) == 1 {
		if parts[0].Err != nil {
			return nil // it was told
		}
		return p.show(ctx, parts[0].Data, *parts[0].Metadata, took, cost)
	}
	var metadata wire.Metadata
	for i := range parts {
		if parts[i].Metadata == nil {
			continue
		}
		for _, e := range parts[i].Metadata.Evidence {
			e.Pointer = fmt.Sprintf("/%d/data%s", i, e.Pointer)
			metadata.Evidence = append(metadata.Evidence, e)
		}
		parts[i].Metadata = nil
	}
	var b bytes.Buffer
	if err := records.WriteJSON(&b, parts, false); err != nil {
		return err
	}
	return p.show(ctx, b.Bytes(), metadata, took, cost)
}
