package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/evidence"
)

// organization takes what names the body behind a page: its copyright line, the
// logo's text, the site's name, and short lines that end like a firm's name.
func (f *finder) organization(lines bool) {
	e := f.e
	t := e.t
	if e.site != "" {
		f.add(evidence.Typed, e.titleNode(), e.site, e.w.SiteName)
	}
	if !lines {
		return
	}
	for _, id := range e.x.Images {
		alt := t.Value(id, "alt")
		if alt == "" || len(alt) > 60 {
			continue
		}
		mark := strings.ToLower(t.Value(id, "src") + t.Value(id, "class") + t.Value(id, "id") + alt)
		if p := t.Nodes[id].Parent; p != content.None {
			mark += strings.ToLower(t.Value(p, "class") + t.Value(p, "id"))
		}
		if strings.Contains(mark, "logo") {
			f.add(evidence.Name, id, cutWord(alt, "logo"), e.w.SiteName*e.nearStart(id))
		}
	}
	for i := range t.Lines {
		line := &t.Lines[i]
		if line.To-line.From > 200 || line.To-line.From < 3 {
			continue
		}
		text := t.LineText(i)
		if owner := copyrightOwner(text); owner != "" {
			f.add(evidence.Typed, t.LineNode(i), owner, e.w.SiteName*1.2)
			continue
		}
		if len(text) <= 50 && firmLike(text) {
			f.add(evidence.Typed, t.LineNode(i), text, e.w.SiteName)
		}
	}
}

// nearStart favours what stands at the head of the page.
func (e *engine) nearStart(id content.ID) float64 {
	return 1.1 - 0.5*float64(id)/float64(len(e.t.Nodes))
}

func cutWord(s, word string) string {
	if at := strings.Index(strings.ToLower(s), word); at >= 0 && len(strings.ToLower(s)) == len(s) {
		s = s[:at] + s[at+len(word):]
	}
	return strings.Trim(s, " -–|,:")
}

// copyrightOwner reads who a copyright line names.
func copyrightOwner(s string) string {
	at := strings.Index(s, "©")
	size := len("©")
	if at < 0 {
		lower := strings.ToLower(s)
		if at, size = strings.Index(lower, "copyright"), len("copyright"); at < 0 || len(lower) != len(s) {
			return ""
		}
	}
	rest := s[at+size:]
	rest = strings.TrimLeftFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) })
	for _, word := range [...]string{"Copyright", "copyright", "by ", "By "} {
		rest = strings.TrimPrefix(rest, word)
	}
	rest = strings.TrimLeftFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) })
	for _, stop := range [...]string{" All ", " all ", ". ", " | ", " - ", " – ", ", all", ", All", " is a", " Website", " Site ", " Privacy", " Terms", " Design", " Powered", " ALL ", " Alle ", " Tous ", " Todos ", " 19", " 20", " ©", " Reg", " •", " ·"} {
		if cut := strings.Index(rest, stop); cut > 0 {
			rest = rest[:cut]
		}
	}
	rest = strings.Trim(rest, " .,-–|·•")
	if len(rest) < 3 || len(rest) > 60 || strings.HasPrefix(strings.ToLower(rest), "all rights") || strings.HasPrefix(strings.ToLower(rest), "copyright") {
		return ""
	}
	return rest
}

// firmLike reports whether a short line ends like the name of a firm.
func firmLike(s string) bool {
	words := strings.Fields(strings.TrimRight(s, " .,"))
	if len(words) < 2 || len(words) > 6 {
		return false
	}
	switch strings.ToLower(strings.Trim(words[len(words)-1], ".,()")) {
	case "ltd", "limited", "llc", "inc", "gmbh", "plc", "corp", "corporation", "pty", "llp", "co", "company", "bv", "b.v", "s.r.l", "srl", "s.a", "sarl", "kg", "ag", "oy", "ab", "as", "aps", "lda", "associates", "pllc", "pc", "p.c", "group":
		first, _ := utf8.DecodeRuneInString(words[0])
		return unicode.IsUpper(first)
	}
	return false
}
