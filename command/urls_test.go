package command_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/pflag"

	"assay/client"
	"assay/command"
	"assay/wire"
	"assay/workspace/batch"
)

// pages answers queries by the last letter of the page's address, counts what it is
// asked, and has so many calls left.
type pages struct {
	left  int
	fail  map[string]int // status
	error map[string]int // status of a page that is read all the same
	slow  string         // the page that is read before all of it has come

	mu    sync.Mutex
	asked []string
}

func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.Method == http.MethodGet {
		fmt.Fprintf(w, `{"usage_limit":1000,"current_cycle_usage":%d,"current_period_start":"2026-01-01T00:00:00Z","current_period_end":"2026-02-01T00:00:00Z"}`, 1000-p.left)
		return
	}
	var request wire.QueryRequest
	json.NewDecoder(r.Body).Decode(&request)
	name := request.URL[len(request.URL)-1:]
	p.asked = append(p.asked, name)
	if status := p.fail[name]; status != 0 {
		w.WriteHeader(status)
		fmt.Fprint(w, `{"error_info":"refused","code":"no"}`)
		return
	}
	p.left--
	fmt.Fprintf(w, `{"data":{"items":[{"n":"%s1"},{"n":"%s2"}]},"metadata":{"request_id":"r","page_status":%d,"page_unfinished":%t}}`, name, name, p.error[name], name == p.slow)
}

func (p *pages) run(t *testing.T, o command.QueryOptions, in string) (out, messages string, err error) {
	t.Helper()
	server := httptest.NewServer(p)
	defer server.Close()
	c, err := client.New(client.Config{BaseURL: server.URL, APIKey: "key"})
	if err != nil {
		t.Fatal(err)
	}
	if o.Many.Settings == (batch.Settings{}) {
		o.Many.Settings = batch.Settings{Jobs: 1, Tries: 1}
	}
	var stdout, stderr bytes.Buffer
	err = command.Query(t.Context(), c, o, command.IO{In: strings.NewReader(in), Out: &stdout, Err: &stderr})
	return stdout.String(), stderr.String(), err
}

const listed = "# three pages\nhttps://x.example/a\n\nx.example/b\nhttps://x.example/a\nhttps://x.example/c\n"

func TestManyWritesAsTheyCome(t *testing.T) {
	p := &pages{left: 100, fail: map[string]int{"b": 403}}
	out, messages, err := p.run(t, command.QueryOptions{Query: "{ items[] { n } }", Many: command.ManyOptions{URLs: "-"}}, listed)
	want := `{"url":"https://x.example/a","data":{"items":[{"n":"a1"},{"n":"a2"}]}}
{"url":"https://x.example/b","error":{"message":"refused","status":403,"code":"no"}}
{"url":"https://x.example/c","data":{"items":[{"n":"c1"},{"n":"c2"}]}}
`
	if out != want {
		t.Errorf("it writes\n%s\nwant\n%s", out, want)
	}
	if command.ExitCode(err) != command.ExitFailed || !strings.Contains(err.Error(), "1 of 3 pages failed") {
		t.Errorf("it ends with %v", err)
	}
	if !strings.Contains(messages, "standard input:5: the same as line 2") {
		t.Errorf("it says %q of the line twice", messages)
	}
}

func TestManyAsOneTable(t *testing.T) {
	p := &pages{left: 100}
	out, _, err := p.run(t, command.QueryOptions{Query: "{ items[] { n } }", Output: command.CSV, Many: command.ManyOptions{URLs: "-", First: 2}}, listed)
	if want := "url,items.n\nhttps://x.example/a,a1\nhttps://x.example/a,a2\nhttps://x.example/b,b1\nhttps://x.example/b,b2\n"; out != want || err != nil {
		t.Errorf("it writes %q (%v), want %q", out, err, want)
	}
}

func TestManyNamesWhatIsNoAddress(t *testing.T) {
	p := &pages{left: 100}
	out, messages, err := p.run(t, command.QueryOptions{Query: "{ a }", Many: command.ManyOptions{URLs: "-"}}, "https://x.example/a\nnot one\n")
	if strings.Count(out, "\n") != 1 || !strings.Contains(messages, `standard input:2: "not one" is not a web address`) || command.ExitCode(err) != command.ExitFailed {
		t.Errorf("it writes %q, says %q and ends with %v", out, messages, err)
	}
}

func TestManyNamesUnfinishedPages(t *testing.T) {
	p := &pages{left: 100, slow: "b"}
	o := command.QueryOptions{Query: "{ a }", Many: command.ManyOptions{URLs: "-", Journal: filepath.Join(t.TempDir(), "lamps.journal")}}
	for _, when := range []string{"asked", "taken from the journal"} {
		_, messages, err := p.run(t, o, listed)
		if want := "assay: https://x.example/b: the page had not finished loading: it was read as far as it had come\n"; err != nil || !strings.HasSuffix(messages, want) || strings.Count(messages, "finished") != 1 {
			t.Errorf("%s: it says %q (%v), want %q", when, messages, err, want)
		}
	}
}

func TestManyNamesErrorPages(t *testing.T) {
	p := &pages{left: 100, error: map[string]int{"b": 404}}
	o := command.QueryOptions{Query: "{ a }", Many: command.ManyOptions{URLs: "-", Journal: filepath.Join(t.TempDir(), "lamps.journal")}}
	for _, when := range []string{"asked", "taken from the journal"} {
		_, messages, err := p.run(t, o, listed)
		if want := "assay: https://x.example/b: the page came with the status 404 Not Found\n"; err != nil || !strings.HasSuffix(messages, want) || strings.Count(messages, "status") != 1 {
			t.Errorf("%s: it says %q (%v), want %q", when, messages, err, want)
		}
	}
}

func TestManyCostsNoMoreThanIsLeft(t *testing.T) {
	p := &pages{left: 2}
	_, _, err := p.run(t, command.QueryOptions{Query: "{ a }", Many: command.ManyOptions{URLs: "-"}}, listed)
	if command.ExitCode(err) != command.ExitQuota || len(p.asked) != 0 || !strings.Contains(err.Error(), "cost 3 calls and 2 are left") {
		t.Errorf("with 2 calls left and 3 pages: %v after %q", err, p.asked)
	}
}

func TestManyGoesOn(t *testing.T) {
	journal := filepath.Join(t.TempDir(), "lamps.journal")
	o := command.QueryOptions{Query: "{ items[] { n } }", Many: command.ManyOptions{URLs: "-", Journal: journal}}
	p := &pages{left: 100, fail: map[string]int{"b": 402}}
	_, _, err := p.run(t, o, listed)
	if !errors.Is(err, client.ErrQuotaExhausted) || command.ExitCode(err) != command.ExitQuota || !strings.Contains(err.Error(), "2 of 3 pages left") {
		t.Fatalf("without calls it ends with %v", err)
	}
	p.fail, p.asked = map[string]int{"c": 403}, nil
	resumed := command.QueryOptions{Many: command.ManyOptions{Journal: journal}}
	if _, _, err = p.run(t, resumed, ""); command.ExitCode(err) != command.ExitFailed || !slices.Equal(p.asked, []string{"b", "c"}) {
		t.Fatalf("it goes on with %q and ends with %v", p.asked, err)
	}
	p.fail, p.asked = nil, nil
	out, _, err := p.run(t, o, listed+"https://x.example/d\n")
	if err != nil || !slices.Equal(p.asked, []string{"c", "d"}) {
		t.Fatalf("with one page more it goes on with %q and ends with %v", p.asked, err)
	}
	for _, name := range []string{"a", "b", "c", "d"} {
		if !strings.Contains(out, `{"url":"https://x.example/`+name+`","data"`) {
			t.Errorf("page %s is missing of what is written:\n%s", name, out)
		}
	}
	o.Query = "{ other }"
	if _, _, err := p.run(t, o, listed); command.ExitCode(err) != command.ExitUsage {
		t.Errorf("another query goes on with the journal: %v", err)
	}
}

func TestManyTakesAtLeastOnePage(t *testing.T) {
	for first, ok := range map[string]bool{"1": true, "0": false, "-1": false, "all": false} {
		set := pflag.NewFlagSet("query", pflag.ContinueOnError)
		new(command.QueryFlags).Add(set)
		if err := set.Parse([]string{"--first", first}); (err == nil) != ok {
			t.Errorf("--first %s: %v", first, err)
		}
	}
}

func TestManyRefusesWrongCalls(t *testing.T) {
	folder := t.TempDir()
	empty := filepath.Join(folder, "empty")
	if err := os.WriteFile(empty, []byte("# nothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]command.QueryOptions{
		"a page as well":     {Query: "{ a }", URL: "https://x.example", Many: command.ManyOptions{URLs: "-"}},
		"no query":           {Many: command.ManyOptions{URLs: "-"}},
		"no journal":         {Many: command.ManyOptions{Journal: filepath.Join(folder, "none")}},
		"no list":            {Query: "{ a }", Many: command.ManyOptions{URLs: filepath.Join(folder, "none")}},
		"an empty list":      {Query: "{ a }", Many: command.ManyOptions{URLs: empty}},
		"a screenshot":       {Query: "{ a }", ScreenshotFile: filepath.Join(folder, "x.png"), Many: command.ManyOptions{URLs: "-"}},
		"too much at a time": {Query: "{ a }", Many: command.ManyOptions{URLs: "-", Settings: batch.Settings{Jobs: 17, Tries: 1}}},
		"standard input two": {QueryFile: "-", Many: command.ManyOptions{URLs: "-"}},
	} {
		p := &pages{left: 100}
		if _, _, err := p.run(t, o, listed); command.ExitCode(err) != command.ExitUsage || len(p.asked) > 0 {
			t.Errorf("%s: %v after %q", name, err, p.asked)
		}
	}
}
