package viewtest

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"assay/wire/pages/documenttest"
)

// Documents is the part of a staged service that reads documents: it answers with the
// name of the file, or as it is told to for that name.
type Documents struct {
	Hold chan struct{} // if not nil, an answer comes for each message

	sync.Mutex
	refuse  map[string]int // status by file name
	Asked   []string       // file names
	at      int            // running now
	Busiest int
}

func AddDocuments(t testing.TB, s *Stage) *Documents {
	k := &Documents{refuse: map[string]int{}}
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	s.Mux.HandleFunc("POST /v1/query-document", func(w http.ResponseWriter, r *http.Request) {
		reader, err := r.MultipartReader()
		if err != nil {
			t.Error(err)
			return
		}
		name := ""
		for {
			part, err := reader.NextPart()
			if err == io.EOF {
				break
			}
			if err != nil {
				return // the upload was interrupted
			}
			if part.FormName() == "file" {
				name = part.FileName()
			}
			if _, err := io.Copy(io.Discard, part); err != nil {
				return
			}
		}
		k.Lock()
		k.Asked = append(k.Asked, name)
		k.at++
		k.Busiest = max(k.Busiest, k.at)
		status := k.refuse[name]
		k.Unlock()
		if k.Hold != nil {
			select {
			case <-k.Hold:
			case <-r.Context().Done():
			case <-over:
			}
		}
		k.Lock()
		k.at--
		k.Unlock()
		if status != 0 {
			w.WriteHeader(status)
			io.WriteString(w, `{"error_info":"The document is damaged.","code":"bad_document"}`)
			return
		}
		fmt.Fprintf(w, `{"data":{"name":%q,"lines":[{"n":1},{"n":2}]},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`, name)
	})
	return k
}

func (k *Documents) Names() string {
	k.Lock()
	defer k.Unlock()
	return strings.Join(k.Asked, " ")
}

func (k *Documents) Tell(name string, status int) {
	k.Lock()
	defer k.Unlock()
	k.refuse[name] = status
}

// Papers makes a folder of documents the working directory and returns it.
func Papers(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	t.Chdir(folder)
	for name, data := range map[string][]byte{
		"a.pdf":      documenttest.PDF(nil, nil, nil),
		"b.png":      documenttest.PNG(documenttest.Picture(300, 200)),
		"broken.pdf": []byte("%PDF-1.4\nbroken"),
		"fake.pdf":   []byte("text"),
		"notes.txt":  []byte("text"),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}
