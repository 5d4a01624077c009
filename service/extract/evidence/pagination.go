package evidence

import (
	"strconv"
	"strings"
	"unicode"

	"assay/service/content"
	"assay/service/extract/tree"
)

// pagination finds the links to the other pages of what a page is one part of, on
// which part it is and how many there are, and how many results in all. They become
// facts under the names that people give them.
func (x *Index) pagination() {
	p := &paging{x: x}
	p.relations()
	p.links()
	p.numbers()
	p.lines()
}

type paging struct {
	x    *Index
	seen map[string]bool // the names that have a value
}

func (p *paging) add(name string, node content.ID, value string) {
	if value == "" || p.seen[name] {
		return
	}
	if p.seen == nil {
		p.seen = map[string]bool{}
	}
	p.seen[name] = true
	p.x.Facts = append(p.x.Facts, Fact{Kind: Label, Key: p.x.Intern(name), Node: node, Values: []string{value}, Paging: true})
}

// Names of the facts about pagination.
const (
	NextPage     = "next page"
	PreviousPage = "previous page"
	firstPage    = "first page"
	lastPage     = "last page"
	currentPage  = "current page"
	pageCount    = "total pages"
	totalResults = "total results"
	resultsShown = "results range"
	loadMore     = "load more"
)

// relations takes what the page declares: rel="next" in its head or on a link.
func (p *paging) relations() {
	t := p.x.Tree
	for i := range t.Nodes {
		n := &t.Nodes[i]
		id := content.ID(i)
		if n.Kind != content.Element || t.Tag(id) != "link" && n.Role != content.Link {
			continue
		}
		rel := t.Value(id, "rel")
		if rel == "" || len(rel) > 60 {
			continue
		}
		for word := range strings.FieldsSeq(strings.ToLower(rel)) {
			switch word {
			case "next":
				p.add(NextPage, id, t.Value(id, "href"))
			case "prev", "previous":
				p.add(PreviousPage, id, t.Value(id, "href"))
			case "first":
				p.add(firstPage, id, t.Value(id, "href"))
			case "last":
				p.add(lastPage, id, t.Value(id, "href"))
			}
		}
	}
}

// links takes links and buttons that say where they lead.
func (p *paging) links() {
	t := p.x.Tree
	for i := range t.Nodes {
		n := &t.Nodes[i]
		id := content.ID(i)
		if n.Kind != content.Element || n.Hidden || n.Role != content.Link && n.Role != content.Button {
			continue
		}
		text := t.Text(id)
		if len(text) > 40 {
			continue
		}
		name := LinkRole(text)
		if name == "" {
			name = LinkRole(t.Value(id, "aria-label"))
		}
		if name == "" {
			name = LinkRole(t.Value(id, "title"))
		}
		if name == "" {
			for class := range strings.FieldsSeq(t.Value(id, "class") + " " + t.Value(n.Parent, "class")) {
				if name = LinkRole(class); name != "" {
					break
				}
			}
			if name != "" && !p.isNumbered(id) {
				continue
			}
		}
		if name == "" || isArrow(text) && !p.isNumbered(id) {
			continue
		}
		value := t.Value(id, "href")
		if n.Role == content.Button || name == loadMore && (value == "" || strings.HasPrefix(value, "#")) {
			value = text
			if name != loadMore {
				continue // a button leads nowhere that can be told
			}
		}
		if value == "" || strings.HasPrefix(value, "javascript:") {
			continue
		}
		p.add(name, id, value)
	}
}

// LinkRole says what the words of a link lead to, or "".
func LinkRole(text string) string {
	if text == "" || len(text) > 40 {
		return ""
	}
	text = strings.ToLower(strings.Trim(text, " \u00a0.…"))
	bare := strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	switch bare {
	case "":
		switch text {
		case "›", "»", "→", ">", "❯", "⟩", "▶", "►":
			return NextPage
		case "‹", "«", "←", "<", "❮", "⟨", "◀", "◄":
			return PreviousPage
		case "»»", ">>", "⏭", "›|":
			return lastPage
		case "««", "<<", "⏮", "|‹":
			return firstPage
		}
	case "next", "next page", "go to next page", "next results", "older", "older posts", "older entries", "older articles",
		"weiter", "nächste", "nächste seite", "vor", "ältere beiträge", "zur nächsten seite",
		"suivant", "suivante", "page suivante", "siguiente", "página siguiente", "pagina siguiente", "próxima página",
		"successivo", "successiva", "pagina successiva", "avanti", "próxima", "próximo", "seguinte", "página seguinte",
		"volgende", "volgende pagina", "pagination-next", "page-next", "next-page":
		return NextPage
	case "previous", "prev", "previous page", "prev page", "go to previous page", "newer", "newer posts", "newer entries", "newer articles",
		"zurück", "vorherige", "vorige", "vorherige seite", "vorige seite", "neuere beiträge",
		"précédent", "précédente", "page précédente", "anterior", "página anterior", "pagina anterior",
		"precedente", "pagina precedente", "indietro", "vorige pagina", "pagination-prev", "pagination-previous", "page-prev", "prev-page":
		return PreviousPage
	case "first", "first page", "erste", "erste seite", "première", "première page", "primera", "primera página", "prima pagina", "primeira", "primeira página", "eerste", "eerste pagina":
		return firstPage
	case "last", "last page", "letzte", "letzte seite", "dernière", "dernière page", "última", "última página", "ultima pagina", "ultima", "laatste", "laatste pagina":
		return lastPage
	case "load more", "show more", "more results", "show more results", "load more results", "view more", "see more results", "load more products", "show more products",
		"mehr laden", "mehr anzeigen", "mehr ergebnisse", "weitere laden", "weitere ergebnisse", "mehr produkte anzeigen",
		"voir plus", "afficher plus", "charger plus", "plus de résultats", "ver más", "cargar más", "mostrar más", "más resultados",
		"mostra altri", "carica altri", "mostra di più", "vedi altri", "ver mais", "carregar mais", "mostrar mais",
		"meer laden", "toon meer", "meer resultaten", "meer tonen":
		return loadMore
	}
	return ""
}

// isArrow reports whether a text has no letter.
func isArrow(text string) bool { return !strings.ContainsFunc(text, unicode.IsLetter) }

// isNumbered reports whether a node is among links to numbered pages, or in an
// element that is named after pages.
func (p *paging) isNumbered(id content.ID) bool {
	t := p.x.Tree
	for up, at := 0, t.Nodes[id].Parent; up < 4 && at != content.None; up, at = up+1, t.Nodes[at].Parent {
		if !p.isSmall(at) {
			return false
		}
		for _, name := range [...]string{"class", "id", "aria-label", "role"} {
			if v := t.Value(at, name); len(v) < 120 && namesPages(v) {
				return true
			}
		}
		if _, pages := p.numbered(at); len(pages) > 1 {
			return true
		}
	}
	return false
}

// isSmall reports whether an element is no larger than a row of links to pages.
func (p *paging) isSmall(id content.ID) bool {
	return p.x.Tree.Len(id) <= 400 && p.x.Tree.Nodes[id].End-id < 600
}

// namesPages reports whether a name is of the links between pages.
func namesPages(name string) bool {
	name = strings.ToLower(name)
	for _, word := range [...]string{"paginat", "pager", "paging", "page-nav", "pagenav", "page-numbers", "seitennavigation", "paginierung", "paginación", "paginaci", "paginazione", "paginering", "paginação"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

type pageLink struct {
	number int
	node   content.ID
}

// numbered returns the element of the page that one is on, or None, and the links
// to others within a node; none unless their numbers rise.
func (p *paging) numbered(at content.ID) (current pageLink, pages []pageLink) {
	t := p.x.Tree
	current.node = content.None
	last := 0
	for k := at + 1; k < t.Nodes[at].End; k++ {
		n := &t.Nodes[k]
		if n.Kind != content.Element || n.Hidden || t.Len(k) == 0 || t.Len(k) > 12 {
			continue
		}
		number, ok := pageNumber(t.Text(k))
		if !ok {
			continue
		}
		switch {
		case n.Role == content.Link && !isCurrent(t.Value(k, "class"), t.Value(k, "aria-current")):
			if number <= last {
				return pageLink{node: content.None}, nil
			}
			pages, last = append(pages, pageLink{number, k}), number
		case p.holdsLink(k):
			continue
		case number > last && (number == last+1 || isCurrent(t.Value(k, "class")+" "+t.Value(n.Parent, "class"), t.Value(k, "aria-current")+t.Value(n.Parent, "aria-current"))):
			current, last = pageLink{number, k}, number
		}
		k = n.End - 1
	}
	return current, pages
}

// holdsLink reports whether a link that is not to the current page is in an element.
func (p *paging) holdsLink(id content.ID) bool {
	t := p.x.Tree
	for k := id + 1; k < t.Nodes[id].End; k++ {
		if n := &t.Nodes[k]; n.Role == content.Link && n.Kind == content.Element {
			return true
		}
	}
	return false
}

func isCurrent(class, aria string) bool {
	if aria == "page" || aria == "true" {
		return true
	}
	for name := range strings.FieldsSeq(strings.ToLower(class)) {
		for _, word := range [...]string{"current", "active", "selected"} {
			if strings.Contains(name, word) && !strings.Contains(name, "inactive") {
				return true
			}
		}
	}
	return false
}

// pageNumber reads "3", "Page 3" and "Seite 3".
func pageNumber(text string) (int, bool) {
	text = strings.Trim(text, " []()|·.")
	if i := strings.LastIndexByte(text, ' '); i > 0 && strings.ContainsFunc(text[:i], unicode.IsLetter) {
		text = text[i+1:]
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n > 0 && n < 100_000
}

// numbers reads rows of links to numbered pages: the one that has most.
func (p *paging) numbers() {
	t := p.x.Tree
	var current pageLink
	var pages []pageLink
	done := content.ID(0)
	for _, link := range p.x.Links {
		if link < done || t.Len(link) > 12 {
			continue
		}
		if _, ok := pageNumber(t.Text(link)); !ok {
			continue
		}
		at := t.Nodes[link].Parent
		for up := 0; up < 4 && at != content.None && p.isSmall(at); up, at = up+1, t.Nodes[at].Parent {
			c, found := p.numbered(at)
			if len(found) > len(pages) && (c.node != content.None || len(found) > 1) {
				current, pages = c, found
			}
			done = max(done, t.Nodes[at].End)
		}
	}
	if len(pages) == 0 || current.node == content.None && len(pages) < 3 {
		return
	}
	last := pages[len(pages)-1]
	p.add(lastPage, last.node, t.Value(last.node, "href"))
	count, node := last.number, last.node
	if current.node != content.None {
		if current.number > count {
			count, node = current.number, current.node
		}
		p.add(currentPage, current.node, strconv.Itoa(current.number))
		for _, page := range pages {
			switch page.number {
			case current.number + 1:
				p.add(NextPage, page.node, t.Value(page.node, "href"))
			case current.number - 1:
				p.add(PreviousPage, page.node, t.Value(page.node, "href"))
			}
		}
	}
	if pages[0].number == 1 {
		p.add(firstPage, pages[0].node, t.Value(pages[0].node, "href"))
	}
	p.add(pageCount, node, strconv.Itoa(count))
}

// lines reads "Page 2 of 13", "1-24 of 312 results" and "312 products".
func (p *paging) lines() {
	t := p.x.Tree
	for i := range t.Lines {
		if line := &t.Lines[i]; line.To-line.From > 90 || line.To-line.From < 6 {
			continue
		}
		text := t.LineText(i)
		if !strings.ContainsAny(text, "0123456789") || t.Region(t.Lines[i].First)&(tree.InHeader|tree.InFooter) != 0 { // of a basket
			continue
		}
		c := readCounts(text)
		if c == (counts{}) {
			continue
		}
		node := t.LineNode(i)
		p.add(currentPage, node, c.page)
		p.add(pageCount, node, c.pages)
		p.add(resultsShown, node, c.shown)
		p.add(totalResults, node, c.total)
	}
}

// counts is what a line says about pages and results, as it is written.
type counts struct{ page, pages, shown, total string }

// apartMarks sets apart what joins and surrounds numbers.
var apartMarks = strings.NewReplacer("–", " – ", "-", " - ", "/", " / ", "(", " ", ")", " ", ":", " ")

// maxCountParts is how many words a line has at most that says such.
const maxCountParts = 16

// readCounts reads a line about pages and results.
func readCounts(text string) counts {
	type part struct {
		text   string
		number bool
	}
	text = strings.ToLower(text)
	if strings.ContainsAny(text, "-/():") || strings.Contains(text, "–") {
		text = apartMarks.Replace(text)
	}
	var room [maxCountParts + 1]part
	parts := room[:0]
	for word := range strings.FieldsSeq(text) {
		if word = strings.TrimFunc(word, isPoint); word == "" {
			continue
		}
		number := word[0] >= '0' && word[0] <= '9'
		if n := len(parts); number && n > 0 && parts[n-1].number && len(word) == 3 && len(parts[n-1].text) <= 3 { // 1 234
			parts[n-1].text += word
			continue
		}
		parts = append(parts, part{word, number})
		if len(parts) > maxCountParts {
			return counts{}
		}
	}
	at := func(i int) part {
		if i < 0 || i >= len(parts) {
			return part{}
		}
		return parts[i]
	}
	var c counts
	for i := range parts {
		if !parts[i].number {
			continue
		}
		next := at(i + 1).text
		switch {
		case isPageWord(at(i-1).text) && isOf(next) && at(i+2).number && !isResultWord(at(i+3).text):
			return counts{page: parts[i].text, pages: at(i + 2).text}
		case (next == "–" || next == "-" || next == "to" || next == "bis" || next == "à" || next == "a" || next == "t/m") && at(i+2).number:
			k := i + 3
			if isResultWord(at(k).text) { // 1-24 results of 312
				k++
			}
			if isOf(at(k).text) {
				k++
				for !at(k).number && k < i+7 {
					k++
				}
				if at(k).number && (k+1 >= len(parts) || isResultWord(at(k+1).text) || isResultWord(at(k+2).text) || len(parts) < 8) {
					return counts{shown: parts[i].text + "-" + at(i+2).text, total: at(k).text}
				}
			}
		case isOf(next) && at(i+2).number && (isResultWord(at(i+3).text) || isResultWord(at(i+4).text)):
			return counts{total: at(i + 2).text}
		case isResultWord(next) && len(parts) <= i+4 && i <= 3 && !isOf(at(i+2).text) && at(i+2).text != "per":
			c.total = parts[i].text
		}
	}
	return c
}

func isPoint(r rune) bool { return r == '.' || r == ',' || r == ';' || r == '|' || r == '·' }

func isPageWord(word string) bool {
	switch word {
	case "page", "seite", "página", "pagina", "pag", "pág", "p":
		return true
	}
	return false
}

func isOf(word string) bool {
	switch word {
	case "of", "von", "de", "sur", "di", "da", "van", "/", "out", "aus", "su", "des", "from":
		return true
	}
	return false
}

// isResultWord reports whether a word is for what lists hold.
func isResultWord(word string) bool {
	switch word {
	case "results", "result", "items", "products", "articles", "hits", "matches", "entries", "records", "listings", "jobs", "offers", "properties", "posts", "topics", "titles",
		"ergebnisse", "ergebnissen", "treffer", "treffern", "artikel", "artikeln", "produkte", "produkten", "einträge", "einträgen", "angebote", "angeboten", "stellen", "beiträge",
		"résultats", "résultat", "produits", "annonces", "offres",
		"resultados", "productos", "artículos", "anuncios", "ofertas", "produtos", "artigos", "anúncios",
		"risultati", "prodotti", "articoli", "annunci", "offerte",
		"resultaten", "producten", "artikelen", "vacatures", "advertenties":
		return true
	}
	return false
}
