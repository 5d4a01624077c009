package find

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/onpage"
)

// organization takes what names the body behind a page: its copyright line, the
// logo's text, the site's name, and short lines that end like a firm's name.
func (f *finder) organization(lines bool) {
	e := f.Engine
	t := e.Tree
	if e.site != "" {
		f.add(evidence.Typed, e.TitleNode(), e.site, e.Weights.SiteName)
	}
	if !lines {
		return
	}
	for part := range onpage.TitleParts(e.Index.Title) {
		f.add(evidence.Typed, e.TitleNode(), part, e.Weights.SiteName*0.8)
	}
	for _, id := range e.Index.Images {
		alt := t.Value(id, "alt")
		if alt == "" || len(alt) > 60 {
			continue
		}
		mark := strings.ToLower(t.Value(id, "src") + t.Value(id, "class") + t.Value(id, "id") + alt)
		if p := t.Nodes[id].Parent; p != content.None {
			mark += strings.ToLower(t.Value(p, "class") + t.Value(p, "id"))
		}
		if strings.Contains(mark, "logo") {
			f.add(evidence.Name, id, cutWord(alt, "logo"), e.Weights.SiteName*nearStart(e, id))
		}
	}
	for i := range t.Lines {
		text := t.LineText(i)
		if len(text) < 3 || len(text) > maxFirmLine && !opensWithCopyright(text) {
			continue
		}
		if owner := CopyrightOwner(text); owner != "" {
			f.add(evidence.Typed, t.LineNode(i), owner, e.Weights.SiteName*1.2)
			continue
		}
		if len(text) <= 50 && onpage.FirmLike(text) {
			f.add(evidence.Typed, t.LineNode(i), text, e.Weights.SiteName)
		}
	}
}

// nearStart favours what stands at the head of the page.
func nearStart(e *Engine, id content.ID) float64 {
	return 1.1 - 0.5*float64(id)/float64(len(e.Tree.Nodes))
}

func cutWord(s, word string) string {
	if at := strings.Index(strings.ToLower(s), word); at >= 0 && len(strings.ToLower(s)) == len(s) {
		s = s[:at] + s[at+len(word):]
	}
	return strings.Trim(s, " -–|,:")
}

// maxFirmLine is how long, in bytes, a line is that may name the firm behind a page,
// unless it begins with its copyright.
const maxFirmLine = 200

func opensWithCopyright(s string) bool {
	return strings.HasPrefix(s, "©") || len(s) > len("copyright") && strings.EqualFold(s[:len("copyright")], "copyright")
}

// CopyrightOwner reads who a copyright line names.
func CopyrightOwner(s string) string {
	at := strings.Index(s, "©")
	size := len("©")
	if at < 0 {
		lower := strings.ToLower(s)
		if at, size = strings.Index(lower, "copyright"), len("copyright"); at < 0 || len(lower) != len(s) {
			return ""
		}
	}
	rest := s[at+size:]
	if size > len("©") && !tellsOwner(rest) {
		return ""
	}
	rest = strings.TrimLeftFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) })
	for _, word := range [...]string{"Copyright", "copyright", "by ", "By "} {
		rest = strings.TrimPrefix(rest, word)
	}
	rest = strings.TrimLeftFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) })
	full := rest
	for _, stop := range [...]string{" All ", " all ", ". ", " | ", " - ", " – ", ", a ", ", all", ", All", " is a", " Website", " Site ", " Privacy", " Terms", " Designed", " Design by", " Powered", " ALL ", " Alle ", " Tous ", " Todos ", " 19", " 20", " ©", " Reg", " •", " ·"} {
		if cut := strings.Index(rest, stop); cut > 0 {
			rest = rest[:cut]
		}
	}
	if name, address, ok := strings.Cut(rest, ", "); ok && address != "" && unicode.IsDigit(rune(address[0])) {
		rest = name
	}
	rest = strings.Trim(rest, " .,-–|·•")
	if len(rest) < 3 || len(rest) > 60 || strings.HasPrefix(strings.ToLower(rest), "all rights") || strings.HasPrefix(strings.ToLower(rest), "copyright") {
		return ""
	}
	switch rest[strings.LastIndexByte(rest, ' ')+1:] {
	case "Inc", "Ltd", "Co", "Corp", "Bros":
		if strings.HasPrefix(full, rest+".") {
			rest += "."
		}
	}
	return rest
}

// tellsOwner reports whether what follows the word copyright says whose it is:
// "copyright infringement" does not.
func tellsOwner(rest string) bool {
	return strings.ContainsAny(rest[:min(len(rest), 8)], "©:0123456789") || strings.HasPrefix(rest, " by ") ||
		strings.Contains(rest, "ights reserved") || onpage.FirmLike(rest)
}

// agreeWithSite favours names that the site's own addresses spell: the domain of
// the page and of its e-mail addresses.
func agreeWithSite(f *finder) {
	domains := domains(f.Engine)
	if len(domains) == 0 {
		return
	}
	for i := range f.found {
		v := &f.found[i]
		name := squeeze(v.Text)
		best := 0.0
		for _, d := range domains {
			switch {
			case len(name) < 3:
			case name == d, strings.HasPrefix(name, d):
				best = 1
			case strings.HasPrefix(d, name) && len(name)*2 > len(d), commonStart(name, d)*5 >= len(d)*4:
				best = max(best, 0.8)
			case len(name) > 4 && strings.Contains(d, name), len(d) > 4 && strings.Contains(name, d):
				best = max(best, 0.5)
			}
		}
		v.Score += (1 - v.Score) * best * f.Engine.Weights.OwnDomain
	}
}

// commonStart returns how many bytes two names begin with alike.
func commonStart(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// domains returns the names that the page's own address, what its links are relative
// to and its e-mail addresses have been given, without their endings.
func domains(e *Engine) []string {
	var out []string
	add := func(host string) {
		labels := strings.Split(strings.ToLower(strings.TrimPrefix(host, "www.")), ".")
		if len(labels) < 2 {
			return
		}
		name := labels[len(labels)-2]
		if len(labels) > 2 && len(name) <= 3 { // .co.uk
			name = labels[len(labels)-3]
		}
		switch name = squeeze(name); name {
		case "gmail", "yahoo", "hotmail", "outlook", "aol", "icloud", "gmx", "web", "googlemail", "example":
			return
		}
		if len(name) > 2 && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	if e.Tree.URL != nil {
		add(e.Tree.URL.Hostname())
	}
	if u, err := url.Parse(e.OwnAddress()); err == nil {
		add(u.Hostname())
	}
	if e.Tree.Base != nil {
		add(e.Tree.Base.Hostname())
	}
	for i := range e.Index.Emails {
		if _, host, ok := strings.Cut(e.Index.Emails[i].Text, "@"); ok && len(out) < 4 {
			add(host)
		}
	}
	return out
}

// squeeze keeps the letters and digits of a name, in lower case.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
