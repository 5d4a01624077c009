package page_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"assay/service/page"
)

// BenchmarkLoad loads pages in a warm light browser. 150 ms of each are the rest that
// a page must come to.
func BenchmarkLoad(b *testing.B) {
	for name, html := range map[string]string{
		"simple": `<body><p>x</p><script>for (let i = 0; i < 50; i++) document.body.append('made ', document.createElement('p'))</script>`,
		"large":  `<body>` + strings.Repeat(`<div class="row"><a href="/x">name</a> <span>1,234.56</span><img src="/p.png"></div>`, 5000),
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, html)
		}))
		target, err := url.Parse(server.URL)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := loader.Load(b.Context(), page.Request{URL: target}); err != nil {
					b.Fatal(err)
				}
			}
		})
		server.Close()
	}
}
