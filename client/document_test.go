package client_test

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/client"
	"assay/wire"
)

// part is one part of a multipart body as it came over the wire.
type part struct{ Name, FileName, Type, Text string }

func readParts(t *testing.T, r *http.Request) []part {
	t.Helper()
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" {
		t.Fatalf("Content-Type %q: %v", r.Header.Get("Content-Type"), err)
	}
	var parts []part
	for reader := multipart.NewReader(r.Body, params["boundary"]); ; {
		p, err := reader.NextPart()
		if err == io.EOF {
			return parts
		}
		if err != nil {
			t.Errorf("reading the parts: %v", err)
			return parts
		}
		text, err := io.ReadAll(p)
		if err != nil {
			t.Errorf("reading part %s: %v", p.FormName(), err)
		}
		parts = append(parts, part{p.FormName(), p.FileName(), p.Header.Get("Content-Type"), string(text)})
	}
}

// onlyReader hides everything but Read.
type onlyReader struct{ io.Reader }

func TestDocumentOnTheWire(t *testing.T) {
	path := filepath.Join(t.TempDir(), "Ré\"çu.JPG")
	if err := os.WriteFile(path, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Seek(4, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name    string
		request client.DocumentRequest
		want    []part
		chunked bool
	}{
		{"a buffer", client.DocumentRequest{File: strings.NewReader("%PDF"), Name: "a/b/invoice.pdf", Query: "{ total(number) }"},
			[]part{{"body", "", "", `{"query":"{ total(number) }"}`}, {"file", "invoice.pdf", "application/pdf", "%PDF"}}, false},
		{"an open file from where it stands", client.DocumentRequest{File: file, Name: path, Prompt: "the total", Params: &wire.DocumentParams{Mode: wire.ModeStandard, Evidence: true}},
			[]part{{"body", "", "", `{"prompt":"the total","params":{"mode":"standard","is_evidence_enabled":true}}`}, {"file", "Ré\"çu.JPG", "image/jpeg", "456789"}}, false},
		{"a name with control characters", client.DocumentRequest{File: strings.NewReader("%PDF"), Name: "E\x1b[31m\n.pdf", Query: "{ a }"},
			[]part{{"body", "", "", `{"query":"{ a }"}`}, {"file", "E_[31m_.pdf", "application/pdf", "%PDF"}}, false},
		{"a reader with its size", client.DocumentRequest{File: onlyReader{strings.NewReader("abc")}, Size: 3, Name: "scan.png", Query: "{ a }"},
			[]part{{"body", "", "", `{"query":"{ a }"}`}, {"file", "scan.png", "image/png", "abc"}}, false},
		{"a reader of unknown size", client.DocumentRequest{File: onlyReader{strings.NewReader("abc")}, Query: "{ a }"},
			[]part{{"body", "", "", `{"query":"{ a }"}`}, {"file", "document", "application/octet-stream", "abc"}}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
				checkPost(t, r, "/v1/query-document", r.Header.Get("Content-Type"))
				if chunked := r.ContentLength == -1; chunked != test.chunked {
					t.Errorf("Content-Length is %d", r.ContentLength)
				}
				if diff := cmp.Diff(test.want, readParts(t, r)); diff != "" {
					t.Errorf("parts (-want +got):\n%s", diff)
				}
				io.WriteString(w, `{"data":{"total":1},"metadata":{"request_id":"r"}}`)
			})
			got, err := c.QueryDocument(t.Context(), test.request)
			if err != nil {
				t.Fatal(err)
			}
			if string(got.Data) != `{"total":1}` || got.Metadata.RequestID != "r" {
				t.Errorf("the answer is %+v", got)
			}
		})
	}
}

func TestUploadProgress(t *testing.T) {
	const size = 3 << 20
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, `{"data":{},"metadata":{}}`)
	})
	for _, total := range []int64{size, -1} {
		var mu sync.Mutex
		var reports []int64
		request := client.DocumentRequest{File: bytes.NewReader(make([]byte, size)), Query: "{ a }"}
		if total < 0 {
			request.File = onlyReader{request.File}
		}
		request.Progress = func(sent, of int64) {
			mu.Lock()
			defer mu.Unlock()
			if of != total {
				t.Errorf("the total is given as %d, want %d", of, total)
			}
			reports = append(reports, sent)
		}
		if _, err := c.QueryDocument(t.Context(), request); err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		if len(reports) < 3 || reports[len(reports)-1] != size {
			t.Errorf("%d reports, the last %v: the file is not sent as it is read", len(reports), reports[max(0, len(reports)-1):])
		}
		for i := 1; i < len(reports); i++ {
			if reports[i] <= reports[i-1] {
				t.Errorf("report %d goes from %d to %d", i, reports[i-1], reports[i])
			}
		}
		mu.Unlock()
	}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

func TestDocumentThatCannotBeRead(t *testing.T) {
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) })
	for _, test := range []struct {
		file io.Reader
		size int64
		want string
	}{
		{failingReader{}, 10, "reading scan.pdf: the disk is gone"},
		{failingReader{}, 0, "reading scan.pdf: the disk is gone"},
		{strings.NewReader("abc"), 10, "reading scan.pdf: 3 of 10 bytes: the file has become shorter"},
		{nil, 0, "the document has no file"},
	} {
		_, err := c.QueryDocument(t.Context(), client.DocumentRequest{File: test.file, Size: test.size, Name: "scan.pdf"})
		if err == nil || err.Error() != test.want {
			t.Errorf("QueryDocument gives %v, want %s", err, test.want)
		}
	}
}

// A service may answer before it has read the file: its reason must come
// through.
func TestDocumentRefusedEarly(t *testing.T) {
	c := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusPaymentRequired)
		io.WriteString(w, `{"error_info":"the quota is exhausted"}`)
	})
	_, err := c.QueryDocument(t.Context(), client.DocumentRequest{File: bytes.NewReader(make([]byte, 8<<20)), Query: "{ a }"})
	if !errors.Is(err, client.ErrQuotaExhausted) {
		t.Errorf("QueryDocument gives %v, want the quota to be exhausted", err)
	}
}
