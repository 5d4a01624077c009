// Package saved reads and writes saved queries: plain *.assay files that can live in
// git. A file is a query in the query language, with what goes with it before it, as
// TOML between two lines of three dashes:
//
//	---
//	url = "{{base}}/lamps"
//
//	[params]
//	mode = "standard"
//	wait_for = 2.0
//	---
//	{ products[] { name price(number) } }
//
// A file without that first part is a query and nothing else. All of the part is
// optional: url, html (the path of a page, from the file's own folder), prompt, ask,
// and [params] with the names that the service has for them. A prompt is asked
// instead of the query if there is no query, or with ask = "prompt". The password of
// a proxy has no place in it.
package saved

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"assay/wire"
	"assay/workspace/text"
	"assay/workspace/tomlfile"
	"assay/workspace/wholefile"
)

// Extension is what the names of the files end in.
const Extension = ".assay"

// File is a saved query.
type File struct {
	URL    string // of the page; may hold variables
	HTML   string // instead: path of a file with the page, from the query's own folder
	Query  string
	Prompt string
	// IsPrompt says that the prompt is asked, not the query.
	IsPrompt bool
	Params   wire.Params // its proxy has no password

	front string // the first part as it was read, to be kept as it was written
}

// front is the form of the first part.
type front struct {
	URL    string       `toml:"url,omitempty"`
	HTML   string       `toml:"html,omitempty"`
	Ask    string       `toml:"ask,omitempty"`
	Prompt string       `toml:"prompt,omitempty"`
	Params *wire.Params `toml:"params,omitempty"`
}

const fence = "---"

// Read reads a file.
func Read(path string) (File, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return File{}, fmt.Errorf("reading the saved query: %w", err)
	}
	return Parse(path, data)
}

// Parse reads the content of a file; name is for errors, which give the line.
func Parse(name string, data []byte) (File, error) {
	content := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(text.UTF8(data)))
	first, rest, _ := strings.Cut(content, "\n")
	if strings.TrimRight(first, " \t") != fence {
		return File{Query: content}, nil
	}
	head, body, ok := cutFence(rest)
	if !ok {
		return File{}, fmt.Errorf("%s: the first part has no end: a line %q must follow it", name, fence)
	}
	var f front
	// The blank line keeps the numbers of the lines in errors true.
	if err := tomlfile.Decode(name, []byte("\n"+head), &f); err != nil {
		return File{}, err
	}
	out := File{URL: f.URL, HTML: f.HTML, Query: body, Prompt: f.Prompt, front: head}
	switch {
	case f.URL != "" && f.HTML != "":
		return File{}, fmt.Errorf("%s: url and html are both set: a query has one page", name)
	case f.Ask == "", f.Ask == "query":
		out.IsPrompt = f.Ask == "" && f.Prompt != "" && strings.TrimSpace(body) == ""
	case f.Ask == "prompt":
		out.IsPrompt = true
	default:
		return File{}, fmt.Errorf("%s: ask is %q: it can be \"query\" or \"prompt\"", name, f.Ask)
	}
	if f.Params != nil {
		out.Params = *f.Params
		if err := checkParams(f.Params); err != nil {
			return File{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	return out, nil
}

// cutFence splits a text at its first line that is the fence.
func cutFence(text string) (head, body string, ok bool) {
	for at := 0; at <= len(text); {
		end := strings.IndexByte(text[at:], '\n')
		line, next := text[at:], len(text)+1
		if end >= 0 {
			line, next = text[at:at+end], at+end+1
		}
		if strings.TrimRight(line, " \t") == fence {
			return text[:at], text[min(next, len(text)):], true
		}
		at = next
	}
	return "", "", false
}

// checkParams says what is wrong with the params of a file.
func checkParams(p *wire.Params) error {
	switch x := p.Proxy; {
	case p.Mode != "" && p.Mode != wire.ModeFast && p.Mode != wire.ModeStandard:
		return fmt.Errorf("params.mode is %q: it can be %q or %q", p.Mode, wire.ModeFast, wire.ModeStandard)
	case p.BrowserProfile != "" && p.BrowserProfile != wire.ProfileLight && p.BrowserProfile != wire.ProfileStealth:
		return fmt.Errorf("params.browser_profile is %q: it can be %q or %q", p.BrowserProfile, wire.ProfileLight, wire.ProfileStealth)
	case !(p.WaitFor >= 0 && p.WaitFor <= 10):
		return fmt.Errorf("params.wait_for is %v: it must be from 0 to 10 seconds", p.WaitFor)
	case x == nil:
	case x.Password != "":
		return errors.New("params.proxy.password does not belong in a file: take it out")
	case x.Type == wire.ProxyManaged && x.URL+x.Username == "", x.Type == wire.ProxyCustom && x.CountryCode == "" && x.URL != "":
	default:
		return fmt.Errorf("params.proxy: %q takes country_code, %q takes url and username", wire.ProxyManaged, wire.ProxyCustom)
	}
	return nil
}

// Encode returns the content of the file. A first part that says the same as the one
// that was read is written as it was, with its comments.
func (f File) Encode() ([]byte, error) {
	head := f.head()
	if f.front != "" {
		text := []byte(fence + "\n" + f.front + fence + "\n" + f.Query)
		if before, err := Parse("", text); err == nil && reflect.DeepEqual(before.head(), head) {
			return text, nil
		}
	}
	if reflect.DeepEqual(head, front{}) && !strings.HasPrefix(f.Query, fence) {
		return []byte(f.Query), nil
	}
	text, err := toml.Marshal(head)
	if err != nil {
		return nil, fmt.Errorf("writing the saved query: %w", err)
	}
	return fmt.Appendf(nil, "%s\n%s%s\n%s", fence, text, fence, f.Query), nil
}

// head is the first part of the file, defaults left out.
func (f File) head() front {
	head := front{URL: f.URL, HTML: f.HTML, Prompt: f.Prompt}
	switch {
	case f.IsPrompt && (strings.TrimSpace(f.Query) != "" || f.Prompt == ""):
		head.Ask = "prompt"
	case !f.IsPrompt && f.Prompt != "" && strings.TrimSpace(f.Query) == "":
		head.Ask = "query"
	}
	p := f.Params
	if p.Proxy != nil {
		proxy := *p.Proxy
		proxy.Password = ""
		p.Proxy = &proxy
	}
	if p != (wire.Params{}) {
		head.Params = &p
	}
	return head
}

// Write writes the file, whole or not at all.
func (f File) Write(path string) error {
	data, err := f.Encode()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("saving the query: %w", err)
	}
	if err = wholefile.Create(path, data, 0o666); errors.Is(err, fs.ErrExist) {
		err = wholefile.Replace(path, data, 0o666)
	}
	if err != nil {
		return fmt.Errorf("saving the query: %w", err)
	}
	return nil
}
