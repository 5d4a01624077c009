package extract

import (
	"strings"

	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
)

// notCertificate is the factor for what people rated a film, on a page that says for whom
// it is rated.
const notCertificate = 0.5

// certificates takes for whom a film is fit, where that is what "rated" asks: "Rated PG-13
// for some violence".
func (f *finder) certificates() {
	e := f.e
	if f.w.typ != 0 || !strings.EqualFold(f.w.field.Name, "rated") {
		return
	}
	ratings := len(f.found)
	certificate := lexicon.Lookup("certificate")
	for _, i := range e.labels {
		fact := &e.x.Facts[i]
		if e.x.Phrase(fact.Key).Concept() != certificate && !strings.EqualFold(fact.Name, "rated") || !f.s.holds(fact.Node) {
			continue
		}
		code := fact.Values[0]
		if rest, ok := strings.CutPrefix(code, "Rated "); ok {
			code, _, _ = strings.Cut(rest, " ")
		}
		if lexicon.IsValue(certificate, code) {
			f.addRead(evidence.Label, fact.Node, textReading{encoded: quote(code), text: code, fit: 1, id: e.idOf(quote(code))}, e.w.Kind[evidence.Label]*e.place(f.w, fact.Node, f.s))
		}
	}
	if len(f.found) > ratings {
		for i := range f.found[:ratings] {
			f.found[i].score *= notCertificate
		}
	}
}
