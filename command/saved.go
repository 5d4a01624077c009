package command

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"assay/wire"
	"assay/workspace/saved"
	"assay/workspace/variables"
)

// isSaved reports whether the argument of assay query names a saved query; a query
// itself ends with a brace.
func isSaved(argument string) bool { return filepath.Ext(argument) == saved.Extension }

// load takes what a saved query says, but for what the flags say.
func (o *QueryOptions) load(path string) error {
	file, err := saved.Read(path)
	if err != nil {
		return &UsageError{err.Error()}
	}
	if o.QueryFile == "" && o.Prompt == "" {
		if file.IsPrompt {
			o.Prompt = file.Prompt
		} else {
			o.Query = file.Query
		}
	}
	if o.URL == "" && o.HTMLFile == "" && !o.Many.given() {
		o.URL = file.URL
		if file.HTML != "" {
			o.HTMLFile = file.HTML
			if !filepath.IsAbs(file.HTML) {
				o.HTMLFile = filepath.Join(filepath.Dir(path), file.HTML)
			}
		}
	}
	if proxy := file.Params.Proxy; proxy != nil && proxy.Username != "" {
		proxy.Password = os.Getenv(proxyPasswordVariable)
	}
	file.Params.Screenshot = false // without a file to write it to it would only cost time
	o.Params = over(file.Params, o.Params)
	return nil
}

// over returns the params with those of the flags that were given in their place.
func over(params, flags wire.Params) wire.Params {
	if flags.WaitFor != 0 {
		params.WaitFor = flags.WaitFor
	}
	if flags.Mode != "" {
		params.Mode = flags.Mode
	}
	if flags.BrowserProfile != "" {
		params.BrowserProfile = flags.BrowserProfile
	}
	if flags.Proxy != nil {
		params.Proxy = flags.Proxy
	}
	params.ScrollToBottom = params.ScrollToBottom || flags.ScrollToBottom
	return params
}

// expand fills in the variables.
func (o *QueryOptions) expand(values map[string]string) error {
	for _, part := range []struct {
		what string
		text *string
	}{{"query", &o.Query}, {"prompt", &o.Prompt}, {"URL", &o.URL}} {
		text, err := variables.Expand(*part.text, values)
		if undefined, ok := errors.AsType[*variables.Undefined](err); ok {
			return &UsageError{fmt.Sprintf("%s in the %s: set it with --var %s=VALUE, or in the settings file, under [variables]",
				undefined, part.what, undefined.Name)}
		}
		if err != nil {
			return err
		}
		*part.text = text
	}
	return nil
}

// withFlags returns the variables with those given as NAME=VALUE in their place.
func withFlags(kept map[string]string, given []string) (map[string]string, error) {
	values := map[string]string{}
	maps.Copy(values, kept)
	for _, v := range given {
		name, value, ok := strings.Cut(v, "=")
		if !ok || !variables.IsName(name) {
			return nil, &UsageError{fmt.Sprintf("--var %s: it must be like page=2", v)}
		}
		values[name] = value
	}
	return values, nil
}
