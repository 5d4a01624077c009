// Package reference shows the interface's description as a page: every request, what
// it takes and answers, and how to make it; and beside it a page on the query language.
// The pages are plain HTML, made once from the OpenAPI document and the language's guide,
// with nothing from other sites. Without JavaScript, search and the copy buttons are not there.
package reference

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"assay/query"
)

const (
	// Path is where the page on the interface is, with what it uses under it.
	Path = "/docs"

	// LanguagePath is where the page on the query language is.
	LanguagePath = Path + "/query-language"
)

//go:embed page.html
var pageText string

//go:embed page.css page.js
var assets embed.FS

// policy lets the pages use their style and script and the portal's, and nothing else.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// group is the operations of one subject.
type group struct {
	Name, About string
	Operations  []operation
}

// operation is one request.
type operation struct {
	ID, Method, Path  string
	Summary, About    string
	NeedsKey          bool
	Takes             []field
	Multipart         bool
	Snippets          []snippet
	Answers           []answer
	Example, Answered string // JSON
	Fields            []field
}

// answer is one way that a request may end.
type answer struct {
	Status, About, Codes string
}

// Shared are the addresses of what the pages share with the portal.
type Shared struct {
	Stylesheet, Script, Icon string
}

// page is what the template shows.
type page struct {
	Shared
	Path           string // of the page
	Title, Version string
	About          []string
	Groups         []group
	Sections       []section // of the guide to the query language
	Lead           template.HTML
}

// OnLanguage reports whether the page is the one on the query language.
func (p page) OnLanguage() bool { return p.Path == LanguagePath }

// Other returns where the other page is.
func (p page) Other() string {
	if p.OnLanguage() {
		return Path
	}
	return LanguagePath
}

// fieldTable is a table of fields, with a name for those who do not see where it stands.
type fieldTable struct {
	Name   string
	Fields []field
}

func named(what, summary string, fields []field) fieldTable {
	return fieldTable{"What it " + what + ": " + summary, fields}
}

// New returns the pages of a description in OpenAPI 3.1, with the assets they use.
func New(openapi []byte, shared Shared) (http.Handler, error) {
	r, err := read(openapi)
	if err != nil {
		return nil, fmt.Errorf("reading the description of the interface: %w", err)
	}
	p := page{Shared: shared, Title: r.Info.Title, Version: r.Info.Version, About: strings.Split(r.Info.Description, "\n\n")}
	p.Lead, p.Sections = sections(query.Guide)
	for _, tag := range r.Tags {
		g := group{Name: tag.Name, About: tag.Description}
		if g.Operations, err = r.operations(tag.Name); err != nil {
			return nil, fmt.Errorf("reading the description of the interface: %w", err)
		}
		p.Groups = append(p.Groups, g)
	}
	t, err := template.New("page").Funcs(template.FuncMap{"slug": slug, "named": named}).Parse(pageText)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path+"/{file}", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, assets, r.PathValue("file"))
	})
	for at, path := range map[string]string{Path: Path, Path + "/{$}": Path, LanguagePath: LanguagePath} {
		p.Path = path
		var text bytes.Buffer
		if err := t.Execute(&text, p); err != nil {
			return nil, err
		}
		mux.HandleFunc("GET "+at, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Write(text.Bytes())
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		mux.ServeHTTP(w, r)
	}), nil
}

// slug makes a name the target of a link.
func slug(name string) string { return strings.ReplaceAll(strings.ToLower(name), " ", "-") }

// described is an operation as it stands in the description.
type described struct {
	Tags                 []string
	OperationID          string
	Summary, Description string
	Security             *[]any
	RequestBody          struct {
		Content object
	}
	Responses object
}

// operations returns the operations of a tag, in their order.
func (r *reader) operations(tag string) ([]operation, error) {
	var all []operation
	for _, path := range r.Paths {
		var methods object
		if err := json.Unmarshal(path.value, &methods); err != nil {
			return nil, err
		}
		for _, method := range methods {
			if method.name == "parameters" {
				continue
			}
			var d described
			if err := json.Unmarshal(method.value, &d, json.MatchCaseInsensitiveNames(true)); err != nil {
				return nil, err
			}
			if len(d.Tags) == 0 || d.Tags[0] != tag {
				continue
			}
			o, err := r.operation(strings.ToUpper(method.name), path.name, d)
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", method.name, path.name, err)
			}
			all = append(all, o)
		}
	}
	return all, nil
}

// media is the content of a request or an answer in one form.
type media struct {
	Schema  schema
	Example jsontext.Value
}

func (r *reader) operation(method, path string, d described) (operation, error) {
	o := operation{
		ID: d.OperationID, Method: method, Path: path, Summary: d.Summary, About: d.Description,
		NeedsKey: d.Security == nil || len(*d.Security) > 0,
	}
	for _, content := range d.RequestBody.Content {
		var m media
		if err := json.Unmarshal(content.value, &m, json.MatchCaseInsensitiveNames(true)); err != nil {
			return o, err
		}
		o.Multipart = content.name == "multipart/form-data"
		o.Example = pretty(m.Example)
		var err error
		if o.Takes, err = r.fields(m.Schema, ""); err != nil {
			return o, err
		}
	}
	for _, response := range d.Responses {
		if err := r.answer(&o, response.name, response.value); err != nil {
			return o, err
		}
	}
	o.Snippets = o.snippets()
	return o, nil
}

// answer adds one answer to an operation.
func (r *reader) answer(o *operation, status string, value jsontext.Value) error {
	var a struct {
		Ref         string `json:"$ref"`
		Description string
		Content     object
	}
	if err := json.Unmarshal(value, &a, json.MatchCaseInsensitiveNames(true)); err != nil {
		return err
	}
	if a.Ref != "" {
		if err := r.resolve(a.Ref, &a); err != nil {
			return err
		}
	}
	shown := answer{Status: status, About: a.Description}
	for _, content := range a.Content {
		var m media
		if err := json.Unmarshal(content.value, &m, json.MatchCaseInsensitiveNames(true)); err != nil {
			return err
		}
		if status < "300" {
			if m.Example != nil {
				o.Answered = pretty(m.Example)
			}
			var err error
			if o.Fields, err = r.fields(m.Schema, ""); err != nil {
				return err
			}
			continue
		}
		var codes []string
		for _, part := range m.Schema.AllOf {
			var code schema
			if text := part.Properties.get("code"); text != nil {
				if err := json.Unmarshal(text, &code, json.MatchCaseInsensitiveNames(true)); err != nil {
					return err
				}
				for _, word := range code.Enum {
					codes = append(codes, fmt.Sprint(word))
				}
			}
		}
		shown.Codes = strings.Join(codes, ", ")
	}
	if shown.About == "" {
		return errors.New("an answer is not described")
	}
	o.Answers = append(o.Answers, shown)
	return nil
}
