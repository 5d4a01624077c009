package batch_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/views/queries"
	"assay/views/viewtest"
	"assay/wire"
)

// open shows the Query tab, over which batches are made.
func open(t *testing.T, s *viewtest.Stage, folder string, width, height int) *viewtest.Player {
	t.Helper()
	env := viewtest.Env(t, s.URL, folder)
	return viewtest.Open(t, env, queries.New(env, queries.Options{}), width, height-3)
}

// batchOf opens the list of pages for a query, with so many pages in it.
func batchOf(p *viewtest.Player, pages int) {
	p.Keys("tab")
	p.Type("{ products[] { name ")
	p.Keys("alt+B")
	p.Until("Pages, one address a line")
	var list strings.Builder
	for i := range pages {
		fmt.Fprintf(&list, "https://shop.example/%d\n", i+1)
	}
	p.Paste(list.String())
	p.Until(fmt.Sprintf("%d pages", pages), fmt.Sprintf("%d calls", pages))
}

// start begins a batch by a key, with the question that comes first.
func start(p *viewtest.Player, key string, question ...string) {
	p.Keys(key)
	p.Until(question...)
	p.Answer("enter")
}

func TestBatchAsksAboutEachPage(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	s.Handle(func(w http.ResponseWriter, r *http.Request) {
		var q wire.QueryRequest
		json.NewDecoder(r.Body).Decode(&q)
		if strings.HasSuffix(q.URL, "/3") {
			w.WriteHeader(403)
			fmt.Fprint(w, `{"error_info":"It may not be visited.","code":"address_refused"}`)
			return
		}
		fmt.Fprintf(w, `{"data":{"products":[{"name":"of %s"},{"name":"B"}]},"metadata":{"request_id":"r"}}`, q.URL[len("https://shop.example/"):])
	})
	p := open(t, s, "", 120, 36)
	batchOf(p, 12)
	p.Paste("no address\nhttps://shop.example/1\n")
	p.Until("no address: line 13", "twice: line 14")
	start(p, "f5", "Ask about 12 pages for 12 calls?", "Left now 6,590, after 6,578", "Left out: 1 line of the list without a web address.")
	p.Until("12 of 12 pages", "11 done", "1 failed", "22 records", "It may not be visited.", "complete")
	p.Measure()
	p.Keys("t")
	p.Until("All pages", "row 1/23", "It may not be visited.")
	p.Keys("esc", "esc")
	p.Until("11 done")
	p.Keys("enter")
	p.Until("of 1", "2 products")
	p.Keys("esc")
	p.Until("11 done")
	p.Keys("/")
	p.Type("failed")
	p.Keys("enter")
	p.Until("Pages with failed", "/3")
	p.Refuse("/4 ")
	s.Answer(`{"products":[{"name":"mended"}]}`, "null")
	start(p, "R", "Ask about 1 page for 1 call?")
	p.Until("12 done", "23 records", "none; Esc shows the others")
	p.Keys("esc")
	p.Until("/4 ")
	p.Keys("esc")
	p.Until("Source")
}

// Pages that are not there are answered like any other: that they were is told in the sum,
// can be listed, and stands in the table.
func TestBatchTellsPagesThatCameAsErrors(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	s.Handle(func(w http.ResponseWriter, r *http.Request) {
		var q wire.QueryRequest
		json.NewDecoder(r.Body).Decode(&q)
		status := "0"
		if strings.HasSuffix(q.URL, "/3") || strings.HasSuffix(q.URL, "/5") {
			status = "404"
		}
		fmt.Fprintf(w, `{"data":{"products":[{"name":"of %s"}]},"metadata":{"request_id":"r","page_status":%s,"page_unfinished":%t}}`, q.URL[len("https://shop.example/"):], status, strings.HasSuffix(q.URL, "/2"))
	})
	p := open(t, s, "", 120, 36)
	batchOf(p, 6)
	start(p, "f5", "Ask about 6 pages")
	p.Until("6 done", "2 error pages", "complete", "the batch is done: 6 pages, 6 records; 2 were error pages", "page not finished")
	p.Keys("/")
	p.Type("error")
	p.Keys("enter")
	p.Until("Pages with error", "/3", "/5", "1/2")
	p.Refuse("/4 ")
	p.Keys("t")
	p.Until("All pages", "page_status", "404 Not Found")
}

// / narrows the list to pages with a text in their address or their error.
func TestBatchIsSearched(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	s.Handle(func(w http.ResponseWriter, r *http.Request) {
		var q wire.QueryRequest
		json.NewDecoder(r.Body).Decode(&q)
		if strings.HasSuffix(q.URL, "/3") {
			w.WriteHeader(403)
			fmt.Fprint(w, `{"error_info":"It may not be visited.","code":"address_refused"}`)
			return
		}
		fmt.Fprint(w, `{"data":{"a":1},"metadata":{"request_id":"r"}}`)
	})
	p := open(t, s, "", 120, 36)
	batchOf(p, 12)
	start(p, "f5", "Ask about 12 pages")
	p.Until("11 done", "1 failed", "complete")
	p.Keys("/")
	p.Until("part of an address")
	p.Type("/1")
	p.Until("/ /1", "1/4") // 1, 10, 11, 12
	p.Refuse("example/4")
	p.Measure()
	p.Keys("down", "enter")
	p.Until("Pages with /1", "2/4", "example/10")
	p.Keys("esc")
	p.Until("/12")
	p.Keys("/")
	p.Type("VISITED")
	p.Until("example/3", "1/1")
	p.Keys("esc")
	p.Gone("VISITED")
	p.Keys("esc")
	p.Until("Source")
}

func TestBatchGoesOnAfterARestart(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	folder := viewtest.Folder(t)
	p := open(t, s, folder, 120, 36)
	batchOf(p, 5)
	s.Refuse(402, "quota_exhausted", "No calls are left.")
	start(p, "f5", "Ask about 5 pages")
	p.Until("paused: No calls are left.", "5 waiting")
	p.Keep()
	journals, err := filepath.Glob(filepath.Join(folder, "test", "batches", "*.ndjson"))
	if err != nil || len(journals) != 1 {
		t.Fatalf("the journals are %q (%v)", journals, err)
	}
	file, err := os.OpenFile(journals[0], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(file, `{"page":1,"data":{"prod`) // as a crash leaves it
	file.Close()

	s.Answer(`{"products":[{"name":"A"}]}`, "null")
	again := open(t, s, folder, 80, 24)
	again.Until("1 batch of pages is unfinished: B in the Query tab continues it")
	again.Keys("tab")
	again.Until("products")
	again.Keys("alt+B")
	again.Until("Earlier batches", "5 pages", "unfinished")
	again.Keys("esc")
	again.Until("Pages, one address a line")
	again.Keys("alt+O")
	again.Until("Earlier batches", "5 pages", "unfinished")
	again.Keys("enter")
	again.Until("5 waiting", "paused")
	start(again, "space", "Ask about 5 pages")
	again.Until("5 done", "complete")
	again.Measure()
}

func TestBatchCostsNoMoreThanIsLeft(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	p := open(t, s, "", 120, 36)
	batchOf(p, 9)
	s.Set(9996, 10000)
	p.Keys("f5")
	p.Until("Not enough calls", "only the first 4")
	p.Answer("f")
	p.Until("4 of 4 pages", "4 done")
}

func TestBatchOfLinks(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	s.Answer(`{"products":[{"name":"A","link":"https://shop.example/a"},{"name":"B","link":"https://shop.example/b"},{"name":"C","link":null}]}`, "null")
	p := open(t, s, "", 120, 36)
	p.Type("https://shop.example")
	p.Keys("tab")
	p.Type("{ products[] { name link ")
	p.Keys("f5")
	p.Until("3 products")
	p.Keys("alt+L")
	p.Until("select a link in the result first")
	p.Keys("t", "right", "alt+L")
	p.Until("Pages, one address a line", "https://shop.example/a", "https://shop.example/b", "2 pages")
}

func TestBatchFramesFit(t *testing.T) {
	t.Parallel()
	s := viewtest.NewStage(t)
	s.Answer(`{"wide":"日本語テキスト👩‍👩‍👧‍👦","list":[{"a":"`+strings.Repeat("long ", 300)+`"}]}`, "null")
	for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 36}, {200, 50}} {
		p := open(t, s, "", size[0], size[1])
		p.Keys("tab")
		p.Type("{ list[] { a ")
		p.Keys("alt+B")
		p.Measure()
		p.Paste("https://日本.example/" + strings.Repeat("x", 300) + "\nhttps://b.example/\n\x1b[31m\u202e\n")
		p.Until("2 pages")
		for _, key := range []string{"alt+p", "down", "esc", "alt+O"} {
			p.Keys(key)
			p.Measure()
		}
		p.Keys("f5")
		p.Until("Ask about")
		p.Measure()
		p.Answer("enter")
		p.Until("2 done")
		for _, key := range []string{"down", "G", "f", "f", "f", "f", "+", "-", "t", "o", "a"} {
			p.Keys(key)
			p.Settle()
			p.Measure()
		}
	}
}
