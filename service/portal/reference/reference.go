// Package reference serves the description of the interface for people: a page of every
// request, what it takes and answers, and how to make it; and beside it one on the query
// language. They are plain HTML with nothing from other sites, made of the OpenAPI document
// and the language's guide by
//
//	go test ./service/portal/reference -run Pages -update
//
// Without JavaScript, search and the copy buttons are not there.
package reference

import (
	"embed"
	"html"
	"io"
	"net/http"
	"strings"
)

const (
	// Path is where the page on the interface is, with what it uses under it.
	Path = "/docs"

	// LanguagePath is where the page on the query language is.
	LanguagePath = Path + "/query-language"
)

//go:embed interface.html
var interfacePage string

//go:embed language.html
var languagePage string

//go:embed page.css page.js
var assets embed.FS

// policy lets the pages use their style and script and the portal's, and nothing else.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// versionMark stands in the pages for the version of the service.
const versionMark = "VERSION"

// New returns the pages of a version of the service, with the assets they use. They also
// use the portal's.
func New(version string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path+"/{file}", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, assets, r.PathValue("file"))
	})
	named := strings.Replace(interfacePage, versionMark, html.EscapeString(version), 1)
	for at, text := range map[string]string{Path: named, Path + "/{$}": named, LanguagePath: languagePage} {
		mux.HandleFunc("GET "+at, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			io.WriteString(w, text)
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		mux.ServeHTTP(w, r)
	})
}
