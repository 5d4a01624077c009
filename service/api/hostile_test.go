package api_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestHostilePages sends pages that are hard to read through the interface: each must be
// answered, with what it holds, and the service must go on.
func TestHostilePages(t *testing.T) {
	s := start(t, usageLimit(1<<20))
	tests := []struct{ name, html, want string }{
		{"many siblings", "<h1>Here</h1>" + strings.Repeat("<p>a", 100_000), "Here"},
		{"deep", "<h1>Here</h1>" + strings.Repeat("<div>", 10_000) + "x", "Here"},
		{"one long text", "<h1>Here</h1><p>" + strings.Repeat("word ", 19<<20/5), "Here"},
		{"many attributes", "<h1>Here</h1><p " + strings.Repeat("ab=c ", 1_000_000) + ">x", "Here"},
		{"many attributes of many names", "<h1>Here</h1><p " + manyNames(200_000) + ">x", "Here"},
		{"many bodies with attributes", "<h1>Here</h1><body " + strings.ReplaceAll(manyNames(100_000), "=v ", "=v><body ") + ">x", "Here"},
		{"many blocks in a formatting element", "<h1>Here</h1><p><b " + manyNames(10_000) + ">x" + strings.Repeat("</p><p>x", 100_000), "Here"},
		{"links never closed", "<h1>Here</h1>" + strings.Repeat("<a href=/x><p>y", 50_000), "Here"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			body, err := json.Marshal(map[string]string{"query": "{ title }", "html": tt.html})
			if err != nil {
				t.Fatal(err)
			}
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/v1/query-data", strings.NewReader(string(body)))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("X-API-Key", s.key)
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			text, err := io.ReadAll(response.Body)
			if err != nil {
				t.Fatal(err)
			}
			var answer struct{ Data struct{ Title string } }
			if err := json.Unmarshal(text, &answer); err != nil || response.StatusCode != http.StatusOK || answer.Data.Title != tt.want {
				t.Errorf("status %d, title %q, %v: %.300s", response.StatusCode, answer.Data.Title, err, text)
			}
		})
	}
}

// manyNames returns n attributes, no two of one name.
func manyNames(n int) string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	var b strings.Builder
	for i := range n {
		b.WriteByte('x')
		for ; i > 0; i /= len(letters) {
			b.WriteByte(letters[i%len(letters)])
		}
		b.WriteString("=v ")
	}
	return b.String()
}
