package portal_test

import (
	"encoding/csv"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"assay/service/account"
)

var requestPattern = regexp.MustCompile(`<code class="id">(request-\d+)</code>`)

// listed returns the requests that a page lists.
func (r reply) listed() (ids []string) {
	for _, found := range requestPattern.FindAllStringSubmatch(r.body, -1) {
		ids = append(ids, found[1])
	}
	return ids
}

// link returns where a link of a page leads, "" if there is none.
func (r reply) link(rel string) string {
	found := regexp.MustCompile(`rel="` + rel + `" href="([^"]+)"`).FindStringSubmatch(r.body)
	if found == nil {
		return ""
	}
	return html.UnescapeString(found[1])
}

// TestCalls pages through calls, filters them and takes them away.
func TestCalls(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	v := s.visitor()
	v.signIn()
	v.get("/portal/calls").want(t, http.StatusOK, "No calls are like this.")
	key, _, err := s.account.CreateKey(t.Context(), "=SUM(shop)")
	if err != nil {
		t.Fatal(err)
	}
	const total = 120
	for i := range total {
		id, work, by := fmt.Sprint("request-", i), account.Web, key.ID
		if i == 7 {
			work, by = account.Document, "playground"
		}
		if i == 60 {
			s.clock.Pass(24 * time.Hour) // all others asked in the same moment
			v.signIn()
		}
		if err := s.account.Reserve(t.Context(), account.Reservation{RequestID: id, KeyID: by, Work: work, Calls: 2}); err != nil {
			t.Fatal(err)
		}
		end := s.account.Settle
		if i == 9 {
			end = s.account.Refund
		}
		if i == 11 {
			continue
		}
		if err := end(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}

	var seen []string
	page, last := v.get("/portal/calls"), reply{}
	if page.link("prev") != "" {
		t.Error("the first page has one before it")
	}
	for pages := 1; ; pages++ {
		seen = append(seen, page.listed()...)
		next := page.link("next")
		if next == "" {
			if pages != 3 {
				t.Errorf("there are %d pages", pages)
			}
			break
		}
		last, page = page, v.get(next)
	}
	for i, id := range seen {
		if want := fmt.Sprint("request-", total-1-i); id != want {
			t.Fatalf("call %d is %s, want %s", i, id, want)
		}
	}
	if len(seen) != total {
		t.Errorf("the pages have %d calls", len(seen))
	}
	if back := v.get(page.link("prev")); strings.Join(back.listed(), " ") != strings.Join(last.listed(), " ") {
		t.Errorf("back from the last page are %v", back.listed())
	} else if first := v.get(back.link("prev")); len(first.listed()) != 50 || first.listed()[0] != "request-119" || first.link("prev") != "" {
		t.Errorf("back on the first page are %v", first.listed())
	}

	for _, test := range []struct {
		filter string
		calls  int
		first  string
	}{
		{"kind=document", 1, "request-7"},
		{"key=playground", 1, "request-7"},
		{"outcome=refunded", 1, "request-9"},
		{"outcome=running&key=" + key.ID, 1, "request-11"},
		{"from=2026-03-11", 50, "request-119"},
		{"to=2026-03-10", 50, "request-59"},
		{"from=2026-03-11&to=2026-03-11&outcome=refunded", 0, ""},
		{"before=nonsense", 50, "request-119"},
	} {
		r := v.get("/portal/calls?" + test.filter)
		ids := r.listed()
		if r.status != http.StatusOK || len(ids) != test.calls || len(ids) > 0 && ids[0] != test.first {
			t.Errorf("%s: %d, %v", test.filter, r.status, ids)
		}
	}
	v.get("/portal/calls?from=2026-03-11&to=x&kind=other").want(t, http.StatusUnprocessableEntity, "Give a day, such as 2026-01-31", "Choose one of these", `value="2026-03-11"`)
	v.get("/portal/calls.csv?from=x").wantRedirect(t, "/portal/calls?from=x")

	r := v.get("/portal/calls.csv?to=2026-03-10")
	rows, err := csv.NewReader(strings.NewReader(r.body)).ReadAll()
	if err != nil || len(rows) != 61 || !strings.HasPrefix(r.header.Get("Content-Type"), "text/csv") || r.header.Get("Content-Disposition") != `attachment; filename="calls-2026-03-11.csv"` {
		t.Fatalf("%d rows, %v, %v", len(rows), err, r.header)
	}
	for i, want := range map[int]string{
		0:  "asked done outcome key key_prefix kind calls request_id",
		1:  "2026-03-10T12:00:00.000Z 2026-03-10T12:00:00.000Z answered '=SUM(shop) " + key.Prefix + " web 2 request-59",
		49: "2026-03-10T12:00:00.000Z  running '=SUM(shop) " + key.Prefix + " web 2 request-11",
		51: "2026-03-10T12:00:00.000Z 2026-03-10T12:00:00.000Z refunded '=SUM(shop) " + key.Prefix + " web 0 request-9",
		53: "2026-03-10T12:00:00.000Z 2026-03-10T12:00:00.000Z answered Playground playground document 2 request-7",
	} {
		if got := strings.Join(rows[i], " "); got != want {
			t.Errorf("row %d is %q, want %q", i, got, want)
		}
	}
	s.visitor().get("/portal/calls.csv").wantRedirect(t, "/portal/sign-in?next=%2Fportal%2Fcalls.csv")
}
