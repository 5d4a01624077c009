package prompt

func italian() *language {
	return &language{
		relative: " che cui ",
		name:     "nome",
		bare:     true,
		words: map[string]string{
			"il": "the", "lo": "the", "la": "the", "i": "the", "gli": "the", "le": "the", "un": "a", "uno": "a", "una": "a", "e": "and", "ed": "and", "o": "or", "con": "with", "compresi": "with", "di": "of", "del": "of the", "dello": "of the", "della": "of the", "dei": "of the", "degli": "of the", "delle": "of the",
			"tutti": "all", "tutte": "all", "tutto": "all", "ogni": "each", "ciascun": "each", "suo": "its", "sua": "its", "loro": "their",
			"dammi": "get", "mostra": "get", "mostrami": "get", "trova": "get", "estrai": "get", "elenca": "get", "cerca": "get", "ottieni": "get", "dimmi": "get",
			"mi": "me", "io": "i", "voglio": "want", "vorrei": "want", "sapere": "know", "favore": "please", "grazie": "thanks", "ciao": "hello", "buongiorno": "hello",
			"quale": "what", "quali": "what", "qual": "what", "cosa": "what", "chi": "who", "quando": "when", "dove": "where", "quanto": "how much", "quanti": "how many", "quante": "how many", "come": "how", "è": "is", "sono": "are", "costa": "cost", "costano": "cost", "apre": "opens", "chiude": "closes", "pubblicato": "published", "ha": "has", "scritto": "wrote",
			"questo": "this", "questa": "this", "questi": "these", "queste": "these", "per": "for", "in": "in", "nella": "in the", "nel": "in the", "pagina": "page", "primi": "first", "prime": "first", "ultimi": "last", "ultime": "last", "da": "by",
			"due": "two", "tre": "three", "quattro": "four", "cinque": "five", "dieci": "ten",
		},
		nouns:  map[string]string{"numero": "number", "data": "date"},
		phrase: map[string]string{"per favore": "please", "per ogni": "for each", "di ogni": "of each", "elenco di": "all", "elenco dei": "all", "elenco delle": "all", "elenco degli": "all", "si trova": "is", "si trovano": "are", "quanto durano": "how long take", "lista di": "all", "tutti i": "all", "tutte le": "all", "tutti gli": "all", "di tutti": "of all", "di tutte": "of all", "che ora": "when", "a che": "at what", "di che": "of what", "ci sono": "are there", "quanto dura": "how long take", "quanto tempo": "how long"},
		elide:  true,
	}
}

func portuguese() *language {
	return &language{
		relative: " que quem onde ",
		name:     "nome",
		words: map[string]string{
			"o": "the", "os": "the", "a": "the", "as": "the", "um": "a", "uma": "a", "e": "and", "ou": "or", "com": "with", "incluindo": "with", "de": "of", "do": "of the", "da": "of the", "dos": "of the", "das": "of the",
			"todos": "all", "todas": "all", "tudo": "all", "cada": "each", "seu": "its", "sua": "its", "seus": "their", "suas": "their",
			"mostre": "get", "liste": "get", "encontre": "get", "extraia": "get", "extrair": "get", "busque": "get", "obtenha": "get", "dê": "get", "diga": "get",
			"me": "me", "eu": "i", "quero": "want", "gostaria": "want", "preciso": "need", "saber": "know", "favor": "please", "obrigado": "thanks", "obrigada": "thanks", "olá": "hello",
			"qual": "what", "quais": "what", "quem": "who", "quando": "when", "onde": "where", "quanto": "how much", "quantos": "how many", "quantas": "how many", "como": "how", "é": "is", "são": "are", "custa": "cost", "há": "are there", "fica": "is", "ficam": "are", "lista": "list", "custam": "cost", "existem": "are there", "abre": "opens", "fecha": "closes", "publicado": "published", "escreveu": "wrote",
			"este": "this", "esta": "this", "estes": "these", "estas": "these", "para": "for", "em": "in", "no": "in the", "na": "in the", "página": "page", "primeiros": "first", "primeiras": "first", "últimos": "last", "últimas": "last", "por": "by",
			"dois": "two", "duas": "two", "três": "three", "quatro": "four", "cinco": "five", "dez": "ten",
		},
		nouns:  map[string]string{"número": "number", "data": "date"},
		phrase: map[string]string{"por favor": "please", "para cada": "for each", "de cada": "of each", "lista de": "all", "todos os": "all", "todas as": "all", "de todos": "of all", "de todas": "of all", "bom dia": "hello", "que horas": "when", "quanto dura": "how long take", "quanto tempo": "how long"},
	}
}
