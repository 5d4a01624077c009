package portal_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"assay/service/account"
)

const lamp = `<html><head><title>Lamps</title></head><body><h1>Alder &lt;b&gt; Lamp</h1><p>Price: <b class="price">$64.50</b></p></body></html>`

// ask sends the playground's form, with what a test changes of it.
func (v *visitor) ask(changes ...string) reply {
	v.t.Helper()
	fields := map[string]string{"ask": "query", "query": "{ heading }", "source": "html", "html": lamp, "mode": "fast"}
	for i := 0; i < len(changes); i += 2 {
		fields[changes[i]] = changes[i+1]
	}
	form := url.Values{"csrf_token": {v.token("/portal/playground")}}
	for name, value := range fields {
		form.Set(name, value)
	}
	return v.post("/portal/playground", form)
}

func (s *site) used() int64 {
	s.t.Helper()
	usage, err := s.account.Usage(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return usage.Used
}

func TestPlayground(t *testing.T) { onEach(t, testPlayground) }

func testPlayground(t *testing.T, database string) {
	s := start(t, database)
	v := s.visitor()
	v.signIn()
	v.get("/portal/playground").want(t, http.StatusOK, "1,000 calls left")
	answer := v.ask()
	answer.want(t, http.StatusOK, `"heading": "Alder <b> Lamp"`, "999 calls left", "{ heading }")
	if strings.Contains(answer.body, "<b> Lamp") {
		t.Errorf("what is on the page becomes part of the portal's:\n%s", answer.body)
	}
	v.ask("ask", "prompt", "prompt", "the heading and the price").want(t, http.StatusOK, "The query that was made of the prompt", "998 calls left")
	calls, err := s.account.Calls(t.Context(), account.CallFilter{Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	if len(calls) != 2 || calls[0].KeyID != "playground" || calls[0].Outcome != account.Answered || calls[0].Work != account.Web {
		t.Errorf("the ledger has %+v", calls)
	}
	v.get("/portal").want(t, http.StatusOK, "Playground", calls[0].RequestID, calls[1].RequestID, "10 Mar 2026: 2 calls")
}

// TestPlaygroundErrors sends what is wrong in each field. None of it is charged.
func TestPlaygroundErrors(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	v := s.visitor()
	v.signIn()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	for name, test := range map[string]struct {
		change []string
		status int
		field  string // "" for above the form
		says   string
	}{
		"no query":        {[]string{"query", " \n"}, 422, "query", "Write a query"},
		"bad query":       {[]string{"query", "{ a"}, 422, "query", "The query is not valid: row 1"},
		"hostile query":   {[]string{"query", `{ a"></textarea><script>alert(1)</script>`}, 422, "query", "The query is not valid"},
		"no prompt":       {[]string{"ask", "prompt", "prompt", ""}, 422, "prompt", "Say what you want"},
		"empty prompt":    {[]string{"ask", "prompt", "prompt", "?!"}, 422, "prompt", "The prompt names no data"},
		"no ask":          {[]string{"ask", "nothing"}, 422, "ask", "Choose a query or a prompt"},
		"no source":       {[]string{"source", ""}, 422, "source", "Choose an address or HTML"},
		"no url":          {[]string{"source", "url"}, 422, "url", "Give the address of a page"},
		"relative url":    {[]string{"source", "url", "url", "lamps"}, 422, "url", "must begin with http"},
		"scheme":          {[]string{"source", "url", "url", "file:///etc/passwd"}, 422, "url", "must begin with http"},
		"metadata":        {[]string{"source", "url", "url", "http://169.254.169.254/"}, 403, "url", ""},
		"nobody there":    {[]string{"source", "url", "url", closed.URL}, 502, "", ""},
		"no html":         {[]string{"html", "  "}, 422, "html", "Paste the HTML"},
		"unknown mode":    {[]string{"mode", "deep"}, 422, "mode", "Choose fast or standard"},
		"query too large": {[]string{"query", "{" + strings.Repeat(" a", 40_000) + "}"}, 422, "query", "at most 64 KiB"},
	} {
		r := v.ask(test.change...)
		r.want(t, test.status, test.says)
		where := `class="alert" role="alert"`
		switch test.field {
		case "":
		case "ask", "source":
			where = `class="wrong"`
		default:
			where = `id="` + test.field + `-error"`
		}
		if !strings.Contains(r.body, where) {
			t.Errorf("%s: nothing at %s:\n%s", name, where, r.body)
		}
		if strings.Contains(r.body, "<script>alert") {
			t.Errorf("%s: the page runs what was typed", name)
		}
	}
	if used := s.used(); used != 0 {
		t.Errorf("%d calls were charged for mistakes", used)
	}
}

func TestPlaygroundWithoutQuota(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	if err := s.account.Reserve(t.Context(), account.Reservation{RequestID: "all", KeyID: "k", Work: account.Document, Calls: 1000}); err != nil {
		t.Fatal(err)
	}
	v := s.visitor()
	v.signIn()
	v.ask().want(t, http.StatusPaymentRequired, "The quota is exhausted", "0 calls left", `role="alert"`)
	v.get("/portal").want(t, http.StatusOK, "(100 %)", "The quota is used up", "gauge full")
}
