package evidence

import (
	"slices"
	"sort"
	"strings"

	"assay/service/content"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// elements looks at every element once: metas, links, images, times, and the
// names attributes give.
func (x *Index) elements() {
	t := x.Tree
	named := make(map[string][]Key, 256) // by the whole attribute value
	bestH1 := -1.0
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Kind != content.Element {
			continue
		}
		id := content.ID(i)
		switch {
		case t.Tag(id) == "meta":
			meta(x, id)
			continue
		case t.Tag(id) == "title" && n.Role == content.Head:
			if x.Title == "" && n.End > id+1 {
				x.Title = tidy(strings.ReplaceAll(t.Chars(id+1), "\n", " "))
			}
			continue
		case n.Hidden:
			continue
		}
		switch n.Role {
		case content.Link:
			link(x, id)
		case content.ImageRole:
			if t.Tag(id) == "img" {
				x.Images = append(x.Images, id)
			}
		case content.Time:
			timeElement(x, id)
		case content.Heading:
			if v := headingRank(x, id); v > bestH1 {
				bestH1, x.H1 = v, id
			}
		case content.Inline:
			if text := TitledTime(t, id, x.Locale); text != "" {
				x.Dates = append(x.Dates, Mark{Node: id, From: t.From(id), To: t.To(id), Text: text})
			}
		}
		if n.HasAttrs() && id > 1 {
			from := len(x.nameKeys)
			if namesOf(x, id, named); len(x.nameKeys) > from {
				x.Names = append(x.Names, Named{Node: id, from: uint32(from)})
			}
		}
	}
}

// headingRank tells the heading of the page from others: below zero it is none.
// A heading that is not of the first level may be it if the title element begins
// or ends with it.
func headingRank(x *Index, id content.ID) float64 {
	t := x.Tree
	text := t.Text(id)
	if text == "" || len(text) > 500 && t.Nodes[id].Level > 1 {
		return -1
	}
	begins, ends := partOfTitle(text, x.Title)
	rank := 1.0
	if t.Nodes[id].Level > 1 {
		switch {
		case t.Region(id)&tree.Aside != 0:
			return -1
		case begins && len(text)*2 > len(x.Title):
			rank = 1.35
		case begins || ends:
			rank = 0.2
		default:
			return -1
		}
		return rank - 0.05*float64(t.Nodes[id].Level)
	}
	if t.Region(id)&(tree.Aside&^tree.InHeader) != 0 {
		rank -= 0.5
	}
	if t.Region(id)&tree.InMain != 0 {
		rank += 0.4
	}
	if t.Region(id)&tree.InHeader != 0 {
		rank -= 0.3
	}
	if ends && !begins && len(text)*2 < len(x.Title) {
		rank -= 0.3 // the site's name stands last
	}
	if x.Title != "" && len(text) > 3 {
		rank += 0.5 * wordsIn(text, x.Title)
		if t.LinkLen(id) == t.Len(id) {
			rank -= 0.3 // a site's name linked to its front page
		}
	}
	return rank
}

// partOfTitle reports whether the title element begins or ends with a text that
// punctuation or nothing sets apart from the rest.
func partOfTitle(text, title string) (begins, ends bool) {
	text, title = strings.ToLower(text), strings.ToLower(title)
	if len(text) < 4 {
		return false, false
	}
	if rest, ok := strings.CutPrefix(title, text); ok {
		rest = strings.TrimLeft(rest, " ")
		begins = rest == "" || strings.ContainsAny(rest[:1], "|-:/<>") || strings.HasPrefix(rest, "–") || strings.HasPrefix(rest, "—") || strings.HasPrefix(rest, "»") || strings.HasPrefix(rest, "•")
	}
	if rest, ok := strings.CutSuffix(title, text); ok {
		rest = strings.TrimRight(rest, " ")
		ends = rest == "" || strings.ContainsAny(rest[len(rest)-1:], "|-:/<>") || strings.HasSuffix(rest, "–") || strings.HasSuffix(rest, "—") || strings.HasSuffix(rest, "»") || strings.HasSuffix(rest, "•")
	}
	return begins, ends
}

// wordsIn is the share of a text's words that another text has.
func wordsIn(text, other string) float64 {
	words := lexicon.Words(text)
	if len(words) == 0 {
		return 0
	}
	others := lexicon.Words(other)
	hits := 0
	for _, w := range words {
		if slices.Contains(others, w) {
			hits++
		}
	}
	return float64(hits) / float64(len(words))
}

// maxMetas is how far back a meta is looked for that it repeats.
const maxMetas = 300

func meta(x *Index, id content.ID) {
	t := x.Tree
	text := t.Value(id, "content")
	if text == "" || len(text) > 20000 {
		return
	}
	name := t.Value(id, "property")
	if name == "" {
		if name = t.Value(id, "name"); name == "" {
			return
		}
	}
	lower := strings.ToLower(name)
	switch lower {
	case "viewport", "robots", "generator", "theme-color", "og:type", "og:locale", "twitter:card", "og:image:width", "og:image:height", "og:image:alt", "twitter:image:alt", "og:image:type", "referrer", "googlebot", "format-detection", "fb:app_id", "msapplication-tilecolor", "application-name", "apple-mobile-web-app-title", "twitter:creator", "twitter:site":
		return
	}
	if rest, ok := strings.CutPrefix(lower, "twitter:label"); ok && len(rest) == 1 { // "Written by" beside twitter:data1
		x.cardLabels = append(x.cardLabels, cardLabel{"twitter:data" + rest, clean(text)})
		return
	}
	if strings.HasPrefix(lower, "twitter:data") {
		for _, l := range x.cardLabels {
			if l.data == lower {
				name, lower = l.label, ""
			}
		}
		if lower != "" {
			return
		}
	}
	for _, prefix := range [...]string{"og:", "twitter:", "article:", "product:", "book:", "profile:", "dc.", "dcterms.", "dc:", "parsely-", "sailthru.", "citation_", "bt:", "cxenseparse:", "recs:", "music:", "video:", "vr:", "lp:", "sd:"} {
		if rest, ok := strings.CutPrefix(lower, prefix); ok {
			name = name[len(name)-len(rest):]
			break
		}
	}
	if name == "section" || name == "Section" {
		name = "category"
	}
	key := x.Intern(name)
	if key == NoKey {
		return
	}
	value := clean(text)
	if value == "" {
		return
	}
	// Repeated metas of one name are one fact with several values.
	for i := len(x.Facts) - 1; i >= max(0, len(x.Facts)-maxMetas) && x.Facts[i].Kind == Meta; i-- {
		if x.Facts[i].Key == key {
			x.Facts[i].Values = append(x.Facts[i].Values, value)
			return
		}
	}
	if len(x.Facts) < maxFacts {
		x.Facts = append(x.Facts, Fact{Kind: Meta, Key: key, Node: id, Values: []string{value}})
	}
}

func link(x *Index, id content.ID) {
	x.Links = append(x.Links, id)
	href := x.Tree.Value(id, "href")
	if len(href) < 7 {
		return
	}
	switch {
	case strings.EqualFold(href[:4], "tel:"):
		text := x.Tree.Text(id)
		if _, ok := read.Phone(text); !ok {
			if text, ok = read.Phone(href); !ok {
				text = strings.TrimSpace(href[4:])
			}
		}
		if text != "" {
			x.Phones = append(x.Phones, Mark{Node: id, From: x.Tree.From(id), To: x.Tree.To(id), Text: text})
		}
	case strings.EqualFold(href[:7], "mailto:"):
		if mail, ok := read.Email(href); ok {
			x.Emails = append(x.Emails, Mark{Node: id, From: x.Tree.From(id), To: x.Tree.To(id), Text: mail})
		}
	}
}

// maxTimed is how long, in bytes, a text is at most that a title says the time of.
const maxTimed = 40

// TitledTime returns the time in the title of an element that says how long ago it was:
// <abbr title="11 February 2024">2 days ago</abbr>.
func TitledTime(t *tree.Tree, id content.ID, l read.Locale) string {
	title := ""
	if t.Len(id) <= maxTimed && t.Nodes[id].HasAttrs() {
		title = t.Value(id, "title")
	}
	if title == "" || len(title) > maxTimed {
		return ""
	}
	said, _, _, ok := read.FindDate(t.Text(id), l, epoch)
	if !ok || !said.Relative {
		return ""
	}
	if when, _, _, ok := read.FindDate(title, l, epoch); !ok || when.Relative {
		return ""
	}
	return title
}

func timeElement(x *Index, id content.ID) {
	text := x.Tree.Value(id, "datetime")
	if text == "" || read.IsBareNumber(text) && len(text) < 8 {
		text = x.Tree.Text(id)
	}
	if text != "" {
		x.Dates = append(x.Dates, Mark{Node: id, From: x.Tree.From(id), To: x.Tree.To(id), Text: text})
	}
}

// maxKeptValues is for how many values of attributes the names in them are kept.
const maxKeptValues = 1 << 14

// namesOf adds the keys of the names in an element's attributes to nameKeys.
func namesOf(x *Index, id content.ID, cache map[string][]Key) {
	for a := range x.Tree.Attrs(id) {
		switch a.Name {
		case "class", "id", "itemprop", "rel", "name", "data-testid", "data-test", "data-qa", "data-name", "data-field", "data-label", "data-type", "data-role", "data-component", "data-hook", "aria-label", "title", "property", "slot", "part":
		default:
			continue
		}
		if a.Value == "" || len(a.Value) > 400 {
			continue
		}
		found, ok := cache[a.Value]
		if !ok {
			if a.Name == "aria-label" || a.Name == "title" {
				if k := x.Intern(a.Value); k != NoKey && len(a.Value) < 50 {
					found = append(found, k)
				}
			} else {
				for name := range strings.FieldsSeq(a.Value) {
					if a.Name == "class" {
						name = withoutHash(name)
					}
					if k := x.Intern(name); k != NoKey {
						found = append(found, k)
					}
				}
			}
			if len(cache) >= maxKeptValues {
				clear(cache) // each may be an element's own
			}
			cache[a.Value] = found
		}
		x.nameKeys = append(x.nameKeys, found...)
	}
}

// withoutHash cuts the hash off a class that a build tool made: Author_name__x3F9k.
func withoutHash(class string) string {
	at := strings.LastIndexAny(class, "_-")
	if at < 3 || len(class)-at < 5 || len(class)-at > 9 {
		return class
	}
	upper, lower, digit := 0, 0, 0
	for _, c := range []byte(class[at+1:]) {
		switch {
		case c >= '0' && c <= '9':
			digit++
		case c >= 'A' && c <= 'Z':
			upper++
		default:
			lower++
		}
	}
	if upper > 1 && lower > 0 || digit > 0 && upper > 0 || digit > 0 && lower > 0 && class[at] == '_' && class[at-1] == '_' {
		return strings.TrimRight(class[:at], "_-")
	}
	return class
}

// sections finds the headings and how far what they head reaches.
func (x *Index) sections() {
	t := x.Tree
	var open []int // indexes of sections still open, outermost first
	for i := range t.Nodes {
		n := &t.Nodes[i]
		id := content.ID(i)
		if n.Kind != content.Element || n.Hidden {
			continue
		}
		level := n.Level
		if n.Role != content.Heading {
			if n.Role != content.Caption && !looksLikeHeading(x, id, n) {
				continue
			}
			level = 7
		}
		text := t.Text(id)
		if text == "" || len(text) > 200 {
			continue
		}
		if len(x.Sections) > 0 {
			if last := &x.Sections[len(x.Sections)-1]; last.Next == content.None {
				if id < t.Nodes[last.Heading].End {
					continue // a heading inside a heading
				}
				last.Next = id
			}
		}
		for len(open) > 0 && x.Sections[open[len(open)-1]].Level >= level {
			x.Sections[open[len(open)-1]].End = id
			open = open[:len(open)-1]
		}
		open = append(open, len(x.Sections))
		x.Sections = append(x.Sections, Section{Heading: id, Key: x.Intern(strings.TrimRight(text, ":")), Level: level, End: content.None, Next: content.None})
	}
	for i := range x.Sections {
		s := &x.Sections[i]
		if s.End == content.None {
			s.End = content.ID(len(t.Nodes))
		}
		if s.Next == content.None {
			s.Next = content.ID(len(t.Nodes))
		}
		if h := &t.Nodes[s.Heading]; t.Tag(s.Heading) == "legend" { // of its own group of fields
			s.End = min(s.End, t.Nodes[h.Parent].End)
		}
		s.Next = min(s.Next, s.End)
	}
}

// looksLikeHeading accepts a short line that is bold as a whole, or named a title.
func looksLikeHeading(x *Index, id content.ID, n *content.Node) bool {
	switch x.Tree.Tag(id) {
	case "b", "strong":
		p := n.Parent
		return p != content.None && x.Tree.Len(id) > 2 && x.Tree.Len(id) <= 60 && x.Tree.Len(p) <= x.Tree.Len(id)+2 && x.Tree.IsBlock(p) &&
			x.Tree.Nodes[p].Role != content.Item && x.Tree.Nodes[p].Role != content.Cell && x.Tree.Nodes[p].Role != content.Heading
	case "div", "p", "span", "summary", "button":
		if x.Tree.Len(id) < 3 || x.Tree.Len(id) > 60 || n.End-id > 6 {
			return false
		}
		if x.Tree.Tag(id) == "summary" {
			return true
		}
		class := x.Tree.Value(id, "class")
		if class == "" || len(class) > 100 {
			return false
		}
		lower := strings.ToLower(class)
		return strings.Contains(lower, "heading") || strings.Contains(lower, "headline") || strings.Contains(lower, "title") || strings.Contains(lower, "header")
	}
	return false
}

// HeadingOver returns the key of the nearest heading that a node stands under.
func (x *Index) HeadingOver(id content.ID) Key {
	i := sort.Search(len(x.Sections), func(i int) bool { return x.Sections[i].Heading >= id })
	for up := 0; i > 0 && up < 12; up++ {
		i--
		if x.Sections[i].End > id {
			return x.Sections[i].Key
		}
	}
	return NoKey
}
