package api_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"image"
	"image/color"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"assay/service/account"
	"assay/service/api"
	"assay/service/document"
	"assay/service/servicetest"
	"assay/wire/pages/documenttest"
)

// part is one part of an upload. An empty fileName gives it none.
type part struct{ name, fileName, kind, content string }

// upload sends parts as multipart/form-data.
func (s *service) upload(parts []part, edit ...func(*http.Request)) *reply {
	s.t.Helper()
	body, contentType := encode(parts)
	return s.send(http.MethodPost, "/v1/query-document", bytes.NewReader(body), append([]func(*http.Request){header("Content-Type", contentType)}, edit...)...)
}

func encode(parts []part) (body []byte, contentType string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		disposition := fmt.Sprintf("form-data; name=%q", p.name)
		if p.fileName != "" {
			disposition += fmt.Sprintf("; filename=%q", p.fileName)
		}
		h := textproto.MIMEHeader{"Content-Disposition": {disposition}}
		if p.kind != "" {
			h.Set("Content-Type", p.kind)
		}
		to, err := w.CreatePart(h)
		if err != nil {
			panic(err)
		}
		to.Write([]byte(p.content))
	}
	w.Close()
	return b.Bytes(), w.FormDataContentType()
}

func file(content []byte) part { return part{"file", "upload.bin", "", string(content)} }

func question(members ...any) part { return part{"body", "", "", object(members...)} }

var bill = documenttest.PDF([]documenttest.Text{
	{X: 60, Y: 80, Size: 20, Text: "Bill"},
	{X: 60, Y: 120, Size: 11, Text: "Bill number: B-2024-17"},
	{X: 60, Y: 140, Size: 11, Text: "Due date: 2024-06-30"},
	{X: 60, Y: 160, Size: 11, Text: "Total: 1,234.50"},
}, []documenttest.Text{{X: 60, Y: 80, Size: 11, Text: "Terms and conditions of the sale apply to this."}})

const billQuery = "{ bill_number due_date(date) total(number) flight_number }"
const billData = `{"bill_number":"B-2024-17","due_date":"2024-06-30","total":1234.5,"flight_number":null}`

func TestQueryDocument(t *testing.T) {
	t.Parallel()
	s := start(t)
	asked := question("query", billQuery)
	tests := []struct {
		name  string
		parts []part
	}{
		{"file first", []part{file(bill), asked}},
		{"body first", []part{asked, file(bill)}},
		{"other parts are ignored", []part{{"note", "", "", "x"}, asked, {"extra", "a.pdf", "application/pdf", "%PDF-"}, file(bill), {"", "", "", "y"}}},
		{"the query counts, not the prompt", []part{file(bill), question("query", billQuery, "prompt", "the total")}},
		{"no file name", []part{{"file", "", "", string(bill)}, asked}},
		{"wrong name and type", []part{{"file", "photo.png", "image/png", string(bill)}, asked}},
		{"body with a type and a name", []part{file(bill), {"body", "blob", "application/json", asked.content}}},
		{"nulls", []part{file(bill), question("query", billQuery, "prompt", nil, "params", nil, "metadata", object("a", 1))}},
		{"null mode", []part{file(bill), question("query", billQuery, "params", map[string]any{"mode": nil})}},
		{"mode standard", []part{file(bill), question("query", billQuery, "params", map[string]any{"mode": "standard"})}},
	}
	for i, test := range tests {
		answer := s.answered(s.upload(test.parts))
		if got := string(answer.Data); got != billData {
			t.Errorf("%s: data = %s, want %s", test.name, got, billData)
		}
		if answer.Metadata.Screenshot != nil || answer.Metadata.GeneratedQuery != nil || answer.Metadata.Evidence != nil {
			t.Errorf("%s: metadata = %+v", test.name, answer.Metadata)
		}
		if used, want := s.used(), int64(2*(i+1)); used != want {
			t.Errorf("%s: %d calls used, want %d: 2 for each document", test.name, used, want)
		}
	}

	body, contentType := encode(tests[0].parts)
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write(body)
	z.Close()
	r := s.send(http.MethodPost, "/v1/query-document", &zipped, header("Content-Type", contentType), header("Content-Encoding", "gzip"))
	if got := string(s.answered(r).Data); got != billData {
		t.Errorf("gzip: data = %s", got)
	}
}

func TestDocumentPromptAndEvidence(t *testing.T) {
	t.Parallel()
	s := start(t)
	answer := s.answered(s.upload([]part{file(bill), question("prompt", "the bill number and the due date", "params", map[string]any{"is_evidence_enabled": true})}))
	if !strings.Contains(string(answer.Data), "B-2024-17") || answer.Metadata.GeneratedQuery == nil {
		t.Errorf("data = %s, generated query %v", answer.Data, answer.Metadata.GeneratedQuery)
	}
	found := false
	for _, e := range answer.Metadata.Evidence {
		if e.Text == "B-2024-17" {
			found = true
			if e.Page != 1 || e.Selector != nil || e.Box == nil || e.Box[0] < 60 || e.Box[0] > 200 || e.Box[1] < 100 || e.Box[1] > 125 {
				t.Errorf("evidence = %+v, box %v", e, e.Box)
			}
		}
	}
	if !found {
		t.Errorf("no evidence for the number: %+v", answer.Metadata.Evidence)
	}
}

func TestImageCostsOne(t *testing.T) { onEach(t, testImageCostsOne) }

func testImageCostsOne(t *testing.T, on option) {
	s := start(t, on)
	m := documenttest.Picture(700, 260)
	documenttest.Draw(m, color.Black, documenttest.Text{X: 40, Y: 80, Size: 30, Text: "Booking code: QX7421"}, documenttest.Text{X: 40, Y: 140, Size: 30, Text: "Total: 88.20"})
	for _, content := range [][]byte{documenttest.PNG(m), documenttest.JPEG(m, 0)} {
		answer := s.answered(s.upload([]part{file(content), question("query", "{ booking_code total(number) }")}))
		if got, want := string(answer.Data), `{"booking_code":"QX7421","total":88.2}`; got != want {
			t.Errorf("data = %s, want %s", got, want)
		}
	}
	if used := s.used(); used != 2 {
		t.Errorf("%d calls used, want 2", used)
	}
}

// TestEarlyEndCostsAllPages asks for what stands on the first pages of a scan: the
// others are never drawn, and paid for.
func TestEarlyEndCostsAllPages(t *testing.T) {
	drawn := watchDrawing(t)
	texts := []string{"Report of the year for all members", "Invoice number: A-5521", "Invoice date: 13 February 2024", "Due date: 14 March 2024", "Terms of delivery"}
	var scans []image.Image
	for _, line := range texts {
		scans = append(scans, documenttest.Picture(827, 1169, documenttest.Text{X: 60, Y: 100, Size: 30, Text: line}))
	}
	s := start(t, func(c *api.Config, _ *account.Config) {
		c.Documents = document.NewReader(document.Config{Workers: 1})
	})
	answer := s.answered(s.upload([]part{file(documenttest.Scan(scans...)), question("query", "{ invoice_number }")}))
	if got, want := string(answer.Data), `{"invoice_number":"A-5521"}`; got != want {
		t.Errorf("data = %s, want %s", got, want)
	}
	if got := drawn(); got != 3 {
		t.Errorf("%d pages were drawn, want 3", got)
	}
	if used := s.used(); used != int64(len(texts)) {
		t.Errorf("%d calls used, want one for each of %d pages", used, len(texts))
	}
}

// watchDrawing puts a program before the one that draws pages. The function that it
// returns tells how many pages were drawn.
func watchDrawing(t *testing.T) func() int {
	t.Helper()
	real, err := exec.LookPath("pdftoppm")
	if err != nil {
		t.Fatal(err)
	}
	programs := t.TempDir()
	// It may not write files here, and has no environment, but it may send signals.
	pages := make(chan os.Signal, 100)
	signal.Notify(pages, syscall.SIGALRM)
	t.Cleanup(func() { signal.Stop(pages) })
	script := fmt.Sprintf("#!/bin/sh\nkill -ALRM $PPID\nexec '%s' \"$@\"\n", real)
	if err := os.WriteFile(filepath.Join(programs, "pdftoppm"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", programs+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return func() int { return len(pages) }
}

func TestDocumentRefused(t *testing.T) { onEach(t, testDocumentRefused) }

func testDocumentRefused(t *testing.T, on option) {
	dir := t.TempDir()
	s := start(t, on, func(c *api.Config, a *account.Config) {
		a.UsageLimit = 5
		c.Uploads, c.MaxUpload = dir, 64<<10
		c.Documents = document.NewReader(document.Config{MaxPages: 8})
	})
	asked := question("query", billQuery)
	blank := func(pages int) part { return file(documenttest.PDF(make([][]documenttest.Text, pages)...)) }
	tests := []struct {
		name   string
		parts  []part
		status int
		code   string
		field  string
	}{
		{"no file", []part{asked}, 422, "missing_field", "file"},
		{"no body", []part{file(bill)}, 422, "missing_field", "body"},
		{"empty file", []part{file(nil), asked}, 422, "damaged_file", "file"},
		{"no query", []part{file(bill), question("query", nil)}, 422, "missing_field", "query"},
		{"bad query", []part{file(bill), question("query", "{ a b[ }")}, 422, "invalid_query", "query"},
		{"wrong type", []part{file(bill), question("query", 7)}, 422, "invalid_type", "query"},
		{"wrong mode", []part{file(bill), question("query", "{ a }", "params", map[string]any{"mode": "slow"})}, 422, "invalid_value", "params.mode"},
		{"body is no JSON", []part{file(bill), {"body", "", "", "query=a"}}, 400, "malformed_json", "body"},
		{"body is no object", []part{file(bill), {"body", "", "", "[]"}}, 422, "invalid_type", "body"},
		{"two files", []part{file(bill), asked, file(bill)}, 422, "invalid_value", "file"},
		{"two bodies", []part{asked, asked, file(bill)}, 422, "invalid_value", "body"},
		{"a key twice in the body", []part{file(bill), {"body", "", "", `{"query":"{ a }","params":{"mode":"fast","mode":"fast"}}`}}, 400, "malformed_json", "params.mode"},
		{"a text file", []part{{"file", "a.pdf", "application/pdf", "Hello"}, asked}, 422, "unsupported_file", "file"},
		{"damaged", []part{{"file", "a.pdf", "application/pdf", "%PDF-1.4\n"}, asked}, 422, "damaged_file", "file"},
		{"too many pages", []part{blank(9), asked}, 422, "out_of_range", "file"},
		{"more pages than are left", []part{blank(6), asked}, 402, "quota_exhausted", ""},
		{"too large", []part{file(make([]byte, 65<<10)), asked}, 413, "too_large", "file"},
		{"far too large", []part{file(make([]byte, 3<<20)), asked}, 413, "too_large", "file"},
	}
	for _, test := range tests {
		failed := s.failed(s.upload(test.parts), test.status, test.code)
		if field := failed.Field; field == nil && test.field != "" || field != nil && *field != test.field {
			t.Errorf("%s: field %v, want %q: %s", test.name, field, test.field, failed.ErrorInfo)
		}
	}
	body, contentType := encode([]part{file(bill), asked})
	post := func(body []byte, edit ...func(*http.Request)) *reply {
		return s.send(http.MethodPost, "/v1/query-document", bytes.NewReader(body), edit...)
	}
	s.failed(post(body), 400, "malformed_body") // sent as JSON
	s.failed(post(body, header("Content-Type", "multipart/form-data")), 400, "malformed_body")
	s.failed(post(body[:len(body)/2], header("Content-Type", contentType)), 400, "malformed_body")
	s.failed(post(body, header("Content-Type", contentType), header("X-API-Key", "")), 401, "unauthorized")
	s.failed(s.send(http.MethodGet, "/v1/query-document", nil), 405, "method_not_allowed")

	if used := s.used(); used != 0 {
		t.Errorf("%d calls used by requests that were refused", used)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("files are left of uploads: %v, %v", left, err)
	}
}

// TestInterruptedUpload breaks off an upload, which must cost nothing.
func TestInterruptedUpload(t *testing.T) { onEach(t, testInterruptedUpload) }

func testInterruptedUpload(t *testing.T, on option) {
	dir := t.TempDir()
	s := start(t, on, func(c *api.Config, _ *account.Config) { c.Uploads = dir })
	body, contentType := encode([]part{question("query", billQuery), file(bill)})
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/v1/query-document", &brokenOff{bytes.NewReader(body[:len(body)-100])})
	if err != nil {
		t.Fatal(err)
	}
	request.ContentLength = int64(len(body))
	request.Header.Set("X-API-Key", s.key)
	request.Header.Set("Content-Type", contentType)
	if response, err := http.DefaultTransport.RoundTrip(request); err == nil {
		response.Body.Close()
		t.Fatalf("status %d for half an upload", response.StatusCode)
	}
	deadline := time.Now().Add(10 * time.Second)
	for {
		running, _ := s.api.Active()
		if running == 0 && s.log.String() != "" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the request does not end")
		}
		time.Sleep(time.Millisecond)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 || s.used() != 0 {
		t.Errorf("left: %v, %v; %d calls used", left, err, s.used())
	}
}

// brokenOff ends with an error instead of the end of the body.
type brokenOff struct{ *bytes.Reader }

func (b *brokenOff) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err != nil {
		err = fmt.Errorf("the disk was pulled out")
	}
	return n, err
}

// TestClientLeavesWhileReading has the client of a scan of many pages go away as
// soon as its pages are paid for: the reading ends, with what it started, and
// costs nothing.
func TestClientLeavesWhileReading(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := start(t, func(c *api.Config, _ *account.Config) { c.Uploads = dir })
	var lines []documenttest.Text
	for y := 80.0; y < 1700; y += 40 {
		lines = append(lines, documenttest.Text{X: 80, Y: y, Size: 26, Text: "The goods remain ours until they are paid in full by whom they are for"})
	}
	page := documenttest.Picture(1240, 1754, lines...)
	scan := documenttest.Scan(page, page, page, page, page, page, page, page, page, page, page, page)
	body, contentType := encode([]part{file(scan), question("query", billQuery)})
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/v1/query-document", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-API-Key", s.key)
	request.Header.Set("Content-Type", contentType)
	ended := make(chan error, 1)
	go func() {
		response, err := http.DefaultTransport.RoundTrip(request)
		if err == nil {
			response.Body.Close()
		}
		ended <- err
	}()
	servicetest.Eventually(s.t, "the service", func() bool { return s.used() == 12 && len(programs(t)) > 0 })
	leave()
	if err := <-ended; err == nil {
		t.Fatal("the scan was read before its client could leave")
	}
	servicetest.Eventually(s.t, "the service", func() bool {
		running, _ := s.api.Active()
		return running == 0 && s.used() == 0
	})
	if left := programs(t); len(left) > 0 {
		t.Errorf("still running: %v", left)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left of the upload: %v, %v", left, err)
	}
}

// programs returns the programs that read documents among this process's
// children, by their numbers.
func programs(t *testing.T) []string {
	t.Helper()
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil || len(lists) == 0 {
		t.Fatalf("the children of a process cannot be listed here: %v", err)
	}
	var found []string
	for _, list := range lists {
		children, _ := os.ReadFile(list) // none if the thread has ended
		for id := range strings.FieldsSeq(string(children)) {
			name, _ := os.ReadFile("/proc/" + id + "/comm")
			if name := strings.TrimSpace(string(name)); name == "tesseract" || name == "pdftoppm" {
				found = append(found, name+" "+id)
			}
		}
	}
	return found
}
