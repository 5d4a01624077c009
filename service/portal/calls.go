package portal

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"assay/service/account"
)

const (
	callsPath = Prefix + "/calls"
	csvPath   = Prefix + "/calls.csv"

	callsShown = 50   // of a page
	csvBatch   = 1000 // calls that are read at once
)

// callsPage is what the page of all calls shows.
type callsPage struct {
	callFilter
	Keys         []account.Key
	Rows         []callRow
	Newer, Older string // addresses of the pages beside this one; "" if there is none
	CSV          string // address of all that the filter lets through
}

// callFilter is the form that says which calls are listed, as it was sent.
type callFilter struct {
	Key, Kind, Outcome field
	From, To           field // days, both of them listed
}

// readCallFilter reads the form, and notes what is wrong with it.
func readCallFilter(sent url.Values) (form callFilter, filter account.CallFilter) {
	read := func(name string) field { return field{Value: strings.TrimSpace(sent.Get(name))} }
	form = callFilter{read("key"), read("kind"), read("outcome"), read("from"), read("to")}
	filter = account.CallFilter{KeyID: form.Key.Value, Work: account.Work(form.Kind.Value), Outcome: account.Outcome(form.Outcome.Value)}
	switch filter.Work {
	case "", account.Web, account.Document:
	default:
		form.Kind.Error = "Choose one of these."
	}
	switch filter.Outcome {
	case "", account.Answered, account.Refunded, account.Running:
	default:
		form.Outcome.Error = "Choose one of these."
	}
	day := func(f *field) (at time.Time) {
		if f.Value == "" {
			return at
		}
		at, err := time.Parse(time.DateOnly, f.Value)
		if err != nil {
			f.Error = "Give a day, such as 2026-01-31, or none."
		}
		return at
	}
	filter.From = day(&form.From)
	if to := day(&form.To); !to.IsZero() {
		filter.Until = to.AddDate(0, 0, 1)
	}
	return form, filter
}

func (f *callFilter) wrong() bool {
	return f.Kind.Error != "" || f.Outcome.Error != "" || f.From.Error != "" || f.To.Error != ""
}

// address returns where what the filter lets through is to be had.
func (f *callFilter) address(path string, more ...string) string {
	values := url.Values{}
	for name, value := range map[string]string{
		"key": f.Key.Value, "kind": f.Kind.Value, "outcome": f.Outcome.Value, "from": f.From.Value, "to": f.To.Value,
	} {
		if value != "" {
			values.Set(name, value)
		}
	}
	for i := 0; i < len(more); i += 2 {
		values.Set(more[i], more[i+1])
	}
	if len(values) == 0 {
		return path
	}
	return path + "?" + values.Encode()
}

// writePlace and readPlace make a place a part of an address.
func writePlace(p account.CallPlace) string { return fmt.Sprintf("%d.%d", p.At, p.Seq) }

func readPlace(text string) (p account.CallPlace) {
	at, seq, _ := strings.Cut(text, ".")
	var errs [2]error
	p.At, errs[0] = strconv.ParseInt(at, 10, 64)
	p.Seq, errs[1] = strconv.ParseInt(seq, 10, 64)
	if errs != [2]error{} {
		return account.CallPlace{} // the beginning is as good as any
	}
	return p
}

// showCalls answers GET /portal/calls.
func (p *Portal) showCalls(v *visit) error {
	sent := v.r.URL.Query()
	form, filter := readCallFilter(sent)
	page := callsPage{callFilter: form, CSV: form.address(csvPath)}
	var err error
	if page.Keys, err = p.cfg.Account.Keys(v.r.Context()); err != nil {
		return err
	}
	page.Keys = append(page.Keys, playgroundKey)
	if form.wrong() {
		return v.show(http.StatusUnprocessableEntity, "calls", "Calls", page)
	}
	filter.Limit = callsShown + 1 // the one more tells whether there is another page
	filter.Before, filter.After = readPlace(sent.Get("before")), readPlace(sent.Get("after"))
	none := account.CallPlace{}
	if filter.Before != none {
		filter.After = none
	}
	calls, err := p.cfg.Account.Calls(v.r.Context(), filter)
	if err != nil {
		return err
	}
	newer, older := filter.Before != none, filter.After != none
	if len(calls) > callsShown {
		if filter.After != none {
			calls, newer = calls[1:], true
		} else {
			calls, older = calls[:callsShown], true
		}
	}
	for _, call := range calls {
		page.Rows = append(page.Rows, newCallRow(call))
	}
	switch {
	case len(calls) == 0 && (newer || older): // those that were here have gone
		page.Newer = form.address(callsPath)
	case len(calls) > 0 && newer:
		page.Newer = form.address(callsPath, "after", writePlace(calls[0].Place))
	}
	if len(calls) > 0 && older {
		page.Older = form.address(callsPath, "before", writePlace(calls[len(calls)-1].Place))
	}
	return v.show(http.StatusOK, "calls", "Calls", page)
}

// sendCalls answers GET /portal/calls.csv.
func (p *Portal) sendCalls(v *visit) error {
	form, filter := readCallFilter(v.r.URL.Query())
	if form.wrong() {
		return v.redirect(form.address(callsPath)) // it says what is wrong
	}
	filter.Limit = csvBatch
	calls, err := p.cfg.Account.Calls(v.r.Context(), filter)
	if err != nil {
		return err
	}
	v.Header().Set("Content-Type", "text/csv; charset=utf-8")
	v.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="calls-%s.csv"`, p.cfg.Now().UTC().Format(time.DateOnly)))
	controller := http.NewResponseController(v.ResponseWriter)
	defer controller.SetWriteDeadline(time.Time{})
	out := csv.NewWriter(v)
	out.Write([]string{"asked", "done", "outcome", "key", "key_prefix", "kind", "calls", "request_id"})
	for {
		controller.SetWriteDeadline(time.Now().Add(writeTime)) // not every writer has deadlines
		for _, call := range calls {
			row := newCallRow(call)
			done := ""
			if !call.Done.IsZero() {
				done = csvTime(call.Done)
			}
			out.Write([]string{
				csvTime(call.Asked), done, string(call.Outcome), csvText(row.Who), cmp.Or(call.KeyPrefix, call.KeyID), string(call.Work),
				strconv.FormatInt(call.Charged(), 10), call.RequestID,
			})
		}
		if out.Flush(); out.Error() != nil || len(calls) < csvBatch {
			return nil // a visitor who has gone is nobody to tell
		}
		filter.Before = calls[len(calls)-1].Place
		if calls, err = p.cfg.Account.Calls(v.r.Context(), filter); err != nil {
			p.cfg.Log.Error("portal", "route", v.r.Pattern, "request_id", v.Header().Get("X-Request-Id"), "error", err)
			panic(http.ErrAbortHandler) // so that a part is not taken for all
		}
	}
}

func csvTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }

// csvText keeps spreadsheets from taking a name for a formula.
func csvText(name string) string {
	if name != "" && strings.ContainsRune("=+-@\t\r", rune(name[0])) {
		return "'" + name
	}
	return name
}
