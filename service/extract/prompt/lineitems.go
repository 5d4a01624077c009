package prompt

// lineItems are the names of lists whose records are the lines of an invoice or the
// like.
var lineItems = map[string]bool{
	"line_items": true, "lineitems": true, "invoice_lines": true, "invoice_items": true, "order_lines": true,
	"receipt_lines": true, "receipt_items": true, "positionen": true, "rechnungspositionen": true,
}

// itemize gives the lines of an invoice that were asked for as such what each of
// them has.
func itemize(fields []*field) {
	for _, f := range fields {
		if !f.list || len(f.fields) > 0 || !lineItems[f.name] {
			itemize(f.fields)
			continue
		}
		f.typ = ""
		f.fields = []*field{{name: "description"}, {name: "quantity", typ: "number"}, {name: "unit_price", typ: "number"}, {name: "amount", typ: "number"}}
	}
}
