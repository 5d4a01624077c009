package listing

import (
	"net/url"
	"slices"
	"sort"
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/fields"
	"assay/service/extract/lexicon"
	"assay/service/extract/onpage"
	"assay/service/extract/tree"
)

// plainTags takes off tags what pages write beside them: how often each is used,
// the label of the list, and what machines add for themselves.
func plainTags(texts []string) []string {
	plain := make([]string, 0, len(texts))
	counted, bracketed := 0, 0
	for i, text := range texts {
		text = strings.TrimSpace(text)
		if i == 0 {
			text = withoutLabel(text)
		}
		plain = append(plain, text)
		if uncounted(text) != text {
			counted++
			if strings.HasSuffix(text, ")") {
				bracketed++
			}
		}
	}
	if counted*3 >= len(plain)*2 && counted+bracketed > 2 { // the only tag of a page may be of a year
		for i := range plain {
			plain[i] = uncounted(plain[i])
		}
	}
	return subjects(plain)
}

// subjects drops from tags what is none: numbers by which a machine knows the page,
// and, where tags say what they are, as "Page type: article" does, those that are not
// subjects. Tags that are dropped stay as empty texts.
func subjects(tags []string) []string {
	labelled, named := 0, 0
	for _, tag := range tags {
		if label, _, ok := tagLabel(tag); ok {
			labelled++
			if isSubjectLabel(label) {
				named++
			}
		}
	}
	for i, tag := range tags {
		switch label, name, ok := tagLabel(tag); {
		case isMachineID(tag):
			tags[i] = ""
		case labelled < 3:
		case named > 0 && ok && isSubjectLabel(label):
			tags[i] = name
		case named > 0 || ok:
			tags[i] = ""
		}
	}
	return tags
}

// tagLabel parts "Subject: Justice".
func tagLabel(tag string) (label, name string, ok bool) {
	label, name, ok = strings.Cut(tag, ": ")
	return label, strings.TrimSpace(name), ok && len(label) < 30
}

func isSubjectLabel(label string) bool {
	switch strings.ToLower(label) {
	case "subject", "topic", "tag", "keyword", "theme", "thema", "sujet", "tema":
		return true
	}
	return false
}

// isMachineID reports whether a tag is a number of six or more digits or a key as
// databases make them.
func isMachineID(tag string) bool {
	digits, dashes := 0, 0
	for _, r := range tag {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r == '-':
			dashes++
		case r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F':
		default:
			return false
		}
	}
	return digits == len(tag) && digits >= 6 || len(tag) == 36 && dashes == 4 && digits > 6
}

// minTitleCut is how many words a title is cut into at least.
const minTitleCut = 5

// isTitleCut reports whether tags are no more than the title cut into words, in its order.
func isTitleCut(e *Engine, tags []string) bool {
	title := lexicon.Words(e.Index.Title)
	for _, tag := range tags {
		words := lexicon.Words(tag)
		if len(words) != 1 {
			return false
		}
		at := slices.Index(title, words[0])
		if at < 0 {
			return false
		}
		title = title[at+1:]
	}
	return len(tags) >= minTitleCut
}

// uncounted takes the number off the end of a tag: "Kirche 3922", "Kirche (12)".
func uncounted(tag string) string {
	head := strings.TrimRight(strings.TrimSuffix(tag, ")"), "0123456789.,")
	if head == tag || strings.HasSuffix(tag, ")") != strings.HasSuffix(head, "(") {
		return tag
	}
	name := strings.TrimRight(strings.TrimSuffix(head, "("), " \n")
	if name == head || !strings.ContainsFunc(name, unicode.IsLetter) { // a digit of the name itself: "B2"
		return tag
	}
	return name
}

// withoutLabel takes the label off the first tag: "TOPICS Google", "Tags: cats".
func withoutLabel(tag string) string {
	label, name, ok := strings.Cut(tag, ":")
	if !ok {
		if label, name, ok = strings.Cut(tag, "\n"); !ok {
			if label, name, ok = strings.Cut(tag, " "); label != strings.ToUpper(label) {
				return tag
			}
		}
	}
	if name = strings.TrimSpace(name); !ok || name == "" || lexicon.Introduces(label).String() != "tags" {
		return tag
	}
	return name
}

// Crumb is one step of a breadcrumb trail.
type Crumb struct {
	Node content.ID
	Text string
	Href string
}

// Trail finds the page's breadcrumb trail.
func Trail(e *Engine) []Crumb {
	trail := trail(e)
	if n := len(trail); n > 1 && trail[n-1].Href == "" && isOwnName(e, trail[n-1].Text) {
		trail[n-1].Href = e.OwnAddress() // the last step is the page itself
	}
	return trail
}

// trail finds the page's breadcrumb trail: the element that is named so, else
// the short run of links near the heading that starts at the front page.
func trail(e *Engine) []Crumb {
	t := e.Tree
	var best []Crumb
	for i := range t.Nodes {
		id := content.ID(i)
		n := &t.Nodes[i]
		if n.Kind != content.Element || t.Region(id)&tree.InBreadcrumbs == 0 || t.Len(id) == 0 || t.Len(id) > tree.MaxTrail {
			continue
		}
		if n.Parent != content.None && t.Region(n.Parent)&tree.InBreadcrumbs != 0 {
			continue // within the trail
		}
		if crumbs := crumbs(e, id); len(crumbs) > 0 && len(crumbs) <= 12 && (best == nil || len(best) == 1 && len(crumbs) > 1) {
			best = crumbs
		}
	}
	if best != nil {
		return best
	}
	for _, id := range e.Index.Links {
		if !isHome(t.Text(id)) || t.Region(id)&tree.InFooter != 0 {
			continue
		}
		root := t.Nodes[id].Parent
		for up := 0; up < 3 && root != content.None; root, up = t.Nodes[root].Parent, up+1 {
			if t.Len(root) > 300 {
				break
			}
			crumbs := crumbs(e, root)
			if len(crumbs) >= 2 && len(crumbs) <= 8 && crumbs[0].Node == id && nested(crumbs) && !isMenu(e, crumbs) {
				return crumbs
			}
		}
	}
	if crumbs := pathTrail(e); crumbs != nil {
		return crumbs
	}
	return nestedTrail(e)
}

// pathTrail finds the run of links before the page's heading, or right after it,
// of which one leads to a directory that the page itself is in.
func pathTrail(e *Engine) []Crumb {
	t := e.Tree
	own := ownPath(e)
	if own == "" || e.Index.H1 == content.None {
		return nil
	}
	at := sort.Search(len(e.Index.Links), func(i int) bool { return e.Index.Links[i] >= e.Index.H1 })
	for i := min(at+2, len(e.Index.Links)-1); i >= 0 && i > at-12; i-- {
		id := e.Index.Links[i]
		if far := t.From(e.Index.H1) - t.To(id); far > 500 || far < -400 || t.Region(id)&(tree.InFooter|tree.InRelated) != 0 || !leadsUp(e, own, id) {
			continue
		}
		root := t.Nodes[id].Parent
		var best []Crumb
		for up := 0; up < 3 && root != content.None && t.Len(root) <= 160; root, up = t.Nodes[root].Parent, up+1 {
			if t.Nodes[root].Role == content.Heading || root <= e.Index.H1 && e.Index.H1 < t.Nodes[root].End {
				break
			}
			if crumbs := crumbs(e, root); len(crumbs) > 0 && len(crumbs) <= 6 && anyLeadsUp(e, own, crumbs) {
				best = crumbs
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// nestedTrail finds links side by side, close to the page's heading, of which each
// leads into the one before: a section and a part of it.
func nestedTrail(e *Engine) []Crumb {
	t := e.Tree
	heading := headline(e)
	if heading == content.None {
		return nil
	}
	var run []Crumb
	last := ""
	for _, id := range e.Index.Links {
		far := t.From(heading) - t.To(id)
		if far < -400 {
			break
		}
		if far > 500 || t.Region(id)&(tree.InNav|tree.InFooter|tree.InRelated|tree.InHeading) != 0 || t.Len(id) == 0 || t.Len(id) > 60 {
			continue
		}
		u, err := url.Parse(t.Value(id, "href"))
		if err != nil {
			continue
		}
		text, path := t.Text(id), strings.TrimRight(u.Path, "/")
		if !strings.ContainsFunc(text, unicode.IsLetter) {
			continue
		}
		if n := len(run); n > 0 && len(last) > 1 && strings.HasPrefix(path, last+"/") && t.From(id)-t.To(run[n-1].Node) <= maxTrailGap {
			run, last = append(run, Crumb{id, text, t.Value(id, "href")}), path
			continue
		}
		if len(run) > 1 {
			break
		}
		run, last = append(run[:0], Crumb{id, text, t.Value(id, "href")}), path
	}
	if len(run) < 2 {
		return nil
	}
	return run
}

// maxTrailGap is how much text, in bytes, stands between the steps of a trail at
// most.
const maxTrailGap = 4

// headline returns the page's heading, or the line its title begins with.
func headline(e *Engine) content.ID {
	if e.Index.H1 != content.None {
		return e.Index.H1
	}
	for i := range e.Tree.Lines {
		if text := e.Tree.LineText(i); len(text) > 20 && strings.HasPrefix(e.Index.Title, text) {
			return e.Tree.LineNode(i)
		}
	}
	return content.None
}

// isOwnName reports whether a text is what the page is called.
func isOwnName(e *Engine, text string) bool {
	if e.Index.H1 != content.None && strings.EqualFold(e.Tree.Text(e.Index.H1), text) {
		return true
	}
	title := []rune(e.Index.Title)
	name := []rune(text)
	return len(name) > 0 && len(name) <= len(title) && strings.EqualFold(string(title[:len(name)]), text)
}

// ownPath returns the path of the page's address, as far as the page says it.
func ownPath(e *Engine) string {
	if e.Tree.URL != nil {
		return e.Tree.URL.Path
	}
	if u, err := url.Parse(e.OwnAddress()); err == nil {
		return u.Path
	}
	return ""
}

// leadsUp reports whether a link goes to a directory above a path, other than the
// front page.
func leadsUp(e *Engine, own string, id content.ID) bool {
	u, err := url.Parse(e.Tree.Value(id, "href"))
	if err != nil {
		return false
	}
	path := strings.TrimRight(u.Path, "/")
	return len(path) > 1 && len(own) > len(path)+1 && strings.HasPrefix(own, path+"/")
}

// anyLeadsUp reports whether one of the crumbs leads up, and none is of a menu:
// most of them have to be links.
func anyLeadsUp(e *Engine, own string, crumbs []Crumb) bool {
	links, found := 0, false
	for _, c := range crumbs {
		if c.Href != "" {
			links++
			found = found || leadsUp(e, own, c.Node)
		}
	}
	return found && links*2 >= len(crumbs)
}

func isHome(s string) bool {
	switch strings.ToLower(strings.Trim(s, " »›>/")) {
	case "home", "homepage", "start", "startseite", "accueil", "inicio", "home page", "início", "hem", "hjem", "forside", "etusivu", "strona główna", "domov", "domů", "главная", "index", "front page", "ホーム", "홈", "首页", "voorpagina":
		return true
	}
	return false
}

// nested reports whether each link of a trail leads further into the site.
func nested(crumbs []Crumb) bool {
	last := 0
	for _, c := range crumbs[1:] {
		if c.Href == "" {
			continue
		}
		depth := strings.Count(strings.Trim(c.Href, "/"), "/")
		if depth < last {
			return false
		}
		last = depth
	}
	return true
}

// isMenu reports whether what may be a trail is a menu: three links or more beside
// the front page, of which none leads into another or up from the page itself.
func isMenu(e *Engine, crumbs []Crumb) bool {
	own := ownPath(e)
	var paths []string
	for _, c := range crumbs[1:] {
		if c.Href == "" {
			continue
		}
		if own != "" && leadsUp(e, own, c.Node) {
			return false
		}
		u, err := url.Parse(c.Href)
		if err != nil {
			continue
		}
		path := strings.TrimRight(u.Path, "/")
		for _, p := range paths {
			if p != "" && strings.HasPrefix(path, p+"/") {
				return false
			}
		}
		paths = append(paths, path)
	}
	return len(paths) >= 2
}

// crumbs reads the links and the plain texts in an element, in order.
func crumbs(e *Engine, root content.ID) []Crumb {
	t := e.Tree
	var out []Crumb
	add := func(c Crumb) {
		c.Text = strings.Trim(c.Text, " \u00a0»›>/|→·•\\-–:<‹«❯⟩▸▶")
		if !strings.ContainsFunc(c.Text, onpage.IsWordRune) || strings.EqualFold(c.Text, "you are here") || len(out) > 0 && out[len(out)-1].Text == c.Text {
			return
		}
		out = append(out, c)
	}
	for k := root; k < t.Nodes[root].End; k++ {
		n := &t.Nodes[k]
		switch {
		case n.Hidden && n.Role == content.Link && !t.Nodes[root].Hidden && t.Region(k)&tree.InBreadcrumbs != 0:
			if text := hiddenText(t, k); text != "" { // folded for want of room
				add(Crumb{k, text, t.Value(k, "href")})
			}
			k = n.End - 1
		case n.Hidden:
		case n.Kind == content.Element && n.Role == content.Link:
			text := t.Text(k)
			if text == "" {
				if text = t.Value(k, "title"); text == "" {
					text = t.Value(k, "aria-label")
				}
			}
			add(Crumb{k, text, t.Value(k, "href")})
			k = n.End - 1
		case n.Kind == content.Text && strings.TrimSpace(t.Chars(k)) != "":
			add(Crumb{n.Parent, strings.Join(strings.Fields(t.Chars(k)), " "), ""})
		}
	}
	return out
}

// hiddenText returns the text of an element that is not shown.
func hiddenText(t *tree.Tree, id content.ID) string {
	var b strings.Builder
	for k := id + 1; k < t.Nodes[id].End; k++ {
		if n := &t.Nodes[k]; n.Kind == content.Text {
			b.WriteString(t.Chars(k))
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// trailList answers a list of breadcrumbs.
func trailList(e *Engine, w *fields.Field) []fields.Answer {
	var out []fields.Answer
	for _, c := range Trail(e) {
		a := fields.Answer{Children: make([]fields.Answer, len(w.Children))}
		for i, f := range w.Children {
			a.Children[i].Field = f
			a.Children[i].Leaf.Node = content.None
			if !f.Query.IsLeaf() || f.Query.List {
				continue
			}
			text := c.Text
			if f.Shape == lexicon.URL {
				text = c.Href
			}
			if encoded, fit := e.Read(f, text); fit > 0 {
				a.Children[i].Leaf = fields.Value{JSON: encoded, Text: text, Node: c.Node, Kind: evidence.Record, Score: 0.8}
			}
		}
		out = append(out, a)
	}
	return out
}
