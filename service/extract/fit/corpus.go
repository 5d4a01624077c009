package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"assay/query"
	"assay/service/content"
	"assay/service/document"
	"assay/service/extract"
	"assay/service/page"
)

// testCase is one page with a query, the answer expected, and how to compare.
type testCase struct {
	ID       string
	Set      string
	Page     string
	File     string // of a document, instead of a page
	URL      string
	Query    string
	Expected map[string]any
	Compare  map[string]string // by path: names joined by ".", "[]" for lists
	Variants []string
	Fields   map[string]string // by path: the field's name in reports
	Accept   map[string][]any  // by path: other right values

	variant string
	root    string
	query   *query.Query
	base    *url.URL
	read    *extract.Page // kept between measurements, or nil

	original *testCase         // of a renamed case: whose page it asks
	printed  *content.Document // of a made document
}

var (
	prefixOfID = regexp.MustCompile(`^(?:people-|prompt-)`)
	whoOfID    = regexp.MustCompile(`-\d$`)
	paperOfID  = regexp.MustCompile(`^paper-\d+`)
	oneSite    = regexp.MustCompile(`(?:^|-)(?:books|tables|receipts|invoices)$`)
	longHost   = regexp.MustCompile(`\.(?:co|com|org|ac|gov)\.\w\w$`)
)

// held reports whether the case is of the half that nothing is fitted on: by a hash of what
// must not be on both sides, the site, the kind of page or the document.
func (c *testCase) held() bool {
	return c.Set != askedSet && c.Set != madeSet && c.side()%2 == 1
}

// askedSet is what people asked of pages of the fitted half, to train on: our own data, in
// askedFolder of the project.
const (
	askedSet    = "asked"
	askedFolder = "service/extract/fit/asked"
)

// side is the hash that says so.
func (c *testCase) side() byte { return sha256.Sum256([]byte(c.foldKey()))[0] }

// foldKey is what a case has in common with those that must be on its side.
func (c *testCase) foldKey() string {
	key := prefixOfID.ReplaceAllString(c.ID, "")
	switch {
	case c.Set == "names":
		key = whoOfID.ReplaceAllString(key, "")
	case c.Set == "paper":
		key = paperOfID.FindString(key)
	case c.URL != "" && !oneSite.MatchString(c.Set):
		at := c.URL
		if !strings.Contains(at, "//") {
			at = "//" + at
		}
		u, err := url.Parse(at)
		if err != nil {
			break
		}
		host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
		if host == "" || strings.Contains(host, "wikipedia.org") {
			break
		}
		n := 2
		if longHost.MatchString(host) {
			n = 3
		}
		parts := strings.Split(host, ".")
		key = strings.Join(parts[max(0, len(parts)-n):], ".")
	}
	return key
}

// load reads the cases of pages, one for each of their variants, in the order of
// the files; and those of documents if their sets are named, as recognising scans takes
// minutes.
func load(root string, sets []string, variant string, perSet int) ([]*testCase, error) {
	files, err := filepath.Glob(filepath.Join(root, "*", "cases.jsonl"))
	if err != nil {
		return nil, err
	}
	own, err := filepath.Glob(filepath.Join(askedFolder, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	var out []*testCase
	for _, file := range append(files, own...) {
		set := filepath.Base(filepath.Dir(file))
		if len(sets) > 0 && !slices.Contains(sets, set) {
			continue
		}
		cases, err := loadSet(root, file, len(sets) > 0)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		var count [2]int
		for _, c := range cases {
			half := 0
			if c.held() {
				half = 1
			}
			if count[half]++; perSet > 0 && count[half] > perSet {
				continue
			}
			for _, v := range c.Variants {
				if variant == "" || v == variant {
					one := *c
					one.variant = v
					out = append(out, &one)
				}
			}
		}
	}
	return out, nil
}

func loadSet(root, file string, files bool) ([]*testCase, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []*testCase
	lines := bufio.NewReader(f)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 1 {
			c := &testCase{root: root}
			if err := json.Unmarshal(line, c); err != nil {
				return nil, err
			}
			if c.Page != "" || c.File != "" && files {
				if c.query, err = query.Parse(c.Query); err != nil {
					return nil, fmt.Errorf("%s: %w", c.ID, err)
				}
				if c.URL != "" {
					c.base, _ = url.Parse(c.URL) // only used to resolve links when comparing
				}
				if len(c.Variants) == 0 {
					c.Variants = []string{"as_is"}
				}
				out = append(out, c)
			}
		}
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// documents reads the documents of cases.
var documents = document.NewReader(document.Config{})

// document parses the case's page, or reads its document. The page's address is not told, as it is not
// when the service is asked about raw HTML.
func (c *testCase) document(ctx context.Context) (*content.Document, error) {
	if c.printed != nil {
		return c.printed, nil
	}
	if c.File != "" {
		file, err := documents.Open(ctx, filepath.Join(c.root, filepath.FromSlash(c.File)))
		if err != nil {
			return nil, err
		}
		return documents.Read(ctx, file, document.Options{})
	}
	source, err := c.source()
	if err != nil {
		return nil, err
	}
	doc, err := page.Parse(source, nil)
	if err != nil {
		return nil, err
	}
	if c.variant == "stripped" {
		strip(doc)
	}
	return doc, nil
}

// source reads the case's page.
func (c *testCase) source() (string, error) {
	f, err := os.Open(filepath.Join(c.root, filepath.FromSlash(c.Page)))
	if err != nil {
		return "", err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(c.Page, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return "", err
		}
	}
	source, err := io.ReadAll(r)
	return strings.ToValidUTF8(string(source), "\uFFFD"), err
}
