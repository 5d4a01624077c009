package api

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"strings"
	"time"

	"assay/query"
	"assay/service/extract/prompt"
	"assay/service/page"
	"assay/wire"
)

// Limits of a request's fields. The query language has none of its own.
const (
	maxQueryBytes  = 64 << 10
	maxQueryDepth  = 64
	maxQueryFields = 2000
	maxWaitFor     = 10 // seconds
)

// question is what is asked.
type question struct {
	readings []prompt.Reading // the query, or what a prompt may mean, the likeliest first
	prompt   string           // "" if the query was given
}

// webQuery is a valid web query.
type webQuery struct {
	question
	page     page.Request
	load     func(context.Context, page.Request) (*page.Page, error)
	source   string // of the page, for the metrics
	evidence bool
}

// parseWebQuery reads and checks the body of a web query. Its errors are
// *failure.
func (a *API) parseWebQuery(body []byte) (*webQuery, error) {
	members, err := decodeObject(body)
	if err != nil {
		return nil, err
	}
	f := fields{members: members, problem: new(problem)}
	w := webQuery{load: a.cfg.Pages.Load, source: "url"}
	w.question = readQuestion(f)
	readSource(f, &w.page)
	if w.page.HasHTML {
		w.source = "html"
	}
	params := readParams(f, &w)
	w.page.ScrollToBottom = params.boolean("is_scroll_to_bottom_enabled")
	w.page.Stealth = params.oneOf("browser_profile", wire.ProfileLight, wire.ProfileStealth) == wire.ProfileStealth
	w.page.Proxy = a.readProxy(params)
	if err := f.err(); err != nil {
		return nil, err
	}
	return &w, nil
}

// readQuestion reads query and prompt. The query counts if both are given; one
// that is blank counts as given only if there is nothing else.
func readQuestion(f fields) question {
	name, text := f.either("query", "prompt")
	switch {
	case f.problem.first != nil:
		return question{}
	case name == "":
		f.problem.first = failField(missingField, "query", "A query or a prompt must be given: what to extract is missing.")
		return question{}
	case len(text) > maxQueryBytes:
		f.reject(outOfRange, name, "must have at most %d KiB; it has %d bytes.", maxQueryBytes>>10, len(text))
		return question{}
	case name == "prompt":
		readings, err := prompt.Read(text)
		if errors.Is(err, prompt.ErrNoData) {
			f.problem.first = failField(invalidPrompt, "prompt", `The prompt names no data to extract; say what you want, as in "all products with name and price".`)
			return question{}
		}
		if err != nil { // whose text is not told, as it quotes the prompt
			f.problem.first = internal(errors.New("the prompt became a query that does not parse"))
			return question{}
		}
		for _, r := range readings {
			limit(f, name, r.Query)
		}
		return question{readings, text}
	}

	parsed, err := query.Parse(text)
	if err != nil {
		f.problem.first = queryFailure(err)
		return question{}
	}
	limit(f, name, parsed)
	return question{readings: []prompt.Reading{{Query: parsed}}}
}

// limit rejects a query that asks for more than is answered.
func limit(f fields, name string, q *query.Query) {
	count, depth := q.Stats()
	if depth > maxQueryDepth {
		f.reject(outOfRange, name, "must nest at most %d levels deep; it nests %d.", maxQueryDepth, depth)
	}
	if count > maxQueryFields {
		f.reject(outOfRange, name, "must have at most %d fields; it has %d.", maxQueryFields, count)
	}
}

// either returns the name and the text of the first of two members that is given
// and not blank; "" if neither is given. One that is given but blank is a problem
// if there is no other. Both must be strings, whichever counts.
func (f fields) either(first, second string) (name, text string) {
	firstText, hasFirst := f.text(first)
	secondText, hasSecond := f.text(second)
	switch {
	case strings.TrimSpace(firstText) != "":
		return first, firstText
	case strings.TrimSpace(secondText) != "":
		return second, secondText
	case hasFirst:
		f.reject(invalidValue, first, "must not be empty.")
	case hasSecond:
		f.reject(invalidValue, second, "must not be empty.")
	}
	return "", ""
}

// queryFailure words the errors of a query; the position is that of the first.
func queryFailure(err error) *failure {
	f := failField(invalidQuery, "query", "The query is not valid: %v.", strings.TrimSuffix(err.Error(), "."))
	if list := (query.ErrorList)(nil); errors.As(err, &list) && len(list) > 0 {
		f.position = &list[0].Pos
	}
	return f
}

// readSource reads url and html. The html is queried if both are given, and the
// url is then where it is from.
func readSource(f fields, to *page.Request) {
	html, hasHTML := f.text("html")
	address, hasURL := f.text("url")
	hasURL = hasURL && (strings.TrimSpace(address) != "" || !hasHTML)
	hasHTML = hasHTML && (strings.TrimSpace(html) != "" || !hasURL)
	switch {
	case f.problem.first != nil:
	case !hasURL && !hasHTML:
		f.problem.first = failField(missingField, "url", "A url or html must be given: what to extract from is missing.")
	case hasHTML && strings.TrimSpace(html) == "":
		f.reject(invalidValue, "html", "must not be empty.")
	default:
		to.HTML, to.HasHTML = html, hasHTML
		if hasURL {
			to.URL = readURL(f, address)
		}
	}
}

// readURL checks the address of a page.
func readURL(f fields, address string) *url.URL {
	address = strings.TrimSpace(address)
	if address == "" {
		f.reject(invalidValue, "url", "must not be empty.")
		return nil
	}
	parsed, err := url.Parse(address)
	if err != nil {
		// Also 127.0.0.1:80, whose colon cannot end a scheme.
		if scheme, _, _ := strings.Cut(strings.ToLower(address), ":"); scheme != "http" && scheme != "https" {
			f.reject(unsupportedScheme, "url", "must begin with http:// or https://.")
		} else {
			f.reject(invalidValue, "url", "is not a valid URL.")
		}
		return nil
	}
	switch strings.ToLower(parsed.Scheme) {
	case "http", "https":
	case "":
		f.reject(unsupportedScheme, "url", "must begin with http:// or https://.")
		return nil
	default:
		f.reject(unsupportedScheme, "url", "must begin with http:// or https://, not with %s.", strconv.Quote(clip(parsed.Scheme)+":"))
		return nil
	}
	if parsed.Hostname() == "" {
		f.reject(invalidValue, "url", "has no host.")
		return nil
	}
	if port := parsed.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			f.reject(invalidValue, "url", "has a port that is not a number from 1 to 65535.")
			return nil
		}
	}
	return parsed
}

// readParams reads those of params that any page can be asked with, and returns them all.
func readParams(f fields, w *webQuery) fields {
	params, _ := f.object("params")
	w.page.WaitFor = time.Duration(params.number("wait_for", 0, maxWaitFor) * float64(time.Second))
	w.page.Standard = params.oneOf("mode", wire.ModeFast, wire.ModeStandard) == wire.ModeStandard
	w.page.Screenshot = params.boolean("is_screenshot_enabled")
	w.evidence = params.boolean("is_evidence_enabled")
	w.page.Boxes = w.evidence
	return params
}
