package paper

import (
	"strings"
	"testing"
	"time"

	"assay/service/content"
	"assay/service/extract/read"
)

// sheet lays out lines of text as a page: two blanks or more part runs.
func sheet(lines ...string) *Sheet {
	return New(Localized(page(content.Start{Role: content.Page}, 14, lines)))
}

// scan is sheet of a picture that was read several times, the first being the best.
func scan(readings ...[]string) *Sheet {
	node := content.Start{Role: content.Page, Attrs: []content.Attr{{Name: recognised, Value: "true"}}}
	doc := page(node, 10, readings[0])
	for _, again := range readings[1:] {
		doc.Again = append(doc.Again, page(node, 10, again))
	}
	return New(Localized(doc))
}

// page is a document of one page of lines, each so far below the one before it.
func page(node content.Start, below float32, lines []string) *content.Document {
	doc := &content.Document{Source: content.PDF, Layout: true, Loaded: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)}
	b := content.NewBuilder(doc)
	place := func(box content.Box) {
		box.Page = 1
		doc.Boxes = append(doc.Boxes, box)
		doc.Styles = append(doc.Styles, content.Style{})
	}
	b.Open(node)
	place(content.Box{Width: 600, Height: 800})
	for i, line := range lines {
		for from := 0; from < len(line); {
			rest := line[from:]
			piece := strings.TrimLeft(rest, " ")
			from += len(rest) - len(piece)
			piece, _, _ = strings.Cut(piece, "  ")
			if piece == "" {
				break
			}
			box := content.Box{X: 20 + 6*float32(from), Y: 40 + below*float32(i), Width: 6 * float32(len(piece)), Height: 10}
			b.Open(content.Start{Role: content.Block})
			place(box)
			b.Text(piece)
			place(box)
			b.Close()
			from += len(piece)
		}
	}
	return b.Done()
}

func best(values []Value) string {
	text, strength := "", 0.34
	for _, v := range values {
		if v.Strength > strength {
			text, strength = v.Text, v.Strength
		}
	}
	return text
}

func TestLabels(t *testing.T) {
	s := sheet(
		"Brightwater Tools Ltd                                Invoice",
		"9 Mill Road, Hull HU1 2AB",
		"",
		"Invoice No    Date          Due date      Customer no.",
		"A-5521        13/02/2024    14/03/2024    K77",
		"",
		"Bill to:",
		"Oakfield School",
		"1 Elm Grove",
		"York YO1 7HH",
		"",
		"Meter serial: Z18N44",
		"",
		"Net total: 100.00    VAT: 20.00",
		"Rounding                        0.01",
		"Total                         120.00",
		"Total to pay                  120.01",
		"Total items                        7",
	)
	for role, want := range map[string]string{
		"number": "A-5521", "date": "13/02/2024", "due": "14/03/2024", "customercode": "K77",
		"supplier": "Brightwater Tools Ltd", "address": "9 Mill Road, Hull HU1 2AB",
		"customer": "Oakfield School", "customeraddress": "1 Elm Grove, York YO1 7HH",
		"subtotal": "100.00", "tax": "20.00", "total": "120.01", "rounding": "0.01",
		"meter": "Z18N44", "iban": "", "delivery": "", "change": "", "order": "",
	} {
		if got := best(s.Values(Named(role))); got != want {
			t.Errorf("%s is %q, want %q", role, got, want)
		}
	}
}

func TestTotalFromPayment(t *testing.T) {
	s := sheet("Corner Shop", "Milk      1.20", "Bread     2.30", "          3.50", "Cash      5.00", "Change    1.50")
	if got := best(s.Values(Named("total"))); got != "3.50" {
		t.Errorf("total is %q, want what was paid less the change", got)
	}
}

func TestTotals(t *testing.T) {
	for want, lines := range map[string][]string{
		"75.00":  {"Total zero rated (incl. tax)  35.00", "Total 20% rated (incl. tax)  40.00", "Total payaie xx  75.00"},
		"25.00":  {"Tea       25.00", "Subtotal  25.00", "Cash      50.00"},
		"329.10": {"Total incl. tax  329.10", "Net  Tax  Total", "Total  310.47  18.63  329.10"},
		"":       {"Tea       25.00", "Subtotal  25.00", "Tax        5.00"},
	} {
		if got := best(sheet(lines...).Values(Named("total"))); got != want {
			t.Errorf("the total of %q is %q, want %q", lines, got, want)
		}
	}
}

// A firm's name goes on with its legal form in the next line, and ends before the
// number it is registered under.
func TestNamesOfFirms(t *testing.T) {
	for _, test := range []struct {
		lines []string
		want  string
	}{
		{[]string{"HARBOUR BOOK", "CO. (N) SDN BHD", "(Co. No. 113825-W)", "No 8 Jalan Tun 7", "56000 Kuala Lumpur"}, "HARBOUR BOOK CO. (N) SDN BHD"},
		{[]string{"HARBOUR BOOK CO. (N) SDN BHD (113825-W)", "No 8 Jalan Tun 7", "56000 Kuala Lumpur"}, "HARBOUR BOOK CO. (N) SDN BHD"},
		{[]string{"Sunny Days", "TREND HOUSE (M) SDN. BHO.", "(583246-A)", "No 8 Jalan Tun 7", "56000 Kuala Lumpur"}, "TREND HOUSE (M) SDN. BHO"},
		{[]string{"Northwind Supplies GmbH 204817/B", "Hauptstrasse 5", "10115 Berlin"}, "Northwind Supplies GmbH"},
	} {
		if got := best(sheet(test.lines...).Values(Named("supplier"))); got != test.want {
			t.Errorf("%q is from %q, want %q", test.lines, got, test.want)
		}
	}
}

// A name in large letters goes on in the next line.
func TestNamesOfTwoLines(t *testing.T) {
	doc := page(content.Start{Role: content.Page}, 14, []string{
		"NORTHERN TIMBER AND", "BUILDING GOODS", "9 Mill Road, Hull HU1 2AB", "", "Date 13/02/2024", "Oak boards    12.00", "Nails          2.00", "Screws         4.00",
	})
	for id, box := range doc.Boxes {
		if box.Y < 60 && box.Width < 600 {
			doc.Boxes[id].Height = 18
		}
	}
	if got, want := best(New(doc).Values(Named("supplier"))), "NORTHERN TIMBER AND BUILDING GOODS"; got != want {
		t.Errorf("it is from %q, want %q", got, want)
	}
}

func TestLocalized(t *testing.T) {
	for text, want := range map[string]string{
		"Invoice date 25/12/2023 due 05/01/2024":    "en-GB",
		"Invoice date 12/25/2023 due 01/05/2024":    "en",
		"Invoice total due 05/01/2024":              "en-GB",
		"Rechnung Datum Betrag MwSt. 3.4.2024":      "de",
		"Facture du 03/04/2024 montant TVA adresse": "fr",
		"Invoice, Portland, OR 97204 Total $5.00":   "en",
	} {
		s := sheet(text)
		if s.doc.Lang != want {
			t.Errorf("%q is read as %q, want %q", text, s.doc.Lang, want)
		}
	}
	if s := sheet("Total due $5.00", "Portland, OR 97204", "Date 03/04/2024"); s.doc.Lang != "en" {
		t.Errorf("an American receipt is read as %q", s.doc.Lang)
	}
}

func TestAmountAt(t *testing.T) {
	for source, want := range map[string]float64{
		"12.50": 12.5, "RM12.50": 12.5, "€ 1 234,50": 1234.5, "50. 60": 50.6, "-11.80": -11.8, "1.234,50 €": 1234.5,
	} {
		r := rowOf(source)
		a, ok := amountAt(&r, 0, read.Locale{Lang: "en-GB"})
		if !ok || !same(a.value, want) {
			t.Errorf("%q is %v, %v, want %v", source, a.value, ok, want)
		}
	}
	for _, source := range []string{"12/03/2024", "20 %", "19%", "A-12", "1D", "12:30", "03-7803-0974"} {
		r := rowOf(source)
		if a, ok := amountAt(&r, 0, read.Locale{}); ok {
			t.Errorf("%q is read as the amount %v", source, a)
		}
	}
}

func rowOf(source string) row {
	return sheet(source).rows[0]
}
