package oneshot

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"assay/client"
	"assay/query"
	"assay/wire"
)

// QueryOptions says what assay query was asked for.
type QueryOptions struct {
	Query     string // in the query language
	QueryFile string // instead of Query; "-" is standard input
	Prompt    string // instead of a query
	URL       string
	HTMLFile  string // instead of URL, or with it as where the page came from; "-" is standard input
	Many      ManyOptions
	Watch     time.Duration // ask again in this interval and print what changes; 0 asks once

	Params wire.Params // without Screenshot and Evidence, which follow from what is below

	Output         Format
	ScreenshotFile string // where to write a PNG of the page; "" for none
	Evidence       bool   // with where each value was read; JSON only
	Full           bool   // the whole answer, metadata as well; JSON only
}

// Query runs assay query.
func Query(ctx context.Context, c *client.Client, o QueryOptions, io IO) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.Many.wanted() {
		return queryMany(ctx, c, o, io)
	}
	request, err := o.request(io)
	if err != nil {
		return err
	}
	if o.Watch > 0 {
		return watchPage(ctx, c, o.Watch, request, io)
	}
	stop := spin(io, "querying")
	response, err := c.Query(ctx, request)
	stop()
	if err != nil {
		return err
	}
	if err := o.write(response, io); err != nil {
		return err
	}
	if o.ScreenshotFile == "" {
		return nil
	}
	return writeScreenshot(response, o.ScreenshotFile)
}

// check finds what is wrong before anything is read or spent.
func (o *QueryOptions) check() error {
	given := 0
	for _, s := range [...]string{o.Query, o.QueryFile, o.Prompt} {
		if s != "" {
			given++
		}
	}
	full := o.Evidence || o.Full
	if err := o.checkWatch(); err != nil {
		return err
	}
	if o.Many.wanted() {
		if err := o.Many.check(o); err != nil {
			return err
		}
	}
	switch {
	case given == 0 && o.Many.resumes():
	case given == 0:
		return &UsageError{"nothing to look for: give a query, such as '{ products[] { name price(number) } }', or --query-file FILE or --prompt TEXT"}
	case given > 1:
		return &UsageError{"give only one of a query, --query-file and --prompt"}
	case o.URL == "" && o.HTMLFile == "" && !o.Many.wanted():
		return &UsageError{"no page to look at: give --url URL or --html FILE, or --urls FILE for a list"}
	case o.QueryFile == "-" && o.HTMLFile == "-":
		return &UsageError{"standard input can be the query or the page, not both"}
	case math.IsNaN(o.Params.WaitFor) || math.IsInf(o.Params.WaitFor, 0):
		return &UsageError{"--wait-for must be a number of seconds"}
	case full && o.Output != Auto && o.Output != JSON:
		return &UsageError{fmt.Sprintf("--output %s shows the data only: use --output json to see the metadata", o.Output)}
	}
	if o.ScreenshotFile != "" {
		folder := filepath.Dir(o.ScreenshotFile)
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return &UsageError{fmt.Sprintf("the screenshot cannot be written: there is no folder %s", folder)}
		}
	}
	return nil
}

// request reads files and checks the query.
func (o *QueryOptions) request(io IO) (wire.QueryRequest, error) {
	params := o.Params
	params.Screenshot = params.Screenshot || o.ScreenshotFile != ""
	params.Evidence = params.Evidence || o.Evidence
	request := wire.QueryRequest{Query: o.Query, Prompt: o.Prompt, URL: o.URL}
	if params != (wire.Params{}) {
		request.Params = &params
	}
	name := "query"
	if o.QueryFile != "" {
		text, err := readText(o.QueryFile, "query", io)
		if err != nil {
			return request, err
		}
		request.Query, name = text, nameOf(o.QueryFile)
	}
	if o.Prompt == "" {
		if err := checkQuery(name, request.Query, io); err != nil {
			return request, err
		}
	}
	if o.HTMLFile != "" {
		text, err := readText(o.HTMLFile, "page", io)
		if err != nil {
			return request, err
		}
		if strings.TrimSpace(text) == "" {
			return request, &UsageError{"the page is empty: there is nothing in " + nameOf(o.HTMLFile)}
		}
		if request.HTML, err = decodeHTML(text); err != nil {
			return request, err
		}
	}
	return request, nil
}

// nameOf names a file for a message.
func nameOf(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}

// checkQuery refuses a query with errors and warns of what may be one.
func checkQuery(name, src string, io IO) error {
	q, err := query.Parse(src)
	var errs query.ErrorList
	if errors.As(err, &errs) {
		return &QueryError{Name: name, Source: src, Errors: errs}
	}
	if warnings := query.Check(q); len(warnings) > 0 {
		fmt.Fprintln(io.Err, describe(name, src, "warning: ", warnings))
	}
	return nil
}

func (o *QueryOptions) write(response *wire.QueryResponse, io IO) error {
	if !o.Evidence && !o.Full {
		return writeData(response.Data, o.Output, io)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(response); err != nil {
		return fmt.Errorf("encoding the answer: %w", err)
	}
	return writeData(b.Bytes(), JSON, io)
}

func writeScreenshot(response *wire.QueryResponse, name string) error {
	if response.Metadata.Screenshot == nil {
		return errors.New("the service sent no screenshot")
	}
	png, err := base64.StdEncoding.DecodeString(*response.Metadata.Screenshot)
	if err != nil {
		return fmt.Errorf("the screenshot is not Base64: %w", err)
	}
	if err := os.WriteFile(name, png, 0o644); err != nil {
		return fmt.Errorf("writing the screenshot: %w", err)
	}
	return nil
}
