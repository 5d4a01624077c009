package assist_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/query"
	"assay/service/extract"
	"assay/service/extract/assist"
	"assay/service/llm"
	"assay/service/page"
)

const report = `<!doctype html><html lang="en"><head><title>Harbour notes</title></head><body>
<nav><a href="/">Start</a></nav>
<main><h1>Harbour notes</h1>
<p>The ferry “Nordstern” left at dawn with 1,250 passengers; Captain Ines Falk had the helm.
It was the 3rd of May 2024, and a ticket cost €18.50. The dockyard expects her on 20 June.</p>
<p>The crossing took 1 hr 20 min. Bookings are made at <a href="/book?line=7">the counter</a>, or with
<a href="mailto:counter@ferry.example">the clerk</a>; call (030) 901 820 before noon.</p>
<p>Nothing is left for tomorrow: sold out</p>
</main></body></html>`

// model is a server that speaks the interface and answers as it is told.
type model struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string // the texts it was sent
}

func newModel(t *testing.T, reply func(asked string) string) *model {
	m := &model{}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct{ Messages []struct{ Content string } }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || len(body.Messages) != 2 {
			t.Errorf("a bad request: %v", err)
			return
		}
		m.mu.Lock()
		m.asked = append(m.asked, body.Messages[1].Content)
		m.mu.Unlock()
		content := reply(body.Messages[1].Content)
		if content == "stall" {
			<-r.Context().Done()
			return
		}
		fmt.Fprintf(w, `{"choices":[{"message":{"role":"assistant","content":%q},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":2}}`, content)
	}))
	t.Cleanup(m.Close)
	t.Cleanup(m.CloseClientConnections)
	return m
}

// texts returns what the model was sent so far.
func (m *model) texts() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.asked)
}

func (m *model) assistant(t *testing.T, tokens int) *assist.Assistant {
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	c, err := llm.New(llm.Config{URL: m.URL, Model: "m", Timeout: 300 * time.Millisecond, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	return assist.New(c, tokens, log)
}

// fill answers a query from a page as standard mode does.
func fill(t *testing.T, a *assist.Assistant, html, text string) (filled, before *extract.Result) {
	t.Helper()
	q, err := query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	base, _ := url.Parse("https://ferry.example/notes/1")
	doc, err := page.Parse(html, base)
	if err != nil {
		t.Fatal(err)
	}
	if before, err = extract.Run(t.Context(), doc, q, extract.Options{Deep: true}); err != nil {
		t.Fatal(err)
	}
	return a.Fill(t.Context(), "r", doc, q, before), before
}

// The names x1 and x2 tell the engine nothing, so that it leaves them to the model.
func TestGrounding(t *testing.T) {
	tests := []struct{ name, query, said, want string }{
		{"text as the page spells it", "{ vessel }", `{"vessel":"\"nordstern\""}`, `{"vessel":"“Nordstern”"}`},
		{"text over lines", "{ x1 }", `{"x1":"Captain  Ines\nFalk"}`, `{"x1":"Captain Ines Falk"}`},
		{"invented", "{ x1 }", `{"x1":"Captain Jane Doe"}`, `{"x1":null}`},
		{"part of a word", "{ x1 }", `{"x1":"Fal"}`, `{"x1":null}`},
		{"nothing", "{ x1 }", `{"x1":"  "}`, `{"x1":null}`},
		{"number", "{ people_moved(integer) }", `{"people_moved":1250}`, `{"people_moved":1250}`},
		{"number that is not there", "{ people_moved(integer) }", `{"people_moved":1251}`, `{"people_moved":null}`},
		{"fraction for an integer", "{ x2(integer) }", `{"x2":18.5}`, `{"x2":null}`},
		{"text for a number", "{ people_moved(integer) }", `{"people_moved":"1,250"}`, `{"people_moved":null}`},
		{"duration", "{ voyage(integer, minutes) }", `{"voyage":80}`, `{"voyage":80}`},
		{"link", "{ x3(url) }", `{"x3":"/book?line=7"}`, `{"x3":"https://ferry.example/book?line=7"}`},
		{"link that is not there", "{ x3(url) }", `{"x3":"https://ferry.example/book?line=8"}`, `{"x3":null}`},
		{"boolean", "{ seats_tomorrow(boolean) }", `{"seats_tomorrow":true}`, `{"seats_tomorrow":null}`},
		{"day of the page's year", "{ x4(date) }", `{"x4":"2024-06-20"}`, `{"x4":"2024-06-20"}`},
		{"day of another year", "{ x4(date) }", `{"x4":"2025-06-20"}`, `{"x4":null}`},
		{"object for a leaf", "{ x1 }", `{"x1":{"name":"Ines Falk"}}`, `{"x1":null}`},
		{"list", "{ nautical_terms[] }", `{"nautical_terms":["ferry","helm","anchor"]}`, `{"nautical_terms":["ferry","helm"]}`},
		{"invented record", "{ crew_list[] { who duty } }", `{"crew_list":[{"who":"Ines Falk","duty":"Captain"},{"who":"Jane Doe","duty":"cook"}]}`, `{"crew_list":[{"who":"Ines Falk","duty":"Captain"}]}`},
		{"record half invented", "{ crew_list[] { who duty } }", `{"crew_list":[{"who":"Jane Doe","duty":"Captain"}]}`, `{"crew_list":[]}`},
		{"container", "{ watch { x2 nickname } }", `{"watch":{"x2":"Ines Falk","nickname":"Nessie"}}`, `{"watch":{"x2":"Ines Falk","nickname":null}}`},
		{"fields nobody asked for", "{ x1 }", `{"x1":"Ines Falk","extra":"dawn"}`, `{"x1":"Ines Falk"}`},
		{"rubbish", "{ x1 }", `I think it is Ines Falk`, `{"x1":null}`},
		{"stalls", "{ x1 }", `stall`, `{"x1":null}`},
		{"another shape", "{ x2 crew_list[] { who } }", `{"x2":["Ines Falk"],"crew_list":{"who":"Ines Falk"}}`, `{"x2":null,"crew_list":[]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := newModel(t, func(string) string { return test.said })
			got, before := fill(t, m.assistant(t, 0), report, test.query)
			if string(got.Data) != test.want {
				t.Errorf("data %s, want %s (the engine alone: %s)", got.Data, test.want, before.Data)
			}
			for _, e := range got.Evidence {
				if e.Kind == "model" && (e.Text == "" || e.Selector == nil || e.Score != 0.5) {
					t.Errorf("evidence %+v", e)
				}
			}
			if n := len(m.texts()); n != 1 {
				t.Errorf("%d calls", n)
			}
		})
	}
}

// Only what the engine left open is asked for, and what it knows stays.
func TestAskedOnlyForGaps(t *testing.T) {
	m := newModel(t, func(string) string { return `{"title":"Start","x1":"Ines Falk"}` })
	got, _ := fill(t, m.assistant(t, 0), report, "{ title x1 }")
	if want := `{"title":"Harbour notes","x1":"Ines Falk"}`; string(got.Data) != want {
		t.Errorf("data %s, want %s", got.Data, want)
	}
	if len(got.Evidence) != 2 || got.Evidence[0].Pointer != "/title" || got.Evidence[1].Pointer != "/x1" || got.Evidence[1].Kind != "model" {
		t.Errorf("evidence %+v", got.Evidence)
	}
	if strings.Contains(m.texts()[0], "  title\n") || !strings.Contains(m.texts()[0], "x1") || !strings.Contains(m.texts()[0], "1,250 passengers") {
		t.Errorf("asked:\n%s", m.texts()[0])
	}

	m = newModel(t, func(string) string { return `{}` })
	got, before := fill(t, m.assistant(t, 0), report, "{ title }")
	if got != before || len(m.texts()) != 0 {
		t.Errorf("%d calls for a whole answer", len(m.texts()))
	}
}

// A list of records gets the field that the engine found in none of them, record by
// record, and keeps the rest.
func TestRecordsAreCompleted(t *testing.T) {
	const shop = `<h1>Lamps</h1><ul>
<li class="product"><h2>Desk lamp</h2><p class="price">$30.00</p><p>glows amber</p><p>of brass</p></li>
<li class="product"><h2>Floor lamp</h2><p class="price">$70.00</p><p>glows white</p><p>of steel</p></li>
<li class="product"><h2>Wall lamp</h2><p class="price">$20.00</p><p>glows green</p><p>of tin</p></li></ul>`
	m := newModel(t, func(string) string {
		return `{"products":[{"name":"Floor lamp","price":1,"x1":"white"},{"name":"Desk lamp","price":30,"x1":"amber"},{"name":"Sun lamp","price":20,"x1":"green"}]}`
	})
	got, _ := fill(t, m.assistant(t, 0), shop, "{ products[] { name price(number) x1 } }")
	if want := `{"products":[{"name":"Desk lamp","price":30,"x1":"amber"},{"name":"Floor lamp","price":70,"x1":null},{"name":"Wall lamp","price":20,"x1":null}]}`; string(got.Data) != want {
		t.Errorf("data %s,\nwant %s", got.Data, want)
	}
}

// The page's text is cut to the budget, to what the query is about.
func TestBudget(t *testing.T) {
	var b strings.Builder
	b.WriteString("<h1>Log</h1>")
	for i := range 3000 {
		fmt.Fprintf(&b, "<p>Entry %d: nothing to tell of the day but the wind and the rain.</p>", i)
		if i == 2900 {
			b.WriteString("<p>That night the x1 slept ashore.</p><p>Ines Falk it was.</p>")
		}
	}
	m := newModel(t, func(string) string { return `{"skipper_at_night":"Ines Falk"}` })
	got, _ := fill(t, m.assistant(t, 500), b.String(), "{ skipper_at_night }")
	if string(got.Data) != `{"skipper_at_night":"Ines Falk"}` {
		t.Errorf("data %s", got.Data)
	}
	if text := m.texts()[0]; len(text) > 500*4+400 || !strings.Contains(text, "slept ashore") || !strings.Contains(text, "Ines Falk") {
		t.Errorf("%d bytes sent:\n%s", len(text), text)
	}
}

func TestQuery(t *testing.T) {
	for said, want := range map[string]string{
		`{"query":"{ x1 ports[] { name } }"}`: "{ x1 ports[] { name } }",
		`{"query":""}`:                        "",
		`{"query":"x1"}`:                      "",
		`{"query":42}`:                        "",
		`nonsense`:                            "",
		`{"query":"` + strings.Repeat("{ a ", 30) + `"}`:    "",
		`{"query":"{ a` + strings.Repeat(" { a", 12) + `"}`: "",
		`{"other":"{ x1 }"}`:                                "",
		`{"query":"{ price(number, lowest) }"}`:             "{ price(number, lowest) }",
	} {
		m := newModel(t, func(string) string { return said })
		q, err := m.assistant(t, 0).Query(t.Context(), "r", "who sailed where")
		got := ""
		if err == nil {
			got = strings.Join(strings.Fields(query.Format(q)), " ")
		}
		if got != want {
			t.Errorf("%s: query %q, error %v; want %q", said, got, err, want)
		}
	}
}
