package queries

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"assay/client"
)

// settings are the params of a query as the user sets them.
type settings struct {
	Mode       string  `json:"mode"`
	Profile    string  `json:"browser_profile"`
	WaitFor    float64 `json:"wait_for"` // seconds
	Scroll     bool    `json:"scroll"`
	Screenshot bool    `json:"screenshot"`
	Evidence   bool    `json:"evidence"`
	Proxy      string  `json:"proxy"` // noProxy, client.ProxyManaged or client.ProxyCustom
	Country    string  `json:"proxy_country"`
	ProxyURL   string  `json:"proxy_url"`
	Username   string  `json:"proxy_username"`
	Password   string  `json:"-"`
}

const (
	noProxy = "none"
	maxWait = 10 // seconds
)

var defaults = settings{Mode: client.ModeFast, Profile: client.ProfileLight, Proxy: noProxy}

// valid returns the settings with what is out of its bounds set to its default:
// a file of an older version may say anything.
func (s settings) valid() settings {
	if s.Mode != client.ModeStandard {
		s.Mode = client.ModeFast
	}
	if s.Profile != client.ProfileStealth {
		s.Profile = client.ProfileLight
	}
	if s.WaitFor < 0 || s.WaitFor > maxWait {
		s.WaitFor = 0
	}
	if s.Proxy != client.ProxyManaged && s.Proxy != client.ProxyCustom {
		s.Proxy = noProxy
	}
	return s
}

func (s settings) withoutSecrets() settings {
	s.Password = ""
	return s
}

// check says what is wrong with the settings, or nil.
func (s settings) check() error {
	switch s.Proxy {
	case client.ProxyManaged:
		return checkCountry(s.Country)
	case client.ProxyCustom:
		if s.ProxyURL == "" {
			return errors.New("the custom proxy has no URL: set it in the params")
		}
		return checkProxyURL(s.ProxyURL)
	}
	return nil
}

func checkWait(text string) error {
	if text == "" {
		return nil
	}
	if n, err := strconv.ParseFloat(text, 64); err != nil || !(n >= 0 && n <= maxWait) {
		return fmt.Errorf("a number of seconds from 0 to %d", maxWait)
	}
	return nil
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

func checkProxyURL(text string) error {
	if text == "" {
		return nil
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

// params returns the settings as the wire wants them; defaults are left out.
func (s settings) params() *client.Params {
	p := client.Params{
		WaitFor: s.WaitFor, ScrollToBottom: s.Scroll, Screenshot: s.Screenshot, Evidence: s.Evidence,
	}
	if s.Mode != client.ModeFast {
		p.Mode = s.Mode
	}
	if s.Profile != client.ProfileLight {
		p.BrowserProfile = s.Profile
	}
	switch s.Proxy {
	case client.ProxyManaged:
		p.Proxy = client.ManagedProxy(s.Country)
	case client.ProxyCustom:
		p.Proxy = client.CustomProxy(s.ProxyURL, s.Username, s.Password)
	}
	if p == (client.Params{}) {
		return nil
	}
	return &p
}

// summary is the settings in a few words, with a separator between them:
// "light · fast · no proxy".
func (s settings) summary(separator string) string {
	words := []string{s.Profile, s.Mode}
	if s.WaitFor > 0 {
		words = append(words, "wait "+strconv.FormatFloat(s.WaitFor, 'g', -1, 64)+" s")
	}
	for _, part := range []struct {
		on   bool
		word string
	}{{s.Scroll, "scroll"}, {s.Screenshot, "screenshot"}, {s.Evidence, "evidence"}} {
		if part.on {
			words = append(words, part.word)
		}
	}
	switch s.Proxy {
	case client.ProxyManaged:
		words = append(words, strings.TrimSpace("managed proxy "+strings.ToUpper(s.Country)))
	case client.ProxyCustom:
		words = append(words, "own proxy")
	default:
		words = append(words, "no proxy")
	}
	return strings.Join(words, separator)
}
