// Demo serves a small shop on loopback whose products are made by JavaScript: a
// page to try Assay on, and the one its pictures show.
//
//	go run ./docs/demo [-listen 127.0.0.1:8642]
package main

import (
	_ "embed"
	"flag"
	"log"
	"net/http"
	"time"
)

//go:embed lamps.html
var lamps []byte

func main() {
	address := flag.String("listen", "127.0.0.1:8642", "address to serve on")
	flag.Parse()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /lamps", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(lamps)
	})
	server := http.Server{Addr: *address, Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	log.Printf("serving http://%s/lamps", *address)
	log.Fatal(server.ListenAndServe())
}
