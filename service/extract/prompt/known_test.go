package prompt

import (
	"strings"
	"testing"

	"assay/query"
)

func TestLineItems(t *testing.T) {
	for text, want := range map[string]string{
		"all line items":                 "{ line_items[] { description quantity(number) unit_price(number) amount(number) } }",
		"invoice number and line items":  "{ invoice_number line_items[] { description quantity(number) unit_price(number) amount(number) } }",
		"line items with sku and amount": "{ line_items[] { sku amount(number) } }",
	} {
		reading, err := Read(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := strings.Join(strings.Fields(query.Format(reading.Query)), " "); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}
