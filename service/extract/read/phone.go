package read

import (
	"strings"
)

// numbering is how a country's telephone numbers are made. The calling code is 1 to
// 3 digits; the trunk prefix is dialled within the country only. It must be there
// in front of a whole number unless the length alone tells.
type numbering struct {
	code, trunk string
	least, most int // digits after the trunk prefix
}

// numberingOf returns the plan of a country by its ISO 3166 code.
func numberingOf(country string) (numbering, bool) {
	switch country {
	case "US", "CA", "PR", "JM", "DO", "BS", "BB", "TT", "BM":
		return numbering{"1", "1", 10, 10}, true
	case "GB", "UK", "JE", "GG", "IM":
		return numbering{"44", "0", 9, 10}, true
	case "IE":
		return numbering{"353", "0", 7, 9}, true
	case "DE":
		return numbering{"49", "0", 6, 11}, true
	case "AT":
		return numbering{"43", "0", 6, 12}, true
	case "CH":
		return numbering{"41", "0", 9, 9}, true
	case "LI":
		return numbering{"423", "", 7, 7}, true
	case "FR":
		return numbering{"33", "0", 9, 9}, true
	case "BE":
		return numbering{"32", "0", 8, 9}, true
	case "NL":
		return numbering{"31", "0", 9, 9}, true
	case "LU":
		return numbering{"352", "", 6, 11}, true
	case "ES":
		return numbering{"34", "", 9, 9}, true
	case "PT":
		return numbering{"351", "", 9, 9}, true
	case "IT", "SM", "VA":
		return numbering{"39", "", 6, 11}, true // the 0 is part of the number
	case "GR":
		return numbering{"30", "", 10, 10}, true
	case "CY":
		return numbering{"357", "", 8, 8}, true
	case "MT":
		return numbering{"356", "", 8, 8}, true
	case "DK":
		return numbering{"45", "", 8, 8}, true
	case "SE":
		return numbering{"46", "0", 7, 10}, true
	case "NO":
		return numbering{"47", "", 8, 8}, true
	case "FI":
		return numbering{"358", "0", 6, 11}, true
	case "IS":
		return numbering{"354", "", 7, 7}, true
	case "PL":
		return numbering{"48", "", 9, 9}, true
	case "CZ":
		return numbering{"420", "", 9, 9}, true
	case "SK":
		return numbering{"421", "0", 9, 9}, true
	case "HU":
		return numbering{"36", "06", 8, 9}, true
	case "SI":
		return numbering{"386", "0", 8, 8}, true
	case "HR":
		return numbering{"385", "0", 8, 9}, true
	case "RS":
		return numbering{"381", "0", 8, 9}, true
	case "BA":
		return numbering{"387", "0", 8, 8}, true
	case "MK":
		return numbering{"389", "0", 8, 8}, true
	case "AL":
		return numbering{"355", "0", 8, 9}, true
	case "RO":
		return numbering{"40", "0", 9, 9}, true
	case "BG":
		return numbering{"359", "0", 7, 9}, true
	case "UA":
		return numbering{"380", "0", 9, 9}, true
	case "RU", "KZ":
		return numbering{"7", "8", 10, 10}, true
	case "MD":
		return numbering{"373", "0", 8, 8}, true
	case "LV":
		return numbering{"371", "", 8, 8}, true
	case "EE":
		return numbering{"372", "", 7, 8}, true
	case "TR":
		return numbering{"90", "0", 10, 10}, true
	case "IL":
		return numbering{"972", "0", 8, 9}, true
	case "AE":
		return numbering{"971", "0", 8, 9}, true
	case "SA":
		return numbering{"966", "0", 9, 9}, true
	case "EG":
		return numbering{"20", "0", 8, 10}, true
	case "MA":
		return numbering{"212", "0", 9, 9}, true
	case "TN":
		return numbering{"216", "", 8, 8}, true
	case "DZ":
		return numbering{"213", "0", 8, 9}, true
	case "ZA":
		return numbering{"27", "0", 9, 9}, true
	case "NG":
		return numbering{"234", "0", 8, 10}, true
	case "KE":
		return numbering{"254", "0", 9, 9}, true
	case "GH":
		return numbering{"233", "0", 9, 9}, true
	case "IN":
		return numbering{"91", "0", 10, 10}, true
	case "PK":
		return numbering{"92", "0", 9, 10}, true
	case "BD":
		return numbering{"880", "0", 8, 10}, true
	case "LK":
		return numbering{"94", "0", 9, 9}, true
	case "SG":
		return numbering{"65", "", 8, 8}, true
	case "MY":
		return numbering{"60", "0", 8, 10}, true
	case "ID":
		return numbering{"62", "0", 8, 12}, true
	case "TH":
		return numbering{"66", "0", 8, 9}, true
	case "PH":
		return numbering{"63", "0", 9, 10}, true
	case "VN":
		return numbering{"84", "0", 9, 10}, true
	case "CN":
		return numbering{"86", "0", 9, 11}, true
	case "HK":
		return numbering{"852", "", 8, 8}, true
	case "TW":
		return numbering{"886", "0", 8, 9}, true
	case "JP":
		return numbering{"81", "0", 9, 10}, true
	case "KR":
		return numbering{"82", "0", 8, 10}, true
	case "AU":
		return numbering{"61", "0", 9, 9}, true
	case "NZ":
		return numbering{"64", "0", 8, 10}, true
	case "MX":
		return numbering{"52", "", 10, 10}, true
	case "BR":
		return numbering{"55", "0", 10, 11}, true
	case "AR":
		return numbering{"54", "0", 10, 10}, true
	case "CL":
		return numbering{"56", "", 9, 9}, true
	case "CO":
		return numbering{"57", "", 10, 10}, true
	case "PE":
		return numbering{"51", "0", 8, 9}, true
	case "EC":
		return numbering{"593", "0", 8, 9}, true
	case "UY":
		return numbering{"598", "0", 8, 8}, true
	case "CR":
		return numbering{"506", "", 8, 8}, true
	case "VE":
		return numbering{"58", "0", 10, 10}, true
	}
	return numbering{}, false
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

// CallingCode returns the country of a number in E.164 if its calling code is that
// of only one country known here, or "".
func CallingCode(e164 string) string {
	for _, country := range [...]string{"GB", "IE", "DE", "AT", "CH", "LI", "FR", "BE", "NL", "LU", "ES", "PT", "IT", "GR", "CY", "MT", "DK", "SE", "NO", "FI", "IS", "PL", "CZ", "SK", "HU", "SI", "HR", "RO", "BG", "UA", "TR", "IL", "ZA", "IN", "SG", "AU", "NZ", "MX", "BR", "JP", "KR", "US"} {
		if plan, _ := numberingOf(country); strings.HasPrefix(e164, "+"+plan.code) {
			return country
		}
	}
	return ""
}
