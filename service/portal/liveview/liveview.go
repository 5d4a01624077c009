// Package liveview is the page that shows a remote browser's screen and takes mouse
// and keyboard. It is plain HTML, CSS and JavaScript without anything from other sites.
// It finds its frames beside its own address.
package liveview

import (
	"cmp"
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
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	w.Header().Set("Content-Security-Policy", policy)
	http.ServeFileFS(w, r, files, cmp.Or(name, "view.html"))
}
