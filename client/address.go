package client

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
