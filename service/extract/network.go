package extract

import (
	"net/url"
	"slices"
	"strings"

	"assay/query"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// profiles takes the links to the network that a field is named after: facebook,
// instagram_url. A link by which to share the page is none.
func (f *finder) profiles() {
	if f.w.typ != 0 && f.w.typ != query.URL {
		return
	}
	host := networkOf(f.w.field.Name)
	if host == "" {
		return
	}
	e := f.e
	for _, id := range e.x.Links {
		href := e.t.Value(id, "href")
		if !f.s.holds(id) || !leadsTo(href, host) {
			continue
		}
		if address, ok := e.read(&want{field: f.w.field, typ: query.URL, shape: lexicon.URL}, href); ok > 0 {
			f.addRead(evidence.Typed, id, textReading{href, address, 1, e.idOf(address)}, f.e.w.Profile)
			return
		}
	}
}

// hosts takes the links on which nothing is written but the host that they lead to: the
// website of whom or what the page is about.
func (f *finder) hosts() {
	e := f.e
	for _, id := range e.x.Links {
		if !f.s.holds(id) || e.t.Len(id) > maxPattern || e.t.Len(id) == 0 {
			continue
		}
		host := strings.TrimSuffix(strings.ToLower(e.t.Text(id)), "/")
		if !isHost(host) {
			continue
		}
		if to, err := url.Parse(e.t.Value(id, "href")); err == nil && strings.TrimPrefix(to.Host, "www.") == strings.TrimPrefix(host, "www.") {
			f.add(evidence.Typed, id, e.t.Value(id, "href"), e.w.LinkText*e.place(f.w, id, f.s))
		}
	}
}

// network is a social network: what it is called, and its hosts.
type network struct{ name, hosts string }

var networks = [...]network{
	{"Facebook", "facebook.com"}, {"Instagram", "instagram.com"}, {"LinkedIn", "linkedin.com"}, {"YouTube", "youtube.com"},
	{"Twitter", "twitter.com x.com"}, {"TikTok", "tiktok.com"}, {"Pinterest", "pinterest.com"}, {"GitHub", "github.com"},
	{"XING", "xing.com"}, {"Vimeo", "vimeo.com"}, {"Snapchat", "snapchat.com"}, {"Twitch", "twitch.tv"}, {"WhatsApp", "wa.me whatsapp.com"},
	{"Telegram", "t.me telegram.me"}, {"Threads", "threads.net"}, {"Bluesky", "bsky.app"}, {"Mastodon", "mastodon.social"}, {"Reddit", "reddit.com"},
	{"Discord", "discord.gg"}, {"Flickr", "flickr.com"}, {"Tumblr", "tumblr.com"},
}

// networkOf returns the hosts of the network that a name asks for a profile of, if its
// other words say no more than that.
func networkOf(name string) string {
	host := ""
	for _, word := range lexicon.Words(name) {
		if i := slices.IndexFunc(networks[:], func(n network) bool { return strings.EqualFold(n.name, word) }); i >= 0 {
			host = networks[i].hosts
			continue
		}
		switch word {
		case "url", "link", "page", "profile", "href", "account", "channel", "social", "company", "handle":
		default:
			return ""
		}
	}
	return host
}

// leadsTo reports whether an address is a page of one of some hosts, and not one by
// which to share another.
func leadsTo(href, hosts string) bool {
	u, err := url.Parse(href)
	if err != nil || u.Host == "" || strings.Trim(u.Path, "/") == "" {
		return false
	}
	path := strings.ToLower(u.Path)
	if strings.Contains(path, "share") || strings.Contains(path, "intent") || strings.HasPrefix(path, "/pin/create") {
		return false
	}
	host := strings.TrimPrefix(strings.ToLower(u.Host), "www.")
	for one := range strings.FieldsSeq(hosts) {
		if host == one || strings.HasSuffix(host, "."+one) {
			return true
		}
	}
	return false
}
