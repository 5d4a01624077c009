package views

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/cells"
	"assay/ui/dialog"
	"assay/ui/filepicker"
	"assay/views/frame"
	"assay/wire/pages/documenttest"
)

// desk is the part of a staged service that reads documents: it answers with the
// name of the file, or as it is told to for that name.
type desk struct {
	hold chan struct{} // if not nil, an answer comes for each message

	mu      sync.Mutex
	refuse  map[string]int // status by file name
	asked   []string       // file names
	at      int            // running now
	busiest int
}

func addDesk(t *testing.T, s *stage) *desk {
	k := &desk{refuse: map[string]int{}}
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	s.mux.HandleFunc("POST /v1/query-document", func(w http.ResponseWriter, r *http.Request) {
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
		k.mu.Lock()
		k.asked = append(k.asked, name)
		k.at++
		k.busiest = max(k.busiest, k.at)
		status := k.refuse[name]
		k.mu.Unlock()
		if k.hold != nil {
			select {
			case <-k.hold:
			case <-r.Context().Done():
			case <-over:
			}
		}
		k.mu.Lock()
		k.at--
		k.mu.Unlock()
		if status != 0 {
			w.WriteHeader(status)
			io.WriteString(w, `{"error_info":"The document is damaged.","code":"bad_document"}`)
			return
		}
		fmt.Fprintf(w, `{"data":{"name":%q,"lines":[{"n":1},{"n":2}]},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`, name)
	})
	return k
}

func (k *desk) names() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return strings.Join(k.asked, " ")
}

func (k *desk) tell(name string, status int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refuse[name] = status
}

// papers makes a folder of documents the working directory and returns it.
func papers(t *testing.T) string {
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

// openDocuments opens the tab with the working directory listed and a query.
func openDocuments(t *testing.T, s *stage, width, height int) *player {
	t.Helper()
	d := open(t, s, width, height)
	d.until("6,590 left")
	d.keys("3")
	d.until("a.pdf", "b.png")
	return d
}

// ask writes a query and comes back to the files.
func (d *player) ask() {
	d.keys("shift+tab")
	d.until("fast")
	d.typed("{ name ")
	d.keys("tab")
}

// afterGuard presses a key when a dialog that is open takes it.
func (d *player) afterGuard(key string) {
	d.later(dialog.Guard + 10*time.Millisecond)
	d.keys(key)
}

func TestDocumentCostsAreToldBeforeAnythingIsSent(t *testing.T) {
	papers(t)
	s := newStage(t)
	k := addDesk(t, s)
	d := openDocuments(t, s, 120, 36)
	d.until("3 pages", "image", "cost unknown", "no document")
	d.refuse("notes.txt")
	d.ask()
	d.keys("space", "space")
	d.until("2 chosen", "3 pages · 1 image", "4 calls", "left now 6,590", "after 6,586")
	d.keys("ctrl+r")
	d.until("Send 2 files (", "for 4 calls?", "Left now 6,590, after 6,586.")
	d.keys("enter") // typed ahead of the question
	d.until("Send 2 files (")
	if k.names() != "" {
		t.Fatalf("sent %s unasked", k.names())
	}
	d.afterGuard("enter")
	d.until("Results", "2 of 2", "3 calls", "2 lines", `"a.pdf"`)
	d.keys("down")
	d.until(`"b.png"`, "1 call")
	d.measure()
	if n := len(strings.Fields(k.names())); n != 2 {
		t.Errorf("sent %s", k.names())
	}
}

func TestPastedPathIsChosen(t *testing.T) {
	folder := papers(t)
	s := newStage(t)
	d := openDocuments(t, s, 120, 36)
	d.keys("tab")
	d.paste("'" + folder + "/a.pdf' 'file://" + folder + "/b.png' ")
	d.until("2 chosen", "4 calls")
	d.paste(folder + "/none.pdf")
	d.until("there is no file " + folder + "/none.pdf")
	d.keys("tab") // the query
	d.paste("{ pasted }")
	d.until("{ pasted }", "2 chosen")
	d.keys("tab", "x") // the list of the chosen
	d.until("1 chosen", "1 call")
}

func TestPastedTextThatNamesNoFileIsPutIntoTheQuery(t *testing.T) {
	folder := papers(t)
	for name, tabs := range map[string]int{"files": 0, "chosen": 2} {
		t.Run(name, func(t *testing.T) {
			d := openDocuments(t, newStage(t), 120, 36)
			d.paste(folder + "/a.pdf")
			d.until("1 chosen")
			for range tabs {
				d.keys("tab")
			}
			d.paste("{ pasted }")
			d.until("1  { pasted }", "names no file: it was put into the query", "1 chosen")
			d.typed(" ")
			d.paste("more")
			d.until("{ pasted } more")
		})
	}
}

func TestOverTheQuotaCannotBeSent(t *testing.T) {
	papers(t)
	s := newStage(t)
	k := addDesk(t, s)
	d := openDocuments(t, s, 120, 36)
	d.ask()
	d.keys("space")
	d.until("after 6,587")
	s.set(9998, 10000)
	d.keys("ctrl+r")
	d.until("Not enough calls", "Chosen: 1 file for 3 calls. Left: 2. That is 1 too many.", "over the quota: 2 left, 1 too many")
	d.refuse("Enter")
	d.afterGuard("enter")
	d.afterGuard("esc")
	d.gone("Not enough calls")
	if k.names() != "" {
		t.Errorf("sent %s", k.names())
	}
}

// Files that are read anew while the question stands are sent as they were asked about.
func TestSendingAfterTheFilesWereReadAnew(t *testing.T) {
	papers(t)
	s := newStage(t)
	k := addDesk(t, s)
	d := openDocuments(t, s, 120, 36)
	d.until("3 pages")
	d.ask()
	d.keys("space", "ctrl+r")
	d.until("Send 1 file (")
	d.send(runAction{keymap.FilesRefresh})
	d.afterGuard("enter")
	d.until("2 lines · 3 calls")
	if k.names() != "a.pdf" {
		t.Errorf("sent %q", k.names())
	}
}

func TestUnknownCostIsConfirmedApart(t *testing.T) {
	papers(t)
	s := newStage(t)
	k := addDesk(t, s)
	d := openDocuments(t, s, 120, 36)
	d.ask()
	d.keys("A")
	d.until("4 files", "1 of unknown cost", "1 not sent", "4 calls + ?")
	d.keys("ctrl+r")
	d.until("Send 2 files", "Of 1 more file the cost is not known", "fake.pdf: the file is plain text, neither a PDF nor a JPEG")
	d.afterGuard("enter")
	d.until("Send 1 file of unknown cost too?", "broken.pdf")
	d.keys("y") // typed ahead of the question
	d.until("of unknown cost too?")
	d.afterGuard("n")
	d.until("2 of 2")
	if names := k.names(); strings.Contains(names, "broken") || strings.Contains(names, "fake") {
		t.Errorf("sent %s", names)
	}
	d.keys("tab", "tab")
	d.until("2 more files", "0 calls + ?", "1 of unknown cost", "1 not sent")
	d.keys("ctrl+r")
	d.until("Send 1 file of unknown cost?")
	d.afterGuard("y")
	d.until("3 of 3")
	if !strings.Contains(k.names(), "broken.pdf") {
		t.Errorf("sent %s", k.names())
	}
}

func TestFailureIsShownInPlaceAndRetried(t *testing.T) {
	papers(t)
	s := newStage(t)
	k := addDesk(t, s)
	k.tell("b.png", 422)
	d := openDocuments(t, s, 120, 36)
	d.ask()
	d.keys("space", "space", "ctrl+r")
	d.until("Send 2 files")
	d.afterGuard("enter")
	d.until("2 of 2", "1 failed", "✗", "The document is")
	d.keys("down")
	d.until("The query failed", "The document is damaged.", "422")
	k.tell("b.png", 0)
	d.keys("enter", "r") // as the failure says
	d.until("Send 1 file")
	d.keys("esc")
	d.afterGuard("esc")
	d.keys("R")
	d.until("Send 1 file")
	d.afterGuard("enter")
	d.gone("1 failed")
	d.until(`"b.png"`)
	if names := k.names(); len(strings.Fields(names)) != 3 {
		t.Errorf("sent %s", names)
	}
}

func TestBatchRunsAFewAtATimeAndIsCancelled(t *testing.T) {
	folder := papers(t)
	for i := range 20 {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("c%02d.png", i)), documenttest.PNG(documenttest.Picture(8, 8)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t)
	k := addDesk(t, s)
	k.hold = make(chan struct{})
	d := openDocuments(t, s, 120, 36)
	d.ask()
	d.keys("j", "j", "j")
	for range 20 {
		d.keys("space")
	}
	d.until("20 chosen", "20 calls")
	d.keys("ctrl+r")
	d.until("Send 20 files")
	d.afterGuard("enter")
	d.until("0 of 20", "waiting", "reading")
	for range 2 {
		k.hold <- struct{}{}
	}
	d.until("2 of 20")
	d.keys("down", "down", "down", "x") // the two that are through were among the first three
	d.until("3 of 20", "cancelled")
	d.measure()
	d.keys("esc")
	d.until("20 of 20", "17 files cancelled")
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.busiest > 4 || len(k.asked) > 6 { // one more may overlap while a connection ends
		t.Errorf("%d at once, %d in all", k.busiest, len(k.asked))
	}
}

func TestFileThatChangedIsNotSent(t *testing.T) {
	papers(t)
	s := newStage(t)
	k := addDesk(t, s)
	d := openDocuments(t, s, 120, 36)
	d.ask()
	d.keys("space", "ctrl+r")
	d.until("Send 1 file")
	longer := documenttest.PDF(nil, nil, nil, nil, nil)
	if err := os.WriteFile("a.pdf", longer, 0o600); err != nil {
		t.Fatal(err)
	}
	d.afterGuard("enter")
	d.until("the file has changed since its cost")
	d.keys("r")
	d.until("for 5 calls?")
	d.afterGuard("esc")
	d.until("5 pages  " + cells.FitRight(cells.Bytes(int64(len(longer))), 6, ""))
	if k.names() != "" {
		t.Errorf("sent %s", k.names())
	}
}

func TestUploadProgressAndInterruption(t *testing.T) {
	folder := papers(t)
	// A picture is told by its beginning; the rest of the file is ballast.
	large := append(documenttest.PNG(documenttest.Picture(8, 8)), make([]byte, 32<<20)...)
	if err := os.WriteFile(filepath.Join(folder, "b.png"), large, 0o600); err != nil {
		t.Fatal(err)
	}
	s := newStage(t)
	read, gone := make(chan struct{}), make(chan struct{})
	s.mux.HandleFunc("POST /v1/query-document", func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.CopyN(io.Discard, r.Body, 1<<20)
		<-read
		_, _ = io.Copy(io.Discard, r.Body)
		close(gone)
	})
	d := openDocuments(t, s, 120, 36)
	d.ask()
	d.keys("j", "space", "ctrl+r")
	d.until("Send 1 file (34 MB)")
	d.afterGuard("enter")
	d.until("MB of 34 MB")
	d.keys("x")
	d.until("cancelled")
	close(read)
	<-gone
}

func TestExport(t *testing.T) {
	folder := papers(t)
	s := newStage(t)
	k := addDesk(t, s)
	k.tell("b.png", 422)
	d := openDocuments(t, s, 120, 36)
	d.ask()
	d.keys("space", "space", "ctrl+r")
	d.until("Send 2 files")
	d.afterGuard("enter")
	d.until("2 of 2")
	d.keys("alt+e")
	d.until("Export all results", "NDJSON to a file")
	d.typed("csv clip")
	d.keys("enter")
	want := "file,name,lines.n,error\n" + folder + "/a.pdf,a.pdf,1,\n" + folder + "/a.pdf,a.pdf,2,\n" + folder + "/b.png,,,The document is damaged. (HTTP 422 bad_document)\n"
	if got := waitFor[frame.Copy](d); got.Text != want {
		t.Errorf("copied\n%s\nwant\n%s", got.Text, want)
	}
	d.keys("alt+e")
	d.typed("json to a f")
	d.keys("enter")
	d.until("2 results saved to")
	files, err := filepath.Glob(filepath.Join(folder, "assay-documents-*.json"))
	if err != nil || len(files) != 1 {
		t.Errorf("saved %v, %v", files, err)
	}
}

// Files that were sent cost nothing any more, unless something else is asked of them or
// they are sent again on purpose.
func TestSpentCallsAreNoCost(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {60, 16}} {
		papers(t)
		s := newStage(t)
		k := addDesk(t, s)
		k.tell("b.png", 422)
		wide := size[0] > 100
		d := openDocuments(t, s, size[0], size[1])
		d.ask()
		d.keys("space", "space")
		d.until("2 files", "4 calls")
		d.keys("ctrl+r")
		d.until("Send 2 files")
		s.set(3413, 10000)
		d.afterGuard("enter")
		d.until("2 of 2", "1 failed", "1 more file", "1 call")
		d.refuse("4 calls")
		k.tell("b.png", 0)
		d.keys("ctrl+r")
		d.until("Send 1 file (")
		s.set(3414, 10000)
		d.afterGuard("enter")
		d.gone("1 failed")
		d.until("2 files sent", "4 calls used", "6,586")
		d.refuse("after")
		d.keys("ctrl+r")
		d.until("Send 2 files again", "for 4 calls?")
		d.afterGuard("esc")
		if wide {
			d.keys("shift+tab", "shift+tab", "shift+tab", "A") // also those that are no documents
			d.until("2 more files", "1 of unknown cost", "1 not sent")
			d.keys("space") // the one of unknown cost
			d.until("2 files sent · 1 not", "4 calls used")
			d.keys("ctrl+r")
			d.until("Send 2 files again", "fake.pdf: the file is plain text")
			d.afterGuard("esc")
			d.keys("tab")
			d.typed(" total")
			d.until("3 files", "1 not sent", "4 calls", "after 6,582")
			d.refuse("used")
		}
	}
}

func TestDocumentPreview(t *testing.T) {
	papers(t)
	d := openDocuments(t, newStage(t), 120, 36)
	d.keys("v")
	d.until("3 pages · ", "210 x 297 mm", "PDF 1.4")
	d.keys("j")
	d.until("300 x 200 pixels", "PNG")
	d.keys("j")
	d.until("the pages of the PDF cannot be counted")
	d.keys("v")
	d.until("Query Prompt")
}

func TestNarrowDocuments(t *testing.T) {
	papers(t)
	s := newStage(t)
	addDesk(t, s)
	d := openDocuments(t, s, 60, 16)
	d.until("nothing chosen", "files query")
	d.keys("space", "space")
	d.until("2 files · 4 calls", "left after")
	d.keys("tab")
	d.until("Query Prompt")
	d.typed("{ name ")
	d.keys("tab")
	d.until("Cost", "4 calls")
	d.keys("ctrl+r")
	d.until("Send 2 files")
	d.measure()
	d.afterGuard("enter")
	d.until("2 of 2")
	d.keys("enter")
	d.until(`"a.pdf"`)
	d.measure()
}

func TestDocumentsAreRemembered(t *testing.T) {
	papers(t)
	s := newStage(t)
	addDesk(t, s)
	folder := stateDir(t)
	same := func(o *Options) { o.StateDir = folder }
	d := open(t, s, 120, 36, same)
	d.keys("3")
	d.until("a.pdf")
	d.ask()
	d.keys("space")
	d.until("1 chosen")
	waitFor[filepicker.ChosenMsg](d)
	keep(t, d)
	d = open(t, s, 120, 36, same)
	d.keys("3")
	d.until("a.pdf", "{ name }")
	d.keys("@")
	d.until("Recent", "a.pdf")
	d.gone("b.png")
}

// Whatever is pressed in the tab, every frame is exactly as large as the terminal.
func TestDocumentFramesFit(t *testing.T) {
	folder := papers(t)
	for _, name := range []string{"日本語のとても長い名前のファイル.pdf", "e\u0301 \x1b[31m\u202e.png", strings.Repeat("long", 50) + ".pdf"} {
		if err := os.WriteFile(filepath.Join(folder, name), documenttest.PDF(nil), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t)
	k := addDesk(t, s)
	k.tell("b.png", 422)
	random := rand.New(rand.NewPCG(3, 4))
	names := []string{
		"enter", "esc", "tab", "tab", "shift+tab", "down", "up", "left", "right", "f5", "space", "pgdown", "end", "home",
		"alt+p", "alt+q", "alt+z", "alt+e", "alt+v", "a", "x", "r", "t", ".", "s", "/", "o", "v", "日", "R", "j", "k", "u", "y",
	}
	for _, size := range [][2]int{{60, 16}, {80, 24}, {100, 22}, {120, 36}, {200, 50}} {
		d := openDocuments(t, s, size[0], size[1])
		var reads atomic.Int64 // each reading of the clock takes time, so that dialogs take keys at times
		d.m.env.Now = func() time.Time { return time.Now().Add(time.Duration(reads.Add(1)) * 20 * time.Millisecond) }
		d.ask()
		for range 250 {
			d.keys(names[random.IntN(len(names))])
			for len(d.msgs) > 0 {
				d.send(<-d.msgs)
			}
			d.measure()
			if random.IntN(40) == 0 {
				d.send(tea.WindowSizeMsg{Width: 60 + random.IntN(140), Height: 16 + random.IntN(40)})
				d.measure()
			}
		}
	}
}
