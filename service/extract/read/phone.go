package read

import "strings"

// numbering is how telephone numbers are made in the countries that share a calling
// code of 1 to 3 digits. The trunk prefix is dialled within a country only. It must be
// there in front of a whole number unless the length alone tells.
type numbering struct {
	countries   string // ISO 3166 codes, the largest first
	code, trunk string
	least, most int // digits after the trunk prefix
}

// numberings are the plans known here, one for each calling code.
var numberings = [...]numbering{
	{"US CA PR JM DO BS BB TT BM", "1", "1", 10, 10},
	{"GB UK JE GG IM", "44", "0", 9, 10},
	{"IE", "353", "0", 7, 9},
	{"DE", "49", "0", 6, 11},
	{"AT", "43", "0", 6, 12},
	{"CH", "41", "0", 9, 9},
	{"LI", "423", "", 7, 7},
	{"FR", "33", "0", 9, 9},
	{"BE", "32", "0", 8, 9},
	{"NL", "31", "0", 9, 9},
	{"LU", "352", "", 6, 11},
	{"ES", "34", "", 9, 9},
	{"PT", "351", "", 9, 9},
	{"IT SM VA", "39", "", 6, 11}, // the 0 is part of the number
	{"GR", "30", "", 10, 10},
	{"CY", "357", "", 8, 8},
	{"MT", "356", "", 8, 8},
	{"DK", "45", "", 8, 8},
	{"SE", "46", "0", 7, 10},
	{"NO", "47", "", 8, 8},
	{"FI", "358", "0", 6, 11},
	{"IS", "354", "", 7, 7},
	{"PL", "48", "", 9, 9},
	{"CZ", "420", "", 9, 9},
	{"SK", "421", "0", 9, 9},
	{"HU", "36", "06", 8, 9},
	{"SI", "386", "0", 8, 8},
	{"HR", "385", "0", 8, 9},
	{"RS", "381", "0", 8, 9},
	{"BA", "387", "0", 8, 8},
	{"MK", "389", "0", 8, 8},
	{"AL", "355", "0", 8, 9},
	{"RO", "40", "0", 9, 9},
	{"BG", "359", "0", 7, 9},
	{"UA", "380", "0", 9, 9},
	{"RU KZ", "7", "8", 10, 10},
	{"MD", "373", "0", 8, 8},
	{"LV", "371", "", 8, 8},
	{"EE", "372", "", 7, 8},
	{"TR", "90", "0", 10, 10},
	{"IL", "972", "0", 8, 9},
	{"AE", "971", "0", 8, 9},
	{"SA", "966", "0", 9, 9},
	{"EG", "20", "0", 8, 10},
	{"MA", "212", "0", 9, 9},
	{"TN", "216", "", 8, 8},
	{"DZ", "213", "0", 8, 9},
	{"ZA", "27", "0", 9, 9},
	{"NG", "234", "0", 8, 10},
	{"KE", "254", "0", 9, 9},
	{"GH", "233", "0", 9, 9},
	{"IN", "91", "0", 10, 10},
	{"PK", "92", "0", 9, 10},
	{"BD", "880", "0", 8, 10},
	{"LK", "94", "0", 9, 9},
	{"SG", "65", "", 8, 8},
	{"MY", "60", "0", 8, 10},
	{"ID", "62", "0", 8, 12},
	{"TH", "66", "0", 8, 9},
	{"PH", "63", "0", 9, 10},
	{"VN", "84", "0", 9, 10},
	{"CN", "86", "0", 9, 11},
	{"HK", "852", "", 8, 8},
	{"TW", "886", "0", 8, 9},
	{"JP", "81", "0", 9, 10},
	{"KR", "82", "0", 8, 10},
	{"AU", "61", "0", 9, 9},
	{"NZ", "64", "0", 8, 10},
	{"MX", "52", "", 10, 10},
	{"BR", "55", "0", 10, 11},
	{"AR", "54", "0", 10, 10},
	{"CL", "56", "", 9, 9},
	{"CO", "57", "", 10, 10},
	{"PE", "51", "0", 8, 9},
	{"EC", "593", "0", 8, 9},
	{"UY", "598", "0", 8, 8},
	{"CR", "506", "", 8, 8},
	{"VE", "58", "0", 10, 10},
}

// numberingOf returns the plan of a country by its ISO 3166 code.
func numberingOf(country string) (numbering, bool) {
	for _, plan := range numberings {
		if plan.isOf(country) {
			return plan, true
		}
	}
	return numbering{}, false
}

// isOf reports whether a country has the plan.
func (n *numbering) isOf(country string) bool {
	for code := range strings.SplitSeq(n.countries, " ") {
		if code == country {
			return true
		}
	}
	return false
}

// trunkZero takes out the zero that is dialled only within a country.
var trunkZero = strings.NewReplacer("(0)", "", "[0]", "")

// E164 brings a telephone number as Phone returns it to E.164, "+493012345". A
// number written without its country's calling code takes that of country, an ISO
// 3166 code or ""; it must then be a whole number there, with its area code.
func E164(phone, country string) (string, bool) {
	phone = trunkZero.Replace(strings.TrimSpace(phone))
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, phone)
	country = strings.ToUpper(country)
	if strings.HasPrefix(strings.TrimLeft(phone, "( "), "+") {
		if len(digits) < 8 || len(digits) > 15 || digits[0] == '0' {
			return "", false
		}
		return "+" + digits, true
	}
	plan, ok := numberingOf(country)
	if !ok {
		return "", false
	}
	if rest, ok := strings.CutPrefix(digits, "00"+plan.code); ok && plan.code != "1" {
		digits = plan.trunk + strings.TrimPrefix(rest, plan.trunk)
	} else if strings.HasPrefix(digits, "00") {
		if plan.code == "1" || len(digits) < 10 || len(digits) > 17 {
			return "", false
		}
		return "+" + digits[2:], true
	}
	if country == "AU" && len(digits) == 10 && digits[0] == '1' { // 1300 and 1800
		return "+61" + digits, true
	}
	national, trunked := strings.CutPrefix(digits, plan.trunk)
	if plan.trunk != "" && !trunked {
		// Only where every number has the same length does that alone tell a whole one.
		if plan.least != plan.most || len(digits) != plan.most {
			return "", false
		}
	} else if plan.code == "1" && len(digits) == 10 || plan.code == "7" && len(digits) == 10 {
		national = digits // the prefix's digit begins the area code
	}
	if len(national) < plan.least || len(national) > plan.most {
		return "", false
	}
	if plan.code == "1" && (national[0] < '2' || national[3] < '2') { // no such area or exchange
		return "", false
	}
	return "+" + plan.code + national, true
}

// CountryOf returns the country that a number in E.164 is of, by its calling code, or
// "". Of several countries that share one it is the largest.
func CountryOf(e164 string) string {
	for _, plan := range numberings {
		if strings.HasPrefix(e164, "+"+plan.code) {
			country, _, _ := strings.Cut(plan.countries, " ")
			return country
		}
	}
	return ""
}
