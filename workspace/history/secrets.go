package history

import (
	"net/url"
	"slices"
	"strings"

	"assay/wire"
)

// Mask stands in place of a secret.
const Mask = "••••"

// leastSecret is the length, in bytes, from which a secret is looked for in answers
// and errors: a shorter one stands there by chance.
const leastSecret = 4

// What the names of secret parameters contain, and what they are.
var (
	secretParts = []string{"token", "secret", "password", "passwd", "passphrase", "apikey", "accesskey", "signature", "credential", "jwt", "sessionid", "privatekey", "bearer"}
	secretNames = []string{"key", "pwd", "pass", "auth", "authorization", "sig", "sid", "session", "otp", "hmac"}
)

// looksSecret reports whether a parameter's name says that its value is a secret.
func looksSecret(name string) bool {
	name = strings.NewReplacer("-", "", "_", "", ".", "", "[", "", "]", "").Replace(strings.ToLower(name))
	return slices.Contains(secretNames, name) || slices.ContainsFunc(secretParts, func(part string) bool { return strings.Contains(name, part) })
}

// mask returns an address without its secrets and remembers them.
func (e *Entry) mask(address string) string {
	clean, secrets := MaskURL(address)
	if len(secrets) > 0 {
		e.Masked = true
		e.remember(secrets...)
	}
	return clean
}

func (e *Entry) remember(secrets ...string) {
	for _, s := range secrets {
		if len(s) >= leastSecret && !slices.Contains(e.secrets, s) {
			e.secrets = append(e.secrets, s)
		}
	}
	// The longest first: one may be a part of another.
	slices.SortFunc(e.secrets, func(a, b string) int { return len(b) - len(a) })
}

// proxy returns a proxy without its secrets.
func (e *Entry) proxy(p *wire.Proxy) *wire.Proxy {
	if p == nil {
		return nil
	}
	clean := *p
	clean.URL = e.mask(p.URL)
	if p.Password != "" {
		e.Masked = true
		e.remember(p.Password, url.QueryEscape(p.Password), url.PathEscape(p.Password))
		clean.Password = ""
	}
	return &clean
}

// scrub masks the secrets of the call in a text, and what looks like secrets in any
// address in it.
func (e *Entry) scrub(text string) string {
	for _, secret := range e.secrets {
		text = strings.ReplaceAll(text, secret, Mask)
	}
	if !strings.Contains(text, "://") {
		return text
	}
	words := strings.Split(text, " ")
	for i, word := range words {
		if at := strings.Index(word, "://"); at > 0 {
			start := strings.LastIndexFunc(word[:at], func(r rune) bool { return r < 'a' || r > 'z' }) + 1
			end := len(strings.TrimRight(word, `"'.,;:)>]`))
			if start < end {
				clean, _ := MaskURL(word[start:end])
				words[i] = word[:start] + clean + word[end:]
			}
		}
	}
	return strings.Join(words, " ")
}

// MaskURL returns an address with the user name and password before its host and the
// values of parameters that look secret masked, and the secrets, each as it stood
// there and decoded.
func MaskURL(address string) (clean string, secrets []string) {
	take := func(raw string) {
		secrets = append(secrets, raw)
		if plain, err := url.QueryUnescape(raw); err == nil && plain != raw {
			secrets = append(secrets, plain)
		}
	}
	// The text is cut by hand, so that what is not secret stays byte for byte, and an
	// address that cannot be parsed loses its secrets all the same.
	rest, fragment, hasFragment := strings.Cut(address, "#")
	rest, query, hasQuery := strings.Cut(rest, "?")
	if at := strings.Index(rest, "://"); at >= 0 {
		scheme, after := rest[:at+3], rest[at+3:]
		end := strings.IndexAny(after, `/\`)
		if end < 0 {
			end = len(after)
		}
		if user := strings.LastIndex(after[:end], "@"); user >= 0 {
			take(after[:user])
			if _, password, ok := strings.Cut(after[:user], ":"); ok && password != "" {
				take(password)
			}
			rest = scheme + Mask + after[user:]
		}
	}
	clean = rest
	if hasQuery {
		clean += "?" + maskParams(query, take)
	}
	if hasFragment {
		clean += "#" + maskParams(fragment, take)
	}
	return clean, secrets
}

// maskParams masks the values of secret names in a list of parameters.
func maskParams(list string, take func(string)) string {
	var b strings.Builder
	for len(list) > 0 {
		end := strings.IndexAny(list, "&;")
		part, separator := list, ""
		if end >= 0 {
			part, separator = list[:end], list[end:end+1]
		}
		list = list[len(part)+len(separator):]
		name, value, ok := strings.Cut(part, "=")
		if plain, err := url.QueryUnescape(name); err == nil && ok && value != "" && value != Mask && looksSecret(plain) {
			take(value)
			part = name + "=" + Mask
		}
		b.WriteString(part + separator)
	}
	return b.String()
}
