package extract

import (
	"net/url"
	"slices"
	"strings"

	"assay/client/query"
	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/tree"
)

// profileScore is how far a link to a social network is believed to be the page's own
// profile there.
const profileScore = 0.9

// profile is a link to somebody's own page on a social network.
type profile struct {
	network string
	href    string
	key     string // the address without what may be written otherwise
	handle  string // what its owner is called there; "" if the address does not say
	node    content.ID
}

// networks are the social networks by the ends of their hosts.
var networks = [...]struct{ host, name string }{
	{"facebook.com", "Facebook"}, {"fb.com", "Facebook"}, {"instagram.com", "Instagram"}, {"twitter.com", "Twitter"}, {"x.com", "X"},
	{"linkedin.com", "LinkedIn"}, {"xing.com", "Xing"}, {"youtube.com", "YouTube"}, {"tiktok.com", "TikTok"}, {"pinterest.com", "Pinterest"}, {"pinterest.co.uk", "Pinterest"}, {"pinterest.de", "Pinterest"},
	{"threads.net", "Threads"}, {"threads.com", "Threads"}, {"bsky.app", "Bluesky"}, {"mastodon.social", "Mastodon"}, {"snapchat.com", "Snapchat"}, {"tumblr.com", "Tumblr"}, {"flickr.com", "Flickr"},
	{"reddit.com", "Reddit"}, {"vimeo.com", "Vimeo"}, {"discord.gg", "Discord"}, {"discord.com", "Discord"}, {"twitch.tv", "Twitch"}, {"t.me", "Telegram"}, {"wa.me", "WhatsApp"}, {"whatsapp.com", "WhatsApp"}, {"vk.com", "VK"},
	{"yelp.com", "Yelp"}, {"plus.google.com", "Google+"}, {"github.com", "GitHub"}, {"medium.com", "Medium"}, {"soundcloud.com", "SoundCloud"}, {"weibo.com", "Weibo"}, {"line.me", "LINE"},
}

// notProfiles are the first steps of addresses on social networks that share a page or
// show one post.
var notProfiles = [...]string{
	"share", "sharer", "sharer.php", "sharearticle", "sharing", "share.php", "dialog", "intent", "home", "pin", "plugins", "submit", "send", "msg", "tr", "oauth", "login", "widgets",
	"watch", "embed", "shorts", "playlist", "results", "search", "hashtag", "tag", "explore", "p", "reel", "reels", "status", "posts", "photo", "photo.php", "video", "videos", "player", "legal", "policies", "privacy", "policy", "about", "help", "settings", "cws",
}

// profileAt reads a link as one to a profile on a social network.
func profileAt(href string) (p profile, ok bool) {
	u, err := url.Parse(strings.TrimSpace(href))
	if err != nil {
		return p, false
	}
	host := strings.ToLower(u.Hostname())
	for _, n := range networks {
		if host == n.host || strings.HasSuffix(host, "."+n.host) {
			p.network = n.name
			break
		}
	}
	path := u.Path
	if fragment, ok := strings.CutPrefix(u.Fragment, "!"); ok {
		path = fragment
	}
	steps := strings.FieldsFunc(path, func(r rune) bool { return r == '/' })
	if p.network == "" || len(steps) == 0 || slices.Contains(notProfiles[:], strings.ToLower(steps[0])) || steps[0] == "shareArticle" {
		return p, false
	}
	if len(steps) > 2 && p.network != "Facebook" && p.network != "LinkedIn" || len(steps) > 1 && slices.Contains([]string{"status", "posts", "videos", "p"}, steps[1]) {
		return p, false // a post
	}
	p.href, p.key = href, p.network+"/"+strings.ToLower(strings.Join(steps, "/"))
	switch last := steps[len(steps)-1]; {
	case len(steps) == 1, slices.Contains([]string{"user", "c", "in", "company", "channel"}, steps[0]) && len(steps) == 2:
		p.handle = last
	}
	return p, true
}

// profiles returns the links to social networks in a scope, each address once. Of those
// of a page, the ones in its frame are its own if there are any: a text mentions
// others'.
func (e *engine) profiles(w *want, s scope) []profile {
	var all, frame []profile
	for _, id := range e.x.Links {
		p, ok := profileAt(e.t.Value(id, "href"))
		if !ok || !s.holds(id) || !e.inPlace(w, id) || slices.ContainsFunc(all, func(o profile) bool { return o.key == p.key }) {
			continue
		}
		p.node = id
		all = append(all, p)
		if e.t.Region(id)&(tree.InHeader|tree.InNav|tree.InFooter|tree.InAside|tree.InChrome) != 0 {
			frame = append(frame, p)
		}
	}
	if s.whole && len(frame) > 0 {
		return frame
	}
	return all
}

// asksForProfiles reports whether a list asks for links to social networks.
func (w *want) asksForProfiles() bool {
	words := lexicon.Words(w.field.Name)
	if slices.Equal(words, []string{"follow", "us"}) || slices.Equal(words, []string{"follow", "links"}) {
		return true
	}
	social := false
	for _, word := range words {
		switch word {
		case "social", "socials", "sociales", "sociaux", "soziale", "sociale", "sociali", "sociais":
			social = true
		case "media", "medias", "medien", "link", "links", "url", "urls", "profile", "profiles", "account", "accounts", "network", "networks", "netzwerke", "page", "pages", "channel", "channels", "platform", "platforms", "handles", "icons", "follow", "site", "company", "redes", "reseaux", "reti", "redessociales":
		default:
			return false
		}
	}
	return social
}

// profileList answers a list of links to social networks.
func (e *engine) profileList(w *want, s scope) []answer {
	var out []answer
	for _, p := range e.profiles(w, s) {
		a := answer{child: make([]answer, len(w.children))}
		for i, f := range w.children {
			a.child[i].w = f
			a.child[i].leaf.node = content.None
			if !f.field.IsLeaf() || f.field.List {
				continue
			}
			a.child[i].leaf = e.profileValue(f, &p)
		}
		out = append(out, a)
	}
	return out
}

// profileValue reads a part of a link to a social network for a field: its address,
// whose it is, or what the network is called.
func (e *engine) profileValue(w *want, p *profile) value {
	text := ""
	switch strings.ToLower(w.field.Name) {
	case "platform", "network", "social_network", "site", "service", "name", "title", "type", "label", "text", "channel", "media", "icon", "provider", "plattform", "netzwerk", "plataforma", "red", "reseau", "nom", "nombre":
		text = p.network
	case "handle", "username", "user", "account", "account_name", "profile_name":
		text = p.handle
	default:
		if w.shape == lexicon.URL || w.field.List || w.typ == 0 && networkOf(w) != "" {
			text = p.href
		}
	}
	if encoded, fit := e.read(w, text); fit > 0 && text != "" {
		return value{json: encoded, text: text, node: p.node, kind: evidence.Record, score: profileScore}
	}
	return value{node: content.None}
}

// profileValues answers a list of the addresses of profiles.
func (e *engine) profileValues(w *want, s scope) []answer {
	one := *w
	one.shape = lexicon.URL
	var out []answer
	for _, p := range e.profiles(w, s) {
		if v := e.profileValue(&one, &p); v.json != "" {
			out = append(out, answer{leaf: v})
		}
	}
	return out
}

// networkOf returns the social network whose profile a leaf asks for: facebook,
// linkedin_url, twitter_handle. "" if for none.
func networkOf(w *want) string {
	if w.typ != 0 && w.typ != query.URL {
		return ""
	}
	network := ""
	for _, word := range lexicon.Words(w.field.Name) {
		switch word {
		case "url", "link", "page", "profile", "account", "handle", "username", "href", "channel", "social", "company":
			continue
		}
		n := slices.IndexFunc(networks[:], func(n struct{ host, name string }) bool { return strings.EqualFold(n.name, word) })
		if n < 0 || network != "" {
			return ""
		}
		network = networks[n].name
	}
	return network
}

// profile takes the links to the network that a field asks for the profile on.
func (f *finder) profile(network string) {
	words := lexicon.Words(f.w.field.Name)
	for _, p := range f.e.profiles(f.w, f.s) {
		if p.network != network && !(p.network == "X" && network == "Twitter") {
			continue
		}
		text := p.href
		if last := words[len(words)-1]; last == "handle" || last == "username" {
			text = p.handle
		}
		f.add(evidence.Typed, p.node, text, profileScore)
	}
}
