package prompt

import (
	"slices"
	"strings"

	"assay/service/extract/lexicon"
)

// isKnown reports whether records have a field by which one knows them, or need none.
func isKnown(records *field) bool {
	one := knownBy(records.name)
	return one == "" || slices.ContainsFunc(records.fields, func(f *field) bool {
		if len(f.fields) > 0 {
			return false
		}
		switch lexicon.Compile(f.name).Concept().String() {
		case "title", "name", "question":
			return one != "text" // a quote with the name of its author
		case "content", "comment", "post", "description":
			return one == "text"
		}
		return noun(f.name) == one || noun(f.name) == noun(records.name)
	})
}

// knownBy returns the field by which one knows the records of a list, "" if they have none: one
// knows a flight by its times, a row by all that is in it.
func knownBy(list string) string {
	for one, things := range knownThings {
		if slices.Contains(things, noun(list)) {
			return one
		}
	}
	return "name"
}

var knownThings = map[string][]string{
	"text": {"comment", "review", "reply", "quote", "message", "answer", "testimonial", "quotation", "opinion",
		"kommentar", "bewertung", "commentaire", "comentario", "commento", "recensione", "avaliacao", "reactie", "recensie"},
	"title": {"page", "article", "post", "book", "movie", "film", "headline", "paper", "thread", "job", "video", "episode",
		"song", "story", "recipe", "blog", "podcast", "event", "publication", "topic"},
	"question": {"question", "faq"},
	"": {"row", "line", "entry", "record", "item", "detail", "table", "history", "log", "schedule", "timetable", "column",
		"flight", "train", "bus", "departure", "arrival", "connection", "trip", "match", "game", "fixture", "transaction",
		"payment", "order", "invoice", "booking", "day", "week", "month", "year", "hour", "date", "season", "forecast", "slot",
		"price", "rate", "ticket", "link", "image", "photo", "file", "email", "phone", "number", "address", "rating", "zeile",
		"ligne", "fila", "riga", "linha", "vol", "vuelo", "volo", "voo", "flug"},
}

// noun returns the last word of a name, without its ending for several.
func noun(name string) string { return lexicon.Stem(name[strings.LastIndexByte(name, '_')+1:]) }
