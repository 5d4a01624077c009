package paper

import (
	"strings"

	"assay/service/content"
)

// partyBlocks returns the blocks beside or below the labels of a role.
func partyBlocks(s *Sheet, role Role) (blocks []block, trust []float64) {
	for i := range s.labels {
		l := &s.labels[i]
		if l.role != role || l.trust < 0.5 || role.String() == "supplier" && isCustomers(s, l) {
			continue
		}
		r := &s.rows[l.row]
		if !r.begins(l.from) && !l.colon || namesColumns(s, r) {
			continue
		}
		if l.to < len(r.words) && !(l.colon && letters(text(r.words[l.to:r.segment(l.to)])) < 2) {
			if !l.colon && !r.words[l.to].leading && l.size < 2 {
				continue // a word of a sentence
			}
			if _, another := labelAt(s, l.row, l.to); l.colon || !r.words[l.to].leading {
				b := blockAt(s, l.row, l.to, r.words[l.from].x)
				if beside := blockFrom(s, l.row, l.to); len(beside.lines) > len(b.lines) {
					b = beside
				}
				if b.isParty() && (!another || l.colon) {
					blocks, trust = append(blocks, b), append(trust, l.trust)
				}
				continue
			}
		}
		if b, ok := blockUnder(s, l); ok {
			blocks, trust = append(blocks, b), append(trust, l.trust*0.95)
		} else if l.to < len(r.words) {
			if b := blockFrom(s, l.row, l.to); b.isParty() {
				blocks, trust = append(blocks, b), append(trust, l.trust*0.7)
			}
		}
	}
	if role.String() == "customer" && len(blocks) == 0 {
		if b, ok := addressee(s); ok {
			blocks, trust = append(blocks, b), append(trust, unlabelledParty)
		}
	}
	return blocks, trust
}

// isParty reports whether a block can be somebody's name, with or without an
// address.
func (b block) isParty() bool {
	return len(b.lines) > 0 && isName(b.lines[0])
}

// isName reports whether a line can be a name.
func isName(s string) bool {
	if len(s) < 2 || len(s) > 90 || letters(s) < 2 || digits(s) > letters(s) || strings.ContainsAny(s, "@€$£%=") {
		return false
	}
	if colon := strings.Index(s, ": "); colon > 0 || strings.HasSuffix(s, ":") {
		return false
	}
	v := vocab()
	words := tokens(s)
	phrase := strings.Join(words, " ")
	if len(v.phrases[phrase]) > 0 || len(words) < 4 && allKnown(v, words) {
		return false // a label, or several names of columns
	}
	return !isDocumentKind(words) && !isGreeting(words)
}

// named returns the line of a party's name: the first, or the second if that is a
// firm's and the first is of a person there.
func (b block) named() int {
	if len(b.lines) > 1 && !endsAsFirm(b.lines[0]) && endsAsFirm(b.lines[1]) && len(tokens(b.lines[0])) < 4 && !hasDigit(b.lines[0]) {
		return 1
	}
	return 0
}

// kinds are the words that say what a document is.
var kinds = set("invoice receipt tax bill statement quotation estimate quote order facture recu rechnung quittung factura recibo fattura ricevuta fatura factuur bon kassenbon kassenzettel ticket simplified proforma pro forma credit note purchase duplicate copy original cash sale sales official account page de di du avoir gutschrift lieferschein kontoauszug extracto estratto conto releve compte angebot devis presupuesto preventivo offerte reprint welcome to thank you customer's merchant payment voucher adjustment delivery slip report account's accounts merchant's customers office's bulletin paie salaire payslip payroll lohnabrechnung gehaltsabrechnung entgeltabrechnung nomina busta paga loonstrook packing list avis advice remittance pakbon albaran bordereau bestellung auftragsbestatigung confirmation annual accounts jahresbericht geschaftsbericht rapport annuel")

func isDocumentKind(words []string) bool {
	if len(words) == 0 {
		return true
	}
	n := 0
	for _, w := range words {
		if kinds[w] {
			n++
		}
	}
	return n == len(words) || n > 1 && 2*n > len(words)
}

// parties returns the names of a party: beside and below its labels; for the one
// the document is from, also what is written at its head.
func parties(s *Sheet, role Role) []Value {
	var out []Value
	blocks, trust := partyBlocks(s, role)
	for i, b := range blocks {
		line := b.named()
		name := cleanName(b.lines[line])
		if name == "" {
			continue
		}
		strength := 0.9 * trust[i]
		if role.String() == "supplier" {
			if a, _ := addressOf(b, 1); a == "" && !endsAsFirm(name) {
				strength *= 0.5 // a person who sold it
			}
		}
		out = append(out, Value{Text: name, Node: b.nodes[line], Strength: strength})
	}
	if role.String() == "supplier" {
		for _, h := range heads(s) {
			out = append(out, Value{Text: h.name, Node: h.node, Strength: h.strength, Alone: true})
		}
	}
	return out
}

// otherParties returns the lines of the blocks of others than whom the document
// is from.
func otherParties(s *Sheet) map[content.ID]bool {
	nodes := map[content.ID]bool{}
	for _, name := range [...]string{"customer", "shipto", "customeraddress", "shipaddress"} {
		blocks, _ := partyBlocks(s, Named(name))
		for _, b := range blocks {
			for _, id := range b.nodes {
				nodes[id] = true
			}
		}
	}
	return nodes
}

// Of returns the values that can be of a party: those in its own block, or, for
// the one the document is from, outside those of the others.
func (s *Sheet) Of(party Role, values []Value) []Value {
	own := map[content.ID]bool{}
	if party.String() == "supplier" {
		own = otherParties(s)
	} else {
		blocks, _ := partyBlocks(s, party)
		for _, b := range blocks {
			for _, id := range b.nodes {
				own[id] = true
			}
		}
	}
	rows := map[content.ID]bool{} // a line may be several runs of text
	for i := range s.rows {
		r := &s.rows[i]
		for k := 0; k < len(r.words); k = r.segment(k) {
			words := r.words[k:r.segment(k)]
			inside := false
			for _, w := range words {
				inside = inside || own[w.node]
			}
			for _, w := range words {
				rows[w.node] = rows[w.node] || inside
			}
		}
	}
	var out []Value
	for _, v := range values {
		if rows[v.Node] == (party.String() != "supplier") {
			out = append(out, v)
		}
	}
	return out
}
