package wire

import (
	"fmt"
	"net"
	"net/url"
	"strings"
)

// CompleteURL makes an address of what people type: example.com becomes
// https://example.com, and addresses of this machine and its network get http. A lone
// word is no address.
func CompleteURL(text string) (string, error) {
	text = strings.TrimSpace(text)
	complete := text
	if !strings.Contains(text, "://") {
		scheme := "https://"
		host, _, _ := strings.Cut(text, "/")
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		if ip := net.ParseIP(strings.Trim(host, "[]")); host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && (ip.IsLoopback() || ip.IsPrivate()) {
			scheme = "http://"
		}
		complete = scheme + text
	}
	u, err := url.Parse(complete)
	word := !strings.ContainsAny(text, ".:/") && text != "localhost"
	if err != nil || word || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", fmt.Errorf("%q is not a web address: it should look like https://example.com/page", text)
	}
	return complete, nil
}

// MaskURL returns an address of a session with everything after its host hidden.
func MaskURL(address string) string {
	const mask = "••••••"
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return mask
	}
	return u.Scheme + "://" + u.Host + "/" + mask
}

// PlainURL returns the form of a session's address that needs no certificate: on
// this machine a session's port speaks plain HTTP and WebSocket as well as TLS.
// Addresses of other machines are returned as they are.
func PlainURL(address string) string {
	u, err := url.Parse(address)
	if err != nil || !IsLoopback(u.Hostname()) {
		return address
	}
	switch u.Scheme {
	case "https":
		u.Scheme = "http"
	case "wss":
		u.Scheme = "ws"
	}
	return u.String()
}

// IsLoopback reports whether a host is this machine.
func IsLoopback(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
