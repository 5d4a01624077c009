package read

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// Email finds the first e-mail address in a text.
func Email(s string) (string, bool) {
	if rest, ok := strings.CutPrefix(s, "mailto:"); ok {
		s, _, _ = strings.Cut(rest, "?")
		if unescaped, err := url.PathUnescape(s); err == nil {
			s = unescaped
		}
	}
	for at := strings.IndexByte(s, '@'); at >= 0; {
		from, to := at, at+1
		for from > 0 && isLocalByte(s[from-1]) {
			from--
		}
		for to < len(s) && (isAlnum(s[to]) || s[to] == '-' || s[to] == '.') {
			to++
		}
		local, domain := strings.Trim(s[from:at], "."), strings.Trim(s[at+1:to], ".-")
		if dot := strings.LastIndexByte(domain, '.'); local != "" && dot > 0 && len(domain)-dot-1 >= 2 && !isDigit(domain[len(domain)-1]) {
			return local + "@" + domain, true
		}
		next := strings.IndexByte(s[at+1:], '@')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return "", false
}

func isLocalByte(c byte) bool {
	return isAlnum(c) || c == '.' || c == '_' || c == '%' || c == '+' || c == '-' || c == '\''
}

func isAlnum(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// Phone finds the first telephone number in a text, as written there.
func Phone(s string) (string, bool) {
	if rest, ok := strings.CutPrefix(s, "tel:"); ok {
		s = rest
		if unescaped, err := url.PathUnescape(s); err == nil {
			s = unescaped
		}
	}
	if len(s) > 2000 {
		s = s[:2000]
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !isDigit(c) && c != '+' && c != '(' || i > 0 && (isAlnum(s[i-1]) || s[i-1] == '-' || s[i-1] == '.' || s[i-1] == '/' || s[i-1] == '$' || s[i-1] == '#') {
			continue
		}
		end, last := i, i
		for end < len(s) {
			switch c := s[end]; {
			case isDigit(c):
				last = end + 1
			case c == ' ' || c == '-' || c == '.' || c == '/' || c == '(' || c == ')' || c == '+' && end == i || c == '+' && end == i+1:
				if end-last > 2 {
					goto done
				}
			case strings.HasPrefix(s[end:], "\u00a0") || strings.HasPrefix(s[end:], "–") || strings.HasPrefix(s[end:], "‑") || strings.HasPrefix(s[end:], "\u2009"):
				if end-last > 2 {
					goto done
				}
				end += len(firstRune(s[end:])) - 1
			default:
				goto done
			}
			end++
		}
	done:
		text := s[i:last]
		if inner, ok := strings.CutPrefix(text, "("); ok && !strings.Contains(inner, ")") {
			text = inner // the whole number is in brackets
		} else if at := strings.LastIndexByte(text, '('); at > 0 && !strings.Contains(text[at:], ")") {
			last = i + at // "030 1234567 (24h)"; "Nature 521 (7553): 436" has none
			text = strings.TrimRight(s[i:last], " -./")
		}
		if last < len(s) && isAlnum(s[last]) {
			i = last
			continue
		}
		if plausiblePhone(text) && !endsFold(s[:i], "isbn") {
			return strings.TrimSpace(text), true
		}
		if last > i {
			i = last
		}
	}
	if at := inLetters.FindString(s); strings.ContainsFunc(at, unicode.IsUpper) {
		return at, true
	}
	return "", false
}

// inLetters is a toll-free number of North America that is written in letters: 1-800-MY-APPLE.
var inLetters = regexp.MustCompile(`(?:\+?\b1[-. ]?)?(?:\(8(?:00|33|44|55|66|77|88)\)|\b8(?:00|33|44|55|66|77|88))[-. ](?:[0-9A-Z][-. ]?){6}[0-9A-Z]\b`)

// endsFold reports whether a text ends in a word, in capitals or not, and maybe a mark
// after it.
func endsFold(s, word string) bool {
	s = strings.TrimRight(s, " :\u00a0")
	return len(s) >= len(word) && strings.EqualFold(s[len(s)-len(word):], word)
}

func firstRune(s string) string {
	for i := range s {
		if i > 0 {
			return s[:i]
		}
	}
	return s
}

func plausiblePhone(s string) bool {
	digits, groups := 0, 0
	for i := range len(s) {
		if isDigit(s[i]) {
			if digits++; i == 0 || !isDigit(s[i-1]) {
				groups++
			}
		}
	}
	if digits < 7 || digits > 15 {
		return false
	}
	marked := s[0] == '+' || s[0] == '0' || strings.ContainsAny(s, "()")
	if looksLikeDate(s) || looksLikePostcode(s) || isDecimal(s) || strings.Count(s, ".") == 1 && groups == 2 {
		return false
	}
	if marked {
		return digits >= 8 || groups > 1
	}
	return groups >= 2 && digits >= 7 && groups <= 6 && (digits == 10 || digits == 11 || strings.ContainsAny(s, "- ") && digits <= 12)
}

// isDecimal keeps 4.904761905 / 5.0 from being a telephone number.
func isDecimal(s string) bool {
	whole, rest, ok := strings.Cut(s, ".")
	fraction := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	return ok && len(whole) == 1 && fraction > 4
}

// looksLikeDate keeps 2024-02-14 and 14.02.2024 from being telephone numbers.
func looksLikeDate(s string) bool {
	t := appendTokens(nil, s)
	if len(t) < 3 {
		return len(t) == 2 && len(t[0].text) == 4 && len(t[1].text) == 4
	}
	_, n := numericDate(t, Locale{})
	return n > 0
}

// looksLikePostcode keeps the postal codes of Portugal, "4745-330", and of Brazil,
// "01310-100", from being telephone numbers.
func looksLikePostcode(s string) bool {
	dash := strings.IndexByte(s, '-')
	return (dash == 4 || dash == 5) && len(s) == dash+4 && strings.Trim(s[:dash]+s[dash+1:], "0123456789") == ""
}

// URL makes a reference absolute against base, which may be nil. Only web
// addresses are accepted, and an e-mail address is not taken for a relative one.
func URL(ref string, base *url.URL) (string, bool) {
	ref = strings.TrimSpace(ref)
	if ref == "" || strings.ContainsAny(ref, " \n\t<>\"") && !strings.Contains(ref, "/") || len(ref) > 8192 {
		return "", false
	}
	u, err := url.Parse(strings.Join(strings.Fields(ref), "%20"))
	if err != nil {
		return "", false
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		if u.Host == "" {
			return "", false
		}
		return u.String(), true
	case "":
		if address, ok := Email(ref); ok && address == ref {
			return "", false
		}
		if base == nil {
			return u.String(), true
		}
		return base.ResolveReference(u).String(), true
	}
	return "", false
}

// Boolean reads yes and no, and words that say whether a thing is to be had.
func Boolean(s string) (bool, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	switch strings.TrimRight(s, ".!") {
	case "true", "yes", "1", "y", "on", "ja", "oui", "si", "sí", "sì", "sim", "✓", "✔", "✅":
		return true, true
	case "false", "no", "0", "n", "off", "nein", "non", "não", "nee", "none", "keine", "aucun", "✗", "✘", "❌":
		return false, true
	}
	if len(s) > 300 {
		s = s[:300]
	}
	flat := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || r == ' ' {
			return r
		}
		if r == '_' || r == '-' || r == '\u00a0' || r == '\'' || r == '’' {
			return ' '
		}
		return '|'
	}, s)
	for _, words := range notAvailable {
		if containsWords(flat, words) {
			return false, true
		}
	}
	for _, words := range available {
		if containsWords(flat, words) {
			return true, true
		}
	}
	return false, false
}

var notAvailable = [...]string{
	"not included", "not allowed", "not permitted", "prohibited", "out of stock", "outofstock", "sold out", "soldout", "unavailable", "not available", "no longer available", "discontinued", "not in stock", "backorder", "back order", "backordered",
	"temporarily out", "notify me", "email me when", "nicht verfügbar", "nicht lieferbar", "ausverkauft", "nicht auf lager", "nicht vorrätig", "derzeit nicht", "épuisé", "rupture de stock", "indisponible", "non disponible",
	"agotado", "no disponible", "sin stock", "esaurito", "non disponibile", "esgotado", "indisponível", "uitverkocht", "niet beschikbaar", "niet op voorraad", "slutsåld", "udsolgt", "ikke på lager", "ni na zalogi", "нет в наличии", "vypredané", "vyprodáno", "není skladem", "nie je na sklade", "brak w magazynie", "niedostępny", "품절", "在庫切れ",
}

var available = [...]string{
	"included", "allowed", "permitted", "in stock", "instock", "available", "add to cart", "add to basket", "add to bag", "buy now", "ready to ship", "ships in", "limitedavailability", "onlineonly", "instoreonly", "preorder", "pre order", "in den warenkorb", "auf lager", "lieferbar", "verfügbar", "vorrätig", "sofort lieferbar",
	"en stock", "disponible", "ajouter au panier", "expédié", "añadir al carrito", "añadir a la cesta", "comprar ahora", "disponibile", "aggiungi al carrello", "em estoque", "disponível", "adicionar ao carrinho", "op voorraad", "in winkelwagen", "leverbaar", "i lager", "på lager", "på lager", "lägg i varukorg", "na zalogi", "in winkelmandje", "left in stock", "noch vorrätig", "do koszyka", "w magazynie", "v košarico", "skladem", "skladom", "в наличии", "в корзину", "купить", "добавить в корзину", "в корзине", "kúpiť", "do košíka", "koupit", "vložit do košíku", "v zalogi", "na sklade", "buy it now", "add to trolley", "shop now", "kup teraz", "dodaj do koszyka", "kaufen", "acheter", "comprar", "acquista", "kopen", "köp", "køb", "kjøp", "osta", "장바구니", "구매하기", "カートに入れる", "加入购物车", "lisa ostukorvi", "lisää ostoskoriin", "kosárba", "i grozs", "pievienot grozam", "į krepšelį", "в кошик", "sepete ekle", "in den korb", "legg i handlekurv", "læg i kurv", "adaugă în coș", "przejdź do koszyka", "στο καλάθι", "voeg toe aan winkelwagen",
}

func containsWords(s, words string) bool {
	for at := 0; ; {
		i := strings.Index(s[at:], words)
		if i < 0 {
			return false
		}
		i += at
		end := i + len(words)
		if (i == 0 || s[i-1] == ' ' || s[i-1] == '|') && (end == len(s) || s[end] == ' ' || s[end] == '|') {
			return true
		}
		at = i + 1
	}
}
