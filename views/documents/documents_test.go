package documents_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/keymap"
	"assay/ui/cells"
	"assay/views/documents"
	"assay/views/frame"
	"assay/views/viewtest"
	"assay/wire/pages/documenttest"
)

// open shows the tab with the working directory listed.
func open(t *testing.T, s *viewtest.Stage, folder string, width, height int) *viewtest.Player {
	t.Helper()
	env := viewtest.Env(t, s.URL, folder)
	p := viewtest.Open(t, env, documents.New(env), width, height-3)
	p.Until("a.pdf", "b.png")
	return p
}

// ask writes a query and comes back to the files.
func ask(p *viewtest.Player) {
	p.Keys("shift+tab")
	p.Until("fast")
	p.Type("{ name ")
	p.Keys("tab")
}

// asked shows the tab with a query in it. Its service reads documents.
func asked(t *testing.T) (*viewtest.Stage, *viewtest.Documents, *viewtest.Player) {
	t.Helper()
	viewtest.Papers(t)
	s := viewtest.NewStage(t)
	k := viewtest.AddDocuments(t, s)
	p := open(t, s, "", 120, 36)
	ask(p)
	return s, k, p
}

// send sends the chosen files, which a question comes before.
func send(p *viewtest.Player, question string) {
	p.Keys("ctrl+r")
	p.Until(question)
	p.Answer("enter")
}

func TestDocumentCostsAreToldBeforeAnythingIsSent(t *testing.T) {
	viewtest.Papers(t)
	s := viewtest.NewStage(t)
	k := viewtest.AddDocuments(t, s)
	p := open(t, s, "", 120, 36)
	p.Until("3 pages", "image", "cost unknown", "no document")
	p.Refuse("notes.txt")
	ask(p)
	p.Keys("space", "space")
	p.Until("2 chosen", "3 pages · 1 image", "4 calls", "left now 6,590", "after 6,586")
	p.Keys("ctrl+r")
	p.Until("Send 2 files (", "for 4 calls?", "Left now 6,590, after 6,586.")
	p.Keys("enter") // typed ahead of the question
	p.Until("Send 2 files (")
	if k.Names() != "" {
		t.Fatalf("sent %s unasked", k.Names())
	}
	p.Answer("enter")
	p.Until("Results", "2 of 2", "3 calls", "2 lines", `"a.pdf"`)
	p.Keys("down")
	p.Until(`"b.png"`, "1 call")
	p.Measure()
	if n := len(strings.Fields(k.Names())); n != 2 {
		t.Errorf("sent %s", k.Names())
	}
}

func TestPastedPathIsChosen(t *testing.T) {
	folder := viewtest.Papers(t)
	s := viewtest.NewStage(t)
	p := open(t, s, "", 120, 36)
	p.Keys("tab")
	p.Paste("'" + folder + "/a.pdf' 'file://" + folder + "/b.png' ")
	p.Until("2 chosen", "4 calls")
	p.Paste(folder + "/none.pdf")
	p.Until("there is no file " + folder + "/none.pdf")
	p.Keys("tab") // the query
	p.Paste("{ pasted }")
	p.Until("{ pasted }", "2 chosen")
	p.Keys("tab", "x") // the list of the chosen
	p.Until("1 chosen", "1 call")
}

func TestPastedTextThatNamesNoFileIsPutIntoTheQuery(t *testing.T) {
	folder := viewtest.Papers(t)
	for name, tabs := range map[string]int{"files": 0, "chosen": 2} {
		t.Run(name, func(t *testing.T) {
			p := open(t, viewtest.NewStage(t), "", 120, 36)
			p.Paste(folder + "/a.pdf")
			p.Until("1 chosen")
			for range tabs {
				p.Keys("tab")
			}
			p.Paste("{ pasted }")
			p.Until("1  { pasted }", "names no file, so it was put into the query", "1 chosen")
			p.Type(" ")
			p.Paste("more")
			p.Until("{ pasted } more")
		})
	}
}

// In the list of chosen files, sizes go before names are cut.
func TestChosenNamesAreSeenWhole(t *testing.T) {
	folder := viewtest.Papers(t)
	data, err := os.ReadFile(filepath.Join(folder, "a.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	const name = "invoice-of-november-from-fernhill-lamps-01.pdf"
	if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
		t.Fatal(err)
	}
	p := open(t, viewtest.NewStage(t), "", 120, 36)
	p.Paste(filepath.Join(folder, name))
	p.Until("1 chosen", name+" 3 pages     3")
	p.Measure()
}

// What a file is called cannot reach the terminal.
func TestResultOfAFileWithAStrangeName(t *testing.T) {
	folder := viewtest.Papers(t)
	data, err := os.ReadFile(filepath.Join(folder, "a.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "0\x1b[2J\nL.pdf"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	s := viewtest.NewStage(t)
	viewtest.AddDocuments(t, s)
	p := open(t, s, "", 120, 36)
	ask(p)
	p.Keys("space")
	send(p, "Send 1 file")
	p.Until("Results", `"0_[2J_L.pdf"`)
	p.Measure()
	if strings.Contains(strings.Join(p.View.View(), ""), "\x1b[2J") {
		t.Error("the name clears the screen")
	}
}

// A result is removed by itself, when it is no longer under way; the last one takes its
// pane with it.
func TestResultsAreRemovedOneByOne(t *testing.T) {
	_, _, p := asked(t)
	p.Keys("space", "space")
	send(p, "Send 2 files (")
	p.Until("2 of 2", "2 lines")
	p.Keys("x")
	p.Gone("2 of 2")
	p.Until(`"b.png"`)
	p.Keys("delete")
	p.Gone("Results")
	p.Keys("u") // a key of the files again
	p.Until("1 chosen")
}

func TestOverTheQuotaCannotBeSent(t *testing.T) {
	s, k, p := asked(t)
	p.Keys("space")
	p.Until("after 6,587")
	s.Set(9998, 10000)
	p.Keys("ctrl+r")
	p.Until("Not enough calls", "Chosen: 1 file for 3 calls. Left: 2. That is 1 too many.", "over the quota: 2 left, 1 too many")
	p.Refuse("Enter")
	p.Answer("enter")
	p.Answer("esc")
	p.Gone("Not enough calls")
	if k.Names() != "" {
		t.Errorf("sent %s", k.Names())
	}
}

// Files that are read anew while the question stands are sent as they were asked about.
func TestSendingAfterTheFilesWereReadAnew(t *testing.T) {
	viewtest.Papers(t)
	s := viewtest.NewStage(t)
	k := viewtest.AddDocuments(t, s)
	p := open(t, s, "", 120, 36)
	p.Until("3 pages")
	ask(p)
	p.Keys("space", "ctrl+r")
	p.Until("Send 1 file (")
	p.Do(keymap.FilesRefresh)
	p.Answer("enter")
	p.Until("2 lines · 3 calls")
	if k.Names() != "a.pdf" {
		t.Errorf("sent %q", k.Names())
	}
}

func TestUnknownCostIsConfirmedApart(t *testing.T) {
	_, k, p := asked(t)
	p.Keys("A")
	p.Until("4 files", "1 of unknown cost", "1 not sent", "4 calls + ?")
	p.Keys("ctrl+r")
	p.Until("Send 2 files", "The cost of 1 more file is not known: you are asked about that next.", "fake.pdf: the file is plain text, neither a PDF nor a JPEG")
	p.Answer("enter")
	p.Until("Send 1 file of unknown cost too?", "broken.pdf")
	p.Keys("y") // typed ahead of the question
	p.Until("of unknown cost too?")
	p.Answer("n")
	p.Until("2 of 2")
	if names := k.Names(); strings.Contains(names, "broken") || strings.Contains(names, "fake") {
		t.Errorf("sent %s", names)
	}
	p.Keys("tab", "tab")
	p.Until("2 more files", "0 calls + ?", "1 of unknown cost", "1 not sent")
	p.Keys("ctrl+r")
	p.Until("Send 1 file of unknown cost?")
	p.Answer("y")
	p.Until("3 of 3")
	if !strings.Contains(k.Names(), "broken.pdf") {
		t.Errorf("sent %s", k.Names())
	}
}

func TestFailureIsShownInPlaceAndRetried(t *testing.T) {
	viewtest.Papers(t)
	s := viewtest.NewStage(t)
	k := viewtest.AddDocuments(t, s)
	k.Tell("b.png", 422)
	p := open(t, s, "", 120, 36)
	ask(p)
	p.Keys("space", "space")
	send(p, "Send 2 files")
	p.Until("2 of 2", "1 failed", "✗", "The document is")
	p.Keys("down")
	p.Until("The query failed", "The document is damaged.", "422")
	k.Tell("b.png", 0)
	p.Keys("enter", "r") // as the failure says
	p.Until("Send 1 file")
	p.Keys("esc")
	p.Answer("esc")
	p.Keys("R")
	p.Until("Send 1 file")
	p.Answer("enter")
	p.Gone("1 failed")
	p.Until(`"b.png"`)
	if names := k.Names(); len(strings.Fields(names)) != 3 {
		t.Errorf("sent %s", names)
	}
}

func TestBatchRunsAFewAtATimeAndIsCancelled(t *testing.T) {
	folder := viewtest.Papers(t)
	for i := range 20 {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("c%02d.png", i)), documenttest.PNG(documenttest.Picture(8, 8)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := viewtest.NewStage(t)
	k := viewtest.AddDocuments(t, s)
	k.Hold = make(chan struct{})
	p := open(t, s, "", 120, 36)
	ask(p)
	p.Keys("j", "j", "j")
	for range 20 {
		p.Keys("space")
	}
	p.Until("20 chosen", "20 calls")
	send(p, "Send 20 files")
	p.Until("0 of 20", "waiting", "reading")
	for range 2 {
		k.Hold <- struct{}{}
	}
	p.Until("2 of 20")
	p.Keys("down", "down", "down", "x") // the two that are through were among the first three
	p.Until("3 of 20", "cancelled")
	p.Measure()
	p.Keys("esc")
	p.Until("20 of 20", "17 files cancelled")
	k.Lock()
	defer k.Unlock()
	if k.Busiest > 4 || len(k.Asked) > 6 { // one more may overlap while a connection ends
		t.Errorf("%d at once, %d in all", k.Busiest, len(k.Asked))
	}
}

func TestFileThatChangedIsNotSent(t *testing.T) {
	_, k, p := asked(t)
	p.Keys("space", "ctrl+r")
	p.Until("Send 1 file")
	longer := documenttest.PDF(nil, nil, nil, nil, nil)
	if err := os.WriteFile("a.pdf", longer, 0o600); err != nil {
		t.Fatal(err)
	}
	p.Answer("enter")
	p.Until("the file has changed since its cost")
	p.Keys("r")
	p.Until("for 5 calls?")
	p.Answer("esc")
	p.Until("5 pages  " + cells.FitRight(cells.Bytes(int64(len(longer))), 6, ""))
	if k.Names() != "" {
		t.Errorf("sent %s", k.Names())
	}
}

func TestUploadProgressAndInterruption(t *testing.T) {
	folder := viewtest.Papers(t)
	// A picture is told by its beginning; the rest of the file is ballast.
	large := append(documenttest.PNG(documenttest.Picture(8, 8)), make([]byte, 32<<20)...)
	if err := os.WriteFile(filepath.Join(folder, "b.png"), large, 0o600); err != nil {
		t.Fatal(err)
	}
	s := viewtest.NewStage(t)
	read, gone := make(chan struct{}), make(chan struct{})
	s.Mux.HandleFunc("POST /v1/query-document", func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.CopyN(io.Discard, r.Body, 1<<20)
		<-read
		_, _ = io.Copy(io.Discard, r.Body)
		close(gone)
	})
	p := open(t, s, "", 120, 36)
	ask(p)
	p.Keys("j", "space")
	send(p, "Send 1 file (34 MB)")
	p.Until("MB of 34 MB")
	p.Keys("x")
	p.Until("cancelled")
	close(read)
	<-gone
}

func TestExport(t *testing.T) {
	folder := viewtest.Papers(t)
	s := viewtest.NewStage(t)
	k := viewtest.AddDocuments(t, s)
	k.Tell("b.png", 422)
	p := open(t, s, "", 120, 36)
	ask(p)
	p.Keys("space", "space")
	send(p, "Send 2 files")
	p.Until("2 of 2")
	p.Keys("alt+w")
	p.Until("Export all results", "NDJSON")
	p.Keys("right", "right", "tab", "right", "enter")
	want := "file,name,lines.n,error\n" + folder + "/a.pdf,a.pdf,1,\n" + folder + "/a.pdf,a.pdf,2,\n" + folder + "/b.png,,,The document is damaged. (HTTP 422 bad_document)\n"
	if got := viewtest.Told[frame.Copy](p); got.Text != want {
		t.Errorf("copied\n%s\nwant\n%s", got.Text, want)
	}
	p.Keys("alt+w", "enter")
	p.Until("2 results as JSON saved to")
	files, err := filepath.Glob(filepath.Join(folder, "assay-documents-*.json"))
	if err != nil || len(files) != 1 {
		t.Errorf("saved %v, %v", files, err)
	}
}

// Files that were sent cost nothing any more, unless something else is asked of them or
// they are sent again on purpose.
func TestSpentCallsAreNoCost(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {60, 16}} {
		viewtest.Papers(t)
		s := viewtest.NewStage(t)
		k := viewtest.AddDocuments(t, s)
		k.Tell("b.png", 422)
		wide := size[0] > 100
		p := open(t, s, "", size[0], size[1])
		ask(p)
		p.Keys("space", "space")
		p.Until("2 files", "4 calls")
		p.Keys("ctrl+r")
		p.Until("Send 2 files")
		s.Set(3413, 10000)
		p.Answer("enter")
		p.Until("2 of 2", "1 failed", "1 more file", "1 call")
		p.Refuse("4 calls")
		k.Tell("b.png", 0)
		p.Keys("ctrl+r")
		p.Until("Send 1 file (")
		s.Set(3414, 10000)
		p.Answer("enter")
		p.Gone("1 failed")
		p.Until("2 files sent", "4 calls used", "6,586")
		p.Refuse("after")
		p.Keys("ctrl+r")
		p.Until("Send 2 files again", "for 4 calls?")
		p.Answer("esc")
		if wide {
			p.Keys("shift+tab", "shift+tab", "shift+tab", "A") // also those that are no documents
			p.Until("2 more files", "1 of unknown cost", "1 not sent")
			p.Keys("space") // the one of unknown cost
			p.Until("2 files sent · 1 not", "4 calls used")
			p.Keys("ctrl+r")
			p.Until("Send 2 files again", "fake.pdf: the file is plain text")
			p.Answer("esc")
			p.Keys("tab")
			p.Type(" total")
			p.Until("3 files", "1 not sent", "4 calls", "after 6,582")
			p.Refuse("used")
		}
	}
}

func TestDocumentPreview(t *testing.T) {
	viewtest.Papers(t)
	p := open(t, viewtest.NewStage(t), "", 120, 36)
	p.Keys("v")
	p.Until("3 pages · ", "There is no picture: a terminal without colours shows none")
	p.Keys("j")
	p.Until("image · ", "PNG")
	p.Keys("j")
	p.Until("the pages of the PDF cannot be counted")
	p.Keys("v")
	p.Until("Query Prompt")
}

// What is typed into the filter is seen, also where the preview has the place of the files.
func TestTheFilterIsSeenOverThePreview(t *testing.T) {
	viewtest.Papers(t)
	p := open(t, viewtest.NewStage(t), "", 60, 16)
	p.Until("a.pdf")
	p.Keys("v")
	p.Until("3 pages · ")
	p.Keys("/")
	p.Type("b.")
	p.Until("/ b. ")
	p.Refuse("3 pages · ")
	p.Keys("esc")
	p.Gone("/ b.")
}

func TestNarrowDocuments(t *testing.T) {
	viewtest.Papers(t)
	s := viewtest.NewStage(t)
	viewtest.AddDocuments(t, s)
	p := open(t, s, "", 60, 16)
	p.Until("nothing chosen", "files query")
	p.Keys("space", "space")
	p.Until("2 files · 4 calls", "left after")
	p.Keys("tab")
	p.Until("Query Prompt")
	p.Type("{ name ")
	p.Keys("tab")
	p.Until("Cost", "4 calls")
	p.Keys("ctrl+r")
	p.Until("Send 2 files")
	p.Measure()
	p.Answer("enter")
	p.Until("2 of 2")
	p.Keys("enter")
	p.Until(`"a.pdf"`)
	p.Measure()
}

func TestDocumentsAreRemembered(t *testing.T) {
	viewtest.Papers(t)
	s := viewtest.NewStage(t)
	viewtest.AddDocuments(t, s)
	folder := viewtest.Folder(t)
	p := open(t, s, folder, 120, 36)
	p.Until("a.pdf")
	ask(p)
	p.Keys("space")
	p.Until("1 chosen", "3 calls")
	p.Await("the file is not remembered", func() bool {
		p.Keep()
		files, _ := filepath.Glob(filepath.Join(folder, "test", "*.json"))
		return slices.ContainsFunc(files, func(file string) bool {
			kept, _ := os.ReadFile(file)
			return strings.Contains(string(kept), `a.pdf"`)
		})
	})
	p = open(t, s, folder, 120, 36)
	p.Until("a.pdf", "{ name }")
	p.Keys("@")
	p.Until("Recent", "a.pdf")
	p.Gone("b.png")
}

// Whatever is pressed in the tab, every frame is exactly as large as the terminal.
func TestDocumentFramesFit(t *testing.T) {
	folder := viewtest.Papers(t)
	for _, name := range []string{"日本語のとても長い名前のファイル.pdf", "e\u0301 \x1b[31m\u202e.png", strings.Repeat("long", 50) + ".pdf"} {
		if err := os.WriteFile(filepath.Join(folder, name), documenttest.PDF(nil), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := viewtest.NewStage(t)
	k := viewtest.AddDocuments(t, s)
	k.Tell("b.png", 422)
	random := rand.New(rand.NewPCG(3, 4))
	names := []string{
		"enter", "esc", "tab", "tab", "shift+tab", "down", "up", "left", "right", "f5", "space", "pgdown", "end", "home",
		"alt+p", "alt+q", "alt+z", "alt+e", "alt+v", "a", "x", "r", "t", ".", "s", "/", "o", "v", "日", "R", "j", "k", "u", "y",
	}
	for _, size := range [][2]int{{60, 16}, {80, 24}, {100, 22}, {120, 36}, {200, 50}} {
		p := open(t, s, "", size[0], size[1])
		var reads atomic.Int64 // each reading of the clock takes time, so that dialogs take keys at times
		p.Env.Now = func() time.Time { return time.Now().Add(time.Duration(reads.Add(1)) * 20 * time.Millisecond) }
		ask(p)
		for range 250 {
			p.Keys(names[random.IntN(len(names))])
			p.Settle()
			p.Measure()
			if random.IntN(40) == 0 {
				p.Resize(60+random.IntN(140), 13+random.IntN(40))
				p.Measure()
			}
		}
	}
}

// On a screen with room for one pane, the line above it tells of a cost that is not known,
// and which of the panes it is.
func TestCostLineOnASmallScreen(t *testing.T) {
	viewtest.Papers(t)
	p := open(t, viewtest.NewStage(t), "", 60, 16)
	p.Until("cost unknown")
	p.Keys("space", "space", "space")
	p.Until("3 files · 4 calls + ? · 6,586 left after", "files 1/3")
	p.Keys("tab", "tab")
	p.Until("Cost", "chosen 3/3")
	p.Measure()
}
