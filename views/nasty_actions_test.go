package views

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/zalando/go-keyring"

	"assay/keymap"
	"assay/wire"
	"assay/wire/pages/documenttest"
	"assay/workspace/history"
)

// Every action that there is, done with nasty data in every tab, leads to frames that
// stay inside the terminal and have no control characters: each form, list, dialog and
// pane is opened by one of them.
func TestNastyActions(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 16))
	d := nastyEverywhere(t, random)
	kinds := map[string]bool{} // of what lay over the views
	done := map[keymap.Action]bool{keymap.Quit: true, keymap.Suspend: true}
	for tab, v := range d.m.views {
		for _, scope := range append(slices.Concat(v.Commands(), v.Scopes()), keymap.Global) {
			for _, b := range d.m.env.Keys.In(scope) {
				if done[b.Action] {
					continue
				}
				done[b.Action] = true
				d.m.dismiss() // a question would not take keys at once
				d.keys("esc", "esc", fmt.Sprint("alt+", tab+1))
				d.send(runAction{b.Action})
				d.glance(random)
				d.drain()
				kinds[fmt.Sprintf("%T", d.m.over)] = true
				d.typed("j")
				d.paste(nasty[random.IntN(len(nasty))])
				d.inside()
				d.clean()
				d.drain()
			}
		}
	}
	d.m.dismiss()
	d.send(runAction{keymap.Theme}) // which are read from files first
	d.await("the themes were not listed", func() bool { _, listed := d.m.over.(*themeList); return listed })
	d.glance(random)
	kinds[fmt.Sprintf("%T", d.m.over)] = true
	if len(done) < 150 || len(kinds) < 6 { // nothing, and five kinds of boxes
		t.Errorf("only %d actions were done, and opened %v", len(done), kinds)
	}
}

// glance draws what is on the screen at three sizes.
func (d *player) glance(random *rand.Rand) {
	d.t.Helper()
	for _, size := range [][2]int{{60, 16}, {MinWidth + random.IntN(200), MinHeight + random.IntN(60)}, {120, 36}} {
		d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.inside()
		d.clean()
	}
}

// drain takes what commands have come to, without waiting for more.
func (d *player) drain() {
	for len(d.msgs) > 0 {
		d.send(<-d.msgs)
	}
}

// nastyEverywhere opens a dashboard that has nasty data in every tab.
func nastyEverywhere(t *testing.T, random *rand.Rand) *player {
	keyring.MockInit()
	home := stateDir(t)
	t.Chdir(home)
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("TMPDIR", home)
	t.Setenv("PATH", "") // no action starts a program
	for i, text := range nasty {
		name := fmt.Sprintf("%d%.60q.png", i, text)
		if err := os.WriteFile(filepath.Base(name), documenttest.PNG(documenttest.Picture(3, 2)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	settings := filepath.Join(home, "config.toml")
	if err := os.WriteFile(settings, []byte("[profiles.\"e\u0301 日本 👩‍👩‍👧\"]\nbase_url = \"http://127.0.0.1:1/\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	s := newStage(t)
	addDocuments(t, s)
	word := allNasty()
	evidence, err := json.Marshal([]map[string]any{{"pointer": "/rows/0/name", "kind": word, "text": word, "selector": word, "score": 0.5}})
	if err != nil {
		t.Fatal(err)
	}
	s.Handle(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"data":%s,"metadata":{"request_id":%q,"screenshot":null,"generated_query":null,"evidence":%s}}`, nastyData(random), "r", evidence)
	})
	b := addBrowsers(t, s, true)
	b.Unwatched()
	for _, text := range nasty {
		info := b.Add(text, text, text, 300)
		b.Change(info.ID, func(s *wire.SessionInfo) {
			s.Pages = []wire.SessionPage{{Title: text, URL: "https://shop.example/" + text}}
		})
	}
	d := open(t, s, 120, 36, profilesOf(settings), func(o *Options) { o.Links = true })
	d.until("3,410 of 10,000")
	for range 3 {
		recorded(d, history.OfQuery(time.Now(), wire.QueryRequest{URL: "https://shop.example/" + word, Query: word}, ""))
	}
	d.keys("5")
	d.until("3 calls")
	d.keys("4")
	d.until("SESSION")
	d.keys("3")
	d.until("0\"plain\".png")
	d.queried("https://shop.example", "{ a ")
	d.until("rows")
	return d
}
