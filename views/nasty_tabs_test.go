package views

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/zalando/go-keyring"

	"assay/client"
	"assay/ui/dialog"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/wire"
	"assay/wire/pages/documenttest"
	"assay/workspace/history"
)

// look draws what is on the screen at several sizes.
func (d *player) look(random *rand.Rand) {
	d.t.Helper()
	sizes := [][2]int{{1, 1}, {60, 16}, {80, 24}, {300, 100}}
	for range 4 {
		sizes = append(sizes, [2]int{1 + random.IntN(300), 1 + random.IntN(100)})
	}
	for _, size := range sizes {
		d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.inside()
		d.clean()
	}
	d.send(tea.WindowSizeMsg{Width: 120, Height: 36})
}

// through presses keys and looks after each.
func (d *player) through(random *rand.Rand, keys ...string) {
	d.t.Helper()
	for _, key := range keys {
		d.keys(key)
		d.drain()
		d.look(random)
	}
}

// allNasty is all the nasty texts as one of valid characters.
func allNasty() string { return strings.ToValidUTF8(strings.Join(nasty, " "), "?") }

func TestNastyDocuments(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 10))
	folder := t.TempDir()
	t.Chdir(folder)
	for i, text := range nasty {
		name := strings.NewReplacer("/", "", "\x00", "").Replace(text)
		if len(name) > 100 {
			name = name[:100] // within a character, maybe
		}
		if err := os.WriteFile(fmt.Sprint(i, name, ".png"), documenttest.PNG(documenttest.Picture(3, 2)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t)
	var asked atomic.Uint64 // several are asked at a time
	s.Mux.HandleFunc("POST /v1/query-document", func(w http.ResponseWriter, r *http.Request) {
		random := rand.New(rand.NewPCG(6, 10+asked.Add(1)))
		if random.IntN(2) == 0 {
			w.WriteHeader(http.StatusUnprocessableEntity)
			_ = json.NewEncoder(w).Encode(map[string]string{"error_info": allNasty(), "code": allNasty()})
			return
		}
		fmt.Fprintf(w, `{"data":%s,"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}`, nastyData(random))
	})
	d := open(t, s, 120, 36)
	d.until("6,590 left")
	d.keys("3")
	d.until("0plain.png")
	d.ask()
	d.through(random, "down", "down", "v", "v", "space", "end", "space", "A")
	d.keys("ctrl+r")
	d.until(fmt.Sprintf("for %d calls?", len(nasty)))
	d.look(random)
	d.afterGuard("enter")
	d.until(fmt.Sprintf("%d of %d", len(nasty), len(nasty)))
	d.through(random, "down", "end", "enter", "f4", "f4", "f4", "alt+z")
}

func TestNastySessions(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(6, 11))
	s := newStage(t)
	b := addBrowsers(t, s, true)
	for i, text := range nasty {
		info := b.Add(text, text, text, 300)
		b.Change(info.ID, func(s *wire.SessionInfo) {
			s.Pages = []wire.SessionPage{{Title: text, URL: "https://shop.example/" + text}, {Title: allNasty(), URL: allNasty()}}
			s.State = []string{wire.StateIdle, wire.StateActive, wire.StateEnded, text}[i%4]
			s.EndReason = &text
			s.CDPURL, s.BaseURL = "wss://"+text, text
		})
	}
	d := open(t, s, 120, 36)
	d.until("3,410 of 10,000")
	d.keys("4")
	d.until("SESSION")
	d.look(random)
	for range len(nasty) {
		d.through(random, "down")
	}
	d.through(random, "enter", "W", "esc", "x")
	b.Lock()
	b.Refuse = allNasty()
	b.Unlock()
	d.keys("esc", "esc", "a", "enter")
	d.until("no session was launched")
	d.look(random)
}

func TestNastyBatch(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(6, 12))
	s := newStage(t)
	s.Handle(func(w http.ResponseWriter, r *http.Request) {
		var q wire.QueryRequest
		_ = json.NewDecoder(r.Body).Decode(&q)
		if strings.HasSuffix(q.URL, "1") {
			w.WriteHeader(http.StatusForbidden)
			_ = json.NewEncoder(w).Encode(map[string]string{"error_info": allNasty(), "code": allNasty()})
			return
		}
		data, _ := json.Marshal(map[string]any{"rows": []any{map[string]any{allNasty(): allNasty(), "b": nasty}}})
		fmt.Fprintf(w, `{"data":%s,"metadata":{"request_id":"r"}}`, data)
	})
	d := open(t, s, 120, 36)
	d.until("3,410 of 10,000")
	d.keys("2", "tab")
	d.typed("{ rows[] { a ")
	d.keys("alt+B")
	d.until("Pages, one address a line")
	var list strings.Builder
	for i, text := range nasty {
		fmt.Fprintf(&list, "https://shop.example/%s/%d\n%s\n", strings.Join(strings.Fields(text), ""), i, text)
	}
	d.paste(list.String())
	var pages string // what of it is an address
	d.await("the pages were never counted", func() bool {
		found := regexp.MustCompile(`(\d\d pages) +\d+ calls`).FindStringSubmatch(d.text())
		if found != nil {
			pages = found[1]
		}
		return found != nil
	})
	d.look(random)
	d.keys("f5")
	d.until("Ask about " + pages)
	d.look(random)
	d.afterGuard("enter")
	d.until("complete")
	d.through(random, "down", "end", "f", "f", "t", "right", "end", "enter", "esc", "esc", "enter")
}

func TestNastyHistoryAndMessages(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(6, 13))
	d := open(t, newStage(t), 120, 36)
	d.until("3,410 of 10,000")
	var calls []history.Entry
	for _, text := range append(nasty[:len(nasty):len(nasty)], allNasty()) {
		text = strings.ToValidUTF8(text, "?")
		calls = append(calls, history.OfQuery(time.Now(), wire.QueryRequest{URL: "https://shop.example/" + text, Prompt: text}, ""),
			history.OfDocument(time.Now(), client.DocumentRequest{Query: text}, "/home/"+text+"/"+text))
	}
	recorded(d, calls...)
	d.keys("5")
	d.until(fmt.Sprint(len(calls), " calls"))
	for range 12 {
		d.through(random, "down")
	}
	d.through(random, "enter", "tab", "tab", "m", "k", "d", "esc", "W", "esc", "x")
	for _, text := range nasty {
		d.send(frame.Notice{Level: toast.Bad, Text: text})
		d.inside()
		d.clean()
	}
	d.through(random, "alt+m", "down", "end", "esc")
	d.send(frame.Ask{Dialog: &dialog.Dialog{Title: allNasty(), Body: nasty, Choices: []dialog.Choice{{Key: "enter", Show: "Enter", Label: allNasty()}}}})
	d.look(random)
}

func TestNastyProfiles(t *testing.T) {
	keyring.MockInit()
	random := rand.New(rand.NewPCG(6, 14))
	file := filepath.Join(t.TempDir(), "config.toml")
	var text strings.Builder
	for i, bad := range nasty {
		name, err := json.Marshal(fmt.Sprint(i, strings.Map(func(r rune) rune {
			if r < ' ' || r == 0x7f || r == 0xfffd {
				return -1
			}
			return r
		}, bad)))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "[profiles.%s]\nbase_url = \"http://127.0.0.1:1/\"\napi_key_command = %s\n", name, name)
	}
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	d := open(t, newStage(t), 120, 36, profilesOf(file))
	d.until("3,410 of 10,000")
	d.keys("alt+A")
	d.until("Profiles", "0plain")
	for range len(nasty) {
		d.through(random, "down")
	}
	d.through(random, "r", "E", "esc", "x", "esc")
}

// A text of ten megabytes and a value ten thousand levels deep are drawn like others.
func TestHugeAnswers(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(6, 15))
	const depth = 9_990 // with what is around them, as deep as encoding/json reads
	wide := strings.Repeat("日本 👩‍👩‍👧‍👦 word ", 10<<20/35)
	s := newStage(t)
	s.Answer(`{"deep":`+strings.Repeat(`{"a":[`, depth/2)+"1"+strings.Repeat(`]}`, depth/2)+`,"rows":[{"wide":"`+wide+`","`+wide[:1<<20]+`":1}]}`, "null")
	d := open(t, s, 120, 36)
	d.until("3,410 of 10,000")
	d.queried("https://shop.example", "{ a ")
	d.until("6,589", "▾")
	d.through(random, "+", "end", "up", "w", "w", "i", "esc", "t", "right", "t", "f4", "end", "f4", "f4")
	d.keys("f5")
	d.until("6,588")
	d.through(random, "d", "}", "d", "/", "w", "o", "enter", "n", "|", ".", "enter", "e", "esc", "@", "w")
}
