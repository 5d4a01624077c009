package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// described is the interface's description, against which every answer of every test
// of this package is checked.
var described = sync.OnceValues(func() (*description, error) {
	text, err := os.ReadFile("openapi.json")
	if err != nil {
		return nil, err
	}
	d := &description{compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	if err := json.Unmarshal(text, &d.document); err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	d.compiler.DefaultDraft(jsonschema.Draft2020)
	d.compiler.AssertFormat()
	return d, d.compiler.AddResource("openapi.json", document)
})

type description struct {
	document struct {
		Paths      map[string]map[string]json.RawMessage // operations, and what they share
		Components struct {
			Responses map[string]struct {
				Headers map[string]any
				Content map[string]any
			}
		}
	}
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema // by pointer
}

// operation is what one method of a path takes and answers.
type operation struct {
	RequestBody *struct {
		Content map[string]any
	}
	Responses map[string]struct {
		Ref     string `json:"$ref"`
		Content map[string]any
		Headers map[string]any
	}
}

// valid checks JSON against the schema at a pointer of the description.
func (d *description) valid(pointer string, text []byte) error {
	d.mu.Lock()
	schema := d.schemas[pointer]
	if schema == nil {
		var err error
		if schema, err = d.compiler.Compile("openapi.json#" + pointer); err != nil {
			d.mu.Unlock()
			return err
		}
		d.schemas[pointer] = schema
	}
	d.mu.Unlock()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// escape makes a path a part of a JSON Pointer.
func escape(path string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(path)
}

// shapeCodes are the codes of requests that the description says cannot be.
var shapeCodes = []string{"missing_field", "invalid_type", "out_of_range"}

// check fails the test if an answer is not as the description says. request is the
// body that was sent if it was plain JSON, else nil.
func (d *description) check(t testing.TB, method, path string, request []byte, r *reply) {
	t.Helper()
	path, _, _ = strings.Cut(path, "?")
	template := path
	if rest, ok := strings.CutPrefix(path, "/v1/managed/sessions/"); ok && rest != "" {
		_, of, _ := strings.Cut(rest, "/")
		template = strings.TrimSuffix("/v1/managed/sessions/{session_id}/"+of, "/")
	}
	text, known := d.document.Paths[template][strings.ToLower(method)]
	if !known {
		return
	}
	var operation operation
	if err := json.Unmarshal(text, &operation); err != nil {
		t.Fatal(err)
	}
	pointer := "/paths/" + escape(template) + "/" + strings.ToLower(method)
	where := fmt.Sprintf("%s %s: %d", method, template, r.status)
	answer, documented := operation.Responses[fmt.Sprint(r.status)]
	if !documented {
		t.Errorf("%s is not in the description: %s", where, r.body)
		return
	}
	content, headers := answer.Content, answer.Headers
	pointer += "/responses/" + fmt.Sprint(r.status)
	if answer.Ref != "" {
		shared := d.document.Components.Responses[strings.TrimPrefix(answer.Ref, "#/components/responses/")]
		pointer, content, headers = strings.TrimPrefix(answer.Ref, "#"), shared.Content, shared.Headers
	}
	for header := range headers {
		if header != "Retry-After" && r.header.Get(header) == "" {
			t.Errorf("%s has no %s", where, header)
		}
	}
	kind, _, _ := strings.Cut(r.header.Get("Content-Type"), ";")
	if _, ok := content[kind]; !ok && (len(content) > 0 || len(r.body) > 0) {
		t.Errorf("%s answers with %q, which is not in the description", where, kind)
	}
	if kind == "application/json" && len(r.body) > 0 {
		if err := d.valid(pointer+"/content/application~1json/schema", r.body); err != nil {
			t.Errorf("%s: the answer is not as described: %v\n%s", where, err, r.body)
		}
	}
	if request == nil || operation.RequestBody == nil || operation.RequestBody.Content["application/json"] == nil {
		return
	}
	err := d.valid("/paths/"+escape(template)+"/"+strings.ToLower(method)+"/requestBody/content/application~1json/schema", request)
	var failed struct{ Code, Field string }
	json.Unmarshal(r.body, &failed)
	switch {
	case r.status < 300 && err != nil:
		t.Errorf("%s: a request was answered that the description does not allow: %v\n%s", where, err, clip(request))
	case r.status == http.StatusUnprocessableEntity && err == nil && slices.Contains(shapeCodes, failed.Code) && !dynamic(failed.Field, failed.Code):
		t.Errorf("%s: a request was refused that the description allows: %s\n%s", where, r.body, clip(request))
	}
}

// dynamic reports whether what was wrong is beyond a schema: how many fields a query
// has and how deep it nests.
func dynamic(field, code string) bool {
	return code == "out_of_range" && (field == "query" || field == "prompt")
}

func clip(text []byte) []byte { return text[:min(len(text), 300)] }

// TestDescription checks that all that the service answers is described, and the
// other way round.
func TestDescription(t *testing.T) {
	t.Parallel()
	s := start(t)
	r := s.send(http.MethodGet, "/openapi.json", nil, header("X-API-Key", ""))
	if r.status != 200 {
		t.Fatalf("openapi.json = %d", r.status)
	}
	var document struct {
		OpenAPI string
		Info    struct{ Version string }
		Paths   map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(r.body, &document); err != nil {
		t.Fatal(err)
	}
	if document.OpenAPI != "3.1.0" || document.Info.Version != "1.2.3" {
		t.Errorf("openapi %q, version %q", document.OpenAPI, document.Info.Version)
	}
	for path, operations := range document.Paths {
		allowed := s.send(http.MethodOptions, strings.Replace(path, "{session_id}", "x", 1), nil).header.Get("Allow")
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete, http.MethodPut, http.MethodPatch} {
			_, is := operations[strings.ToLower(method)]
			if takes := slices.Contains(strings.Split(allowed, ", "), method); takes != is {
				t.Errorf("%s %s: the service takes it: %t, the description has it: %t", method, path, takes, is)
			}
		}
	}
	for _, path := range s.api.Paths() {
		path = strings.Replace(path, "{id}", "{session_id}", 1)
		if document.Paths[path] == nil {
			t.Errorf("%s is not described", path)
		}
	}
	d, err := described()
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(r.body, &all); err != nil {
		t.Fatal(err)
	}
	d.examples(t, all, "")
}

// examples checks every example of the description against the schema beside it.
func (d *description) examples(t *testing.T, node any, pointer string) {
	switch node := node.(type) {
	case map[string]any:
		if example, ok := node["example"]; ok && node["schema"] != nil {
			text, err := json.Marshal(example)
			if err == nil {
				err = d.valid(pointer+"/schema", text)
			}
			if err != nil {
				t.Errorf("%s: the example is not as described: %v", pointer, err)
			}
		}
		for name, child := range node {
			d.examples(t, child, pointer+"/"+escape(name))
		}
	case []any:
		for i, child := range node {
			d.examples(t, child, fmt.Sprintf("%s/%d", pointer, i))
		}
	}
}
