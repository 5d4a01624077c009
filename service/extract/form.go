package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// byForm adds the values that need no name: their form and place tell what they
// are. Only fields of a known concept are answered so.
func (f *finder) byForm() {
	e := f.e
	switch name := f.w.concept.String(); name {
	case "title", "name":
		if f.isTitle {
			f.title()
		}
	case "date", "published":
		f.dates()
	case "price", "saleprice":
		if f.w.isOnly("price", "saleprice") {
			f.prices()
		}
	case "phone":
		f.marked(e.x.Phones, e.w.Phone)
	case "email":
		f.marked(e.x.Emails, e.w.Email)
	case "address", "street", "location":
		f.addresses()
	case "hours":
		f.hours()
	case "content", "comment":
		f.mainText()
	case "organization", "site", "publisher", "seller":
		if f.s.whole {
			f.organization(name == "organization" || name == "site")
		}
	case "availability":
		f.stock()
		f.buttons()
	case "url":
		f.canonical()
	}
	if f.w.shape == lexicon.URL {
		f.linksNamed()
	}
}

// isOnly reports whether the field's name tells nothing beyond the concepts: no
// other word narrows it.
func (w *want) isOnly(concepts ...string) bool {
	for _, t := range w.name {
		if t.Concept == 0 {
			if t.Want > 0.5 {
				return false
			}
			continue
		}
		known := false
		for _, c := range concepts {
			known = known || t.Concept.String() == c
		}
		if !known && t.Want > 0.5 {
			return false
		}
	}
	return true
}

func (e *engine) titleNode() content.ID {
	for i := range e.t.Nodes {
		if e.t.Nodes[i].Tag == "title" {
			return content.ID(i)
		}
	}
	return content.None
}

// title takes the page's heading, the title element, and the line of the page
// that the title element begins with.
func (f *finder) title() {
	e := f.e
	if !f.s.whole {
		for i := range e.x.Sections {
			s := &e.x.Sections[i]
			if f.s.name != nil && e.similarity(f.s.name, s.Key) >= 0.6 {
				continue // the name of the part, not of what it describes
			}
			if f.s.holds(s.Heading) {
				f.add(evidence.Heading, s.Heading, e.t.Text(s.Heading), e.w.H1*0.9)
				return
			}
		}
		return
	}
	if e.x.H1 != content.None {
		f.add(evidence.Heading, e.x.H1, strings.TrimRight(e.h1(), "¶# "), e.w.H1)
	}
	if e.x.Title == "" {
		return
	}
	about, _ := splitTitle(e.x.Title, e.h1())
	f.add(evidence.Typed, e.titleNode(), about, e.w.TitleTag)
	lower := strings.ToLower(e.x.Title)
	best, at := 0, -1
	for i := range e.t.Lines {
		line := &e.t.Lines[i]
		size := int(line.To - line.From)
		if size < 4 || size <= best || size > len(lower)+8 || e.t.Region(line.First)&(tree.InNav|tree.InFooter|tree.InRelated) != 0 {
			continue
		}
		if text := strings.ToLower(e.t.LineText(i)); strings.HasPrefix(lower, text) {
			best, at = size, i
		}
	}
	if at >= 0 && best*8 > len(lower) {
		f.add(evidence.Heading, e.t.LineNode(at), e.t.LineText(at), e.w.TitleTag*1.1)
	}
	for i := range e.x.Sections { // the part of a heading before its subtitle
		id := e.x.Sections[i].Heading
		text := strings.TrimSpace(e.firstRun(id))
		if len(text) > 3 && len(text)+1 < e.t.Len(id) && len(text)*8 > len(lower) && strings.HasPrefix(lower, strings.ToLower(text)) && e.t.Region(id)&tree.Aside == 0 {
			f.add(evidence.Heading, id, text, e.w.TitleTag*1.1)
			return
		}
	}
}

// firstRun returns the first text of an element.
func (e *engine) firstRun(id content.ID) string {
	for k := id + 1; k < e.t.Nodes[id].End; k++ {
		if n := &e.t.Nodes[k]; n.Kind == content.Text && strings.TrimSpace(n.Text) != "" {
			return strings.Join(strings.Fields(n.Text), " ")
		}
	}
	return ""
}

// dates takes unnamed dates, the nearer to the heading the better.
func (f *finder) dates() {
	e := f.e
	for i := range e.x.Dates {
		m := &e.x.Dates[i]
		if !f.s.holds(m.Node) {
			continue
		}
		strength := e.w.FirstDate * e.place(f.w, m.Node, f.s)
		if f.s.whole && e.x.H1 != content.None {
			distance := m.From - e.t.To(e.x.H1)
			switch {
			case distance >= 0 && distance < 400:
				strength *= 1.2
			case distance < 0 && distance > -300:
				strength *= 1.1
			}
		}
		if e.t.Nodes[m.Node].Role == content.Time {
			strength *= 1.15
		} else if line := e.t.Len(m.Node); line > 160 {
			strength *= 0.5 // a date within running text
		}
		f.add(evidence.Typed, m.Node, m.Text, strength)
	}
}

func (f *finder) prices() {
	e := f.e
	for i := range e.x.Prices {
		m := &e.x.Prices[i]
		if !f.s.holds(m.Node) {
			continue
		}
		strength := e.w.FirstPrice * e.place(f.w, m.Node, f.s)
		if e.struck(m.Node) {
			strength *= 0.3
		}
		if f.s.whole && e.x.H1 != content.None {
			if distance := m.From - e.t.To(e.x.H1); distance >= 0 && distance < 1500 {
				strength *= 1.15
			}
		}
		f.add(evidence.Typed, m.Node, m.Text, strength)
	}
}

func (e *engine) struck(id content.ID) bool {
	for up := 0; id != content.None && up < 4; id, up = e.t.Nodes[id].Parent, up+1 {
		switch e.t.Nodes[id].Tag {
		case "del", "s", "strike":
			return true
		}
	}
	return false
}

func (f *finder) marked(marks []evidence.Mark, strength float64) {
	for i := range marks {
		if m := &marks[i]; f.s.holds(m.Node) {
			s := strength
			if f.e.t.Nodes[m.Node].Role == content.Link {
				s *= 1.15
			}
			f.add(evidence.Typed, m.Node, m.Text, s*f.e.place(f.w, m.Node, f.s))
		}
	}
}

// addresses takes address elements, and lines that read as an address together
// with the lines of the same block that belong to it.
func (f *finder) addresses() {
	e := f.e
	t := e.t
	first, last := 0, len(t.Lines)
	if !f.s.whole {
		first, last = t.LinesBetween(f.s.from, f.s.to)
	}
	for i := first; i < last; i++ {
		line := &t.Lines[i]
		if line.To-line.From > 200 || line.To-line.From < 8 {
			continue
		}
		text := t.LineText(i)
		q := addressLike(text)
		if q == 0 {
			continue
		}
		strength := e.w.Address * q * e.place(f.w, line.First, f.s)
		from, to := i, i+1
		for to < last && to < i+4 && addressPart(t.LineText(to)) && t.Lines[to].To-line.From < 180 {
			to++
		}
		if i > first && nameOfHouse(t.LineText(i-1)) {
			from--
		}
		if _, tail, ok := strings.Cut(text, ": "); ok && len(tail) > 10 && from == i {
			f.add(evidence.Typed, t.LineNode(i), tail+" "+t.Span(line.To, t.Lines[to-1].To), strength)
			continue
		}
		if to > i+1 || from < i {
			f.add(evidence.Typed, t.LineNode(i), strings.ReplaceAll(t.Raw(t.Lines[from].From, t.Lines[to-1].To), "\n", ", "), strength*1.1)
			i = to - 1
			continue
		}
		f.add(evidence.Typed, t.LineNode(i), text, strength)
	}
	if !f.s.whole {
		return
	}
	for i := range t.Nodes {
		if id := content.ID(i); t.Nodes[i].Tag == "address" && t.Len(id) > 8 && t.Len(id) < 250 {
			f.add(evidence.Name, id, t.Text(id), e.w.Address*e.place(f.w, id, f.s))
		}
	}
}

// addressPart reports whether a line can go on with an address: a city, a postal
// code, a country.
func addressPart(s string) bool {
	if len(s) > 60 || len(s) < 2 || strings.ContainsAny(s, "@:?!$€£©|") {
		return false
	}
	if _, phone := read.Phone(s); phone {
		return false
	}
	words := strings.Fields(s)
	capital := 0
	for _, w := range words {
		if r := []rune(w)[0]; unicode.IsUpper(r) || unicode.IsDigit(r) {
			capital++
		}
	}
	return len(words) <= 7 && capital*4 >= len(words)*3 && (strings.ContainsAny(s, ",0123456789") || len(words) <= 3)
}

// nameOfHouse reports whether a line before a street is part of the address.
func nameOfHouse(s string) bool {
	if len(s) > 50 || strings.ContainsAny(s, ":@?!") {
		return false
	}
	for _, w := range [...]string{"House", "Building", "Centre", "Center", "Suite", "Unit", "Floor", "Court", "Park", "Tower", "Hall", "Plaza", "Estate", "Mill", "Works", "Studio", "Level", "Room"} {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// addressLike says how much a line reads as a postal address.
func addressLike(s string) float64 {
	digits, commas := 0, strings.Count(s, ",")
	for _, r := range s {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	if digits == 0 || digits > 14 || strings.ContainsAny(s, "@?!$€£©") {
		return 0
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) < 2 || len(words) > 22 {
		return 0
	}
	street, capital := false, 0
	for i, w := range words {
		lower := strings.ToLower(w)
		switch strings.TrimSuffix(lower, ".") {
		case "street", "st", "road", "rd", "avenue", "ave", "lane", "ln", "drive", "dr", "boulevard", "blvd", "way", "court", "ct", "place", "pl", "square", "sq", "terrace", "parkway", "pkwy", "highway", "hwy", "row", "close", "crescent", "quay", "house", "suite", "ste", "unit", "floor", "box", "strasse", "straße", "str", "platz", "weg", "allee", "rue", "avenida", "calle", "via", "piazza", "corso", "viale", "rua", "estate", "building", "park", "mews", "hill", "yard", "circle", "plaza", "broadway", "gardens", "grove", "parade", "esplanade":
			street = street || i > 0
		default:
			if strings.HasSuffix(lower, "straße") || strings.HasSuffix(lower, "strasse") || strings.HasSuffix(lower, "straat") || strings.HasSuffix(lower, "gade") || strings.HasSuffix(lower, "gatan") || strings.HasSuffix(lower, "weg") && len(lower) > 5 {
				street = true
			}
		}
		if r := []rune(w); unicode.IsUpper(r[0]) || unicode.IsDigit(r[0]) {
			capital++
		}
	}
	q := 0.0
	if street {
		q = 0.9
	} else if commas > 0 && hasPostcode(words) {
		q = 0.6
	}
	if float64(capital) < 0.6*float64(len(words)) {
		q *= 0.4
	}
	if commas > 0 {
		q *= 1.1
	}
	return q
}

// hasPostcode reports whether words hold what looks like a postal code.
func hasPostcode(words []string) bool {
	for i, w := range words {
		digits, letters := 0, 0
		for _, r := range w {
			if unicode.IsDigit(r) {
				digits++
			} else {
				letters++
			}
		}
		if digits >= 4 && digits <= 6 && letters == 0 && i > 0 || digits > 0 && letters > 0 && len(w) <= 4 && i > 0 && w == strings.ToUpper(w) {
			return true
		}
	}
	return false
}

// hours takes lines, and runs of lines, that give days and times.
func (f *finder) hours() {
	e := f.e
	start := -1
	flush := func(end int) {
		if start >= 0 && f.s.holds(e.t.Lines[start].First) {
			node := e.t.LineNode(start)
			strength := e.w.Hours * e.place(f.w, node, f.s)
			if end-start > 1 {
				strength *= 1.1
			}
			f.add(evidence.Typed, node, e.t.Span(e.t.Lines[start].From, e.t.Lines[end-1].To), strength)
		}
		start = -1
	}
	for i := range e.t.Lines {
		line := &e.t.Lines[i]
		like := line.To-line.From <= 160 && hoursLike(e.t.LineText(i))
		switch {
		case like && start < 0:
			start = i
		case !like && start >= 0 && !(i+1 < len(e.t.Lines) && i-start < 14 && hoursLike(e.t.LineText(i+1)) && line.To-line.From < 30):
			flush(i)
		}
	}
	flush(len(e.t.Lines))
}

func hoursLike(s string) bool {
	lower := strings.ToLower(s)
	day := false
	for _, d := range [...]string{"mon", "tue", "wed", "thu", "fri", "sat", "sun", "weekday", "weekend", "daily", "7 days", "montag", "dienstag", "mittwoch", "samstag", "lundi", "mardi", "samedi", "lunes", "sábado", "lunedì", "sabato", "mo-", "mo -", "mo –", "24 hours"} {
		if strings.Contains(lower, d) {
			day = true
			break
		}
	}
	if !day {
		return false
	}
	times := strings.Count(lower, "am") + strings.Count(lower, "pm") + strings.Count(lower, "a.m") + strings.Count(lower, ":") + strings.Count(lower, "closed") + strings.Count(lower, "uhr") + strings.Count(lower, "24 hours") + strings.Count(lower, "noon")
	return times > 0 && (strings.ContainsAny(lower, "0123456789") || strings.Contains(lower, "closed"))
}

func (f *finder) mainText() {
	e := f.e
	if !f.s.whole {
		f.add(evidence.Typed, f.s.from, e.t.Prose(f.s.from), e.w.MainText*0.6)
		return
	}
	if text, node := e.mainText(); text != "" {
		f.add(evidence.Typed, node, text, e.w.MainText*1.2)
	}
}

// stock reads whether the page's product is to be had from words near its heading.
func (f *finder) stock() {
	e := f.e
	for i := range e.t.Lines {
		line := &e.t.Lines[i]
		if line.To-line.From > 70 || !f.s.holds(line.First) {
			continue
		}
		text := e.t.LineText(i)
		if _, ok := read.Boolean(text); ok && len(text) > 3 {
			f.add(evidence.Typed, e.t.LineNode(i), text, e.w.Stock*e.stockPlace(line.First))
		}
	}
}

// buttons takes what is written on buttons that are not text: form fields and
// pictures.
func (f *finder) buttons() {
	e := f.e
	for i := range e.t.Nodes {
		id := content.ID(i)
		n := &e.t.Nodes[i]
		if n.Hidden || !f.s.holds(id) {
			continue
		}
		label := ""
		switch n.Tag {
		case "input":
			if kind := strings.ToLower(e.t.Value(id, "type")); kind == "submit" || kind == "button" || kind == "image" {
				label = e.t.Value(id, "value")
			}
		case "img", "button":
			if label = e.t.Value(id, "alt"); label == "" {
				label = e.t.Value(id, "aria-label")
			}
		}
		if len(label) < 4 || len(label) > 40 {
			continue
		}
		if _, ok := read.Boolean(label); ok {
			f.add(evidence.Name, id, label, e.w.Stock*e.stockPlace(id))
		}
	}
}

// stockPlace is the factor for the place of a word of stock: forms are where one
// buys.
func (e *engine) stockPlace(id content.ID) float64 {
	if e.t.Region(id)&(tree.InRelated|tree.InComments|tree.InNav|tree.InFooter|tree.InHeader) != 0 {
		return e.w.Related
	}
	return 1
}

func (f *finder) canonical() {
	e := f.e
	if !f.s.whole || !f.w.isOnly("url") {
		return
	}
	for i := range e.t.Nodes {
		if id := content.ID(i); e.t.Nodes[i].Tag == "link" && strings.EqualFold(e.t.Value(id, "rel"), "canonical") {
			f.add(evidence.Meta, id, e.t.Value(id, "href"), e.w.Canonical)
			return
		}
	}
}

// linksNamed takes links whose text names the field.
func (f *finder) linksNamed() {
	e := f.e
	for _, id := range e.x.Links {
		if !f.s.holds(id) || e.t.Len(id) == 0 || e.t.Len(id) > 50 {
			continue
		}
		if s := e.similarity(f.w, e.x.Intern(e.t.Text(id))); s >= e.w.MinSimilarity {
			f.add(evidence.Typed, id, e.t.Value(id, "href"), e.w.LinkText*s*e.place(f.w, id, f.s))
		}
	}
}

func isContact(s lexicon.Shape) bool {
	return s == lexicon.Phone || s == lexicon.Email || s == lexicon.Address || s == lexicon.Hours || s == lexicon.Org
}

// mainText returns the page's main text: the lines of its main element that are
// not of other things.
func (e *engine) mainText() (string, content.ID) {
	t := e.t
	root := e.x.Main
	if root == content.None {
		return "", content.None
	}
	var b strings.Builder
	first, last := t.LinesOf(root)
	skip := tree.Aside &^ t.Region(root)
	for i := first; i < last; i++ {
		line := &t.Lines[i]
		if t.Region(line.First)&(skip|tree.InComments) != 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		b.WriteString(t.LineText(i))
	}
	return b.String(), root
}

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
