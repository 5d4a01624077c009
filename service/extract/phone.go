package extract

import (
	"strings"

	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
)

// phone reads a telephone number for a field of that type: in E.164 if the country
// is known, else as it is written.
func (e *engine) phone(text string) (string, bool) {
	written, ok := read.Phone(text)
	if !ok {
		return "", false
	}
	if number, ok := read.E164(written, ""); ok {
		return number, true
	}
	if number, ok := read.E164(written, e.homeCountry()); ok {
		return number, true
	}
	return written, true
}

// homeCountry returns the ISO 3166 code of the country a page is from, or "": what
// its address says, else its domain, else its other telephone numbers, else its
// language tag.
func (e *engine) homeCountry() string {
	if !e.countryKnown {
		e.country, e.countryKnown = e.findCountry(), true
	}
	return e.country
}

func (e *engine) findCountry() string {
	for i := range e.x.Facts {
		f := &e.x.Facts[i]
		if f.Kind != evidence.Label && isCountryCode(f.Values[0]) && e.x.Phrase(f.Key).Has(lexicon.Lookup("country")) {
			return strings.ToUpper(f.Values[0])
		}
	}
	if u := e.t.URL; u != nil {
		host := u.Hostname()
		switch tld := strings.ToUpper(host[strings.LastIndexByte(host, '.')+1:]); tld {
		case "UK":
			return "GB"
		case "CO", "ME", "TV", "IO", "AI", "LY", "FM", "TO", "CC", "WS", "GG", "IM", "JE", "LI", "VC", "SH", "BZ": // sold to everybody
		default:
			if isCountryCode(tld) {
				return tld
			}
		}
	}
	shared := ""
	for i := range e.x.Phones {
		if number, ok := read.E164(e.x.Phones[i].Text, ""); ok {
			country := read.CountryOf(number)
			if shared != "" && country != shared {
				shared = ""
				break
			}
			shared = country
		}
	}
	if shared != "" {
		return shared
	}
	if _, region, ok := strings.Cut(strings.ReplaceAll(e.t.Lang, "_", "-"), "-"); ok && isCountryCode(region) {
		return strings.ToUpper(region)
	}
	return ""
}

func isCountryCode(s string) bool {
	return len(s) == 2 && isLetterByte(s[0]) && isLetterByte(s[1])
}

func isLetterByte(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
