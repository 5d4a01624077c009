package made

import (
	"regexp"
	"slices"
	"strings"
)

// ask makes a query for some of what the document says and for a little that it does not.
func (p *paper) ask(c *Case) {
	printed := slices.DeleteFunc(slices.Clone(p.entries), func(e *entry) bool { return e.stray })
	chosen := shuffled(p.dice, printed)
	chosen = chosen[:min(len(chosen), p.within(4, 12))]
	if p.chance(0.4) { // in the order of the document
		slices.SortFunc(chosen, func(a, b *entry) int { return a.of - b.of })
	}
	taken := map[string]bool{}
	q := &questions{paper: p, c: c, into: c.Expected}
	container := ""
	if p.chance(0.08) {
		container = p.identifier(p.kind.titles["en"][0])
	}
	if container != "" {
		taken[container] = true
		q.prefix, q.into = container+".", map[string]any{}
		c.Expected[container] = q.into
	}
	for _, e := range chosen {
		q.entry(e, p.fieldName(e.attribute, e.label, taken))
	}
	for _, a := range p.absent() {
		q.absent(a, p.fieldName(a, "", taken))
	}
	fields := q.fields
	if !p.chance(0.4) {
		fields = shuffled(p.dice, fields)
	}
	if container != "" {
		fields = []string{container + " { " + strings.Join(fields, "  ") + " }"}
	}
	if p.table != nil && p.drawn && p.chance(0.85) {
		q.prefix, q.into, q.fields = "", c.Expected, nil
		q.records(p.table, taken)
		at := p.IntN(len(fields) + 1)
		fields = slices.Concat(fields[:at], q.fields, fields[at:])
	}
	if p.table != nil && p.drawn && !p.table.unnamed && p.chance(0.5) {
		q.prefix, q.into, q.fields = "", c.Expected, nil
		for range p.within(1, 3) {
			q.cell(p.table, taken)
		}
		fields = append(fields, q.fields...)
	}
	c.Query = "{ " + strings.Join(fields, "  ") + " }"
}

// questions is a query as it grows, with the answers to it.
type questions struct {
	paper  *paper
	c      *Case
	prefix string         // of paths
	into   map[string]any // what is expected
	fields []string
}

// kinds that a query asks a value of a kind as.
func (p *paper) typeOf(v value) (name, compare string) {
	switch v.kind {
	case "boolean":
		return "boolean", "boolean"
	case "date":
		if p.chance(0.65) {
			return "date", "date"
		}
	case "integer", "number":
		switch {
		case !p.chance(0.65):
		case v.kind == "integer" && p.chance(0.7):
			return "integer", "number"
		default:
			return "number", "number"
		}
	}
	return "", "text"
}

func (q *questions) entry(e *entry, name asked) {
	p, v := q.paper, e.value
	path := q.prefix + name.name
	typeName, compare := p.typeOf(v)
	isList := v.parts != nil && p.chance(0.8)
	switch {
	case isList:
		path += "[]"
		var all []any
		for _, part := range v.parts {
			all = append(all, part)
		}
		q.into[name.name], compare = all, "list"
	case typeName != "":
		q.into[name.name] = v.typed
	default:
		q.into[name.name] = v.plain
		switch e.attribute.Form {
		case "prose":
			compare = "prose"
		case "phone", "email", "url":
			compare = "any"
		}
	}
	q.c.Compare[path] = compare
	q.fields = append(q.fields, name.field(typeName, isList))
	q.answer(e, path, 0)
}

// answer notes where an entry stands.
func (q *questions) answer(e *entry, path string, row int) {
	lines, box := q.paper.answerLines(e.of)
	if len(lines) > 0 {
		q.c.Answers = append(q.c.Answers, Answer{Path: path, Row: row, Layout: e.layout, Label: e.label, Lines: lines, Box: box})
	}
}

func (q *questions) absent(a *attribute, name asked) {
	typeName := ""
	switch {
	case a.Form == "day" && q.paper.chance(0.5):
		typeName = "date"
	case a.Form == "money" && q.paper.chance(0.5):
		typeName = "number"
	case a.Form == "yesno":
		typeName = "boolean"
	}
	q.into[name.name] = nil
	q.c.Compare[q.prefix+name.name] = "null"
	q.fields = append(q.fields, name.field(typeName, false))
}

// Attributes that a letterhead or the foot of a page may tell although the document does not name
// them: they are not asked as absent ones.
var furnished = regexp.MustCompile(`iban|bic|bank|vat|tax n|tax id|regist|account|contact|phone|address|website`)

// absent chooses attributes of the kind that the document does not have.
func (p *paper) absent() []*attribute {
	var out []*attribute
	for _, a := range shuffled(p.dice, p.kind.attributes) {
		said := p.entryOf(a.Name) != nil
		if t := p.table; t != nil {
			said = said || slices.Contains(p.kind.without, a.Name) || slices.ContainsFunc(t.kind.columns, func(c column) bool {
				return c.Kind == a.Kind && c.Name == a.Name || c.as != "" && strings.Contains(a.lower, c.lower)
			})
		}
		switch a.Form {
		case "org", "name", "address", "email", "phone", "url", "person", "place", "image", "coordinates", "text":
			said = said || p.headed || p.table != nil
		}
		if said || furnished.MatchString(a.lower) {
			continue
		}
		if out = append(out, a); len(out) == 3 {
			break
		}
	}
	return out[:min(len(out), p.among(35, 35, 20, 10))]
}

// records asks for the rows of a table.
func (q *questions) records(t *table, taken map[string]bool) {
	p := q.paper
	list := ""
	for range 10 {
		names := t.kind.names["en"]
		if own := t.kind.names[p.lang]; len(own) > 0 && slices.Contains(p.styles, p.lang) && p.lang != "en" {
			names = own
		}
		if name := p.identifier(pick(p.dice, names)); !taken[name] {
			list = name
			break
		}
	}
	if list == "" {
		return
	}
	path := list + "[]"
	var wanted []int
	for i, c := range t.columns {
		if c.always && (p.chance(0.9) || i == 0) || p.chance(0.6) {
			wanted = append(wanted, i)
		}
	}
	if len(wanted) == 0 {
		wanted = []int{0}
	}
	if p.chance(0.5) {
		wanted = shuffled(p.dice, wanted)
	}
	q.c.Compare[path] = "records"
	all := make([]any, len(t.rows))
	for n := range all {
		all[n] = map[string]any{}
	}
	own := map[string]bool{}
	var fields []string
	for _, i := range wanted {
		c := t.columns[i]
		name := p.fieldName(c.attribute, c.label, own)
		kind := ""
		for _, row := range t.rows {
			if row[i].value.kind != "" && row[i].value.kind != unsaid {
				kind = row[i].value.kind
			}
		}
		typeName, compare := p.typeOf(value{kind: kind})
		q.c.Compare[path+"."+name.name] = compare
		for n, row := range t.rows {
			record := all[n].(map[string]any)
			switch v := row[i].value; {
			case v.kind == unsaid:
				continue
			case len(v.lines) == 0:
				record[name.name] = nil
				continue
			case typeName != "":
				record[name.name] = v.typed
			default:
				record[name.name] = v.plain
			}
			q.answer(&t.rows[n][i], path+"."+name.name, n)
		}
		fields = append(fields, name.field(typeName, false))
	}
	q.into[list] = all
	q.fields = append(q.fields, list+"[] { "+strings.Join(fields, "  ")+" }")
}

// rowNames are what columns hold that tell the rows of a table apart.
var rowNames = []string{"goods", "dish", "analyte", "subject", "pay", "drug", "course", "person"}

// cell asks for one cell of a table, by what its row is called and its column.
func (q *questions) cell(t *table, taken map[string]bool) {
	p := q.paper
	of := slices.IndexFunc(t.columns, func(c *tableColumn) bool { return slices.Contains(rowNames, c.as) })
	if of < 0 {
		return
	}
	n, i := p.IntN(len(t.rows)), p.IntN(len(t.columns))
	v := t.rows[n][i].value
	called := p.calledAlone(t, n, of)
	if i == of || called == "" || t.columns[i].label == "" || v.kind == unsaid || len(v.lines) == 0 {
		return
	}
	name := p.fieldName(t.columns[i].attribute, t.columns[i].label, map[string]bool{})
	whole := ""
	switch p.among(40, 30, 30) {
	case 0:
		whole = p.identifier(called + " " + t.columns[i].Name)
	case 1:
		whole = p.identifier(t.columns[i].Name + " of " + called)
	default:
		whole, name.about = name.name, "of the "+called
	}
	if whole == "" || taken[whole] {
		return
	}
	taken[whole], name.name = true, whole
	typeName, compare := p.typeOf(v)
	q.into[whole] = v.plain
	if typeName != "" {
		q.into[whole] = v.typed
	}
	q.c.Compare[whole] = compare
	q.fields = append(q.fields, name.field(typeName, false))
	q.answer(&t.rows[n][i], whole, 0)
}

// calledAlone returns one or two words of a row's name that no other row has, or "".
func (p *paper) calledAlone(t *table, n, of int) string {
	var out []string
	for _, word := range strings.Fields(t.rows[n][of].value.plain) {
		word = strings.Trim(word, ".,;:()")
		other := func(row []entry) bool {
			return &row[of] != &t.rows[n][of] && strings.Contains(row[of].value.plain, word)
		}
		if len(word) > 3 && !strings.ContainsAny(word, "0123456789") && len(out) < 2 && !slices.ContainsFunc(t.rows, other) {
			out = append(out, word)
		}
	}
	return strings.Join(out, " ")
}
