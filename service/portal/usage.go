package portal

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"assay/service/account"
)

// latestShown is how many calls the usage page lists.
const latestShown = 10

// usagePage is what the usage page shows.
type usagePage struct {
	account.Usage
	Left    int64
	Percent int    // used, of 100
	Level   string // "", "high" or "full"
	Rest    string // of the cycle
	Chart   chart
	Latest  []callRow
}

// callRow is one request of the list.
type callRow struct {
	account.Call
	Kind string
	Who  string
	Took string // "" while it is running
}

// showUsage answers GET /portal.
func (p *Portal) showUsage(v *visit) error {
	ctx := v.r.Context()
	usage, err := p.cfg.Account.Usage(ctx)
	if err != nil {
		return err
	}
	days, err := p.cfg.Account.CallsByDay(ctx)
	if err != nil {
		return err
	}
	latest, err := p.cfg.Account.Calls(ctx, account.CallFilter{Limit: latestShown})
	if err != nil {
		return err
	}
	page := usagePage{
		Usage:   usage,
		Left:    max(0, usage.Limit-usage.Used),
		Percent: 100,
		Rest:    rest(usage.End.Sub(p.cfg.Now())),
		Chart:   newChart(usage, days),
	}
	if usage.Limit > 0 {
		page.Percent = int(min(100, 100*usage.Used/usage.Limit))
	}
	switch {
	case page.Left == 0:
		page.Level = "full"
	case page.Percent >= 80:
		page.Level = "high"
	}
	for _, call := range latest {
		page.Latest = append(page.Latest, newCallRow(call))
	}
	return v.show(http.StatusOK, "usage", "Usage", page)
}

func newCallRow(call account.Call) callRow {
	row := callRow{Call: call, Kind: kindName(call.Work), Who: call.KeyName}
	switch {
	case call.KeyID == playgroundKey.ID:
		row.Who = playgroundKey.Name
	case row.Who == "":
		row.Who = call.KeyPrefix
	}
	if !call.Done.IsZero() {
		took := call.Done.Sub(call.Asked)
		row.Took = fmt.Sprintf("%.1f s", took.Seconds())
		if took < time.Second {
			row.Took = fmt.Sprintf("%d ms", took.Milliseconds())
		}
	}
	return row
}

// kindName words a kind of work.
func kindName(work account.Work) string {
	switch work {
	case account.Web:
		return "Web pages"
	case account.Document:
		return "Documents"
	}
	return string(work)
}

// rest words how long something goes on, or has, in its two largest units.
func rest(left time.Duration) string {
	minutes := int64(max(0, left) / time.Minute)
	var parts []string
	for _, unit := range []struct {
		name    string
		minutes int64
	}{{"day", 24 * 60}, {"hour", 60}, {"minute", 1}} {
		n := minutes / unit.minutes
		minutes %= unit.minutes
		if n == 0 && len(parts) == 0 {
			continue
		}
		name := unit.name
		if n != 1 {
			name += "s"
		}
		if parts = append(parts, fmt.Sprintf("%d %s", n, name)); len(parts) == 2 {
			break
		}
	}
	if len(parts) == 0 {
		return "less than a minute"
	}
	return strings.Join(parts, " ")
}
