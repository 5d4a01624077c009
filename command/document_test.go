package command_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/pflag"

	"assay/client"
	"assay/command"
	"assay/wire/pages/documenttest"
)

// reader is a service that reads documents: it answers with the name of the file,
// or as it is told to for that name.
type reader struct {
	left     int64
	maxPages int
	refuse   map[string]int // status by file name
	hold     chan struct{}  // if not nil, answers come when it is closed

	mu      sync.Mutex
	asked   []string // file names
	bodies  []string
	at      int // running now
	busiest int
	began   chan string
}

func (r *reader) client(t *testing.T) *client.Client {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/usage", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Document-Max-Pages", strconv.Itoa(r.maxPages))
		fmt.Fprintf(w, `{"usage_limit":%d,"current_cycle_usage":0,"current_period_start":"2026-01-01T00:00:00Z","current_period_end":"2026-02-01T00:00:00Z"}`, r.left)
	})
	mux.HandleFunc("POST /v1/query-document", func(w http.ResponseWriter, request *http.Request) {
		if err := request.ParseMultipartForm(1 << 20); err != nil {
			t.Error(err)
		}
		name := request.MultipartForm.File["file"][0].Filename
		r.mu.Lock()
		r.asked, r.bodies = append(r.asked, name), append(r.bodies, request.FormValue("body"))
		r.at++
		r.busiest = max(r.busiest, r.at)
		r.mu.Unlock()
		if r.began != nil {
			r.began <- name
		}
		if r.hold != nil {
			<-r.hold
		}
		r.mu.Lock()
		r.at--
		r.mu.Unlock()
		if status := r.refuse[name]; status != 0 {
			w.WriteHeader(status)
			io.WriteString(w, `{"error_info":"refused","code":"no"}`)
			return
		}
		fmt.Fprintf(w, `{"data":{"name":%q,"rows":[{"n":1},{"n":2}]},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`, name)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	c, err := client.New(client.Config{BaseURL: server.URL, APIKey: "key"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// papers makes a folder of documents: a.pdf and e.pdf have 3 pages, b.png is an image, c.pdf
// cannot be counted, d.txt is none. It is the working directory of the test.
func papers(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, data := range map[string][]byte{
		"a.pdf": documenttest.PDF(nil, nil, nil),
		"b.png": documenttest.PNG(documenttest.Picture(8, 8)),
		"c.pdf": []byte("%PDF-1.4\nbroken"),
		"d.txt": []byte("text"),
		"e.pdf": documenttest.PDF(nil, nil, nil),
	} {
		if err := os.WriteFile(filepath.Clean(name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// document runs assay document with arguments as they are typed.
func document(t *testing.T, r *reader, tty bool, args ...string) (out, messages string, err error) {
	t.Helper()
	var flags command.DocumentFlags
	set := pflag.NewFlagSet("document", pflag.ContinueOnError)
	flags.Add(set)
	if err := set.Parse(args); err != nil {
		t.Fatal(err)
	}
	options, err := flags.Options(set.Args())
	if err != nil {
		return "", "", err
	}
	var stdout, stderr bytes.Buffer
	streams := command.IO{In: strings.NewReader("{ stdin }"), Out: &stdout, Err: &stderr, OutTTY: tty}
	if options.DryRun {
		err = command.Cost(t.Context(), func() (*client.Client, error) {
			if r == nil {
				return nil, client.ErrUnreachable
			}
			return r.client(t), nil
		}, options, streams)
	} else {
		err = command.Document(t.Context(), r.client(t), options, streams)
	}
	return stdout.String(), stderr.String(), err
}

func TestDocumentOutput(t *testing.T) {
	papers(t)
	a, b := `{"name":"a.pdf","rows":[{"n":1},{"n":2}]}`, `{"name":"b.png","rows":[{"n":1},{"n":2}]}`
	for args, want := range map[string]string{
		"a.pdf {x}":                            a + "\n",
		"a.pdf {x} --output ndjson":            "{\"n\":1}\n{\"n\":2}\n",
		"a.pdf {x} --full":                     `{"data":` + a + `,"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}` + "\n",
		"a.pdf b.png {x}":                      "[\n{\"file\":\"a.pdf\",\"data\":" + a + "},\n{\"file\":\"b.png\",\"data\":" + b + "}\n]\n",
		"a.pdf b.png {x} --output ndjson":      "{\"file\":\"a.pdf\",\"data\":" + a + "}\n{\"file\":\"b.png\",\"data\":" + b + "}\n",
		"a.pdf b.png --prompt p --output csv":  "file,name,rows.n\na.pdf,a.pdf,1\na.pdf,a.pdf,2\nb.png,b.png,1\nb.png,b.png,2\n",
		"a.pdf b.png --query-file - -o table":  "file   name   rows.n\na.pdf  a.pdf       1\na.pdf  a.pdf       2\nb.png  b.png       1\nb.png  b.png       2\n",
		"c.pdf {x} --unknown-cost --mode fast": `{"name":"c.pdf","rows":[{"n":1},{"n":2}]}` + "\n",
	} {
		out, messages, err := document(t, &reader{left: 4}, false, strings.Fields(args)...)
		if err != nil || out != want || messages != "" {
			t.Errorf("%s: %v\n%s\nwant\n%s\n%s", args, err, out, want, messages)
		}
	}
}

func TestDocumentAsks(t *testing.T) {
	papers(t)
	for args, want := range map[string]string{
		"a.pdf {x}":                            `{"query":"{x}"}`,
		"a.pdf --prompt all":                   `{"prompt":"all"}`,
		"a.pdf --query-file - --mode standard": `{"query":"{ stdin }","params":{"mode":"standard"}}`,
		"a.pdf {x} --evidence":                 `{"query":"{x}","params":{"is_evidence_enabled":true}}`,
	} {
		r := &reader{}
		if _, _, err := document(t, r, false, strings.Fields(args)...); err != nil || len(r.bodies) != 1 || r.bodies[0] != want {
			t.Errorf("%s asks %q, %v", args, r.bodies, err)
		}
	}
}

func TestDocumentFailures(t *testing.T) {
	papers(t)
	for _, test := range []struct {
		args     string
		refuse   map[string]int
		code     int
		error    string
		messages string
		asked    int
		out      string
	}{
		{"a.pdf {x:}", nil, command.ExitUsage, "the query has errors", "", 0, ""},
		{". {x}", nil, command.ExitUsage, ". is a folder: -r takes", "", 0, ""},
		{"a.pdf {x} --output csv --full", nil, command.ExitUsage, "--output json", "", 0, ""},
		{"a.pdf --prompt a --query-file b", nil, command.ExitUsage, "only one", "", 0, ""},
		{"d.txt {x}", nil, command.ExitFailed, "d.txt: the file is plain text, neither a PDF nor", "", 0, ""},
		{"c.pdf {x}", nil, command.ExitFailed, "--unknown-cost sends it", "", 0, ""},
		{"a.pdf {x}", map[string]int{"a.pdf": 402}, command.ExitQuota, "refused", "", 1, ""},
		{"a.pdf {x}", map[string]int{"a.pdf": 401}, command.ExitUnauthorized, "refused", "", 1, ""},
		{"a.pdf e.pdf b.png {x}", nil, command.ExitQuota, "the files cost 7 calls and 4 are left; nothing was sent", "", 0, ""},
		{"a.pdf b.png d.txt {x} -o ndjson", map[string]int{"a.pdf": 422}, command.ExitFailed, "2 of 3 documents failed", "assay: a.pdf: refused (HTTP 422 no)\nassay: d.txt: ", 2,
			`{"file":"a.pdf","error":{"message":"refused","status":422,"code":"no"}}`},
		{"b.png e.pdf a.pdf {x} --jobs 1", map[string]int{"b.png": 401}, command.ExitUnauthorized, "3 of 3 documents failed", "assay: a.pdf: not sent: refused", 1, `"error"`},
	} {
		r := &reader{left: 4, refuse: test.refuse}
		if strings.Contains(test.args, "--jobs") {
			r.left = 9
		}
		out, messages, err := document(t, r, false, strings.Fields(test.args)...)
		if err == nil || !strings.Contains(err.Error(), test.error) || command.ExitCode(err) != test.code {
			t.Errorf("%s: %v with exit code %d", test.args, err, command.ExitCode(err))
		}
		if len(r.asked) != test.asked || !strings.Contains(messages, test.messages) || !strings.Contains(out, test.out) || test.out == "" && out != "" {
			t.Errorf("%s: asked for %v; it says\n%s%s", test.args, r.asked, out, messages)
		}
	}
}

func TestDryRun(t *testing.T) {
	papers(t)
	out, _, err := document(t, nil, false, "--dry-run", "a.pdf", "b.png")
	if err != nil || !strings.Contains(out, `{"file":"a.pdf","kind":"PDF",`) || !strings.Contains(out, `"calls":3,"error":null}`) || !strings.HasSuffix(out, `"calls":4,"unknown":0}`+"\n") {
		t.Errorf("%v\n%s", err, out)
	}
	out, messages, err := document(t, nil, true, "--dry-run", "a.pdf", "c.pdf", "{ a }")
	if err == nil || !strings.Contains(out, "cannot be counted") || !strings.Contains(messages, "3 calls in all; of 1 files it is not known") {
		t.Errorf("%v\n%s%s", err, out, messages)
	}
	var report struct{ Calls int }
	out, _, err = document(t, nil, false, "--dry-run", "--unknown-cost", "c.pdf", "a.pdf")
	if json.Unmarshal([]byte(out), &report) != nil || report.Calls != 3 || err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestDryRunSaysWhatTheServiceWould refuses what the service would refuse.
func TestDryRunSaysWhatTheServiceWould(t *testing.T) {
	papers(t)
	for _, test := range []struct {
		service   *reader
		code      int
		out, says string
	}{
		{&reader{left: 9, maxPages: 500}, command.ExitOK, `"calls":3,"error":null`, ""},
		{&reader{left: 2, maxPages: 500}, command.ExitQuota, `"calls":3,"error":null`, "the files cost 3 calls and 2 are left"},
		{&reader{left: 9, maxPages: 2}, command.ExitFailed, `"calls":null,"error":"the document has 3 pages; a query takes at most 2`, "1 of 1 files cannot be sent"},
		{nil, command.ExitOK, `"calls":3,"error":null`, ""},
	} {
		out, _, err := document(t, test.service, false, "--dry-run", "a.pdf")
		if command.ExitCode(err) != test.code || !strings.Contains(out, test.out) || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("exit code %d, want %d: %v\n%s", command.ExitCode(err), test.code, err, out)
		}
	}
	out, _, _ := document(t, nil, false, "--dry-run", "c.pdf")
	if want := `"error":"the pages of the PDF cannot be counted: it is damaged or cut short"`; !strings.Contains(out, want) {
		t.Errorf("of a broken PDF it says\n%s", out)
	}
}

// TestFolders takes the documents in a folder if it is told to.
func TestFolders(t *testing.T) {
	papers(t)
	for name, from := range map[string]string{"in/x.pdf": "a.pdf", "in/deep/y.PNG": "b.png", "in/.old/z.pdf": "a.pdf", "in/note.txt": "d.txt"} {
		data, err := os.ReadFile(from)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(name), 0o700)
		}
		if err == nil {
			err = os.WriteFile(name, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	r := &reader{left: 9}
	if _, _, err := document(t, r, false, "-r", "--jobs", "1", "in", "b.png", "{ a }"); err != nil || strings.Join(r.asked, " ") != "y.PNG x.pdf b.png" {
		t.Errorf("it asks for %q: %v", r.asked, err)
	}
	for _, args := range []string{"in {a}", "-r in/.old/none {a}", "-r empty {a}"} {
		if err := os.MkdirAll("empty", 0o700); err != nil {
			t.Fatal(err)
		}
		if _, _, err := document(t, r, false, strings.Fields(args)...); command.ExitCode(err) != command.ExitUsage {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// A file that is named twice, or by its folder as well, is paid for once, and that is said.
func TestTheSameFileTwice(t *testing.T) {
	papers(t)
	if err := os.MkdirAll("in", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename("b.png", "in/b.png"); err != nil {
		t.Fatal(err)
	}
	r := &reader{left: 9}
	out, messages, err := document(t, r, false, "-r", "in/b.png", "a.pdf", "./a.pdf", "in", "{ a }", "--output", "ndjson", "--jobs", "1")
	if err != nil || strings.Join(r.asked, " ") != "b.png a.pdf" || strings.Count(out, "\n") != 2 {
		t.Errorf("it asks for %q (%v):\n%s", r.asked, err, out)
	}
	if want := "assay: ./a.pdf was named before, as a.pdf: it is read once\nassay: in/b.png was named before, as in/b.png: it is read once\n"; messages != want {
		t.Errorf("it says\n%s, want\n%s", messages, want)
	}
	if out, _, err := document(t, r, false, "--dry-run", "a.pdf", "a.pdf"); err != nil || !strings.Contains(out, `"calls":3,"unknown":0`) {
		t.Errorf("the dry run says (%v)\n%s", err, out)
	}
}

func TestJobs(t *testing.T) {
	papers(t)
	r := &reader{left: 100, hold: make(chan struct{}), began: make(chan string, 10)}
	go func() {
		<-r.began
		<-r.began
		close(r.hold)
	}()
	_, _, err := document(t, r, false, "--jobs", "2", "--unknown-cost", "a.pdf", "b.png", "c.pdf", "e.pdf", "{a}")
	if err != nil || r.busiest != 2 || len(r.asked) != 4 {
		t.Errorf("%v; %d at once, %d in all", err, r.busiest, len(r.asked))
	}
}
