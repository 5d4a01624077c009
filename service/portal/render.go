package portal

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

//go:embed templates/*.html static/*
var files embed.FS

// pages are the parsed templates, and the files that pages use.
type pages struct {
	templates map[string]*template.Template // by page
	assets    map[string]asset              // by name
}

// asset is a file that pages use.
type asset struct {
	text    []byte
	version string // changes with the text
}

// view is what a page is made of.
type view struct {
	Title    string
	Page     string // the template's name
	SignedIn bool
	Token    string // of its forms
	Content  any
}

// field is one field of a form that was sent.
type field struct {
	Value string
	Error string // what is wrong with it; "" if nothing is
}

func newPages() (*pages, error) {
	p := &pages{templates: make(map[string]*template.Template), assets: make(map[string]asset)}
	assets, err := files.ReadDir("static")
	if err != nil {
		return nil, err
	}
	for _, entry := range assets {
		text, err := files.ReadFile("static/" + entry.Name())
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(text)
		p.assets[entry.Name()] = asset{text, hex.EncodeToString(sum[:6])}
	}
	layout, err := template.New("layout.html").Funcs(template.FuncMap{
		"asset": p.address,
		"path":  func(parts ...string) string { return path.Join(append([]string{Prefix}, parts...)...) },
		"count": count,
		"calls": calls,
		"date":  func(t time.Time) string { return t.UTC().Format("2 Jan 2006") },
		"stamp": func(t time.Time) string { return t.UTC().Format("2 Jan 2006 15:04") },
		"iso":   func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
	}).ParseFS(files, "templates/layout.html")
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(files, "templates/*.html")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		page := strings.TrimSuffix(path.Base(name), ".html")
		if page == "layout" {
			continue
		}
		whole, err := layout.Clone()
		if err == nil {
			whole, err = whole.ParseFS(files, name)
		}
		if err != nil {
			return nil, err
		}
		p.templates[page] = whole
	}
	return p, nil
}

// address returns where an asset is.
func (p *pages) address(name string) (string, error) {
	a, ok := p.assets[name]
	if !ok {
		return "", fmt.Errorf("no asset %s", name)
	}
	return Prefix + "/static/" + name + "?v=" + a.version, nil
}

// show answers with a page.
func (v *visit) show(status int, page, title string, content any) error {
	shown := view{Title: title, Page: page, SignedIn: v.signedIn, Content: content}
	if v.secret != "" {
		shown.Token = v.p.keys.form(v.secret)
	}
	var text bytes.Buffer
	if err := v.p.pages.templates[page].ExecuteTemplate(&text, "layout.html", shown); err != nil {
		return fmt.Errorf("writing the page %s: %w", page, err)
	}
	v.Header().Set("Content-Type", "text/html; charset=utf-8")
	v.send(status, text.Bytes())
	return nil
}

// send sends an answer's body, to who takes it in time.
func (v *visit) send(status int, text []byte) {
	v.Header().Set("Content-Length", strconv.Itoa(len(text)))
	controller := http.NewResponseController(v.ResponseWriter)
	controller.SetWriteDeadline(time.Now().Add(writeTime)) // not every writer has deadlines
	v.WriteHeader(status)
	v.Write(text) // a visitor who has gone is nobody to tell
	controller.SetWriteDeadline(time.Time{})
}

// asset answers with a file that pages use. Its address names its version, and so it
// may be kept for ever.
func (p *Portal) asset(w http.ResponseWriter, r *http.Request) {
	v := &visit{ResponseWriter: w, r: r, p: p}
	a, ok := p.pages.assets[r.PathValue("file")]
	switch {
	case !ok:
		v.failed(errNotFound)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		v.failed(errMethod)
	default:
		if r.URL.Query().Get("v") == a.version {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(r.PathValue("file"))))
		v.send(http.StatusOK, a.text)
	}
}

var english = message.NewPrinter(language.English)

// count words a number with its thousands apart.
func count(n int64) string { return english.Sprintf("%d", n) }

// calls words a number of calls.
func calls(n int64) string {
	if n == 1 {
		return "1 call"
	}
	return count(n) + " calls"
}
