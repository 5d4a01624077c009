package prompt

import (
	"strings"

	"assay/service/extract/lexicon"
)

// nameThings puts first, in lists of things that were asked for with something, what
// one knows the things by: an e-mail address is of use with the professor's name.
func nameThings(fields []*field, lang *language) {
	for _, f := range fields {
		nameThings(f.fields, lang)
		if !f.having || len(f.fields) == 0 || !f.list && knownBy(f.name).name == "name" {
			continue
		}
		oneOfEach(f.fields)
		one := knownBy(f.name)
		if isNameless(singular(f.name)) && !strings.HasPrefix(f.name, "what_") || lineItems[f.name] || identified(f, one) {
			continue
		}
		if one.name == "name" && lang.name != "" {
			one.name = lang.name
		}
		f.fields = append([]*field{one}, f.fields...)
	}
}

// oneOfEach makes single values of traits that were named in the plural because the
// things were: "professors with their e-mail addresses".
func oneOfEach(fields []*field) {
	for _, f := range fields {
		switch c := lexicon.Compile(f.name).Concept(); {
		case len(f.fields) > 0 || !f.list:
		case isOneOf(f.name, "replies", "citations", "votes", "points") && len(fields) > 1: // of a thread, how many there are
			f.name, f.list, f.typ = "number_of_"+f.name, false, "integer"
		case isTrait(f), f.name == "answers", isOneOf(meaningOf([]string{singular(lastWord(f.name))}).form, "org", "place"), c.Shape() == lexicon.Person, c.Shape() == lexicon.Email, c.Shape() == lexicon.Phone, c.String() == "url":
			singulars([]*field{f})
		}
	}
}

// identified reports whether things have a field by which one knows them.
func identified(things, one *field) bool {
	for _, f := range things.fields {
		if f.list || len(f.fields) > 0 {
			continue
		}
		switch c := lexicon.Compile(f.name).Concept().String(); c {
		case "title", "name", "question":
			if one.name != "text" { // a quote with the name of its author
				return true
			}
		case "content", "comment", "post", "description": // of what is told; a service has a name
			if one.name == "text" || isNameless(singular(lastWord(things.name))) {
				return true
			}
		}
		if singular(lastWord(f.name)) == singular(lastWord(things.name)) || lastWord(f.name) == one.name {
			return true
		}
	}
	return false
}

// knownBy returns the field by which one knows the members of a list.
func knownBy(list string) *field {
	name := "name"
	switch singular(lastWord(list)) {
	case "comment", "review", "reply", "quote", "message", "answer", "testimonial", "tweet", "quotation", "kommentar", "kommentare", "bewertung", "bewertungen", "rezension", "rezensionen", "commentaire", "commentaires", "comentario", "comentarios", "resena", "resenas",
		"opinion", "opiniones", "commento", "commenti", "recensione", "recensioni", "avaliacao", "reactie", "reacties", "recensie", "recensies":
		name = "text"
	case "page", "article", "post", "book", "movie", "film", "news", "headline", "paper", "thread", "job", "posting", "video", "episode", "song", "story", "recipe", "blog", "podcast", "event", "publication", "result", "topic":
		name = "title"
	case "question", "faq":
		name = "question"
	}
	return &field{name: name}
}

// isNameless reports whether such things have no name of their own: one knows a flight
// by its times, a row by all that is in it. What kind of rows or items they are may give them one.
func isNameless(name string) bool {
	switch name {
	case "row", "line", "entry", "record", "item", "detail":
		return true
	}
	switch lastWord(name) {
	case "table", "history", "log", "schedule", "timetable", "list", "column", "cell", "data", "information",
		"flight", "train", "bus", "departure", "arrival", "connection", "trip", "match", "game", "fixture", "race", "transaction", "payment", "order", "invoice", "booking",
		"days", "weeks", "months", "years", "hours", "day", "week", "month", "year", "quarter", "hour", "date", "season", "forecast", "slot", "appointment", "reading", "measurement", "statistic", "score", "medal",
		"price", "rate", "offer", "ticket", "link", "image", "photo", "picture", "file", "download", "email", "phone", "number", "address", "contact", "rating", "salary", "option",
		"spiel", "flug", "zeile", "bestellung", "vol", "ligne", "vuelo", "fila", "volo", "riga", "voo", "linha":
		return true
	}
	return false
}

// lineItems are the names of lists whose records are the lines of an invoice or the
// like.
var lineItems = map[string]bool{
	"line_items": true, "lineitems": true, "invoice_lines": true, "invoice_items": true, "order_lines": true,
	"receipt_lines": true, "receipt_items": true, "positionen": true, "rechnungspositionen": true,
}

// itemize gives the lines of an invoice that were asked for as such what each of
// them has.
func itemize(fields []*field) {
	for _, f := range fields {
		if len(f.fields) == 0 && isOneOf(f.name, "faq", "faqs", "faq_questions") {
			f.list, f.fields = true, []*field{{name: "question"}, {name: "answer"}}
		}
		if !f.list || len(f.fields) > 0 || !lineItems[f.name] {
			itemize(f.fields)
			continue
		}
		f.typ = ""
		f.fields = []*field{{name: "description"}, {name: "quantity", typ: "number"}, {name: "unit_price", typ: "number"}, {name: "amount", typ: "number"}}
	}
}
