package api

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"assay/query"
	"assay/service/account"
	"assay/service/api/heap"
	"assay/service/document"
	"assay/service/extract"
	"assay/service/extract/prompt"
	"assay/service/page"
	"assay/wire"
)

// bookTime bounds a step of the ledger, which goes on when the client has left.
const bookTime = 15 * time.Second

// queryData answers POST /v1/query-data.
func (a *API) queryData(c *call) error {
	if err := a.admit(c, account.ScopeQuery); err != nil {
		return err
	}
	return a.answerQuery(c, a.parseWebQuery)
}

// answerQuery answers a web query that was admitted.
func (a *API) answerQuery(c *call, parse func(body []byte) (*webQuery, error)) error {
	if err := a.limit.full(c.key.ID); err != nil {
		return err
	}
	// The body comes before the turn: who sends it slowly keeps nobody from theirs.
	size := bodySize(c.r)
	if err := a.limit.hold(size); err != nil {
		return err
	}
	defer a.limit.drop(size)
	body, err := a.readBody(c)
	if err != nil {
		return err
	}
	release, err := a.turn(c)
	if err != nil {
		return err
	}
	defer release()
	web, err := parse(body)
	if err != nil {
		return err
	}
	return a.metered(c, account.Web, 1, func(ctx context.Context) ([]byte, error) {
		return a.answerWeb(ctx, c.id, web)
	})
}

// turn waits for a query's turn and returns what ends it.
func (a *API) turn(c *call) (release func(), err error) {
	began := time.Now()
	release, err = a.limit.acquire(c.r.Context(), c.key.ID)
	if err == nil {
		a.cfg.Metrics.Waited(time.Since(began))
	}
	return release, err
}

// metered does work that costs calls: it reserves them, works, settles and sends
// the answer. Whatever goes wrong on the way gives the calls back.
func (a *API) metered(c *call, kind account.Work, calls int64, work func(context.Context) (answer []byte, err error)) error {
	err := a.cfg.Account.Reserve(c.r.Context(), account.Reservation{RequestID: c.id, KeyID: c.key.ID, Work: kind, Calls: calls, Limits: c.key.Limits})
	tell := a.readLeft(c)
	if quota := (*account.QuotaError)(nil); errors.As(err, &quota) {
		tell()
		return quotaFailure(quota)
	}
	if rate := (*account.RateError)(nil); errors.As(err, &rate) {
		return fail(tooManyRequests, "This API key has used its %d calls a minute; try again later.", rate.Limit).after(rate.Wait)
	}
	if err != nil {
		return err
	}
	settled := false
	defer func() {
		if !settled {
			a.book(c, a.cfg.Account.Refund)
			a.cfg.Metrics.Refunded(string(kind), calls)
		}
	}()

	ctx, cancel := context.WithTimeout(c.r.Context(), a.cfg.QueryTimeout)
	defer cancel()
	answer, err := work(ctx)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return a.workFailure(c, err)
	}
	if err := a.book(c, a.cfg.Account.Settle); err != nil {
		return err
	}
	settled = true
	a.cfg.Metrics.Charged(string(kind), calls)
	tell()
	writeJSON(c, http.StatusOK, answer)
	return nil
}

// readLeft begins to read what the caller's key may still use, while the work is done. What
// it returns waits for that and puts it on the answer, in the headers of the IETF's draft
// "RateLimit header fields for HTTP".
func (a *API) readLeft(c *call) (tell func()) {
	left := func(ctx context.Context) *account.Usage {
		usage, err := a.cfg.Account.UsageOf(ctx, c.key)
		if err != nil {
			return nil // an answer without it is better than none
		}
		return &usage
	}
	read := make(chan *account.Usage, 1)
	go func() { read <- left(c.r.Context()) }()
	return func() {
		u := <-read
		if u == nil { // the database was gone then, but has booked the answer
			ctx, cancel := context.WithTimeout(c.r.Context(), time.Second)
			defer cancel()
			u = left(ctx)
		}
		if u != nil {
			seconds := func(d time.Duration) int64 { return int64(d / time.Second) }
			c.Header().Set("RateLimit-Policy", fmt.Sprintf(`"calls";q=%d;w=%d`, u.Limit, seconds(u.End.Sub(u.Start))))
			c.Header().Set("RateLimit", fmt.Sprintf(`"calls";r=%d;t=%d`, max(0, u.Limit-u.Used), seconds(max(0, time.Until(u.End)))))
		}
	}
}

// book takes a step of the ledger for a call, whether or not its client waits.
func (a *API) book(c *call, step func(ctx context.Context, requestID string) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.r.Context()), bookTime)
	defer cancel()
	err := step(ctx, c.id)
	if err != nil {
		a.cfg.Log.Error("ledger", "request_id", c.id, "error", err)
	}
	return err
}

func quotaFailure(quota *account.QuotaError) *failure {
	resets := quota.Resets.UTC().Format("2 January 2006 15:04 UTC")
	if quota.OfKey {
		return fail(keyQuota, "This API key may use %d calls a cycle: this takes %d and %d are left; the next cycle begins on %s.",
			quota.Limit, quota.Wanted, quota.Left, resets)
	}
	if quota.Left == 0 {
		return fail(quotaExhausted, "The quota is exhausted: all %d calls of this cycle are used; the next cycle begins on %s.",
			quota.Limit, resets)
	}
	return fail(quotaExhausted, "The quota is not enough: this takes %d calls and %d of %d are left in this cycle; the next begins on %s.",
		quota.Wanted, quota.Left, quota.Limit, resets)
}

// workFailure says what went wrong with a call's work.
func (a *API) workFailure(c *call, err error) error {
	if f := c.interrupted(); f != nil {
		return f
	}
	if failed := (*page.Error)(nil); errors.As(err, &failed) {
		return pageFailure(failed)
	}
	if failed := (*document.Error)(nil); errors.As(err, &failed) {
		return documentFailure(failed)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fail(timedOut, "The query was not answered within %s; it was not counted.", a.cfg.QueryTimeout)
	}
	return err
}

// pageFailure gives a page that could not be loaded its place among the errors.
func pageFailure(err *page.Error) *failure {
	f := map[page.Kind]failure{
		page.Unreachable:    {code: pageUnreachable},
		page.Forbidden:      {code: forbiddenAddress, field: "url"},
		page.ProxyForbidden: {code: forbiddenAddress, field: "params.proxy.url"},
		page.ProxyFailed:    {code: proxyFailed, field: "params.proxy"},
		page.Timeout:        {code: timedOut},
		page.Missing:        {code: missingDependency, cause: err.Err},
		page.TooLarge:       {code: tooLarge},
		page.BadInput:       {code: unsupportedPage, field: "url"},
		page.Closed:         {code: shuttingDown, retryAfter: retryShutdown},
	}[err.Kind]
	if f.code == "" {
		return internal(err)
	}
	f.message = err.Message
	return &f
}

// compute waits for one of the places in which answers are worked out, which are about
// as many as the machine has processors: more at a time would only slow each other down.
func (a *API) compute(ctx context.Context) (release func(), err error) {
	select {
	case a.computing <- struct{}{}:
		return func() { <-a.computing }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// answerWeb loads a page and extracts the answer.
func (a *API) answerWeb(ctx context.Context, requestID string, web *webQuery) ([]byte, error) {
	loaded, ask, result, err := a.extractWeb(ctx, requestID, web)
	if err != nil {
		return nil, err
	}
	if web.page.Standard && a.cfg.Assistant != nil {
		result = a.cfg.Assistant.Fill(ctx, requestID, loaded.Document, ask, result)
	}

	metadata := wire.Metadata{RequestID: requestID, PageUnfinished: loaded.Unfinished}
	if loaded.Status >= http.StatusBadRequest {
		metadata.PageStatus = loaded.Status
	}
	if loaded.Screenshot != nil {
		picture := base64.StdEncoding.EncodeToString(loaded.Screenshot)
		metadata.Screenshot = &picture
	}
	if web.prompt != "" {
		text := query.Format(ask)
		metadata.GeneratedQuery = &text
	}
	if web.evidence {
		metadata.Evidence = append([]wire.Evidence{}, result.Evidence...)
	}
	return answer(result.Data, metadata)
}

// nodeSize is how many bytes of a page make a node.
const nodeSize = 16

// extractWeb loads a page and extracts what the engine finds. HTML that is only parsed
// needs a processor from the beginning, a page in a browser only when it is loaded.
func (a *API) extractWeb(ctx context.Context, requestID string, web *webQuery) (loaded *page.Page, ask *query.Query, result *extract.Result, err error) {
	if !web.page.OnlyParsed() {
		if loaded, err = web.load(ctx, web.page); err != nil {
			return nil, nil, nil, err
		}
	}
	readings := a.readings(ctx, requestID, web)
	release, err := a.compute(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	defer release()
	size := len(web.page.HTML)
	if loaded != nil {
		size = nodeSize * len(loaded.Document.Nodes)
	}
	defer heap.Tighten(size)()
	if loaded == nil {
		if loaded, err = web.load(ctx, web.page); err != nil {
			return nil, nil, nil, err
		}
		web.page.HTML = "" // all that is read from now on is the document
	}
	a.cfg.Metrics.Pages(web.source, 1)
	ask, result, err = extract.Best(ctx, loaded.Document, readings, extract.Options{Deep: web.page.Standard, NoEvidence: !web.page.Standard && !web.evidence})
	return loaded, ask, result, err
}

// readings returns what a query may mean. A prompt that may mean several things is put to the
// assistant in standard mode; if it cannot tell either, they remain.
func (a *API) readings(ctx context.Context, requestID string, web *webQuery) []prompt.Reading {
	if web.prompt == "" || prompt.Sure(web.readings) || !web.page.Standard || a.cfg.Assistant == nil {
		return web.readings
	}
	better, err := a.cfg.Assistant.Query(ctx, requestID, web.prompt)
	if err != nil {
		return web.readings
	}
	return []prompt.Reading{{Query: better}}
}

// answer puts the body of a success together. The data goes into it as it is.
func answer(data json.RawMessage, metadata wire.Metadata) ([]byte, error) {
	about, err := json.Marshal(metadata)
	if err != nil {
		return nil, err
	}
	body := make([]byte, 0, len(data)+len(about)+32)
	body = append(body, `{"data":`...)
	body = append(body, data...)
	body = append(body, `,"metadata":`...)
	body = append(body, about...)
	return append(body, '}'), nil
}
