package views

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/wire"
)

// batchOf opens the list of pages for a query, with so many pages in it.
func batchOf(d *player, pages int) {
	d.until("3,410 of 10,000")
	d.keys("2", "tab")
	d.typed("{ products[] { name ")
	d.keys("alt+B")
	d.until("Pages, one address a line")
	var list strings.Builder
	for i := range pages {
		fmt.Fprintf(&list, "https://shop.example/%d\n", i+1)
	}
	d.paste(list.String())
	d.until(fmt.Sprintf("%d pages", pages), fmt.Sprintf("%d calls", pages))
}

func TestBatchAsksAboutEachPage(t *testing.T) {
	s := newStage(t)
	s.handle(func(w http.ResponseWriter, r *http.Request) {
		var q wire.QueryRequest
		json.NewDecoder(r.Body).Decode(&q)
		if strings.HasSuffix(q.URL, "/3") {
			w.WriteHeader(403)
			fmt.Fprint(w, `{"error_info":"It may not be visited.","code":"address_refused"}`)
			return
		}
		fmt.Fprintf(w, `{"data":{"products":[{"name":"of %s"},{"name":"B"}]},"metadata":{"request_id":"r"}}`, q.URL[len("https://shop.example/"):])
	})
	d := open(t, s, 120, 36)
	batchOf(d, 12)
	d.paste("no address\nhttps://shop.example/1\n")
	d.until("no address: line 13", "twice: line 14")
	d.keys("f5")
	d.until("Ask about 12 pages for 12 calls?", "Left now 6,590, after 6,578", "Left out: 1 line of the list without a web address.")
	d.afterGuard("enter")
	d.until("12 of 12 pages", "11 done", "1 failed", "22 records", "It may not be visited.", "complete")
	d.measure()
	d.keys("t")
	d.until("All pages", "row 1/23", "It may not be visited.")
	d.keys("esc", "esc")
	d.until("11 done")
	d.keys("enter")
	d.until("of 1", "2 products")
	d.keys("esc")
	d.until("11 done")
	d.keys("f")
	d.until("Pages: failed", "/3")
	d.refuse("/4 ")
	s.answer(`{"products":[{"name":"mended"}]}`, "null")
	d.keys("R")
	d.until("Ask about 1 page for 1 call?")
	d.afterGuard("enter")
	d.until("12 done", "23 records")
	d.keys("esc")
	d.until("Source")
}

// Pages that are not there are answered like any other: that they were is told in the sum,
// can be listed, and stands in the table.
func TestBatchTellsPagesThatCameAsErrors(t *testing.T) {
	s := newStage(t)
	s.handle(func(w http.ResponseWriter, r *http.Request) {
		var q wire.QueryRequest
		json.NewDecoder(r.Body).Decode(&q)
		status := "0"
		if strings.HasSuffix(q.URL, "/3") || strings.HasSuffix(q.URL, "/5") {
			status = "404"
		}
		fmt.Fprintf(w, `{"data":{"products":[{"name":"of %s"}]},"metadata":{"request_id":"r","page_status":%s}}`, q.URL[len("https://shop.example/"):], status)
	})
	d := open(t, s, 120, 36)
	batchOf(d, 6)
	d.keys("f5")
	d.until("Ask about 6 pages")
	d.afterGuard("enter")
	d.until("6 done", "2 error pages", "complete")
	d.keys("f", "f")
	d.until("Pages: error pages", "/3", "/5", "1/2")
	d.refuse("/4 ")
	d.keys("t")
	d.until("All pages", "page_status", "404 Not Found")
}

// / narrows the list to pages with a text in their address or their error.
func TestBatchIsSearched(t *testing.T) {
	s := newStage(t)
	s.handle(func(w http.ResponseWriter, r *http.Request) {
		var q wire.QueryRequest
		json.NewDecoder(r.Body).Decode(&q)
		if strings.HasSuffix(q.URL, "/3") {
			w.WriteHeader(403)
			fmt.Fprint(w, `{"error_info":"It may not be visited.","code":"address_refused"}`)
			return
		}
		fmt.Fprint(w, `{"data":{"a":1},"metadata":{"request_id":"r"}}`)
	})
	d := open(t, s, 120, 36)
	batchOf(d, 12)
	d.keys("f5")
	d.until("Ask about 12 pages")
	d.afterGuard("enter")
	d.until("11 done", "1 failed", "complete")
	d.keys("/")
	d.until("part of an address")
	d.typed("/1")
	d.until("/ /1", "1/4") // 1, 10, 11, 12
	d.refuse("example/4")
	d.measure()
	d.keys("down", "enter")
	d.until("Pages with /1", "2/4", "example/10")
	d.keys("esc")
	d.until("/12")
	d.keys("/")
	d.typed("VISITED")
	d.until("example/3", "1/1")
	d.keys("esc")
	d.gone("VISITED")
	d.keys("esc")
	d.until("Source")
}

func TestBatchGoesOnAfterARestart(t *testing.T) {
	s := newStage(t)
	d := open(t, s, 120, 36)
	batchOf(d, 5)
	s.refuse(402, "quota_exhausted", "No calls are left.")
	d.keys("f5")
	d.until("Ask about 5 pages")
	d.afterGuard("enter")
	d.until("paused: No calls are left.", "5 waiting")
	d.keep()
	journals, err := filepath.Glob(filepath.Join(d.m.options.StateDir, "test", "batches", "*.ndjson"))
	if err != nil || len(journals) != 1 {
		t.Fatalf("the journals are %q (%v)", journals, err)
	}
	file, err := os.OpenFile(journals[0], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(file, `{"page":1,"data":{"prod`) // as a crash leaves it
	file.Close()

	s.answer(`{"products":[{"name":"A"}]}`, "null")
	again := open(t, s, 80, 24, func(o *Options) { o.StateDir = d.m.options.StateDir })
	again.until("1 batch of pages is unfinished: B in the Query tab goes on")
	again.keys("2", "tab")
	again.until("products")
	again.keys("alt+B")
	again.until("Earlier batches", "5 pages", "unfinished")
	again.keys("esc")
	again.until("Pages, one address a line", "earlier")
	again.keys("alt+O")
	again.until("Earlier batches", "5 pages", "unfinished")
	again.keys("enter")
	again.until("5 waiting", "paused")
	again.keys("space")
	again.until("Ask about 5 pages")
	again.afterGuard("enter")
	again.until("5 done", "complete")
	again.measure()
}

func TestBatchCostsNoMoreThanIsLeft(t *testing.T) {
	s := newStage(t)
	d := open(t, s, 120, 36)
	batchOf(d, 9)
	s.set(9996, 10000)
	d.keys("f5")
	d.until("Not enough calls", "only the first 4")
	d.afterGuard("f")
	d.until("4 of 4 pages", "4 done")
}

func TestBatchOfLinks(t *testing.T) {
	s := newStage(t)
	s.answer(`{"products":[{"name":"A","link":"https://shop.example/a"},{"name":"B","link":"https://shop.example/b"},{"name":"C","link":null}]}`, "null")
	d := open(t, s, 120, 36)
	d.until("3,410 of 10,000")
	d.keys("2")
	d.typed("https://shop.example")
	d.keys("tab")
	d.typed("{ products[] { name link ")
	d.keys("f5")
	d.until("3 products")
	d.keys("alt+L")
	d.until("select a link in the result first")
	d.keys("t", "right", "alt+L")
	d.until("Pages, one address a line", "https://shop.example/a", "https://shop.example/b", "2 pages")
}

func TestBatchFramesFit(t *testing.T) {
	s := newStage(t)
	s.answer(`{"wide":"日本語テキスト👩‍👩‍👧‍👦","list":[{"a":"`+strings.Repeat("long ", 300)+`"}]}`, "null")
	for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 36}, {200, 50}} {
		d := open(t, s, size[0], size[1])
		d.until("3,4")
		d.keys("2", "tab")
		d.typed("{ list[] { a ")
		d.keys("alt+B")
		d.measure()
		d.paste("https://日本.example/" + strings.Repeat("x", 300) + "\nhttps://b.example/\n\x1b[31m\u202e\n")
		d.until("2 pages")
		for _, key := range []string{"alt+p", "down", "esc", "alt+O"} {
			d.keys(key)
			d.measure()
		}
		d.keys("f5")
		d.until("Ask about")
		d.measure()
		d.afterGuard("enter")
		d.until("2 done")
		for _, key := range []string{"down", "G", "f", "f", "f", "f", "+", "-", "t", "o", "a"} {
			d.keys(key)
			for len(d.msgs) > 0 {
				d.send(<-d.msgs)
			}
			d.measure()
		}
	}
}
