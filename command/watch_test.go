package command_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"assay/client"
	"assay/command"
	"assay/workspace/batch"
)

// answers is a service whose answers to queries follow each other.
type answers []string

func (a *answers) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	switch {
	case r.Method == http.MethodGet:
		fmt.Fprint(w, `{"usage_limit":1000,"current_cycle_usage":10,"current_period_start":"2026-01-01T00:00:00Z","current_period_end":"2026-02-01T00:00:00Z"}`)
	case (*a)[0] == "":
		w.WriteHeader(http.StatusBadGateway)
		fmt.Fprint(w, `{"error_info":"no such host"}`)
	default:
		fmt.Fprintf(w, `{"data":%s,"metadata":{"request_id":"r"}}`, (*a)[0])
	}
	if r.Method != http.MethodGet && len(*a) > 1 {
		*a = (*a)[1:]
	}
	return w.Result(), nil
}

func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, err := client.New(client.Config{BaseURL: "http://service.example", APIKey: "key", Transport: &answers{`{"n":1}`, `{"n": 1}`, "", "", `{"n":1}`, `{"n":2}`}})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		var out, messages bytes.Buffer
		err = command.Query(ctx, c, command.QueryOptions{Query: "{ n }", URL: "https://x.example", Watch: 5 * time.Minute}, command.IO{Out: &out, Err: &messages})
		if want := "{\"at\":\"2000-01-01T00:00:00Z\",\"data\":{\"n\":1}}\n{\"at\":\"2000-01-01T00:25:00Z\",\"data\":{\"n\":2}}\n"; out.String() != want {
			t.Errorf("it prints\n%s\nwant\n%s", out.String(), want)
		}
		said := messages.String()
		if !strings.Contains(said, "every 5m0s is up to 288 calls a day; 990 are left") || strings.Count(said, "no such host") != 1 || !strings.Contains(said, "answered again") {
			t.Errorf("it says\n%s", said)
		}
		if err != nil {
			t.Errorf("it ends with %v", err)
		}
	})
}

func TestWatchRefusesWrongCalls(t *testing.T) {
	ok := command.QueryOptions{Query: "{ n }", URL: "https://x.example", Watch: time.Minute}
	for name, change := range map[string]func(*command.QueryOptions){
		"too often": func(o *command.QueryOptions) { o.Watch = time.Second },
		"a list": func(o *command.QueryOptions) {
			o.URL, o.Many = "", command.ManyOptions{URLs: "-", Settings: batch.Defaults}
		},
		"a file":         func(o *command.QueryOptions) { o.URL, o.HTMLFile = "", "page.html" },
		"as a table":     func(o *command.QueryOptions) { o.Output = command.Table },
		"all of it":      func(o *command.QueryOptions) { o.Full = true },
		"a negative one": func(o *command.QueryOptions) { o.Watch = -time.Minute },
	} {
		o := ok
		change(&o)
		if err := command.Query(t.Context(), nil, o, command.IO{}); command.ExitCode(err) != command.ExitUsage {
			t.Errorf("%s: %v", name, err)
		}
	}
}
