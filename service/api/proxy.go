package api

import (
	"strconv"
	"strings"

	"assay/service/egress"
	"assay/wire"
)

// readProxy reads a proxy object: nil if there is none, or if the managed way out
// is wanted, no country, and the operator has no proxies: then it is the node's own.
func (a *API) readProxy(params fields) *egress.Upstream {
	proxy, ok := params.object("proxy")
	if !ok {
		return nil
	}
	if !proxy.has("type") {
		proxy.reject(missingField, "type", `must be given: "managed" or "custom".`)
		return nil
	}
	types := []string{wire.ProxyManaged, wire.ProxyCustom}
	if a.cfg.Compat {
		types = append(types, compatProxy)
	}
	if proxy.oneOf("type", types...) != wire.ProxyCustom {
		proxy.refuse("managed", "url", "username", "password")
		return proxy.readCountry(a.cfg.Managed)
	}
	proxy.refuse("custom", "country_code")
	address, _ := proxy.text("url")
	username, _ := proxy.text("username")
	password, _ := proxy.text("password")
	if strings.TrimSpace(address) == "" {
		proxy.reject(missingField, "url", "must be given for a custom proxy.")
		return nil
	}
	upstream, err := egress.ParseUpstream(strings.TrimSpace(address), username, password)
	if err != nil {
		proxy.reject(invalidValue, "url", "is not valid: %v.", err)
		return nil
	}
	return upstream
}

// refuse rejects members that belong to the other variant of a proxy.
func (f fields) refuse(variant string, names ...string) {
	for _, name := range names {
		if f.has(name) {
			f.reject(invalidValue, name, "cannot be given for a %s proxy.", variant)
		}
	}
}

// readCountry reads country_code and returns the operator's next proxy there.
func (f fields) readCountry(managed *egress.Managed) *egress.Upstream {
	code, given := f.text("country_code")
	if given && (len(code) != 2 || !isLetter(code[0]) || !isLetter(code[1])) {
		f.reject(invalidValue, "country_code", "must be two letters, as in \"DE\"; it is %s.", strconv.Quote(clip(code)))
		return nil
	}
	upstream, err := managed.Pick(code)
	switch {
	case err == nil:
		return upstream
	case managed.Empty():
		f.reject(noManagedProxy, "country_code", "is %s, but this service has no managed proxies; leave it out to go out directly, or use a custom proxy.",
			strconv.Quote(strings.ToUpper(code)))
	default:
		f.reject(noManagedProxy, "country_code", "is %s, where this service has no managed proxy; leave it out to use any.",
			strconv.Quote(strings.ToUpper(code)))
	}
	return nil
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
