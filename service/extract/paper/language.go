package paper

import (
	"strings"
	"time"

	"assay/service/content"
	"assay/service/extract/read"
)

// languages has words that tell the language of a document, those of business
// among them.
var languages = []struct {
	code  string
	words map[string]bool
}{
	{"en", set("the and of for invoice date total amount to due tax receipt number bill payment description quantity price thank you is with your please account balance from subtotal item address customer")},
	{"de", set("der die das und rechnung datum betrag summe mwst netto brutto menge bezeichnung preis kunde bitte wir sie mit fur von gesamtbetrag rechnungsnummer lieferung zahlung konto strasse zzgl einzelpreis ist vielen dank steuernummer saldo buchung")},
	{"fr", set("le la les des du et facture date montant tva ht ttc quantite prix client total echeance de designation adresse paiement compte reglement pour nous vous unitaire taxes merci unites hors livraison payer etats unis avec")},
	{"es", set("el la los las y factura fecha importe iva cantidad precio cliente total vencimiento de descripcion direccion pago cuenta base imponible para con gracias por numero concepto unitario su")},
	{"it", set("il lo gli e fattura data importo iva quantita prezzo cliente totale scadenza di descrizione indirizzo pagamento conto imponibile per con grazie numero unitario della del ricevuta")},
	{"pt", set("o os as e fatura data valor iva quantidade preco cliente total vencimento de descricao morada pagamento conta para com obrigado numero unitario da do recibo")},
	{"nl", set("de het en factuur datum bedrag btw aantal prijs klant totaal vervaldatum van omschrijving adres betaling rekening voor met bedankt nummer uw te bon per stuk")},
}

// Localized returns the document with its language if it has none. English is
// told by the order of day and month in its dates, day first where nothing says
// otherwise: most of the world writes it so.
func Localized(d *content.Document) *content.Document {
	if d.Lang != "" {
		return dated(d)
	}
	counts := make([]int, len(languages))
	monthFirst, dayFirst := 0, 0
	american := 0
	for i := range d.Nodes {
		n := &d.Nodes[i]
		if n.Kind != content.Text {
			continue
		}
		text := d.Chars(content.ID(i))
		for _, w := range tokens(text) {
			for k := range languages {
				if languages[k].words[w] {
					counts[k]++
				}
			}
		}
		if strings.Contains(text, "$") {
			american++
		}
		if us, _, _, ok := read.FindDate(text, read.Locale{}, d.Loaded); ok && !us.Relative {
			gb, _, _, _ := read.FindDate(text, read.Locale{Lang: "en-GB"}, d.Loaded)
			switch {
			case !us.Time.Equal(gb.Time): // either order makes a date
			case numericMonthFirst(text):
				monthFirst++
			default:
				dayFirst += numericDayFirst(text)
			}
		}
		if usPlace(text) {
			american++
		}
	}
	best := 0
	for k := range counts {
		if counts[k] > counts[best] {
			best = k
		}
	}
	copied := *d
	copied.Lang = languages[best].code
	if copied.Lang == "en" && (monthFirst == 0 && american < 2 || dayFirst > monthFirst) {
		copied.Lang = "en-GB"
	}
	return dated(&copied)
}

// dated returns the document as it was on the last day it names with its year
// before it was read: the days it names without one are of that time.
func dated(d *content.Document) *content.Document {
	var last time.Time
	for i := range d.Nodes {
		if d.Nodes[i].Kind != content.Text {
			continue
		}
		last = read.LastDay(last, d.Chars(content.ID(i)), read.Locale{Lang: d.Lang}, d.Loaded)
	}
	if last.IsZero() {
		return d
	}
	copied := *d
	copied.Loaded = last
	return &copied
}

// slashed returns the first two numbers of a date written in numbers.
func slashed(s string) (a, b int, ok bool) {
	for i := 0; i+4 < len(s); i++ {
		if s[i] < '0' || s[i] > '9' || i > 0 && s[i-1] >= '0' && s[i-1] <= '9' {
			continue
		}
		n, k := number2(s[i:])
		if n == 0 || i+n >= len(s) || s[i+n] != '/' && s[i+n] != '-' {
			continue
		}
		m, l := number2(s[i+n+1:])
		if m == 0 || i+n+1+m >= len(s) || s[i+n+1+m] != s[i+n] {
			continue
		}
		return k, l, true
	}
	return 0, 0, false
}

// number2 reads one or two digits that no third follows.
func number2(s string) (size, value int) {
	for size < len(s) && s[size] >= '0' && s[size] <= '9' {
		value = value*10 + int(s[size]-'0')
		size++
		if size > 2 {
			return 0, 0
		}
	}
	return size, value
}

func numericMonthFirst(s string) bool {
	a, b, ok := slashed(s)
	return ok && a <= 12 && b > 12 && b <= 31
}

func numericDayFirst(s string) int {
	if a, b, ok := slashed(s); ok && a > 12 && a <= 31 && b <= 12 {
		return 1
	}
	return 0
}

// usPlace reports whether a text has a state of the USA with its postal code.
func usPlace(s string) bool {
	words := strings.Fields(s)
	for i := 1; i < len(words); i++ {
		w := strings.Trim(words[i], ".,")
		if p := words[i-1]; len(p) == 2 && p >= "AA" && p <= "ZZ" && (len(w) == 5 || len(w) == 10) && digits(w) >= 5 && !strings.Contains(w, "/") {
			return true
		}
	}
	return false
}
