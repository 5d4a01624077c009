package made

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"assay/service/extract/words"
)

//go:embed stock
var stockFiles embed.FS

// tongue is what documents of one language are made of, by key: see the files in stock.
type tongue map[string][]string

// languages are those that documents are written in.
var languages = []string{"en", "de", "fr", "es", "it", "pt", "nl"}

// kind is a kind of document, as a line of stock/kinds.txt has it: between bars its name in the
// paraphrases, then what is below, each after its name, and titles, each after its language.
type kind struct {
	name       string
	issuer, to string    // attributes that a letterhead and an address window say without a label
	parties    [2]string // attributes that the first sentence of a contract says
	table      string
	without    []string // attributes that a table takes the place of
	form       bool     // is filled in: boxes and check boxes
	slip       bool     // is narrow
	small      bool
	titles     map[string][]string
	attributes []*attribute
}

// tableKind is a kind of table, as a line of stock/tables.txt has it: between bars its name, the kind
// whose attributes its columns have, what the list is called in some languages, and the columns;
// those with an exclamation mark are in every such table.
type tableKind struct {
	names   map[string][]string // of the list, as queries call it
	columns []column
}

type column struct {
	*attribute
	as     string // what its values are, or "" for what their form says
	always bool
}

// attribute is an attribute that documents have, with its ways by style.
type attribute struct {
	words.Attribute
	ways  map[string][]words.Way
	lower string // its name
}

// stock is all that documents are made of.
type stock struct {
	tongues map[string]tongue
	kinds   []*kind
	tables  map[string]*tableKind
}

func readStock(all []words.Attribute) (*stock, error) {
	s := &stock{tongues: map[string]tongue{}, tables: map[string]*tableKind{}}
	byKind := map[string][]*attribute{}
	for _, a := range all {
		own := &attribute{Attribute: a, ways: map[string][]words.Way{}, lower: strings.ToLower(a.Name)}
		for _, w := range a.Ways {
			own.ways[w.Style] = append(own.ways[w.Style], w)
		}
		byKind[a.Kind] = append(byKind[a.Kind], own)
	}
	for _, lang := range languages {
		s.tongues[lang] = tongue{}
		for _, line := range lines(lang + ".txt") {
			key, rest, _ := strings.Cut(line, ": ")
			s.tongues[lang][key] = cut(rest, ";")
		}
	}
	for _, line := range lines("tables.txt") {
		if err := s.addTable(byKind, cut(line, "|")); err != nil {
			return nil, err
		}
	}
	for _, line := range lines("kinds.txt") {
		if err := s.addKind(byKind, cut(line, "|")); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *stock) addTable(byKind map[string][]*attribute, parts []string) error {
	t := &tableKind{names: map[string][]string{}}
	for _, part := range parts[2 : len(parts)-1] {
		lang, names, _ := strings.Cut(part, " ")
		if lang == "names" {
			lang = "en"
		}
		t.names[lang] = cut(names, ",")
	}
	for _, text := range cut(parts[len(parts)-1], ",") {
		name, as, _ := strings.Cut(text, " as ")
		bare := strings.TrimSuffix(name, "!")
		a := named(byKind[parts[1]], bare)
		if a == nil {
			return fmt.Errorf("table %s: no attribute %q of %q", parts[0], bare, parts[1])
		}
		t.columns = append(t.columns, column{a, as, bare != name})
	}
	s.tables[parts[0]] = t
	return nil
}

func (s *stock) addKind(byKind map[string][]*attribute, parts []string) error {
	k := &kind{name: parts[0], titles: map[string][]string{}, attributes: byKind[parts[0]]}
	if len(k.attributes) == 0 {
		return fmt.Errorf("no attributes of %q", k.name)
	}
	for _, part := range parts[1:] {
		key, rest, _ := strings.Cut(part, " ")
		switch key {
		case "issuer":
			k.issuer = rest
		case "to":
			k.to = rest
		case "parties":
			k.parties[0], k.parties[1], _ = strings.Cut(rest, ", ")
		case "table":
			k.table = rest
		case "without":
			k.without = cut(rest, ",")
		case "form":
			k.form = true
		case "slip":
			k.slip = true
		case "small":
			k.small = true
		default:
			k.titles[key] = cut(rest, ";")
		}
	}
	for _, name := range append([]string{k.issuer, k.to, k.parties[0], k.parties[1]}, k.without...) {
		if name != "" && named(k.attributes, name) == nil {
			return fmt.Errorf("no attribute %q of %q", name, k.name)
		}
	}
	if k.table != "" && s.tables[k.table] == nil {
		return fmt.Errorf("no table %q for %q", k.table, k.name)
	}
	if len(k.titles["en"]) == 0 {
		name, _, _ := strings.Cut(k.name, " (")
		name, _, _ = strings.Cut(name, " or ")
		k.titles["en"] = []string{strings.ToUpper(name[:1]) + name[1:]}
	}
	s.kinds = append(s.kinds, k)
	return nil
}

// isIn reports whether a kind has words of a language.
func (k *kind) isIn(lang string) bool {
	return len(k.titles[lang]) > 0 && (lang == "en" || len(k.attributes[0].ways[lang]) > 0)
}

func named(all []*attribute, name string) *attribute {
	for _, a := range all {
		if a.Name == name {
			return a
		}
	}
	return nil
}

func lines(file string) []string {
	text, err := fs.ReadFile(stockFiles, path.Join("stock", file))
	if err != nil {
		panic(err) // it is embedded
	}
	return cut(string(text), "\n")
}

// cut cuts a text at each separator and leaves out blanks and what is empty.
func cut(text, separator string) []string {
	var out []string
	for part := range strings.SplitSeq(text, separator) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}
