package reference

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"os"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"assay/query"
)

var update = flag.Bool("update", false, "write the pages anew")

// TestPages makes the pages of the description and of the guide.
func TestPages(t *testing.T) {
	openapi, err := os.ReadFile("../../api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	made, err := makePages(openapi)
	if err != nil {
		t.Fatal(err)
	}
	for file, page := range map[string]struct{ path, committed string }{
		"interface.html": {Path, interfacePage}, "language.html": {LanguagePath, languagePage},
	} {
		text := made[page.path]
		if *update {
			if err := os.WriteFile(file, text, 0o644); err != nil {
				t.Fatal(err)
			}
		} else if string(text) != page.committed {
			t.Errorf("%s is not that of the description any more: go test ./service/portal/reference -run Pages -update", file)
		}
	}
	if strings.Count(string(made[Path]), versionMark) != 1 {
		t.Errorf("%s stands in the page more or less than once", versionMark)
	}
}

func TestBadDescriptions(t *testing.T) {
	for _, bad := range []string{``, `[]`, `{"tags": [{"name": "a"}], "paths": {"/": {"get": {"tags": ["a"], "responses": {"200": {"$ref": "#/components/responses/none"}}}}}}`} {
		if _, err := makePages([]byte(bad)); err == nil {
			t.Errorf("the description %q makes pages", bad)
		}
	}
}

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

// page is what the template shows.
type page struct {
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

// makePages returns the pages of a description in OpenAPI 3.1 by their paths.
func makePages(openapi []byte) (map[string][]byte, error) {
	r, err := read(openapi)
	if err != nil {
		return nil, fmt.Errorf("reading the description of the interface: %w", err)
	}
	p := page{Title: r.Info.Title, Version: r.Info.Version, About: strings.Split(r.Info.Description, "\n\n")}
	p.Lead, p.Sections = sections(query.Guide)
	for _, tag := range r.Tags {
		g := group{Name: tag.Name, About: tag.Description}
		if g.Operations, err = r.operations(tag.Name); err != nil {
			return nil, fmt.Errorf("reading the description of the interface: %w", err)
		}
		p.Groups = append(p.Groups, g)
	}
	t, err := template.New("template.html").Funcs(template.FuncMap{"slug": slug, "named": named}).ParseFiles("testdata/template.html")
	if err != nil {
		return nil, err
	}
	made := make(map[string][]byte)
	for _, path := range []string{Path, LanguagePath} {
		p.Path = path
		var text bytes.Buffer
		if err := t.Execute(&text, p); err != nil {
			return nil, err
		}
		made[path] = text.Bytes()
	}
	return made, nil
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
