package prompt

import (
	"strings"

	"assay/service/extract/lexicon"
	"assay/service/extract/words"
)

// isPlural reports whether a word names several of something.
func isPlural(w string) bool {
	switch w {
	case "people", "children", "men", "women", "criteria", "media", "alumni", "faqs", "specs",
		"produkte", "artikel", "preise", "bilder", "bewertungen", "ergebnisse", "zutaten", "autoren", "kommentare", "stellenanzeigen",
		"veranstaltungen", "schritte", "beiträge", "nachrichten", "angebote", "rezensionen", "stellen", "termine", "rezepte",
		"bücher", "namen", "filme", "orte", "telefonnummern", "adressen", "stellenangebote", "überschriften", "schlagzeilen",
		"prodotti", "articoli", "libri", "prezzi", "nomi", "autori", "titoli", "ricette", "ingredienti", "recensioni", "commenti", "immagini", "risultati", "eventi", "notizie", "offerte", "ristoranti",
		"producten", "artikelen", "boeken", "prijzen", "recepten", "ingrediënten", "afbeeldingen", "resultaten", "reacties", "evenementen", "aanbiedingen":
		return true
	case "address", "status", "news", "series", "hours", "species", "sales", "gas", "bus", "servings", "details", "bedrooms",
		"bathrooms", "beds", "baths", "calories", "points", "pages", "stars", "dimensions", "minutes", "seconds", "days", "kilometers", "miles", "lens", "measurements",
		"business", "access", "process", "years", "months", "weeks", "terms", "likes", "views", "upvotes", "downloads", "votes", "shares",
		"headquarters", "analysis", "basis", "canvas", "atlas", "texas", "always", "mathematics", "physics", "politics", "sports", "goods", "savings",
		"earnings", "proceeds", "thanks", "css", "sms", "gps", "os", "ios", "pros", "cons", "prix", "prijs", "précis", "avis", "pays", "mois", "fois", "temps", "dies", "preis", "kreis", "hinweis",
		"goals", "assists", "wins", "losses", "draws", "forks", "followers", "rooms", "acres", "guests":
		return false
	}
	for _, ending := range [...]string{"zeiten", "zahlen", "preise", "namen", "nummern", "adressen", "kosten", "termine", "angebote"} {
		if strings.HasSuffix(w, ending) {
			return true
		}
	}
	if len(w) < 4 || !strings.HasSuffix(w, "s") || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") || strings.HasSuffix(w, "is") {
		return w == "ids" || w == "ads"
	}
	return true
}

// isKnownPlural reports whether a word of a language whose nouns do not take an s for several
// is a plural all the same: the word without it is known, and better known.
func isKnownPlural(w string) bool {
	whole, ok := strings.CutSuffix(w, "s")
	if !ok {
		return true
	}
	one, many := words.Default().ID(words.Fold(whole)), words.Default().ID(words.Fold(w))
	return one >= 0 && (many < 0 || one < many)
}

// isMass reports whether a word names several of something without a plural.
func isMass(w string) bool {
	switch w {
	case "news", "people", "staff", "personnel", "cast", "crew", "media", "inventory", "merchandise", "equipment", "feedback", "everyone", "everybody", "series", "species":
		return true
	}
	return false
}

func plural(w string) string {
	n := len(w)
	switch {
	case n == 0 || isPlural(w) || isMass(w) || isPluralForm(w):
		return w
	case w[n-1] == 'y' && n > 2 && !strings.ContainsRune("aeiou", rune(w[n-2])):
		return w[:n-1] + "ies"
	case w[n-1] == 's', w[n-1] == 'x', strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "sh"):
		return w + "es"
	}
	return w + "s"
}

// isPluralForm reports whether a word that mostly measures one thing is a plural in
// form all the same.
func isPluralForm(w string) bool {
	switch w {
	case "days", "hours", "years", "months", "weeks", "minutes", "seconds", "terms", "bedrooms", "bathrooms", "beds", "baths", "rooms", "points", "pages", "stars", "goals",
		"assists", "wins", "losses", "draws", "forks", "followers", "guests", "sales", "likes", "views", "downloads", "votes", "shares", "servings", "details", "sports", "miles":
		return true
	}
	return false
}

func singular(w string) string {
	switch w {
	case "people":
		return "person"
	case "children":
		return "child"
	case "movies", "cookies", "courses", "houses", "lenses":
		return w[:len(w)-1]
	case "preise", "namen":
		return w[:len(w)-1]
	}
	if !isPlural(w) {
		return w
	}
	return lexicon.Stem(w)
}

// singularName is singular for the last word of a field's name.
func singularName(name string) string {
	at := strings.LastIndexByte(name, '_') + 1
	return name[:at] + singular(name[at:])
}
