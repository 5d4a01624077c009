package views

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"assay/ui/cells"
	"assay/views/frame"
	"assay/wire"
)

// viewed opens the viewer on a file with some text.
func viewed(t *testing.T, text string) *player {
	t.Helper()
	name := filepath.Join(t.TempDir(), "data.json")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newFileRoot(Options{Profile: "test", Theme: "assay-dark", StateDir: stateDir(t)}, File{"data.json", file})
	if err != nil {
		t.Fatal(err)
	}
	m.copier = discardingClipboard()
	d := newPlayer(t, m)
	d.perform(m.Init())
	d.send(tea.WindowSizeMsg{Width: 100, Height: 24})
	return d
}

const shopData = `{"shop":"Fernhill","products":[{"name":"Alder","price":64.5},{"name":"Birch","price":129},{"name":"Cedar","price":9}],"next":null}`

func TestFileIsViewed(t *testing.T) {
	t.Parallel()
	d := viewed(t, shopData)
	d.until("data.json", "Fernhill", "1/")
	d.refuse("Usage")
	d.keys("?")
	d.typed("quit")
	d.until("Quit")
	d.refuse("the service")
	d.keys("esc")
	d.refuse("request")
	d.keys("f4")
	d.until(`"shop": "Fernhill"`, "raw")
	d.keys("f4")
	d.until("tree")
	d.keys("?")
	d.until("Keys of View")
	d.refuse("Next tab")
	d.keys("esc", "q")
	d.await("q did not quit", func() bool { return d.quit })
}

func TestRecordsOneALineAreViewed(t *testing.T) {
	t.Parallel()
	d := viewed(t, "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n")
	d.until("1/6")
	d.keys("t")
	d.until("row 1/3")
	d.measure()
}

func TestBrokenLinesAreLeftOut(t *testing.T) {
	t.Parallel()
	d := viewed(t, "{\"a\":1}\n{\"a\":2\n\n{\"a\":3}\n{\"a\":")
	d.until("a  3", "2 lines are not JSON and left out, the first is line 2")
	d.measure()
}

func TestInvalidFilesSayWhere(t *testing.T) {
	t.Parallel()
	d := viewed(t, "{\n  \"a\": 1,\n  \"b\": tru\n}")
	d.until("This is not JSON", "line 3, column")
	d.keys("t")
	d.until("the data is not JSON")
	d.keys("f4")
	d.until(`"b": tru`)
	d.measure()
}

func TestTableOfTheResult(t *testing.T) {
	t.Parallel()
	d := viewed(t, shopData)
	d.until("Fernhill")
	d.keys("t", "l", "s")
	d.until("price ↑", "row 1/3")
	if text := d.text(); strings.Index(text, "Cedar") > strings.Index(text, "Birch") {
		t.Errorf("9 is not before 129:\n%s", text)
	}
	d.keys("y")
	if got := waitFor[frame.Copy](d); got.Text != "9" {
		t.Errorf("copied %q", got.Text)
	}
	d.keys("enter")
	d.until("tree", "price  9")
	d.keys("t")
	d.until("row 1/3")
}

func TestFilterWhileTyping(t *testing.T) {
	t.Parallel()
	d := viewed(t, shopData)
	d.until("Fernhill")
	d.keys("|")
	d.typed(".products[] | .nam")
	d.until("3 values", "null")
	d.typed("e")
	d.until(`"Alder"`, `"Cedar"`)
	d.refuse("Fernhill")
	d.typed(" | (")
	d.until("^ the filter is not finished", `"Alder"`) // what was right stays
	d.measure()
	for range 4 {
		d.keys("backspace")
	}
	d.gone("not finished")
	d.keys("enter")
	d.until("| .products[] | .name", "tree")
	d.keys("esc")
	d.until("Fernhill")
	d.keys("|", "up")
	d.until(`"Birch"`)
	d.keys("esc")
	d.until("Fernhill")
}

// A filter that is accepted while it runs stands when its run has ended, or says what is wrong.
func TestFilterAcceptedWhileItRuns(t *testing.T) {
	t.Parallel()
	d := viewed(t, "["+strings.Repeat(`{"a":1},`, 150_000)+`{"a":2}]`)
	d.until("1.2 MB", "19 ")
	d.keys("|")
	d.typed(".foo")
	d.keys("enter")
	d.until("this is a list", ".foo")
	for range 4 {
		d.keys("backspace")
	}
	d.typed("length")
	d.keys("enter")
	d.until("| length", "tree")
	d.measure()
}

func TestSearchByRegularExpression(t *testing.T) {
	t.Parallel()
	d := viewed(t, shopData)
	d.until("Fernhill")
	d.keys("/")
	d.typed("^(al|bi)")
	d.until("no matches")
	d.keys("alt+r")
	d.until("1 of 2")
	d.keys("down")
	d.until("2 of 2")
	d.typed("(")
	d.until("regular expression")
	d.measure()
	d.keys("backspace", "enter", "t") // the table has the same hits
	d.until("2 of 2", "row 2/3")
}

func TestLongFilterErrorsFit(t *testing.T) {
	t.Parallel()
	d := viewed(t, shopData)
	d.until("Fernhill")
	d.keys("|")
	d.typed(".shop | .[" + strings.Repeat("x", 80))
	d.await("no fault is shown", func() bool { return strings.Contains(d.text(), "finished") })
	for _, line := range strings.Split(d.m.View(), "\n") {
		if cells.Width(line) != 100 {
			t.Errorf("a line of %d cells: %q", cells.Width(line), line)
		}
	}
}

func TestExportOfTheTable(t *testing.T) {
	t.Chdir(t.TempDir())
	d := viewed(t, shopData)
	d.until("Fernhill")
	d.keys("t", "l", "s", "e")
	d.until("Export", "Path")
	d.measure()
	d.keys("tab", "tab", "ctrl+u")
	d.typed("lamps")
	d.keys("enter")
	d.until("result as CSV saved to", "lamps.csv")
	got, err := os.ReadFile("lamps.csv")
	if want := "name,price\nCedar,9\nAlder,64.5\nBirch,129\n"; err != nil || string(got) != want {
		t.Errorf("the file has %q (%v), want %q", got, err, want)
	}

	// A file that is there is not replaced.
	d.keys("l", "x", "e", "tab", "tab", "ctrl+u")
	d.typed("lamps.csv")
	d.keys("enter")
	d.until("lamps-2.csv")
	if kept, _ := os.ReadFile("lamps.csv"); string(kept) != string(got) {
		t.Errorf("the file was replaced: %q", kept)
	}
}

func TestExportToTheClipboard(t *testing.T) {
	t.Parallel()
	tests := []struct {
		filter string
		right  int // times the format is changed
		want   string
	}{
		{"", 1, "{\"name\":\"Alder\",\"price\":64.5}\n{\"name\":\"Birch\",\"price\":129}\n{\"name\":\"Cedar\",\"price\":9}\n"},
		{"", 2, "name,price\nAlder,64.5\nBirch,129\nCedar,9\n"},
		{".products[].price", 1, "64.5\n129\n9\n"},
		{".products[].price", 0, "[\n  64.5,\n  129,\n  9\n]\n"},
		{".products[:1]", 3, "| name | price |\n| --- | ---: |\n| Alder | 64.5 |\n"},
	}
	for _, tt := range tests {
		d := viewed(t, shopData)
		d.until("Fernhill")
		if tt.filter != "" {
			d.keys("|")
			d.typed(tt.filter)
			d.until("value")
			d.gone("filtering")
			d.keys("enter")
		}
		d.keys("e")
		for range tt.right {
			d.keys("right")
		}
		d.keys("tab", "right", "enter")
		if got := waitFor[frame.Copy](d); got.Text != tt.want {
			t.Errorf("%s as format %d: %q, want %q", tt.filter, tt.right, got.Text, tt.want)
		}
	}
}

func TestWhereValuesComeFrom(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	asked := make(chan wire.QueryRequest, 2)
	s.Handle(func(w http.ResponseWriter, r *http.Request) {
		var request wire.QueryRequest
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			t.Error(err)
		}
		asked <- request
		_, _ = io.WriteString(w, `{"data":{"products":[{"name":"Alder","price":64.5}],"next":null},"metadata":{"request_id":"r","screenshot":null,"generated_query":null,
			"evidence":[{"pointer":"/products/0/name","kind":"heading","text":"The Alder desk lamp","selector":"li.product > h2","box":[10,20,300,24],"score":0.97}]}}`)
	})
	d := open(t, s, 120, 36)
	d.queried("https://shop.example", "{ a ")
	d.until("1 in products")
	if r := <-asked; r.Params != nil {
		t.Errorf("evidence was asked for unseen: %+v", r.Params)
	}
	d.keys("i")
	d.until("Where from", "1 value in here with a source")
	d.keys("f5")
	d.gone("Esc cancels")
	d.until("1 in products")
	if r := <-asked; r.Params == nil || !r.Params.Evidence {
		t.Errorf("with the pane open no evidence was asked for: %+v", r.Params)
	}
	d.keys("j", "j")
	d.until("heading", "score 0.97", "li.product > h2", "The Alder desk lamp", "at 10, 20")
	d.keys("j")
	d.until("The service says nothing of where this value comes from.")
	d.keys("G")
	d.until("Nothing on the page was found for this field.")
	d.measure()
	d.keys("esc")
	d.gone("Where from")
	d.keys("g") // the keys are still those of the result
	d.until("1/5")
}

func TestChangesSinceTheLastRun(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.Answer(`{"products":[{"name":"Alder","price":64.5},{"name":"Birch","price":129}]}`, "null")
	d := open(t, s, 120, 36)
	d.queried("https://shop.example", "{ a ")
	d.until("2 products")
	s.Answer(`{"products":[{"name":"Cedar","price":9},{"name":"Alder","price":60}]}`, "null")
	d.keys("f5")
	d.until("+1 −1 ~1", "Cedar")
	d.refuse("Birch")
	d.keys("d")
	d.until("changes", "was 64.5", "Birch", "▌+")
	d.measure()
	d.keys(")")
	d.until("▌~")
	d.keys("p")
	d.until("paths are different while changes are shown")
	d.keys(")")
	d.until("▌−")
	d.keys(")")
	d.until("▌+")
	d.keys("(")
	d.until("▌−")
	d.keys("esc")
	d.gone("Birch")
	d.keys("f5")
	d.until("no change")
	d.keys("d")
	d.until("the answer is the same as the one before")
}

// Changes are marked in the table too: a sign at the head of a row that is new or gone,
// one before a cell that has another value. The keys go from one to the next.
func TestChangesInTheTable(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.Answer(`{"products":[{"name":"Alder","price":64.5,"tags":["oak"]},{"name":"Birch","price":129,"tags":[]},{"name":"Dove","price":7,"tags":[]}]}`, "null")
	d := open(t, s, 120, 36)
	d.queried("https://shop.example", "{ a ")
	d.until("3 products")
	s.Answer(`{"products":[{"name":"Cedar","price":9,"tags":[]},{"name":"Alder","price":60,"tags":["elm"]},{"name":"Dove","price":7,"tags":[]}]}`, "null")
	d.keys("f5")
	d.until("+1 −1 ~2", "Cedar", ") next change")
	d.keys("t")
	d.until("row 1/3")
	d.keys("d")
	d.until("changes", "row 1/4", "▌+", "−", "~60", "~elm", "Birch")
	d.refuse("~7")
	d.refuse("+0") // the sign is not part of the row's number
	d.measure()
	d.keys(")")
	d.until("▌~", "row 2/4", "column 2/3", "was 64.5")
	d.keys("p")
	d.until("paths are different while changes are shown")
	d.keys(")")
	d.until("row 2/4", "column 3/3")
	d.keys(")")
	d.until("▌−", "row 3/4")
	d.keys(")")
	d.until("▌+", "row 1/4", "wrapped around: this is the first change")
	d.keys("(")
	d.until("▌−", "row 3/4", "wrapped around: this is the last change")
	d.keys("(")
	d.until("▌~", "row 2/4", "column 3/3")
	d.keys("t")
	d.until("▌", "was \"oak\"")
	d.keys("t", "esc")
	d.gone("Birch")
	d.until("row 1/3", "~", "table")
}

// Where the terminal has links, an address is one in the tree, the text and the table,
// and a click on it goes to the whole of it even where it is cut.
func TestAddressesAreLinks(t *testing.T) {
	t.Parallel()
	const address = "https://shop.example/lamps/a-long-way-to-the-lamp/that-does-not-fit-into-a-column/alder?page=2"
	s := newStage(t)
	s.Answer(`{"products":[{"name":"Alder","link":"`+address+`"}]}`, "null")
	d := open(t, s, 100, 30, func(o *Options) { o.Links = true })
	d.queried("https://shop.example", "{ products[] { name link ")
	d.until("1 in products")
	linked := func(what string) {
		t.Helper()
		if frame := d.m.View(); !strings.Contains(frame, "\x1b]8;;"+address+"\x1b\\") {
			t.Errorf("%s has no link: %q", what, frame)
		}
		d.measure()
	}
	linked("the tree")
	d.keys("t")
	d.until("row 1/1")
	linked("the table")
	d.keys("t", "f4")
	d.until("raw", `"link": "https`)
	linked("the text")
	d.keys("alt+5")
	d.until("History", "answered")
	if frame := d.m.View(); !strings.Contains(frame, "\x1b]8;;https://shop.example\x1b\\") {
		t.Errorf("the history has no link: %q", frame)
	}
}
