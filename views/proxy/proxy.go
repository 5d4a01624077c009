// Package proxy is the choice of the way out that pages and sessions are reached
// by, as the user makes it in a form: its values, its fields and what can be wrong
// with them.
package proxy

import (
	"errors"
	"net/url"
	"strings"

	"assay/ui/form"
	"assay/wire"
)

// None is the value of Settings.Kind without a proxy.
const None = "none"

// Settings are the values. They are kept between runs but for the password.
type Settings struct {
	Kind     string `json:"proxy"` // None, wire.ProxyManaged or wire.ProxyCustom
	Country  string `json:"proxy_country"`
	URL      string `json:"proxy_url"`
	Username string `json:"proxy_username"`
	Password string `json:"-"`
}

// Valid returns the settings with an unknown kind set to None: a file of another
// version may say anything.
func (s Settings) Valid() Settings {
	if s.Kind != wire.ProxyManaged && s.Kind != wire.ProxyCustom {
		s.Kind = None
	}
	return s
}

// Check says what is wrong with the settings, or nil.
func (s Settings) Check() error {
	switch s.Kind {
	case wire.ProxyManaged:
		return checkCountry(s.Country)
	case wire.ProxyCustom:
		return checkURL(s.URL)
	}
	return nil
}

// From returns the settings of a proxy of the contract, whose password is not in it; nil is
// None.
func From(p *wire.Proxy, password string) Settings {
	if p == nil {
		return Settings{Kind: None}
	}
	return Settings{Kind: p.Type, Country: p.CountryCode, URL: p.URL, Username: p.Username, Password: password}
}

// Wire returns the settings as the contract wants them, nil for None.
func (s Settings) Wire() *wire.Proxy {
	switch s.Kind {
	case wire.ProxyManaged:
		return wire.ManagedProxy(s.Country)
	case wire.ProxyCustom:
		return wire.CustomProxy(s.URL, s.Username, s.Password)
	}
	return nil
}

// Summary is the settings in a few words: "managed proxy DE".
func (s Settings) Summary() string {
	switch s.Kind {
	case wire.ProxyManaged:
		return strings.TrimSpace("managed proxy " + strings.ToUpper(s.Country))
	case wire.ProxyCustom:
		return "own proxy"
	}
	return "no proxy"
}

// The names of the form's fields.
const (
	FieldURL = "proxy_url"

	fieldKind     = "proxy"
	fieldCountry  = "country"
	fieldUsername = "username"
	fieldPassword = "password"
)

// Field returns the name of the form's field for one of the contract's fields, such
// as proxy.country_code, or "" if there is none.
func Field(wire string) string {
	switch wire {
	case "proxy", "proxy.type":
		return fieldKind
	case "proxy.country_code":
		return fieldCountry
	case "proxy.url":
		return FieldURL
	case "proxy.username":
		return fieldUsername
	case "proxy.password":
		return fieldPassword
	}
	return ""
}

// Fields returns the fields of a form. What the proxy is for goes into the help:
// "the page is reached".
func (s Settings) Fields(what string) []form.Field {
	is := func(kind string) func(form.Values) bool {
		return func(values form.Values) bool { return values[fieldKind] == kind }
	}
	custom := is(wire.ProxyCustom)
	return []form.Field{
		{Name: fieldKind, Label: "Proxy", Kind: form.Choice, Value: s.Kind, Options: Options(None, wire.ProxyManaged, wire.ProxyCustom),
			Help: "the way " + what + ": directly, by a proxy of the service, by your own"},
		{Name: fieldCountry, Label: "Country", Kind: form.Text, Value: s.Country, Placeholder: "any", Check: checkCountry,
			Shown: is(wire.ProxyManaged), Help: "two letters, such as DE; empty for any"},
		{Name: FieldURL, Label: "Proxy URL", Kind: form.Text, Value: s.URL, Placeholder: "http://host:port", Check: checkURL,
			Shown: custom, Help: "http, https or socks5, with a port"},
		{Name: fieldUsername, Label: "User name", Kind: form.Text, Value: s.Username, Shown: custom,
			Help: "if the proxy asks for one"},
		{Name: fieldPassword, Label: "Password", Kind: form.Secret, Value: s.Password, Shown: custom,
			Help: "kept only while the dashboard runs"},
	}
}

// Options returns the choices of some of the contract's words, as people write them.
func Options(values ...string) (out []form.Option) {
	for _, value := range values {
		out = append(out, form.Option{Value: value, Label: strings.ReplaceAll(value, "_", " ")})
	}
	return out
}

// Of returns the settings with a form's values; fields that are not shown keep what
// they had.
func (s Settings) Of(values form.Values) Settings {
	s.Kind = values[fieldKind]
	for name, to := range map[string]*string{fieldCountry: &s.Country, FieldURL: &s.URL, fieldUsername: &s.Username, fieldPassword: &s.Password} {
		if value, shown := values[name]; shown {
			*to = value
		}
	}
	return s
}

func checkCountry(text string) error {
	if text == "" {
		return nil
	}
	if len(text) != 2 || strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz") != "" {
		return errors.New("two letters, such as DE")
	}
	return nil
}

func checkURL(text string) error {
	if text == "" {
		return errors.New("the custom proxy has no URL")
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "socks5" {
		return errors.New("like http://host:port, https://host:port or socks5://host:port")
	}
	if u.User != nil {
		return errors.New("user name and password go into their own fields")
	}
	return nil
}
