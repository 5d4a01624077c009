package views

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/views/state"
	"assay/views/viewtest"
)

var update = flag.Bool("update", false, "write the golden frames of testdata/frames anew")

// goldenSizes are the terminals whose frames are kept.
var goldenSizes = [][2]int{{60, 16}, {80, 24}, {120, 36}, {200, 50}}

// goldenTime is when the golden frames are drawn.
var goldenTime = time.Date(2026, 11, 14, 9, 26, 53, 0, time.UTC)

// scene is a state of the dashboard whose frames are kept in testdata/frames under
// its name, at all sizes.
type scene struct {
	name string
	open func(t *testing.T) *player
}

// Every scene looks as it did when its frames were last looked at. After a needed
// change, go test ./views -run TestGoldenFrames -update writes them anew; read the
// difference before it is committed.
func TestGoldenFrames(t *testing.T) {
	for _, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			file, err := filepath.Abs(filepath.Join("testdata", "frames", s.name+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			kept, err := os.ReadFile(file)
			if err != nil && !*update {
				t.Fatal(err)
			}
			want := framesOf(string(kept))
			d := s.open(t)
			var all strings.Builder
			for _, size := range goldenSizes {
				d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				title := fmt.Sprintf("%dx%d", size[0], size[1])
				if *update {
					d.rest()
				} else {
					d.becomes(title, want[title])
				}
				d.measure()
				fmt.Fprintf(&all, "═══ %s\n%s\n", title, d.golden())
			}
			if *update {
				if err := os.WriteFile(file, []byte(all.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// framesOf splits a file of frames by their sizes.
func framesOf(file string) map[string]string {
	frames := map[string]string{}
	for part := range strings.SplitSeq(file, "═══ ") {
		if title, frame, ok := strings.Cut(part, "\n"); ok {
			frames[title] = strings.TrimSuffix(frame, "\n")
		}
	}
	return frames
}

// port is the number that the system gave a server of the test.
var port = regexp.MustCompile(`0\.1:\d{5}`)

// due is when a watch asks next, by the clock of the machine.
var due = regexp.MustCompile(`next \d\d:\d\d`)

// golden is what the screen shows, without colours and without blanks at the ends of
// lines.
func (d *player) golden() string {
	text := due.ReplaceAllString(port.ReplaceAllString(d.text(), "0.1:40404"), "next 09:31")
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// becomes waits until the screen shows a frame, and less long once one did not come.
func (d *player) becomes(title, want string) {
	d.t.Helper()
	wait := patience
	if d.t.Failed() {
		wait = time.Second
	}
	late := time.After(wait)
	for d.golden() != want {
		select {
		case msg := <-d.msgs:
			d.send(msg)
		case <-late:
			d.t.Errorf("at %s (-want +got):\n%s\nif that is needed: go test ./views -run 'TestGoldenFrames/%s' -update",
				title, differing(want, d.golden()), strings.TrimPrefix(d.t.Name(), "TestGoldenFrames/"))
			return
		}
	}
}

// differing lists the lines of two frames that are not the same, by their numbers.
func differing(want, got string) string {
	before, after := strings.Split(want, "\n"), strings.Split(got, "\n")
	at := func(lines []string, i int) string {
		if i < len(lines) {
			return lines[i]
		}
		return "(no such line)"
	}
	var b strings.Builder
	for i := range max(len(before), len(after)) {
		if w, g := at(before, i), at(after, i); w != g {
			fmt.Fprintf(&b, "%3d - %s\n    + %s\n", i+1, w, g)
		}
	}
	return b.String()
}

// rest handles messages until the screen has stayed as it is for a while.
func (d *player) rest() {
	for shown := ""; shown != d.golden(); {
		shown = d.golden()
		for over := time.After(250 * time.Millisecond); over != nil; {
			select {
			case msg := <-d.msgs:
				d.send(msg)
			case <-over:
				over = nil
			}
		}
	}
}

// goldenStage is a stage whose answers take 38 ms of its own clock, and whose use in
// the cycle is known by the hour. The working directory is an empty folder, and so is the user's home.
func goldenStage(t *testing.T) *stage {
	home := stateDir(t)
	t.Chdir(home)
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
	s := newStage(t)
	s.Clock = &viewtest.Clock{At: goldenTime}
	s.Answer(lampData(), "null")
	store := state.Open(goldenState(), "test")
	month := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	const hours = 13 * 24
	for hour := range int64(hours) {
		sample := state.Sample{At: goldenTime.Add(time.Duration(hour-hours) * time.Hour), Used: 3410 * hour / hours, Limit: 10000, Start: month}
		if err := store.AddSample(sample); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// goldenState is the folder of what a golden dashboard remembers.
func goldenState() string { return filepath.Join(os.Getenv("HOME"), ".local", "state", "assay") }

// goldenDashboard opens a dashboard on a golden stage and waits for the usage.
func goldenDashboard(t *testing.T, s *stage, change ...func(*Options)) *player {
	t.Helper()
	d := open(t, s, 120, 36, append([]func(*Options){func(o *Options) { o.StateDir = goldenState() }}, change...)...)
	d.until("6,590 left")
	return d
}

// spoil is what comes after the texts of a scene's data: nothing in the golden frames.
var spoil string

// hostile returns a text with spoil after it as it stands in a JSON string.
func hostile(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text + spoil); err != nil {
		panic(err) // strings are always JSON
	}
	return strings.Trim(b.String(), "\"\n")
}

// lampData is the answer of most scenes.
func lampData() string {
	return `{"shop":"` + hostile("Fernhill") + `","products":[` +
		`{"name":"` + hostile("Alder Desk Lamp") + `","price":64.5,"in_stock":true,"link":"` + hostile("https://shop.example/p/alder") + `"},` +
		`{"name":"` + hostile("Birch Floor Lamp") + `","price":129,"in_stock":true,"link":"` + hostile("https://shop.example/p/birch") + `"},` +
		`{"name":"` + hostile("Cédre 東京 👩‍👩‍👧‍👦") + `","price":24.9,"in_stock":false,"link":"` + hostile("https://shop.example/p/cedre?colour=green&size=large&ref=a-long-list") + `"}],` +
		`"next":null}`
}

// lampQuery fills the Query tab in.
func (d *player) lampQuery() {
	d.keys("2")
	d.until("Source")
	d.typed("https://shop.example/lamps?page=2")
	d.keys("tab")
	d.paste("{\n  shop\n  products[] {\n    name\n    price(number)\n    in_stock(boolean)\n    link\n  }\n  next\n}")
	d.until("in_stock(boolean)")
}

// lamps opens the Query tab with an answer in it; the result has the focus.
func lamps(t *testing.T, s *stage) *player {
	t.Helper()
	d := goldenDashboard(t, s)
	d.lampQuery()
	d.keys("f5")
	d.until("3 products", "Fernhill", "6,589")
	return d
}
