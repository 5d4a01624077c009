package importer

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"assay/wire"
	"assay/wire/snippet"
	"assay/workspace/saved"
)

const shop = "https://shop.example/lamps"

// asked returns the request of a query of the shop.
func asked(query string) Request { return Request{File: saved.File{URL: shop, Query: query}} }

func TestRead(t *testing.T) {
	page := func(left ...string) Request { return Request{File: saved.File{URL: shop}, Left: left} }
	proxied := page()
	proxied.Params.Proxy = wire.CustomProxy("http://proxy.example:8080", "ann", "s:cret")
	prompted := Request{File: saved.File{URL: shop, Prompt: "all lamps", IsPrompt: true, Params: wire.Params{Mode: "standard", WaitFor: 2}}}
	html := Request{File: saved.File{Query: "{ title }"}, Page: "<h1>It's</h1>"}
	for _, c := range []struct {
		name, text string
		want       []Request
	}{
		{"a page", "curl " + shop, []Request{page()}},
		{"a prompt before it", "$ curl -sSL --compressed -o out.html " + shop, []Request{page()}},
		{"as a browser copies it", "curl '" + shop + "' \\\n  -H 'accept: text/html' \\\n  -H 'cookie: a=b' \\\n  -H 'sec-ch-ua: \"x\"' \\\n  -H $'x-na\\u006de: it\\'s' \\\n  --compressed ;",
			[]Request{page("the headers cookie and x-name")}},
		{"a proxy", "curl -x http://proxy.example:8080 -U 'ann:s:cret' " + shop, []Request{proxied}},
		{"a proxy with its user", "curl --proxy=ann:s%3Acret@proxy.example:8080 " + shop, []Request{proxied}},
		{"a form", "curl -XPOST -d a=1 -dd=2 " + shop, []Request{page("that it is no GET, with its body")}},
		{"data in the address", "curl -G --data-urlencode 'q=a b' -d c=d https://shop.example/", []Request{{File: saved.File{URL: "https://shop.example/?q=a+b&c=d"}}}},
		{"a query", `curl http://127.0.0.1:8700/v1/query-data -H "X-API-Key: $key" --json '{"url": "` + shop + `", "query": "{ title }"}'`, []Request{asked("{ title }")}},
		{"a query of another service", `curl https://api.example/ask -d "{\"url\": \"` + shop + `\", \"query\": \"{ title }\"}"`, []Request{asked("{ title }")}},
		{"a prompt with params", `curl api.example/v1/query-data --data-raw '{"url":"` + shop + `","prompt":"all lamps","params":{"mode":"standard","wait_for":2}}'`, []Request{prompted}},
		{"HTML", `curl api.example/v1/query-data -d $'{"html":"<h1>It\'s</h1>","query":"{ title }"}'`, []Request{html}},
		{"an address without quotes", "curl -s https://shop.example/?q=a&c=d -H 'Cookie: x' & curl " + shop,
			[]Request{{File: saved.File{URL: "https://shop.example/?q=a&c=d"}, Left: []string{"the header Cookie"}}, page()}},
		{"variables, as they are written", `curl "https://$HOST/${PATH}?a=$1" -d "$(cat q)" -G`, []Request{{File: saved.File{URL: "https://$HOST/${PATH}?a=$1&$(cat q)"}}}},
		{"a here-document", "curl https://api.example/ask -d @- <<EOF\n{\"url\": \"" + shop + "\", \"query\": \"{ title }\"$(date)}\nEOF\n", []Request{asked("{ title }")}},
		{"two addresses", "curl https://one.example --url https://two.example " + shop, []Request{page("the address https://one.example", "the address https://two.example")}},
		{"two", "curl " + shop + "; curl -s \\\n" + shop, []Request{page(), page()}},
	} {
		got, err := Read([]byte(c.text))
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %+v, %v\nwant %+v", c.name, got, err, c.want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"no request", "buy lamps", "not a curl command"},
		{"no address", "curl -s", "no address"},
		{"an option without its value", "curl https://a.example -H", "ends after -H"},
		{"quotes without end", "curl 'https://a.example", "without closing quote"},
		{"a query without body", "curl https://a.example/v1/query-data", "has no body here"},
		{"a body that is none", "curl https://a.example/v1/query-data -d x=1", "not the JSON of a query"},
		{"one of several", "\n\n$ curl https://a.example\ncurl \\\n -s\ncurl https://b.example\n", "line 4: the curl command has no address"},
		{"an address of several", "curl https://a.example; \n curl ftp://b.example", "line 2: the request asks"},
		{"a proxy with a password that is none", "curl -x 'http://a:secret@%zz' https://a.example", "the address of the proxy is none"},
	} {
		got, err := Read([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, %v; want an error with %q", c.name, got, err, c.want)
		}
	}
}

func TestSave(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	named := Request{File: saved.File{URL: "https://shop.example/../All%20Lämps//2", Query: "{ a }"}}
	proxied := Request{File: saved.File{URL: shop, Params: wire.Params{Proxy: wire.CustomProxy("http://p.example", "ann", "secret")}}}
	for _, c := range []struct {
		request Request
		want    string
	}{
		{named, "shop.example-..-all-lämps-2"}, {named, "shop.example-..-all-lämps-2-2"}, {proxied, "shop.example-lamps"},
		{Request{File: saved.File{Query: "{ title }"}, Page: "<h1>a</h1>"}, "query"}, {Request{Page: "<h1>b</h1>"}, "query-2"},
	} {
		path, err := c.request.Save(folder)
		if err != nil || path != filepath.Join(folder, c.want+".assay") {
			t.Fatalf("saved as %s, %v; want %s", path, err, c.want)
		}
		data, _ := os.ReadFile(path)
		back, err := saved.Read(path)
		if err != nil || back.URL != c.request.URL || back.Query != c.request.Query || strings.Contains(string(data), "secret") {
			t.Errorf("%s says\n%s%v", path, data, err)
		}
		if c.request.Page != "" {
			if page, _ := os.ReadFile(filepath.Join(folder, back.HTML)); string(page) != c.request.Page {
				t.Errorf("%s has the page %q", path, page)
			}
		}
	}
}

// What a snippet says is what was asked.
func TestSnippetsComeBack(t *testing.T) {
	want := wire.QueryRequest{
		URL: shop + "?a=1&b='2'", Query: "{\n  lamps[] {\n    name(it's \"x\" $y `z`)\n  }\n}\n",
		Params: &wire.Params{Mode: "standard", WaitFor: 1.5, Proxy: wire.CustomProxy("http://proxy.example:1", "ann", "")},
	}
	for _, password := range []string{"", "secret"} {
		want.Params.Proxy.Password = password
		for _, language := range snippet.Languages() {
			if language.Name != "curl" {
				continue
			}
			got, err := Read([]byte(language.Write("http://127.0.0.1:8700", want)))
			if err != nil || len(got) != 1 {
				t.Fatalf("%v, %v", got, err)
			}
			if password == "" && (got[0].URL != want.URL || got[0].Query != want.Query || !reflect.DeepEqual(got[0].Params, *want.Params)) {
				t.Errorf("it came back as %+v", got[0])
			}
			if got[0].Params.Proxy == nil || got[0].Params.Proxy.Password != "" {
				t.Errorf("the proxy came back as %+v", got[0].Params.Proxy)
			}
		}
	}
}

func TestLooks(t *testing.T) {
	for text, want := range map[string]bool{
		"curl https://a.example": true, "$ curl -s x": true, " /usr/bin/curl x": true,
		"curly hair": false, "{ curl }": false, "all lamps of http://a.example": false, "https://a.example": false, "GET https://a.example": false,
	} {
		if Looks(text) != want {
			t.Errorf("Looks(%q) is %t", text, !want)
		}
	}
}

// Whatever is read, nothing is run and nothing breaks.
func FuzzRead(f *testing.F) {
	f.Add("curl -x a 'b' $'\\x41\\u00e9' -d @- <<EOF\n{}\nEOF")
	f.Add("curl -XPOST http://a/v1/query-data --json '{\"query\":\"{a}\"}'; curl b")
	f.Fuzz(func(t *testing.T, text string) {
		requests, err := Read([]byte(text))
		if err == nil && len(requests) == 0 {
			t.Error("neither requests nor an error")
		}
	})
}
