package made

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// country is where a document is from: how it writes numbers, days, addresses and codes. In
// patterns # is a digit and @ a letter.
type country struct {
	code, lang, name  string
	currency, sign    string
	point, group      string
	dates             []string // the commonest first
	iban              string   // after the country and the check digits
	post              string
	vat               string
	phones            []string
	forms             []string // of firms
	rates             []float64
	numberFirst, slim bool // of addresses: house numbers first; the postal code after the town
}

var countries = []*country{
	{"GB", "en", "United Kingdom", "GBP", "£", ".", ",", []string{"{d} {month} {yyyy}", "{dd}/{mm}/{yyyy}", "{d} {mon} {yyyy}", "{dd}-{mon}-{yyyy}", "{yyyy}-{mm}-{dd}", "{dd}.{mm}.{yyyy}", "{dd}/{mm}/{yy}", "{wd} {d} {mon} {yyyy}"},
		"@@@@##############", "@@# #@@", "GB ### #### ##", []string{"01### ######", "020 #### ####", "+44 1### ######", "(01###) ######"}, []string{"Ltd", "plc", "LLP", "Limited", "& Co."}, []float64{20, 5}, true, true},
	{"US", "en", "USA", "USD", "$", ".", ",", []string{"{month} {d}, {yyyy}", "{mm}/{dd}/{yyyy}", "{mon} {d}, {yyyy}", "{mm}/{dd}/{yy}", "{yyyy}-{mm}-{dd}", "{m}/{d}/{yyyy}"},
		"", "@@ #####", "##-#######", []string{"(###) 555-01##", "###-555-01##", "+1 ### 555 01##"}, []string{"Inc.", "LLC", "Corp.", "Co.", "LP"}, []float64{8.25, 6, 7.5}, true, true},
	{"IE", "en", "Ireland", "EUR", "€", ".", ",", []string{"{d} {month} {yyyy}", "{dd}/{mm}/{yyyy}", "{d} {mon} {yyyy}"},
		"@@@@##############", "@## @@##", "IE #######@", []string{"01 ### ####", "+353 1 ### ####"}, []string{"Ltd", "DAC", "plc"}, []float64{23, 13.5}, true, true},
	{"DE", "de", "Deutschland", "EUR", "€", ",", ".", []string{"{dd}.{mm}.{yyyy}", "{d}. {month} {yyyy}", "{dd}.{mm}.{yy}", "{dd}. {mon} {yyyy}", "{yyyy}-{mm}-{dd}"},
		"##################", "#####", "DE ### ### ###", []string{"0### ######-0", "0#### / ## ## ##", "+49 ### ######", "(0###) ### ## ##"}, []string{"GmbH", "AG", "KG", "GmbH & Co. KG", "e. K.", "OHG"}, []float64{19, 7}, false, false},
	{"AT", "de", "Österreich", "EUR", "€", ",", ".", []string{"{dd}.{mm}.{yyyy}", "{d}. {month} {yyyy}"},
		"################", "####", "ATU########", []string{"01 ### ## ##", "+43 ### ######"}, []string{"GmbH", "AG", "Ges.m.b.H."}, []float64{20, 10}, false, false},
	{"CH", "de", "Schweiz", "CHF", "CHF", ".", "'", []string{"{dd}.{mm}.{yyyy}", "{d}. {month} {yyyy}"},
		"#################", "####", "CHE-###.###.###", []string{"0## ### ## ##", "+41 ## ### ## ##"}, []string{"AG", "GmbH", "Sàrl"}, []float64{8.1, 2.6}, false, false},
	{"FR", "fr", "France", "EUR", "€", ",", " ", []string{"{dd}/{mm}/{yyyy}", "{d} {month} {yyyy}", "{dd}/{mm}/{yy}", "{dd}.{mm}.{yyyy}", "{d} {mon} {yyyy}"},
		"#######################", "#####", "FR ## #########", []string{"0# ## ## ## ##", "+33 # ## ## ## ##", "0#.##.##.##.##"}, []string{"SARL", "SAS", "SA", "EURL"}, []float64{20, 5.5, 10}, true, false},
	{"BE", "fr", "Belgique", "EUR", "€", ",", ".", []string{"{dd}/{mm}/{yyyy}", "{d} {month} {yyyy}"},
		"############", "####", "BE ####.###.###", []string{"0# ### ## ##", "+32 # ### ## ##"}, []string{"SRL", "SA", "SPRL"}, []float64{21, 6}, false, false},
	{"ES", "es", "España", "EUR", "€", ",", ".", []string{"{dd}/{mm}/{yyyy}", "{d} de {month} de {yyyy}", "{dd}-{mm}-{yyyy}", "{dd}/{mm}/{yy}"},
		"####################", "#####", "@-########", []string{"9## ## ## ##", "9## ### ###", "+34 9## ### ###"}, []string{"S.L.", "S.A.", "S. Coop."}, []float64{21, 10, 4}, false, false},
	{"MX", "es", "México", "MXN", "$", ".", ",", []string{"{dd}/{mm}/{yyyy}", "{d} de {month} de {yyyy}"},
		"", "#####", "@@@######@##", []string{"+52 ## #### ####", "(##) #### ####"}, []string{"S.A. de C.V.", "S. de R.L."}, []float64{16}, false, false},
	{"IT", "it", "Italia", "EUR", "€", ",", ".", []string{"{dd}/{mm}/{yyyy}", "{d} {month} {yyyy}", "{dd}.{mm}.{yyyy}", "{dd}-{mm}-{yyyy}", "{dd}/{mm}/{yy}"},
		"@######################", "#####", "IT###########", []string{"0### ######", "0## ## ## ##", "+39 0## #######"}, []string{"S.r.l.", "S.p.A.", "S.n.c.", "S.a.s."}, []float64{22, 10, 4}, false, false},
	{"PT", "pt", "Portugal", "EUR", "€", ",", ".", []string{"{dd}/{mm}/{yyyy}", "{d} de {month} de {yyyy}", "{dd}-{mm}-{yyyy}", "{yyyy}-{mm}-{dd}"},
		"#####################", "####-###", "PT #########", []string{"2## ### ###", "+351 2## ### ###"}, []string{"Lda.", "S.A.", "Unipessoal Lda."}, []float64{23, 13, 6}, false, false},
	{"BR", "pt", "Brasil", "BRL", "R$", ",", ".", []string{"{dd}/{mm}/{yyyy}", "{d} de {month} de {yyyy}"},
		"#######################@#", "#####-###", "##.###.###/0001-##", []string{"(##) ####-####", "+55 ## 9####-####"}, []string{"Ltda.", "S.A.", "ME"}, []float64{18, 12}, false, false},
	{"NL", "nl", "Nederland", "EUR", "€", ",", ".", []string{"{dd}-{mm}-{yyyy}", "{d} {month} {yyyy}", "{dd}/{mm}/{yyyy}", "{d} {mon} {yyyy}"},
		"@@@@##########", "#### @@", "NL#########B01", []string{"0## – ### ## ##", "0##-#######", "+31 ## ### ####"}, []string{"B.V.", "N.V.", "V.O.F."}, []float64{21, 9}, false, false},
}

// number writes a number as the country does.
func (c *country) number(v float64, decimals int, grouped bool) string {
	whole, part, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'f', decimals, 64), ".")
	var out strings.Builder
	if v < 0 {
		out.WriteByte('-')
	}
	for i, digit := range whole {
		if i > 0 && grouped && (len(whole)-i)%3 == 0 {
			out.WriteString(c.group)
		}
		out.WriteRune(digit)
	}
	if part != "" {
		out.WriteString(c.point + part)
	}
	return out.String()
}

// dayText writes a day by a template.
func dayText(day time.Time, template string, words tongue) string {
	english := day.Weekday().String()[:3]
	two := func(n int) string { return strconv.Itoa(100 + n%100)[1:] }
	return strings.NewReplacer(
		"{d}", strconv.Itoa(day.Day()), "{dd}", two(day.Day()), "{m}", strconv.Itoa(int(day.Month())), "{mm}", two(int(day.Month())),
		"{yy}", two(day.Year()), "{yyyy}", strconv.Itoa(day.Year()), "{month}", words["months"][day.Month()-1], "{mon}", words["short"][day.Month()-1], "{wd}", english,
	).Replace(template)
}

// iban returns an account number with its check digits.
func (p *paper) iban() string {
	c := p.country
	if c.iban == "" { // a country without
		return p.fill("#### #### ####")
	}
	account := p.fill(c.iban)
	text := c.code + ibanCheck(c.code, account) + account
	if p.chance(0.15) {
		return text
	}
	var out strings.Builder
	for i, r := range text {
		if i > 0 && i%4 == 0 {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
	}
	return out.String()
}

// ibanCheck returns the two digits with which an account number is 1 modulo 97.
func ibanCheck(country, account string) string {
	return strconv.Itoa(100 + 98 - modulo97(account+country+"00"))[1:]
}

// modulo97 is the remainder of a text in which letters are numbers from 10.
func modulo97(text string) int {
	rest := 0
	for _, r := range text {
		if r >= 'A' {
			rest = (rest*100 + int(r-'A') + 10) % 97
		} else {
			rest = (rest*10 + int(r-'0')) % 97
		}
	}
	return rest
}
