package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/service/content"
	"assay/service/extract/lexicon"
)

// measuredList answers a list of ingredients that asks for their parts from a plain
// list: "200 g red lentils" is an amount, a unit and a name.
func (e *engine) measuredList(w *want, s scope) *reading {
	if w.concept.String() != "ingredients" {
		return nil
	}
	known := false
	for _, c := range w.children {
		if !c.field.IsLeaf() || c.field.List {
			return nil
		}
		known = known || measurePart(c) == amountPart || measurePart(c) == unitPart
	}
	if !known {
		return nil
	}
	plain := *w
	plain.children = nil
	list := e.valueList(&plain, s)
	if len(list) == 0 {
		return nil
	}
	score := 0.0
	for i := range list {
		score += list[i].leaf.score / float64(len(list))
	}
	named := nameField(w)
	return &reading{score, func() []answer {
		out := make([]answer, 0, len(list))
		for i := range list {
			line := list[i].leaf
			parts := splitMeasure(oneLine(line.text))
			a := answer{child: make([]answer, len(w.children)), from: line.node, to: line.node}
			for k, c := range w.children {
				a.child[k].w = c
				a.child[k].leaf.node = content.None
				part := measurePart(c)
				if part == foreignPart && k != named {
					continue // a brand is no part of "200 g red lentils"
				}
				if k == named {
					part = namePart
				}
				text := parts[part]
				if part == amountPart && c.typ == 0 && !asksForUnit(w) && parts[unitPart] != "" {
					text = strings.TrimSpace(text + " " + parts[unitPart])
				}
				free := *c
				if free.typ == 0 {
					free.shape = lexicon.AnyShape
				}
				if encoded, fit := e.read(&free, text); fit > 0 {
					a.child[k].leaf = value{json: encoded, text: line.text, node: line.node, kind: line.kind, score: line.score * fit}
				}
			}
			out = append(out, a)
		}
		return out
	}}
}

// The parts of a measured thing.
const (
	amountPart = iota
	unitPart
	namePart
	remarkPart
	wholePart
	measureParts

	foreignPart // what such a text does not tell
)

// measurePart says which part of an ingredient a field asks for.
func measurePart(w *want) int {
	for _, word := range lexicon.Words(w.field.Name) {
		switch lexicon.Stem(word) {
		case "amount", "quantity", "qty", "menge", "quantite", "cantidad", "quantita", "quantidade", "hoeveelheid", "measure", "measurement", "how":
			return amountPart
		case "unit", "einheit", "unite", "unidad", "unita", "unidade", "eenheid", "uom":
			return unitPart
		case "name", "ingredient", "item", "zutat", "nom", "nombre", "nome", "naam", "food", "product", "what":
			return namePart
		case "note", "remark", "preparation", "comment", "hinweis":
			return remarkPart
		}
	}
	if w.concept == lexicon.Lookup("description") || w.concept == lexicon.Lookup("content") {
		return wholePart
	}
	return foreignPart
}

// nameField returns the place of the field for what is measured: the one that says so, else
// the first that is no other part of it.
func nameField(w *want) int {
	first := -1
	for k, c := range w.children {
		switch part := measurePart(c); {
		case part == namePart:
			return k
		case part == foreignPart && first < 0:
			first = k
		}
	}
	return first
}

func asksForUnit(w *want) bool {
	for _, c := range w.children {
		if measurePart(c) == unitPart {
			return true
		}
	}
	return false
}

// splitMeasure takes "200 g red lentils, rinsed" apart.
func splitMeasure(s string) (parts [measureParts]string) {
	parts[wholePart] = s
	end := 0
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		if !unicode.IsNumber(r) && !strings.ContainsRune(" .,/⁄-–", r) {
			break
		}
		end += size
	}
	if !strings.ContainsFunc(s[:end], unicode.IsNumber) {
		end = 0
	}
	parts[amountPart] = strings.Trim(s[:end], " .,-–")
	rest := strings.TrimSpace(s[end:])
	if end > 0 {
		word, after, _ := strings.Cut(rest, " ")
		if after != "" && isMeasure(strings.ToLower(strings.Trim(word, ".,()"))) {
			parts[unitPart], rest = strings.Trim(word, ","), strings.TrimSpace(after)
		}
		for _, of := range [...]string{"of ", "de ", "d'", "d’", "di "} {
			if len(rest) > len(of) && strings.EqualFold(rest[:len(of)], of) {
				rest = rest[len(of):]
				break
			}
		}
	}
	if head, remark, ok := strings.Cut(rest, ","); ok {
		rest, parts[remarkPart] = head, strings.TrimSpace(remark)
	} else if head, remark, ok := strings.Cut(rest, " ("); ok && strings.HasSuffix(remark, ")") {
		rest, parts[remarkPart] = head, strings.TrimSuffix(remark, ")")
	}
	parts[namePart] = strings.TrimSpace(rest)
	return parts
}

// isMeasure reports whether a word is a unit that amounts of food are given in.
func isMeasure(word string) bool {
	switch word {
	case "g", "gr", "gram", "grams", "gramm", "gramme", "grammes", "gramos", "grammi", "gramas", "kg", "mg", "oz", "ounce", "ounces", "lb", "lbs", "pound", "pounds",
		"ml", "cl", "dl", "l", "liter", "liters", "litre", "litres", "litro", "litros", "litri",
		"tsp", "teaspoon", "teaspoons", "tbsp", "tbs", "tablespoon", "tablespoons", "cup", "cups", "pint", "pints", "quart", "quarts", "gallon",
		"el", "tl", "esslöffel", "teelöffel", "prise", "prisen", "bund", "dose", "dosen", "päckchen", "pck", "stück", "zehe", "zehen", "tasse", "tassen", "becher", "msp",
		"cuillère", "cuillères", "pincée", "sachet", "gousse", "gousses", "tranche", "tranches", "verre", "verres",
		"cucharada", "cucharadas", "cucharadita", "cucharaditas", "taza", "tazas", "pizca", "diente", "dientes",
		"cucchiaio", "cucchiai", "cucchiaino", "cucchiaini", "tazza", "pizzico", "spicchio", "spicchi",
		"colher", "colheres", "xícara", "xícaras", "dente", "dentes", "eetlepel", "eetlepels", "theelepel", "theelepels", "snufje", "teentje", "teentjes", "blik", "kopje",
		"pinch", "dash", "clove", "cloves", "can", "cans", "tin", "tins", "slice", "slices", "bunch", "bunches", "handful", "stick", "sticks", "sprig", "sprigs", "package", "packages", "pkg", "packet", "packets", "piece", "pieces", "jar", "jars":
		return true
	}
	return false
}
