package prompt

import (
	"slices"
	"strings"
	"sync"
)

// language brings the function words of a language to English, so that one
// grammar reads all. Names of data stay as they are.
type language struct {
	words    map[string]string
	nouns    map[string]string // words of data that the grammar asks about; they do not tell the language
	phrase   map[string]string // of two words
	relative string            // the words with which a clause on the noun before begins
	german   bool              // its relative clauses stand between commas
	elide    bool              // l'auteur is le auteur
	bare     bool              // its nouns take no s for several
	name     string            // what one knows a thing by, if not its name
}

// languages returns those known, English first.
var languages = sync.OnceValue(func() []*language {
	return []*language{english(), german(), french(), spanish(), italian(), portuguese(), dutch()}
})

// languageOf tells the language of sentences by their function words; English if
// none has more.
func languageOf(all [][]string) *language {
	known := languages()
	best, most := known[0], known[0].count(all)
	for _, l := range known[1:] {
		if n := l.count(all); n > most {
			best, most = l, n
		}
	}
	return best
}

// count says how many words of sentences are the language's own.
func (l *language) count(all [][]string) int {
	n := 0
	for _, sentence := range all {
		several := slices.Contains(sentence, comma)
		for _, w := range sentence {
			if l.elide {
				if head, tail, ok := strings.Cut(w, "'"); ok && len(tail) > 1 && (head == "l" || head == "d" || head == "qu" || head == "dell") {
					n++
					continue
				}
			}
			if t, ok := l.words[w]; ok {
				n++
				if t == "and" && several { // "naam, adres en telefoon"
					n++
				}
			}
		}
	}
	return n
}

// english translates the function words of a sentence.
func (l *language) english(in []string) []string {
	out := make([]string, 0, len(in))
	for i := 0; i < len(in); i++ {
		w := in[i]
		if end := l.relativeEnd(in, i, out); end > 0 { // kept as it is said
			if n := len(out) - 1; out[n] == comma {
				out = out[:n]
			}
			out = append(append(append(out, open), in[i:end]...), shut)
			i = end - 1
			continue
		}
		if l.elide {
			if verb, who, ok := strings.Cut(w, "-"); ok && isOneOf(who, "t-il", "t-elle", "t-on", "il", "elle", "ils", "elles") {
				w = verb // ouvre-t-il
			}
			if head, tail, ok := strings.Cut(w, "'"); ok && len(tail) > 1 {
				switch head {
				case "l", "s", "m", "c", "j", "t", "n":
					w = tail
				case "d", "dell", "dall":
					out, w = append(out, "of"), tail
				case "un", "quest", "nell", "sull", "all":
					w = tail
				case "qu":
					w = tail
				}
			}
		}
		if i+1 < len(in) {
			if t, ok := l.phrase[w+" "+in[i+1]]; ok {
				out = append(out, strings.Fields(t)...)
				i++
				continue
			}
		}
		if w == "der" && len(out) > 0 && isContent(out[len(out)-1]) && !isOneOf(out[len(out)-1], "must", "can", "should", "may") {
			out = append(out, "of", "the") // die Preise der Produkte
			continue
		}
		t, ok := l.words[w]
		if !ok {
			t, ok = l.nouns[w]
		}
		if ok {
			out = append(out, strings.Fields(t)...)
			continue
		}
		if l == languages()[0] {
			w = spelled(w)
		}
		out = append(out, w)
	}
	return out
}

// relativeEnd says where a clause on the noun before ends that begins at i: "qui l'a écrit",
// "die es geschrieben hat"; 0 if none begins there. In German it stands after a comma, as the
// next item of a list may, and ends with a verb.
func (l *language) relativeEnd(in []string, i int, out []string) int {
	if l.relative == "" || len(out) == 0 || !strings.Contains(l.relative, " "+in[i]+" ") {
		return 0
	}
	end := i
	for end < len(in) && in[end] != comma && in[end] != shut && l.words[in[end]] != "and" && l.words[in[end]] != "with" {
		end++
	}
	if end < i+2 {
		return 0
	}
	if l.german {
		switch in[end-1] {
		case "hat", "haben", "ist", "sind", "wird", "werden", "wurde", "wurden", "war", "waren":
			if out[len(out)-1] == comma && len(out) > 1 {
				return end
			}
		}
		return 0
	}
	if !isContent(out[len(out)-1]) || len(withoutRequest(out)) == 0 {
		return 0
	}
	return end
}

func english() *language {
	return &language{
		words: map[string]string{
			"the": "the", "and": "and", "of": "of", "with": "with", "all": "all", "is": "is", "for": "for", "each": "each",
			"every": "every", "this": "this", "what": "what", "get": "get", "in": "in", "list": "list", "on": "on", "from": "from",
			"as": "as", "i": "i", "are": "are", "by": "by", "or": "or", "per": "per", "no": "no", "do": "do", "does": "does", "has": "has", "have": "have", "any": "any", "it": "it",
			"please": "please", "a": "a", "to": "to", "who": "who", "how": "how", "me": "me", "their": "their", "its": "its",
			"w": "with", "n": "and", "gimme": "get", "pls": "please", "plz": "please", "thx": "thanks", "&": "and",
			"i'm": "i am", "i'd": "i would", "i've": "i have", "who'd": "who would", "they're": "they are", "they've": "they have", "you're": "you are", "what's": "what is",
			"whats": "what is", "teh": "the", "adn": "and", "wiht": "with", "who's": "who is", "where's": "where is", "when's": "when is", "how's": "how is", "it's": "it is",
			"let's": "please", "incl": "including", "excl": "excluding", "whose": "with", "alongside": "with", "featuring": "with",
			"containing": "with", "having": "with", "showing": "with", "displaying": "with", "plus": "and also", "everyone's": "their",
		},
		nouns: map[string]string{"telephone": "phone", "e-mails": "emails", "e-mail": "email"},
		phrase: map[string]string{
			"along with": "with", "together with": "with", "as well": "and", "such as": "with", "each with": "with",
			"that have": "with", "which have": "with", "and with": "with", "list all": "list all", "consisting of": "with",
			"made up": "with", "that has": "with", "both the": "the", "link me": "link", "out of": "from",
		},
	}
}

func german() *language {
	return &language{
		relative: " der die das den dem an in von ",
		german:   true,
		bare:     true,
		words: map[string]string{
			"der": "the", "die": "the", "das": "the", "dem": "the", "den": "the", "ein": "a", "eine": "a", "einen": "a", "einer": "of a", "eines": "of a",
			"und": "and", "sowie": "and", "oder": "or", "mit": "with", "samt": "with", "inklusive": "with", "einschließlich": "with", "von": "of", "vom": "of the", "des": "of this",
			"alle": "all", "aller": "of all", "allen": "all", "sämtliche": "all", "jedes": "of each", "jeder": "of each", "jede": "each", "jeden": "each", "jedem": "each",
			"bitte": "please", "gib": "get", "gebe": "get", "zeige": "get", "zeig": "get", "nenne": "get", "finde": "get", "hole": "get", "hol": "get", "liste": "get", "extrahiere": "get", "extrahieren": "get", "suche": "get",
			"mir": "me", "ich": "i", "möchte": "want", "will": "want", "brauche": "need", "hätte": "want", "gern": "please", "gerne": "please", "auf": "please", "wissen": "know", "haben": "have",
			"was": "what", "wie": "how", "wer": "who", "wem": "whom", "wann": "when", "wo": "where", "welche": "which", "welcher": "which", "ist": "is", "sind": "are", "kostet": "cost", "kosten": "cost", "viel": "much", "viele": "many", "lautet": "is",
			"dieser": "of this", "dieses": "of this", "diese": "this", "diesem": "this", "für": "for", "aus": "from", "im": "in the", "am": "on the", "seite": "page", "webseite": "website",
			"ihre": "their", "ihren": "their", "deren": "their", "seine": "its", "dessen": "its", "hat": "has", "wurde": "was", "wurden": "were", "geschrieben": "wrote", "veröffentlicht": "published", "es": "it", "nach": "by",
			"ersten": "first", "letzten": "last", "neuesten": "latest", "neusten": "latest", "günstigsten": "cheapest", "billigsten": "cheapest", "besten": "best",
			"zwei": "two", "drei": "three", "vier": "four", "fünf": "five", "zehn": "ten", "alles": "all", "danke": "thanks", "hallo": "hello", "über": "of", "geöffnet": "open", "öffnet": "opens", "schließt": "closes", "dauert": "take", "sie": "they", "er": "it",
			"muss": "must", "müssen": "must", "kann": "can", "können": "can", "soll": "should", "darf": "may", "dürfen": "may",
		},
		nouns:  map[string]string{"anzahl": "number"},
		phrase: map[string]string{"von wem": "by whom", "zu dem": "of the", "wie lautet": "what is", "wie lauten": "what are", "wie heißt": "what is", "wie viel": "how much", "wie viele": "how many", "wie lange": "how long", "wie hoch": "how high", "wie groß": "how big", "wie alt": "how old", "wie spät": "when", "gibt es": "are there", "für jedes": "for each", "für jeden": "for each", "für jede": "for each", "findet statt": "is"},
	}
}

func dutch() *language {
	return &language{
		name:     "naam",
		relative: " die dat waarop waarin waar ",
		bare:     true,
		words: map[string]string{
			"de": "the", "het": "this", "een": "a", "en": "and", "of": "or", "met": "with", "inclusief": "with", "van": "of",
			"alle": "all", "alles": "all", "elk": "each", "elke": "each", "ieder": "each", "iedere": "each", "hun": "their", "zijn": "its",
			"geef": "get", "toon": "get", "vind": "get", "zoek": "get", "haal": "get", "lijst": "list",
			"mij": "me", "ik": "i", "wil": "want", "graag": "please", "alstublieft": "please", "weten": "know", "dank": "thanks", "bedankt": "thanks", "hallo": "hello",
			"wat": "what", "welke": "which", "wie": "who", "wanneer": "when", "waar": "where", "hoeveel": "how much", "hoe": "how", "is": "is", "kost": "cost", "kosten": "cost", "heeft": "has", "geopend": "open", "duurt": "take", "hij": "it", "ze": "they", "zij": "they", "moet": "must", "kan": "can", "kunnen": "can", "welk": "which", "gepubliceerd": "published", "geschreven": "wrote",
			"dit": "this", "deze": "this", "voor": "for", "uit": "from", "op": "on", "pagina": "page", "eerste": "first", "laatste": "last", "nieuwste": "latest", "goedkoopste": "cheapest", "door": "by",
			"twee": "two", "drie": "three", "vier": "four", "vijf": "five", "tien": "ten",
		},
		nouns:  map[string]string{"aantal": "number"},
		phrase: map[string]string{"voor elk": "for each", "voor elke": "for each", "van elk": "of each", "van elke": "of each", "lijst van": "all", "wat zijn": "what are", "wat is": "what is", "hoe lang": "how long", "hoe laat": "when", "hoe hoog": "how high", "hoe oud": "how old", "zijn er": "are there"},
	}
}

func french() *language {
	return &language{
		name:     "nom",
		relative: " qui que dont où ",
		words: map[string]string{
			"le": "the", "la": "the", "les": "the", "un": "a", "une": "a", "et": "and", "ainsi": "and", "ou": "or", "avec": "with", "incluant": "with", "de": "of", "du": "of the", "des": "of the",
			"tous": "all", "toutes": "all", "tout": "all", "toute": "all", "chaque": "each", "leur": "their", "leurs": "their", "son": "its", "sa": "its", "ses": "its",
			"donne": "get", "donnez": "get", "donne-moi": "get", "donnez-moi": "get", "extrais": "get", "extraire": "get", "extrayez": "get", "trouve": "get", "trouver": "get", "affiche": "get", "montre": "get", "montre-moi": "get", "liste": "get", "récupère": "get", "récupérer": "get", "obtenir": "get", "cherche": "get",
			"moi": "me", "je": "i", "veux": "want", "voudrais": "want", "savoir": "know", "connaître": "know", "svp": "please", "stp": "please", "plaît": "please", "plait": "please", "te": "me", "vous": "me", "merci": "thanks", "bonjour": "hello",
			"quel": "what", "quelle": "what", "quels": "what", "quelles": "what", "qui": "who", "quand": "when", "où": "where", "combien": "how much", "comment": "how", "est": "is", "sont": "are", "a": "has", "écrit": "wrote", "publié": "published", "dure": "take", "ouvre": "opens", "ferme": "closes", "ouvert": "open", "coûte": "cost", "coûtent": "cost", "ils": "they", "elles": "they", "doit": "must", "peut": "can", "peuvent": "can",
			"ce": "this", "cet": "this", "cette": "this", "ces": "these", "pour": "for", "dans": "in", "sur": "on", "page": "page", "premiers": "first", "premières": "first", "derniers": "last", "dernières": "last", "par": "by", "ça": "it", "il": "it",
			"deux": "two", "trois": "three", "quatre": "four", "cinq": "five", "dix": "ten", "à": "in",
		},
		nouns:  map[string]string{"numéro": "number", "nombre": "number"},
		phrase: map[string]string{"s'il te": "please", "s'il vous": "please", "il te": "please", "il vous": "please", "de la": "of the", "de l": "of", "ainsi que": "and", "combien de": "how many", "tous les": "all", "toutes les": "all", "quelle heure": "when", "y a": "are there", "se trouve": "is"},
		elide:  true,
	}
}

func spanish() *language {
	return &language{
		name:     "nombre",
		relative: " que quien donde ",
		words: map[string]string{
			"el": "the", "la": "the", "los": "the", "las": "the", "un": "a", "una": "a", "y": "and", "e": "and", "o": "or", "con": "with", "incluyendo": "with", "de": "of", "del": "of the",
			"todos": "all", "todas": "all", "todo": "all", "toda": "all", "cada": "each", "su": "its", "sus": "its",
			"dame": "get", "dime": "get", "deme": "get", "extrae": "get", "extraer": "get", "muestra": "get", "muéstrame": "get", "obtén": "get", "obtener": "get", "encuentra": "get", "busca": "get", "lista": "get", "saca": "get", "consigue": "get",
			"me": "me", "yo": "i", "quiero": "want", "quisiera": "want", "necesito": "need", "saber": "know", "favor": "please", "gracias": "thanks", "hola": "hello",
			"qué": "what", "cuál": "what", "cuáles": "what", "quién": "who", "cuándo": "when", "cuando": "when", "dónde": "where", "cuánto": "how much", "cuántos": "how many", "cuántas": "how many", "cómo": "how", "es": "is", "son": "are", "cuesta": "cost", "hay": "are there", "está": "is", "están": "are", "lo": "it", "cuestan": "cost", "abre": "opens", "cierra": "closes", "debe": "must", "puede": "can", "pueden": "can", "publicó": "published", "escribió": "wrote",
			"este": "this", "esta": "this", "estos": "these", "estas": "these", "para": "for", "en": "in", "página": "page", "primeros": "first", "primeras": "first", "últimos": "last", "últimas": "last", "por": "by",
			"dos": "two", "tres": "three", "cuatro": "four", "cinco": "five", "diez": "ten",
		},
		nouns:  map[string]string{"número": "number"},
		phrase: map[string]string{"por favor": "please", "así como": "and", "de la": "of the", "de los": "of all", "de las": "of all", "de cada": "of each", "lista de": "all", "me gustaría": "please", "qué hora": "when", "cuánto dura": "how long take", "cuánto duran": "how long take", "cuánto tiempo": "how long"},
	}
}
