// Package liveview is the page that shows a remote browser's screen and takes mouse
// and keyboard. It is plain HTML, CSS and JavaScript without anything from elsewhere.
// It finds its frames beside its own address.
package liveview

import (
	"embed"
	"net/http"
)

//go:embed view.html view.css view.js
var files embed.FS

// policy lets the page use what comes from its own address, and blobs, which its
// frames become.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"

// Serve answers with a part of the page; "" is the page itself. Its address must end
// in /N, the number of the page that it shows; its other parts are at the same level.
func Serve(w http.ResponseWriter, r *http.Request, name string) {
	switch name {
	case "":
		send(w, r, "view.html", "text/html; charset=utf-8")
	case "view.css":
		send(w, r, name, "text/css; charset=utf-8")
	case "view.js":
		send(w, r, name, "text/javascript; charset=utf-8")
	default:
		http.NotFound(w, r)
	}
}

func send(w http.ResponseWriter, r *http.Request, name, contentType string) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	text, err := files.ReadFile(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Security-Policy", policy)
	w.Write(text)
}
