package command_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"assay/client"
	"assay/command"
	"assay/wire"
)

// fakeService answers every query with data and remembers what it was asked.
type fakeService struct {
	status     int
	data       string
	screenshot string // JSON
	asked      map[string]any
	page       int           // the status of the page; 0 for none
	unfinished bool          // the page is read before all of it has come
	wait       chan struct{} // if not nil, answers come when it is closed
}

func (s *fakeService) client(t *testing.T) *client.Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.wait != nil {
			<-s.wait
		}
		s.asked = nil
		json.NewDecoder(r.Body).Decode(&s.asked)
		if s.status != 0 {
			w.WriteHeader(s.status)
			io.WriteString(w, `{"error_info":"refused"}`)
			return
		}
		if s.screenshot == "" {
			s.screenshot = "null"
		}
		page := ""
		if s.page != 0 {
			page = fmt.Sprintf(`,"page_status":%d`, s.page)
		}
		if s.unfinished {
			page += `,"page_unfinished":true`
		}
		fmt.Fprintf(w, `{"data":%s,"metadata":{"request_id":"r","screenshot":%s,"generated_query":null%s}}`, s.data, s.screenshot, page)
	}))
	t.Cleanup(server.Close)
	c, err := client.New(client.Config{BaseURL: server.URL, APIKey: "key"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// run runs assay query and returns what it wrote.
func run(t *testing.T, s *fakeService, o command.QueryOptions, in string, tty bool) (out, messages string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err = command.Query(t.Context(), s.client(t), o, command.IO{In: strings.NewReader(in), Out: &stdout, Err: &stderr, OutTTY: tty})
	return stdout.String(), stderr.String(), err
}

func TestQueryAsks(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, test := range []struct {
		name string
		o    command.QueryOptions
		in   string
		want string
	}{
		{"query and url", command.QueryOptions{Query: "{a}", URL: "https://shop.example"}, "", `{"query":"{a}","url":"https://shop.example"}`},
		{"prompt", command.QueryOptions{Prompt: "all { prices", URL: "u"}, "", `{"prompt":"all { prices","url":"u"}`},
		{"files", command.QueryOptions{QueryFile: file("q.assay", "{ b }\n"), HTMLFile: file("p.html", "<p>é"), URL: "u"}, "",
			`{"html":"<p>é","query":"{ b }\n","url":"u"}`},
		{"query in UTF-16", command.QueryOptions{QueryFile: "-", URL: "u"}, "\xff\xfe{\x00a\x00}\x00", `{"query":"{a}","url":"u"}`},
		{"query from standard input", command.QueryOptions{QueryFile: "-", URL: "u"}, "{ c }", `{"query":"{ c }","url":"u"}`},
		{"page from standard input", command.QueryOptions{Query: "{a}", HTMLFile: "-"}, "<b>", `{"html":"<b>","query":"{a}"}`},
		{"page in Latin-1", command.QueryOptions{Query: "{a}", HTMLFile: "-"}, "<meta charset=iso-8859-1><p>caf\xe9", `{"html":"<meta charset=iso-8859-1><p>café","query":"{a}"}`},
		{"page whose XML declaration says so", command.QueryOptions{Query: "{a}", HTMLFile: "-"}, "<?xml version=\x221.0\x22 encoding=\x22windows-1251\x22?><p>\xcb\xe0\xec\xef\xe0</p>",
			`{"html":"<?xml version=\"1.0\" encoding=\"windows-1251\"?><p>Лампа</p>","query":"{a}"}`},
		{"page in Shift-JIS that does not say so", command.QueryOptions{Query: "{a}", HTMLFile: "-"}, "<p>\x83\x89\x83\x93\x83v\x82\xcc\x92l\x92i\x82\xcd\x8d\x82\x82\xa2</p>", `{"html":"<p>ランプの値段は高い</p>","query":"{a}"}`},
		{"page in EUC-JP that does not say so", command.QueryOptions{Query: "{a}", HTMLFile: "-"}, "<p>\xa5\xe9\xa5\xf3\xa5\xd7\xa4\xce\xc3\xcd\xc3\xca\xa4\xcf\xb9\xe2\xa4\xa4</p>", `{"html":"<p>ランプの値段は高い</p>","query":"{a}"}`},
		{"page in Latin-1 that does not say so", command.QueryOptions{Query: "{a}", HTMLFile: "-"}, "<p>\xabO\xf9 \xe7a?\xbb \xe9t\xe9, \x9cuvre, na\xeff", `{"html":"<p>«Où ça?» été, œuvre, naïf","query":"{a}"}`},
		{"page in UTF-8 that does not say so", command.QueryOptions{Query: "{a}", HTMLFile: "-"}, "<p>" + strings.Repeat(" ", 2000) + "é",
			`{"html":"<p>` + strings.Repeat(" ", 2000) + `é","query":"{a}"}`},
		{"params", command.QueryOptions{Query: "{a}", URL: "u", Params: wire.Params{WaitFor: 2}, Evidence: true}, "",
			`{"params":{"is_evidence_enabled":true,"wait_for":2},"query":"{a}","url":"u"}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &fakeService{data: "{}"}
			if _, _, err := run(t, s, test.o, test.in, false); err != nil {
				t.Fatal(err)
			}
			var want map[string]any
			if err := json.Unmarshal([]byte(test.want), &want); err != nil {
				t.Fatal(err)
			}
			got, _ := json.Marshal(s.asked)
			if sorted, _ := json.Marshal(want); string(got) != string(sorted) {
				t.Errorf("the service was asked %s, want %s", got, sorted)
			}
		})
	}
}

func TestBadUsageAsksNothing(t *testing.T) {
	for _, test := range []struct {
		name string
		o    command.QueryOptions
		want string
	}{
		{"nothing", command.QueryOptions{}, "give a query"},
		{"query and prompt", command.QueryOptions{Query: "{a}", Prompt: "b", URL: "u"}, "only one"},
		{"no page", command.QueryOptions{Query: "{a}"}, "--url URL or --html FILE"},
		{"standard input twice", command.QueryOptions{QueryFile: "-", HTMLFile: "-"}, "not both"},
		{"no such query file", command.QueryOptions{QueryFile: "none.assay", URL: "u"}, "there is no file none.assay"},
		{"a page without an end", command.QueryOptions{Query: "{a}", HTMLFile: "/dev/zero"}, "the page in /dev/zero is larger than 64 MiB"},
		{"no such page", command.QueryOptions{Query: "{a}", HTMLFile: "none.html"}, "there is no file none.html"},
		{"empty page", command.QueryOptions{Query: "{a}", HTMLFile: "-"}, "nothing in standard input"},
		{"wait that is no number", command.QueryOptions{Query: "{a}", URL: "u", Params: wire.Params{WaitFor: math.NaN()}}, "--wait-for"},
		{"evidence as a table", command.QueryOptions{Query: "{a}", URL: "u", Evidence: true, Output: command.Table}, "--output json"},
		{"a folder for the screenshot", command.QueryOptions{Query: "{a}", URL: "u", ScreenshotFile: "."}, ". is a folder"},
		{"no folder for the screenshot", command.QueryOptions{Query: "{a}", URL: "u", ScreenshotFile: "none/a.png"}, "there is no folder none"},
		{"a page of a session that is none", command.QueryOptions{Query: "{a}", URL: "session:ID/x"}, "session:ID/0"},
		{"a session without a name", command.QueryOptions{Query: "{a}", URL: "session:"}, "session:ID/0"},
		{"bad query", command.QueryOptions{Query: "{a:}", URL: "u"}, "a type goes in parentheses"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &fakeService{data: "{}"}
			out, _, err := run(t, s, test.o, "", false)
			if err == nil || !strings.Contains(err.Error(), test.want) || command.ExitCode(err) != command.ExitUsage {
				t.Errorf("the error is %v with exit code %d, want %q and 2", err, command.ExitCode(err), test.want)
			}
			if s.asked != nil || out != "" {
				t.Errorf("the service was asked %v; standard output has %q", s.asked, out)
			}
		})
	}
}

func TestQueryErrorShowsWhere(t *testing.T) {
	src := "{\r\n\tgröße日-日本 : x\r\n  a(b\r\n}"
	_, _, err := run(t, &fakeService{}, command.QueryOptions{QueryFile: "-", URL: "u"}, src, false)
	want := `the query has errors
standard input:2:2: expected a name, found "größe日-日本": names have "_" for "-": größe日_日本
    2 |     größe日-日本 : x
      |     ^^^^^^^^^^^^
standard input:2:12: expected a name or "}", found ":": a type goes in parentheses, as in price(number)
    2 |     größe日-日本 : x
      |                  ^
standard input:3:4: the description is not closed: expected ")" on the same row
    3 |   a(b
      |    ^^`
	if err == nil || err.Error() != want {
		t.Errorf("the error is\n%v\nwant\n%s", err, want)
	}

	_, _, err = run(t, &fakeService{}, command.QueryOptions{Query: "{" + strings.Repeat(" :", 40) + "\x1b[2J}", URL: "u"}, "", false)
	if err == nil || strings.Contains(err.Error(), "\x1b") || !strings.HasSuffix(err.Error(), "more") {
		t.Errorf("many errors are shown as\n%q", err)
	}
}

func TestWarnings(t *testing.T) {
	out, messages, err := run(t, &fakeService{data: `{"a":true}`}, command.QueryOptions{Query: "{ a(bolean) }", URL: "u"}, "", false)
	want := "query:1:5: warning: did you mean boolean? \"bolean\" is no type and is read as words\n    1 | { a(bolean) }\n      |     ^^^^^^\n"
	if err != nil || messages != want || out != "{\"a\":true}\n" {
		t.Errorf("standard error has\n%s\nwant\n%s\nstandard output %q, error %v", messages, want, out, err)
	}
}

const lamps = `{ "shop":"Fernhill", "products":[
	{"name":"Alder","price":64.50,"seller":{"name":"A","url":null},"tags":["new","oak"],"sizes":[{"cm":1}]},
	{"price":129,"name":"Birch, tall","seller":{"name":"B","url":"https://b.example"},"tags":[],"sizes":[]},
	{"name":"木\u0007\n灯\u009b\u202e","price":null,"extra":true} ] }`

func TestOutput(t *testing.T) {
	for _, test := range []struct {
		name   string
		data   string
		format command.Format
		want   string
	}{
		{"JSON", `{ "z": 1.50,` + "\n" + ` "a": [ "<&>" ] }`, command.JSON, `{"z":1.50,"a":["<&>"]}` + "\n"},
		{"JSON is the default", `{ "a": 1 }`, command.Auto, `{"a":1}` + "\n"},
		{"records", lamps, command.NDJSON, `{"name":"Alder","price":64.50,"seller":{"name":"A","url":null},"tags":["new","oak"],"sizes":[{"cm":1}]}
{"price":129,"name":"Birch, tall","seller":{"name":"B","url":"https://b.example"},"tags":[],"sizes":[]}
` + "{\"name\":\"木\\u0007\\n灯\u009b\u202e\",\"price\":null,\"extra\":true}\n"},
		{"records of one object", `{"b":1,"a":["x"]}`, command.NDJSON, `{"b":1,"a":["x"]}` + "\n"},
		{"CSV", lamps, command.CSV, "name,price,seller.name,seller.url,tags,sizes,extra\n" +
			`Alder,64.50,A,,new; oak,"[{""cm"":1}]",` + "\n" +
			`"Birch, tall",129,B,https://b.example,,,` + "\n" +
			"\"木\a\n灯\u009b\u202e\",,,,,,true\n"},
		{"CSV of an object", `{"b":1.0,"a":{"c":"x","d":null,"e":{}},"l":[1,2]}`, command.CSV, "field,value\nb,1.0\na.c,x\na.d,\na.e,{}\nl,1; 2\n"},
		{"CSV of a list", `{"r":{"steps":["mix","bake, long"]}}`, command.CSV, "steps\nmix\n\"bake, long\"\n"},
		{"CSV of an empty list", `{"products":[]}`, command.CSV, "products\n"},
		{"CSV of inner records", `{"n":1,"shop":{"items":[{"a":1}]},"tags":["x"]}`, command.CSV, "a\n1\n"},
		{"outer records come first", `{"x":{"in":[{"a":1}]},"out":[{"b":2}]}`, command.CSV, "b\n2\n"},
		{"table", lamps, command.Table, `
name                      price  seller.name  seller.url         tags      sizes       extra
Alder                     64.50  A                               new; oak  [{"cm":1}]
Birch, tall                 129  B            https://b.example
木\u0007\n灯\u009b\u202e                                                               true
`},
		{"table of an object", `{"b":1,"long_name":"x"}`, command.Table, "field      value\nb          1\nlong_name  x\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, messages, err := run(t, &fakeService{data: test.data}, command.QueryOptions{Query: "{a}", URL: "u", Output: test.format}, "", false)
			if want := strings.TrimPrefix(test.want, "\n"); err != nil || out != want {
				t.Errorf("standard output has\n%s\nwant\n%s\nerror %v", out, want, err)
			}
			if messages != "" {
				t.Errorf("standard error has %q", messages)
			}
		})
	}
}

func TestOutputWithoutRecords(t *testing.T) {
	const lamps = "{ lamps[] { name price(number) seller { name } tags[] } }"
	for _, test := range []struct {
		query, data string
		format      command.Format
		want        string
	}{
		{lamps, `{"lamps":[]}`, command.NDJSON, ""},
		{lamps, `{"lamps":[]}`, command.CSV, "name,price,seller.name,tags\n"},
		{lamps, `{"lamps":[]}`, command.JSON, `{"lamps":[]}` + "\n"},
		{"{ shop { in[] { a } } out[] { b } }", `{"shop":{"in":[]},"out":[]}`, command.CSV, "b\n"},
		{"{ shop { in[] { a } } out[] { b } }", `{"shop":{"in":[{"a":1}]},"out":[]}`, command.CSV, "a\n1\n"},
		{"{ tags[] }", `{"tags":[]}`, command.NDJSON, `{"tags":[]}` + "\n"},
	} {
		out, _, err := run(t, &fakeService{data: test.data}, command.QueryOptions{Query: test.query, URL: "u", Output: test.format}, "", false)
		if err != nil || out != test.want {
			t.Errorf("%s of %s as %s is %q (%v), want %q", test.query, test.data, test.format, out, err, test.want)
		}
	}
}

func TestTerminalOutput(t *testing.T) {
	for _, format := range append(command.Formats(), "") {
		out, _, err := run(t, &fakeService{data: lamps}, command.QueryOptions{Query: "{a}", URL: "u", Output: command.Format(format)}, "", true)
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(out, "\a\u009b\u202e\x1b") {
			t.Errorf("%s sends control characters to the terminal: %q", format, out)
		}
		if format == "json" || format == "" {
			if !json.Valid([]byte(out)) || !strings.Contains(out, "\n  \"products\": [\n") {
				t.Errorf("JSON for a terminal is\n%s", out)
			}
		}
	}
}

func TestTableFitsTheTerminal(t *testing.T) {
	var stdout bytes.Buffer
	s := &fakeService{data: `{"r":[{"n":1,"url":"https://shop.example/a/very/long/path","text":"` + strings.Repeat("日本 ", 30) + `"}]}`}
	streams := command.IO{Out: &stdout, Err: io.Discard, OutTTY: true, Width: 40}
	if err := command.Query(t.Context(), s.client(t), command.QueryOptions{Query: "{a}", URL: "u", Output: command.Table}, streams); err != nil {
		t.Fatal(err)
	}
	want := "n  url                text\n1  https://shop.exa…  日本 日本 日本 …\n"
	if got := stdout.String(); got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
}

func TestFullAnswer(t *testing.T) {
	for _, o := range []command.QueryOptions{{Full: true}, {Evidence: true}} {
		o.Query, o.URL = "{a}", "u"
		out, _, err := run(t, &fakeService{data: `{"z":1.0,"a":"<"}`}, o, "", false)
		if want := `{"data":{"z":1.0,"a":"<"},"metadata":{"request_id":"r","screenshot":null,"generated_query":null}}` + "\n"; err != nil || out != want {
			t.Errorf("the answer is %s, want %s; error %v", out, want, err)
		}
	}
}

func TestScreenshot(t *testing.T) {
	file := filepath.Join(t.TempDir(), "page.png")
	s := &fakeService{data: `{"a":1}`, screenshot: `"` + base64.StdEncoding.EncodeToString([]byte("\x89PNG")) + `"`}
	o := command.QueryOptions{Query: "{a}", URL: "u", ScreenshotFile: file}
	out, _, err := run(t, s, o, "", false)
	if err != nil || out != "{\"a\":1}\n" {
		t.Errorf("standard output has %q, error %v", out, err)
	}
	if params, _ := s.asked["params"].(map[string]any); params["is_screenshot_enabled"] != true {
		t.Errorf("no screenshot was asked for: %v", s.asked)
	}
	if png, err := os.ReadFile(file); err != nil || string(png) != "\x89PNG" {
		t.Errorf("the file has %q, error %v", png, err)
	}
	s.screenshot = "null"
	if _, _, err := run(t, s, o, "", false); err == nil || !strings.Contains(err.Error(), "sent no screenshot") {
		t.Errorf("without a screenshot the error is %v", err)
	}
	s.screenshot = `"%%"`
	if _, _, err := run(t, s, o, "", false); err == nil || !strings.Contains(err.Error(), "not Base64") {
		t.Errorf("with a broken screenshot the error is %v", err)
	}
}

func TestExitCodes(t *testing.T) {
	for status, want := range map[int]int{
		200: command.ExitOK, 401: command.ExitUnauthorized, 402: command.ExitQuota, 422: command.ExitFailed, 500: command.ExitFailed,
	} {
		s := &fakeService{data: "{}"}
		if status != 200 {
			s.status = status
		}
		_, _, err := run(t, s, command.QueryOptions{Query: "{a}", URL: "u"}, "", false)
		if got := command.ExitCode(err); got != want {
			t.Errorf("status %d gives exit code %d (%v), want %d", status, got, err, want)
		}
	}
	if got := command.ExitCode(fmt.Errorf("it failed: %w", &client.Error{Status: 403, Code: "scope"})); got != command.ExitUnauthorized {
		t.Errorf("a key that is not for this gives exit code %d", got)
	}
	if command.ExitCode(errors.New("else")) != command.ExitFailed {
		t.Error("other errors are no failure")
	}
}

func TestChoices(t *testing.T) {
	for args, ok := range map[string]bool{"--mode=fast": true, "--mode=": true, "--mode=x": false, "--browser-profile=stealth": true, "--browser-profile=Light": false} {
		set := pflag.NewFlagSet("query", pflag.ContinueOnError)
		new(command.QueryFlags).Add(set)
		if err := set.Parse([]string{args}); (err == nil) != ok || !ok && !strings.Contains(err.Error(), "choose ") {
			t.Errorf("%s: %v", args, err)
		}
	}
}

func TestFormatFlag(t *testing.T) {
	for _, name := range append(command.Formats(), "") {
		var f command.Format
		if err := f.Set(strings.ToUpper(name)); err != nil || string(f) != name {
			t.Errorf("Set(%q) = %q, %v", name, f, err)
		}
	}
}

// firstWrite collects what is written and closes a channel at the first write.
type firstWrite struct {
	bytes.Buffer
	written chan struct{}
}

func (w *firstWrite) Write(p []byte) (int, error) {
	if w.Len() == 0 {
		close(w.written)
	}
	return w.Buffer.Write(p)
}

func TestSpinner(t *testing.T) {
	for _, test := range []struct {
		name       string
		tty, plain bool
		has, lacks string
	}{
		{"terminal", true, false, "\r| querying  0.", "…"},
		{"plain", true, true, "querying …\n", "\r"},
		{"no terminal", false, false, "", "querying"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			messages := &firstWrite{written: make(chan struct{})}
			s := &fakeService{data: "{}"}
			if test.tty {
				s.wait = messages.written // the call lasts until the spinner is seen
			}
			streams := command.IO{Out: &out, Err: messages, ErrTTY: test.tty, Plain: test.plain}
			if err := command.Query(t.Context(), s.client(t), command.QueryOptions{Query: "{a}", URL: "u"}, streams); err != nil {
				t.Fatal(err)
			}
			got := messages.String()
			if !strings.Contains(got, test.has) || strings.Contains(got, test.lacks) {
				t.Errorf("standard error has %q, want %q and no %q", got, test.has, test.lacks)
			}
			if test.tty && !test.plain && !strings.HasSuffix(got, "\r\x1b[K") {
				t.Errorf("the spinner is left on the screen: %q", got)
			}
			if out.String() != "{}\n" {
				t.Errorf("standard output has %q", out.String())
			}
		})
	}
}

// TestUsageOfALimitedKey says what is left of the key's own limit.
func TestUsageOfALimitedKey(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("RateLimit", `"calls";r=2;t=60`)
		io.WriteString(w, `{"usage_limit":10000,"current_cycle_usage":3410,"current_period_start":"2025-11-01T00:00:00Z","current_period_end":"2025-12-01T00:00:00Z"}`)
	}))
	defer server.Close()
	c, err := client.New(client.Config{BaseURL: server.URL, APIKey: "key"})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := command.Usage(t.Context(), c, command.Table, command.IO{Out: &out, Err: io.Discard}); err != nil || !strings.Contains(out.String(), "calls left  6,590, of which this key may use 2\n") {
		t.Errorf("it prints\n%s(%v)", &out, err)
	}
}

func TestUsage(t *testing.T) {
	end := time.Now().UTC().Add(12*24*time.Hour + 4*time.Hour + 11*time.Minute + 30*time.Second).Truncate(time.Second)
	body := fmt.Sprintf(`{"usage_limit":10000,"current_cycle_usage":3410,"current_period_start":"2025-11-01T00:00:00Z","current_period_end":%q}`, end.Format(time.RFC3339))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, body) }))
	defer server.Close()
	c, err := client.New(client.Config{BaseURL: server.URL, APIKey: "key"})
	if err != nil {
		t.Fatal(err)
	}
	table := "calls used  3,410 of 10,000 (34 %)\ncalls left  6,590\ncycle       1 Nov 2025 00:00 to " +
		end.Format("2 Jan 2006 15:04") + " UTC\ntime left   12d 4h 11m\n"
	for _, test := range []struct {
		format command.Format
		tty    bool
		want   string
	}{
		{command.Auto, true, table},
		{command.Table, false, table},
		{command.Auto, false, body + "\n"},
		{command.JSON, false, body + "\n"},
		{command.NDJSON, true, body + "\n"},
		{command.CSV, false, "field,value\nusage_limit,10000\ncurrent_cycle_usage,3410\ncurrent_period_start,2025-11-01T00:00:00Z\ncurrent_period_end," + end.Format(time.RFC3339) + "\n"},
	} {
		var out bytes.Buffer
		if err := command.Usage(t.Context(), c, test.format, command.IO{Out: &out, Err: io.Discard, OutTTY: test.tty}); err != nil {
			t.Fatal(err)
		}
		if out.String() != test.want {
			t.Errorf("%q on a terminal %v gives\n%s\nwant\n%s", test.format, test.tty, out.String(), test.want)
		}
	}
}

// TestUnfinishedPages says that an answer was read from a part of one.
func TestUnfinishedPages(t *testing.T) {
	s := &fakeService{data: `{"a":1}`, unfinished: true}
	out, messages, err := run(t, s, command.QueryOptions{Query: "{ a }", URL: "https://x.example/slow"}, "", false)
	if want := "assay: the page had not finished loading: it was read as far as it had come\n"; err != nil || !strings.Contains(out, `"a"`) || messages != want {
		t.Errorf("err %v, printed %q and %q, want %q", err, out, messages, want)
	}
}

// TestErrorPages says that an answer was read from one.
func TestErrorPages(t *testing.T) {
	s := &fakeService{data: `{"a":null}`, page: 404}
	out, messages, err := run(t, s, command.QueryOptions{Query: "{ a }", URL: "https://x.example/gone"}, "", false)
	if want := "assay: the page came with the status 404 Not Found\n"; err != nil || !strings.Contains(out, `"a"`) || messages != want {
		t.Errorf("err %v, printed %q and %q, want %q", err, out, messages, want)
	}
}
